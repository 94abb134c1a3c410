package pass

// This file makes random kernels. Their variables live in local memory, so
// that promote has to build the SSA form that the other passes then work on.

import (
	"fmt"

	"pgregory.net/rapid"

	"gpucourse/gpusim/internal/ir"
)

// randomHead declares what every random kernel has.
const randomHead = `.visible .entry Random(.param .u64 out, .param .u64 in, .param .s32 n, .param .f32 x)
.local_bytes 88 .ssa
{
	.slice .align 4 .b8 out[] .elem "int32" 4 4;
	.slice .align 16 .b8 in[] @8 .elem "int4" 16 16;
	.shared .align 16 .b8 tile[64];
	.local .align 4 .b8 i0[4];
	.local .align 4 .b8 i1[4] @4;
	.local .align 4 .b8 i2[4] @8;
	.local .align 4 .b8 i3[4] @12;
	.local .align 4 .b8 f0[4] @16;
	.local .align 4 .b8 f1[4] @20;
	.local .align 16 .b8 arr[32] @32;
	.local .align 1 .b8 byte[1] @64;
	.local .align 4 .b8 c0[4] @68;
	.local .align 8 .b8 view[16] @72;
L0: // entry
	exit;
}`

// writer builds a random kernel block by block.
type writer struct {
	t       *rapid.T
	k       *ir.Kernel
	b       *ir.Block
	fuel    int // statements left
	counter int // loop counters in use
	breaks  []ir.BlockID
	out, in ir.Operand
}

func randomKernel(t *rapid.T) *ir.Kernel {
	k, err := ir.Parse(randomHead)
	if err != nil {
		t.Fatal(err)
	}
	k.Blocks[0].Instrs = nil
	w := &writer{t: t, k: k, b: k.Blocks[0], fuel: rapid.IntRange(1, 12).Draw(t, "size")}
	w.out = w.emit(ir.Instr{Op: ir.Ld, Type: ir.U64, Space: ir.Param, Vec: 1, Src: []ir.Operand{ir.I(0)}})
	w.in = w.emit(ir.Instr{Op: ir.Ld, Type: ir.U64, Space: ir.Param, Vec: 1, Src: []ir.Operand{ir.I(0)}, Off: 8})
	for w.fuel > 0 {
		w.statement(2)
	}
	for i, v := range []string{"i0", "i1", "i2", "i3", "f0", "f1", "byte", "arr"} {
		typ := map[byte]ir.Type{'i': ir.S32, 'f': ir.F32, 'b': ir.U8, 'a': ir.S32}[v[0]]
		w.store(ir.Global, 1, typ, w.out, w.load(ir.Local, w.local(v), typ, ir.I(0)), int64(128+4*i))
	}
	for at := int64(0); at < viewBytes; at += 4 {
		w.store(ir.Global, 1, ir.U32, w.out, w.access(ir.Ld, ir.Local, "view", ir.U32, ir.I(0), at), 192+at)
	}
	w.end(&ir.Instr{Op: ir.Exit})
	return k
}

func (w *writer) pick(n int) int { return rapid.IntRange(0, n-1).Draw(w.t, "pick") }

// local finds a variable by name.
func (w *writer) local(name string) ir.VarID {
	for i, v := range w.k.Vars {
		if v.Name == name {
			return ir.VarID(i + 1)
		}
	}
	panic("BUG: no variable " + name)
}

func (w *writer) emit(in ir.Instr) ir.Operand {
	if in.NumDst() == 1 {
		in.Dst = []ir.Reg{w.k.NewReg(in.DstType(), "")}
	}
	w.b.Instrs = append(w.b.Instrs, &in)
	if in.Dst == nil {
		return ir.Operand{}
	}
	return ir.R(in.Dst[0])
}

func (w *writer) op(op ir.Op, typ ir.Type, src ...ir.Operand) ir.Operand {
	return w.emit(ir.Instr{Op: op, Type: typ, Src: src})
}

func (w *writer) load(s ir.Space, root ir.VarID, typ ir.Type, at ir.Operand) ir.Operand {
	return w.emit(ir.Instr{Op: ir.Ld, Type: typ, Space: s, Root: root, Vec: 1, Src: []ir.Operand{at}})
}

func (w *writer) store(s ir.Space, root ir.VarID, typ ir.Type, at, v ir.Operand, off int64) {
	w.emit(ir.Instr{Op: ir.St, Type: typ, Space: s, Root: root, Vec: 1, Src: []ir.Operand{at, v}, Off: off})
}

// end ends the block at hand.
func (w *writer) end(in *ir.Instr) { w.b.Instrs = append(w.b.Instrs, in) }

func (w *writer) newBlock() ir.BlockID {
	id := ir.BlockID(len(w.k.Blocks))
	w.k.Blocks = append(w.k.Blocks, &ir.Block{ID: id})
	return id
}

func (w *writer) jump(id ir.BlockID) { w.end(&ir.Instr{Op: ir.Bra, Targets: []ir.BlockID{id}}) }

func (w *writer) enter(id ir.BlockID) { w.b = w.k.Blocks[id] }

// index returns a random element's address: masked, scaled and added to base.
func (w *writer) index(elems uint64, base ir.Operand) ir.Operand {
	i := w.op(ir.And, ir.S32, w.integer(1), ir.I(elems-1))
	if base == (ir.Operand{}) {
		return w.op(ir.Mul, ir.S32, i, ir.I(4))
	}
	switch w.pick(3) {
	case 0:
		i = w.op(ir.Add, ir.S32, i, ir.I(1))
	case 1:
		i = w.linear()
	}
	wide := w.emit(ir.Instr{Op: ir.Cvt, Type: ir.S64, From: ir.S32, Src: []ir.Operand{i}})
	return w.op(ir.Add, ir.U64, w.op(ir.Mul, ir.S64, wide, ir.I(4)), base)
}

// linear is an index that grows with the counter of the innermost loop, at most 4,
// by a constant, by a value that stays, or by both.
func (w *writer) linear() ir.Operand {
	c := w.load(ir.Local, w.local("c0"), ir.S32, ir.I(0))
	stays := w.op(ir.And, ir.S32, w.load(ir.Local, w.local("i0"), ir.S32, ir.I(0)), ir.I(3))
	up := w.op(ir.Mul, ir.S32, c, ir.I(uint64(1+w.pick(3))))
	i := w.op(ir.Sub, ir.S32, ir.I(uint64(12+w.pick(8))), up)
	if w.pick(2) == 0 {
		i = w.op(ir.Add, ir.S32, up, ir.I(uint64(w.pick(8))))
	}
	switch w.pick(3) {
	case 0:
		i = w.op(ir.Add, ir.S32, i, w.op(ir.Mul, ir.S32, c, stays))
	case 1:
		i = w.op(ir.Add, ir.S32, w.op(ir.Mul, ir.S32, stays, w.op(ir.Add, ir.S32, c, ir.I(1))), i)
	}
	return i
}

var (
	intOps   = []ir.Op{ir.Add, ir.Sub, ir.Mul, ir.And, ir.Or, ir.Xor, ir.Min, ir.Max, ir.Shl, ir.Shr, ir.Div, ir.Rem}
	floatOps = []ir.Op{ir.Add, ir.Sub, ir.Mul, ir.Div, ir.Min, ir.Max}
	small    = []uint64{0, 1, 2, 3, 4, 7, 8, 31, 32, 0xffffffff, 0x80000000, 0x7fffffff}
	floats   = []float64{0, 1, -1, 0.5, 2, 3.25, 1e30, -1e-30}
	narrow   = []ir.Type{ir.U8, ir.S8, ir.U16, ir.S16}
)

// integer emits a random 32-bit expression.
func (w *writer) integer(depth int) ir.Operand {
	if depth == 0 {
		return w.integerLeaf()
	}
	typ := []ir.Type{ir.S32, ir.U32}[w.pick(2)]
	switch w.pick(9) {
	case 0:
		return w.emit(ir.Instr{Op: ir.Cvt, Type: narrow[w.pick(4)], From: typ, Src: []ir.Operand{w.integer(depth - 1)}})
	case 1:
		return w.op(ir.Selp, typ, w.integer(depth-1), w.integer(depth-1), w.condition())
	case 2:
		return w.emit(ir.Instr{Op: ir.Cvt, Type: typ, From: ir.F32, Src: []ir.Operand{w.float(depth - 1)}})
	case 3:
		return w.op([]ir.Op{ir.Neg, ir.Not, ir.Abs, ir.Popc, ir.Clz, ir.Brev}[w.pick(6)], typ, w.integer(depth-1))
	case 4:
		wide := w.op(ir.MulWide, ir.S64, w.integer(depth-1), ir.I(small[w.pick(len(small))]))
		return w.emit(ir.Instr{Op: ir.Cvt, Type: typ, From: ir.S64, Src: []ir.Operand{w.op(ir.Shr, ir.S64, wide, ir.I(uint64(w.pick(40))))}})
	}
	op := intOps[w.pick(len(intOps))]
	a, b := w.integer(depth-1), w.integer(depth-1)
	if op == ir.Div || op == ir.Rem {
		b = w.op(ir.Or, typ, b, ir.I(1))
		if w.pick(2) == 0 {
			b = ir.I(1 << uint(w.pick(31)))
		}
	}
	return w.op(op, typ, a, b)
}

func (w *writer) integerLeaf() ir.Operand {
	switch w.pick(9) {
	case 0:
		return ir.I(small[w.pick(len(small))])
	case 1:
		return w.emit(ir.Instr{Op: ir.Ld, Type: ir.S32, Space: ir.Param, Vec: 1, Src: []ir.Operand{ir.I(0)}, Off: 16})
	case 2:
		return w.load(ir.Local, w.local("byte"), ir.U8, ir.I(0))
	case 3:
		return w.load(ir.Local, w.local("arr"), ir.S32, w.arrayPlace())
	case 4:
		return w.emit(ir.Instr{Op: ir.Special, Type: ir.U32, Mod: ir.TidX + ir.Mod(w.pick(3))})
	case 5:
		return w.loadView()
	}
	return w.load(ir.Local, w.local(fmt.Sprintf("i%d", w.pick(4))), ir.S32, ir.I(0))
}

// arrayPlace is an offset in arr: constant, or a loop counter or expression in range.
func (w *writer) arrayPlace() ir.Operand {
	switch w.pick(3) {
	case 0:
		return ir.I(uint64(4 * w.pick(8)))
	case 1:
		i := w.op(ir.And, ir.S32, w.load(ir.Local, w.local("c0"), ir.S32, ir.I(0)), ir.I(7))
		return w.op(ir.Shl, ir.S32, i, ir.I(2))
	}
	i := w.op(ir.And, ir.S32, w.load(ir.Local, w.local("i0"), ir.S32, ir.I(0)), ir.I(7))
	return w.op(ir.Mul, ir.S32, i, ir.I(4))
}

func (w *writer) float(depth int) ir.Operand {
	switch n := w.pick(6); {
	case depth == 0 && n < 2, n == 0:
		return ir.I(ir.FloatBits(ir.F32, floats[w.pick(len(floats))]))
	case depth == 0 && n < 4, n == 1:
		return w.load(ir.Local, w.local(fmt.Sprintf("f%d", w.pick(2))), ir.F32, ir.I(0))
	case depth == 0:
		return w.emit(ir.Instr{Op: ir.Ld, Type: ir.F32, Space: ir.Param, Vec: 1, Src: []ir.Operand{ir.I(0)}, Off: 20})
	case n == 2:
		return w.emit(ir.Instr{Op: ir.Cvt, Type: ir.F32, From: ir.S32, Src: []ir.Operand{w.integer(depth - 1)}})
	case n == 3:
		return w.op(ir.Mov, ir.F32, w.integer(depth-1))
	}
	return w.op(floatOps[w.pick(len(floatOps))], ir.F32, w.float(depth-1), w.float(depth-1))
}

// condition emits a random predicate.
func (w *writer) condition() ir.Operand {
	in := ir.Instr{Op: ir.Setp, Mod: ir.EQ + ir.Mod(w.pick(6))}
	switch w.pick(4) {
	case 0:
		in.Type, in.Src = ir.F32, []ir.Operand{w.float(0), w.float(0)}
	case 1:
		return w.op(ir.Not, ir.Pred, w.condition())
	default:
		in.Type, in.Src = []ir.Type{ir.S32, ir.U32}[w.pick(2)], []ir.Operand{w.integer(0), w.integer(0)}
	}
	return w.emit(in)
}
