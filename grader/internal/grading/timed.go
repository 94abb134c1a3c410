package grading

// This file finds the line of a timed launch that warps spend most time on. Timed
// launches are large enough to keep all SMs busy: on a small launch latency hides the
// other costs.

import (
	"fmt"

	"gpucourse/grader/internal/simulator"
	"gpucourse/grader/rubric"
	"gpucourse/grader/verdict"
)

// stallReasons are the names of Nsight Compute for what warps wait for.
var stallReasons = []string{
	"long_scoreboard", "short_scoreboard", "barrier", "wait", "not_selected", "math_pipe_throttle",
	"lg_throttle", "mio_throttle", "tex_throttle", "imc_miss", "no_instruction", "branch_resolving", "membar", "drain", "dispatch_stall",
}

// stallMetric returns the cycles that warps wait for a reason, per issued instruction.
func stallMetric(reason string) string {
	return "smsp__average_warps_issue_stalled_" + reason + "_per_issue_active.ratio"
}

// slowestLine returns the line that warps spend most time on, the first of equals, and
// describes their waiting.
func slowestLine(lines []simulator.Line) (at verdict.Position, here string) {
	var worst *simulator.Line
	most, all := 0.0, 0.0
	for i := range lines {
		t := warpTime(&lines[i])
		all += t
		if t > most {
			worst, most = &lines[i], t
		}
	}
	if worst == nil {
		return verdict.Position{}, ""
	}
	reason, wait := longestStall(worst)
	return worst.At, fmt.Sprintf("%.0f %% of the warps' time, longest in %s: %s cycles per instruction", 100*most/max(all, 1), reason, verdict.Figure(wait))
}

// warpTime returns the cycles that all warps spend on a line.
func warpTime(l *simulator.Line) float64 {
	each, _ := l.Metric(rubric.LatencyPerInst)
	count, _ := l.Metric(rubric.WarpInstructions)
	return each * count
}

// longestStall returns the reason with the most cycles per instruction of a line.
func longestStall(l *simulator.Line) (reason string, longest float64) {
	for _, s := range stallReasons {
		if v, _ := l.Metric(stallMetric(s)); v > longest {
			reason, longest = s, v
		}
	}
	return reason, longest
}
