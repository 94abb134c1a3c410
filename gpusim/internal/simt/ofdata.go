package simt

// This file finds the decisions that depend on data: on what a kernel loads, and on numbers that
// are no integers. What lanes compute where such a decision has brought them depends on data, too.

import (
	"gpucourse/gpusim/internal/ir"
)

// findData returns by PC whether a result depends on data.
func findData(p *Program) []bool {
	f := &dataFinder{Program: p, regs: make([]bool, len(p.Kernel.Regs)), blocks: make([]bool, len(p.blocks)), results: make([]bool, len(p.Instrs))}
	for f.changed = true; f.changed; {
		f.changed = false
		for i := range p.blocks {
			f.block(ir.BlockID(i))
		}
	}
	return f.results
}

// dataFinder is the state of findData.
type dataFinder struct {
	*Program
	regs    []bool
	blocks  []bool // that lanes reach or not as data decide
	results []bool // by PC
	changed bool
}

// block goes through a block.
func (f *dataFinder) block(id ir.BlockID) {
	b := &f.Program.blocks[id]
	for pc := int(b.first); pc < int(b.first)+int(b.instructions); pc++ {
		in := f.Instrs[pc]
		if !f.blocks[id] && !f.brings(in) {
			continue
		}
		f.mark(&f.results[pc])
		for _, d := range in.Dst {
			f.mark(&f.regs[d])
		}
	}
	if b.term == ir.CBra && f.ofData(b.last.Src[0]) {
		for _, to := range b.last.Targets {
			f.reach(to, b.reconv)
		}
	}
}

// brings reports whether the result of an instruction depends on data.
func (f *dataFinder) brings(in *ir.Instr) bool {
	switch in.Op {
	case ir.Ld:
		if in.Space != ir.Param || in.Type.Float() {
			return true
		}
	case ir.Atom, ir.Tex, ir.Call, ir.Args:
		return true
	}
	for _, o := range in.Src {
		if f.ofData(o) {
			return true
		}
	}
	return in.Guard != ir.NoReg && f.regs[in.Guard]
}

func (f *dataFinder) ofData(o ir.Operand) bool { return o.IsReg && f.regs[o.Reg] }

// mark sets a mark.
func (f *dataFinder) mark(m *bool) {
	f.changed = f.changed || !*m
	*m = true
}

// reach marks the blocks from one on up to where the lanes meet again.
func (f *dataFinder) reach(id, reconv ir.BlockID) {
	if id == reconv || f.blocks[id] {
		return
	}
	f.mark(&f.blocks[id])
	for _, to := range f.Program.blocks[id].last.Targets {
		f.reach(to, reconv)
	}
}
