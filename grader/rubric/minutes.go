package rubric

// This file estimates how long an exercise takes. Nobody has measured learners: the estimates are for plans of lectures.

// minutes of a form, for reading, writing and the first runs.
var minutes = map[Form]int{Improve: 20, Blank: 20, Report: 25, Bug: 15, Open: 40}

const (
	minutesOfPlan    = 15 // a plan, or a program of the host
	minutesOfGoal    = 5  // each goal takes another attempt
	minutesOfProject = 600
)

// Minutes estimates how many minutes a learner takes for an exercise: those of each kernel's form, plan and program, and
// more for each goal. A project is a week of work, of ten hours.
func (e *Exercise) Minutes() int {
	if e.Project {
		return minutesOfProject
	}
	forms, goals := 0, 0
	for i := range e.Kernels {
		forms += minutes[e.Kernels[i].Form]
		goals += len(e.Kernels[i].Goals)
	}
	for i := range e.Plans {
		goals += len(e.Plans[i].Goals)
	}
	for i := range e.Programs {
		goals += len(e.Programs[i].Goals)
	}
	return forms + minutesOfPlan*(len(e.Plans)+len(e.Programs)) + minutesOfGoal*goals
}
