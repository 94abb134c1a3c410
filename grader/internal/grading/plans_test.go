package grading

// This file is what a plan may not be, and what becomes of it.

import (
	"strings"
	"testing"

	"gpucourse/gpusim/plan"
	"gpucourse/gpusim/report"
	"gpucourse/grader/internal/source"
	"gpucourse/grader/rubric"
	"gpucourse/grader/verdict"
)

func TestPlansThatCannotBeRead(t *testing.T) {
	const head = "package contexts\nimport \"gpucourse/gpusim/plan\"\nvar main = plan.Thread(\"main\")\nvar self = self\nfunc f() int { return 0 }\n"
	tests := []struct{ name, src, want string }{
		{"missing", "var Handover []plan.Call", "var HandOver is missing"},
		{"a function", "func HandOver() {}", "var HandOver is missing"},
		{"computed", "var HandOver = make([]plan.Call, 3)", "var HandOver is not a list of calls"},
		{"no value", "var HandOver []plan.Call", "var HandOver is not a list of calls"},
		{"no call", "var HandOver = []plan.Call{main}", "main is not a call"},
		{"a function's call", "var HandOver = []plan.Call{f()}", "f() is not a call of a thread, stream or report"},
		{"no thread", "var HandOver = []plan.Call{other.CtxPopCurrent()}", "other is no thread, stream or report"},
		{"a number for a thread", "var HandOver = []plan.Call{(3).CtxPopCurrent()}", "(3) is no thread, stream or report"},
		{"itself", "var HandOver = []plan.Call{self.CtxPopCurrent()}", "self is no thread, stream or report"},
		{"misspelt", "var HandOver = []plan.Call{main.CtxPop()}", "a thread has no call CtxPop"},
		{"arguments", "var HandOver = []plan.Call{main.CtxCreate(\"c1\")}", "CtxCreate: 1 argument, want 2"},
		{"types", "var HandOver = []plan.Call{main.CtxCreate(0, \"c1\")}", "CtxCreate: 0 is not of type string"},
		{"not constant", "var HandOver = []plan.Call{main.CtxCreate(\"c1\", f())}", "CtxCreate: f() is not a constant"},
		{"a fraction", "var HandOver = []plan.Call{main.CtxCreate(\"c1\", 1.5)}", "CtxCreate: 1.5 is not of type int"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v := New().Grade(exercise("03_contexts"), handIn(t, source.KernelFile, head+tt.src+"\n"))[0]
			if v.State != verdict.Invalid || !strings.Contains(v.String(), tt.want) || !strings.Contains(v.String(), "hint") {
				t.Errorf("got\n%v\nwant it to be not valid and to say %q, with a hint", v, tt.want)
			}
		})
	}
}

func TestPlansOfNoFile(t *testing.T) {
	for _, v := range New().Grade(exercise("03_contexts"), t.TempDir()) {
		if v.State != verdict.Invalid || v.Marks() != 0 || !strings.Contains(v.String(), "there is no kernel.go") {
			t.Errorf("got\n%v\nwant no marks, since there is no kernel.go", v)
		}
	}
}

// TestPlanOfNothing: an empty plan does nothing wrong, and not its task.
func TestPlanOfNothing(t *testing.T) {
	folder := handIn(t, source.KernelFile, "package contexts\nvar Spaces = []plan.Call{}\n")
	v := New().Grade(exercise("03_contexts"), folder)[2]
	if v.State != verdict.Wrong || !strings.Contains(v.String(), "memory x of context c1 cannot be read at the end") {
		t.Errorf("got\n%v\nwant wrong, since there is no memory", v)
	}
}

// TestUnwatchedPlan: a launch that the checkers could not watch is a mistake of the plan.
func TestUnwatchedPlan(t *testing.T) {
	r := &planRun{row: &rubric.Plan{}, plan: &source.Plan{Lines: make([]verdict.Position, 1)}}
	for whole, want := range map[bool]bool{true: false, false: true} {
		f := r.wrong(&plan.Outcome{Answers: []plan.Answer{{Check: &report.Check{Whole: whole}}}})
		if (f != nil) != want {
			t.Errorf("whole %v: got %v", whole, f)
		}
	}
}
