package grader

// This file is goals in cycles. They are measured on a launch of their own, large
// enough to fill a device: on a small one latency hides what a habit costs.

import "fmt"

// The metrics of time, by their Nsight Compute names.
const (
	cyclesElapsed = "sm__cycles_elapsed.max"
	latencyOfInst = "smsp__average_warp_latency_per_inst_issued.ratio"
	issueBusy     = "sm__inst_issued.avg.pct_of_peak_sustained_elapsed"
	l1Busy        = "l1tex__throughput.avg.pct_of_peak_sustained_elapsed"
	dramBusy      = "dram__throughput.avg.pct_of_peak_sustained_elapsed"
)

// stalls are what warps wait for, in Nsight Compute's words.
var stalls = []string{
	"long_scoreboard", "short_scoreboard", "barrier", "wait", "not_selected", "math_pipe_throttle",
	"lg_throttle", "imc_miss", "no_instruction", "branch_resolving", "membar", "drain",
}

// clockedBudget is the budget of a launch that goals in cycles are measured on.
const clockedBudget = 10_000_000

// cycles is the goal of a launch that ends within so many. The limits lie a tenth
// and more above every right way that is known, and as far below the habits that
// they are for.
func cycles(limit float64, hint string) Goal {
	return Goal{
		Name: "cycles", Metrics: []string{cyclesElapsed}, Limit: func(Size) float64 { return limit },
		Beside: []string{warpInstructions, issueBusy, l1Busy, dramBusy}, Hint: hint,
	}
}

// clocked reports whether the goal is one of time.
func (g *Goal) clocked() bool { return g.Metrics[0] == cyclesElapsed }

// clocked reports whether one of the kernel's goals is.
func (k *Kernel) clocked() bool {
	for i := range k.Goals {
		if k.Goals[i].clocked() {
			return true
		}
	}
	return false
}

// clockedSize is the size that goals in cycles are measured on.
func (k *Kernel) clockedSize() Size {
	if k.Clocked != nil {
		return k.Clocked
	}
	return k.largest()
}

// slowest returns the line that warps spent most time on, the first of equals,
// with the percentage of their time that it was.
func slowest(lines []Line) (*Line, float64) {
	var worst *Line
	most, all := 0.0, 0.0
	for i := range lines {
		each, _ := lines[i].Metric(latencyOfInst)
		count, _ := lines[i].Metric(warpInstructions)
		all += each * count
		if each*count > most {
			worst, most = &lines[i], each*count
		}
	}
	return worst, 100 * most / max(all, 1)
}

// stall returns what the line's warps waited for longest, and for how many cycles
// before an instruction.
func (l *Line) stall() (reason string, longest float64) {
	for _, s := range stalls {
		if v, _ := l.Metric("smsp__average_warps_issue_stalled_" + s + "_per_issue_active.ratio"); v > longest {
			reason, longest = s, v
		}
	}
	return reason, longest
}

// placed completes feedback on a goal of time with the slowest line.
func placed(f Feedback, lines []Line) Feedback {
	line, share := slowest(lines)
	if line == nil {
		return f
	}
	f.Place = line.Place
	reason, wait := line.stall()
	here := fmt.Sprintf("%.0f %% of the warps' time, longest in %s: %s cycles an instruction", share, reason, figure(wait))
	f.Notes = append([]Note{{"here", here}}, f.Notes...)
	return f
}
