package trace

// This file is what is counted of memory accesses, by instruction.

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
	c.L1Hits += d.L1Hits
	c.L1Misses += d.L1Misses
	c.ReadOnlyHits += d.ReadOnlyHits
	c.ReadOnlyMisses += d.ReadOnlyMisses
	c.ConstHits += d.ConstHits
	c.ConstMisses += d.ConstMisses
	c.ConstMidHits += d.ConstMidHits
	c.ConstMidMisses += d.ConstMidMisses
	c.L2Reads += d.L2Reads
	c.L2ReadHits += d.L2ReadHits
	c.L2Writes += d.L2Writes
	c.L2WriteHits += d.L2WriteHits
	c.L2Atomics += d.L2Atomics
	c.L2AtomicHits += d.L2AtomicHits
	c.L2Requests += d.L2Requests
	c.L2FarReads += d.L2FarReads
	c.L2FarMisses += d.L2FarMisses
	c.L2FarWrites += d.L2FarWrites
	c.L2FarAtomics += d.L2FarAtomics
	c.L2First += d.L2First
	c.L2Last += d.L2Last
	c.L2LastHits += d.L2LastHits
	c.L2LastSectors += d.L2LastSectors
	c.L2LastSectorHits += d.L2LastSectorHits
	c.DRAMReads += d.DRAMReads
	c.DRAMWrites += d.DRAMWrites
	c.HostReads += d.HostReads
	c.HostWrites += d.HostWrites
	c.BusReadBytes += d.BusReadBytes
	c.BusWrittenBytes += d.BusWrittenBytes
}

// CacheResult is what the caches counted in a launch.
type CacheResult struct {
	ByPC []CacheCounts
	Rest CacheCounts // what belongs to no instruction
}
