package trace

// This file is what is counted of memory accesses, by instruction.

import (
	"math"
	"unsafe"
)

// AccessCounts is the memory work of one instruction, summed over all warps. Which
// fields are used depends on the space: requests, transactions and sectors by
// global and local accesses, requests by constant ones, wavefronts by shared ones. Those to shared memory of
// a cluster have wavefronts where lanes stay in the block, and requests and sectors where they leave it; their
// transactions are the accesses of which lanes stay.
type AccessCounts struct {
	Space        Space
	Kind         Kind
	Accesses     uint64 // warp instructions with at least one active lane
	Bytes        uint64 // requested: active lanes times bytes per lane
	Requests     uint64 // global, local: see Traffic; constant: distinct addresses
	Transactions uint64 // sectors, segments or lines moved, as the device counts them
	Sectors      uint64 // moved, in units of Spec.Global.SectorBytes
	Wavefronts   uint64 // passes through the shared banks
	Ideal        uint64 // the wavefronts there would be without conflicts
	Conflicts    uint64 // Wavefronts − Ideal
	Filled       uint64 // bytes of shared memory that copies without registers write
}

// Plus adds d to c; the space and kind become those of d.
func (c *AccessCounts) Plus(d *AccessCounts) {
	c.Space, c.Kind = d.Space, d.Kind
	c.Accesses += d.Accesses
	c.Bytes += d.Bytes
	c.Requests += d.Requests
	c.Transactions += d.Transactions
	c.Sectors += d.Sectors
	c.Wavefronts += d.Wavefronts
	c.Ideal += d.Ideal
	c.Conflicts += d.Conflicts
	c.Filled += d.Filled
}

// CacheCounts is what happened in the caches and behind them. Constants are counted in requests,
// all else in sectors of Spec.Global.SectorBytes.
type CacheCounts struct {
	L1Hits, L1Misses             uint64 // looked up in L1: loads that may use it, and stores that stay in it
	ReadOnlyHits, ReadOnlyMisses uint64 // looked up in the read-only cache
	ConstHits, ConstMisses       uint64 // looked up in the first constant cache
	ConstMidHits, ConstMidMisses uint64 // looked up in the second constant cache

	L2Reads, L2ReadHits     uint64 // read from L2 by loads and textures
	L2Writes, L2WriteHits   uint64 // written to L2 by stores
	L2Atomics, L2AtomicHits uint64 // changed in L2 by atomics
	DRAMReads, DRAMWrites   uint64

	L2Requests uint64 // reads, writes and changes of lines

	// Sectors that a partition of L2 asked the home partition of their line for, and those of them that came from
	// memory; sectors written and changed by way of another partition than the home partition.
	L2FarReads, L2FarMisses, L2FarWrites, L2FarAtomics uint64

	// Of L2Requests: those that make their line one of EvictFirst, or of EvictLast; of the latter,
	// those whose line L2 had, their sectors, and the sectors that needed nothing from memory.
	L2First, L2Last, L2LastHits     uint64
	L2LastSectors, L2LastSectorHits uint64

	HostReads, HostWrites         uint64 // of the host's memory, which L2 does not keep
	BusReadBytes, BusWrittenBytes uint64 // moved for them over PCIe, packet headers included
}

// Plus adds d to c.
func (c *CacheCounts) Plus(d *CacheCounts) {
	sum, more := c.numbers(), d.numbers()
	for i, n := range more {
		sum[i] += n
	}
}

// Extend adds to c what was counted between two times, several times.
func (c *CacheCounts) Extend(times float64, from, to *CacheCounts) {
	sum, before, after := c.numbers(), from.numbers(), to.numbers()
	for i := range sum {
		sum[i] += uint64(math.Round(times * float64(after[i]-before[i])))
	}
}

// Sectors returns how many sectors L2 was asked to read, write and change.
func (c *CacheCounts) Sectors() uint64 { return c.L2Reads + c.L2Writes + c.L2Atomics }

// numCacheCounts is how many fields CacheCounts has, all of one type.
const numCacheCounts = unsafe.Sizeof(CacheCounts{}) / unsafe.Sizeof(uint64(0))

// numbers returns the fields.
func (c *CacheCounts) numbers() *[numCacheCounts]uint64 {
	return (*[numCacheCounts]uint64)(unsafe.Pointer(c))
}

// CacheResult is what the caches counted in a launch.
type CacheResult struct {
	ByPC []CacheCounts
	Rest CacheCounts // what belongs to no instruction
}
