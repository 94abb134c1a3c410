package validation

// This file launches each measured case once for all tests that read its report.

import (
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/validation/cases"
)

// outcome is what tests read from the report of a case.
type outcome struct {
	counters     []float64 // in the order of counters; −1: absent
	instructions float64   // warp instructions; 0: absent
	registers    float64   // of a thread; 0: absent
	cycles       float64
	roof         float64 // cycles that the launch takes at least
	limit        string
	constants    constants
}

// constants counts loads of constants.
type constants struct {
	known                  bool
	requests, hits, misses float64
}

func constantsOf(r *gpusim.Report) (c constants) {
	c.requests, c.known = r.Metric("constant_load_requests")
	c.hits, _ = r.Metric("constant_cache_hits")
	c.misses, _ = r.Metric("constant_cache_misses")
	return c
}

// roofOf returns how long a launch takes at least, whatever the order of its instructions.
func roofOf(r *gpusim.Report) float64 {
	cycles := r.Time.LaunchCycles
	if len(r.Time.Roofs) > 0 {
		cycles += r.Time.Roofs[0].Cycles
	}
	return cycles
}

// outcomes holds the outcomes of this run, by case.
var outcomes = map[string]*outcome{}

const (
	instructions = "smsp__inst_executed.sum"
	registers    = "launch__registers_per_thread"
)

// launched returns the outcome of a case.
func launched(t *testing.T, c cases.Case) *outcome {
	t.Helper()
	if o := outcomes[c.Name]; o != nil {
		return o
	}
	report := launchCase(t, c)
	checkBalances(t, c.Name, report)
	checkPercentages(t, c.Name, report)
	o := &outcome{cycles: report.Time.Cycles, roof: roofOf(report), limit: report.Time.Limit(), constants: constantsOf(report)}
	o.instructions, _ = report.Metric(instructions)
	o.registers, _ = report.Metric(registers)
	for _, counter := range counters {
		v, ok := report.Metric(counter.name)
		if !ok {
			v = -1
		}
		o.counters = append(o.counters, v)
	}
	outcomes[c.Name] = o
	return o
}
