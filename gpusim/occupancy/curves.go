package occupancy

// This file varies one demand at a time: the three graphs of the occupancy
// calculator, and the questions that CUDA's occupancy functions answer.

import (
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/padding"
)

// Step is one place on a curve: the occupancy at one value of what varies.
type Step struct {
	Value     int
	Occupancy Occupancy
}

// Curves are the three graphs of NVIDIA's occupancy calculator: the occupancy when
// one need of a block changes and the others stay.
type Curves struct {
	Block     BlockResources
	MaxWarps  int // that an SM holds
	Threads   []Step
	Registers []Step
	Shared    []Step
}

// CurvesThrough varies the threads per block, the registers per thread and the bytes
// of shared memory per block, each over all values that a device allows.
func CurvesThrough(s *arch.Spec, r BlockResources) Curves {
	return Curves{
		Block: r, MaxWarps: s.Limits.WarpsPerSM,
		Threads: OverThreads(s, r), Registers: OverRegisters(s, r), Shared: OverShared(s, r),
	}
}

// OverRegisters varies the registers per thread, from 1 to the device's limit.
func OverRegisters(s *arch.Spec, d BlockResources) []Step {
	return vary(s, 1, s.Regs.PerThreadMax, 1, func(n int) BlockResources { return BlockResources{d.Threads, n, d.Shared} })
}

// OverShared varies the bytes of shared memory per block, from none to what a
// block may have at most, in the device's unit of allocation.
func OverShared(s *arch.Spec, d BlockResources) []Step {
	return vary(s, 0, s.Shared.PerBlockOptin, s.Shared.AllocUnit, func(n int) BlockResources { return BlockResources{d.Threads, d.Registers, n} })
}

// OverThreads varies the threads per block, warp by warp.
func OverThreads(s *arch.Spec, d BlockResources) []Step {
	return vary(s, s.WarpSize, s.Limits.ThreadsPerBlock, s.WarpSize, func(n int) BlockResources { return BlockResources{n, d.Registers, d.Shared} })
}

func vary(s *arch.Spec, first, last, by int, at func(int) BlockResources) []Step {
	var steps []Step
	for n := first; n <= last; n += by {
		steps = append(steps, Step{n, Occupy(s, at(n))})
	}
	return steps
}

// BestBlock returns the block size of at most limit threads with which an SM
// holds most threads, and the blocks it holds then; of equals the largest. Both
// are 0 when no block fits. demand tells what a block of so many threads asks
// for. The sizes tried are those of CUDA's cudaOccMaxPotentialOccupancyBlockSize
// (cuda_occupancy.h): multiples of a warp, from the largest down.
func BestBlock(s *arch.Spec, limit int, demand func(threads int) BlockResources) (threads, blocks int) {
	limit = min(limit, s.Limits.ThreadsPerBlock)
	for aligned := padding.Up(limit, s.WarpSize); aligned > 0; aligned -= s.WarpSize {
		size := min(aligned, limit)
		if n := Occupy(s, demand(size)).Blocks; n*size > threads*blocks {
			threads, blocks = size, n
		}
	}
	return threads, blocks
}

// SharedLeft returns the bytes of shared memory that a block may have beyond
// d.Shared if an SM is to hold that many of them; false when other resources
// forbid as many. The share of the driver and the unit of allocation are taken
// off, as cudaOccAvailableDynamicSMemPerBlock does (cuda_occupancy.h).
func SharedLeft(s *arch.Spec, d BlockResources, blocks int) (bytes int, ok bool) {
	o := Occupy(s, d)
	if blocks < 1 || o.Blocks < blocks {
		return 0, false
	}
	unit := max(s.Shared.AllocUnit, 1)
	share := sharedPerSM(&s.Shared, o.BlockShared) / blocks / unit * unit
	return min(share-s.Shared.Reserved, s.Shared.PerBlockOptin) - d.Shared, true
}
