package rubric

// This file says what a kernel of an exercise asks for: its form.

import "fmt"

// Form says what a learner gets and what is wanted.
type Form string

// The forms.
const (
	Improve Form = "improve a kernel" // a right kernel that misses goals
	Blank   Form = "write from blank" // a signature and what it must compute
	Report  Form = "match a report"   // the same, and the report of a kernel that nobody shows
	Bug     Form = "find a bug"       // a wrong kernel, in which a checker finds what is wrong
	Open    Form = "optimise to par"  // a right kernel, a par, the best known value and a roof
)

// GivesRight reports whether the kernel that is handed out computes the right values.
func (f Form) GivesRight() bool { return f == Improve || f == Open }

// Record is what is known of an open kernel, or of the last kernel of a project: its goal in cycles is par.
type Record struct {
	Best  float64            // cycles of the best known kernel
	Bytes func(Size) float64 // that DRAM must move at least, at the size for time; nil is no roof
}

// OfRoof returns how much of the bandwidth of DRAM a time in cycles uses, in percent, for the bytes
// that must move. rate is the peak in bytes per cycle.
func (k *Kernel) OfRoof(cycles, rate float64) float64 {
	return 100 * k.Record.Bytes(k.SizeForTime()) / (rate * cycles)
}

// Standing says how far a kernel of form Open has come: "12 000 cycles are 61 % of the roof; par 14 000
// (52 %), best known 11 000 (66 %)". rate is as in OfRoof.
func (k *Kernel) Standing(cycles, rate float64) string {
	say := func(v float64) string {
		if k.Record.Bytes == nil {
			return fmt.Sprintf("%.0f", v)
		}
		return fmt.Sprintf("%.0f (%.0f %%)", v, k.OfRoof(v, rate))
	}
	text := fmt.Sprintf("cycles %s, par %s, best known %s", say(cycles), say(k.par()), say(k.Record.Best))
	if k.Record.Bytes != nil {
		text += "; in brackets: part of the bandwidth of DRAM"
	}
	return text
}

// par returns the limit on cycles.
func (k *Kernel) par() float64 {
	for i := range k.Goals {
		if g := &k.Goals[i]; g.IsTimed() {
			return g.Limit(k.SizeForTime())
		}
	}
	panic("BUG: " + k.Name + " has no goal in cycles")
}

// withinProfile asks for a counter of the kernel of a report: at most a tenth more than it shows.
func withinProfile(name, metric string, shown float64, hint string) Goal {
	const slack = 1.1
	return AtMost(name, metric, slack*shown, hint)
}
