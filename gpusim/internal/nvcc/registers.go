package nvcc

// This file decides how many registers a thread uses.

import (
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/padding"
)

// RegisterLimit returns the most registers per thread of a kernel, hidden ones included:
// the smallest of what an instruction can name, what leaves room for the blocks of
// //gpu:launchbounds, and most unless it is 0.
func (p *Profile) RegisterLimit(s *arch.Spec, k *ir.Kernel, most int) int {
	limit := s.Regs.PerThreadMax
	if threads, blocks := bounds(s, k); threads > 0 {
		limit = min(limit, share(s, padding.Units(threads, s.WarpSize)*max(blocks, 1)))
	}
	if most > 0 {
		limit = min(limit, max(most, s.Regs.PerThreadMin))
	}
	return limit
}

// PressureTarget returns the number of registers that scheduling may use, given the limit:
// the whole limit if //gpu:launchbounds gives the number of blocks; else as many as let the
// SM hold all its threads (gpusim/validation/h200/compiler: bounds.txt). ptxas also uses all
// registers that -maxrregcount allows, where the allocator would spill some values.
func (p *Profile) PressureTarget(s *arch.Spec, k *ir.Kernel, limit int) int {
	if _, blocks := bounds(s, k); blocks == 0 {
		limit = min(limit, share(s, s.Limits.ThreadsPerSM/s.WarpSize))
	}
	return limit - s.Regs.Hidden - min(s.Regs.StackPointer, 1)
}

// bounds returns the threads per block and the blocks per SM that //gpu:launchbounds gives. As
// ptxas does, it ignores a block of more threads than an SM holds, and more blocks than an SM holds;
// 0 stands for none.
func bounds(s *arch.Spec, k *ir.Kernel) (threads, blocks int) {
	switch {
	case k.MaxThreads > s.Limits.ThreadsPerSM:
		return 0, 0
	case k.MinBlocks > s.Limits.BlocksPerSM || k.MaxThreads*k.MinBlocks > s.Limits.ThreadsPerSM:
		return k.MaxThreads, 0
	}
	return k.MaxThreads, k.MinBlocks
}

// share returns the registers per thread when an SM's registers are divided among warps, in their
// allocation unit. The parts of an SM hold equally many warps.
func share(s *arch.Spec, warps int) int {
	if s.Regs.AllocByBlock {
		return s.Regs.PerSM / (warps * s.WarpSize)
	}
	perWarp := s.Regs.PerSM / padding.Up(warps, max(s.Regs.SubPartitions, 1))
	return perWarp / s.Regs.AllocUnit * s.Regs.AllocUnit / s.WarpSize
}

// scratchKey identifies an instruction that expands to many machine instructions: a
// division, or a function that the hardware does not have.
type scratchKey struct {
	op  ir.Op
	mod ir.Mod
	t   ir.Type
}

// Scratch returns the registers that the machine code of in needs beyond those of operands
// and result.
func (p *Profile) Scratch(in *ir.Instr) int {
	key := scratchKey{in.Op, in.Mod, in.Type}
	if key.mod == ir.RN {
		key.mod = ir.NoMod
	}
	return p.scratch[key]
}

// Held returns the registers that are live in the middle of the machine code of in beyond those of operands
// and result. Scratch is less where the registers of addresses are free again, as around most divisions of
// small kernels.
func (p *Profile) Held(in *ir.Instr) int {
	if n, ok := p.held[scratchKey{op: in.Op, t: in.Type}]; ok {
		return n
	}
	return p.Scratch(in)
}

// FetchAhead returns by how many instructions an operand is fetched before the instruction that reads it,
// when registers are assigned.
func (p *Profile) FetchAhead() int { return p.fetchAhead }

// LoopTrips is how often the allocator takes a loop to run: the factor by which the cost of
// a spill grows with each loop around it.
func (p *Profile) LoopTrips() float64 { return float64(p.loopTrips) }

// LargeAngle returns the bytes of the narrowest float type whose sine, cosine and tangent
// reduce large arguments in local memory. By the CUDA C++ Programming Guide both float types
// do; in code of nvcc 13 only float64 does (gpusim/validation/h200/compiler/ops.txt). toolkit
// is the last major version that compiles for the device.
func (p *Profile) LargeAngle(toolkit int) int {
	if toolkit < p.toolkit {
		return ir.F32.Bytes()
	}
	return ir.F64.Bytes()
}
