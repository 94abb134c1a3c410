package chart

import "gpucourse/gpusim/trace"

// This file gives the reasons for which warps wait their colours.

// issues is what stands for no reason: the warp issued.
const issues = trace.NumStallReasons

// reasonColours are Okabe and Ito's and Tol's: those of one picture are seldom
// more than six.
var reasonColours = [trace.NumStallReasons + 1]string{
	trace.Wait: "#c4c9d1", trace.LongScoreboard: "#0072b2", trace.ShortScoreboard: "#56b4e9", trace.Barrier: "#cc79a7",
	trace.NotSelected: "#8b95a5", trace.MathThrottle: "#e69f00", trace.LGThrottle: "#d55e00", trace.MIOThrottle: "#f0894a", trace.TEXThrottle: "#a83c00", trace.ConstantMiss: "#882255",
	trace.NoInstruction: "#999933", trace.Branch: "#ddcc77", trace.Membar: "#332288", trace.Drain: "#44aa99", trace.Dispatch: "#aa4499",
	issues: "#009e73",
}

// reasonName is Nsight Compute's word.
func reasonName(r trace.StallReason) string {
	if r == issues {
		return "issued"
	}
	return r.String()
}

// reasonMeaning says what the warp did or waited for.
func reasonMeaning(r trace.StallReason) string {
	if r == issues {
		return "the warp issued an instruction"
	}
	return r.Meaning()
}
