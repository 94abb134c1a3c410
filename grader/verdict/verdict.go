// Package verdict says what a submission is worth and why: a Verdict per kernel, with
// one Feedback per mistake, and the table of scores.
//
// Texts do not depend on the machine: paths are relative to the repository's root, and
// the same submission gets the same words.
package verdict

import "fmt"

// The marks of a kernel or plan.
const (
	marksCorrect = 4 // for right results
	marksGoal    = 2 // for each goal that is met
)

// State says how far the grading of a kernel came.
type State int

// The states, from the first check to the last.
const (
	Invalid    State = iota // no such file or function, or the compiler refuses it
	NotStarted              // the same code as the stub
	Wrong                   // a fault, or wrong results
	Wasteful                // right results, but a goal is missed
	Done                    // right results, and every goal is met
)

// Verdict is the result of grading one kernel or plan.
type Verdict struct {
	Exercise string // "07_coalescing"
	Kernel   string // or plan
	State    State
	Goals    int // goals met, of GoalsMax
	GoalsMax int
	Variant  int // of a task; 0 is that of the notebook
	// Tries is the number of wrong sentences that were chosen before a right one: each halves the marks.
	Tries    int
	Measured []Goal // every goal that was measured, met or missed, in the rubric's order
	Code     string // stands for the code that was graded; "" when it cannot be read
	// Compiled stands for the instructions that the compiler makes of the code, whatever
	// its names; "" for a plan and for a function on a CPU.
	Compiled     string
	Instructions int    // of Compiled
	Size         string // of the launch that was counted: "n = 9984"
	// Counters are what was counted of right results, by Nsight Compute name.
	Counters map[string]float64
	// Difference shows a wrong result; nil when there is none, or it was not asked for.
	Difference *Difference
	Feedback   []Feedback // one per mistake; empty when Done or NotStarted
}

// Marks returns the marks that the kernel earned.
func (v *Verdict) Marks() int {
	if v.State < Wasteful {
		return 0
	}
	return (marksCorrect + v.Goals*marksGoal) >> v.Tries
}

// MaxMarks returns the marks that the kernel can earn.
func (v *Verdict) MaxMarks() int { return MaxMarks(v.GoalsMax) }

// MaxMarks returns the marks that a kernel with a number of goals can earn.
func MaxMarks(goals int) int { return marksCorrect + goals*marksGoal }

// GoalsFor returns the number of goals that earn marks beside right results.
func GoalsFor(marks int) int { return max(0, marks-marksCorrect) / marksGoal }

// Stop records the mistake that ends the grading in a state.
func (v *Verdict) Stop(s State, f *Feedback) {
	v.State, v.Feedback = s, []Feedback{*f}
}

// Measure records what was measured of each goal and feedback on the missed ones, with
// right results.
func (v *Verdict) Measure(goals []Goal, missed []Feedback) {
	v.State, v.Measured, v.Feedback, v.Goals = Done, goals, missed, v.GoalsMax-len(missed)
	if len(missed) > 0 {
		v.State = Wasteful
	}
}

// String returns the verdict with its feedback.
func (v *Verdict) String() string {
	text := v.headline()
	for _, f := range v.Feedback {
		text += f.String()
	}
	return text
}

// headline returns "07_coalescing Saxpy: wasteful, 6 of 12 marks".
func (v *Verdict) headline() string {
	return fmt.Sprintf("%s %s: %s, %d of %d marks\n", v.Exercise, v.Kernel, v.State, v.Marks(), v.MaxMarks())
}
