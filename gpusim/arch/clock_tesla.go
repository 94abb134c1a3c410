package arch

// This file holds the times of cc 1.x, in cycles of the shader clock, at which
// the cores run. One scheduler hands eight cores a warp in four cycles. Constant
// memory and textures are read as fast on both.

// teslaPipes is cc 1.3. Wong et al. 2010 have 24 cycles and 8 lanes for sums, 28
// and 2 for functions, 48 and 1 for doubles, 96 and 2 for 32-bit products.
var teslaPipes = pipes{
	Integer: UnitFMA, Product: UnitFMA, // paper: a core does both
	Float: 8, Sum: 8, Long: 4, Logic: 8, Multiply: 8, Address: 4, // table
	Function: 2, Convert: 8, Double: 1, // table
	Count:   8.0 / 12,     // no instruction of its own: a dozen of shifts and sums
	Shuffle: 8, Access: 8, // votes only; addresses are computed on the cores
	Words: 4, Wide: 2, // Wong et al. 2010: four of 24 bits; a shift and a sum, addresses have 32 bits
	Step: 24, CompareStep: 24, MultiplyStep: 96, AddressStep: 48, DoubleStep: 48, FunctionStep: 28, ShuffleStep: 24,
}

// g80Pipes has no doubles: the compiler makes floats of them (guide).
func g80Pipes() *pipes {
	p := teslaPipes
	p.Double, p.DoubleStep = p.Float, p.Step
	return &p
}

var g80Clock = Clock{
	Schedulers:  1,
	Issue:       1,
	IssueCycles: 4, // guide: 8 cores an SM
	Ops:         g80Pipes().ops(),
	Taken:       24, // the pipeline's length
	Memory: MemoryClock{
		Shared:          36, // Wong et al. 2010: 38, a warp being two half-warps
		SharedWavefront: 2,  // guide: a bank serves 32 bits every two cycles
		SharedAtomic:    108,
		L1Request:       4, // eight lanes a cycle
		L1Line:          2,
		// GPGPU-Sim, Quadro FX 5600: 32 bytes a cycle of half the clock
		SMRequest: 2,
		SMSector:  2,
		// paper: pairs of SMs share a way
		GPCSector:    2,
		DRAM:         440,  // Wong et al. 2010, GTX 280: 435 to 450
		DRAMChannels: 6,    // sheet: 384 bits
		DRAMShare:    0.76, // GPU-STREAM, GTX 980; not published for this one
		Host:         1620, // H100, in time
		Const:        32,   // Wong et al. 2010: 8 more than a sum
		AtomicSector: 360,  // paper on Fermi: which is 20 times as fast
		AtomicLane:   360,
	},
	Cold:        coldAs(8), // Wong et al. 2010: 8 KB
	Barrier:     60,        // H200: as many steps
	BarrierWarp: 4,         // table: 8 threads a cycle
	Fence:       440,       // as long as an access
	FenceBlock:  8,         // h200/sync: cost
	FenceSystem: 690,       // H200, in time
}

// gt200Clock is g80Clock with doubles of clusters of three SMs.
var gt200Clock = func() Clock {
	c := g80Clock
	c.Ops = teslaPipes.ops()
	m := &c.Memory
	m.DRAMChannels = 8 // sheet: 512 bits
	m.Host = 985       // H200, in time
	return c
}()
