package ir

// This file makes the checks that need the control-flow graph: definitions before
// uses, phis against predecessors, and reconvergence points.

import "slices"

func (v *verifier) flow() {
	if v.k.SSA {
		v.ssa()
	} else {
		v.afterPhis()
	}
	v.reconvergence()
	v.block, v.in = nil, nil
}

// ssa checks that every register has one definition, which dominates its uses.
func (v *verifier) ssa() {
	dom := v.k.Dominators()
	preds := v.k.Preds()
	at := v.definitions()
	for _, b := range v.k.Blocks {
		for i, in := range b.Instrs {
			v.block, v.in = b, in
			if in.Op == Phi {
				v.phi(b, i, preds[b.ID])
			}
			if !dom.Reachable(b.ID) {
				continue
			}
			if in.Op == Phi {
				v.phiUses(in, at, dom)
				continue
			}
			in.EachUse(func(r Reg) {
				d := at[r]
				if d.block == nil || d.block == b && d.index >= i || d.block != b && !dom.Dominates(d.block.ID, b.ID) {
					v.errorf("register %d is not defined on every way here", r)
				}
			})
		}
	}
}

type definition struct {
	block *Block
	index int
}

func (v *verifier) definitions() []definition {
	at := make([]definition, len(v.k.Regs))
	for _, b := range v.k.Blocks {
		for i, in := range b.Instrs {
			for _, r := range in.Dst {
				if v.block, v.in = b, in; at[r].block != nil {
					v.errorf("register %d has a second definition", r)
				}
				at[r] = definition{b, i}
			}
		}
	}
	return at
}

// phi checks the position of a phi and that it has one operand for each
// predecessor.
func (v *verifier) phi(b *Block, i int, preds []BlockID) {
	if i > 0 && b.Instrs[i-1].Op != Phi {
		v.errorf("a phi after another operation")
	}
	if len(v.in.Src) != len(v.in.Preds) {
		v.errorf("%d operands for %d predecessors", len(v.in.Src), len(v.in.Preds))
	}
	got := slices.Clone(v.in.Preds)
	slices.Sort(got)
	if !slices.Equal(got, preds) {
		v.errorf("predecessors %v, want %v", got, preds)
	}
}

// phiUses checks that each operand is defined at the end of its predecessor.
func (v *verifier) phiUses(in *Instr, at []definition, dom *DomTree) {
	for i, o := range in.Src {
		if i >= len(in.Preds) || !o.IsReg || !dom.Reachable(in.Preds[i]) {
			continue
		}
		if d := at[o.Reg]; d.block == nil || !dom.Dominates(d.block.ID, in.Preds[i]) {
			v.errorf("register %d is not defined at the end of L%d", o.Reg, in.Preds[i])
		}
	}
}

// afterPhis checks that no phi is left and that no register is read before it
// is written.
func (v *verifier) afterPhis() {
	for _, b := range v.k.Blocks {
		for _, in := range b.Instrs {
			if in.Op == Phi {
				v.block, v.in = b, in
				v.errorf("a phi outside SSA form")
				return
			}
		}
	}
	v.block, v.in = v.k.Blocks[0], nil
	live := v.k.Liveness()
	for _, e := range v.k.entries() {
		v.block = v.k.Blocks[e]
		saved := v.saved(v.block)
		live.In[e].Each(func(r Reg) {
			if !saved[r] {
				v.errorf("register %d may be read before it is written", r)
			}
		})
	}
}

// reconvergence checks Reconv, which may be absent in SSA form.
func (v *verifier) reconvergence() {
	points := v.k.ReconvergencePoints()
	for _, b := range v.k.Blocks {
		v.block, v.in = b, b.Term()
		if v.in.Op != CBra || v.k.SSA && v.in.Reconv == NoBlock {
			continue
		}
		if want := points[b.ID]; v.in.Reconv != want {
			v.errorf("the lanes reconverge at L%d, not at L%d, the immediate post-dominator", v.in.Reconv, want)
		}
	}
}
