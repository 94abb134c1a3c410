package report

// This file holds metrics: names, units and meanings, and their values.

import "slices"

// Metric is a number that a profiler reports of a launch.
type Metric struct {
	Name    string   // Nsight Compute's name, or nvprof's where Nsight Compute has none
	NVProf  []string // nvprof's names of the same number
	Group   string   // title of the table in which the metric stands
	Unit    string
	Meaning string // one sentence in plain words
	ByLine  bool   // the metric also has values by source line
	Short   string // a few words for the card of a report; empty for metrics that no card shows
	Card    CardRule
}

// CardRule says which cards show a metric.
type CardRule uint8

// The rules.
const (
	OffCard   CardRule = iota
	OnCard             // every card that has the metric: a ratio of something that a launch did not do is absent
	IfNotFull          // cards of launches in which the percentage is below 100
	IfLargest          // of the metrics of a group with this rule, the largest, if it is not 0
)

// named reports whether name is one of the metric's names.
func (m *Metric) named(name string) bool { return m.Name == name || slices.Contains(m.NVProf, name) }

// Metrics lists metrics in the order in which a report shows them.
type Metrics []*Metric

// Lookup returns the first metric with an Nsight Compute or nvprof name, or nil.
func (list Metrics) Lookup(name string) *Metric {
	for _, m := range list {
		if m.named(name) {
			return m
		}
	}
	return nil
}

// Value is the value of one metric.
type Value struct {
	Metric *Metric
	Value  float64 // a whole number, or rounded to 4 decimals
}

// Values holds the values of metrics, in the order of gpusim.Metrics.
type Values []Value

// Get returns the value of the metric with an Nsight Compute or nvprof name, and
// whether there is one.
func (v Values) Get(name string) (float64, bool) {
	value, ok := v.lookup(name)
	return value.Value, ok
}

// Sum adds up the metrics of some names. One that is absent counts 0.
func (v Values) Sum(names ...string) (all float64) {
	for _, name := range names {
		one, _ := v.Get(name)
		all += one
	}
	return all
}

// lookup returns the metric of a name with its value.
func (v Values) lookup(name string) (Value, bool) {
	for i := range v {
		if v[i].Metric.named(name) {
			return v[i], true
		}
	}
	return Value{}, false
}
