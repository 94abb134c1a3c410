package ir

// This file copies kernels, so that one lowering serves several devices.

import "slices"

// Clone returns a copy for passes to change, without the results of passes. Both share what no
// pass changes: the frames, the extents of variables, and what the host knows of them.
func (k *Kernel) Clone() *Kernel {
	c := *k
	c.Params, c.Vars, c.Regs, c.Funcs = slices.Clone(k.Params), slices.Clone(k.Vars), slices.Clone(k.Regs), slices.Clone(k.Funcs)
	c.Usage, c.GlobalLoads = nil, nil
	if k.Origin != nil {
		origin := *k.Origin
		c.Origin = &origin
	}
	c.Blocks = cloneBlocks(k.Blocks)
	for i, f := range k.Funcs {
		copied := *f
		if f.Body != nil {
			copied.Body = f.Body.Clone()
		}
		c.Funcs[i] = &copied
	}
	return &c
}

// cloneBlocks copies blocks. All instructions are in one allocation.
func cloneBlocks(blocks []*Block) []*Block {
	n := 0
	for _, b := range blocks {
		n += len(b.Instrs)
	}
	copied, instrs := make([]Block, len(blocks)), make([]Instr, 0, n)
	list := make([]*Block, len(blocks))
	for i, b := range blocks {
		copied[i] = *b
		copied[i].Instrs = make([]*Instr, len(b.Instrs))
		for j, in := range b.Instrs {
			instrs = append(instrs, in.clone())
			copied[i].Instrs[j] = &instrs[len(instrs)-1]
		}
		list[i] = &copied[i]
	}
	return list
}

func (in *Instr) clone() Instr {
	c := *in
	c.Dst, c.Src = slices.Clone(in.Dst), slices.Clone(in.Src)
	c.Targets, c.Preds = slices.Clone(in.Targets), slices.Clone(in.Preds)
	return c
}
