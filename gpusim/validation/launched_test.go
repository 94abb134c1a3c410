package validation

// This file launches each measured case once for all tests that read its report.

import (
	"testing"

	"gpucourse/gpusim/validation/cases"
)

// outcome is what tests read from the report of a case.
type outcome struct {
	counters     []float64 // in the order of counters; −1: absent
	instructions float64   // warp instructions; 0: absent
	cycles       float64
	limit        string
}

// outcomes holds the outcomes of this run, by case.
var outcomes = map[string]*outcome{}

const instructions = "smsp__inst_executed.sum"

// launched returns the outcome of a case.
func launched(t *testing.T, c cases.Case) *outcome {
	t.Helper()
	if o := outcomes[c.Name]; o != nil {
		return o
	}
	report := launch(t, c)
	checkBalances(t, c.Name, report)
	o := &outcome{cycles: report.Time.Cycles, limit: report.Time.Limit()}
	o.instructions, _ = report.Metric(instructions)
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
