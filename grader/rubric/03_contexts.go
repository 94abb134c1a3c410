package rubric

// This file is the row of exercise 03.

import (
	"fmt"
	"strings"

	"gpucourse/gpusim/plan"
)

// contexts is exercise 03. Its goals are rules of the CUDA documents: one thread uses a
// context at a time, and the last user destroys it.
var contexts = Exercise{
	Name:    "03_contexts",
	Package: "contexts",
	Device:  "H200",
	Plans: []Plan{
		{
			Name:    "HandOver",
			Form:    Improve,
			Devices: []string{"H200"},
			Checks:  []PlanCheck{demand(`main.MemsetD8("x", 7, 64)`, `worker.MemsetD8("x", 9, 64)`), onlyOne("CtxCreate", "DevicePrimaryCtxRetain"), onlyOne("MemAlloc")},
			Goals: []PlanGoal{
				{Name: "threads with c1 at a time", Count: holders("c1"), Limit: 1,
					Hint: "pop c1 off the stack of one thread before the other thread pushes it"},
				{Name: "contexts left", Count: left, Limit: 0, Hint: "the last user of a context destroys it"},
			},
		},
		{
			Name:    "Count",
			Form:    Improve,
			Devices: []string{"H200"},
			Checks: []PlanCheck{demand("main.CtxAttach()", `main.MemAlloc("x", 256)`, "main.CtxAttach()",
				`main.MemsetD8("x", 1, 256)`, `main.MemsetD8("x", 2, 256)`), onlyOne("CtxCreate", "DevicePrimaryCtxRetain"), onlyOne("MemAlloc")},
			Goals: []PlanGoal{
				{Name: "contexts left", Count: left, Limit: 0,
					Hint: "the usage count is 1 after CtxCreate, one more after each CtxAttach, one less after each CtxDetach: bring it to 0"},
				{Name: "calls of CtxDestroy", Count: calls("CtxDestroy"), Limit: 0,
					Hint: "CtxDestroy ends the context for all its users, whatever the usage count is: let every user detach instead"},
			},
		},
		{
			Name:    "Spaces",
			Form:    Improve,
			Devices: []string{"GeForce GTX 280"},
			Checks:  []PlanCheck{holds("c1", "x", 1, 64), holds("c2", "y", 2, 64)},
			Goals: []PlanGoal{
				{Name: "calls", Count: func(o *plan.Outcome) int { return len(o.Answers) }, Limit: 6,
					Hint: "a new context is current: set its memory before you create the next"},
			},
		},
		{
			Name:    "Visit",
			Form:    Blank,
			Devices: []string{"GeForce GTX 280"},
			Checks: []PlanCheck{demand(`main.MemAlloc("x", 64)`, `worker.MemsetD8("x", 5, 64)`), demand(`worker.MemAlloc("y", 64)`, `worker.MemsetD8("y", 6, 64)`),
				holds("c1", "x", 5, 64), holds("c2", "y", 6, 64)},
			Goals: []PlanGoal{
				{Name: "threads with c1 at a time", Count: holders("c1"), Limit: 1, Hint: "main has c1 on its stack from CtxCreate on, until it pops it"},
				{Name: "calls", Count: func(o *plan.Outcome) int { return len(o.Answers) }, Limit: 8,
					Hint: "a context that is made comes to the top of its thread's stack: in which order need worker's contexts be current so that none has to leave?"},
			},
		},
	},
}

// demand checks that the plan makes some calls in an order; other calls may lie between.
func demand(want ...string) PlanCheck {
	return PlanCheck{
		Hint: "keep the calls that do the work, in their order and by their threads",
		Wrong: func(o *plan.Outcome) string {
			next := 0
			for _, a := range o.Answers {
				if next < len(want) && a.Call.String() == want[next] {
					next++
				}
			}
			if next == len(want) {
				return ""
			}
			return fmt.Sprintf("the plan lacks %s, or has it too early: it must hold %s", want[next], strings.Join(want, ", then "))
		},
	}
}

// onlyOne checks that calls of some names are made once: a name that is given twice stands for
// two things.
func onlyOne(names ...string) PlanCheck {
	return PlanCheck{
		Hint: "all threads are to use the same context and the same memory",
		Wrong: func(o *plan.Outcome) string {
			n := 0
			for _, name := range names {
				n += calls(name)(o)
			}
			if n == 1 {
				return ""
			}
			return fmt.Sprintf("the plan calls %s %d times, want once", strings.Join(names, " or "), n)
		},
	}
}

// holds checks the bytes at a pointer of a context.
func holds(context, pointer string, value byte, n int) PlanCheck {
	return PlanCheck{
		Hint: "before unified addressing an address means memory of the context that is current",
		Wrong: func(o *plan.Outcome) string {
			bytes, err := o.Bytes(context, pointer, n)
			if err != nil {
				return fmt.Sprintf("memory %s of context %s cannot be read at the end: %v", pointer, context, err)
			}
			for i, b := range bytes {
				if b != value {
					return fmt.Sprintf("byte %d of %s in context %s is %d at the end, want %d", i, pointer, context, b, value)
				}
			}
			return ""
		},
	}
}

// left counts the contexts that were not destroyed.
func left(o *plan.Outcome) int { return len(o.Alive()) }

// holders returns the largest number of threads that had a living context on their
// stacks at the same time.
func holders(context string) func(*plan.Outcome) int {
	return func(o *plan.Outcome) int {
		most := 0
		for _, m := range o.History {
			n := 0
			for _, s := range m.Stacks {
				for _, c := range s.Contexts {
					if c.Name == context && c.Alive {
						n++
						break
					}
				}
			}
			most = max(most, n)
		}
		return most
	}
}
