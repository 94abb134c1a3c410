package verify

// This file prints results.

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gpucourse/gpusim/report"
)

// Table prints a line per launch.
func (r *Results) Table() string {
	t := report.NewTable("launch", "results", "µs", "counters", "what differs")
	for _, l := range r.Launches {
		equal, all, differ := l.counters()
		counters := ""
		if l.Measured != nil {
			counters = fmt.Sprintf("%d of %d", equal, all)
		}
		what := strings.Join(l.Arrays, " ")
		if l.State == OrderFree {
			what += " (" + l.Free + ")"
		}
		if l.Error != "" {
			what = l.Error
		}
		if len(differ) > 0 {
			what = strings.TrimPrefix(what+"; "+strings.Join(differ, "; "), "; ")
		}
		t.Add(l.Name, string(l.State), fmt.Sprintf("%.1f", l.Microseconds), counters, what)
	}
	return t.String()
}

// Counters prints the counters of the launches that were profiled: measured beside
// simulated for one launch, and how often they agree for several.
func (r *Results) Counters() string {
	if len(r.Launches) == 1 {
		return r.Launches[0].sideBySide()
	}
	t := report.NewTable("counter", "launches", "equal", "within 5 %", "typical error")
	for _, name := range Metrics() {
		c := agreement{}
		for _, l := range r.Launches {
			got, ok := l.Measured[name]
			if want, expected := l.Metrics[name]; ok && expected {
				c.add(got, want)
			}
		}
		if c.launches > 0 {
			t.Add(name, fmt.Sprint(c.launches), fmt.Sprint(c.equal), fmt.Sprint(c.close), c.error())
		}
	}
	return t.String() + "\n"
}

// sideBySide prints the counters of one launch; "" without a profile.
func (l *Comparison) sideBySide() string {
	if l.Measured == nil {
		return ""
	}
	t := report.NewTable("counter", "measured", "simulated")
	for _, name := range Metrics() {
		got, ok := l.Measured[name]
		want, expected := l.Metrics[name]
		if ok && expected {
			t.Add(name, fmt.Sprintf("%.0f", got), fmt.Sprintf("%.0f", want))
		}
	}
	return t.String() + "\n"
}

// agreement says how one counter agrees over several launches.
type agreement struct {
	launches, equal, close int
	logs                   float64 // sum of |log(simulated/measured)| where neither is 0
	ratios                 int
}

func (a *agreement) add(got, want float64) {
	const near = 0.05
	a.launches++
	if got == want {
		a.equal++
	}
	if math.Abs(want-got) <= near*math.Abs(got) {
		a.close++
	}
	if got > 0 && want > 0 {
		a.logs += math.Abs(math.Log(want / got))
		a.ratios++
	}
}

// error is the geometric mean of the ratios, as a percentage above 1.
func (a *agreement) error() string {
	if a.ratios == 0 {
		return ""
	}
	const percent = 100
	return fmt.Sprintf("%.1f %%", percent*(math.Exp(a.logs/float64(a.ratios))-1))
}

// Summary counts the launches by outcome, and says how far the simulated cycles are off.
func (r *Results) Summary() string {
	count := map[State]int{}
	for _, l := range r.Launches {
		count[l.State]++
	}
	var parts []string
	for _, s := range []State{Equal, OrderFree, Differs, Failed} {
		if count[s] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", count[s], s))
		}
	}
	text := fmt.Sprintf("%d launches: %s", len(r.Launches), strings.Join(parts, ", "))
	if len(r.Launches) == 1 {
		text = "1 launch: " + parts[0]
	}
	if r.Device != "" {
		text += " on " + r.Device
	}
	return text + "\n"
}

// Wrong reports whether a launch failed or its results differ.
func (r *Results) Wrong() bool {
	for _, l := range r.Launches {
		if l.State == Differs || l.State == Failed {
			return true
		}
	}
	return false
}

// Profiled reports whether a launch has measured counters.
func (r *Results) Profiled() bool {
	return slices.ContainsFunc(r.Launches, func(l Comparison) bool { return l.Measured != nil })
}
