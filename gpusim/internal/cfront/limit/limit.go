// Package limit holds the limits of the CUDA C front end. A few lines of CUDA C can
// describe a text, a type or a constant that doubles with each line. With these limits,
// and with those of package compile for what comes after, a source is read or refused in
// less than 20 seconds of CPU time and 1.2 GB of memory.
package limit

// The limits.
const (
	// FileBytes bounds a source file and each file that it includes.
	FileBytes = 8 << 20
	// Tokens bounds the tokens of all files after their macros.
	Tokens = 1 << 19
	// TokenBytes bounds a token that macros make with # and ##.
	TokenBytes = 64 << 10
	// MacroTokens bounds the tokens that macros write on the way, arguments included.
	MacroTokens = 1 << 22
	// MacroDepth bounds macros, and conditions of #if, inside one another.
	MacroDepth = 200
	// Includes bounds files that include one another.
	Includes = 64
	// Files bounds the files that are read, each counted as often as it is included.
	Files = 1 << 12
	// Nesting bounds statements, expressions, declarators and types inside one another.
	Nesting = 400
	// Operands bounds the operands of an expression without parentheses, such as a sum:
	// its tree is as deep.
	Operands = 500
	// Cases bounds the cases of all switches of a kernel.
	Cases = 4096
	// TemplateArgs bounds lists of template arguments inside one another.
	TemplateArgs = 16
	// Elements bounds the values that a list gives a local array: each is an assignment.
	Elements = 4096
	// Instances bounds instances of templates that begin inside one another.
	Instances = 120
	// Functions bounds the instances of functions, and those of structs, of one kernel.
	Functions = 2000
	// TypeName bounds the name of a type with its template arguments, in bytes.
	TypeName = 4 << 10
	// TypeParts bounds the fields of a struct, with those of its fields.
	TypeParts = 4 << 10
	// Steps bounds the statements and expressions of functions that run for a constant, and
	// EvalDepth their calls inside one another: those of clang.
	Steps     = 1 << 20
	EvalDepth = 512
	// Cells bounds the elements of an array in such a function.
	Cells = 1 << 16
	// Mistakes bounds the mistakes that one translation lists.
	Mistakes = 20
)
