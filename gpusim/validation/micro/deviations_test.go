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
	hotLine         = "how requests for one line from many SMs wait in L2 is not known: here one after another in each half"
	constIndexes    = "a load's index is computed before it here, by nvcc between the loads before; and a launch finds the constants in no cache of the SM"
	selected        = "nvcc predicates the multiply-adds of a way; here an instruction more selects"
	startOfMeasured = "the measured part holds 900 cycles before and after the loop, here 400"
	passesOfL1      = "each pass of L1 comes 2.4 cycles later; 2.6 were measured at this stride, 2.2 at others"
	loopNotL1       = "the measured loop takes 8.5 cycles a load and scheduler for a reason that is not known: with fixed addresses L1 serves a load a cycle"
	otherRun        = "the same launch took 5.1 to 6.2 us in other runs"
	l1Replaces      = "a chain that does not fit L1 finds a part of itself there; here the line that was not used for longest leaves"
	sameOffsets     = "the blocks read at one offset of pieces of 32 KB; how the device spreads these over its slices of L2 and the ways to them is not known, here it is evenly"
	backToBack      = "ten launches one behind another, whose starts overlap in part"
	rowsOfMemory    = "every store opens a row of memory, which is not modelled"
	fewSlices       = "32 neighbouring lines lie in few slices of the device, here in as many as there are lines"
	afterRefresh    = "the loads of a warp wait for the slowest of sixteen lines, and refreshes of memory make that one later here than on the device"
	atomicsOfAll    = "what atomics take besides their slices of L2 is not known"
)

var deviations = map[string]deviation{
	"diverge ways=1":                        {1.111, selected},
	"diverge ways=16":                       {1.080, selected},
	"diverge ways=32":                       {1.098, selected},
	"same_line_volatile blocks=1":           {1.127, hotLine},
	"same_line_volatile blocks=32":          {0.777, hotLine},
	"same_line_volatile blocks=1056":        {0.617, hotLine},
	"const_load distinct=1 warps1":          {1.148, constIndexes},
	"const_load distinct=2 warps1":          {1.093, constIndexes},
	"atomic_shared spread=16":               {0.926, startOfMeasured},
	"global_l1hit warps=1 stride32":         {0.934, passesOfL1},
	"global_l1hit warps=16 stride1":         {0.852, loopNotL1},
	"global_l1hit warps=16 stride2":         {0.877, loopNotL1},
	"global_l1hit warps=32 stride1":         {0.816, loopNotL1},
	"global_l1hit float2":                   {0.786, loopNotL1},
	"launch_empty_us":                       {0.903, otherRun},
	"launch blocks=1056 threads32":          {0.909, otherRun},
	"latency_global kb=224 ca_cycles":       {0.535, l1Replaces},
	"latency_global kb=256 ca_cycles":       {1.420, l1Replaces},
	"dram_read warps_per_sm=2":              {0.877, afterRefresh},
	"global_l2hit blocks=8 stride4":         {0.793, sameOffsets},
	"global_l2hit blocks=8 stride8":         {0.671, sameOffsets},
	"global_l2hit blocks=33 stride1":        {0.767, sameOffsets},
	"global_l2hit blocks=33 stride2":        {0.745, sameOffsets},
	"global_l2hit blocks=33 stride4":        {0.581, sameOffsets},
	"global_l2hit blocks=33 stride8":        {0.473, sameOffsets},
	"global_l2hit blocks=66 stride1":        {0.664, sameOffsets},
	"global_l2hit blocks=66 stride2":        {0.681, sameOffsets},
	"global_l2hit blocks=132 stride1":       {0.500, sameOffsets},
	"global_l2hit blocks=132 stride2":       {0.706, sameOffsets},
	"global_l2hit blocks=132 stride32":      {1.251, sameOffsets},
	"global_l2hit blocks=264 stride1":       {0.445, sameOffsets},
	"global_l2hit blocks=264 stride2":       {0.652, sameOffsets},
	"global_l2hit blocks=264 stride4":       {0.887, sameOffsets},
	"global_l2hit blocks=264 stride8":       {1.155, sameOffsets},
	"bandwidth_l2_read_16MB":                {1.13, backToBack},
	"store stride=32":                       {1.264, rowsOfMemory},
	"atomic_global spread=1024 no_return":   {2.003, fewSlices},
	"atomic_global spread=1024 return":      {2.023, fewSlices},
	"atomic_global spread=262144 no_return": {1.216, atomicsOfAll},
	"atomic_global spread=262144 return":    {1.550, atomicsOfAll},
}
