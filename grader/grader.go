// Package grader marks submissions: it decides what a learner's kernel is worth
// and says why.
//
// The machine is a line of stations. A submission enters as a folder of Go
// source and leaves as one Verdict a kernel:
//
//	read      the folder is parsed: right package, right functions, right
//	          signatures; a kernel that still is the stub's is not started
//	compile   gpusim compiles the kernel, or refuses it with reasons
//	run       every size of the rubric, with every seed: distinct random inputs,
//	          guard elements behind every array, an instruction budget
//	compare   each array, guards included, with what plain Go computes
//	measure   the counters of the largest size, and the cycles of a launch that
//	          fills a device, against the kernel's goals
//
// A station that finds a mistake ends the line; a kernel that computes wrong
// values gets no marks for moving them quickly. Only the last station reports
// more than one mistake, one for each goal missed.
//
// A plan, which is a list of host calls instead of a kernel, has a line of its own:
// plan.go.
//
// A submission is data throughout. It is compiled and run in the simulator,
// never by the Go toolchain, so it can touch nothing outside the arrays it is
// given. The same submission gets the same feedback, byte for byte.
//
// What to grade, on which inputs and against which goals is the rubric: a table
// with one row an exercise. Marks: marksCorrect for right results, marksGoal
// for each goal.
package grader

import "fmt"

// Marks of one kernel.
const (
	marksCorrect = 4
	marksGoal    = 2
)

// State is how far along the line a kernel came.
type State int

// The states, in the order of the stations.
const (
	Invalid    State = iota // no such file or function, or not a valid kernel
	NotStarted              // the stub as it was given
	Wrong                   // faults, or results that are not right
	Wasteful                // right, but a goal is missed
	Done                    // right, and every goal is met
)

// String returns the word printed in the score table.
func (s State) String() string {
	return [...]string{"not valid", "not started", "wrong", "wasteful", "done"}[s]
}

// Verdict is what one kernel of a submission is worth.
type Verdict struct {
	Exercise string // "07_coalescing"
	Kernel   string // or plan
	State    State
	Goals    int // goals met, of GoalsMax
	GoalsMax int
	Feedback []Feedback // one for each mistake, empty when Done or NotStarted
}

// Marks returns what was earned.
func (v *Verdict) Marks() int {
	if v.State < Wasteful {
		return 0
	}
	return marksCorrect + v.Goals*marksGoal
}

// MaxMarks returns what can be earned.
func (v *Verdict) MaxMarks() int { return marksCorrect + v.GoalsMax*marksGoal }

// Grader marks submissions by a simulator.
type Grader struct{ sim simulator }

// Grade marks the submission of e in folder: one verdict for each kernel and
// each plan of the row, in its order.
func (g *Grader) Grade(e *Exercise, folder string) []*Verdict {
	sub, feedback := read(folder, e.Package)
	verdicts := make([]*Verdict, len(e.Kernels), len(e.Kernels)+len(e.Plans))
	for i := range e.Kernels {
		k := &e.Kernels[i]
		v := &Verdict{Exercise: e.Name, Kernel: k.Name, GoalsMax: len(k.Goals)}
		if feedback != nil {
			v.Feedback = []Feedback{*feedback}
		} else {
			g.gradeKernel(v, e, k, sub)
		}
		verdicts[i] = v
	}
	for i := range e.Plans {
		p := &e.Plans[i]
		v := &Verdict{Exercise: e.Name, Kernel: p.Name, GoalsMax: len(p.Goals)}
		if feedback != nil {
			v.Feedback = []Feedback{*feedback}
		} else {
			gradePlan(v, e, p, sub)
		}
		verdicts = append(verdicts, v)
	}
	return verdicts
}

// gradeKernel sends one kernel down the line, as far as it gets.
func (g *Grader) gradeKernel(v *Verdict, e *Exercise, k *Kernel, sub *submission) {
	if f := sub.check(k); f != nil {
		v.Feedback = []Feedback{*f}
		return
	}
	if sub.same(stub(e), k.Name) {
		v.State = NotStarted
		return
	}
	g.run(v, e, k, sub)
}

// run sends a kernel through the stations that need the simulator.
func (g *Grader) run(v *Verdict, e *Exercise, k *Kernel, sub *submission) {
	program, err := g.sim.Load(e.Device, sub.folder, k.Name)
	if err != nil {
		v.Feedback = []Feedback{refused(err)}
		return
	}
	trial := &trial{kernel: k, program: program, home: sub.place(sub.decls[k.Name])}
	counters, feedback := trial.runAll()
	if feedback != nil {
		v.State, v.Feedback = Wrong, []Feedback{*feedback}
		return
	}
	v.Feedback = trial.measure(counters)
	v.Goals = len(k.Goals) - len(v.Feedback)
	v.State = Done
	if len(v.Feedback) > 0 {
		v.State = Wasteful
	}
}

// String returns the verdict with its feedback, as the learner reads it.
func (v *Verdict) String() string {
	text := fmt.Sprintf("%s %s: %s, %d of %d marks\n", v.Exercise, v.Kernel, v.State, v.Marks(), v.MaxMarks())
	for _, f := range v.Feedback {
		text += f.String()
	}
	return text
}
