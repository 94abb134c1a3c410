package simt

// This file draws random kernels: every operation on every type, in nests of
// branches, loops and early exits whose lanes disagree, with registers written
// in many places. The executor must agree with the reference on memory and on
// counts, also when every value is forced into vector form.

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
)

const (
	poolSize   = 4  // registers of a type
	inputWords = 64 // elements of the input array
	slotWords  = 2 * 7 * poolSize
)

var poolTypes = []ir.Type{ir.U32, ir.S32, ir.U64, ir.S64, ir.F32, ir.F64}

// drawer builds one random kernel.
type drawer struct {
	*rand.Rand
	k      *ir.Kernel
	pool   map[ir.Type][]ir.Reg
	block  *ir.Block
	in     ir.Reg // address of the input
	global ir.Reg // linear index of the thread in the grid
	own    ir.Reg // offset of the thread's part of shared memory
	left   int    // statements still to draw
}

func (d *drawer) emit(in ir.Instr) { d.block.Instrs = append(d.block.Instrs, &in) }

// open begins a new block and returns it.
func (d *drawer) open() *ir.Block {
	b := &ir.Block{ID: ir.BlockID(len(d.k.Blocks))}
	d.k.Blocks = append(d.k.Blocks, b)
	d.block = b
	return b
}

func (d *drawer) reg(t ir.Type) ir.Reg { return d.pool[t.Reg()][d.IntN(poolSize)] }

func (d *drawer) operand(t ir.Type) ir.Operand {
	if d.IntN(4) > 0 {
		return ir.R(d.reg(t))
	}
	return ir.I(d.bits(t) & t.Mask())
}

// bits draws a value: small integers and plain fractions are frequent.
func (d *drawer) bits(t ir.Type) uint64 {
	small := d.IntN(3) > 0
	switch {
	case t == ir.Pred:
		return d.Uint64() & 1
	case t == ir.F32 && small:
		return uint64(math.Float32bits(float32(d.IntN(200)-100) / 4))
	case t == ir.F64 && small:
		return math.Float64bits(float64(d.IntN(200)-100) / 4)
	case small:
		return uint64(d.IntN(20) - 6)
	}
	return d.Uint64()
}

// arithmeticOps are the operations to draw from; the facts table says the rest.
var arithmeticOps = []ir.Op{
	ir.Mov, ir.Selp, ir.Cvt, ir.Add, ir.Sub, ir.Mul, ir.MulHi, ir.MulWide, ir.Mad, ir.MadWide, ir.Fma, ir.Div, ir.Rem,
	ir.Min, ir.Max, ir.Neg, ir.Abs, ir.And, ir.Or, ir.Xor, ir.Not, ir.Shl, ir.Shr, ir.Popc, ir.Clz, ir.Brev, ir.Setp, ir.Math,
	ir.Add, ir.Mad, ir.MadWide, ir.Shl, ir.Mul, ir.Setp, ir.Cvt, ir.Special,
}

func (d *drawer) typeOf(op ir.Op) ir.Type {
	var ts []ir.Type
	for t := ir.Pred; t <= ir.F64; t++ {
		if op.Facts().Types.Has(t) {
			ts = append(ts, t)
		}
	}
	return ts[d.IntN(len(ts))]
}

func (d *drawer) instruction() {
	op := arithmeticOps[d.IntN(len(arithmeticOps))]
	in := ir.Instr{Op: op, Type: d.typeOf(op)}
	if m := op.Facts().Mods; m[0] != ir.NoMod {
		in.Mod = m[0] + ir.Mod(d.IntN(int(m[1]-m[0])+1))
	}
	switch {
	case op == ir.Math:
		for !in.Mod.Func().Takes(in.Type) {
			in.Type = d.typeOf(op)
		}
	case op == ir.Special && (in.Mod >= ir.DynSharedBytes || in.Mod == ir.WarpID):
		in.Mod = ir.TidX
	case op == ir.Setp && in.Type == ir.Pred:
		in.Mod = ir.EQ + ir.Mod(d.IntN(2))
	case op == ir.Cvt:
		in.From = poolTypes[d.IntN(len(poolTypes))]
	}
	for i := range in.NumSrc() {
		in.Src = append(in.Src, d.operand(in.SrcType(i)))
	}
	if (op == ir.Div || op == ir.Rem) && !in.Type.Float() {
		odd := d.k.NewReg(in.Type, "")
		d.emit(ir.Instr{Op: ir.Or, Type: in.Type, Dst: []ir.Reg{odd}, Src: []ir.Operand{in.Src[1], ir.I(1)}})
		in.Src[1] = ir.R(odd)
	}
	in.Dst = []ir.Reg{d.reg(in.DstType())}
	d.emit(in)
}

// load reads the input at an index made of some register.
func (d *drawer) load() {
	i, at := d.k.NewReg(ir.U32, ""), d.k.NewReg(ir.U64, "")
	t := []ir.Type{ir.U8, ir.S8, ir.U16, ir.S16, ir.U32, ir.S32, ir.F32, ir.U64, ir.S64, ir.F64}[d.IntN(10)]
	vec := []int{1, 1, 2, 4}[d.IntN(4)]
	if t.Bytes()*vec > 16 {
		vec = 1
	}
	bytes := t.Bytes() * vec
	d.emit(ir.Instr{Op: ir.And, Type: ir.U32, Dst: []ir.Reg{i}, Src: []ir.Operand{ir.R(d.reg(ir.U32)), ir.I(inputWords*4/16 - 1)}})
	d.emit(ir.Instr{Op: ir.MadWide, Type: ir.U64, Dst: []ir.Reg{at}, Src: []ir.Operand{ir.R(i), ir.I(uint64(bytes)), ir.R(d.in)}})
	in := ir.Instr{Op: ir.Ld, Type: t, Space: ir.Global, Vec: vec, Align: bytes, Src: []ir.Operand{ir.R(at)}, Root: 2}
	if d.IntN(3) == 0 {
		in.Root = 0
	}
	for _, j := range d.Perm(poolSize)[:vec] {
		in.Dst = append(in.Dst, d.pool[t.Reg()][j])
	}
	d.emit(in)
}

// ownBytes is each thread's part of local memory, and of shared memory.
const ownBytes = 16

// private reads or writes local memory, or the thread's part of shared memory.
func (d *drawer) private() {
	t := []ir.Type{ir.U8, ir.S16, ir.U32, ir.F32, ir.F64}[d.IntN(5)]
	i, at := d.k.NewReg(ir.U32, ""), d.k.NewReg(ir.U32, "")
	base := ir.I(0)
	space, root := ir.Local, ir.VarID(3)
	if d.IntN(2) == 0 {
		base, space, root = ir.R(d.own), ir.Shared, 4
	}
	d.emit(ir.Instr{Op: ir.And, Type: ir.U32, Dst: []ir.Reg{i}, Src: []ir.Operand{d.operand(ir.U32), ir.I(uint64(ownBytes/t.Bytes() - 1))}})
	d.emit(ir.Instr{Op: ir.Mad, Type: ir.U32, Dst: []ir.Reg{at}, Src: []ir.Operand{ir.R(i), ir.I(uint64(t.Bytes())), base}})
	in := ir.Instr{Type: t, Space: space, Vec: 1, Root: root, Src: []ir.Operand{ir.R(at)}}
	if d.IntN(2) == 0 {
		in.Op, in.Dst = ir.Ld, []ir.Reg{d.reg(t)}
	} else {
		in.Op, in.Src = ir.St, append(in.Src, ir.R(d.reg(t)))
	}
	d.emit(in)
}

// statements draws a run of statements into the open block.
func (d *drawer) statements(depth int) {
	for n := 1 + d.IntN(5); n > 0 && d.left > 0; n-- {
		d.left--
		switch c := d.IntN(12); {
		case c < 7 || depth == 0:
			d.instruction()
		case c < 8 && d.IntN(2) == 0:
			d.load()
		case c < 8:
			d.private()
		case c < 10:
			d.branch(depth - 1)
		case c < 11:
			d.loop(depth - 1)
		default:
			d.leave()
		}
	}
}

// branch draws an if, with or without an else.
func (d *drawer) branch(depth int) {
	from := d.block
	cond := ir.R(d.reg(ir.Pred))
	then := d.open()
	d.statements(depth)
	thenEnd := d.block
	var otherwise, otherwiseEnd *ir.Block
	if d.IntN(2) == 0 {
		otherwise = d.open()
		d.statements(depth)
		otherwiseEnd = d.block
	}
	join := d.open()
	thenEnd.Instrs = append(thenEnd.Instrs, bra(join))
	if otherwise == nil {
		otherwise = join
	} else {
		otherwiseEnd.Instrs = append(otherwiseEnd.Instrs, bra(join))
	}
	if d.IntN(2) == 0 {
		then, otherwise = otherwise, then
	}
	from.Instrs = append(from.Instrs, cbra(cond, then, otherwise))
}

// loop draws a loop of up to seven turns, a number that depends on the lane or
// not, with a way out in the middle.
func (d *drawer) loop(depth int) {
	i, n, more := d.k.NewReg(ir.S32, ""), d.k.NewReg(ir.S32, ""), d.k.NewReg(ir.Pred, "")
	d.emit(ir.Instr{Op: ir.And, Type: ir.S32, Dst: []ir.Reg{n}, Src: []ir.Operand{d.operand(ir.S32), ir.I(7)}})
	d.emit(ir.Instr{Op: ir.Mov, Type: ir.S32, Dst: []ir.Reg{i}, Src: []ir.Operand{ir.I(0)}})
	from := d.block
	head := d.open()
	from.Instrs = append(from.Instrs, bra(head))
	d.statements(depth)
	middle, out := d.block, ir.R(d.reg(ir.Pred))
	rest := d.open()
	d.statements(depth)
	d.emit(ir.Instr{Op: ir.Add, Type: ir.S32, Dst: []ir.Reg{i}, Src: []ir.Operand{ir.R(i), ir.I(1)}})
	d.emit(ir.Instr{Op: ir.Setp, Mod: ir.LT, Type: ir.S32, Dst: []ir.Reg{more}, Src: []ir.Operand{ir.R(i), ir.R(n)}})
	end := d.block
	after := d.open()
	middle.Instrs = append(middle.Instrs, cbra(out, after, rest))
	end.Instrs = append(end.Instrs, cbra(ir.R(more), head, after))
}

// leave ends the threads for which a predicate holds.
func (d *drawer) leave() {
	from, cond := d.block, ir.R(d.reg(ir.Pred))
	gone := d.open()
	d.results()
	d.emit(ir.Instr{Op: ir.Exit})
	on := d.open()
	from.Instrs = append(from.Instrs, cbra(cond, gone, on))
}

func bra(to *ir.Block) *ir.Instr { return &ir.Instr{Op: ir.Bra, Targets: []ir.BlockID{to.ID}} }

func cbra(cond ir.Operand, taken, other *ir.Block) *ir.Instr {
	return &ir.Instr{Op: ir.CBra, Src: []ir.Operand{cond}, Targets: []ir.BlockID{taken.ID, other.ID}}
}

// results stores every register of the pool into the thread's slot.
func (d *drawer) results() {
	at, base := d.k.NewReg(ir.U64, ""), d.k.NewReg(ir.U64, "")
	d.emit(ir.Instr{Op: ir.Ld, Type: ir.U64, Space: ir.Param, Vec: 1, Dst: []ir.Reg{base}, Src: []ir.Operand{ir.I(0)}})
	d.emit(ir.Instr{Op: ir.MadWide, Type: ir.U64, Dst: []ir.Reg{at}, Src: []ir.Operand{ir.R(d.global), ir.I(4 * slotWords), ir.R(base)}})
	off := int64(0)
	for _, t := range append([]ir.Type{ir.Pred}, poolTypes...) {
		for _, r := range d.pool[t] {
			st := ir.Instr{Op: ir.St, Type: t, Space: ir.Global, Vec: 1, Root: 1, Off: off, Src: []ir.Operand{ir.R(at), ir.R(r)}}
			if t == ir.Pred {
				st.Type, st.Guard, st.GuardNot = ir.U8, r, d.IntN(2) == 0
				st.Src[1] = ir.I(1)
			}
			d.emit(st)
			off += 8
		}
	}
}

// drawKernel draws a kernel of parameters (out, in).
func drawKernel(seed uint64) *ir.Kernel {
	return drawKernelFrom(rand.NewPCG(seed, 7), fmt.Sprintf("K%d", seed))
}

// drawKernelFrom draws a kernel from the numbers of a source.
func drawKernelFrom(source rand.Source, name string) *ir.Kernel {
	d := &drawer{Rand: rand.New(source), pool: map[ir.Type][]ir.Reg{}, left: 40}
	d.k = &ir.Kernel{Name: name, Regs: []ir.RegInfo{{}}, Frames: []ir.Frame{{}}, ParamBytes: 16}
	for i, name := range []string{"out", "in"} {
		d.k.Vars = append(d.k.Vars, ir.Var{Name: name, Kind: ir.ParamSlice, Space: ir.Global, Offset: 8 * i, Elem: ir.Elem{GoType: "float32", Bytes: 4, Align: 4}})
		d.k.Params = append(d.k.Params, ir.Parameter{Name: name, Type: ir.U64, Offset: 8 * i, Var: ir.VarID(i + 1)})
	}
	d.k.Vars = append(d.k.Vars,
		ir.Var{Name: "buf", Kind: ir.LocalVar, Space: ir.Local, Bytes: ownBytes, Offset: 8, Align: 8},
		ir.Var{Name: "tile", Kind: ir.SharedVar, Space: ir.Shared, Bytes: 128 * ownBytes, Offset: 64, Align: 8})
	d.k.LocalBytes, d.k.SharedBytes = 8+ownBytes, 64+128*ownBytes
	d.open()
	d.in, d.global = d.k.NewReg(ir.U64, ""), d.k.NewReg(ir.U32, "")
	d.emit(ir.Instr{Op: ir.Ld, Type: ir.U64, Space: ir.Param, Vec: 1, Dst: []ir.Reg{d.in}, Src: []ir.Operand{ir.I(8)}})
	d.linearIndex()
	d.own = d.k.NewReg(ir.U32, "")
	d.emit(ir.Instr{Op: ir.And, Type: ir.U32, Dst: []ir.Reg{d.own}, Src: []ir.Operand{ir.R(d.global), ir.I(127)}})
	d.emit(ir.Instr{Op: ir.Shl, Type: ir.U32, Dst: []ir.Reg{d.own}, Src: []ir.Operand{ir.R(d.own), ir.I(4)}})
	for _, t := range append([]ir.Type{ir.Pred}, poolTypes...) {
		for range poolSize {
			r := d.k.NewReg(t, "")
			d.pool[t] = append(d.pool[t], r)
			d.initial(t, r)
		}
	}
	for d.left > 0 {
		d.statements(3)
	}
	d.results()
	d.emit(ir.Instr{Op: ir.Exit})
	meets := d.k.ReconvergencePoints()
	for _, b := range d.k.Blocks {
		if t := b.Term(); t.Op == ir.CBra {
			t.Reconv = meets[b.ID]
		}
	}
	return d.k
}

// linearIndex computes d.global from blockIdx.x and threadIdx.
func (d *drawer) linearIndex() {
	sp := func(m ir.Mod) ir.Operand {
		r := d.k.NewReg(ir.U32, "")
		d.emit(ir.Instr{Op: ir.Special, Type: ir.U32, Mod: m, Dst: []ir.Reg{r}})
		return ir.R(r)
	}
	g := ir.R(d.global)
	mad := func(b, c ir.Operand) {
		d.emit(ir.Instr{Op: ir.Mad, Type: ir.U32, Dst: []ir.Reg{d.global}, Src: []ir.Operand{g, b, c}})
	}
	d.emit(ir.Instr{Op: ir.Special, Type: ir.U32, Mod: ir.CtaidX, Dst: []ir.Reg{d.global}})
	mad(sp(ir.NtidZ), sp(ir.TidZ))
	mad(sp(ir.NtidY), sp(ir.TidY))
	mad(sp(ir.NtidX), sp(ir.TidX))
}

// initial gives a pool register its first value: one of the index or constant.
func (d *drawer) initial(t ir.Type, r ir.Reg) {
	dst, g := []ir.Reg{r}, ir.R(d.global)
	switch {
	case t == ir.Pred:
		d.emit(ir.Instr{Op: ir.Setp, Mod: ir.LT, Type: ir.U32, Dst: dst, Src: []ir.Operand{g, ir.I(uint64(d.IntN(70)))}})
	case d.IntN(3) == 0:
		d.emit(ir.Instr{Op: ir.Mov, Type: t, Dst: dst, Src: []ir.Operand{ir.I(d.bits(t) & t.Mask())}})
	case d.IntN(2) == 0 && t.Bytes() == 4 && !t.Float():
		d.emit(ir.Instr{Op: ir.Special, Type: t, Mod: ir.TidX + ir.Mod(d.IntN(3)), Dst: dst})
	default:
		d.emit(ir.Instr{Op: ir.Cvt, Type: t, From: ir.U32, Dst: dst, Src: []ir.Operand{g}})
	}
}

// shapes are blocks that fill warps, and blocks that do not.
var shapes = []arch.Dim3{
	{X: 32, Y: 1, Z: 1}, {X: 33, Y: 1, Z: 1}, {X: 7, Y: 1, Z: 1}, {X: 64, Y: 1, Z: 1}, {X: 16, Y: 4, Z: 1}, {X: 16, Y: 3, Z: 1},
	{X: 8, Y: 8, Z: 2}, {X: 4, Y: 3, Z: 5}, {X: 1, Y: 64, Z: 1}, {X: 2, Y: 2, Z: 16}, {X: 48, Y: 2, Z: 1}, {X: 64, Y: 2, Z: 1}, {X: 1, Y: 1, Z: 40},
}

// randomRig makes a launch of a random kernel.
func randomRig(t testing.TB, seed uint64, warp int) *rig {
	return rigOf(t, drawKernel(seed), seed, warp)
}

// rigOf makes a launch of a drawn kernel. The seed chooses the block and the input.
func rigOf(t testing.TB, k *ir.Kernel, seed uint64, warp int) *rig {
	if err := ir.Verify(k); err != nil {
		t.Fatalf("seed %d: the drawn kernel is wrong: %v\n%s", seed, err, k)
	}
	r := newRigOf(t, k, &arch.Spec{WarpSize: warp})
	block, grid := shapes[seed%uint64(len(shapes))], dim3(2, 1, 1)
	in := make([]float32, inputWords)
	rnd := rand.New(rand.NewPCG(seed, 8))
	for i := range in {
		in[i] = float32(rnd.IntN(64)-32) / 4
	}
	return r.with(make([]uint32, grid.X*block.Count()*slotWords), in).grid(grid, block)
}

func TestRandomKernelsAgreeWithTheReference(t *testing.T) {
	n := uint64(400)
	if testing.Short() {
		n = 60
	}
	for seed := range n {
		for _, warp := range []int{32, 8} {
			ref := randomRig(t, seed, warp)
			threads := runReference(ref).threads
			agree(t, seed, "", randomRig(t, seed, warp), ref, threads)
			vectors := randomRig(t, seed, warp)
			vectors.forceVectors()
			agree(t, seed, " in vector form", vectors, ref, threads)
		}
	}
}

func agree(t *testing.T, seed uint64, how string, r, ref *rig, threads []uint64) {
	t.Helper()
	res := r.must()
	if got, want := r.arrays[0].Data, ref.arrays[0].Data; !bytes.Equal(got, want) && !sameValues(got, want) {
		i := firstDifference(got, want)
		t.Fatalf("seed %d%s, block %v: thread %d, byte %d of its results: got % x, want % x\n%s",
			seed, how, r.launch.Block, i/(4*slotWords), i%(4*slotWords), got[i&^7:][:8], want[i&^7:][:8], r.p.Kernel)
	}
	for pc, want := range threads {
		if got := res.Threads[pc]; got != want {
			t.Fatalf("seed %d%s: instruction %d ran in %d threads, want %d\n%s", seed, how, pc, got, want, r.p.Kernel)
		}
	}
}

// sameValues compares result slots; NaN equals NaN whatever its bits.
func sameValues(got, want []byte) bool { return firstDifference(got, want) < 0 }

// firstDifference returns the first byte that differs, −1 for none.
func firstDifference(got, want []byte) int {
	for i := 0; i < len(got); i += 8 {
		g, w := readBits(got[i:i+8]), readBits(want[i:i+8])
		if g == w {
			continue
		}
		switch i % (4 * slotWords) / (8 * poolSize) {
		case 5:
			if isNaN32(g) && isNaN32(w) {
				continue
			}
		case 6:
			if math.IsNaN(math.Float64frombits(g)) && math.IsNaN(math.Float64frombits(w)) {
				continue
			}
		}
		return i
	}
	return -1
}

func isNaN32(b uint64) bool { f := math.Float32frombits(uint32(b)); return f != f }

// forceVectors makes every result a vector and every write a merging one.
func (r *rig) forceVectors() {
	for i := range r.p.blocks {
		for j := range r.p.blocks[i].body {
			x := &r.p.blocks[i].body[j]
			inner := x.exec
			x.masked = true
			if x.mem != nil {
				for p := range x.mem.parts {
					x.mem.parts[p].masked = true
				}
			}
			x.exec = func(w *warp, in *inst) {
				inner(w, in)
				for _, d := range in.ir.Dst {
					if v := &w.regs[d]; r.p.Kernel.Regs[d].Type != ir.Pred {
						w.expand(v)
						v.kind = vector
					}
				}
			}
		}
	}
}
