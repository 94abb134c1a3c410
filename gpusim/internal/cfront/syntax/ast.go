// Package syntax parses CUDA C into a tree.
//
// It reads the language of kernels: C with the parts of C++ that kernels use, such as
// templates, references, overloads, methods, operators and lambdas. To tell a type from
// a value, as C needs, the parser knows the names of types and templates in scope.
//
// A file mixes kernels with host code. Bodies of host functions are not read, and a
// declaration that is not understood is skipped; it becomes a Broken when it belongs to
// the device, so that a mistake is reported when a kernel needs the declaration.
package syntax

// This file defines the tree.

import (
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cfront/lex"
)

// View is what a place in the source sees without qualification: namespaces, those of one
// level beside each other, from the innermost level. The file's own is "".
type View struct{ Levels [][]string }

// Seen says in which namespace a name is declared or looked for, and when.
type Seen struct {
	Space     string // "a::b"; "" for the file's
	Qualified bool   // the name is looked for in Space only
	View      *View  // where it is not qualified; nil for the file
	Order     int    // grows along the source
}

// Key returns the name of a declaration with its namespace: a::b::name.
func (s Seen) Key(name string) string {
	if s.Space == "" {
		return name
	}
	return s.Space + "::" + name
}

// Expr is an expression.
type Expr interface{ Position() diag.Pos }

// At is the place of a node.
type At struct{ Pos diag.Pos }

// Position returns the place of the node.
func (a At) Position() diag.Pos { return a.Pos }

// The expressions.
type (
	// Name is a name, with template arguments when Args is not nil.
	Name struct {
		At
		Seen
		Name  string
		Args  []Arg
		Scope *Named // of A::b: A, a struct, an enumeration or an unknown namespace
	}
	// Literal is a number, character or text, as written.
	Literal struct {
		At
		Text string
	}
	// Unary is a prefix operator, or a postfix ++ or --.
	Unary struct {
		At
		Op      string
		X       Expr
		Postfix bool
	}
	// Binary is an operator between two operands: also an assignment and a comma.
	Binary struct {
		At
		Op   string
		X, Y Expr
	}
	// Cond is c ? x : y.
	Cond struct {
		At
		C, X, Y Expr
	}
	// Call is a call; the place is that of its opening parenthesis.
	Call struct {
		At
		Fun  Expr
		Args []Expr
	}
	// Index is x[i]; the place is that of its bracket.
	Index struct {
		At
		X, I Expr
	}
	// Member is x.name or x->name.
	Member struct {
		At
		X     Expr
		Name  string
		Arrow bool
		Args  []Arg
	}
	// Cast is a conversion that names a type. Kind is "" for (T)x, else "static_cast" and
	// the like.
	Cast struct {
		At
		Type Type
		X    Expr
		Kind string
	}
	// Construct is T(args) or T{args}.
	Construct struct {
		At
		Type  Type
		Args  []Expr
		Brace bool
	}
	// List is an initializer in braces. Fields has the designators, "" for none.
	List struct {
		At
		Elems  []Expr
		Fields []string
	}
	// Sizeof is sizeof or alignof of a type or an expression.
	Sizeof struct {
		At
		Type  Type
		X     Expr
		Align bool
	}
	// Lambda is a function literal.
	Lambda struct {
		At
		Default  string          // "=" or "&" for what Captures does not name; "" for none
		Captures map[string]bool // by name; true by value
		Inits    []*Var          // captures with values, in host code only
		Func     *Func
	}
)

// Type is a type as written.
type Type interface{ Position() diag.Pos }

// The types.
type (
	// Named is a basic type, in a normal form such as "unsigned int", or another name.
	Named struct {
		At
		Seen
		Name            string
		Args            []Arg
		Scope           *Named // of A::b: A
		Const, Volatile bool
	}
	// Pointer is T*.
	Pointer struct {
		At
		Elem                      Type
		Const, Volatile, Restrict bool
	}
	// Reference is T& or T&&.
	Reference struct {
		At
		Elem Type
	}
	// Array is T[n]; Len is nil for T[].
	Array struct {
		At
		Elem Type
		Len  Expr
	}
	// Function is the type of a function.
	Function struct {
		At
		Result Type
		Params []*Var
	}
	// Decltype is the type of an expression; Paren says that it stands in parentheses of its own.
	Decltype struct {
		At
		X     Expr
		Paren bool
	}
)

// Arg is a template argument: a type or a value. A name alone may be either.
type Arg struct {
	Type  Type
	Value Expr
}

// TParam is a template parameter: a type when Type is nil, otherwise a value.
type TParam struct {
	Name    string
	Type    Type
	Default *Arg
	Pack    bool // it stands for several parameters, in host code
}

// Stmt is a statement.
type Stmt interface{ Position() diag.Pos }

// The statements.
type (
	// Block is { … }.
	Block struct {
		At
		Stmts []Stmt
	}
	// DeclStmt declares variables.
	DeclStmt struct {
		At
		Vars []*Var
	}
	// TypeStmt declares a type in a function.
	TypeStmt struct {
		At
		Decl Decl
	}
	// Types is the types and variables of one declaration in a function.
	Types struct {
		At
		Stmts []Stmt
	}
	// ExprStmt is an expression; nil for an empty statement.
	ExprStmt struct {
		At
		X Expr
	}
	// If is a condition.
	If struct {
		At
		Constexpr  bool
		Init       Stmt
		C          Expr
		Then, Else Stmt
	}
	// For is a loop. A while loop has neither Init nor Post.
	For struct {
		At
		Init   Stmt
		C      Expr
		Post   Expr
		Body   Stmt
		Unroll *Unroll
	}
	// DoWhile is do … while.
	DoWhile struct {
		At
		Body   Stmt
		C      Expr
		Unroll *Unroll
	}
	// Switch is a switch.
	Switch struct {
		At
		X    Expr
		Body *Block
	}
	// Case is a label of a switch; X is nil for default.
	Case struct {
		At
		X Expr
	}
	// Return is a return.
	Return struct {
		At
		X Expr
	}
	// Jump is break, continue or goto.
	Jump struct {
		At
		Word, Label string
	}
	// StaticAssert is a static_assert; it may also stand beside declarations.
	StaticAssert struct {
		At
		C Expr
	}
	// Label is a label for goto.
	Label struct {
		At
		Name string
	}
)

// Attrs is what CUDA adds to a declaration.
type Attrs struct {
	Global, Device, Host            bool
	Shared, Constant, Managed       bool
	Static, Extern, Const, Noinline bool
	Private                         bool // of a member
	Explicit                        bool
	Odd                             []lex.Token // words that are refused where they mean something
	Promises
	Align []Expr
}

// Promises are what a kernel says of its launches.
type Promises struct {
	Bounds  []Expr // of __launch_bounds__
	Cluster []Expr // of __cluster_dims__
}

// add adds what others say.
func (p *Promises) add(others Promises) {
	if others.Bounds != nil {
		p.Bounds = others.Bounds
	}
	if others.Cluster != nil {
		p.Cluster = others.Cluster
	}
}

// Decl is a declaration at file level.
type Decl interface{ Position() diag.Pos }

// The declarations.
type (
	// Var is a variable, parameter or field.
	Var struct {
		At
		Seen
		Name  string
		Names []string // of auto [a, b]
		Type  Type
		Init  Expr
		Pack  bool // it stands for several parameters, in host code
		Attrs Attrs
		// TParams are the parameters of a template.
		TParams []TParam
	}
	// Func is a function or method.
	Func struct {
		At
		Seen
		Name    string
		Attrs   Attrs
		Params  []*Var
		Result  Type // nil for a constructor
		Body    *Block
		TParams []TParam
		// Template is true after template<…>. Spec has the arguments of a specialization.
		Template, Special bool
		Spec              []Arg
		Begun             Seen   // where the body stands
		Of                string // the struct of a method that is defined outside of it
		Inits             []FieldInit
		Const             bool
		Defaulted         bool // = default or = delete
		Deleted           bool // = delete
		Ended             diag.Pos
	}
	// FieldInit is an item of a constructor's list.
	FieldInit struct {
		At
		Name string
		Args []Expr
	}
	// Struct is a struct, class or union.
	Struct struct {
		At
		Seen
		Name    string
		Unnamed bool // Name was made up
		Union   bool
		Refused *diag.Diagnostic // why kernels cannot use it; nil if they can
		TParams []TParam
		Special bool
		Spec    []Arg
		Bases   []Type // in host code only
		Fields  []*Var
		Methods []*Func
		Nested  []Decl
		Attrs   Attrs
		Defined bool
		// Friends has the names of the structs and functions that may use private members.
		Friends map[string]bool
		// PrivateTypes has the names of its private types, and of the values of private
		// enumerations.
		PrivateTypes map[string]bool
	}
	// Alias is typedef or using.
	Alias struct {
		At
		Seen
		Name    string
		Type    Type
		TParams []TParam
	}
	// Enum is an enumeration. Base is nil where the values decide; Scoped is enum class.
	Enum struct {
		At
		Seen
		Name   string
		Base   Type
		Scoped bool
		Items  []EnumItem
	}
	// EnumItem is a constant of an enumeration.
	EnumItem struct {
		Name  string
		Value Expr
	}
	// Broken is a declaration of the device that was not understood.
	Broken struct {
		At
		Seen
		Name   string
		Kernel bool
		Err    diag.Diagnostic
	}
)

// File is all declarations of a source, includes and all, in order.
type File struct {
	Decls []Decl
	// Hosts has the functions of the host by name, with their places.
	Hosts map[string]diag.Pos
	// HostFuncs are the functions of the host that have bodies, without these.
	HostFuncs []*Func
	// Usings are the keys of using declarations, with those that they name.
	Usings map[string][]string
	// Directives are the namespaces that using directives of each namespace name.
	Directives map[string][]string
	// Forward are the structs that are named before they are defined: their keys and orders.
	Forward map[string]int
	parser  *parser // as it was at the end
	// HostCode is the functions of the host, and its declarations that could not be read.
	HostCode []Span
}

// Unroll is #pragma unroll above a loop; N is nil without a number.
type Unroll struct{ N Expr }

// Span is a part of a source, from the first token to the last.
type Span struct{ First, Last lex.Token }

// From returns the index of the first case for whose value is holds; else that of default;
// -1 where there is neither.
func (s *Switch) From(is func(value Expr) bool) int {
	start, otherwise := -1, -1
	for i, st := range s.Body.Stmts {
		c, ok := st.(*Case)
		switch {
		case !ok:
		case c.X == nil:
			otherwise = i
		case start < 0 && is(c.X):
			start = i
		}
	}
	if start < 0 {
		return otherwise
	}
	return start
}
