package pass

// This file writes the slow path of sine, cosine and tangent, the Payne–Hanek argument
// reduction: a large argument is multiplied by many bits of 2/π, and the words of the
// product are kept in a local array.

import (
	"fmt"
	"math"

	"gpucourse/gpusim/internal/padding"

	"gpucourse/gpusim/internal/ir"
)

// trigReduction adds a slow path to every sine, cosine and tangent whose type needs
// local memory for it (ir.Kernel.TrigLocal). Only lanes with a large argument branch
// there. The slow path executes the reduction's stores and loads; the function's value
// is the same on both paths, to the bit.
//
// The CUDA C++ Programming Guide (mathematical functions, trigonometric functions)
// gives the limit of the fast path and says that the slow path uses local memory. nvcc
// 13 uses local memory only for float64, in a stack frame of 40 bytes
// (gpusim/validation/h200/compiler/ops.txt). Not modelled: the exponent selects the words of 2/π.
func trigReduction(k *ir.Kernel) {
	if k.TrigLocal == 0 {
		return
	}
	old := len(k.Blocks)
	for i := 0; i < len(k.Blocks); i++ {
		b := k.Blocks[i]
		for j := len(b.Instrs) - 1; j >= 0; j-- { // the instructions behind j move to another block
			if in := b.Instrs[j]; in.Op == ir.Math && slowTrig[in.Mod] && in.Type.Bytes() >= k.TrigLocal && in.Src[0].IsReg && i < old {
				r := reductions[in.Type]
				(&reducer{reduction: r, k: k, in: in}).split(b, j)
			}
		}
	}
	placeNew(k, old)
}

var slowTrig = map[ir.Mod]bool{ir.Sin: true, ir.Cos: true, ir.Tan: true}

// reduction is the slow path for one type.
type reduction struct {
	limit float64 // arguments below it take the fast path
	bits  ir.Type // the argument's bits as an integer
	word  ir.Type // a word of the product
	table []uint64
}

// reductions hold the leading bits of 2/π, the least significant word first.
var reductions = map[ir.Type]reduction{
	ir.F32: {105615, ir.U32, ir.U32, []uint64{0x3c439041, 0xdb629599, 0xf534ddc0, 0xfc2757d1, 0x4e441529, 0xa2f9836e}},
	ir.F64: {1 << 31, ir.U64, ir.U64, []uint64{0xfe5163abdebbc561, 0xdb6295993c439041, 0xfc2757d1f534ddc0, 0xa2f9836e4e441529}},
}

// LargeAngle describes the arguments that take the slow path of v, a ReductionVar.
func LargeAngle(v *ir.Var) string {
	for t, r := range reductions {
		if t.Bytes() == v.Elem.Bytes {
			return fmt.Sprintf("%.0f or more", r.limit)
		}
	}
	panic("BUG: no function reduces arguments in " + v.Name)
}

// reducer writes the slow path of one instruction.
type reducer struct {
	reduction
	k    *ir.Kernel
	in   *ir.Instr // the function
	slow *ir.Block
	root ir.VarID
}

// split ends b before instruction at with the branch to the slow path. The instructions
// from there on move to a new block.
func (r *reducer) split(b *ir.Block, at int) {
	rest := &ir.Block{ID: ir.BlockID(len(r.k.Blocks) + 1), Label: b.Label, Instrs: b.Instrs[at:]}
	r.slow = &ir.Block{ID: ir.BlockID(len(r.k.Blocks)), Label: r.in.Mod.String() + ".slow"}
	r.k.Blocks = append(r.k.Blocks, r.slow, rest)
	for _, s := range rest.Succs() {
		renamePred(r.k.Blocks[s], b.ID, rest.ID)
	}
	b.Instrs = b.Instrs[:at:at]
	x := r.in.Src[0]
	abs := r.emit(b, ir.Instr{Op: ir.Abs, Type: r.in.Type, Src: []ir.Operand{x}})
	large := r.emit(b, ir.Instr{Op: ir.Setp, Mod: ir.GE, Type: r.in.Type, Src: []ir.Operand{abs, r.float(r.limit)}})
	finite := r.emit(b, ir.Instr{Op: ir.Setp, Mod: ir.LT, Type: r.in.Type, Src: []ir.Operand{abs, r.float(math.Inf(1))}})
	both := r.emit(b, ir.Instr{Op: ir.And, Type: ir.Pred, Src: []ir.Operand{large, finite}})
	r.put(b, ir.Instr{Op: ir.CBra, Src: []ir.Operand{both}, Targets: []ir.BlockID{r.slow.ID, rest.ID}})
	r.reduce(x)
	r.put(r.slow, ir.Instr{Op: ir.Bra, Targets: []ir.BlockID{rest.ID}})
}

// reduce multiplies the fraction of x by 2/π word by word, and loads the words around
// the binary point.
func (r *reducer) reduce(x ir.Operand) {
	r.variable()
	bytes := r.word.Bytes()
	fraction := r.step(ir.Shl, r.step(ir.Mov, x), ir.I(uint64(bytes)*8/4))
	carry := ir.I(0)
	for i, w := range r.table {
		low := r.step(ir.Mad, fraction, ir.I(w), carry)
		carry = r.step(ir.MulHi, fraction, ir.I(w))
		r.store(i*bytes, low)
	}
	r.store(len(r.table)*bytes, carry)
	// The exponent selects the highest word that matters. The model reads the last
	// three words.
	last := len(r.table)
	for i := last - 2; i <= last; i++ {
		in := r.access(ir.Ld, i*bytes)
		in.Dst = []ir.Reg{r.k.NewReg(r.word, "")}
		r.slow.Instrs = append(r.slow.Instrs, in)
	}
}

// variable makes the local array.
func (r *reducer) variable() {
	n, bytes := len(r.table)+1, r.word.Bytes()
	at := padding.Up(r.k.LocalBytes, bytes)
	r.k.Vars = append(r.k.Vars, ir.Var{
		Name: r.k.FreeName(r.in.Mod.String()), Kind: ir.ReductionVar, Space: ir.Local, GoType: fmt.Sprintf("[%d]uint%d", n, 8*bytes), Dims: []int{n},
		Elem: ir.Elem{GoType: fmt.Sprintf("uint%d", 8*bytes), Bytes: bytes, Align: bytes}, Bytes: n * bytes, Offset: at, Align: bytes,
		Pos: r.k.Frame(r.in.Pos).Pos,
	})
	r.root, r.k.LocalBytes = ir.VarID(len(r.k.Vars)), at+n*bytes
}

// step appends an operation on words of the product.
func (r *reducer) step(op ir.Op, src ...ir.Operand) ir.Operand {
	return r.emit(r.slow, ir.Instr{Op: op, Type: r.word, Src: src})
}

func (r *reducer) store(off int, v ir.Operand) {
	in := r.access(ir.St, off)
	in.Src = append(in.Src, v)
	r.slow.Instrs = append(r.slow.Instrs, in)
}

func (r *reducer) access(op ir.Op, off int) *ir.Instr {
	return &ir.Instr{
		Op: op, Type: r.word, Space: ir.Local, Vec: 1, Root: r.root, Off: int64(off), Src: []ir.Operand{{}}, Align: r.word.Bytes(), Pos: r.in.Pos,
	}
}

func (r *reducer) float(v float64) ir.Operand { return ir.I(ir.FloatBits(r.in.Type, v)) }

// emit appends an instruction with one result to b.
func (r *reducer) emit(b *ir.Block, in ir.Instr) ir.Operand {
	in.Dst = []ir.Reg{r.k.NewReg(in.DstType(), "")}
	r.put(b, in)
	return ir.R(in.Dst[0])
}

func (r *reducer) put(b *ir.Block, in ir.Instr) {
	in.Pos = r.in.Pos
	b.Instrs = append(b.Instrs, &in)
}
