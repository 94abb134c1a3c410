package grader

// This file is what a plan may not be, and what becomes of it.

import (
	"strings"
	"testing"
)

func TestPlansThatCannotBeRead(t *testing.T) {
	const head = "package contexts\nimport \"gpucourse/gpusim/plan\"\nvar main = plan.Thread(\"main\")\nvar self = self\nfunc f() int { return 0 }\n"
	tests := []struct{ name, src, want string }{
		{"missing", "var Handover []plan.Call", "var HandOver is missing"},
		{"a function", "func HandOver() {}", "var HandOver is missing"},
		{"computed", "var HandOver = make([]plan.Call, 3)", "var HandOver is no list of calls"},
		{"no value", "var HandOver []plan.Call", "var HandOver is no list of calls"},
		{"no call", "var HandOver = []plan.Call{main}", "main is no call"},
		{"a function's call", "var HandOver = []plan.Call{f()}", "f() is no call of a thread"},
		{"no thread", "var HandOver = []plan.Call{other.CtxPopCurrent()}", "other is no thread"},
		{"a number for a thread", "var HandOver = []plan.Call{(3).CtxPopCurrent()}", "(3) is no thread"},
		{"itself", "var HandOver = []plan.Call{self.CtxPopCurrent()}", "self is no thread"},
		{"misspelt", "var HandOver = []plan.Call{main.CtxPop()}", "a thread has no call CtxPop"},
		{"arguments", "var HandOver = []plan.Call{main.CtxCreate(\"c1\")}", "CtxCreate: 1 arguments, want 2"},
		{"types", "var HandOver = []plan.Call{main.CtxCreate(0, \"c1\")}", "CtxCreate: 0 is no string"},
		{"not constant", "var HandOver = []plan.Call{main.CtxCreate(\"c1\", f())}", "CtxCreate: f() is no constant"},
		{"a fraction", "var HandOver = []plan.Call{main.CtxCreate(\"c1\", 1.5)}", "CtxCreate: 1.5 is no int"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v := New().Grade(&contexts, handIn(t, kernelFile, head+tt.src+"\n"))[0]
			if v.State != Invalid || !strings.Contains(v.String(), tt.want) || !strings.Contains(v.String(), "hint") {
				t.Errorf("got\n%v\nwant it to be not valid and to say %q, with a hint", v, tt.want)
			}
		})
	}
}

func TestPlansOfNoFile(t *testing.T) {
	for _, v := range New().Grade(&contexts, t.TempDir()) {
		if v.State != Invalid || v.Marks() != 0 || !strings.Contains(v.String(), "there is no kernel.go") {
			t.Errorf("got\n%v\nwant no marks, since there is no kernel.go", v)
		}
	}
}

// TestPlanOfNothing: an empty plan does nothing wrong, and not its task.
func TestPlanOfNothing(t *testing.T) {
	folder := handIn(t, kernelFile, "package contexts\nvar Spaces = []plan.Call{}\n")
	v := New().Grade(&contexts, folder)[2]
	if v.State != Wrong || !strings.Contains(v.String(), "memory x of context c1 cannot be read at the end") {
		t.Errorf("got\n%v\nwant wrong, since there is no memory", v)
	}
}
