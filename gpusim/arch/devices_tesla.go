package arch

// This file holds the devices of cc 1.x: half-warps, no data caches.

var geForce8800GTX = Spec{
	Name:     "GeForce 8800 GTX",
	CC:       CC{1, 0},
	Evidence: Modelled,
	SMs:      16,               // sheet
	WarpSize: 32,               // guide
	ClockMHz: 1350,             // sheet, shader clock
	Clusters: Clusters{SMs: 2}, // paper
	Limits: Limits{ // guide
		ThreadsPerBlock: 512,
		ThreadsPerSM:    768,
		WarpsPerSM:      24,
		BlocksPerSM:     8,
		Block:           Dim3{512, 512, 64},
		Grid:            Dim3{65535, 65535, 1},
		ParamBytes:      256,
		ConstBytes:      64 * kib,
	},
	Regs: RegisterFile{
		PerSM:         8192, // guide
		PerBlock:      8192,
		PerThreadMax:  124, // guide; four of 128 are kept back
		AllocUnit:     256, // occ
		AllocByBlock:  true,
		WarpGranule:   2, // occ
		SubPartitions: 1,
	},
	Shared: SharedMemory{
		Banks:           16, // guide
		BankBytes:       4,
		InterleaveBytes: 4,
		LanesPerPhase:   16,   // guide: a request is split into one for each half-warp
		OneBroadcast:    true, // guide, F.3.3.2
		SplitsWords:     true, // guide, F.3.3.4
		PerSM:           16 * kib,
		PerBlock:        16 * kib,
		PerBlockOptin:   16 * kib,
		AllocUnit:       512, // occ
	},
	Global: GlobalMemory{
		Bytes:          768 * mib, // sheet
		SeparateSpaces: true,      // guide: unified addressing from compute capability 2.0
		Coalesce:       CoalesceHalfWarp,
		SectorBytes:    32, // guide: the smallest transaction
		LineBytes:      128,
		AllocAlign:     256, // guide
		PitchAlign:     256, // guide: rows start where the first does
	},
	Local: LocalMemory{WordBytes: 4}, // guide
	Caches: Caches{
		// guide: a constant cache of 8 KB a multiprocessor; GPGPU-Sim: 64 sets of 2 lines
		Const: Cache{Bytes: 8 * kib, LineBytes: 64, Ways: 2},
		// guide: texture caches of 16 KB, each for two multiprocessors; how they
		// are divided is not published
		ReadOnly:  Cache{Bytes: 8 * kib, LineBytes: 32},
		DRAMBytes: 32, // guide: the smallest transaction
	},
	Rates: Rates{
		IssuePerCycle:      0.25, // guide: 8 cores an SM, so 4 cycles a warp
		L1WavefrontCycles:  2,    // guide: a bank serves 32 bits every two cycles
		ConstRequestCycles: 4,    // guide: one request per address; a warp issues for four cycles
		DRAMBytesPerSecond: 86.4e9,
		LaunchCycles:       1875, // cold: empty, on the H200, in time
	},
	Clock:    g80Clock,
	Transfer: Transfer{Kernels: 1, Queues: 1, Host: pcie1, Calls: callTimes}, // guide: cc 1.0 overlaps nothing
	Alloc:    allocator,
}

var gtx280 = Spec{
	Name:     "GeForce GTX 280",
	CC:       CC{1, 3},
	Evidence: Modelled,
	SMs:      30,               // sheet
	WarpSize: 32,               // guide
	ClockMHz: 1296,             // sheet, shader clock
	Clusters: Clusters{SMs: 3}, // paper
	Limits: Limits{ // guide
		ThreadsPerBlock: 512,
		ThreadsPerSM:    1024,
		WarpsPerSM:      32,
		BlocksPerSM:     8,
		Block:           Dim3{512, 512, 64},
		Grid:            Dim3{65535, 65535, 1},
		ParamBytes:      256,
		ConstBytes:      64 * kib,
	},
	Regs: RegisterFile{
		PerSM:         16384, // guide
		PerBlock:      16384,
		PerThreadMax:  124,
		AllocUnit:     512, // occ
		AllocByBlock:  true,
		WarpGranule:   2, // occ
		SubPartitions: 1,
	},
	Shared: SharedMemory{
		Banks:           16, // guide
		BankBytes:       4,
		InterleaveBytes: 4,
		LanesPerPhase:   16,
		OneBroadcast:    true, // guide, F.3.3.2
		SplitsWords:     true, // guide, F.3.3.4
		PerSM:           16 * kib,
		PerBlock:        16 * kib,
		PerBlockOptin:   16 * kib,
		AllocUnit:       512, // occ
	},
	Global: GlobalMemory{
		Bytes:          1 * gib, // sheet
		SeparateSpaces: true,    // guide: unified addressing from compute capability 2.0
		Coalesce:       CoalesceSegment,
		SectorBytes:    32, // guide: the smallest segment
		LineBytes:      128,
		AllocAlign:     256,
		PitchAlign:     256,
	},
	Local: LocalMemory{WordBytes: 4}, // guide
	Caches: Caches{
		// guide: a constant cache of 8 KB a multiprocessor; GPGPU-Sim: 64 sets of 2 lines
		Const: Cache{Bytes: 8 * kib, LineBytes: 64, Ways: 2},
		// Wong et al. 2010: 5 KB an SM, 20 ways of 32-byte lines
		ReadOnly:  Cache{Bytes: 5 * kib, LineBytes: 32, Ways: 20},
		DRAMBytes: 32, // guide: the smallest segment
	},
	Rates: Rates{
		IssuePerCycle:      0.25, // guide: 8 cores an SM
		L1WavefrontCycles:  2,    // guide: a bank serves 32 bits every two cycles
		ConstRequestCycles: 4,    // guide: one request per address; a warp issues for four cycles
		DRAMBytesPerSecond: 141.7e9,
		LaunchCycles:       1800, // cold: empty, on the H200, in time
	},
	Clock:    gt200Clock,
	Transfer: Transfer{CopyEngines: 1, Kernels: 1, Queues: 1, Host: pcie2, Calls: callTimes, MapsHost: true}, // guide
	Alloc:    allocator,
}
