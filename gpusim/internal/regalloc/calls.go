package regalloc

// This file keeps values over calls of functions of the driver, such as that behind printf.

import "gpucourse/gpusim/internal/ir"

// keep finds the values that are live over calls, and the registers that calls take.
func (a *analysis) keep() {
	a.k.EachInstr(func(in *ir.Instr) {
		if in.CallsDriver() {
			a.called = max(a.called, profile.Called(&a.t.Regs, in))
		}
	})
	if a.called == 0 {
		return
	}
	preds := a.k.Preds()
	for _, b := range a.k.Blocks {
		p := len(b.Instrs) - 1
		a.live.Backward(b, func(in *ir.Instr, live ir.RegSet) {
			if in.Op == ir.Printf {
				a.keepAll(live)
				a.keepHeld(b.ID, p+1)
			}
			p--
		})
		if b.Term().CallsDriver() {
			a.keepBeside(preds[b.ID])
		}
	}
}

func (a *analysis) keepAll(live ir.RegSet) { live.Each(func(r ir.Reg) { a.kept[r] = true }) }

// keepHeld keeps the operands that are held in registers at a position of a block.
func (a *analysis) keepHeld(b ir.BlockID, p int) {
	if a.held == nil {
		return
	}
	for _, v := range a.held[b][p] {
		a.kept[v] = true
	}
}

// keepBeside keeps what is needed behind the branches that lead to an assertion which does not
// hold. For ptxas its call comes back.
func (a *analysis) keepBeside(branches []ir.BlockID) {
	for _, before := range branches {
		for _, to := range a.k.Blocks[before].Term().Targets {
			a.keepAll(a.live.In[to])
			a.keepHeld(to, 0)
		}
	}
}

// keepOverCalls marks the registers that calls change as taken for a value that is live over one.
func (a *analysis) keepOverCalls(taken *row, v ir.Reg) {
	if !a.kept[v] {
		return
	}
	for _, r := range profile.Clobbered(&a.t.Regs) {
		taken.take(r-a.of[v].at, 1, a.size[v], true)
	}
}
