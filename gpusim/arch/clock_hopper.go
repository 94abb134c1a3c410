package arch

// hopperClusters is six clusters of 16 SMs and two of 18 (cold: gpc). The first eight SMs
// get blocks first (places: place; hits: stride 8: as fast as if 8, 9 and 12 of 8, 16 and 33 shared a port).
var hopperClusters = Clusters{SMs: 16, First: 8}

// hopperTags are the banks of L1's tags: l1, tag and lines.
var hopperTags = [2]uint64{0x37ab5, 0x2d5da}

// hopperClock is the times of cc 9.0, measured on the H200: micro, through, cold,
// l1, l2 and lines are the measurements in gpusim/validation/h200; stalls are the cycles
// that nvcc itself puts between an instruction and the next, read in its code.
var hopperClock = Clock{
	Schedulers:  4, // guide
	Issue:       1,
	IssueCycles: 1,
	Ops: [NumClasses]OpTime{
		ClassMove:        {Unit: UnitALU, Rate: 64, Latency: 4},               // stalls
		ClassAdd:         {Unit: UnitALU, Rate: 64, Latency: 4},               // stalls; through: iadd
		ClassLogic:       {Unit: UnitALU, Rate: 64, Latency: 4},               // guide: 64; stalls
		ClassCompare:     {Unit: UnitALU, Rate: 64, Latency: 13},              // stalls: towards a branch or a predicated instruction
		ClassMul:         {Unit: UnitFMA, Rate: 64, Latency: 4},               // through: imad 62.7; stalls; issue: imad.fadd
		ClassWideMul:     {Unit: UnitFMA, Rate: 32, Latency: 4},               // stalls; through: lmad; issue: wide
		ClassDiv:         {Unit: UnitALU, Slots: 24, Rate: 4.6, Latency: 123}, // stalls: ops.cu, divi; ALU: 14 of its 24 instructions
		ClassRem:         {Unit: UnitALU, Slots: 22, Rate: 4.6, Latency: 123}, // stalls: ops.cu, modi
		ClassDivAgain:    {Unit: UnitALU, Slots: 14, Rate: 7.2, Latency: 63},  // through: idiv
		ClassRemAgain:    {Unit: UnitALU, Slots: 12, Rate: 8.2, Latency: 63},  // through: irem
		ClassLong:        {Unit: UnitALU, Slots: 2, Rate: 64, Latency: 6},
		ClassLongMul:     {Unit: UnitFMA, Slots: 3, Rate: 20.8, Latency: 12}, // through: lmad
		ClassLongDiv:     {Unit: UnitALU, Slots: 70, Rate: 1.5, Latency: 300},
		ClassFloat:       {Unit: UnitFMA, Rate: 128, Latency: 4},                 // through: fadd, fmul
		ClassFloatDiv:    {Unit: UnitFMA, Slots: 8, Rate: 13.9, Latency: 37},     // through: fdiv
		ClassRcp:         {Unit: UnitXU, Slots: 8, Rate: 11.3, Latency: 64},      // through: frcp
		ClassSqrt:        {Unit: UnitXU, Slots: 8, Rate: 11.6, Latency: 43},      // through: fsqrt
		ClassRsqrt:       {Unit: UnitXU, Slots: 4, Rate: 15.9, Latency: 38},      // through: rsqrt
		ClassSin:         {Unit: UnitFMA, Slots: 23, Rate: 5.1, Latency: 95},     // through: sinf
		ClassExp:         {Unit: UnitXU, Slots: 4, Rate: 15.9, Latency: 38},      // through: expf
		ClassApprox:      {Unit: UnitXU, Rate: 15.3, Latency: 20},                // sinf-fast without its product
		ClassFastTrig:    {Unit: UnitXU, Slots: 2, Rate: 15.3, Latency: 24},      // h100/reduce: sinf-fast; slots: machine code
		ClassFastTan:     {Unit: UnitXU, Slots: 8, Rate: 5.25, Latency: 61},      // h100/reduce: tanf-fast
		ClassFastExp:     {Unit: UnitXU, Slots: 5, Rate: 15.7, Latency: 44},      // h100/reduce: expf-fast, logf-fast
		ClassFastPow:     {Unit: UnitXU, Slots: 9, Rate: 7.5, Latency: 83},       // h100/reduce: powf-fast
		ClassFastDiv:     {Unit: UnitXU, Slots: 6, Rate: 15, Latency: 42},        // h100/reduce: fdividef
		ClassRsqrtRn:     {Unit: UnitXU, Slots: 12, Rate: 4.85, Latency: 117},    // h100/reduce: frsqrt-rn
		ClassMath:        {Unit: UnitFMA, Slots: 20, Rate: 5, Latency: 95},       // as sinf
		ClassDouble:      {Unit: UnitDouble, Rate: 64, Latency: 8},               // through: dadd, dfma; stalls
		ClassDoubleDiv:   {Unit: UnitDouble, Slots: 19, Rate: 5.1, Latency: 110}, // through: ddiv
		ClassDoubleMath:  {Unit: UnitDouble, Slots: 30, Rate: 2, Latency: 200},
		ClassConvert:     {Unit: UnitXU, Rate: 16, Latency: 17},  // through: i2f
		ClassToFloat:     {Unit: UnitALU, Rate: 64, Latency: 4},  // machine code of op_i2f: I2FP; stalls
		ClassHalf:        {Unit: UnitFMA, Rate: 128, Latency: 4}, // guide: 256 of two per lane; h100/words: hadd, badd, bfma
		ClassHalfPair:    {Unit: UnitFMA, Rate: 128, Latency: 8}, // h100/words: hadd2, hmul2, hfma2; machine code: HFMA2.MMA and HFMA2 by turns
		ClassHalfConvert: {Unit: UnitALU, Rate: 64, Latency: 4},  // guide: 64; h100/words: hconvert, 15 cycles with FADD and two changes of unit
		ClassBits:        {Unit: UnitXU, Rate: 16, Latency: 17},  // guide: 16
		ClassShuffle:     {Unit: UnitLSU, Rate: 32, Latency: 26}, // micro: shfl, less its index
		ClassMatch:       {Unit: UnitLSU, Rate: 16, Latency: 28}, // sync/match: any, 27.9 cycles, 32 warps 63.6
		ClassLongMatch:   {Unit: UnitLSU, Rate: 8, Latency: 32},  // sync/match: any, 31.9 cycles, 32 warps 127.4
		ClassReduce:      {Unit: UnitLSU, Rate: 16, Latency: 44}, // h100/reduce: 44.2 cycles, 32 warps 64.3; the unit is a guess
		ClassSpecial:     {Unit: UnitXU, Rate: 16, Latency: 20},
		ClassParam:       {Unit: UnitLSU, Rate: 16, Latency: 28}, // micro: latency_const; through: const_load
		ClassBranch:      {Latency: 1},
		ClassMemory:      {Unit: UnitLSU, Rate: 32}, // stalls: 4 cycles between two of a scheduler; h100/conflicts: gld, st
		ClassSharedLoad:  {Unit: UnitLSU, Rate: 64}, // h100/conflicts: ld, 2.2 cycles for four warps of a scheduler
		ClassSync:        {Latency: 10},
		ClassSyncReduce:  {Latency: 33}, // h100/reduce: syncthreads-count, 63 cycles for one warp
	},
	CrossUnit: 1, // stalls; through: iadd and shl
	CrossLSU:  2, // stalls: LEA to LDS, IMAD.WIDE to LDG
	Taken:     10,
	NotTaken:  5, // stalls
	MatchStep: 9, // sync/match: a value more takes 11 cycles, of 64 bits 13
	LoopSlots: 1, // through: ffma, 32 warps: loops of 19, 36 and 68 instructions take 0.5 to 2.7 more
	Memory: MemoryClock{
		Shared:          23, // micro: latency_shared, less the address
		SharedWavefront: 2,  // micro: latency_bank, 61.8 cycles for 31 more
		SharedAtomic:    50,
		L1:              31,         // micro: latency_global ca, less the address
		L1Request:       1,          // l1: stride 1
		L1Line:          1,          // l1: lines, where no two words meet in a bank
		L1Tags:          hopperTags, // l1: tag
		L1Banked:        true,       // l1: where lines are few
		L2:              279,        // micro: latency_global cg, less the address
		SMRequest:       1.05,       // request: 1.06, of which the pipeline of L1 takes one
		SMSector:        0.263,      // request: lines 8, sectors 4: 32 in 8.47 cycles
		StoreLine:       2,          // cold: one sector per line, 0.5 sectors per cycle
		StoreSector:     1.05,       // cold: full sectors, 0.95 a cycle
		L2Slices:        96,
		L2SlicesOff:     1,      // slices: 94 places; 141 of 144 GB of memory
		GPCSector:       0.0511, // cold: l2_gpc, 18 SMs, loads of 512 bytes: 34.8 bytes a cycle each
		SliceLine:       1.11,   // cold: all SMs read one line 1.84 times a cycle, l2: line, 1.72; of which a half of L2 serves 0.51
		SliceSector:     0.575,  // curve: all, 64 warps of four lines: 5005 bytes a cycle, of slices that have more and less to do
		SliceStore:      1.34,   // flows: all, random, 17.6 lines per cycle
		StoreLines:      16,     // h100/weak: scatter, 2 KB as fast as one line, half of 4 KB
		SliceStoreLine:  2.52,   // partial: lanes 128 bytes apart, 37 lines per cycle
		Far:             185,    // cold: chain, 575 and 760 cycles where nothing is in the way
		DRAM:            550,    // cold: chain, near, less 25 of the stamps
		DRAMChannels:    48,
		DRAMPiece:       256,     // rows: read, write, what is less far apart takes less
		DRAMOpen:        0.12,    // rows: one, 64 of 256 bytes take 0.34 of what all do, two times 64 0.56
		DRAMOpenWrite:   0.5,     // rows: write, 32 of 256 bytes take 0.6 of what all do, two times 32 0.85
		RefreshBytes:    4 << 10, // cold: chain, loads of one page are late in turn
		RefreshEvery:    3900,    // cold: chain, the same
		RefreshCycles:   480,     // cold: chain, one load in ten is 290 to 480 cycles late
		Host:            2350,    // h100/statements: mapped, 2304 to 2470 at 1980 MHz
		Const:           28,      // micro: latency_const, less the address
		ConstMid:        98,      // micro: latency_const, less the address
		ConstLoad:       8,       // stalls
		ConstEach:       11,      // lines: hit
		AtomicSector:    1.18,    // l2: atomic, spread 32: 4.64 cycles a line; cold: red of a line, 5.2
		AtomicLane:      1.44,    // cold: red to one address
	},
	Cold: ColdClock{
		BlocksPerCycle:   0.85, // cold: one empty, elapsed of 264 to 16896 blocks: 1.19 cycles a block
		WarpsPerCycle:    0.5,  // cold: the 32nd warp 62 cycles after the first
		WarpGap:          3,    // cold: the next block 98 cycles after one of 32 warps
		BlockGap:         24,   // cold
		Block:            280,  // cold: 280 at the least from the last stamp to the first of the next; through: launch, 1024 threads
		Touched:          220,  // cold: one, elapsed less active of one block with and without a load
		InstructionBytes: 16,
		CodeLine:         128,
		CodeFirst:        640, // cold: fetch, no stall in the first five lines
		CodeCold:         250, // cold: empty, 250 cycles to the first instruction
		CodeLate:         150, // cold: one empty, 418 cycles on all SMs, 270 on a few
		CodeMiss:         28,  // cold: fetch, lines take 8, 8, 36 cycles
		CodeAhead:        256, // cold: the same
	},
	Barrier:     12,  // micro: latency_syncthreads
	BarrierWarp: 2,   // micro: latency_syncthreads
	Fence:       265, // h200/sync: cost
	FenceBlock:  8,   // h200/sync: cost
	FenceSystem: 990, // h200/sync: cost
}
