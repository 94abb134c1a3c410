// Package occupancy says how many blocks of a kernel an SM holds at a time, as
// CUDA's occupancy calculator (cuda_occupancy.h) does: Occupy divides an SM's
// warps, blocks, registers and shared memory among the blocks of one kernel. All
// functions are pure functions of an arch.Spec.
//
// Units: blocks, warps, 32-bit registers and bytes.
package occupancy

import (
	"math"
	"slices"

	"gpucourse/gpusim/internal/padding"

	"gpucourse/gpusim/arch"
)

// Unlimited is a limit that a resource does not set: a kernel without shared
// memory is not limited by shared memory.
const Unlimited = math.MaxInt32

// Limiter is a set of resources that limit occupancy, in the bits of CUDA's
// occupancy calculator.
type Limiter uint8

// The resources.
const (
	LimitWarps Limiter = 1 << iota
	LimitRegisters
	LimitShared
	LimitBlocks
	LimitBarriers
)

var limiterNames = [...]string{"warps", "registers", "shared memory", "blocks", "barriers"}

// Names lists the resources of the set, in the order of the bits.
func (l Limiter) Names() []string {
	var names []string
	for i, name := range limiterNames {
		if l>>i&1 == 1 {
			names = append(names, name)
		}
	}
	return names
}

// BlockResources is what one block of a kernel needs of an SM.
type BlockResources struct {
	Threads   int // per block
	Registers int // per thread
	Shared    int // bytes per block, static and dynamic together
}

// Occupancy is what an SM holds of one kernel at a time.
type Occupancy struct {
	Blocks int // resident on an SM
	Warps  int // resident on an SM
	Limits Limits
	// Limiting holds every resource whose limit equals Blocks.
	Limiting Limiter
	// BlockRegisters and BlockShared are what one block is given, after
	// rounding to allocation units and with the driver's share.
	BlockRegisters, BlockShared int
	maxWarps                    int
}

// Limits is the number of blocks each resource alone would let an SM hold.
type Limits struct{ Warps, Registers, Shared, Blocks, Barriers int }

// list returns the limits in the order of the bits of Limiter.
func (l Limits) list() [len(limiterNames)]int {
	return [...]int{l.Warps, l.Registers, l.Shared, l.Blocks, l.Barriers}
}

// Bound is what one resource alone would let an SM hold. It binds when nothing
// allows fewer blocks.
type Bound struct {
	Resource string
	Blocks   int
	Binds    bool
}

// Bounds lists the resources that set a limit, in the order of the bits of Limiter.
func (o Occupancy) Bounds() []Bound {
	var bounds []Bound
	for i, n := range o.Limits.list() {
		if n != Unlimited {
			bounds = append(bounds, Bound{limiterNames[i], n, o.Limiting>>i&1 == 1})
		}
	}
	return bounds
}

// Percent is resident warps out of those an SM can hold.
func (o Occupancy) Percent() float64 { return 100 * float64(o.Warps) / float64(o.maxWarps) }

// Occupy returns the occupancy of blocks that ask for d on a device.
// Blocks is 0 when not even one fits.
func Occupy(s *arch.Spec, d BlockResources) Occupancy {
	d.Threads, d.Registers, d.Shared = max(d.Threads, 0), max(d.Registers, 0), max(d.Shared, 0)
	warps := padding.Units(d.Threads, s.WarpSize)
	o := Occupancy{
		BlockRegisters: blockRegisters(s, warps, d.Registers),
		BlockShared:    padding.Up(d.Shared+s.Shared.Reserved, s.Shared.AllocUnit),
		maxWarps:       s.Limits.WarpsPerSM,
	}
	o.Limits = Limits{
		Warps:     warpLimit(s, d.Threads, warps),
		Registers: registerLimit(s, warps, d.Registers, o.BlockRegisters),
		Shared:    quotient(sharedPerSM(&s.Shared, o.BlockShared), o.BlockShared),
		Blocks:    s.Limits.BlocksPerSM,
		Barriers:  Unlimited,
	}
	if n := s.Limits.BarriersPerSM; n > 0 {
		o.Limits.Barriers = n
	}
	limits := o.Limits.list()
	o.Blocks = slices.Min(limits[:])
	for i, n := range limits {
		if n == o.Blocks {
			o.Limiting |= 1 << i
		}
	}
	o.Warps = o.Blocks * warps
	return o
}

// warpLimit is how many blocks the SM's warp slots hold.
func warpLimit(s *arch.Spec, threads, warps int) int {
	if threads > s.Limits.ThreadsPerBlock {
		return 0
	}
	return quotient(s.Limits.WarpsPerSM, warps)
}

// warpRegisters is a warp's share of the register file.
func warpRegisters(s *arch.Spec, registers int) int {
	return padding.Up(registers*s.WarpSize, s.Regs.AllocUnit)
}

// blockRegisters is a block's share: its warps' shares, or on devices that
// allocate by block its even number of warps rounded once.
func blockRegisters(s *arch.Spec, warps, registers int) int {
	if s.Regs.AllocByBlock {
		return padding.Up(padding.Up(warps, s.Regs.WarpGranule)*s.WarpSize*registers, s.Regs.AllocUnit)
	}
	return warps * warpRegisters(s, registers)
}

// registerLimit is how many blocks the register file holds. A warp's registers
// lie in one sub-partition, so each of these is filled on its own.
func registerLimit(s *arch.Spec, warps, registers, blockRegisters int) int {
	r := &s.Regs
	switch {
	case registers == 0:
		return Unlimited
	case registers > r.PerThreadMax, heldRegisters(s, warps, registers) > r.PerBlock:
		return 0
	case r.AllocByBlock:
		return r.PerSM / blockRegisters
	}
	perPartition := r.PerSM / r.SubPartitions / warpRegisters(s, registers)
	return perPartition * r.SubPartitions / warps
}

// heldRegisters is what the hardware checks against the limit of a block: the
// warps are counted as if they filled all sub-partitions alike.
func heldRegisters(s *arch.Spec, warps, registers int) int {
	if s.Regs.AllocByBlock {
		return blockRegisters(s, warps, registers)
	}
	return padding.Up(warps, s.Regs.SubPartitions) * warpRegisters(s, registers)
}

// quotient is have/want, or Unlimited when nothing is wanted.
func quotient(have, want int) int {
	if want == 0 {
		return Unlimited
	}
	return have / want
}
