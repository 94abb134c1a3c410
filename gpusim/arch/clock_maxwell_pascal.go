package arch

// This file holds the times of cc 5.2 and 6.0: four schedulers, or two, each with
// cores of its own. They multiply 16-bit integers only.

var maxwellPipes = pipes{
	Integer: UnitFMA, Product: UnitFMA, // paper: a core does both
	Float: 128, Sum: 128, Long: 64, Logic: 64, Multiply: 128, Address: 32, // table; logic without comparisons and shifts is 128
	Function: 32, Convert: 32, Count: 32, Double: 4, // table
	Shuffle: 32, Access: 32, // table; paper
	Words: 3, Wide: 4, // listing: three XMAD; two shifts and two sums
	Step: 6, CompareStep: 13, MultiplyStep: 13, AddressStep: 18, DoubleStep: 48, // Arafa et al. 2019; listing: 13
	FunctionStep: 20, ShuffleStep: 24, // GPGPU-Sim, Titan X (Pascal); as shared memory
}

var pascalPipes = pipes{
	Integer: UnitFMA, Product: UnitFMA,
	Float: 64, Sum: 64, Long: 32, Logic: 32, Multiply: 64, Address: 16, // table, cc 6.0; logic without comparisons and shifts is 64
	Function: 16, Convert: 16, Count: 16, Double: 32, Half: 64, // table: 128 of two per lane
	Shuffle: 32, Access: 16, // table; paper: 16 load and store units
	Words: 3, Wide: 4, // listing, as cc 5.2
	Step: 6, CompareStep: 13, MultiplyStep: 13, AddressStep: 18, DoubleStep: 8, // Arafa et al. 2019; listing: 13
	FunctionStep: 20, ShuffleStep: 25, // GPGPU-Sim, Titan X (Pascal); as shared memory
}

var gm204Clock = Clock{
	Schedulers:  4, // guide
	Issue:       1,
	IssueCycles: 1,
	Ops:         maxwellPipes.ops(),
	Taken:       6, // the pipeline's length
	Memory: MemoryClock{
		Shared:          24, // Arafa et al. 2019
		SharedWavefront: 2,  // H200
		SharedAtomic:    50, // H200
		L1:              82, // Arafa et al. 2019
		L1Request:       2,
		L1Line:          2,   // Accel-Sim, Pascal: 64 bytes
		L2:              225, // Arafa et al. 2019
		SMRequest:       1,
		SMSector:        1,  // GPGPU-Sim, Pascal: 32 bytes
		L2Slices:        16, // as Rates.L2BytesPerSecond has them
		SliceLine:       1,
		SliceSector:     1,
		DRAM:            379,  // Arafa et al. 2019
		DRAMChannels:    8,    // sheet: 256 bits
		DRAMShare:       0.76, // GPU-STREAM: 169.3 of 224 GB/s copied
		Host:            1440, // H100, in time
		Const:           20,   // Arafa et al. 2019
		ConstMid:        151,  // mt4g, Quadro P6000
		AtomicSector:    2,    // H200
		AtomicLane:      1,
	},
	Cold:        coldAs(11), // isa: 32 bytes hold three instructions
	Barrier:     15,         // H200: as many steps
	BarrierWarp: 0.5,        // table: 64 threads a cycle
	Fence:       225,
	FenceBlock:  8,   // h200/sync: cost
	FenceSystem: 610, // H200, in time
}

var gp100Clock = Clock{
	Schedulers:  2, // guide
	Issue:       1,
	IssueCycles: 1,
	Ops:         pascalPipes.ops(),
	Taken:       6, // the pipeline's length
	Memory: MemoryClock{
		Shared:          25,  // Arafa et al. 2019
		SharedWavefront: 2,   // H200
		SharedAtomic:    50,  // H200
		L1:              81,  // Arafa et al. 2019; Accel-Sim: 80
		L1Misses:        256, // GPGPU-Sim, Pascal TITAN X
		L1Request:       2,
		L1Line:          2,   // Accel-Sim: 64 bytes
		L2:              252, // Arafa et al. 2019; Accel-Sim: 238
		SMRequest:       1,
		SMSector:        1,  // GPGPU-Sim: 32 bytes
		L2Slices:        32, // GPGPU-Sim, P100
		SliceLine:       1,
		SliceSector:     0.93, // Rates.L2BytesPerSecond of all
		DRAM:            482,  // Arafa et al. 2019; mt4g, Quadro P6000: 415
		DRAMChannels:    32,   // GPGPU-Sim, P100
		DRAMShare:       0.75, // Jia et al. 2018: 510 GiB/s of 732 GB/s
		Host:            1760, // H100, in time
		Const:           12,   // Arafa et al. 2019
		ConstMid:        151,  // mt4g, Quadro P6000
		AtomicSector:    2,    // H200
		AtomicLane:      1,
	},
	Cold:        coldAs(11), // isa: 32 bytes hold three instructions
	Barrier:     15,         // H200: as many steps
	BarrierWarp: 1,          // table: 32 threads a cycle
	Fence:       252,
	FenceBlock:  8,   // h200/sync: cost
	FenceSystem: 750, // H200, in time
}
