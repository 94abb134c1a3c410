// Package ir is the instruction set of the simulated machine. Package compile
// lowers Go to it, the passes rewrite it, and package simt executes it.
//
// A Kernel is a control-flow graph of Blocks of Instrs over typed virtual
// registers. It is written for one thread and executed by warps. From lowering
// until the pass "phi-elimination" it is in SSA form: every register has one definition,
// and joins are Phi instructions. After that pass a register may be written many
// times, no Phi is left, and every conditional branch names the block where its
// lanes reconverge (Reconv). Verify checks both forms.
//
// Each operation has a type, as in PTX. Arithmetic is 32 or 64 bits wide. An 8-
// or 16-bit value lives in a 32-bit register, zero- or sign-extended as its Go
// type is; a Cvt restores the extension after arithmetic. Only loads, stores and
// Cvt have narrow types. Predicates are a register class of their own.
//
// A global address is a 64-bit register that holds a device address. A shared,
// local, constant or parameter address is a 32-bit offset. The sum of an address
// and Instr.Off wraps at the width of the address. An access whose object is
// known at compile time names the object in Instr.Root. A shared, local or
// constant address is then relative to the object, and an access outside the
// object faults. A global Root is a slice parameter: the address stays absolute
// and must lie inside the slice passed at launch. Local memory reads as zero
// until it is written.
//
// A function that is called and not inlined has blocks and registers of its own.
// They are a separate Kernel (Func.Body) until Link appends them to the calling
// kernel. The callee saves the registers that its caller still needs: it stores
// them in its stack frame before it uses them (pass "callee-saves").
//
// A Guard disables lanes of an access, an arithmetic operation or a Printf. The
// result of a disabled lane is undefined, except with Instr.Keep: the lane then
// keeps its previous value, and the destination is an operand too.
//
// Not modelled: condition codes, instruction encodings.
package ir

import (
	"strconv"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/trace"
)

// Type is the type of an operation or a register.
type Type uint8

// The types. The zero value is no type at all.
const (
	NoType Type = iota
	Pred        // one bit per lane
	U8
	S8
	U16
	S16
	U32
	S32
	U64
	S64
	F32
	F64
)

// Space is where an access goes: see package trace.
type Space = trace.Space

// The spaces of package trace, so that passes need not import it.
const (
	NoSpace = trace.NoSpace
	Param   = trace.Param
	Const   = trace.Const
	Global  = trace.Global
	Shared  = trace.Shared
	Local   = trace.Local
	Texture = trace.Texture
	Cluster = trace.Cluster
)

// Hint is a cache operator and a policy: see package trace.
type Hint = trace.Hint

// Reg is a virtual register: an index into Kernel.Regs. Regs[0] is unused, so
// that the zero value names no register.
type Reg int32

// NoReg is the absent register.
const NoReg Reg = 0

// RegInfo describes one register.
type RegInfo struct {
	Type Type   // Pred, U32, S32, U64, S64, F32 or F64: narrow types live in 32 bits
	Name string // the variable in the source, when there is one
}

// Operand is a register or an immediate. The zero value is the immediate 0.
type Operand struct {
	IsReg bool
	Reg   Reg
	Imm   uint64 // the bits of the operation's type, zero-extended
}

// R makes a register operand.
func R(r Reg) Operand { return Operand{IsReg: true, Reg: r} }

// I makes an immediate operand from raw bits.
func I(bits uint64) Operand { return Operand{Imm: bits} }

// VarID names one of Kernel.Vars, counted from 1; 0 means unknown.
type VarID int32

// VarKind says what kind of object a Var is.
type VarKind uint8

// The kinds of Var.
const (
	ParamSlice    VarKind = iota + 1 // the array of a slice parameter, or of a slice inside a struct parameter
	SharedVar                        // gpu.Shared
	DynamicShared                    // gpu.DynamicShared; the launch sets its size
	LocalVar                         // a local array, or a local variable whose address is taken
	ConstVar                         // gpu.Constant
	GlobalVar                        // gpu.Global
	SpillVar                         // a value that register allocation spilled
	SavedVar                         // registers that a function saves for its caller
	ReductionVar                     // scratch of a trigonometric function that reduces a large argument
	ArgumentVar                      // the arguments of printf
	TextureVar                       // the texture of a gpu.Texture1D or gpu.Texture2D parameter
)

// Var is an object in memory that accesses can be rooted in.
type Var struct {
	Name   string // in the source, "a.Elements" for a field; ".2" and so on make it unique
	Kind   VarKind
	Space  Space
	GoType string // "[]float32", "[32][33]float32"
	Elem   Elem   // the innermost element
	Dims   []int  // array extents, outermost first; nil for slices and scalars
	Bytes  int    // size; 0 for slices and dynamic shared memory
	Offset int    // in its space; for a ParamSlice, GlobalVar or TextureVar the offset of its pointer in the parameter block
	Align  int
	Pos    diag.Pos
	Symbol string // of a ConstVar or GlobalVar: its name with the package's, "main.Coef"
	// Record and Initial are an element and the first bytes of a ConstVar or GlobalVar, as the
	// host sees them. No bytes stand for zeros. They are not printed.
	Record  Record
	Initial []byte
	// Addresses are the addresses of other variables among the first bytes. They are not printed.
	Addresses []Address
	ReadOnly  bool // a gpu.ReadOnly parameter, or an object that the kernel never stores to
	// Func is the function in whose stack frame a local object lies, as in
	// Instr.Func; 0 for the kernel's own.
	Func int
}

// Address says that 8 bytes of a variable, from At on, hold the address of byte Off of the global
// variable Symbol.
type Address struct {
	At     int
	Symbol string
	Off    int64
}

// pointed reports whether a pointer in the parameter block says where objects of
// the kind are.
func (kind VarKind) pointed() bool {
	return kind == ParamSlice || kind == GlobalVar || kind == TextureVar
}

// Index returns a linear index as the source would write it: "7", "[32][29]".
func (v *Var) Index(i int64) string {
	if len(v.Dims) < 2 || i < 0 {
		return strconv.FormatInt(i, 10)
	}
	s := ""
	for d := len(v.Dims) - 1; d > 0; d-- {
		n := int64(v.Dims[d])
		s = "[" + strconv.FormatInt(i%n, 10) + "]" + s
		i /= n
	}
	return "[" + strconv.FormatInt(i, 10) + "]" + s
}

// Elem describes the element of an array or slice.
type Elem struct {
	GoType string
	Bytes  int
	Align  int
}

// Parameter is one flattened piece of the parameter block: a scalar, a slice's
// pointer ("in"), a slice's length ("in.len") or a gpu.Global's address.
type Parameter struct {
	Name   string
	Type   Type
	Offset int
	Var    VarID // for a pointer: the object it points to
	Unread bool  // no access of the kernel, lowered from PTX, names it, or it is a blank field: a launch may leave it out
}

// Frame is the source position of an instruction: Pos in function Func. Caller is
// the call site when Func was inlined.
type Frame struct {
	Pos    diag.Pos
	Func   string
	Caller *Frame
}

// PosID names one of Kernel.Frames; 0 means no position.
type PosID int32

// BlockID names one of Kernel.Blocks by index. The entry, Blocks[0], is never
// the target of a branch, so that the zero value means no block.
type BlockID int32

// NoBlock is the absent block.
const NoBlock BlockID = 0

// GlobalLoad reports whether a load of global memory is uniform, and why not.
type GlobalLoad struct {
	Pos     PosID
	Var     VarID // the object read; 0 when unknown
	Uniform bool
	Why     string // why the load is not uniform; empty when it is
}

// MixedFragment is a use of registers of one fragment as those of another: where they were set, where they are used,
// and what each fragment is.
type MixedFragment struct {
	Set, Used PosID
	Is, As    string
}

// Kernel is one compiled kernel.
type Kernel struct {
	Name   string // "Transpose"; a generic instance "Copy[float32]"
	File   string
	Pos    diag.Pos
	Params []Parameter
	// ParamBytes is the size of the parameter block.
	ParamBytes int
	Vars       []Var     // VarID v is Vars[v-1]
	Regs       []RegInfo // Regs[0] is unused
	Blocks     []*Block  // Blocks[0] is the entry
	Frames     []Frame
	Funcs      []*Func // Call.Func f is Funcs[f-1]
	// SharedBytes is static shared memory per block, LocalBytes local memory per thread.
	SharedBytes, LocalBytes int
	// MaxThreads and MinBlocks come from //gpu:launchbounds; 0 when absent.
	MaxThreads, MinBlocks int
	// Cluster is the extents of a cluster that //gpu:cluster gives; zero when absent.
	Cluster arch.Dim3
	// Registers is how many registers per thread scheduling may use without lowering
	// the occupancy; 0 when unknown.
	Registers int
	// TrigLocal is the size in bytes, 4 or 8, of the narrowest float type whose sine,
	// cosine and tangent reduce large arguments in local memory; 0 when none does.
	TrigLocal int
	// FlushDenormals: operations on 32-bit floats take denormal numbers for zeros of their
	// sign, and give such zeros, as with -ftz of nvcc. It is not printed.
	FlushDenormals bool
	// CFormats: the formats of Printf are those of C, not of Go. It is not printed.
	CFormats bool
	// Arguments are the parameters as a launch passes them. They are not printed.
	Arguments []Argument
	// Unmasked has the calls of warp functions without a mask, such as __shfl, by their
	// places. Newer devices lack them. It is not printed.
	Unmasked map[diag.Pos]string
	// Origin says who made the PTX that the kernel was lowered from; nil for a kernel of Go or of
	// this module's front end for CUDA C. It is not printed.
	Origin *Origin
	// MixedFragments has fragments of wmma that are used in the place of other ones. It is not printed.
	MixedFragments []MixedFragment
	// Usage is the result of register allocation for a device; nil before. It is
	// not printed.
	Usage *Usage
	// GlobalLoads is the result of the pass "uniform". It is not printed.
	GlobalLoads []GlobalLoad
	// SSA is true until the pass "phi-elimination" has run.
	SSA bool
}

// EachInstr calls f for each instruction, in the order of the blocks.
func (k *Kernel) EachInstr(f func(*Instr)) {
	for _, b := range k.Blocks {
		for _, in := range b.Instrs {
			f(in)
		}
	}
}

// Var returns the object id names, or nil for 0.
func (k *Kernel) Var(id VarID) *Var {
	if id == 0 {
		return nil
	}
	return &k.Vars[id-1]
}

// Frame returns the position of an instruction.
func (k *Kernel) Frame(p PosID) *Frame { return &k.Frames[p] }

// NewReg adds a register and returns it.
func (k *Kernel) NewReg(t Type, name string) Reg {
	if len(k.Regs) == 0 {
		k.Regs = append(k.Regs, RegInfo{})
	}
	k.Regs = append(k.Regs, RegInfo{Type: t, Name: name})
	return Reg(len(k.Regs) - 1)
}

// Block is a basic block: instructions that end with one terminator, which is Bra,
// CBra, Ret, Exit or Trap.
type Block struct {
	ID     BlockID // its index in Kernel.Blocks
	Label  string  // "entry", "for.body" …; only for readers
	Unroll int     // of a loop's header: see UnrollFull
	Instrs []*Instr
}

// Block.Unroll is what //gpu:unroll asks of a loop: how many iterations one pass through
// the loop executes. 1 forbids unrolling, UnrollFull asks for all iterations, and 0 leaves
// the choice to the compiler. UnrollAgain marks a loop that NVVM has unrolled: ptxas may do it again.
const (
	UnrollFull  = -1
	UnrollAgain = -2
)

// Term returns the block's terminator.
func (b *Block) Term() *Instr { return b.Instrs[len(b.Instrs)-1] }

// Instr is one instruction. The facts table (Op.Facts) says which fields an Op uses
// and how many operands it takes.
type Instr struct {
	Op    Op
	Mod   Mod  // comparison, math function, atomic operation, shuffle mode, special register …
	Type  Type // of the operation; the result type of Cvt and MulWide
	From  Type // source type of Cvt; type of the coordinates of Tex
	Space Space
	Vec   int // of Ld, St and Tex: elements per lane, 1, 2 or 4

	Dst []Reg
	Src []Operand // Ld: address. St, Atom: address, then values. Phi: one for each of Preds.

	Guard    Reg  // only lanes where this predicate is true execute; NoReg: all lanes
	GuardNot bool // only lanes where Guard is false execute
	Keep     bool // of arithmetic and loads, after SSA form: disabled lanes keep the value of the destination

	Off      int64 // added to the address
	Root     VarID // the object accessed
	Align    int   // proven alignment of address+Off, for Ld and St
	Volatile bool  // never merged, moved or removed
	ReadOnly bool  // through the read-only path (gpu.ReadOnly, gpu.Ldg)
	Hint     Hint  // of an access to global memory: its cache operator and policy
	Uniform  bool  // of a global load, after pass "uniform": all lanes have one address, and the kernel never stores there

	Targets []BlockID // of Bra (1) and CBra (2: taken, not taken)
	Reconv  BlockID   // of CBra, after pass "reconverge": where its lanes reconverge; NoBlock at the exit
	Preds   []BlockID // of Phi: the predecessor each operand comes from

	Func int    // of Call: the function, counted from 1
	Text string // of Printf: the format; of Trap: the message; of Expect: what was expected
	Pos  PosID
}
