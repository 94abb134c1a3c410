package notebook

// This file has tables of what was simulated beside what was measured on a real device.

import (
	"fmt"
	"math"
	"strings"

	"gpucourse/gpusim"
	"gpucourse/gpusim/validation/course"
)

// Effect is a quantity, simulated and measured.
type Effect struct {
	What                string // "Halves"
	Unit                string // the profiler's name of a counter, or a unit
	Simulated, Measured float64
	Source              string // the file of gpusim/validation and what it calls the launch or line; or why there is no measurement
	in                  tables
}

// tables says which tables show an effect.
type tables struct{ beside, accuracy bool }

// The counters of time. Cycles and time of a launch, simulated or measured, start with cold caches.
const (
	elapsedCycles = "sm__cycles_elapsed.max"
	elapsedTime   = "gpu__time_duration.sum" // nanoseconds
)

// Launched returns counters of a launch beside those of a stored launch of the same kernel, then
// its cycles and microseconds if it was timed. Counters have the names of Nsight Compute.
// stored names a launch of package course, h200 or h100, on the device of the report. If
// the report is of another launch, because the cell was changed, nothing counts as measured.
func Launched(what string, rep *gpusim.Report, stored string, counters ...string) []Effect {
	metrics, source := measuredLaunch(rep, stored)
	var list []Effect
	add := func(unit string, simulated, measured float64, in tables) {
		list = append(list, Effect{what, unit, simulated, measured, source, in})
	}
	value := func(name string) float64 {
		if v, ok := metrics[name]; ok {
			return v
		}
		return math.NaN()
	}
	for _, name := range counters {
		add(name, Metric(rep, name), value(name), tables{beside: true})
	}
	if rep.Time.Cycles > 0 {
		add("cycles", rep.Time.Cycles, value(elapsedCycles), tables{accuracy: true})
		add("µs", rep.Time.Microseconds, value(elapsedTime)/1000, tables{beside: true})
	}
	return list
}

// measuredLaunch returns the counters of a stored launch, and where it is stored or why it
// does not fit a report.
func measuredLaunch(rep *gpusim.Report, stored string) (metrics map[string]float64, source string) {
	p, file, err := course.Find(rep.Spec.Name, stored)
	if err != nil {
		return nil, err.Error()
	}
	var l course.Launch
	l.Grid, l.Block, l.Dynamic = rep.Grid, rep.Block, rep.Resources.SharedDynamic
	if !strings.HasPrefix(p.Config+" ", l.Config()+" ") {
		return nil, fmt.Sprintf("measured was another launch: %s", p.Config)
	}
	return p.Metrics, file + ": " + stored
}

// Stored returns a quantity beside the field of a stored line: the line of a file of
// gpusim/validation, such as "h200/device/micro.txt", that begins with words.
func Stored(what, unit string, simulated float64, file, words, field string) []Effect {
	line, err := course.Line(file, words)
	if err != nil {
		panic(fmt.Sprintf("BUG: %v", err))
	}
	return []Effect{{what, unit, simulated, line[field], file + ": " + words + " " + field, tables{true, true}}}
}

// Beside makes a table of effects, simulated beside measured.
func Beside(title string, effects ...[]Effect) Table {
	t := Table{Title: title, Head: []string{"", "", "simulated", "measured", "difference", "measurement"}}
	for _, list := range effects {
		for _, e := range list {
			if e.in.beside {
				t.Add(e.What, e.Unit, e.Simulated, e.shown(), e.difference(), e.Source)
			}
		}
	}
	return t
}

// Accuracy makes the table at the end of a chapter: the times of its effects, simulated beside
// measured, and the geometric mean of the error.
func Accuracy(effects ...[]Effect) Table {
	t := Table{Title: "How far this chapter's times are off",
		Head: []string{"", "", "simulated", "measured", "simulated ÷ measured", "measurement"}}
	sum, n := 0.0, 0.0
	for _, list := range effects {
		for _, e := range list {
			if !e.in.accuracy {
				continue
			}
			ratio := e.Simulated / e.Measured
			if math.IsNaN(ratio) {
				t.Add(e.What, e.Unit, e.Simulated, "–", "–", e.Source)
				continue
			}
			sum, n = sum+math.Abs(math.Log(ratio)), n+1
			t.Add(e.What, e.Unit, e.Simulated, e.Measured, ratio, e.Source)
		}
	}
	t.Add("geometric mean of the error", "", "", "", fmt.Sprintf("%.1f %%", 100*(math.Exp(sum/max(n, 1))-1)), "")
	return t
}

// shown is the measured value, or a dash.
func (e Effect) shown() any {
	if math.IsNaN(e.Measured) {
		return "–"
	}
	return e.Measured
}

// difference says how far the simulated value is from the measured one.
func (e Effect) difference() string {
	switch {
	case math.IsNaN(e.Measured):
		return "–"
	case e.Simulated == e.Measured:
		return "equal"
	case e.Measured == 0:
		return fmt.Sprintf("%+.0f", e.Simulated)
	}
	return fmt.Sprintf("%+.1f %%", 100*(e.Simulated/e.Measured-1))
}
