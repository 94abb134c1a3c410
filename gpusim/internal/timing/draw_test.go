package timing

// This file draws programs: basic blocks of any instructions, and warps that take
// any way through them.

import (
	"slices"

	"pgregory.net/rapid"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// drawn is a program being drawn.
type drawn struct {
	program
	*rapid.T
	spec   *arch.Spec
	first  []int // instruction of each basic block, and their number
	spaces []ir.Space
	last   int // basic block
}

// registers is how many a drawn program has.
const registers = 6

// drawProgram draws a launch that uses memory of these spaces.
func drawProgram(t *rapid.T, s *arch.Spec, blocks, warps int, spaces ...ir.Space) *program {
	d := &drawn{T: t, spec: s, spaces: spaces}
	d.registers = registers + 1
	d.last = rapid.IntRange(0, 3).Draw(t, "basic blocks")
	for i := range d.last + 1 {
		d.first = append(d.first, len(d.instrs))
		for range rapid.IntRange(0, 6).Draw(t, "instructions") {
			d.instrs = append(d.instrs, d.instr())
		}
		d.instrs = append(d.instrs, d.end(i))
	}
	d.first = append(d.first, len(d.instrs))
	d.blocks = make([][][]step, rapid.IntRange(1, blocks).Draw(t, "grid"))
	n := rapid.IntRange(1, warps).Draw(t, "warps")
	for b := range d.blocks {
		for range n {
			d.blocks[b] = append(d.blocks[b], d.walk())
		}
	}
	return &d.program
}

func (d *drawn) reg() ir.Reg { return ir.Reg(rapid.IntRange(1, registers).Draw(d.T, "register")) }

// end draws the terminator of a basic block.
func (d *drawn) end(block int) *ir.Instr {
	switch {
	case block == d.last:
		return &ir.Instr{Op: ir.Exit}
	case rapid.IntRange(0, 2).Draw(d.T, "end") == 0:
		return &ir.Instr{Op: ir.Bra, Targets: []ir.BlockID{ir.BlockID(rapid.IntRange(block+1, d.last).Draw(d.T, "target"))}}
	}
	in := instr(ir.CBra, ir.NoType, ir.NoReg, d.reg())
	in.Targets = []ir.BlockID{ir.BlockID(rapid.IntRange(0, d.last).Draw(d.T, "target")), ir.BlockID(d.last)}
	return in
}

// arithmetic has instructions of all units.
var arithmetic = []struct {
	op      ir.Op
	t, from ir.Type
	mod     ir.Mod
	sources int
}{
	{ir.Add, ir.U32, 0, 0, 2}, {ir.Fma, ir.F32, 0, 0, 3}, {ir.Math, ir.F32, 0, ir.Rsqrt, 1}, {ir.Math, ir.F32, 0, ir.Sin, 1},
	{ir.Mov, ir.F32, 0, 0, 1}, {ir.And, ir.U32, 0, 0, 2}, {ir.MulWide, ir.U64, 0, 0, 2}, {ir.Add, ir.F64, 0, 0, 2},
	{ir.Div, ir.S32, 0, 0, 2}, {ir.Cvt, ir.S32, ir.F32, 0, 1}, {ir.Special, ir.U32, 0, ir.TidX, 0}, {ir.Shfl, ir.F32, 0, ir.ShflDown, 4},
	{ir.Setp, ir.S32, 0, ir.LT, 2}, {ir.Popc, ir.U32, 0, 0, 1}, {ir.Add, ir.U64, 0, 0, 2}, {ir.Ld, ir.U32, 0, 0, 1},
	{ir.Product, ir.F32, 0, ir.OfHalves, 7}, {ir.Product, ir.F32, 0, ir.OfHalves, 4}, {ir.Product, ir.F64, 0, ir.OfDoubles, 3},
}

// collective has operations on matrices in shared memory.
var collective = []struct {
	op      ir.Op
	mod     ir.Mod
	results int
	sources int
}{
	{ir.LoadMatrix, ir.Rows, 1, 1}, {ir.StoreMatrix, ir.Rows, 0, 2}, {ir.GroupProduct, ir.OfHalves, 1, 5}, {ir.GroupProduct, ir.OfHalves, 1, 8},
	{ir.ProductGroup, ir.ProductFence, 0, 0}, {ir.ProductGroup, ir.ProductCommit, 0, 0}, {ir.ProductGroup, ir.ProductWait, 0, 0},
}

// matrices draws an operation on matrices. A wait names how many groups may be under way.
func (d *drawn) matrices() *ir.Instr {
	x := collective[rapid.IntRange(0, len(collective)-1).Draw(d.T, "matrices")]
	in := &ir.Instr{Op: x.op, Type: ir.F32, Mod: x.mod}
	for range x.results {
		in.Dst = append(in.Dst, d.reg())
	}
	for range x.sources {
		in.Src = append(in.Src, ir.R(d.reg()))
	}
	if in.Op == ir.ProductGroup {
		in.Type, in.Src = ir.NoType, []ir.Operand{ir.I(rapid.Uint64Range(0, 2).Draw(d.T, "left"))}
	}
	return in
}

// instr draws an instruction that ends no basic block.
func (d *drawn) instr() *ir.Instr {
	if d.spec.Clock.Ops[arch.ClassGroupProduct].Latency > 0 && slices.Contains(d.spaces, ir.Shared) && rapid.Bool().Draw(d.T, "of matrices") {
		return d.matrices()
	}
	n := rapid.IntRange(0, len(arithmetic)+4+4*len(d.spaces)).Draw(d.T, "instruction")
	switch {
	case n < len(arithmetic):
		x := arithmetic[n]
		in := instr(x.op, x.t, d.reg())
		in.From, in.Mod = x.from, x.mod
		for range x.sources {
			in.Src = append(in.Src, ir.R(d.reg()))
		}
		if in.Op == ir.Ld {
			in.Space, in.Off = ir.Param, int64(8*rapid.IntRange(0, 100).Draw(d.T, "parameter"))
		}
		return in
	case n < len(arithmetic)+2 || len(d.spaces) == 0:
		return &ir.Instr{Op: ir.Bar}
	case n < len(arithmetic)+3:
		return &ir.Instr{Op: ir.Membar, Mod: ir.ScopeDevice}
	}
	return d.memory(rapid.SampledFrom(d.spaces).Draw(d.T, "space"))
}

// memory draws a load, store or atomic.
func (d *drawn) memory(space ir.Space) *ir.Instr {
	n := rapid.IntRange(0, 4).Draw(d.T, "kind")
	switch {
	case n == 0 && space != ir.Const && space != ir.Local:
		in := instr(ir.Atom, ir.U32, d.reg(), d.reg(), d.reg())
		in.Space, in.Mod = space, ir.AtomAdd
		return in
	case n == 1 && space != ir.Const:
		return storeOf(space, d.reg(), d.reg())
	}
	in := loadOf(space, d.reg(), d.reg())
	if in.Vec = 1 << rapid.IntRange(0, 2).Draw(d.T, "vector"); in.Vec > 1 {
		in.Dst = append(in.Dst, d.reg())
	}
	return in
}

// walk draws a warp's way to the exit.
func (d *drawn) walk() []step {
	var steps []step
	at := 0
	for left := rapid.IntRange(0, 12).Draw(d.T, "turns"); ; left-- {
		for pc := d.first[at]; pc < d.first[at+1]; pc++ {
			steps = append(steps, step{int32(pc), d.access(d.instrs[pc])})
		}
		end := d.instrs[d.first[at+1]-1]
		switch {
		case end.Op == ir.Exit && (left < 0 || rapid.IntRange(0, 3).Draw(d.T, "other lanes") > 0):
			return steps
		case end.Op == ir.Exit: // of some lanes: others are elsewhere
			at = rapid.IntRange(0, d.last).Draw(d.T, "block")
		case end.Op == ir.Bra:
			at = int(end.Targets[0])
		case left < 0 || rapid.Bool().Draw(d.T, "leaves"):
			at = int(end.Targets[1])
		default:
			at = int(end.Targets[0])
		}
	}
}

// access draws what an instruction does to memory; nil when that is nothing, or a
// guard holds all lanes back.
func (d *drawn) access(in *ir.Instr) *trace.Access {
	space := in.Space
	if len(in.Op.Facts().Touches) > 0 {
		space = ir.Shared
	}
	if space == ir.NoSpace || space == ir.Param || rapid.IntRange(0, 7).Draw(d.T, "held back") == 0 {
		return nil
	}
	kinds := map[ir.Op]trace.Kind{ir.Ld: trace.Load, ir.St: trace.Store, ir.Atom: trace.Atomic, ir.StoreMatrix: trace.Store}
	a := row(d.spec, space, kinds[in.Op], 0, 0)
	a.Bytes = 4 * max(1, in.Vec)
	words := map[ir.Space]int{ir.Shared: 1 << 10, ir.Const: 1 << 12, ir.Local: localBytes / 16, ir.Global: 1 << 16}[space]
	a.Base = uint64(16 * rapid.IntRange(0, words-1).Draw(d.T, "address"))
	lanes := rapid.Uint32().Draw(d.T, "lanes")
	if a.Active &= trace.Mask(lanes | 1); lanes%4 == 0 {
		a.Active = row(d.spec, space, a.Kind, 0, 0).Active
	}
	switch step := rapid.SampledFrom([]int64{0, 4, 8, 32, 128, 132, -1}).Draw(d.T, "step"); {
	case space == ir.Local:
	case step < 0:
		a.Addr = new(trace.Lanes)
		for i := range d.spec.WarpSize {
			a.Addr[i] = uint64(16 * rapid.IntRange(0, words-1).Draw(d.T, "address"))
		}
	default:
		a.DX = step / int64(a.Bytes) * int64(a.Bytes)
		a.DY = a.DX * int64(a.Width)
	}
	return a
}
