package report

// This file computes the metrics of a launch and of a line.

import (
	"math"
	"slices"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/occupancy"
)

// Value is one metric's value.
type Value struct {
	Metric *Metric
	Value  float64 // whole, or rounded to 4 decimals
}

// Values are in the order of the table.
type Values []Value

// Get returns a value by any of its metric's names, and whether it is there.
func (v Values) Get(name string) (float64, bool) {
	for i := range v {
		if v[i].Metric.named(name) {
			return v[i].Value, true
		}
	}
	return 0, false
}

// put appends r as the value of m, unless it has none.
func (v Values) put(m *Metric, r ratio) Values {
	if r.den == 0 {
		return v
	}
	return append(v, Value{m, round(r.num / r.den)})
}

// round keeps 4 decimals, so that a printed value does not show the last bits
// of a division.
func round(x float64) float64 {
	const places = 1e4
	return math.Round(x*places) / places
}

// launchValues is every metric of a launch.
func launchValues(rows []*Metric, run *Run, o occupancy.Occupancy, total *Tally) Values {
	l := &launched{run, o, total}
	var v Values
	for _, m := range rows {
		if m.ByLine() {
			v = v.put(m, m.counts(total))
		} else {
			v = v.put(m, m.launch(l))
		}
	}
	return v
}

// lineValues is every metric of a line that is not zero there.
func lineValues(rows []*Metric, t *Tally) Values {
	var v Values
	for _, m := range rows {
		if !m.ByLine() {
			continue
		}
		if r := m.counts(t); r.num != 0 {
			v = v.put(m, r)
		}
	}
	return v
}

// rowsOf returns the rows of the table for a device. An nvprof name that has a
// row of its own there is no other name of a row before it.
func rowsOf(s *arch.Spec) []*Metric {
	var rows []*Metric
	for i := range Metrics {
		m := &Metrics[i]
		if m.when != nil && !m.when(s) {
			continue
		}
		rows = append(rows, m)
		for j, earlier := range rows[:len(rows)-1] {
			if slices.Contains(earlier.NVProf, m.Name) {
				renamed := *earlier
				renamed.NVProf = nil
				rows[j] = &renamed
			}
		}
	}
	return rows
}
