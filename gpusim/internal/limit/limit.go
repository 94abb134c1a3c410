// Package limit holds the limits of a source: those of the CUDA C front end, those of the
// compiler behind it, and those of a launch. A few lines can describe a text, a type or a
// constant that doubles with each line, or a loop without an end. With these limits a source is
// read or refused in less than 20 seconds of CPU time and 1.2 GB of memory, whatever it says. A
// launch that ends may take longer, and its arrays may take more.
package limit

// The limits of both languages.
const (
	// Nesting bounds statements, expressions, declarators and types inside one another. The C++
	// standard recommends 256 levels (Annex B), because compilers recurse.
	Nesting = 256
	// Operands bounds the operators of an expression inside one another, such as those of a
	// long sum: its tree is as deep.
	Operands = 512
	// Cases bounds the cases of all switches of a kernel. Package ssa takes memory with their
	// square.
	Cases = 2048
	// Unroll bounds the number of a directive that unrolls a loop.
	Unroll = 1 << 20
	// PrintedWidth bounds the width and the precision of a verb of printf.
	PrintedWidth = 1000
	// TypeName bounds the name of a type with its type arguments, in bytes.
	TypeName = 4 << 10
)

// The limits of CUDA C.
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
	// MacroParameters bounds the parameters of a macro.
	MacroParameters = 1024
	// PTXValues bounds a list of values in PTX: the bytes that a variable begins with.
	PTXValues = 1 << 20
	// Includes bounds files that include one another.
	Includes = 64
	// Files bounds the files that are read, each counted as often as it is included.
	Files = 1 << 12
	// IncludedBytes bounds those files together.
	IncludedBytes = 128 << 20
	// TemplateArgs bounds lists of template arguments inside one another.
	TemplateArgs = 16
	// Elements bounds the values that a list gives a local array: each is an assignment.
	Elements = 4096
	// Instances bounds instances of templates that begin inside one another.
	Instances = 120
	// Functions bounds the instances of functions, and those of structs, of one kernel.
	Functions = 2000
	// Fields bounds the fields of a struct, with those of its fields.
	Fields = 1 << 10
	// Kernels bounds the kernels of a source: each is compiled by itself.
	Kernels = 1000
	// Steps bounds the statements and expressions of functions that run for a constant, and
	// EvalDepth their calls inside one another: those of clang.
	Steps     = 1 << 20
	EvalDepth = 512
	// Cells bounds the elements of an array in such a function.
	Cells = 1 << 16
	// Reported bounds the mistakes that one translation lists.
	Reported = 20
)

// The limits of a launch, where nothing else is asked for.
const (
	// Instructions bounds the warp instructions of a launch.
	Instructions = 20_000_000_000
	// Work bounds what the warps of a launch do before one of them ends, CheckedWork where
	// checkers watch, which take several times as long. The unit is a warp instruction
	// (simt.Limits). Both are about ten seconds.
	Work        = 160_000_000
	CheckedWork = 80_000_000
	// Threads bounds the lanes of all warps of a launch: one per byte of MemoryBytes.
	Threads = MemoryBytes
	// MemoryBytes bounds the memory that one device lends where all of it takes memory of the machine that simulates it,
	// and what programs are told is free.
	MemoryBytes = 4 << 30
	// ObservedBytes bounds the recorded accesses of a launch, and what a checker keeps of them.
	ObservedBytes = 1 << 30
	// StateBytes bounds the registers, local and shared memory of the blocks that run at the same
	// time. A block of 1024 threads with LocalBytes each fits, also where checkers keep as much
	// beside it. Workers share a launch only where its arrays and a copy of them fit, too.
	StateBytes = ObservedBytes + ObservedBytes/8
)

// The limits of the compiler.
const (
	// ConstantBytes bounds a constant string. The only use of a string in a kernel is the format
	// of gpu.Printf.
	ConstantBytes = 64 << 10
	// TypeParts bounds the fields and types in a type, counted as often as they occur. go/types
	// visits each of them.
	TypeParts = 64 << 10
	// Generics bounds the instances of generic functions. Each has SSA form of its own.
	Generics = 1000
	// Instrs bounds the instructions of a kernel after inlining. It leaves room for 5000
	// statements, and bounds the passes and the register allocator.
	Instrs = 80_000
	// Blocks bounds the basic blocks of a kernel after inlining. The passes keep sets of
	// registers for each block, and some take time with their square.
	Blocks = 8192
	// Joins bounds the places where ways with different values of a register of PTX meet: each is an
	// instruction until registers are allocated.
	Joins = 80_000
	// ArrayBytes bounds the type of an array: it is more than any device has.
	ArrayBytes = 1 << 40
	// ParameterBytes bounds the parameters of a kernel in PTX (PTX ISA, "Kernel Function Parameters").
	ParameterBytes = 32764
	// LocalBytes bounds the local memory of a thread: the limit of every compute capability from
	// 2.0 on (CUDA C++ Programming Guide, technical specifications).
	LocalBytes = 512 << 10
	// LocalHint says what to do where a kernel has more.
	LocalHint = "pass a slice in which each thread has its part, or use gpu.Shared"
	// Mistakes bounds the mistakes that a compilation lists. More of them tell nobody more.
	Mistakes = 100
	// QuotedBytes bounds the bytes that a message quotes of a source line: three times what
	// usual editors show.
	QuotedBytes = 300
)
