// Package ir is the instruction set of the simulated machine: what compile
// lowers to, what the passes rewrite, what simt executes.
//
// A Kernel is a control-flow graph of Blocks of Instrs over typed virtual
// registers. It is written for one thread and executed by warps. From lowering
// until the pass "phis" it is in SSA form: every register has one definition,
// and joins are Phi instructions. After it registers may be written many times,
// no Phi is left, and every conditional branch names the block where its lanes
// meet again (Reconv). Verify knows both forms.
//
// Types are those of the operation, as in PTX. Arithmetic is 32 or 64 bits
// wide; 8- and 16-bit values live in 32-bit registers, zero- or sign-extended
// as their Go type is, and a Cvt restores that after arithmetic. Loads, stores
// and Cvt alone know the narrow types. Predicates are a register class of
// their own.
//
// Addresses: global addresses are 64-bit registers holding device addresses.
// Shared, local, constant and parameter addresses are 32-bit offsets. The sum
// of an address and Instr.Off wraps at the address's width. An
// access whose object is known at compile time names it in Instr.Root; then a
// shared, local or constant address is relative to that object, and an access
// outside it is a fault. A global Root is a slice parameter: the address stays
// absolute and must lie inside the slice passed at launch. Local memory reads as
// zero until it is written.
//
// Functions that are called and not inlined have blocks and registers of their
// own: a Kernel of their own (Func.Body) while the passes work, and a part of
// the calling kernel's blocks after Link. A call leaves the caller's registers
// alone as far as they are needed after it: what a function uses of them it
// stores in its stack frame first (pass "calls").
//
// A Guard leaves lanes out of an access, of arithmetic or of a Printf; those have
// anything in the result. When the kernel has left SSA form they may keep what it
// was, which is then an operand too (Instr.Keep).
//
// Not modelled: condition codes, instruction encodings, register banks.
package ir

import (
	"strconv"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/trace"
)

// Type is the type of an operation or a register.
type Type uint8

// The types. The zero value is no type at all.
const (
	NoType Type = iota
	Pred        // one bit a lane
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

// The spaces of package trace, under the names that passes use.
const (
	NoSpace = trace.NoSpace
	Param   = trace.Param
	Const   = trace.Const
	Global  = trace.Global
	Shared  = trace.Shared
	Local   = trace.Local
	Texture = trace.Texture
)

// Reg is a virtual register: an index into Kernel.Regs. Regs[0] is unused, so
// that the zero value means none.
type Reg int32

// NoReg is the absent register.
const NoReg Reg = 0

// RegInfo describes one register.
type RegInfo struct {
	Type Type   // Pred, U32, S32, U64, S64, F32 or F64: narrow types live in 32 bits
	Name string // the learner's variable, when there is one
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

// VarID names one of Kernel.Vars, counted from 1; 0 is "not known".
type VarID int32

// VarKind says what kind of object a Var is.
type VarKind uint8

// The kinds of Var.
const (
	ParamSlice    VarKind = iota + 1 // what a slice parameter (or a slice inside a struct parameter) points to
	SharedVar                        // gpu.Shared
	DynamicShared                    // gpu.DynamicShared: as many bytes as the launch gives
	LocalVar                         // a local array or an addressed local
	ConstVar                         // gpu.Constant
	GlobalVar                        // gpu.Global
	SpillVar                         // what registers did not hold
	SavedVar                         // registers of the caller that a function keeps while it uses them
	ReductionVar                     // where a math function keeps words of a large argument's reduction
	TextureVar                       // what a gpu.Texture1D or gpu.Texture2D parameter stands for
)

// Var is an object in memory that accesses can be rooted in.
type Var struct {
	Name     string // the learner's name, for a field "a.Elements"; made unique with ".2" …
	Kind     VarKind
	Space    Space
	GoType   string // "[]float32", "[32][33]float32"
	Elem     Elem   // the innermost element
	Dims     []int  // array extents, outermost first; nil for slices and scalars
	Bytes    int    // size; 0 for slices and dynamic shared memory
	Offset   int    // in its space; for a ParamSlice, GlobalVar or TextureVar the offset of its pointer in the parameter block
	Align    int
	Pos      diag.Pos
	Symbol   string // package path-qualified name of a ConstVar or GlobalVar
	ReadOnly bool   // a gpu.ReadOnly parameter or never stored to
	// Func is the function in whose stack frame a local object lies, as in
	// Instr.Func; 0 for the kernel's own.
	Func int
}

// pointed reports whether objects of the kind lie where a parameter points.
func (kind VarKind) pointed() bool {
	return kind == ParamSlice || kind == GlobalVar || kind == TextureVar
}

// Index spells a linear index as the object is indexed: "7", "[32][29]".
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
}

// Frame is where an instruction came from: Pos in function Func, called from
// Caller when it was inlined.
type Frame struct {
	Pos    diag.Pos
	Func   string
	Caller *Frame
}

// PosID names one of Kernel.Frames; 0 is "no position" (Frames[0]).
type PosID int32

// BlockID names one of Kernel.Blocks by index. The entry, Blocks[0], is never
// the target of a branch, so that the zero value means none where a target is
// asked for.
type BlockID int32

// NoBlock is the absent block.
const NoBlock BlockID = 0

// GlobalLoad says whether a load of global memory is uniform, for people.
type GlobalLoad struct {
	Pos     PosID
	Var     VarID // the object read; 0 when it is not known
	Uniform bool
	Why     string // it is not; empty when it is
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
	// SharedBytes is static shared memory a block, LocalBytes local memory a thread.
	SharedBytes, LocalBytes int
	// MaxThreads and MinBlocks come from //gpu:launchbounds; 0 when absent.
	MaxThreads, MinBlocks int
	// Registers is how many registers a thread may have before fewer threads fit
	// an SM: what scheduling fills. 0: not known.
	Registers int
	// TrigLocal is the size of the narrowest float type whose sine, cosine and
	// tangent keep words of a large argument's reduction in local memory: 4 or 8. 0:
	// none.
	TrigLocal int
	// Usage is what allocation for a device found; nil before. It is not printed.
	Usage *Usage
	// GlobalLoads is what the pass "uniform" found; it is not printed.
	GlobalLoads []GlobalLoad
	// SSA is true until the pass "phis" has run.
	SSA bool
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

// Block is a straight run of instructions ended by one terminator: Bra, CBra,
// Ret, Exit or Trap.
type Block struct {
	ID     BlockID // its index in Kernel.Blocks
	Label  string  // "entry", "for.body" …; informative
	Instrs []*Instr
}

// Term returns the block's terminator.
func (b *Block) Term() *Instr { return b.Instrs[len(b.Instrs)-1] }

// Place is the 32-bit registers of a thread that an operand is read from: none where the
// instruction names something else.
type Place struct{ First, Words int16 }

// Instr is one instruction. Which fields an Op uses, and how many operands it
// takes, stands in the facts table (Op.Facts).
type Instr struct {
	Op    Op
	Mod   Mod  // comparison, math function, atomic operation, shuffle mode, special register …
	Type  Type // of the operation; the result type of Cvt and MulWide
	From  Type // source type of Cvt; type of the coordinates of Tex
	Space Space
	Vec   int // elements a lane of Ld, St and Tex: 1, 2 or 4

	Dst []Reg
	Src []Operand // Ld: address. St, Atom: address, then values. Phi: one for each of Preds.
	// Places are those of Src, where registers were allocated; they are not printed.
	Places []Place

	Guard    Reg  // execute only lanes where Guard holds; NoReg for all
	GuardNot bool // … where Guard does not hold
	Keep     bool // of arithmetic, after SSA form: the lanes left out keep what the result was

	Off      int64 // added to the address
	Root     VarID // the object accessed
	Align    int   // proven alignment of address+Off, for Ld and St
	Volatile bool  // never merged, moved or removed
	ReadOnly bool  // through the read-only path (gpu.ReadOnly, gpu.Ldg)
	Uniform  bool  // of a global load: one address for all lanes, and nothing stores there; after pass "uniform"

	Targets []BlockID // of Bra (1) and CBra (2: taken, not taken)
	Reconv  BlockID   // of CBra, after pass "reconverge": where its lanes meet; NoBlock at the exit
	Preds   []BlockID // of Phi: the predecessor each operand comes from

	Func int    // of Call: the function, counted from 1
	Text string // of Printf: the format; of Trap: the message
	Pos  PosID
}
