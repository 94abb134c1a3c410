// Package regalloc gives the values of a kernel the registers of a device, and
// moves to local memory what does not fit.
//
// The machine: a thread has 32-bit registers R0, R1, …, of which the device
// may keep one for the stack; 64-bit values take an even register and the next
// one, the elements of a vector access consecutive registers that begin at a
// multiple of their number. Predicates are registers of their own. Parameters
// are operands from the constant bank and take a register only where an
// instruction can name no constant. A warp may have uniform registers for
// integers that are computed from parameters and block numbers alone.
//
// Run works on a kernel that has left SSA form. It colours the graph of values
// that are alive together, in the order in which they appear, each with the
// lowest registers that fit. When that takes more than the limit, the cheapest
// values that are alive where most are get a place in the stack frame, with a
// store after every definition, as late as there is room, and a load before every
// use, and the graph is coloured again. Constants and thread numbers are computed
// again instead. At last values move to where the operands of an instruction lie in
// different banks. The executor goes on to run virtual registers: only the spill
// instructions, the numbers in ir.Usage and the places in ir.Instr are the result.
//
// Invariants: what the kernel computes does not change; a value made for a
// spill is never spilled; equal kernels and targets give equal results.
//
// Not modelled: moves that would join a value to two vector accesses at once,
// splitting of live ranges.
package regalloc

import (
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
)

// Target is what a thread may have.
type Target struct {
	Regs  arch.RegisterFile
	Limit int // registers, hidden ones included
	Unit  int // by which a thread gets them
	Banks int // in which they lie; 0: not known
}

// TargetOf returns what a thread of k may have on a device: what an
// instruction can name, what leaves room for the blocks of //gpu:launchbounds,
// and most, where that is not 0.
func TargetOf(s *arch.Spec, k *ir.Kernel, most int) Target {
	t := Target{Regs: s.Regs, Limit: s.Regs.PerThreadMax, Unit: s.Regs.AllocUnit / s.WarpSize, Banks: s.Clock.RegisterBanks}
	if k.MaxThreads > 0 {
		t.Limit = min(t.Limit, share(s, k.MaxThreads*max(k.MinBlocks, 1)))
	}
	if most > 0 {
		t.Limit = min(t.Limit, max(most, s.Regs.PerThreadMin))
	}
	return t
}

// Comfort returns how many registers code may fill without need: all it may
// have where //gpu:launchbounds says how many threads are wanted, else as many as
// let the SM hold all the threads it can.
func (t Target) Comfort(s *arch.Spec, k *ir.Kernel) int {
	n := t.Limit
	if k.MaxThreads == 0 {
		n = min(n, share(s, s.Limits.ThreadsPerSM))
	}
	return n - t.Regs.Hidden - min(t.Regs.StackPointer, 1)
}

// share divides an SM's registers among threads, by the unit in which warps
// get them.
func share(s *arch.Spec, threads int) int {
	warps := (threads + s.WarpSize - 1) / s.WarpSize
	if s.Regs.AllocByBlock {
		return s.Regs.PerSM / (warps * s.WarpSize)
	}
	perWarp := s.Regs.PerSM / warps
	return perWarp / s.Regs.AllocUnit * s.Regs.AllocUnit / s.WarpSize
}

// rounds bounds how often the graph is coloured; every round but the last
// spills something, and a kernel has not that many points of high pressure.
const rounds = 64

// Run allocates registers and sets k.Usage. Usage.Registers is more than
// t.Limit when the instructions alone need that many.
func Run(k *ir.Kernel, t Target) {
	k.Usage = &ir.Usage{Limit: t.Limit}
	s := &spiller{k: k}
	slack := 0
	for round := 0; ; round++ {
		a := analyse(k, t)
		used := a.colour()
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
	settle(k, t)
}
