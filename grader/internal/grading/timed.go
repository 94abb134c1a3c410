package grading

// This file finds the line of a timed launch that warps spend most time on. Timed
// launches are large enough to keep all SMs busy: on a small launch latency hides the
// other costs.

import (
	"fmt"

	"gpucourse/grader/internal/evidence"
	"gpucourse/grader/internal/simulator"
	"gpucourse/grader/verdict"
)

// slowestLine returns the line that warps spend most time on, the first of equals, and
// describes their waiting.
func slowestLine(lines []simulator.Line) (at verdict.Position, here string) {
	var worst *simulator.Line
	most, all := 0.0, 0.0
	for i := range lines {
		t := evidence.WarpTime(&lines[i])
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

// longestStall returns the reason with the most cycles per instruction of a line.
func longestStall(l *simulator.Line) (reason string, longest float64) {
	for _, s := range evidence.StallReasons {
		if v, _ := l.Metric(evidence.StallMetric(s)); v > longest {
			reason, longest = s, v
		}
	}
	return reason, longest
}
