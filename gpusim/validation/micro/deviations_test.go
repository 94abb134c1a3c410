package micro

// This file has the rows that are not near, and why.

// deviation is such a row.
type deviation struct {
	ratio float64 // simulated to measured
	why   string
}

// deviationSlack is how much the ratio of a deviation may move.
const deviationSlack = 0.05

// The reasons.
const (
	constIndexes    = "a load's index is computed before it here, by nvcc between the loads before; and a launch finds the constants in no cache of the SM"
	selected        = "nvcc predicates the multiply-adds of a way; here an instruction more selects"
	startOfMeasured = "the loop takes 65.3 cycles an iteration of 32 warps, in another kernel 64.1, here 64.3; and its constants come from two caches, 98 cycles each, of which one is counted"
	eightWarps      = "passes of eight warps, four each, keep each other waiting on the device; here each comes in its turn"
	registerBanks   = "the measured loop reads 124 of its 220 registers from one of two banks and takes 134 cycles a warp; banks are not modelled, and the rest takes 117 (issue)"
	otherRun        = "the same launch took 5.1 to 6.2 us in other runs"
	beforeFull      = "loads of 64 warps wait for each other before the ways to L2 are full; here hardly"
	backToBack      = "ten launches one behind another: what lies between two is not known"
	rowsOfMemory    = "every store opens a row of memory, which is not modelled"
	afterRefresh    = "the loads of a warp wait for the slowest of sixteen lines, and refreshes of memory make that one later here than on the device"
	atomicsReturned = "answers of whole lines come back 8.4 times a cycle of 11.5 lines that are changed, 3.0 times from 16 KB of 5.1 (answers): which way they share is not known"
)

var deviations = map[string]deviation{
	"global_l1hit warps=8 stride4":       {0.943, eightWarps},
	"diverge ways=1":                     {1.111, selected},
	"diverge ways=16":                    {1.080, selected},
	"diverge ways=32":                    {1.098, selected},
	"const_load distinct=1 warps1":       {1.148, constIndexes},
	"const_load distinct=2 warps1":       {1.093, constIndexes},
	"atomic_shared spread=16":            {0.926, startOfMeasured},
	"global_l1hit warps=16 stride1":      {0.887, registerBanks},
	"global_l1hit warps=16 stride2":      {0.889, registerBanks},
	"global_l1hit warps=32 stride1":      {0.896, registerBanks},
	"global_l1hit float2":                {0.886, registerBanks},
	"launch_empty_us":                    {0.903, otherRun},
	"launch blocks=1056 threads32":       {0.909, otherRun},
	"dram_read warps_per_sm=2":           {0.877, afterRefresh},
	"global_l2hit blocks=264 stride1":    {0.863, beforeFull},
	"bandwidth_l2_read_16MB":             {1.231, backToBack},
	"store stride=32":                    {1.329, rowsOfMemory},
	"atomic_global spread=262144 return": {1.370, atomicsReturned},
}
