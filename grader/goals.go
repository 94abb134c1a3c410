package grader

// This file holds a launch against the goals of its kernel.

import (
	"fmt"
	"strings"
)

// sectorBytes is the size of the sectors that the metrics below count, and
// floatBytes that of a float32.
const (
	sectorBytes = 32
	floatBytes  = 4
)

// The metrics that goals may name, by their Nsight Compute names.
const (
	sectorsPerLoad  = "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio"
	sectorsPerStore = "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio"
	sectorsLoaded   = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"
	sectorsStored   = "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"
	localLoaded     = "l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum"
	localStored     = "l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum"
	globalAtomics   = "l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum"
	conflictsLoad   = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum"
	conflictsStore  = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum"
	conflictsAtomic = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum"

	sharedWavefronts = "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum"

	constantRequests = "constant_load_requests"
	constantsPerLoad = "constant_load_requests_per_load"
	warpInstructions = "smsp__inst_executed.sum"
	divergentBranch  = "divergent_branch"

	loadRequests = "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"
	sharedStatic = "launch__shared_mem_per_block_static"
	threadRegs   = "launch__registers_per_thread"
	occupancyPct = "sm__maximum_warps_per_active_cycle_pct"
	blocksByRegs = "launch__occupancy_limit_registers"
	blocksByMem  = "launch__occupancy_limit_shared_mem"
	l2Reads      = "lts__t_sectors_srcunit_tex_op_read.sum"
	flopsPerByte = "flop_per_dram_byte"
	dramRead     = "dram__bytes_read.sum"
	dramWritten  = "dram__bytes_write.sum"

	// Of a CPU, as perf names them, and the least cycles.
	l1LoadMisses  = "L1-dcache-load-misses"
	l1StoreMisses = "L1-dcache-store-misses"
	boundCycles   = "cycles"
)

// nvprof gives the older profiler's name of a metric, where it had one.
var nvprof = map[string]string{
	sectorsPerLoad:  "gld_transactions_per_request",
	sectorsPerStore: "gst_transactions_per_request",
	sectorsLoaded:   "gld_transactions",
	sectorsStored:   "gst_transactions",
	localLoaded:     "local_load_transactions",
	localStored:     "local_store_transactions",
	globalAtomics:   "global_atomic_requests",
	conflictsLoad:   "shared_ld_bank_conflict",
	conflictsStore:  "shared_st_bank_conflict",

	warpInstructions: "inst_executed",
	divergentBranch:  "divergent_branch",

	loadRequests: "global_load_requests",
	l2Reads:      "l2_tex_read_transactions",
}

// measure returns feedback for each goal that the launch of the largest size
// misses. What to do is said once.
func (t *trial) measure(c *Counters) []Feedback {
	var missed []Feedback
	hinted := map[string]bool{}
	for i := range t.kernel.Goals {
		g, c, size := &t.kernel.Goals[i], c, t.kernel.largest()
		if g.clocked() {
			c, size = t.timed, t.kernel.clockedSize()
		}
		got, limit := g.total(c.Metric), g.Limit(size)
		if g.missed(got, limit) {
			f := g.feedback(c, got, limit, t.kernel.describe(size))
			if hinted[f.Hint] {
				f.Hint = ""
			}
			hinted[f.Hint] = true
			if f.Place == (Place{}) { // no line counts it
				f.Place = t.home
			}
			missed = append(missed, f)
		}
	}
	return missed
}

func (g *Goal) missed(got, limit float64) bool {
	if g.AtLeast {
		return got < limit
	}
	return got > limit
}

// total adds up the goal's metrics. One that is absent counts 0: an average has
// no value where there was nothing to count.
func (g *Goal) total(metric func(string) (float64, bool)) float64 {
	sum := 0.0
	for _, name := range g.Metrics {
		v, _ := metric(name)
		sum += v
	}
	return sum
}

func (g *Goal) feedback(c *Counters, got, limit float64, size string) Feedback {
	bound := "limit"
	if g.AtLeast {
		bound = "at least"
	}
	f := Feedback{
		Title: fmt.Sprintf("goal missed: %s %s, %s %s", figure(got), g.Name, bound, figure(limit)),
		Hint:  g.Hint,
		Notes: []Note{{"input", size}, {"metric", strings.Join(g.Metrics, "\n+ ")}, {"nvprof", g.nvprof()}},
	}
	for _, name := range g.Beside {
		if v, ok := c.Metric(name); ok {
			f.Notes = append(f.Notes, Note{"beside", name + " " + figure(v)})
		}
	}
	if g.clocked() {
		return placed(f, c.Lines)
	}
	line, here := g.worst(c.Lines)
	if line == nil {
		return f
	}
	f.Place = line.Place
	if here != got {
		f.Notes = append([]Note{{"here", figure(here) + " " + g.Name}}, f.Notes...)
	}
	return f
}

// nvprof returns the older names of the goal's metrics.
func (g *Goal) nvprof() string {
	var names []string
	for _, m := range g.Metrics {
		if name := nvprof[m]; name != "" {
			names = append(names, name)
		}
	}
	return strings.Join(names, " + ")
}

// worst returns the line with most of what the goal counts, the first of equals.
func (g *Goal) worst(lines []Line) (*Line, float64) {
	var worst *Line
	most := 0.0
	for i := range lines {
		if sum := g.total(lines[i].Metric); sum > most {
			worst, most = &lines[i], sum
		}
	}
	return worst, most
}

// figure prints counts whole and averages with two decimals.
func figure(v float64) string {
	if v == float64(int64(v)) {
		return fmt.Sprintf("%d", int64(v))
	}
	return fmt.Sprintf("%.2f", v)
}
