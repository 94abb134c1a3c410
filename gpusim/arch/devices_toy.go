package arch

// This file holds the devices that were never built.

// toy4 keeps pictures small: four lanes, four banks, lines of four words and
// sectors of two. Its other figures are as small as the rules allow.
var toy4 = Spec{
	Name:     "Toy4",
	CC:       CC{9, 0},
	Evidence: Toy,
	SMs:      1,
	WarpSize: 4,
	ClockMHz: 1000,
	Limits: Limits{
		ExitedArrive:     true, // as H200
		IndependentLanes: true,
		ThreadsPerBlock:  256,
		ThreadsPerSM:     512,
		WarpsPerSM:       128,
		BlocksPerSM:      8,
		Block:            Dim3{256, 256, 64},
		Grid:             Dim3{1<<31 - 1, 65535, 65535},
		ParamBytes:       4 * kib,
		ConstBytes:       64 * kib,
	},
	Regs: RegisterFile{
		PerSM:         8192,
		PerBlock:      8192,
		PerThreadMax:  255,
		AllocUnit:     32,
		WarpGranule:   1,
		SubPartitions: 1,
		StackPointer:  1,
	},
	Shared: SharedMemory{
		Banks:           4,
		BankBytes:       4,
		InterleaveBytes: 4,
		LanesPerPhase:   4,
		PerSM:           8 * kib,
		PerBlock:        4 * kib,
		PerBlockOptin:   8 * kib,
		AllocUnit:       16,
	},
	Global: GlobalMemory{
		Bytes:       64 * mib,
		Coalesce:    CoalesceSector,
		SectorBytes: 8,
		LineBytes:   16,
		GlobalInL1:  true,
		L2Bytes:     4 * kib,
		AllocAlign:  64,
		PitchAlign:  64,
	},
	Local: LocalMemory{WordBytes: 4},
	Bank:  ConstantBank{0x00, 0x0c, 0x210},
	Caches: Caches{
		L1:           Cache{Bytes: 512, LineBytes: 16, Ways: 4},
		GlobalStores: WriteThrough,
		LocalStores:  WriteThrough,
		L2:           Cache{Bytes: 4 * kib, LineBytes: 16, Ways: 4},
		Const:        Cache{Bytes: 256, LineBytes: 16},
		DRAMBytes:    8,
	},
	Rates: Rates{
		IssuePerCycle:      1,
		L1WavefrontCycles:  1,
		L1BytesPerCycle:    16,
		L2BytesPerSecond:   8e9,
		DRAMBytesPerSecond: 4e9,
		LaunchCycles:       100,
	},
	Clock:    toyClock,
	Transfer: Transfer{CopyEngines: 2, Kernels: 2, Queues: 8, Host: hostLinks(1e9), Calls: callTimes, MapsHost: true, Peer: peer(2e9), PageBytes: hostPage, Faults: true},
	Alloc:    allocator,
}
