package metrics

// This file computes the values of the table's rows.

import (
	"slices"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/occupancy"
	"gpucourse/gpusim/report"
)

// row is a metric with the formula that computes it on one device.
type row struct {
	metric  *report.Metric
	formula *formula
}

// Table lists the metrics in the order of the table.
var Table = func() report.Metrics {
	var list report.Metrics
	for i := range formulas {
		list = append(list, formulas[i].metric())
	}
	return list
}()

// metric is what a report shows of a row of the table.
func (f *formula) metric() *report.Metric {
	return &report.Metric{Name: f.Name, NVProf: f.NVProf, Group: f.Group, Unit: f.Unit, Meaning: f.Meaning, ByLine: f.counts != nil, Short: f.Short, Card: f.Card}
}

// rowsOf returns the rows that a device has. Where an nvprof name has a row of its
// own on the device, the rows before it lose that name.
func rowsOf(s *arch.Spec) []*row {
	var rows []*row
	for i := range formulas {
		f := &formulas[i]
		if f.when != nil && !f.when(s) {
			continue
		}
		for _, earlier := range rows {
			if slices.Contains(earlier.metric.NVProf, f.Name) {
				renamed := *earlier.metric
				renamed.NVProf = nil
				earlier.metric = &renamed
			}
		}
		rows = append(rows, &row{Table[i], f})
	}
	return rows
}

// summed is a launch with the sums that formulas use.
type summed struct {
	*Launch
	occupancy occupancy.Occupancy
	total     *Tally
}

// launchValues returns the metrics of a launch.
func launchValues(rows []*row, l *summed) report.Values {
	var values report.Values
	for _, r := range rows {
		if f := r.formula; f.counts != nil {
			values = r.put(values, f.counts(l.total))
		} else {
			values = r.put(values, f.launch(l))
		}
	}
	return values
}

// lineValues returns the metrics of a line that are not zero.
func lineValues(rows []*row, t *Tally) report.Values {
	var values report.Values
	for _, r := range rows {
		if r.formula.counts == nil {
			continue
		}
		if ratio := r.formula.counts(t); ratio.num != 0 {
			values = r.put(values, ratio)
		}
	}
	return values
}

// put appends a value of the row, unless its denominator is 0.
func (r *row) put(values report.Values, x ratio) report.Values {
	if x.den == 0 {
		return values
	}
	return append(values, report.Value{Metric: r.metric, Value: report.Round(x.num / x.den)})
}
