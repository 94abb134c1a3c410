package kernel

// This file makes kernels whose floats hold fewer bits, for indices that go through a float32: such a kernel is wrong beyond 2²⁴
// elements, and its coarse one is wrong at sizes that run.

import (
	"math"
	"slices"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/compile"
	"gpucourse/gpusim/internal/ir"
)

// dropped are the bits of a float32 that a coarse kernel drops: 12 of 24 bits of a number are left.
const dropped = 1<<12 - 1

// Coarse returns the kernel with fewer bits in each float32 that follows from indices, lengths and scalar integers, and from which
// an integer or a comparison follows. pos is where that is. It returns nil for a kernel without such a float32.
func (k *Kernel) Coarse() (coarse *Kernel, pos diag.Pos) {
	lowered := k.Lowered.Clone()
	if pos = coarsen(lowered); pos.Line == 0 {
		return nil, pos
	}
	checked, err := compile.Lower(k.Unit, k.Lowered.Name, true)
	if err != nil {
		return nil, pos
	}
	coarsen(checked)
	return &Kernel{Unit: k.Unit, Lowered: lowered, Symbols: symbolsOf(lowered), codes: map[Target]*Code{}, checked: checked}, pos
}

// coarsen changes a kernel and its functions in place. It returns where the first such number ends.
func coarsen(k *ir.Kernel) diag.Pos {
	bodies := []*ir.Kernel{k}
	for _, f := range k.Funcs {
		bodies = append(bodies, f.Body)
	}
	var first diag.Pos
	for _, body := range bodies {
		c := &coarsening{Kernel: body}
		if pos := c.run(); pos.Line > 0 && first.Line == 0 {
			first = pos
		}
	}
	return first
}

// coarsening is the work on one body, by register.
type coarsening struct {
	*ir.Kernel
	index []bool // follows from indices, lengths and scalar integers alone
	float []bool // is a float32 that follows from them
	ends  []bool // is a float32 from which an integer or a comparison follows
}

func (c *coarsening) run() diag.Pos {
	c.findIndices()
	c.float, c.ends = make([]bool, len(c.Regs)), make([]bool, len(c.Regs))
	c.untilStable(func(in *ir.Instr) bool {
		if len(in.Dst) != 1 || in.Type != ir.F32 || c.float[in.Dst[0]] {
			return false
		}
		c.float[in.Dst[0]] = c.starts(in) || slices.ContainsFunc(in.Src, c.isFloat)
		return c.float[in.Dst[0]]
	})
	var pos diag.Pos
	for _, b := range c.Blocks {
		for _, in := range b.Instrs {
			if c.isEnd(in) && pos.Line == 0 {
				pos = c.Frame(in.Pos).Pos
			}
		}
	}
	if pos.Line == 0 {
		return pos
	}
	c.untilStable(func(in *ir.Instr) (changed bool) {
		leads := c.isEnd(in) || len(in.Dst) == 1 && c.ends[in.Dst[0]]
		for _, o := range in.Src {
			if leads && c.isFloat(o) && !c.ends[o.Reg] {
				c.ends[o.Reg], changed = true, true
			}
		}
		return changed
	})
	for _, b := range c.Blocks {
		c.roundIn(b)
	}
	return pos
}

// untilStable visits all instructions until none changes anything.
func (c *coarsening) untilStable(visit func(*ir.Instr) bool) {
	for changed := true; changed; {
		changed = false
		for _, b := range c.Blocks {
			for _, in := range b.Instrs {
				changed = visit(in) || changed
			}
		}
	}
}

// findIndices begins with all registers, and takes away those that follow from anything else.
func (c *coarsening) findIndices() {
	c.index = slices.Repeat([]bool{true}, len(c.Regs))
	c.untilStable(func(in *ir.Instr) (changed bool) {
		facts := in.Op.Facts()
		foreign := (facts.Memory || facts.Effect || facts.Lanes != ir.AsOperands) && in.Op != ir.Special && (in.Op != ir.Ld || in.Space != ir.Param)
		if foreign || in.Op == ir.Args || in.Op == ir.Call || slices.ContainsFunc(in.Src, func(o ir.Operand) bool { return o.IsReg && !c.index[o.Reg] }) {
			for _, d := range in.Dst {
				changed = changed || c.index[d]
				c.index[d] = false
			}
		}
		return changed
	})
}

// starts reports whether an instruction makes a float32 of an index.
func (c *coarsening) starts(in *ir.Instr) bool {
	return in.Op == ir.Cvt && in.Type == ir.F32 && !in.From.Float() && in.Src[0].IsReg && c.index[in.Src[0].Reg]
}

func (c *coarsening) isFloat(o ir.Operand) bool { return o.IsReg && c.float[o.Reg] }

// isEnd reports whether an instruction makes an integer of such a float32, or compares two of them.
func (c *coarsening) isEnd(in *ir.Instr) bool {
	switch in.Op {
	case ir.Cvt:
		return in.From == ir.F32 && !in.Type.Float() && c.isFloat(in.Src[0])
	case ir.Setp:
		return in.Type == ir.F32 && c.isFloat(in.Src[0]) && c.isFloat(in.Src[1])
	}
	return false
}

// roundIn rounds the numbers that instructions of a block compute.
func (c *coarsening) roundIn(b *ir.Block) {
	var list []*ir.Instr
	for _, in := range b.Instrs {
		list = append(list, in)
		if len(in.Dst) != 1 || !c.ends[in.Dst[0]] || in.Op == ir.Phi || in.Op == ir.Mov || in.Op == ir.Selp {
			continue
		}
		to := in.Dst[0]
		whole := c.NewReg(ir.F32, c.Regs[to].Name)
		in.Dst = []ir.Reg{whole}
		kept := ir.R(whole)
		add := func(op ir.Op, t ir.Type, dst ir.Reg, src ...ir.Operand) {
			list = append(list, &ir.Instr{Op: op, Type: t, Dst: []ir.Reg{dst}, Src: src, Pos: in.Pos})
			kept = ir.R(dst)
		}
		add(ir.Mov, ir.U32, c.NewReg(ir.U32, ""), kept)
		add(ir.Add, ir.U32, c.NewReg(ir.U32, ""), kept, ir.I(dropped/2+1)) // to the nearest one
		add(ir.And, ir.U32, c.NewReg(ir.U32, ""), kept, ir.I(math.MaxUint32-dropped))
		add(ir.Mov, ir.F32, to, kept)
	}
	b.Instrs = list
}
