package arch

// This file holds the devices of cc 7.x and 8.x: L1 has what shared memory leaves.

var teslaV100 = Spec{
	Name:     "Tesla V100",
	CC:       CC{7, 0},
	Evidence: Modelled,
	SMs:      80,   // sheet
	WarpSize: 32,   // guide
	ClockMHz: 1530, // sheet, boost of the SXM2 board
	Limits: Limits{ // guide
		ExitedArrive:     true, // guide: "reached by all non-exited threads"
		IndependentLanes: true,
		ThreadsPerBlock:  1024,
		ThreadsPerSM:     2048,
		WarpsPerSM:       64,
		BlocksPerSM:      32,
		Block:            Dim3{1024, 1024, 64},
		Grid:             Dim3{1<<31 - 1, 65535, 65535},
		ParamBytes:       4 * kib,
		ConstBytes:       64 * kib,
	},
	Regs: RegisterFile{
		PerSM:         65536, // guide
		PerBlock:      65536, // guide
		PerThreadMax:  255,   // guide
		PerThreadMin:  24,    // as cc 7.5
		AllocUnit:     256,   // occ
		WarpGranule:   4,     // occ
		SubPartitions: 4,     // occ
		Banks:         2,     // issue: fadd, fadd_even, on the H200
		StackPointer:  1,     // isa
		Hidden:        2,     // as cc 7.5; ptxas
		ReturnAddress: 20,    // h100/calls.txt
	},
	Shared: SharedMemory{
		Banks:            32, // guide
		BankBytes:        4,
		InterleaveBytes:  4,
		LanesPerPhase:    32,
		PairsPhases:      true,     // probe, on the H200; not measured here
		AtomicWavefronts: 1,        // probe, on the H200; not measured here
		PerSM:            96 * kib, // guide
		PerBlock:         48 * kib,
		PerBlockOptin:    96 * kib,                                                  // guide
		Configs:          []int{0, 8 * kib, 16 * kib, 32 * kib, 64 * kib, 96 * kib}, // guide
		AllocUnit:        256,                                                       // occ
	},
	Global: GlobalMemory{
		Bytes:       16 * gib, // sheet
		Coalesce:    CoalesceSector,
		SectorBytes: 32, // guide
		LineBytes:   128,
		GlobalInL1:  true,    // guide
		L2Bytes:     6 * mib, // sheet
		AllocAlign:  256,     // guide
		PitchAlign:  512,     // micro, on the H200; texture alignment of all devices since cc 2.0
	},
	Local: LocalMemory{WordBytes: 4},       // guide
	Bank:  ConstantBank{0x00, 0x0c, 0x160}, // bank, of sm_75, its successor
	Caches: Caches{
		// guide: what shared memory leaves; lines, ways and stores as caches has
		// them on the H200, not measured here
		L1:           Cache{Bytes: 32 * kib, LineBytes: 128, Ways: 32, Hashed: true},
		Unified:      128 * kib, // guide
		GlobalStores: WriteAllocate,
		LocalStores:  WriteAllocate,
		// sheet; Jia et al. 2018: 16 ways
		L2: Cache{Bytes: 6 * mib, LineBytes: 128, Ways: 16},
		// mt4g: 2.1 KB in lines of 64 bytes, behind it more than 64 KB in lines of 256
		Const:     Cache{Bytes: 2 * kib, LineBytes: 64, Ways: 4},
		ConstMid:  Cache{Bytes: 64 * kib, LineBytes: 256},
		DRAMBytes: 32, // the sector
	},
	Rates: Rates{
		IssuePerCycle:      4,      // guide: four schedulers
		L1WavefrontCycles:  1,      // guide: a bank serves 32 bits a cycle
		ConstRequestCycles: 2,      // guide: one request per address; H200
		L1BytesPerCycle:    125.8,  // gpu-benches: 13889 GB/s on 80 SMs at 1380 MHz
		L2BytesPerSecond:   2155e9, // Jia et al. 2018
		DRAMBytesPerSecond: 900e9,  // sheet
		LaunchCycles:       2125,   // cold: empty, on the H200, in time
	},
	Clock:    gv100Clock,
	Transfer: Transfer{CopyEngines: 5, Kernels: 128, Queues: 8, Host: pcie3, Calls: callTimes, MapsHost: true, Peer: peer(150e9), PageBytes: faultPage, Faults: true, RegionBytes: faultRegion}, // guide; query; sheet: NVLink
	Alloc:    allocator,
}

var teslaT4 = Spec{
	Name:     "Tesla T4",
	CC:       CC{7, 5},
	Evidence: Modelled,
	SMs:      40,   // sheet
	WarpSize: 32,   // guide
	ClockMHz: 1590, // sheet, boost
	Limits: Limits{ // guide
		ExitedArrive:     true, // guide: "reached by all non-exited threads"
		IndependentLanes: true,
		ThreadsPerBlock:  1024,
		ThreadsPerSM:     1024,
		WarpsPerSM:       32,
		BlocksPerSM:      16,
		Block:            Dim3{1024, 1024, 64},
		Grid:             Dim3{1<<31 - 1, 65535, 65535},
		ParamBytes:       4 * kib,
		ConstBytes:       64 * kib,
	},
	Regs: RegisterFile{
		PerSM:         65536, // guide
		PerBlock:      65536, // guide
		PerThreadMax:  255,   // guide
		PerThreadMin:  24,    // ptxas: "adjusting per thread register count of 8 to lower bound of 24"
		AllocUnit:     256,   // occ
		WarpGranule:   4,     // occ
		SubPartitions: 4,     // occ
		Banks:         2,     // issue: fadd, fadd_even, on the H200
		Uniform:       63,    // isa
		StackPointer:  1,     // isa
		Hidden:        2,     // ptxas: -v reports two more than the code names
		ReturnAddress: 20,    // h100/calls.txt
	},
	Shared: SharedMemory{
		Banks:            32, // guide
		BankBytes:        4,
		InterleaveBytes:  4,
		LanesPerPhase:    32,
		PairsPhases:      true,     // probe, on the H200; not measured here
		AtomicWavefronts: 1,        // probe, on the H200; not measured here
		PerSM:            64 * kib, // guide
		PerBlock:         48 * kib,
		PerBlockOptin:    64 * kib,                  // guide
		Configs:          []int{32 * kib, 64 * kib}, // guide
		AllocUnit:        256,                       // occ
	},
	Global: GlobalMemory{
		Bytes:       16 * gib, // sheet
		Coalesce:    CoalesceSector,
		SectorBytes: 32, // guide
		LineBytes:   128,
		GlobalInL1:  true,    // guide
		L2Bytes:     4 * mib, // sheet
		AllocAlign:  256,     // guide
		PitchAlign:  512,     // micro, on the H200; texture alignment of all devices since cc 2.0
	},
	Local: LocalMemory{WordBytes: 4},       // guide
	Bank:  ConstantBank{0x00, 0x0c, 0x160}, // bank
	Caches: Caches{
		// guide: what shared memory leaves; lines, ways and stores as caches has
		// them on the H200, not measured here
		L1:           Cache{Bytes: 32 * kib, LineBytes: 128, Ways: 32, Hashed: true},
		Unified:      96 * kib, // guide
		GlobalStores: WriteAllocate,
		LocalStores:  WriteAllocate,
		// sheet; ways as GPGPU-Sim has them for this generation
		L2: Cache{Bytes: 4 * mib, LineBytes: 128, Ways: 16},
		// Jia et al. 2019: 2 KB in lines of 64 bytes, behind it about 46 KB in lines of 256
		Const:     Cache{Bytes: 2 * kib, LineBytes: 64, Ways: 4},
		ConstMid:  Cache{Bytes: 46 * kib, LineBytes: 256},
		DRAMBytes: 32, // the sector
	},
	Rates: Rates{
		IssuePerCycle:      4,      // guide: four schedulers
		L1WavefrontCycles:  2,      // GA102 white paper: Turing moves 64 bytes a cycle, half of its banks
		ConstRequestCycles: 2,      // guide: one request per address; H200
		L1BytesPerCycle:    58.83,  // Jia et al. 2019
		L2BytesPerSecond:   1270e9, // Jia et al. 2019
		DRAMBytesPerSecond: 320e9,  // sheet
		LaunchCycles:       2210,   // cold: empty, on the H200, in time
	},
	Clock:    tu104Clock,
	Transfer: Transfer{CopyEngines: 3, Kernels: 128, Queues: 8, Host: pcie3, Calls: callTimes, MapsHost: true, Peer: peer(12.35e9), PageBytes: faultPage, Faults: true, RegionBytes: faultRegion}, // guide; query
	Alloc:    allocator,
}

var a100 = Spec{
	Name:     "A100",
	CC:       CC{8, 0},
	Evidence: Modelled,
	SMs:      108,  // sheet
	WarpSize: 32,   // guide
	ClockMHz: 1410, // sheet, boost of the SXM4 board
	Limits: Limits{ // guide
		ExitedArrive:     true, // guide: "reached by all non-exited threads"
		IndependentLanes: true,
		ThreadsPerBlock:  1024,
		ThreadsPerSM:     2048,
		WarpsPerSM:       64,
		BlocksPerSM:      32,
		Block:            Dim3{1024, 1024, 64},
		Grid:             Dim3{1<<31 - 1, 65535, 65535},
		ParamBytes:       4 * kib,
		ConstBytes:       64 * kib,
	},
	Regs: RegisterFile{
		PerSM:         65536, // guide
		PerBlock:      65536, // guide
		PerThreadMax:  255,   // guide
		PerThreadMin:  24,    // ptxas: "adjusting per thread register count of 8 to lower bound of 24"
		LaunchMin:     16,    // as cc 8.6
		AllocUnit:     256,   // occ
		WarpGranule:   4,     // occ
		SubPartitions: 4,     // occ
		Banks:         2,     // issue: fadd, fadd_even, on the H200
		Uniform:       63,    // isa
		StackPointer:  1,     // isa
		Hidden:        2,     // ptxas: -v reports two more than the code names
		ReturnAddress: 20,    // h100/calls.txt
	},
	Shared: SharedMemory{
		Banks:            32, // guide
		BankBytes:        4,
		InterleaveBytes:  4,
		LanesPerPhase:    32,
		PairsPhases:      true,      // probe, on the H200; not measured here
		AtomicWavefronts: 1,         // probe, on the H200; not measured here
		CountsLanes:      true,      // h100/count
		PerSM:            164 * kib, // guide
		PerBlock:         48 * kib,
		PerBlockOptin:    163 * kib,                                                                        // guide
		Configs:          []int{0, 8 * kib, 16 * kib, 32 * kib, 64 * kib, 100 * kib, 132 * kib, 164 * kib}, // guide
		Reserved:         1 * kib,                                                                          // guide
		AllocUnit:        128,                                                                              // occ
	},
	Global: GlobalMemory{
		Bytes:       40 * gib, // sheet
		Coalesce:    CoalesceSector,
		SectorBytes: 32, // guide
		LineBytes:   128,
		GlobalInL1:  true,     // guide
		L2Bytes:     40 * mib, // sheet
		AllocAlign:  256,      // guide
		PitchAlign:  512,      // micro, on the H200; texture alignment of all devices since cc 2.0
	},
	Local: LocalMemory{WordBytes: 4},       // guide
	Bank:  ConstantBank{0x00, 0x0c, 0x160}, // bank
	Caches: Caches{
		// guide: what shared memory leaves; lines, ways and stores as caches has
		// them on the H200, not measured here
		L1:           Cache{Bytes: 28 * kib, LineBytes: 128, Ways: 32, Hashed: true},
		Unified:      192 * kib, // guide
		GlobalStores: WriteAllocate,
		LocalStores:  WriteAllocate,
		// sheet; ways are not published; parts: gpu-benches, gpu-latency: a plateau between a near and a far part
		L2:      Cache{Bytes: 40 * mib, LineBytes: 128, Ways: 16},
		L2Parts: 2,
		// micro, on the H200; not measured here
		Const:     Cache{Bytes: 2 * kib, LineBytes: 64, Ways: 4},
		ConstMid:  Cache{Bytes: 64 * kib, LineBytes: 256},
		DRAMBytes: 32, // the sector
	},
	Rates: Rates{
		IssuePerCycle:      4,      // guide: four schedulers
		L1WavefrontCycles:  1,      // guide: a bank serves 32 bits a cycle
		ConstRequestCycles: 2,      // guide: one request per address; H200
		L1BytesPerCycle:    126.2,  // gpu-benches: 19219 GB/s on 108 SMs at 1410 MHz
		L2BytesPerSecond:   5376e9, // gpu-benches, gpu-l2-cache, 25 MB
		DRAMBytesPerSecond: 1555e9, // sheet
		LaunchCycles:       1960,   // cold: empty, on the H200, in time
	},
	Clock:    ga100Clock,
	Transfer: Transfer{CopyEngines: 3, Kernels: 128, Queues: 8, Host: pcie4, Calls: callTimes, MapsHost: true, Peer: peer(300e9), PageBytes: faultPage, Faults: true, RegionBytes: faultRegion}, // guide; query; sheet: NVLink
	Alloc:    allocator,
}

var rtx3090 = Spec{
	Name:     "GeForce RTX 3090",
	CC:       CC{8, 6},
	Evidence: Modelled,
	SMs:      82,   // sheet
	WarpSize: 32,   // guide
	ClockMHz: 1695, // sheet, boost
	Limits: Limits{ // guide
		ExitedArrive:     true, // guide: "reached by all non-exited threads"
		IndependentLanes: true,
		ThreadsPerBlock:  1024,
		ThreadsPerSM:     1536,
		WarpsPerSM:       48,
		BlocksPerSM:      16,
		Block:            Dim3{1024, 1024, 64},
		Grid:             Dim3{1<<31 - 1, 65535, 65535},
		ParamBytes:       4 * kib,
		ConstBytes:       64 * kib,
	},
	Regs: RegisterFile{
		PerSM:         65536, // guide
		PerBlock:      65536, // guide
		PerThreadMax:  255,   // guide
		PerThreadMin:  24,    // ptxas: "adjusting per thread register count of 8 to lower bound of 24"
		LaunchMin:     16,    // ncu: forums.developer.nvidia.com, topic 237752
		AllocUnit:     256,   // occ
		WarpGranule:   4,     // occ
		SubPartitions: 4,     // occ
		Banks:         2,     // issue: fadd, fadd_even, on the H200
		Uniform:       63,    // isa
		StackPointer:  1,     // isa
		Hidden:        2,     // ptxas: -v reports two more than the code names
		ReturnAddress: 20,    // h100/calls.txt
	},
	Shared: SharedMemory{
		Banks:            32, // guide
		BankBytes:        4,
		InterleaveBytes:  4,
		LanesPerPhase:    32,
		PairsPhases:      true,      // probe, on the H200; not measured here
		AtomicWavefronts: 1,         // probe, on the H200; not measured here
		CountsLanes:      true,      // h100/count
		PerSM:            100 * kib, // guide
		PerBlock:         48 * kib,
		PerBlockOptin:    99 * kib,                                                   // guide
		Configs:          []int{0, 8 * kib, 16 * kib, 32 * kib, 64 * kib, 100 * kib}, // guide
		Reserved:         1 * kib,                                                    // guide
		AllocUnit:        128,                                                        // occ
	},
	Global: GlobalMemory{
		Bytes:       24 * gib, // sheet
		Coalesce:    CoalesceSector,
		SectorBytes: 32, // guide
		LineBytes:   128,
		GlobalInL1:  true,    // guide
		L2Bytes:     6 * mib, // sheet
		AllocAlign:  256,     // guide
		PitchAlign:  512,     // micro, on the H200; texture alignment of all devices since cc 2.0
	},
	Local: LocalMemory{WordBytes: 4},       // guide
	Bank:  ConstantBank{0x00, 0x0c, 0x160}, // bank
	Caches: Caches{
		// guide: what shared memory leaves; lines, ways and stores as caches has
		// them on the H200, not measured here
		L1:           Cache{Bytes: 28 * kib, LineBytes: 128, Ways: 32, Hashed: true},
		Unified:      128 * kib, // guide
		GlobalStores: WriteAllocate,
		LocalStores:  WriteAllocate,
		// sheet; ways as GPGPU-Sim has them for this generation
		L2: Cache{Bytes: 6 * mib, LineBytes: 128, Ways: 16},
		// micro, on the H200; not measured here
		Const:     Cache{Bytes: 2 * kib, LineBytes: 64, Ways: 4},
		ConstMid:  Cache{Bytes: 64 * kib, LineBytes: 256},
		DRAMBytes: 32, // the sector
	},
	Rates: Rates{
		IssuePerCycle:      4,      // guide: four schedulers
		L1WavefrontCycles:  1,      // guide: a bank serves 32 bits a cycle
		ConstRequestCycles: 2,      // guide: one request per address; H200
		L1BytesPerCycle:    64,     // gpu-benches, A40: 9353 GB/s on 84 SMs at 1740 MHz
		L2BytesPerSecond:   3275e9, // gpu-benches, gpu-l2-stream on the A40, the same chip
		DRAMBytesPerSecond: 936e9,  // sheet
		LaunchCycles:       2355,   // cold: empty, on the H200, in time
	},
	Clock:    ga102Clock,
	Transfer: Transfer{CopyEngines: 2, Kernels: 128, Queues: 8, Host: pcie4, Calls: callTimes, MapsHost: true, Peer: peer(56.25e9), PageBytes: faultPage, Faults: true, RegionBytes: faultRegion}, // guide; query; sheet: NVLink
	Alloc:    allocator,
}

var rtx4090 = Spec{
	Name:     "GeForce RTX 4090",
	CC:       CC{8, 9},
	Evidence: Modelled,
	SMs:      128,  // sheet
	WarpSize: 32,   // guide
	ClockMHz: 2520, // sheet, boost
	Limits: Limits{ // guide
		ExitedArrive:     true, // guide: "reached by all non-exited threads"
		IndependentLanes: true,
		ThreadsPerBlock:  1024,
		ThreadsPerSM:     1536,
		WarpsPerSM:       48,
		BlocksPerSM:      24,
		Block:            Dim3{1024, 1024, 64},
		Grid:             Dim3{1<<31 - 1, 65535, 65535},
		ParamBytes:       4 * kib,
		ConstBytes:       64 * kib,
	},
	Regs: RegisterFile{
		PerSM:         65536, // guide
		PerBlock:      65536, // guide
		PerThreadMax:  255,   // guide
		PerThreadMin:  24,    // ptxas: "adjusting per thread register count of 8 to lower bound of 24"
		LaunchMin:     16,    // as cc 8.6
		AllocUnit:     256,   // occ
		WarpGranule:   4,     // occ
		SubPartitions: 4,     // occ
		Banks:         2,     // issue: fadd, fadd_even, on the H200
		Uniform:       63,    // isa
		StackPointer:  1,     // isa
		Hidden:        2,     // ptxas: -v reports two more than the code names
		ReturnAddress: 20,    // h100/calls.txt
	},
	Shared: SharedMemory{
		Banks:            32, // guide
		BankBytes:        4,
		InterleaveBytes:  4,
		LanesPerPhase:    32,
		PairsPhases:      true,      // probe, on the H200; not measured here
		AtomicWavefronts: 1,         // probe, on the H200; not measured here
		CountsLanes:      true,      // h100/count
		PerSM:            100 * kib, // guide
		PerBlock:         48 * kib,
		PerBlockOptin:    99 * kib,                                                   // guide
		Configs:          []int{0, 8 * kib, 16 * kib, 32 * kib, 64 * kib, 100 * kib}, // guide
		Reserved:         1 * kib,                                                    // guide
		AllocUnit:        128,                                                        // occ
	},
	Global: GlobalMemory{
		Bytes:       24 * gib, // sheet
		Coalesce:    CoalesceSector,
		SectorBytes: 32, // guide
		LineBytes:   128,
		GlobalInL1:  true,     // guide
		L2Bytes:     72 * mib, // sheet
		AllocAlign:  256,      // guide
		PitchAlign:  512,      // micro, on the H200; texture alignment of all devices since cc 2.0
	},
	Local: LocalMemory{WordBytes: 4},       // guide
	Bank:  ConstantBank{0x00, 0x0c, 0x160}, // bank
	Caches: Caches{
		// guide: what shared memory leaves; lines, ways and stores as caches has
		// them on the H200, not measured here
		L1:           Cache{Bytes: 28 * kib, LineBytes: 128, Ways: 32, Hashed: true},
		Unified:      128 * kib, // guide
		GlobalStores: WriteAllocate,
		LocalStores:  WriteAllocate,
		// sheet; ways are not published
		L2: Cache{Bytes: 72 * mib, LineBytes: 128, Ways: 16},
		// micro, on the H200; not measured here
		Const:     Cache{Bytes: 2 * kib, LineBytes: 64, Ways: 4},
		ConstMid:  Cache{Bytes: 64 * kib, LineBytes: 256},
		DRAMBytes: 32, // the sector
	},
	Rates: Rates{
		IssuePerCycle:      4,      // guide: four schedulers
		L1WavefrontCycles:  1,      // guide: a bank serves 32 bits a cycle
		ConstRequestCycles: 2,      // guide: one request per address; H200
		L1BytesPerCycle:    64,     // gpu-benches, L40: 22622 GB/s on 142 SMs at 2490 MHz
		L2BytesPerSecond:   5225e9, // gpu-benches, gpu-l2-cache on the L40, the same chip
		DRAMBytesPerSecond: 1008e9, // sheet
		LaunchCycles:       3500,   // cold: empty, on the H200, in time
	},
	Clock:    ad102Clock,
	Transfer: Transfer{CopyEngines: 2, Kernels: 128, Queues: 8, Host: pcie4, Calls: callTimes, MapsHost: true, PageBytes: faultPage, Faults: true, RegionBytes: faultRegion}, // guide; query; sheet: no peers
	Alloc:    allocator,
}
