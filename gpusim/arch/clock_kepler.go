package arch

// This file holds the times of cc 3.5. A scheduler issues two instructions of a
// warp a cycle when the second does not wait for the first; internal/timing plays one,
// so that floats reach two thirds of their rate. Boards come with ECC on, which
// takes a part of the memory's rate.

var keplerPipes = pipes{
	Integer: UnitFMA, Product: UnitALU, // paper: a core does both; 32 of 192 multiply
	Float: 192, Sum: 160, Long: 80, Logic: 160, Multiply: 32, Address: 16, // table
	Function: 32, Convert: 32, Count: 32, Double: 64, // table
	Shuffle: 32, Access: 32, // table; paper: 32 load and store units
	Words: 1, Wide: 2, // listing: a product for each half of an address
	Step: 9, CompareStep: 9, MultiplyStep: 9, AddressStep: 18, DoubleStep: 10, // Arafa et al. 2019
	FunctionStep: 18, ShuffleStep: 26, // a warp takes as long again; as shared memory
}

var gk110Clock = Clock{
	Schedulers:  4, // guide
	Issue:       2, // guide
	IssueCycles: 1,
	Ops:         keplerPipes.ops(),
	Taken:       9, // the pipeline's length
	Memory: MemoryClock{
		Shared:          26, // Arafa et al. 2019; Accel-Sim: 24
		SharedWavefront: 1,  // guide: a bank serves 64 bits a cycle
		SharedAtomic:    78,
		L1:              32,  // Arafa et al. 2019; Accel-Sim: 42
		L1Misses:        256, // GPGPU-Sim, Kepler TITAN
		L1Request:       1,
		L1Line:          1,
		L2:              188, // Arafa et al. 2019; Accel-Sim: 190
		SMRequest:       1,
		SMSector:        1,  // GPGPU-Sim, GTX Titan: 32 bytes
		L2Slices:        24, // GPGPU-Sim, GTX Titan: two for each 32 bits of the memory, 64 KB each
		SliceLine:       1,
		SliceSector:     1,    // paper: 64 bytes a cycle for two
		DRAM:            331,  // Arafa et al. 2019
		DRAMChannels:    12,   // sheet: 384 bits
		DRAMShare:       0.67, // GPU-STREAM, K40c with ECC on: 194.3 of 288 GB/s copied
		Host:            890,  // H100, in time
		Const:           16,   // Arafa et al. 2019
		AtomicSector:    1,    // paper: one a cycle
		AtomicLane:      1,
	},
	Cold:        coldAs(8),
	Barrier:     22,   // H200: as many steps
	BarrierWarp: 0.25, // table: 128 threads a cycle
	Fence:       188,
	FenceBlock:  8,   // h200/sync: cost
	FenceSystem: 380, // H200, in time
}

// k20cClock is gk110Clock with five partitions of memory.
var k20cClock = func() Clock {
	c := gk110Clock
	m := &c.Memory
	m.L2Slices = 20     // sheet: 1280 KB
	m.DRAMChannels = 10 // sheet: 320 bits
	// SHOC, K20m, the same board: 147.9 of 208 GB/s read and 139.6 written in words of
	// four bytes; GPU-STREAM, K20c with ECC on: 152.3 copied in words of eight
	m.DRAMShare = 0.69
	m.Host = 535 // H200, in time
	return c
}()
