// Package evidence judges what a learner writes about a report: an explanation, which is a claim and
// pieces of evidence in their order, and a prediction, which is compared with what a real GPU counted.
//
// A piece is true when the report of the learner's own kernel has its value. It supports a claim
// by its kind:
//
//	direct     the claimed unit's use in percent of its peak; of "latency", that of any unit
//	waiting    a stall reason that this limit causes
//	place      a source line on which warps spend much of their time
//	amount     a counter of the claimed unit's work
//	exclusion  another unit's use, which is lower
//
// Evidence stands in the order of these kinds, and the larger part comes first within a kind.
package evidence

import (
	"fmt"
	"math"

	"gpucourse/gpusim/plan"
	"gpucourse/grader/internal/simulator"
	"gpucourse/grader/rubric"
)

// Report is what was measured of a kernel in its timed launch.
type Report struct {
	Kernel string
	Metric func(name string) (float64, bool)
	Lines  []simulator.Line
}

// Of returns the report of a timed launch.
func Of(kernel string, c *simulator.Counters) *Report { return &Report{kernel, c.Metric, c.Lines} }

// Measure makes the timed launch of a kernel as it is graded: the draw has its seed and its constants. The
// error is one of the simulator, or says which result is wrong.
func Measure(s simulator.Simulator, device, file string, k *rubric.Kernel, d rubric.Draw) (*Report, error) {
	program, err := s.Load(device, file, k.Name)
	if err != nil {
		return nil, err
	}
	c := k.MakeCase(k.SizeForTime(), d)
	l := &simulator.Launch{
		Grid: c.Grid, Block: c.Block, Shared: c.Shared, Room: c.Room, Symbols: c.Symbols,
		Instructions: Instructions, Measure: simulator.Cycles,
	}
	for _, a := range c.Args {
		l.Args = append(l.Args, a.Value())
	}
	counters, err := program.Launch(l)
	if err != nil {
		return nil, err
	}
	for i, a := range c.Args {
		checked, ok := a.(rubric.Checked)
		if !ok {
			continue
		}
		if wrong := checked.Compare(l.Args[i], k.ULP); wrong != nil {
			return nil, fmt.Errorf("%s[%d] has a wrong value", wrong.Array, wrong.Index)
		}
	}
	return Of(k.Name, counters), nil
}

// Instructions is the limit on the warp instructions of a timed launch.
const Instructions = 40_000_000

// units are the metrics of how busy each unit is, in percent of its peak, by claim.
var units = map[string]string{
	"DRAM":  "dram__throughput.avg.pct_of_peak_sustained_elapsed",
	"L2":    "lts__throughput.avg.pct_of_peak_sustained_elapsed",
	"L1":    "l1tex__throughput.avg.pct_of_peak_sustained_elapsed",
	"issue": "sm__inst_issued.avg.pct_of_peak_sustained_elapsed",
}

// latency is the claim that no unit is busy: warps wait.
const latency = "latency"

// Claims lists what may limit a kernel.
var Claims = []string{"DRAM", "L2", "L1", "issue", latency}

// reasons are the stall reasons that a limit causes.
var reasons = map[string][]string{
	"DRAM":  {"long_scoreboard", "lg_throttle"},
	"L2":    {"long_scoreboard", "lg_throttle"},
	"L1":    {"lg_throttle", "mio_throttle", "short_scoreboard", "tex_throttle", "long_scoreboard"},
	"issue": {"not_selected", "math_pipe_throttle", "dispatch_stall", "no_instruction"},
	latency: {"long_scoreboard", "short_scoreboard", "mio_throttle", "barrier", "wait", "imc_miss", "membar", "branch_resolving", "drain", "no_instruction"},
}

// amounts are counters of a limit's work.
var amounts = map[string][]string{
	"DRAM":  {"dram__bytes_read.sum", "dram__bytes_write.sum", "flop_per_dram_byte"},
	"L2":    {"lts__t_sectors_srcunit_tex_op_read.sum", "lts__t_sectors_srcunit_tex_op_write.sum", "l1tex__t_sector_hit_rate.pct"},
	"L1":    {rubric.SectorsLoaded, rubric.LoadRequests, rubric.SharedWavefronts, rubric.ConflictsLoad, rubric.ConflictsStore},
	"issue": {rubric.WarpInstructions, "sm__inst_executed.avg.per_cycle_active"},
	latency: {"sm__warps_active.avg.pct_of_peak_sustained_active", rubric.LatencyPerInst, rubric.OccupancyPct},
}

// StallReasons are the names of Nsight Compute for what warps wait for.
var StallReasons = []string{
	"long_scoreboard", "short_scoreboard", "barrier", "wait", "not_selected", "math_pipe_throttle",
	"lg_throttle", "mio_throttle", "tex_throttle", "imc_miss", "no_instruction", "branch_resolving", "membar", "drain", "dispatch_stall",
}

// StallMetric returns the metric of the cycles that warps wait for a reason, per issued instruction.
func StallMetric(reason string) string {
	return "smsp__average_warps_issue_stalled_" + reason + "_per_issue_active.ratio"
}

// WarpTime returns the cycles that all warps spend on a line.
func WarpTime(l *simulator.Line) float64 {
	each, _ := l.Metric(rubric.LatencyPerInst)
	count, _ := l.Metric(rubric.WarpInstructions)
	return each * count
}

// stall returns the part of the warps' time, in percent, that they wait for a reason.
func (r *Report) stall(reason string) (float64, bool) {
	cycles, ok := r.Metric(StallMetric(reason))
	all, _ := r.Metric(rubric.LatencyPerInst)
	return 100 * cycles / math.Max(all, 1), ok
}

// line returns the part of the warps' time, in percent, that they spend on lines of a text.
func (r *Report) line(text string) (part float64, known bool) {
	all := 0.0
	for i := range r.Lines {
		t := WarpTime(&r.Lines[i])
		all += t
		if r.Lines[i].At.Text == text {
			part, known = part+t, true
		}
	}
	return 100 * part / math.Max(all, 1), known
}

// value returns what the report has for a piece of evidence.
func (r *Report) value(p plan.Call) (float64, bool) {
	name := p.Args[0].(string)
	switch p.Name {
	case "Counter":
		return r.Metric(name)
	case "Stall":
		return r.stall(name)
	case "Line":
		return r.line(name)
	}
	return 0, false
}

// limits returns the claims that the report allows: the busiest unit, and each that is nearly as
// busy, where it works most of the time; otherwise latency. Between both either is allowed.
func (r *Report) limits() map[string]bool {
	const busy, idle, near = 50, 65, 5
	most := 0.0
	for _, metric := range units {
		v, _ := r.Metric(metric)
		most = math.Max(most, v)
	}
	allowed := map[string]bool{latency: most < idle}
	for claim, metric := range units {
		v, _ := r.Metric(metric)
		allowed[claim] = most >= busy && v >= most-near
	}
	return allowed
}
