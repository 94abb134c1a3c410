package arch

// hopperClusters is six clusters of 16 SMs and two of 18 (cold: gpc). The first eight SMs
// get blocks first (places: place; hits: stride 8: as fast as if 8, 9 and 12 of 8, 16 and 33 shared a port).
var hopperClusters = Clusters{SMs: 16, First: 8}

// h100Clusters has fewer SMs in one GPC: clusters of 2, 4, 8 and 16 blocks use 132, 120, 120 and 112 SMs
// (h100/modern: usable_SMs). How the others divide is not known.
var h100Clusters = Clusters{SMs: 16, First: 8, Usable: []int{18, 18, 18, 18, 18, 16, 16, 10}}

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
		ClassMove:          {Unit: UnitALU, Rate: 64, Latency: 4},                            // stalls
		ClassAdd:           {Unit: UnitALU, Rate: 64, Latency: 4},                            // stalls; through: iadd
		ClassLogic:         {Unit: UnitALU, Rate: 64, Latency: 4},                            // guide: 64; stalls
		ClassCompare:       {Unit: UnitALU, Rate: 64, Latency: 13},                           // stalls: towards a branch or a predicated instruction
		ClassMul:           {Unit: UnitFMA, Rate: 64, Latency: 4},                            // through: imad 62.7; stalls; issue: imad.fadd
		ClassWideMul:       {Unit: UnitFMA, Rate: 32, Latency: 4},                            // stalls; through: lmad; issue: wide
		ClassDiv:           {Unit: UnitALU, Slots: 24, Rate: 4.55, Latency: 127, Serial: 54}, // stalls: ops.cu, divi; chains: idiv, udiv
		ClassRem:           {Unit: UnitALU, Slots: 22, Rate: 4.55, Latency: 127, Serial: 54}, // stalls: ops.cu, modi; chains: irem, udiv
		ClassDivAgain:      {Unit: UnitALU, Slots: 14, Rate: 7.2, Latency: 63},               // through: idiv
		ClassRemAgain:      {Unit: UnitALU, Slots: 12, Rate: 8.2, Latency: 63},               // through: irem
		ClassLong:          {Unit: UnitALU, Slots: 2, Rate: 64, Latency: 6},
		ClassLongMul:       {Unit: UnitFMA, Slots: 3, Rate: 20.8, Latency: 12},                                 // through: lmad
		ClassLongDiv:       {Unit: UnitALU, Slots: 100, Rate: 0.95, Latency: 361, Serial: 358, Meeting: 14},    // chains: uldiv; numbers below 2^32 take half as long
		ClassFloat:         {Unit: UnitFMA, Rate: 128, Latency: 4},                                             // through: fadd, fmul
		ClassFloatDiv:      {Unit: UnitXU, Slots: 11, Rate: 7.45, Latency: 60, Serial: 58, Meeting: 14},        // chains: fdiv
		ClassFloatDivConst: {Unit: UnitFMA, Slots: 10, Rate: 12.5, Latency: 44, Serial: 44, Meeting: 7},        // through: fdiv, whose arms do not meet; stalls: BSSY
		ClassRcp:           {Unit: UnitXU, Slots: 10, Rate: 9.87, Latency: 79, Serial: 77, Meeting: 14},        // chains: frcp; through: frcp, whose arms do not meet
		ClassSqrt:          {Unit: UnitXU, Slots: 10, Rate: 10.8, Latency: 57, Serial: 55, Meeting: 14},        // chains: fsqrt; through: fsqrt, the same
		ClassRsqrt:         {Unit: UnitXU, Slots: 4, Rate: 15.9, Latency: 38, Serial: 13},                      // through: rsqrt
		ClassSin:           {Unit: UnitFMA, Slots: 25, Rate: 4.88, Latency: 99, Serial: 80, Meeting: 4},        // chains: fsin; through: sinf, whose arms do not meet
		ClassTan:           {Unit: UnitFMA, Slots: 22, Rate: 4.77, Latency: 115, Serial: 85, Meeting: 4},       // chains: ftan
		ClassExp2:          {Unit: UnitXU, Slots: 4, Rate: 15.9, Latency: 38, Serial: 11},                      // through: expf, which is __expf
		ClassExp:           {Unit: UnitXU, Slots: 8, Rate: 12.3, Latency: 45, Serial: 14},                      // chains: fexp
		ClassLog:           {Unit: UnitFMA, Slots: 26, Rate: 4.74, Latency: 89, Serial: 31},                    // chains: flog
		ClassLog1p:         {Unit: UnitFMA, Slots: 23, Rate: 4.79, Latency: 93, Serial: 48, Meeting: 14},       // chains: flog1p
		ClassTanh:          {Unit: UnitFMA, Slots: 16, Rate: 6.98, Latency: 66, Serial: 23},                    // chains: ftanh
		ClassAtan:          {Unit: UnitFMA, Slots: 18, Rate: 6.4, Latency: 77, Serial: 27},                     // chains: fatan, fcbrt
		ClassErf:           {Unit: UnitFMA, Slots: 22, Rate: 4.64, Latency: 72, Serial: 36},                    // chains: ferf
		ClassExpm1:         {Unit: UnitFMA, Slots: 24, Rate: 4.08, Latency: 99, Serial: 39},                    // chains: fexpm1
		ClassAtan2:         {Unit: UnitFMA, Slots: 33, Rate: 3.3, Latency: 136, Serial: 109, Meeting: 14},      // chains: fatan2
		ClassHypot:         {Unit: UnitFMA, Slots: 24, Rate: 4.6, Latency: 111, Serial: 89, Meeting: 14},       // chains: fhypot
		ClassFmod:          {Unit: UnitFMA, Slots: 24, Rate: 4, Latency: 185, Serial: 185, Meeting: 14},        // chains: fmod
		ClassPow:           {Unit: UnitFMA, Slots: 70, Rate: 1.58, Latency: 241, Serial: 239, Meeting: 14},     // between chains: fpow, 264, and another measured chain, 233
		ClassApprox:        {Unit: UnitXU, Rate: 15.3, Latency: 20},                                            // sinf-fast without its product
		ClassFastTrig:      {Unit: UnitXU, Slots: 2, Rate: 15.3, Latency: 24},                                  // h100/reduce: sinf-fast; slots: machine code
		ClassFastTan:       {Unit: UnitXU, Slots: 8, Rate: 5.25, Latency: 61},                                  // h100/reduce: tanf-fast
		ClassFastExp:       {Unit: UnitXU, Slots: 5, Rate: 15.7, Latency: 44},                                  // h100/reduce: expf-fast, logf-fast
		ClassFastPow:       {Unit: UnitXU, Slots: 9, Rate: 7.5, Latency: 83},                                   // h100/reduce: powf-fast
		ClassFastDiv:       {Unit: UnitXU, Slots: 6, Rate: 15, Latency: 42},                                    // h100/reduce: fdividef
		ClassRsqrtRn:       {Unit: UnitXU, Slots: 12, Rate: 4.85, Latency: 117, Serial: 115, Meeting: 14},      // h100/reduce: frsqrt-rn; stalls: its region
		ClassMath:          {Unit: UnitFMA, Slots: 23, Rate: 5, Latency: 97, Serial: 32},                       // chains: fasin, facos
		ClassDouble:        {Unit: UnitDouble, Rate: 64, Latency: 8},                                           // through: dadd, dfma; stalls
		ClassDoubleDiv:     {Unit: UnitDouble, Slots: 16, Rate: 5.07, Latency: 126, Serial: 125, Meeting: 15},  // chains: ddiv; through: ddiv, whose arms do not meet
		ClassDoubleRcp:     {Unit: UnitDouble, Slots: 11, Rate: 8.06, Latency: 75, Serial: 74, Meeting: 14},    // chains: drcp
		ClassDoubleSqrt:    {Unit: UnitDouble, Slots: 18, Rate: 4.48, Latency: 95, Serial: 94, Meeting: 14},    // chains: dsqrt
		ClassDoubleRsqrt:   {Unit: UnitDouble, Slots: 13, Rate: 6.85, Latency: 70, Serial: 68, Meeting: 14},    // chains: drsqrt
		ClassDoubleExp:     {Unit: UnitDouble, Slots: 28, Rate: 3.09, Latency: 153, Serial: 148, Meeting: 14},  // chains: dexp
		ClassDoubleLog:     {Unit: UnitDouble, Slots: 80, Rate: 1.3, Latency: 288, Serial: 275, Meeting: 14},   // chains: dlog
		ClassDoubleSin:     {Unit: UnitDouble, Slots: 48, Rate: 2.3, Latency: 197, Serial: 188, Meeting: 4},    // chains: dsin, less the branch that package lower makes
		ClassDoublePow:     {Unit: UnitDouble, Slots: 220, Rate: 0.53, Latency: 788, Serial: 781, Meeting: 14}, // chains: dpow
		ClassDoubleMath:    {Unit: UnitDouble, Slots: 40, Rate: 2.74, Latency: 160, Serial: 160, Meeting: 14},  // chains: dtanh
		ClassConvert:       {Unit: UnitXU, Rate: 16, Latency: 17},                                              // through: i2f
		ClassToFloat:       {Unit: UnitALU, Rate: 64, Latency: 4},                                              // machine code of op_i2f: I2FP; stalls
		ClassHalf:          {Unit: UnitFMA, Rate: 128, Latency: 4},                                             // guide: 256 of two per lane; h100/words: hadd, badd, bfma
		ClassHalfPair:      {Unit: UnitFMA, Rate: 128, Latency: 8},                                             // h100/words: hadd2, hmul2, hfma2; machine code: HFMA2.MMA and HFMA2 by turns
		ClassHalfConvert:   {Unit: UnitALU, Rate: 64, Latency: 4},                                              // guide: 64; h100/words: hconvert, 15 cycles with FADD and two changes of unit
		ClassBits:          {Unit: UnitXU, Rate: 16, Latency: 17},                                              // guide: 16
		ClassShuffle:       {Unit: UnitLSU, Rate: 32, Latency: 26},                                             // micro: shfl, less its index
		ClassMatch:         {Unit: UnitLSU, Rate: 16, Latency: 28},                                             // sync/match: any, 27.9 cycles, 32 warps 63.6
		ClassLongMatch:     {Unit: UnitLSU, Rate: 8, Latency: 32},                                              // sync/match: any, 31.9 cycles, 32 warps 127.4
		ClassReduce:        {Unit: UnitLSU, Rate: 16, Latency: 44},                                             // h100/reduce: 44.2 cycles, 32 warps 64.3; the unit is a guess
		ClassProduct:       {Unit: UnitTensor, Rate: 64. / 3, Latency: 24},                                     // h100/modern: mma, 24.3 cycles; 16 warps 1348 of 2048 products a cycle
		ClassProductDouble: {Unit: UnitTensor, Rate: 2, Latency: 82},                                           // h100/modern: mma_f64, 82.5 cycles; 16 warps 127.6 products a cycle
		ClassGroupProduct:  {Unit: UnitTensor, Latency: 168},                                                   // h100/modern: wgmma alone, 215, 247 and 311 cycles, less half of the columns and the issues of fence, commit and wait
		ClassSpecial:       {Unit: UnitXU, Rate: 16, Latency: 20},
		ClassParam:         {Unit: UnitLSU, Rate: 16, Latency: 28}, // micro: latency_const; through: const_load
		ClassBranch:        {Latency: 1},
		ClassMemory:        {Unit: UnitLSU, Rate: 32}, // stalls: 4 cycles between two of a scheduler; h100/conflicts: gld, st
		ClassSharedLoad:    {Unit: UnitLSU, Rate: 64}, // h100/conflicts: ld, 2.2 cycles for four warps of a scheduler
		ClassSync:          {Latency: 10},
		ClassSyncReduce:    {Latency: 33}, // h100/reduce: syncthreads-count, 63 cycles for one warp
	},
	CrossUnit: 1, // stalls; through: iadd and shl
	CrossLSU:  2, // stalls: LEA to LDS, IMAD.WIDE to LDG
	Taken:     10,
	NotTaken:  5,  // stalls
	Meet:      10, // h100/arms: ifdiv, no lane: 49 cycles, of which the rest is 38
	Diverge:   20, // h100/diverge: two, nested; skip
	Cluster: ClusterClock{ // h100/modern, section cluster
		Barrier: 70, BarrierBlock: 1, // cluster_barrier_relaxed, 75, 76, 80 and 88 cycles with 1, 2, 4 and 8 blocks
		Fence: 320,                                             // h100/modern/shapes.txt: fence_cluster, 317 and 324 cycles with 1 and 8 warps, of 2 and 8 blocks
		Own:   32, OwnAtomic: 37, Other: 200, OtherAtomic: 210, // dsm_load_lat and dsm_atomic_lat of 2 to 16 blocks, 191 to 213 and 200 to 223
		LoadSector: 1.5, LoadLine: 1.5, // shapes.txt: dsm_load4, 7.6, 72 and 96 cycles for lines with 4, 2 and 1 sectors
		StorePacket: 1.575, AtomicSector: 3, // dsm_store4, 50.4 cycles for 32 lanes apart; dsm_red4, 13.6, 120 and 96
	},
	RegisterFactor: 18, // h100/modern: wgmma alone, 233 and 265 cycles, of 215 and 247
	MatchStep:      9,  // sync/match: a value more takes 11 cycles, of 64 bits 13
	LoopSlots:      1,  // through: ffma, 32 warps: loops of 19, 36 and 68 instructions take 0.5 to 2.7 more
	Copy: CopyClock{ // h100/modern, sections cpasync, bulk, tma, barrier and cluster
		Filled:     6,     // cpasync_lat: 296 cycles from L2, 291 by a load
		FilledL1:   22,    // cpasync_lat_ca_L1: 56 cycles
		Start:      0,     // bulk_g2s_lat_L2_64B: 333 cycles, of which L2 279, the barrier's instructions the rest
		Box:        100,   // tma2d_lat_L2: 436 to 446
		Issue:      47,    // bulk_g2s_issue
		IssueLane:  52,    // lanes.txt: bulk_lanes_all, 52.5 cycles with 32 lanes
		Line:       1.28,  // bulk_g2s_lat_L2: 16 KB and 32 KB, 103 bytes per cycle
		StoreStart: 30,    // bulk_s2g_lat_complete_64B: 58, with Stored and the wait
		Stored:     20,    // the same; how the two divide is a guess
		Store:      1,     // bulk_s2g_1sm_64B_depth4: 18.5 cycles per copy, with commit, wait and loop
		StoreLine:  4.04,  // bulk_s2g_1sm: 31.7 bytes per cycle
		Reduce:     30,    // bulk_red_f32_1sm_64B_depth4: 57 cycles per copy, with commit, wait and loop
		ReduceLine: 5.04,  // bulk_red_f32_1sm: 25.4 bytes per cycle
		Share:      260,   // dsm_bulk_copy_cluster2_256B: 326
		ShareByte:  0.051, // dsm_bulk_copy_cluster2_32768B: 1976
		Arrive:     5,     // mbarrier_arrive: 5.95, with its issue
		Arrived:    26,    // mbarrier_arrive_wait_thr32: 68 cycles, with Tested and the loop
		Tested:     30,    // mbarrier_test_wait_done: 53 cycles, with four instructions
		ArrivePass: 2,     // lanes.txt: mbarrier_arrive, 15.9, 32.4 and 64.4 cycles with 8, 16 and 32 warps
		TestPass:   4,     // lanes.txt: mbarrier_try, 65 and 129 cycles with 16 and 32 warps
	},
	Memory: MemoryClock{
		Shared:          23, // micro: latency_shared, less the address
		SharedWavefront: 2,  // micro: latency_bank, 61.8 cycles for 31 more
		SharedAtomic:    50,
		MatrixWavefront: 1.1,        // h100/modern: ldmatrix, 4.39 cycles for 4, 17.9 for 16, 35.7 for 32
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
		GPCSector:       0.0511, // cold: l2_gpc, 18 SMs, loads of 512 bytes: 34.8 bytes per cycle each
		SliceLine:       1.11,   // cold: all SMs read one line 1.84 times a cycle, l2: line, 1.72; of which a half of L2 serves 0.51
		SliceSector:     0.575,  // curve: all, 64 warps of four lines: 5005 bytes per cycle, of slices that have more and less to do
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

		AtomicLaneFloat:   3.54, // h100/cas: addf, one word: 1882 thousand cycles, 787 of integers
		AtomicLaneCompare: 2.75, // h100/cas: cas, one word: 45.4 cycles for 16.5 lanes on average
		AtomicLine:        1.05, // h100/cas: addf, 4096 words, one SM: 32 cycles for 28 lines
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
