package arch

// This file holds the devices of cc 2.x and 3.x: lines through an L1 that shares
// its memory with shared memory.

var teslaC2050 = Spec{
	Name:     "Tesla C2050",
	CC:       CC{2, 0},
	Evidence: Modelled,
	SMs:      14,   // sheet
	WarpSize: 32,   // guide
	ClockMHz: 1150, // sheet, processor clock
	Limits: Limits{ // guide
		ThreadsPerBlock: 1024,
		ThreadsPerSM:    1536,
		WarpsPerSM:      48,
		BlocksPerSM:     8,
		Block:           Dim3{1024, 1024, 64},
		Grid:            Dim3{65535, 65535, 65535},
		ParamBytes:      4 * kib,
		ConstBytes:      64 * kib,
	},
	Regs: RegisterFile{
		PerSM:         32768, // guide
		PerBlock:      32768,
		PerThreadMax:  63,
		AllocUnit:     64, // occ
		WarpGranule:   2,  // occ
		SubPartitions: 2,
		StackPointer:  1, // isa
	},
	Shared: SharedMemory{
		Banks:           32, // guide
		BankBytes:       4,
		InterleaveBytes: 4,
		LanesPerPhase:   32,
		SlowAbove:       8,        // guide, F.4.3.2: to the conflicts of 128-bit accesses one must be added
		PerSM:           48 * kib, // guide: 48 of the 64 KB when preferred
		PerBlock:        48 * kib,
		PerBlockOptin:   48 * kib,
		// guide: 48 and 16 of the 64 KB, or 16 and 48
		Splits:    [...]int{CacheNone: 48 * kib, CacheShared: 48 * kib, CacheL1: 16 * kib, CacheEqual: 0},
		Configs:   []int{16 * kib, 48 * kib},
		AllocUnit: 128, // occ
	},
	Global: GlobalMemory{
		Bytes:        3 * gib, // sheet
		Coalesce:     CoalesceLine,
		SectorBytes:  32, // guide: what L2 alone serves
		LineBytes:    128,
		GlobalInL1:   true,
		UniformLoads: true,      // guide 4.2, G.4.4: LDU
		L2Bytes:      768 * kib, // sheet
		AllocAlign:   256,
		PitchAlign:   512, // deviceQuery on Fermi boards: texture alignment 512 bytes
	},
	Local: LocalMemory{WordBytes: 4},      // guide
	Bank:  ConstantBank{0x08, 0x14, 0x20}, // listing
	Caches: Caches{
		// guide: 128-byte lines; GPGPU-Sim: 32 sets of 4 lines in 16 KB
		L1:           Cache{Bytes: 16 * kib, LineBytes: 128, Ways: 4},
		Unified:      64 * kib,   // guide
		GlobalStores: WriteEvict, // PTX: stores pass L1 by and discard its line
		LocalStores:  WriteBack,  // PTX
		// GPGPU-Sim: 4 sets of 24 lines; Nsight: texture transactions of 32 bytes
		ReadOnly: Cache{Bytes: 12 * kib, LineBytes: 128, Ways: 24},
		// sheet; GPGPU-Sim: 12 slices of 64 sets of 8 lines
		L2: Cache{Bytes: 768 * kib, LineBytes: 128, Ways: 8},
		// guide: a working set of 8 KB; GPGPU-Sim: 64 sets of 2 lines
		Const:     Cache{Bytes: 8 * kib, LineBytes: 64, Ways: 2},
		DRAMBytes: 32, // guide: what L2 alone serves
	},
	Rates: Rates{
		IssuePerCycle:      1,       // guide: 32 cores an SM
		L1WavefrontCycles:  2,       // guide: a bank serves 32 bits every two cycles
		ConstRequestCycles: 2,       // guide: one request per address; H200
		L1BytesPerCycle:    64,      // 32 banks of 4 bytes every two cycles
		L2BytesPerSecond:   220.8e9, // GPGPU-Sim, C2050: six partitions of two slices, 32 bytes a slice a cycle of 575 MHz
		DRAMBytesPerSecond: 144e9,   // sheet, ECC off
		LaunchCycles:       1595,    // cold: empty, on the H200, in time
	},
	Clock:    fermiClock,
	Transfer: Transfer{CopyEngines: 2, Kernels: 16, Queues: 1, Host: pcie2, Calls: callTimes, MapsHost: true, Peer: peer(6.3e9)}, // guide; query
	Alloc:    allocator,
}

var teslaK20c = Spec{
	Name:     "Tesla K20c",
	CC:       CC{3, 5},
	Evidence: Modelled,
	SMs:      13,  // sheet
	WarpSize: 32,  // guide
	ClockMHz: 706, // sheet
	Limits: Limits{ // guide
		ThreadsPerBlock: 1024,
		ThreadsPerSM:    2048,
		WarpsPerSM:      64,
		BlocksPerSM:     16,
		Block:           Dim3{1024, 1024, 64},
		Grid:            Dim3{1<<31 - 1, 65535, 65535},
		ParamBytes:      4 * kib,
		ConstBytes:      64 * kib,
	},
	Regs: RegisterFile{
		PerSM:         65536, // guide
		PerBlock:      65536,
		PerThreadMax:  255,
		AllocUnit:     256, // occ
		WarpGranule:   4,   // occ
		SubPartitions: 4,
		StackPointer:  1, // isa
	},
	Shared: SharedMemory{
		Banks:           32, // guide
		BankBytes:       8,
		InterleaveBytes: 4, // guide: the 32-bit mode is the default
		BankModes:       []int{4, 8},
		LanesPerPhase:   32,
		PerSM:           48 * kib, // guide: 48 of the 64 KB when preferred
		PerBlock:        48 * kib,
		PerBlockOptin:   48 * kib,
		// guide: 48 and 16 of the 64 KB, 16 and 48, or 32 and 32
		Splits:    [...]int{CacheNone: 48 * kib, CacheShared: 48 * kib, CacheL1: 16 * kib, CacheEqual: 32 * kib},
		Configs:   []int{16 * kib, 32 * kib, 48 * kib},
		AllocUnit: 256, // occ
	},
	Global: GlobalMemory{
		Bytes:       5 * gib, // sheet
		Coalesce:    CoalesceLine,
		SectorBytes: 32, // guide
		LineBytes:   128,
		GlobalInL1:  false,      // guide: L1 serves local accesses only, unless opted in
		L2Bytes:     1280 * kib, // sheet
		AllocAlign:  256,
		PitchAlign:  512, // deviceQuery on Kepler boards: texture alignment 512 bytes
	},
	Local: LocalMemory{WordBytes: 4},       // guide
	Bank:  ConstantBank{0x28, 0x34, 0x140}, // listing
	Caches: Caches{
		// guide: 128-byte lines; GPGPU-Sim, GTX Titan: 4 sets of 32 lines in 16 KB
		L1:           Cache{Bytes: 16 * kib, LineBytes: 128, Ways: 32},
		Unified:      64 * kib,   // guide
		GlobalStores: WriteEvict, // PTX: stores pass L1 by and discard its line
		LocalStores:  WriteBack,  // PTX
		// guide: 48 KB; GPGPU-Sim: 16 sets of 24 lines; Nsight: transactions of 32 bytes
		ReadOnly: Cache{Bytes: 48 * kib, LineBytes: 128, Ways: 24},
		// sheet; GPGPU-Sim, GTX Titan: slices of 16 ways
		L2: Cache{Bytes: 1280 * kib, LineBytes: 128, Ways: 16},
		// guide: a working set of 8 KB; GPGPU-Sim: lines of 64 bytes, 2 ways
		Const:     Cache{Bytes: 8 * kib, LineBytes: 64, Ways: 2},
		DRAMBytes: 32, // guide: what L2 alone serves
	},
	Rates: Rates{
		IssuePerCycle:      6,       // guide: 192 cores an SM
		L1WavefrontCycles:  1,       // guide: a bank serves 64 bits a cycle
		ConstRequestCycles: 2,       // guide: one request per address; H200
		L1BytesPerCycle:    128,     // Accel-Sim, table IV, Kepler
		L2BytesPerSecond:   451.8e9, // GK110 white paper: twice Fermi's bytes a cycle; five partitions at 706 MHz
		DRAMBytesPerSecond: 208e9,   // sheet, ECC off
		LaunchCycles:       980,     // cold: empty, on the H200, in time
	},
	Clock:    k20cClock,
	Transfer: Transfer{CopyEngines: 2, Kernels: 32, Queues: 8, Host: pcie2, Calls: callTimes, MapsHost: true, Peer: peer(6.3e9), PageBytes: hostPage}, // guide; query
	Alloc:    allocator,
}

var teslaK40 = Spec{
	Name:     "Tesla K40",
	CC:       CC{3, 5},
	Evidence: Modelled,
	SMs:      15,  // sheet
	WarpSize: 32,  // guide
	ClockMHz: 745, // sheet, base: boost must be chosen
	Limits: Limits{ // guide
		ThreadsPerBlock: 1024,
		ThreadsPerSM:    2048,
		WarpsPerSM:      64,
		BlocksPerSM:     16,
		Block:           Dim3{1024, 1024, 64},
		Grid:            Dim3{1<<31 - 1, 65535, 65535},
		ParamBytes:      4 * kib,
		ConstBytes:      64 * kib,
	},
	Regs: RegisterFile{
		PerSM:         65536, // guide
		PerBlock:      65536,
		PerThreadMax:  255,
		AllocUnit:     256, // occ
		WarpGranule:   4,   // occ
		SubPartitions: 4,
		StackPointer:  1, // isa
	},
	Shared: SharedMemory{
		Banks:           32, // guide
		BankBytes:       8,
		InterleaveBytes: 4, // guide: the 32-bit mode is the default
		BankModes:       []int{4, 8},
		LanesPerPhase:   32,
		PerSM:           48 * kib, // guide: 48 of the 64 KB when preferred
		PerBlock:        48 * kib,
		PerBlockOptin:   48 * kib,
		// guide: 48 and 16 of the 64 KB, 16 and 48, or 32 and 32
		Splits:    [...]int{CacheNone: 48 * kib, CacheShared: 48 * kib, CacheL1: 16 * kib, CacheEqual: 32 * kib},
		Configs:   []int{16 * kib, 32 * kib, 48 * kib},
		AllocUnit: 256, // occ
	},
	Global: GlobalMemory{
		Bytes:         12 * gib, // sheet
		Coalesce:      CoalesceLine,
		SectorBytes:   32, // guide
		LineBytes:     128,
		GlobalInL1:    false,      // guide: L1 serves local accesses only, unless opted in
		GlobalL1OptIn: true,       // query: K40 boards support it, K20 boards do not
		L2Bytes:       1536 * kib, // sheet
		AllocAlign:    256,
		PitchAlign:    512, // deviceQuery on Kepler boards: texture alignment 512 bytes
	},
	Local: LocalMemory{WordBytes: 4},       // guide
	Bank:  ConstantBank{0x28, 0x34, 0x140}, // listing
	Caches: Caches{
		// guide: 128-byte lines; GPGPU-Sim, GTX Titan: 4 sets of 32 lines in 16 KB
		L1:           Cache{Bytes: 16 * kib, LineBytes: 128, Ways: 32},
		Unified:      64 * kib,   // guide
		GlobalStores: WriteEvict, // PTX: stores pass L1 by and discard its line
		LocalStores:  WriteBack,  // PTX
		// guide: 48 KB; GPGPU-Sim: 16 sets of 24 lines; Nsight: transactions of 32 bytes
		ReadOnly: Cache{Bytes: 48 * kib, LineBytes: 128, Ways: 24},
		// sheet; GPGPU-Sim, GTX Titan: slices of 16 ways
		L2: Cache{Bytes: 1536 * kib, LineBytes: 128, Ways: 16},
		// guide: a working set of 8 KB; GPGPU-Sim: lines of 64 bytes, 2 ways
		Const:     Cache{Bytes: 8 * kib, LineBytes: 64, Ways: 2},
		DRAMBytes: 32, // guide: what L2 alone serves
	},
	Rates: Rates{
		IssuePerCycle:      6,       // guide: 192 cores an SM
		L1WavefrontCycles:  1,       // guide: a bank serves 64 bits a cycle
		ConstRequestCycles: 2,       // guide: one request per address; H200
		L1BytesPerCycle:    128,     // Accel-Sim, table IV, Kepler
		L2BytesPerSecond:   572.2e9, // GK110 white paper: twice Fermi's bytes a cycle; six partitions at 745 MHz
		DRAMBytesPerSecond: 288e9,   // sheet, ECC off
		LaunchCycles:       1035,    // cold: empty, on the H200, in time
	},
	Clock:    gk110Clock,
	Transfer: Transfer{CopyEngines: 2, Kernels: 32, Queues: 8, Host: pcie3, Calls: callTimes, MapsHost: true, Peer: peer(12.35e9), PageBytes: hostPage}, // guide; query
	Alloc:    allocator,
}
