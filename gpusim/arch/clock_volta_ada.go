package arch

// This file holds the times of cc 7.x and 8.x. Their SMs are the H200's but for
// the number of units, so what nobody published of them is the H200's.

var voltaPipes = pipes{
	Integer: UnitALU, Product: UnitFMA, // paper: integers have cores of their own
	Float: 64, Sum: 64, Long: 64, Logic: 64, Multiply: 64, Address: 32, // table; H200
	Function: 16, Convert: 16, Count: 16, Double: 32, Half: 64, // table, cc 7.x; half: 128 of two per lane
	Shuffle: 32, Access: 32, // table; paper: 32 load and store units
	Words: 1, Wide: 1, // isa: IMAD, IMAD.WIDE
	Step: 4, CompareStep: 13, MultiplyStep: 4, AddressStep: 4, DoubleStep: 8, // Arafa et al. 2019; H200
	FunctionStep: 17, ShuffleStep: 26, // H200
}

// turingPipes has few doubles and half of Volta's load and store units.
func turingPipes() *pipes {
	p := voltaPipes
	p.Double, p.DoubleStep = 2, 48 // table; Jia et al. 2019
	p.Access, p.Shuffle = 16, 16   // paper: 16 load and store units
	p.MultiplyStep = 5             // Jia et al. 2019
	return &p
}

// ga100Pipes computes half precision at twice the rate.
func ga100Pipes() *pipes {
	p := voltaPipes
	p.Half = 128 // guess: 78 TFLOPS are said of the A100, four times those of floats, so 256 of two per lane
	return &p
}

// ga102Pipes has twice the float units of Volta and few doubles; cc 8.9 has the same.
func ga102Pipes() *pipes {
	p := voltaPipes
	p.Float = 128                  // table; half as voltaPipes is a guess: as many TFLOPS as floats are said, so 128 of two per lane
	p.Double, p.DoubleStep = 2, 48 // table; as cc 7.5
	return &p
}

// fourSchedulers is an SM of cc 7.0 and later, as the H200's, with these pipes
// and this memory.
func fourSchedulers(p *pipes, m MemoryClock) Clock {
	c := hopperClock
	c.Ops, c.Memory, c.Fence = p.ops(), m, m.L2
	return c
}

var gv100Clock = fourSchedulers(&voltaPipes, MemoryClock{
	Shared:          19,         // Jia et al. 2018; Arafa et al. 2019: 18
	SharedWavefront: 2,          // H200
	SharedAtomic:    50,         // H200
	L1:              28,         // gpu-benches; Jia et al. 2018; Accel-Sim
	L1Misses:        256,        // GPGPU-Sim, QV100
	L1Request:       1,          // H200
	L1Line:          1,          // H200
	L1Tags:          hopperTags, // H200
	L1Banked:        true,       // H200
	L2:              212,        // gpu-benches; mt4g: 214
	SMRequest:       1,
	SMSector:        0.5, // H200: 64 bytes
	L2Slices:        64,  // GPGPU-Sim, Quadro GV100
	SliceLine:       1,
	SliceSector:     1.45, // Rates.L2BytesPerSecond of all
	DRAM:            425,  // gpu-benches; mt4g: 408
	DRAMChannels:    32,   // GPGPU-Sim, Quadro GV100
	DRAMShare:       0.96, // gpu-benches, gpu-stream: 867 GB/s read
	Host:            1820, // H100, in time
	Const:           8,    // Arafa et al. 2019
	ConstMid:        114,  // mt4g
	AtomicSector:    2,    // H200
	AtomicLane:      1,
})

var tu104Clock = fourSchedulers(turingPipes(), MemoryClock{
	Shared:          21,         // Arafa et al. 2019
	SharedWavefront: 2,          // H200
	SharedAtomic:    50,         // H200
	L1:              32,         // Jia et al. 2019
	L1Misses:        256,        // GPGPU-Sim, RTX 2060
	L1Request:       1,          // H200
	L1Line:          1,          // H200
	L1Tags:          hopperTags, // H200
	L1Banked:        true,       // H200
	L2:              188,        // Jia et al. 2019
	SMRequest:       1,
	SMSector:        0.5, // H200: 64 bytes
	L2Slices:        32,  // GPGPU-Sim, RTX 2060: four for each 32 bits of the memory
	SliceLine:       1,
	SliceSector:     1.28, // Rates.L2BytesPerSecond of all
	DRAM:            496,  // mt4g, RTX 2080 Ti and T1000
	DRAMChannels:    16,   // sheet: 256 bits, 16 a channel
	DRAMShare:       0.74, // Jia et al. 2019: 220 GiB/s of 320 GB/s
	Host:            1880, // H100, in time
	Const:           8,    // Arafa et al. 2019
	ConstMid:        105,  // mt4g, T1000
	AtomicSector:    2,    // H200
	AtomicLane:      1,
})

var ga100Clock = fourSchedulers(ga100Pipes(), MemoryClock{
	Shared:          23,         // H200
	SharedWavefront: 2,          // H200
	SharedAtomic:    50,         // H200
	L1:              33,         // gpu-benches
	L1Request:       1,          // H200
	L1Line:          1,          // H200
	L1Tags:          hopperTags, // H200
	L1Banked:        true,       // H200
	L2:              206,        // gpu-benches
	SMRequest:       1,
	SMSector:        0.5, // paper: 64 bytes
	L2Slices:        80,  // paper
	SliceLine:       0.67,
	SliceSector:     0.67, // Rates.L2BytesPerSecond of all
	Far:             190,  // gpu-benches: L2 beyond the near part takes as much longer
	DRAM:            452,  // gpu-benches, of 80 GB: 547, near and far
	DRAMChannels:    40,   // paper: five stacks of eight
	DRAMShare:       0.96, // gpu-benches, gpu-stream: 1500 GB/s read
	Host:            1680, // H100, in time
	Const:           14,   // as cc 8.6
	ConstMid:        122,  // mt4g
	AtomicSector:    2,    // H200
	AtomicLane:      1,
})

var ga102Clock = fourSchedulers(ga102Pipes(), MemoryClock{
	Shared:          23, // H200
	SharedWavefront: 2,  // H200
	SharedAtomic:    50, // H200
	L1:              33, // gpu-benches, A40
	L1Request:       2,
	L1Line:          2,   // gpu-benches, A40: 64 bytes
	L2:              250, // gpu-benches, A40
	SMRequest:       1,
	SMSector:        0.5, // H200: 64 bytes
	L2Slices:        48,  // GPGPU-Sim, RTX 3070: four for each 32 bits of the memory
	SliceLine:       0.8,
	SliceSector:     0.8,  // Rates.L2BytesPerSecond of all
	DRAM:            547,  // gpu-benches, A40
	DRAMChannels:    24,   // sheet: 384 bits, 16 a channel
	DRAMShare:       0.97, // gpu-benches, gpu-stream, A40: 680 of 696 GB/s read
	Host:            2010, // H100, in time
	Const:           14,   // mushihao, RTX 3070: 14, 78 behind it
	ConstMid:        78,
	AtomicSector:    2, // H200
	AtomicLane:      1,
})

var ad102Clock = fourSchedulers(ga102Pipes(), MemoryClock{
	Shared:          23, // H200
	SharedWavefront: 2,  // H200
	SharedAtomic:    50, // H200
	L1:              34, // gpu-benches, L40
	L1Request:       2,
	L1Line:          2,   // gpu-benches, L40: 64 bytes
	L2:              274, // gpu-benches, L40
	SMRequest:       1,
	SMSector:        0.5, // H200: 64 bytes
	L2Slices:        48,  // as cc 8.6, which has as wide a memory
	SliceLine:       0.74,
	SliceSector:     0.74, // Rates.L2BytesPerSecond of all
	DRAM:            623,  // gpu-benches, L40
	DRAMChannels:    24,   // sheet: 384 bits, 16 a channel
	DRAMShare:       0.97, // gpu-benches, gpu-stream, L40: 845 of 864 GB/s read
	Host:            2990, // H100, in time
	Const:           14,   // as cc 8.6
	ConstMid:        78,
	AtomicSector:    2, // H200
	AtomicLane:      1,
})
