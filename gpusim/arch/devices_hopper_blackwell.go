package arch

// This file holds the devices of cc 9.x and 10.x.

var h100 = Spec{
	Name:     "H100",
	CC:       CC{9, 0},
	Evidence: Modelled,
	SMs:      132,  // sheet, SXM5 board
	WarpSize: 32,   // guide
	ClockMHz: 1980, // sheet, boost
	Clusters: h100Clusters,
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
		LaunchMin:     16,    // ncu, on the H200 and the H100: cases/visible.json
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
		PerSM:            228 * kib, // guide
		PerBlock:         48 * kib,
		PerBlockOptin:    227 * kib,                                                                                              // guide
		Configs:          []int{0, 8 * kib, 16 * kib, 32 * kib, 64 * kib, 100 * kib, 132 * kib, 164 * kib, 196 * kib, 228 * kib}, // guide
		Reserved:         1 * kib,                                                                                                // guide
		AllocUnit:        128,                                                                                                    // occ
	},
	Global: GlobalMemory{
		Bytes:       80 * gib, // sheet
		Coalesce:    CoalesceSector,
		SectorBytes: 32, // guide
		LineBytes:   128,
		GlobalInL1:  true,     // guide
		L2Bytes:     50 * mib, // sheet
		AllocAlign:  256,      // guide
		PitchAlign:  512,      // micro, on the H200; texture alignment of all devices since cc 2.0
	},
	Local: LocalMemory{WordBytes: 4},       // guide
	Bank:  ConstantBank{0x00, 0x0c, 0x210}, // bank
	Caches: Caches{
		// guide: what shared memory leaves; lines, ways and stores as caches has
		// them on the H200, not measured here
		L1:           Cache{Bytes: 28 * kib, LineBytes: 128, Ways: 4, Folded: true, Spare: 28},
		Unified:      256 * kib, // guide
		GlobalStores: WriteAllocate,
		LocalStores:  WriteAllocate,
		// sheet; ways as the H200's
		L2: Cache{Bytes: 50 * mib, LineBytes: 128, Ways: 32},
		// caches: as the H200, which has the same chip
		L2Parts:        2,
		L2Hash:         hopperL2, // slices, on the H200, the same chip
		L2DirtyWays:    15,
		L2PartialWays:  4,
		L2SetAside:     32768000, // h100/modern/l2.txt: l2_persisting_max
		CoalescedReads: 4,
		// micro, on the H200, whose SM this is
		Const:     Cache{Bytes: 2 * kib, LineBytes: 64, Ways: 4},
		ConstMid:  Cache{Bytes: 64 * kib, LineBytes: 256},
		DRAMBytes: 64, // visible, on the H200; not measured here
	},
	Rates: Rates{
		IssuePerCycle:      4,        // guide: four schedulers
		L1WavefrontCycles:  1,        // guide: a bank serves 32 bits a cycle
		ConstRequestCycles: 2,        // h100/throughput: const_load
		L1BytesPerCycle:    123.5,    // h100/throughput: global_l1hit float4
		L2BytesPerSecond:   8762e9,   // h100/throughput: global_l2hit, 264 blocks take 1.038 of the cycles of the H200
		DRAMBytesPerSecond: 3082.1e9, // h100/throughput: dram_read, 32 warps per SM
		LaunchCycles:       4150,     // h100/empty: 1404 cycles more than on the H200, for every grid
	},
	Clock:    h100Clock,
	Transfer: Transfer{CopyEngines: 3, Kernels: 128, Queues: 8, Host: pcie5, Calls: callTimes, MapsHost: true, Peer: peer(450e9), PageBytes: faultPage, Faults: true, RegionBytes: faultRegion}, // as H200
	Alloc:    allocator,
}

var h200 = Spec{
	Name:     "H200",
	CC:       CC{9, 0},
	Evidence: Measured,
	SMs:      132,  // micro: prop sms
	WarpSize: 32,   // micro: prop warp
	ClockMHz: 1980, // micro: prop clockKHz
	Clusters: hopperClusters,
	Limits: Limits{
		// CUDA C++ Programming Guide, compute capability 7.x: "reached by all non-exited threads".
		ExitedArrive:     true,
		IndependentLanes: true,
		ThreadsPerBlock:  1024, // micro: prop thrBlock
		ThreadsPerSM:     2048, // micro: prop thrSM
		WarpsPerSM:       64,
		BlocksPerSM:      32,                            // micro: prop blocksSM
		Block:            Dim3{1024, 1024, 64},          // guide; micro: err block.z 65
		Grid:             Dim3{1<<31 - 1, 65535, 65535}, // guide; micro: err grid.y 65536
		ParamBytes:       4 * kib,                       // guide; CUDA 12.1 allows 32764 when asked
		ConstBytes:       64 * kib,                      // micro: prop const
	},
	Regs: RegisterFile{
		PerSM:         65536, // micro: prop regsSM
		PerBlock:      65536, // micro: prop regsBlock
		PerThreadMax:  255,   // guide
		PerThreadMin:  24,    // ptxas: "adjusting per thread register count of 8 to lower bound of 24"
		LaunchMin:     16,    // ncu, on the H200 and the H100: cases/visible.json
		AllocUnit:     256,   // occ
		WarpGranule:   4,     // occ
		SubPartitions: 4,
		Banks:         2,  // issue: fadd, fadd_even, on the H200
		Uniform:       63, // isa
		StackPointer:  1,  // isa
		Hidden:        2,  // ptxas: -v reports two more than the code names
		ReturnAddress: 20, // h100/calls.txt
	},
	Shared: SharedMemory{
		Banks:            32, // through: shared_load, 32 cycles at stride 32
		BankBytes:        4,  // through: shared_load, 2 cycles at 4 bytes stride 2
		InterleaveBytes:  4,
		LanesPerPhase:    32,
		PairsPhases:      true,   // probe: shared
		AtomicWavefronts: 1,      // probe: sharedatom
		CountsLanes:      true,   // h100/count
		PerSM:            233472, // micro: prop smemSM
		PerBlock:         49152,  // micro: prop smemBlock
		PerBlockOptin:    232448, // micro: prop smemOptin
		// CUDA C++ Programming Guide, compute capability 9.0; visible has five of them in use
		Configs:   []int{0, 8 * kib, 16 * kib, 32 * kib, 64 * kib, 100 * kib, 132 * kib, 164 * kib, 196 * kib, 228 * kib},
		Reserved:  1024, // micro: prop smemReserved
		AllocUnit: 128,  // occ
	},
	Global: GlobalMemory{
		Bytes:       150109880320, // micro: prop global
		Coalesce:    CoalesceSector,
		SectorBytes: 32,  // probe: global
		LineBytes:   128, // through: global_l1hit
		GlobalInL1:  true,
		L2Bytes:     62914560, // micro: prop l2
		AllocAlign:  512,      // micro: malloc mod512
		PitchAlign:  512,      // micro: malloc_pitch
	},
	Local: LocalMemory{WordBytes: 4},       // visible: local_big, 4 sectors a word
	Bank:  ConstantBank{0x00, 0x0c, 0x210}, // bank
	Caches: Caches{
		// caches_l1: 256 KB less what shared memory is configured to; lines of 128
		// bytes, valid by sector. walk: a chain without gaps hits up to 0.96 of the
		// cache and misses four times for each line beyond; of every third line five
		// miss at a time; strides of powers of two are as good as none
		L1:           Cache{Bytes: 28 * kib, LineBytes: 128, Ways: 4, Folded: true, Spare: 28},
		Unified:      256 * kib,
		GlobalStores: WriteAllocate, // caches_l1: st_ld
		LocalStores:  WriteAllocate, // caches_local
		// micro: prop l2. caches_l2: read_*, twice as many fabric reads as a near
		// half would need, and 40 MB of data read once fit. The ways are modelled
		L2:      Cache{Bytes: 62914560, LineBytes: 128, Ways: 32},
		L2Parts: 2,
		L2Hash:  hopperL2, // slices
		// caches_l2: of 32, 64 and 128 MB written, 28 MB are not in memory; of
		// words written one in a line, 60,000 lines
		L2DirtyWays:   15,
		L2PartialWays: 4,
		L2SetAside:    39321600, // as the H100: five eighths
		// constant: no set of 2 KB holds more than four lines of 64 bytes
		Const:    Cache{Bytes: 2 * kib, LineBytes: 64, Ways: 4},
		ConstMid: Cache{Bytes: 64 * kib, LineBytes: 256},
		// caches_join: the SMs of a GPC, 16 or 18 of them; 16 SMs need four reads
		CoalescedReads: 4,
		DRAMBytes:      64,         // visible: copy_stride_f32_16
		ProfilerDirty:  76000 * 32, // caches_l2: the most sectors that launches which only read wrote
	},
	Rates: Rates{
		IssuePerCycle:      4,        // four schedulers; through: ffma reaches 3.62 with its loop
		L1WavefrontCycles:  1,        // through: shared_load, 31 cycles for 31 more wavefronts
		ConstRequestCycles: 2,        // through: const_load, 64.06 cycles for 32 addresses
		L1BytesPerCycle:    123.5,    // through: global_l1hit float4, 512 bytes in 4.144 cycles
		L2BytesPerSecond:   9095e9,   // cold: l2_first, 132 SMs: 34.8 bytes a cycle each
		DRAMBytesPerSecond: 4472.1e9, // through: dram_read, 32 warps per SM
		LaunchCycles:       2750,     // cold: empty
	},
	Clock:    hopperClock,
	Transfer: Transfer{CopyEngines: 3, Kernels: 128, Queues: 8, Host: pcie5, Calls: callTimes, MapsHost: true, Peer: peer(450e9), PageBytes: faultPage, Faults: true, RegionBytes: faultRegion}, // transfers: prop; guide; sheet: NVLink
	Alloc:    allocator,
}

var b200 = Spec{
	Name:     "B200",
	CC:       CC{10, 0},
	Evidence: Modelled,
	SMs:      148,               // deviceQuery
	WarpSize: 32,                // guide
	ClockMHz: 1965,              // the most that the driver sets
	Clusters: Clusters{SMs: 16}, // not published: as the H200's
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
		LaunchMin:     16,    // as cc 9.0
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
		PerSM:            228 * kib, // guide
		PerBlock:         48 * kib,
		PerBlockOptin:    227 * kib,                                                                                              // guide
		Configs:          []int{0, 8 * kib, 16 * kib, 32 * kib, 64 * kib, 100 * kib, 132 * kib, 164 * kib, 196 * kib, 228 * kib}, // guide
		Reserved:         1 * kib,                                                                                                // guide
		AllocUnit:        128,                                                                                                    // occ
	},
	Global: GlobalMemory{
		Bytes:       180 * gib, // sheet; the driver keeps some
		Coalesce:    CoalesceSector,
		SectorBytes: 32, // guide
		LineBytes:   128,
		GlobalInL1:  true,      // guide
		L2Bytes:     132644864, // deviceQuery: 126.5 MB
		AllocAlign:  256,       // guide
		PitchAlign:  512,       // micro, on the H200; texture alignment of all devices since cc 2.0
	},
	Local: LocalMemory{WordBytes: 4},         // guide
	Bank:  ConstantBank{0x360, 0x370, 0x380}, // bank
	Caches: Caches{
		// guide: what shared memory leaves; lines, ways and stores as caches has
		// them on the H200, not measured here
		L1:           Cache{Bytes: 28 * kib, LineBytes: 128, Ways: 32, Hashed: true},
		Unified:      256 * kib, // guide
		GlobalStores: WriteAllocate,
		LocalStores:  WriteAllocate,
		// deviceQuery; ways as the H200's
		L2: Cache{Bytes: 132644864, LineBytes: 128, Ways: 32},
		// caches: as the H200; not measured here
		L2Parts:        2,
		L2Hash:         hopperL2, // as the H200's: not published
		L2DirtyWays:    15,
		L2PartialWays:  4,
		L2SetAside:     82903040, // as the H100: five eighths
		CoalescedReads: 4,
		// micro, on the H200; not measured here
		Const:     Cache{Bytes: 2 * kib, LineBytes: 64, Ways: 4},
		ConstMid:  Cache{Bytes: 64 * kib, LineBytes: 256},
		DRAMBytes: 64, // visible, on the H200; not measured here
	},
	Rates: Rates{
		IssuePerCycle:      4,      // guide: four schedulers
		L1WavefrontCycles:  1,      // guide: a bank serves 32 bits a cycle
		ConstRequestCycles: 2,      // guide: one request per address; H200
		L1BytesPerCycle:    123.5,  // through, on the H200; not measured here
		L2BytesPerSecond:   9300e9, // the H100's bytes an SM and cycle
		DRAMBytesPerSecond: 7672e9, // 7680 bits at twice 3996 MHz, as the driver gives them
		LaunchCycles:       2730,   // cold: empty, on the H200, in time
	},
	Clock:    gb100Clock,
	Transfer: Transfer{CopyEngines: 3, Kernels: 128, Queues: 8, Host: pcie5, Calls: callTimes, MapsHost: true, Peer: peer(900e9), PageBytes: faultPage, Faults: true, RegionBytes: faultRegion}, // as H200; sheet: NVLink
	Alloc:    allocator,
}
