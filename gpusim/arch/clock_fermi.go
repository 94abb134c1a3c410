package arch

// This file holds the times of cc 2.0, in cycles of the clock of its cores; all
// but the cores runs at half of it. GPGPU-Sim's figures are in cycles of that half.

var fermiPipes = pipes{
	Integer: UnitFMA, Product: UnitALU, // paper: a core does both; half of them multiply
	Float: 32, Sum: 32, Long: 16, Logic: 32, Multiply: 16, Address: 8, // table; shifts are 16
	Function: 4, Convert: 16, Count: 16, Double: 16, // table
	Shuffle: 16, Access: 16, // votes only; paper: 16 load and store units
	Words: 1, Wide: 2, // listing: a product for each half of an address
	Step: 22, CompareStep: 22, MultiplyStep: 22, AddressStep: 44, // table: about 22
	DoubleStep: 22, FunctionStep: 30, ShuffleStep: 22, // a warp takes eight cycles of the four function units
}

var fermiClock = Clock{
	Schedulers:  2,
	Issue:       1,
	IssueCycles: 2, // guide: 16 cores a scheduler
	Ops:         fermiPipes.ops(),
	Taken:       22, // the pipeline's length
	Memory: MemoryClock{
		Shared:          52, // GPGPU-Sim, GTX 480: 26
		SharedWavefront: 2,  // guide: a bank serves 32 bits every two cycles
		SharedAtomic:    156,
		L1:              70, // GPGPU-Sim, GTX 480: 35
		L1Request:       2,
		L1Line:          2,
		L2:              310, // GPGPU-Sim: 35 and 120
		SMRequest:       2,
		SMSector:        2, // GPGPU-Sim: 32 bytes
		L2Slices:        12,
		SliceLine:       2,
		SliceSector:     2,    // GPGPU-Sim: 32 bytes
		DRAM:            510,  // GPGPU-Sim: 35, 120 and 100
		DRAMChannels:    6,    // sheet: 384 bits
		DRAMShare:       0.72, // GPU-STREAM, Tesla C2070: 104 of 144 GB/s copied
		Host:            1360, // H100, in time
		Const:           32,   // as Kepler's, in time
		AtomicSector:    18,   // paper on Kepler: an atomic in nine cycles
		AtomicLane:      18,
	},
	Cold:        coldAs(8),
	Barrier:     55, // H200: as many steps
	BarrierWarp: 2,  // table: 16 threads a cycle
	Fence:       310,
	FenceBlock:  8,   // h200/sync: cost
	FenceSystem: 580, // H200, in time
}
