// Package regalloc assigns the registers of a device to the values of a kernel, and
// spills to local memory the values that do not fit.
//
// The machine: a thread has 32-bit registers R0, R1, …; the device may reserve one for
// the stack pointer. A 64-bit value takes an even register and the next one. The elements
// of a vector access take consecutive registers, aligned to their number. Predicates
// have registers of their own. Parameters are operands from the constant bank and are
// fetched into registers where an instruction cannot name them. A warp may have uniform
// registers for integers computed only from parameters and block indexes. Registers lie
// in banks by their number. Keeping the operands of an instruction in different banks, as
// ptxas does, can take more registers.
//
// Run takes a kernel that has left SSA form. It colours the interference graph in the
// order in which values appear, that of PTX in ptxas's order (order.go). As long as registers cost no occupancy (ir.Kernel.Registers),
// it fetches operands early and keeps operands in different banks, as ptxas does.
// Otherwise each value takes the lowest registers that fit. If the kernel exceeds the
// limit, Run spills the cheapest values where most are live and colours again. A spilled
// value is stored after each definition, as late as there is room, and loaded before each
// use; constants and special registers are rematerialised instead.
//
// The executor runs virtual registers. The result is therefore only the spill
// instructions and the numbers in ir.Usage.
//
// Invariants: the kernel's results do not change; a value made for a spill is never
// spilled; equal kernels and targets give equal results.
//
// Not modelled: moves that would join a value to two vector accesses, live-range splitting.
package regalloc

import (
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/nvcc"
)

// profile is the toolkit whose decisions the allocator carries out.
var profile = &nvcc.CUDA13

// Target is the registers available to a thread.
type Target struct {
	Regs  arch.RegisterFile
	Limit int // registers per thread, hidden ones included
	Banks int // register banks; 0: not known
}

// TargetOf returns the registers available to a thread of k on a device, at most most
// unless it is 0.
func TargetOf(s *arch.Spec, k *ir.Kernel, most int) Target {
	limit := profile.RegisterLimit(s, k, most)
	return Target{Regs: s.Regs, Limit: limit, Banks: s.Regs.Banks}
}

// rounds bounds how often the graph is coloured. Every round but the last spills at least
// one value; no kernel has as many points of high pressure.
const rounds = 64

// Run allocates registers and sets k.Usage. Usage.Registers exceeds t.Limit if single
// instructions need more.
func Run(k *ir.Kernel, t Target) {
	k.Usage = &ir.Usage{Limit: t.Limit}
	s := &spiller{k: k}
	slack := 0
	for round := 0; ; round++ {
		a, used := allocate(k, t)
		k.Usage.Registers = used + t.Regs.Hidden
		k.Usage.Predicates, k.Usage.Uniform = a.preds, a.uniforms
		room := t.Limit - t.Regs.Hidden - a.reserved() - slack
		if k.Usage.Registers <= t.Limit || round == rounds {
			s.delay(t, room)
			break
		}
		victims := a.victims(room, s)
		if len(victims) == 0 {
			if slack++; slack > t.Limit {
				break
			}
			continue
		}
		s.spill(victims)
	}
	s.finish()
}
