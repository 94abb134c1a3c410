// Package syntax reads the text of PTX into a tree.
//
// It knows the grammar and no opcode: an instruction is a name with modifiers and operands. Names
// are not resolved, and registers that are declared by number, such as %r<39>, stay one
// declaration. Debug sections are skipped, except for the names of functions that .loc mentions.
//
// Not read: masked addresses in initialisers (0xff(x)), and constant expressions other than a
// number with a sign and a symbol with an offset.
package syntax

import "gpucourse/gpusim/diag"

// Module is one file of PTX.
type Module struct {
	Name    string // of the file
	Version string // "9.5"
	Targets []string
	Vars    []*Var // of the module
	Funcs   []*Func
	Sources map[int]string // the files that .loc means, by their numbers
	lines   []string
}

// Line returns the text of a line, counted from 1, or "".
func (m *Module) Line(n int) string {
	if n < 1 || n > len(m.lines) {
		return ""
	}
	return m.lines[n-1]
}

// Var declares a variable, a parameter or registers.
type Var struct {
	Pos     diag.Pos
	Linkage string // "visible", "extern", "weak", "common" or ""
	Space   string // "reg", "global", "shared", "const", "local", "param" or "tex"
	Align   int    // in bytes; 0 for that of the type
	Vec     int    // elements of a vector: 1, 2 or 4
	Type    string // of an element: "f32", "b8", "pred", "texref"
	Name    string
	Count   int   // of registers %r<39>: 39 of them, from %r0; 0 for one with this name
	Dims    []int // of an array, the outer first; Open for []
	Init    *Operand
	Pointer bool   // a parameter declared with .ptr
	To      string // the space that a .ptr points to; "" for generic
	ToAlign int    // the alignment in bytes of what it points to; 0 where none is given
	Managed bool
}

// Open is the first dimension of an array without length.
const Open = -1

// Func is a kernel or a function.
type Func struct {
	Pos             diag.Pos
	Linkage         string
	Entry           bool // a kernel
	Name            string
	Results, Params []*Var
	Directives      []Directive
	Body            *Block // nil for a prototype
}

// Directive is a directive with numbers, such as .maxntid 256, 1, 1.
type Directive struct {
	Name string
	Args []int
}

// Numbers returns the numbers of a directive of the function; nil where it has none of this name.
func (f *Func) Numbers(name string) []int {
	for _, d := range f.Directives {
		if d.Name == name {
			return d.Args
		}
	}
	return nil
}

// Stmt is a statement: a *Var, *Label, *Instr, *Block, *Pragma, *Targets or *Prototype.
type Stmt interface{ stmt() }

// Block is a list of statements with a scope of its own.
type Block struct{ Stmts []Stmt }

// Label names the next statement.
type Label struct {
	Pos  diag.Pos
	Name string
}

// Pragma is a pragma's text, such as "nounroll".
type Pragma struct{ Text string }

// Targets lists the labels or functions of a .branchtargets or .calltargets.
type Targets struct {
	Name  string
	Calls bool
	List  []string
}

// Prototype is a .callprototype: what functions that a register names take and return.
type Prototype struct {
	Name            string
	Results, Params []*Var
}

func (*Var) stmt()       {}
func (*Label) stmt()     {}
func (*Instr) stmt()     {}
func (*Block) stmt()     {}
func (*Pragma) stmt()    {}
func (*Targets) stmt()   {}
func (*Prototype) stmt() {}

// Instr is one instruction.
type Instr struct {
	Pos      diag.Pos // in the text of PTX
	Loc      *Loc     // in the source that PTX was made from; nil where it is unknown
	Guard    string   // the predicate of @p; "" for none
	GuardNot bool
	Op       string   // "ld"
	Mods     []string // "global", "nc", "v4", "f32"
	Operands []Operand
}

// Loc is a place of a .loc directive.
type Loc struct {
	File, Line, Col int    // File is a key of Module.Sources
	Func            string // the function inlined here, mangled; "" for the kernel's own text
	Caller          *Loc   // where it was inlined; nil for the kernel's own text
}

// Kind is the kind of an operand.
type Kind uint8

// The kinds of operands.
const (
	Name    Kind = iota // a register, a symbol, a label or a function, with Offset
	Int                 // Bits as a 64-bit integer
	Float32             // Bits of a float32, written 0f3F800000
	Float64             // Bits of a float64, written 0d… or in decimal
	Vector              // {a, b}: List
	Address             // [a+8] or [a, {x, y}]: List
	List                // (a, b) of a call: List
	Pair                // a|p, two results: List
	Sink                // _, a result that is not wanted
	Generic             // generic(a): the generic address of Name
)

// Operand is one operand, or a value of an initialiser.
type Operand struct {
	Kind   Kind
	Pos    diag.Pos
	Name   string
	Not    bool // !p
	Bits   uint64
	Offset int64 // in bytes, of a Name, a Generic or an Address
	List   []Operand
}
