package validation

// Every measured case is launched once for all tests that look at its report.

import (
	"testing"

	"gpucourse/gpusim/validation/cases"
)

// outcome is what tests ask of a case's report.
type outcome struct {
	counters     []float64 // as counters has them; absent ones are −1
	instructions float64   // of warps; 0: absent
	cycles       float64
	limit        string
}

// outcomes are those of this run, by case.
var outcomes = map[string]*outcome{}

const instructions = "smsp__inst_executed.sum"

// launched returns a case's outcome.
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
