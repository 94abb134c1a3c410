package arch

// hopperClock is the times of cc 9.0, measured on the H200; micro and through
// are the measurements in gpusim/validation/h200.
var hopperClock = Clock{
	Schedulers:  4, // guide
	Issue:       1,
	IssueCycles: 1,
	Ops: [NumClasses]OpTime{
		ClassMove:       {Unit: UnitALU, Other: UnitFMA, Rate: 64, Latency: 4},
		ClassAdd:        {Unit: UnitALU, Other: UnitFMA, Rate: 64, Latency: 4}, // through: iadd
		ClassLogic:      {Unit: UnitALU, Rate: 64, Latency: 4},                 // guide: 64
		ClassMul:        {Unit: UnitFMA, Rate: 64, Latency: 4},                 // through: imad 62.7
		ClassWideMul:    {Unit: UnitFMA, Rate: 64, Latency: 5},                 // as imad, a cycle more for the upper half
		ClassDiv:        {Unit: UnitALU, Slots: 12, Rate: 7.2, Latency: 65},    // through: idiv
		ClassRem:        {Unit: UnitALU, Slots: 12, Rate: 8.2, Latency: 65},    // through: irem
		ClassLong:       {Unit: UnitALU, Other: UnitFMA, Slots: 2, Rate: 64, Latency: 6},
		ClassLongMul:    {Unit: UnitFMA, Slots: 3, Rate: 20.8, Latency: 12}, // through: lmad
		ClassLongDiv:    {Unit: UnitALU, Slots: 70, Rate: 1.5, Latency: 300},
		ClassFloat:      {Unit: UnitFMA, Rate: 128, Latency: 4},                 // through: fadd, fmul
		ClassFloatDiv:   {Unit: UnitFMA, Slots: 8, Rate: 13.9, Latency: 37},     // through: fdiv
		ClassRcp:        {Unit: UnitXU, Slots: 7, Rate: 11.3, Latency: 64},      // through: frcp
		ClassSqrt:       {Unit: UnitXU, Slots: 8, Rate: 11.6, Latency: 43},      // through: fsqrt
		ClassRsqrt:      {Unit: UnitXU, Slots: 3, Rate: 15.9, Latency: 39},      // through: rsqrt
		ClassSin:        {Unit: UnitFMA, Slots: 20, Rate: 5.1, Latency: 95},     // through: sinf
		ClassExp:        {Unit: UnitXU, Slots: 3, Rate: 15.9, Latency: 39},      // through: expf
		ClassMath:       {Unit: UnitFMA, Slots: 20, Rate: 5, Latency: 95},       // as sinf
		ClassDouble:     {Unit: UnitDouble, Rate: 64, Latency: 8},               // through: dadd, dfma
		ClassDoubleDiv:  {Unit: UnitDouble, Slots: 10, Rate: 5.1, Latency: 110}, // through: ddiv
		ClassDoubleMath: {Unit: UnitDouble, Slots: 30, Rate: 2, Latency: 200},
		ClassConvert:    {Unit: UnitXU, Rate: 16, Latency: 14},  // through: i2f, two of them
		ClassBits:       {Unit: UnitXU, Rate: 16, Latency: 14},  // guide: 16
		ClassShuffle:    {Unit: UnitLSU, Rate: 32, Latency: 24}, // micro: shfl, less its index
		ClassSpecial:    {Unit: UnitXU, Rate: 16, Latency: 20},
		ClassParam:      {Unit: UnitLSU, Latency: 34},
		ClassBranch:     {Latency: 1},
		ClassMemory:     {Unit: UnitLSU, Rate: 32},
		ClassSync:       {Latency: 10},
	},
	CrossUnit: 1, // through: iadd and shl, two instructions of two units in 10.3 cycles
	Branch:    4,
	Diverge:   8,
	Memory: MemoryClock{
		Shared:          23, // micro: latency_shared
		SharedWavefront: 2,  // micro: latency_bank, 61.8 cycles for 31 more
		SharedAtomic:    50,
		L1:              34,  // micro: latency_global ca
		L1Request:       2,   // through: global_l1hit, 32 warps, stride 1
		L1Line:          1,   // through: global_l1hit, stride 4 to 32
		L2:              279, // micro: latency_global cg
		SMRequest:       1,
		SMSector:        0.5,
		L2Slices:        96,
		SliceLine:       1,
		SliceSector:     1,
		Far:             0,
		DRAM:            690, // micro: latency_dram
		DRAMChannels:    48,
		DRAMTurn:        0.1,
		Host:            1500,
		Const:           30,  // micro: latency_const
		ConstMid:        100, // micro: latency_const
		AtomicSector:    2,
		AtomicLane:      1,
		Texture:         42,
		TextureQuads:    1,
	},
	Cold: ColdClock{
		BlocksPerCycle:   0.82, // through: launch
		WarpsPerCycle:    0.5,
		Block:            150,
		InstructionBytes: 16,
		CodeLine:         128,
		CodeAhead:        128,
		CodeNear:         32 * kib,
		CodeCold:         300,
		Params:           300,
	},
	Barrier:     10, // micro: latency_syncthreads
	BarrierWarp: 2,  // micro: latency_syncthreads
	Fence:       300,
}
