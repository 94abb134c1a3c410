package arch

// This file is the table of devices: one literal each, every figure with its
// unit and source.
//
// Sources, by the short names used below:
//   guide     CUDA C Programming Guide, versions 4.2 (cc 1.x), 5.0 (cc 2.x) and
//             8.0 (cc 3.x, 5.x): appendix "Compute Capabilities", its table of
//             technical specifications and its sections on each generation
//   sheet     the vendor's data sheet or board specification of the product
//   occ       the occupancy header of the CUDA toolkit and NVIDIA's occupancy
//             calculator spreadsheet (allocation units and granularities)
//   micro     gpusim/validation/h200/micro.txt
//   through   gpusim/validation/h200/throughput.txt
//   visible   gpusim/validation/h200/visible.json
//   probe     gpusim/validation/h200/probe_*.csv
//   isa       the instruction sets in the CUDA Binary Utilities manual, and code
//             disassembled with them: R1 holds the stack, P0 to P6, UR0 to UR62
//   ptxas     gpusim/validation/h200/ptxas.txt

// Devices lists every device, oldest hardware first, toys last.
var Devices = []Spec{
	geForce8800GTX,
	gtx280,
	teslaC2050,
	teslaK20c,
	gtx980,
	h200,
	toy4,
}

const (
	kib = 1 << 10
	mib = 1 << 20
	gib = 1 << 30
)

// launchCycles is what an empty launch costs where nobody measured it: the
// launch latency in the published GPGPU-Sim configurations.
const launchCycles = 5000

var geForce8800GTX = Spec{
	Name:     "GeForce 8800 GTX",
	CC:       CC{1, 0},
	Evidence: Modelled,
	SMs:      16,   // sheet
	WarpSize: 32,   // guide
	ClockMHz: 1350, // sheet, shader clock
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
		Predicates:    4, // isa; condition codes
	},
	Shared: SharedMemory{
		Banks:           16, // guide
		BankBytes:       4,
		InterleaveBytes: 4,
		LanesPerPhase:   16, // guide: a request is split into one for each half-warp
		OneBroadcast:    true,
		PerSM:           16 * kib,
		PerBlock:        16 * kib,
		PerBlockOptin:   16 * kib,
		AllocUnit:       512, // occ
	},
	Global: GlobalMemory{
		Bytes:       768 * mib, // sheet
		Coalesce:    CoalesceHalfWarp,
		SectorBytes: 32, // guide: the smallest transaction
		LineBytes:   128,
		AllocAlign:  256, // guide
		PitchAlign:  256, // guide: rows start where the first does
	},
	Local: LocalMemory{WordBytes: 4}, // guide
	Rates: Rates{
		IssuePerCycle:      0.25, // guide: 8 cores an SM, so 4 cycles a warp
		L1WavefrontCycles:  2,    // guide: a bank serves 32 bits every two cycles
		DRAMBytesPerSecond: 86.4e9,
		LaunchCycles:       launchCycles,
	},
}

var gtx280 = Spec{
	Name:     "GeForce GTX 280",
	CC:       CC{1, 3},
	Evidence: Modelled,
	SMs:      30,   // sheet
	WarpSize: 32,   // guide
	ClockMHz: 1296, // sheet, shader clock
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
		Predicates:    4, // isa; condition codes
	},
	Shared: SharedMemory{
		Banks:           16, // guide
		BankBytes:       4,
		InterleaveBytes: 4,
		LanesPerPhase:   16,
		OneBroadcast:    true,
		PerSM:           16 * kib,
		PerBlock:        16 * kib,
		PerBlockOptin:   16 * kib,
		AllocUnit:       512, // occ
	},
	Global: GlobalMemory{
		Bytes:       1 * gib, // sheet
		Coalesce:    CoalesceSegment,
		SectorBytes: 32, // guide: the smallest segment
		LineBytes:   128,
		AllocAlign:  256,
		PitchAlign:  256,
	},
	Local: LocalMemory{WordBytes: 4}, // guide
	Rates: Rates{
		IssuePerCycle:      0.25, // guide: 8 cores an SM
		L1WavefrontCycles:  2,    // guide: a bank serves 32 bits every two cycles
		DRAMBytesPerSecond: 141.7e9,
		LaunchCycles:       launchCycles,
	},
}

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
		Predicates:    7, // isa
		StackPointer:  1, // isa
	},
	Shared: SharedMemory{
		Banks:           32, // guide
		BankBytes:       4,
		InterleaveBytes: 4,
		LanesPerPhase:   32,
		PerSM:           48 * kib, // guide: 48 of the 64 KB when preferred
		PerBlock:        48 * kib,
		PerBlockOptin:   48 * kib,
		// guide: 48 and 16 of the 64 KB, or 16 and 48
		Splits:    [...]int{CacheNone: 48 * kib, CacheShared: 48 * kib, CacheL1: 16 * kib, CacheEqual: 0},
		Configs:   []int{16 * kib, 48 * kib},
		AllocUnit: 128, // occ
	},
	Global: GlobalMemory{
		Bytes:       3 * gib, // sheet
		Coalesce:    CoalesceLine,
		SectorBytes: 32, // guide: what L2 alone serves
		LineBytes:   128,
		GlobalInL1:  true,
		L2Bytes:     768 * kib, // sheet
		AllocAlign:  256,
		PitchAlign:  512, // deviceQuery on Fermi boards: texture alignment 512 bytes
	},
	Local: LocalMemory{WordBytes: 4}, // guide
	Rates: Rates{
		IssuePerCycle:      1,       // guide: 32 cores an SM
		L1WavefrontCycles:  2,       // guide: a bank serves 32 bits every two cycles
		L1BytesPerCycle:    64,      // 32 banks of 4 bytes every two cycles
		L2BytesPerSecond:   220.8e9, // GPGPU-Sim, C2050: six partitions of two slices, 32 bytes a slice a cycle of 575 MHz
		DRAMBytesPerSecond: 144e9,   // sheet, ECC off
		LaunchCycles:       launchCycles,
	},
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
		Predicates:    7, // isa
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
	Local: LocalMemory{WordBytes: 4}, // guide
	Rates: Rates{
		IssuePerCycle:      6,       // guide: 192 cores an SM
		L1WavefrontCycles:  1,       // guide: a bank serves 64 bits a cycle
		L1BytesPerCycle:    128,     // Accel-Sim, table IV, Kepler
		L2BytesPerSecond:   451.8e9, // GK110 white paper: twice Fermi's bytes a cycle; five partitions at 706 MHz
		DRAMBytesPerSecond: 208e9,   // sheet, ECC off
		LaunchCycles:       launchCycles,
	},
}

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
		Predicates:    7, // isa
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
	Local: LocalMemory{WordBytes: 4}, // guide
	Rates: Rates{
		IssuePerCycle:      4,       // guide: four schedulers, 128 cores
		L1WavefrontCycles:  1,       // guide: a bank serves 32 bits a cycle
		L1BytesPerCycle:    64,      // Accel-Sim, table IV, gives 64 for the next generation
		L2BytesPerSecond:   622.6e9, // 16 slices of 32 bytes a cycle, as GPGPU-Sim has the next generation's
		DRAMBytesPerSecond: 224e9,   // sheet
		LaunchCycles:       launchCycles,
	},
}

var h200 = Spec{
	Name:     "H200",
	CC:       CC{9, 0},
	Evidence: Measured,
	SMs:      132,  // micro: prop sms
	WarpSize: 32,   // micro: prop warp
	ClockMHz: 1980, // micro: prop clockKHz
	Limits: Limits{
		// CUDA C++ Programming Guide, compute capability 7.x: "reached by all non-exited threads".
		ExitedArrive:    true,
		ThreadsPerBlock: 1024, // micro: prop thrBlock
		ThreadsPerSM:    2048, // micro: prop thrSM
		WarpsPerSM:      64,
		BlocksPerSM:     32,                            // micro: prop blocksSM
		Block:           Dim3{1024, 1024, 64},          // guide; micro: err block.z 65
		Grid:            Dim3{1<<31 - 1, 65535, 65535}, // guide; micro: err grid.y 65536
		ParamBytes:      4 * kib,                       // guide; CUDA 12.1 allows 32764 when asked
		ConstBytes:      64 * kib,                      // micro: prop const
	},
	Regs: RegisterFile{
		PerSM:         65536, // micro: prop regsSM
		PerBlock:      65536, // micro: prop regsBlock
		PerThreadMax:  255,   // guide
		AllocUnit:     256,   // occ
		WarpGranule:   4,     // occ
		SubPartitions: 4,
		Predicates:    7,  // isa
		Uniform:       63, // isa
		StackPointer:  1,  // isa
		Hidden:        2,  // ptxas: -v reports two more than the code names
	},
	Shared: SharedMemory{
		Banks:            32, // through: shared_load, 32 cycles at stride 32
		BankBytes:        4,  // through: shared_load, 2 cycles at 4 bytes stride 2
		InterleaveBytes:  4,
		LanesPerPhase:    32,
		PairsPhases:      true,   // probe: shared
		AtomicWavefronts: 1,      // probe: sharedatom
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
	Local: LocalMemory{WordBytes: 4}, // visible: local_big, 4 sectors a word
	Rates: Rates{
		IssuePerCycle:      4,        // four schedulers; through: ffma reaches 3.62 with its loop
		L1WavefrontCycles:  1,        // through: shared_load, 31 cycles for 31 more wavefronts
		L1BytesPerCycle:    123.5,    // through: global_l1hit float4, 512 bytes in 4.144 cycles
		L2BytesPerSecond:   3640.9e9, // micro: bandwidth_l2_read
		DRAMBytesPerSecond: 4472.1e9, // through: dram_read, 32 warps an SM
		LaunchCycles:       2800,     // visible: elapsed less active cycles of the one-block cases, median
	},
}

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
		ExitedArrive:    true, // as H200
		ThreadsPerBlock: 256,
		ThreadsPerSM:    512,
		WarpsPerSM:      128,
		BlocksPerSM:     8,
		Block:           Dim3{256, 256, 64},
		Grid:            Dim3{1<<31 - 1, 65535, 65535},
		ParamBytes:      4 * kib,
		ConstBytes:      64 * kib,
	},
	Regs: RegisterFile{
		PerSM:         8192,
		PerBlock:      8192,
		PerThreadMax:  255,
		AllocUnit:     32,
		WarpGranule:   1,
		SubPartitions: 1,
		Predicates:    7,
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
	Rates: Rates{
		IssuePerCycle:      1,
		L1WavefrontCycles:  1,
		L1BytesPerCycle:    16,
		L2BytesPerSecond:   8e9,
		DRAMBytesPerSecond: 4e9,
		LaunchCycles:       100,
	},
}
