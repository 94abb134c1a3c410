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
	twoChains       = "nvcc makes the factor of each turn with an instruction for which two multiply-adds stand here: two warps of a scheduler hide more of these"
	startOfMeasured = "the loop takes 65.3 cycles an iteration of 32 warps, in another kernel 64.1, here 64.3; and its constants come from two caches, 98 cycles each, of which one is counted"
	fourWarps       = "four warps of a scheduler wait longer on the device than their loads, operands and the banks of their registers explain"
	fewerRegisters  = "nvcc's loop reads 252 registers, 133 of them from one of two banks; the one here 226 and 119"
	beforeFull      = "loads of 64 warps wait for each other before the ways to L2 are full; here hardly"
)

var deviations = map[string]deviation{
	"ffma warps_per_sm=8 ilp2":        {1.070, twoChains},
	"atomic_shared spread=16":         {0.926, startOfMeasured},
	"global_l1hit warps=16 stride1":   {0.931, fourWarps},
	"global_l1hit warps=16 stride2":   {0.922, fourWarps},
	"global_l1hit float2":             {0.938, fewerRegisters},
	"global_l2hit blocks=264 stride1": {0.880, beforeFull},
}
