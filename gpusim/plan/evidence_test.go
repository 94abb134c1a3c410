package plan_test

import (
	"strings"
	"testing"

	"gpucourse/gpusim/plan"
)

func someKernel([]float32) {}

// TestEvidence: a report has the name of its kernel, a piece is written as a call, and a host does not execute it.
func TestEvidence(t *testing.T) {
	report := plan.ReportOf(someKernel)
	piece := report.Stall("barrier", 12.5)
	if got, want := piece.String(), `someKernel.Stall("barrier", 12.5)`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	o, err := plan.Play([]string{"H200"}, report.LimitedBy("L2"), report.Counter("a.sum", 3), report.Line("x++", 4), piece)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range o.Answers {
		if a.Err == nil || !strings.Contains(a.Err.Error(), "is evidence") || a.Result() == "CUDA_SUCCESS" {
			t.Errorf("%v: got %v, %s", a.Call, a.Err, a.Result())
		}
	}
}
