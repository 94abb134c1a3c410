package arch

// This file holds the times of the devices that were never built: small round
// figures in the order of real ones.

var toyPipes = pipes{
	Integer: UnitALU, Product: UnitFMA,
	Float: 4, Sum: 4, Long: 2, Logic: 4, Multiply: 4, Address: 4,
	Function: 1, Convert: 1, Count: 1, Double: 2,
	Shuffle: 4, Access: 4,
	Words: 1, Wide: 1,
	Step: 4, CompareStep: 4, MultiplyStep: 4, AddressStep: 4, DoubleStep: 8, FunctionStep: 12, ShuffleStep: 10,
}

var toyClock = Clock{
	Schedulers:  1,
	Issue:       1,
	IssueCycles: 1,
	Ops:         toyPipes.ops(),
	Taken:       4,
	Memory: MemoryClock{
		Shared:          10,
		SharedWavefront: 1,
		SharedAtomic:    20,
		L1:              20,
		L1Request:       1,
		L1Line:          1,
		L2:              50,
		SMRequest:       1,
		SMSector:        1,
		L2Slices:        1,
		SliceLine:       1,
		SliceSector:     1,
		DRAM:            100,
		DRAMChannels:    1,
		Host:            500,
		Const:           10,
		AtomicSector:    2,
		AtomicLane:      1,
	},
	Cold:        ColdClock{BlocksPerCycle: 1, WarpsPerCycle: 1, Block: 10, InstructionBytes: 16, CodeLine: 128, CodeFirst: 256, CodeCold: 100, CodeMiss: 100, CodeAhead: 128},
	Barrier:     10,
	BarrierWarp: 1,
	Fence:       50,
	FenceBlock:  5,
	FenceSystem: 200,
}
