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
	eightWarps      = "passes of eight warps, four each, keep each other waiting on the device; here each comes in its turn"
	registerBanks   = "the measured loop reads 124 of its 220 registers from one of two banks and takes 134 cycles a warp; banks are not modelled, and the rest takes 117 (issue)"
	beforeFull      = "loads of 64 warps wait for each other before the ways to L2 are full; here hardly"
)

var deviations = map[string]deviation{
	"global_l1hit warps=8 stride4":    {0.943, eightWarps},
	"ffma warps_per_sm=8 ilp2":        {1.070, twoChains},
	"atomic_shared spread=16":         {0.926, startOfMeasured},
	"global_l1hit warps=16 stride1":   {0.887, registerBanks},
	"global_l1hit warps=16 stride2":   {0.889, registerBanks},
	"global_l1hit warps=32 stride1":   {0.896, registerBanks},
	"global_l1hit float2":             {0.886, registerBanks},
	"global_l2hit blocks=264 stride1": {0.880, beforeFull},
}
