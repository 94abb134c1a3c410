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
// order in which values appear. As long as registers cost no occupancy (ir.Kernel.Registers),
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
)

// Target is the registers available to a thread.
type Target struct {
	Regs  arch.RegisterFile
	Limit int // registers per thread, hidden ones included
	Unit  int // allocation unit, registers per thread
	Banks int // register banks; 0: not known
}

// TargetOf returns the registers available to a thread of k on a device. The limit is
// the smallest of three: what an instruction can name, what leaves room for the blocks of
// //gpu:launchbounds, and most unless it is 0.
func TargetOf(s *arch.Spec, k *ir.Kernel, most int) Target {
	t := Target{Regs: s.Regs, Limit: s.Regs.PerThreadMax, Unit: s.Regs.AllocUnit / s.WarpSize, Banks: s.Regs.Banks}
	if k.MaxThreads > 0 {
		t.Limit = min(t.Limit, share(s, k.MaxThreads*max(k.MinBlocks, 1)))
	}
	if most > 0 {
		t.Limit = min(t.Limit, max(most, s.Regs.PerThreadMin))
	}
	return t
}

// Comfort returns the number of registers that scheduling may use: the whole limit if
// //gpu:launchbounds gives the number of blocks; else as many as let the SM hold all its
// threads (gpusim/validation/h200/compiler: bounds.txt). ptxas also uses all registers that
// -maxrregcount allows, where this allocator would spill some values.
func (t Target) Comfort(s *arch.Spec, k *ir.Kernel) int {
	n := t.Limit
	if k.MinBlocks == 0 {
		n = min(n, share(s, s.Limits.ThreadsPerSM))
	}
	return n - t.Regs.Hidden - min(t.Regs.StackPointer, 1)
}

// share returns the registers per thread when an SM's registers are divided among
// threads, in the allocation unit of warps.
func share(s *arch.Spec, threads int) int {
	warps := (threads + s.WarpSize - 1) / s.WarpSize
	if s.Regs.AllocByBlock {
		return s.Regs.PerSM / (warps * s.WarpSize)
	}
	perWarp := s.Regs.PerSM / warps
	return perWarp / s.Regs.AllocUnit * s.Regs.AllocUnit / s.WarpSize
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
