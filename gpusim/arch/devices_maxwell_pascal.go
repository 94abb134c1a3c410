package arch

// This file holds the devices of cc 5.x and 6.x: sectors, and shared memory of
// its own.

var gtx980 = Spec{
	Name:     "GeForce GTX 980",
	CC:       CC{5, 2},
	Evidence: Modelled,
	SMs:      16,   // sheet
	WarpSize: 32,   // guide
	ClockMHz: 1216, // sheet, boost
	Limits: Limits{ // guide
		ThreadsPerBlock: 1024,
		ThreadsPerSM:    2048,
		WarpsPerSM:      64,
		BlocksPerSM:     32,
		Block:           Dim3{1024, 1024, 64},
		Grid:            Dim3{1<<31 - 1, 65535, 65535},
		ParamBytes:      4 * kib,
		ConstBytes:      64 * kib,
	},
	Regs: RegisterFile{
		PerSM:         65536, // guide
		PerBlock:      65536, // guide
		PerThreadMax:  255,
		AllocUnit:     256, // occ
		WarpGranule:   4,   // occ
		SubPartitions: 4,
		StackPointer:  1, // isa
	},
	Shared: SharedMemory{
		Banks:           32, // guide
		BankBytes:       4,
		InterleaveBytes: 4,
		LanesPerPhase:   32,
		PerSM:           96 * kib, // guide
		PerBlock:        48 * kib,
		PerBlockOptin:   48 * kib,
		AllocUnit:       256, // occ
	},
	Global: GlobalMemory{
		Bytes:       4 * gib, // sheet
		Coalesce:    CoalesceSector,
		SectorBytes: 32, // guide
		LineBytes:   128,
		GlobalInL1:  false,   // guide: only read-only data, unless opted in
		L2Bytes:     2 * mib, // sheet
		AllocAlign:  256,
		PitchAlign:  512,
	},
	Local: LocalMemory{WordBytes: 4},       // guide
	Bank:  ConstantBank{0x08, 0x14, 0x140}, // listing
	Caches: Caches{
		// guide: no L1 for local memory; the unified L1 and texture cache, 48 KB an
		// SM, serves read-only data. Accel-Sim, Pascal: 96 ways
		ReadOnly: Cache{Bytes: 48 * kib, LineBytes: 128, Ways: 96},
		// sheet; ways as GPGPU-Sim has the next generation's
		L2: Cache{Bytes: 2 * mib, LineBytes: 128, Ways: 16},
		// mt4g, on the next generation (Quadro P6000): 2.1 KB in lines of 64 bytes,
		// behind it 31.5 KB in lines of 256; ways are not published
		Const:     Cache{Bytes: 2 * kib, LineBytes: 64},
		ConstMid:  Cache{Bytes: 32 * kib, LineBytes: 256},
		DRAMBytes: 32, // guide: what L2 serves
	},
	Rates: Rates{
		IssuePerCycle:      4,       // guide: four schedulers, 128 cores
		L1WavefrontCycles:  1,       // guide: a bank serves 32 bits a cycle
		ConstRequestCycles: 2,       // guide: one request per address; H200
		L1BytesPerCycle:    64,      // Accel-Sim, table IV, gives 64 for the next generation
		L2BytesPerSecond:   622.6e9, // 16 slices of 32 bytes a cycle, as GPGPU-Sim has the next generation's
		DRAMBytesPerSecond: 224e9,   // sheet
		LaunchCycles:       1690,    // cold: empty, on the H200, in time
	},
	Clock:    gm204Clock,
	Transfer: Transfer{CopyEngines: 2, Kernels: 32, Queues: 8, Host: pcie3, Calls: callTimes, MapsHost: true, Peer: peer(12.35e9), PageBytes: hostPage}, // guide; query
	Alloc:    allocator,
}

var teslaP100 = Spec{
	Name:     "Tesla P100",
	CC:       CC{6, 0},
	Evidence: Modelled,
	SMs:      56,   // sheet
	WarpSize: 32,   // guide
	ClockMHz: 1480, // sheet, boost
	Limits: Limits{ // guide
		ThreadsPerBlock: 1024,
		ThreadsPerSM:    2048,
		WarpsPerSM:      64,
		BlocksPerSM:     32,
		Block:           Dim3{1024, 1024, 64},
		Grid:            Dim3{1<<31 - 1, 65535, 65535},
		ParamBytes:      4 * kib,
		ConstBytes:      64 * kib,
	},
	Regs: RegisterFile{
		PerSM:         65536, // guide
		PerBlock:      65536, // guide
		PerThreadMax:  255,   // guide
		AllocUnit:     256,   // occ
		WarpGranule:   2,     // occ
		SubPartitions: 2,     // occ
		StackPointer:  1,     // isa
	},
	Shared: SharedMemory{
		Banks:           32, // guide
		BankBytes:       4,
		InterleaveBytes: 4,
		LanesPerPhase:   32,
		PerSM:           64 * kib, // guide
		PerBlock:        48 * kib,
		PerBlockOptin:   48 * kib,
		AllocUnit:       256, // occ
	},
	Global: GlobalMemory{
		Bytes:       16 * gib, // sheet
		Coalesce:    CoalesceSector,
		SectorBytes: 32, // guide
		LineBytes:   128,
		GlobalInL1:  true,    // tuning guide: GP100 caches global loads in L1
		L2Bytes:     4 * mib, // sheet
		AllocAlign:  256,     // guide
		PitchAlign:  512,     // micro, on the H200; texture alignment of all devices since cc 2.0
	},
	Local: LocalMemory{WordBytes: 4},       // guide
	Bank:  ConstantBank{0x08, 0x14, 0x140}, // listing
	Caches: Caches{
		// guide: 24 KB; tuning guide: global and local loads are cached; Accel-Sim: 48 ways
		L1: Cache{Bytes: 24 * kib, LineBytes: 128, Ways: 48},
		// sheet; ways as GPGPU-Sim has them for this generation
		L2: Cache{Bytes: 4 * mib, LineBytes: 128, Ways: 16},
		// mt4g, on a Quadro P6000: 2.1 KB in lines of 64 bytes, behind it 31.5 KB in
		// lines of 256; ways are not published
		Const:     Cache{Bytes: 2 * kib, LineBytes: 64},
		ConstMid:  Cache{Bytes: 32 * kib, LineBytes: 256},
		DRAMBytes: 32, // guide: what L2 serves
	},
	Rates: Rates{
		IssuePerCycle:      2,      // guide: two schedulers, 64 cores
		L1WavefrontCycles:  1,      // guide: a bank serves 32 bits a cycle
		ConstRequestCycles: 2,      // guide: one request per address; H200
		L1BytesPerCycle:    64,     // Accel-Sim, table IV
		L2BytesPerSecond:   1624e9, // Jia et al. 2018
		DRAMBytesPerSecond: 732e9,  // sheet
		LaunchCycles:       2055,   // cold: empty, on the H200, in time
	},
	Clock:    gp100Clock,
	Transfer: Transfer{CopyEngines: 2, Kernels: 128, Queues: 8, Host: pcie3, Calls: callTimes, MapsHost: true, Peer: peer(80e9), PageBytes: faultPage, Faults: true, RegionBytes: faultRegion}, // guide; query; sheet: NVLink
	Alloc:    allocator,
}
