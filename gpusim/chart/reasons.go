package chart

// This file gives the reasons for which warps wait their colours.

import "gpucourse/gpusim/internal/clock"

// issues is what stands for no reason: the warp issued.
const issues = clock.NumReasons

// reasonColours are Okabe and Ito's and Tol's: those of one picture are seldom
// more than six.
var reasonColours = [clock.NumReasons + 1]string{
	clock.Wait: "#c4c9d1", clock.LongScoreboard: "#0072b2", clock.ShortScoreboard: "#56b4e9", clock.Barrier: "#cc79a7",
	clock.NotSelected: "#8b95a5", clock.MathThrottle: "#e69f00", clock.MemoryThrottle: "#d55e00", clock.ConstantMiss: "#882255",
	clock.NoInstruction: "#999933", clock.Branch: "#ddcc77", clock.Membar: "#332288", clock.Drain: "#44aa99", clock.Dispatch: "#aa4499",
	issues: "#009e73",
}

// reasonName is Nsight Compute's word.
func reasonName(r clock.Reason) string {
	if r == issues {
		return "issued"
	}
	return r.String()
}

// reasonMeaning says what the warp did or waited for.
func reasonMeaning(r clock.Reason) string {
	if r == issues {
		return "the warp issued an instruction"
	}
	return r.Meaning()
}
