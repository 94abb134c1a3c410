package grading

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gpucourse/grader/internal/simulator"
	"gpucourse/grader/rubric"
	"gpucourse/grader/verdict"
)

// double is a kernel row for tests: out[i] = 2·in[i].
var double = rubric.Kernel{
	Name:      "Double",
	Signature: "func(out, in []float32, n int)",
	SizeNames: []string{"n"},
	Sizes:     []rubric.Size{{3}, {5}},
	Case: func(s rubric.Size, rng *rubric.Random) *rubric.Case {
		out, in := rubric.Result("out", s[0], rng), rubric.Input("in", s[0], rng)
		for i := range s[0] {
			out.Want[i] = 2 * in.Init[i]
		}
		return &rubric.Case{Grid: rubric.Dim{X: 1, Y: 1, Z: 1}, Block: rubric.Dim{X: 32, Y: 1, Z: 1}, Args: []rubric.Arg{out, in, rubric.NewScalar("n", s[0])}}
	},
	Why: func(*rubric.Case, int) string { return "twice" },
	Goals: []rubric.Goal{{
		Name: "sectors stored", Metrics: []string{rubric.SectorsStored},
		Limit: func(rubric.Size) float64 { return 2 }, Hint: "store less",
	}},
}

// doubled is what a launch of double must leave.
func doubled(l *simulator.Launch) (out, in []float32, n int) {
	out, in, n = l.Args[0].([]float32), l.Args[1].([]float32), l.Args[2].(int)
	for i := range n {
		out[i] = 2 * in[i]
	}
	return out, in, n
}

// newTrial returns a trial of double with seed 1.
func newTrial(f *fake) *trial {
	return &trial{kernel: &double, program: f, options: &Grader{}, seed: 1, sizes: double.Sizes}
}

func runDouble(f *fake) (*simulator.Counters, *verdict.Feedback) {
	return newTrial(f).checkSizes(double.Sizes, double.Sizes[len(double.Sizes)-1], simulator.Counts)
}

// opposite is how many bounds are for kernels with more series of numbers than one.
const opposite = 2

func TestRightKernelPasses(t *testing.T) {
	f := &fake{run: func(l *simulator.Launch) error { doubled(l); return nil }}
	if _, feedback := runDouble(f); feedback != nil {
		t.Fatalf("got feedback\n%v", feedback)
	}
	if want := len(double.Sizes)*rubric.Runs + len(bounds) - opposite + 1; f.launches != want {
		t.Errorf("got %d launches, want %d", f.launches, want)
	}
}

// TestStateIsRepeated: a kernel that leaves something to the next launch runs many times.
func TestStateIsRepeated(t *testing.T) {
	f := &fake{run: func(l *simulator.Launch) error { doubled(l); return nil }}
	f.counters.Globals = simulator.Globals{"own": {1}}
	if _, feedback := runDouble(f); feedback != nil {
		t.Fatalf("got feedback\n%v", feedback)
	}
	if want := len(double.Sizes)*rubric.Runs + len(bounds) - opposite + leastRepeats + 1; f.launches != want {
		t.Errorf("got %d launches, want %d", f.launches, want)
	}
}

// TestWhatIsMeasuredIsCheckedBefore: the launch that is measured is also made for the checkers
// alone.
func TestWhatIsMeasuredIsCheckedBefore(t *testing.T) {
	checked := map[string]bool{}
	f := &fake{run: func(l *simulator.Launch) error {
		seen := fmt.Sprint(l.Grid, l.Block, l.Args, l.Unset, l.Room, l.Shuffle)
		if l.Measure >= simulator.Counts && !checked[seen] {
			t.Errorf("got %s measured, and not checked before", seen)
		}
		checked[seen] = l.Measure == simulator.Results
		doubled(l)
		return nil
	}}
	if _, feedback := runDouble(f); feedback != nil {
		t.Fatalf("got feedback\n%v", feedback)
	}
}

func TestWrongKernels(t *testing.T) {
	var before []float32 // out, as the launch gets it
	tests := []struct {
		name  string
		spoil func(out, in []float32, n int)
		want  []string
	}{
		{"value", func(out, in []float32, n int) { out[2] += 1 },
			[]string{"out[2] has a wrong value", "= twice", "thread (0, 0, 0) of block (2, 0, 0)", "kernel.go:7", "n = 3, seed 1, run 1 of 2"}},
		{"not written", func(out, in []float32, n int) { out[1] = before[1] },
			[]string{"out[1] was never written", "as before the launch"}},
		{"guard", func(out, in []float32, n int) { out[n], out[n+1] = 1, 2 },
			[]string{"out[3] was written, but is no part of the result", "got     1", "want    NaN, as before the launch", "2 elements of out, this is the first"}},
		{"input", func(out, in []float32, n int) { in[0] = 7 },
			[]string{"in[0] was written, but belongs to an input"}},
		{"poisoned", func(out, in []float32, n int) { out[0] = out[0] + in[n] },
			[]string{"out[0] became NaN", "NaN marks what nobody has set"}},
		{"at five", func(out, in []float32, n int) {
			if n == 5 {
				out[4] = 100
			}
		}, []string{"out[4] has a wrong value", "n = 5, seed 1, run ", "passed  n = 3"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, feedback := runDouble(&fake{run: func(l *simulator.Launch) error {
				before = slices.Clone(l.Args[0].([]float32))
				tt.spoil(doubled(l))
				return nil
			}})
			if feedback == nil {
				t.Fatal("got no feedback")
			}
			for _, want := range tt.want {
				if !strings.Contains(feedback.String(), want) {
					t.Errorf("got\n%v\nwant it to say %q", feedback, want)
				}
			}
		})
	}
}

func TestFault(t *testing.T) {
	problems := simulator.Problems{
		{At: verdict.Position{File: "kernel.go", Line: 3}, Code: "E1", Message: "first", Hint: "mend it"},
		{At: verdict.Position{File: "kernel.go", Line: 9}, Code: "E2", Message: "second"},
	}
	_, feedback := runDouble(&fake{run: func(*simulator.Launch) error { return problems }})
	want := `first
  at      kernel.go:3
  code    E1
  also    kernel.go:9: second
  input   n = 3, seed 1, run 1 of 2
  launch  grid (1, 1, 1), block (32, 1, 1)
  hint    mend it
`
	if got := feedback.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestGoals(t *testing.T) {
	lines := []simulator.Line{
		{At: verdict.Position{File: "kernel.go", Line: 3}, Metric: metrics(map[string]float64{rubric.SectorsStored: 1})},
		{At: verdict.Position{File: "kernel.go", Line: 4, Text: "out[i] = 1"}, Metric: metrics(map[string]float64{rubric.SectorsStored: 2})},
	}
	tests := []struct {
		sectors float64
		goal    verdict.Goal
		want    string
	}{
		{2, verdict.Goal{Name: "sectors stored", Bound: "limit", Limit: 2, Got: 2, Met: true}, ""},
		{3, verdict.Goal{Name: "sectors stored", Bound: "limit", Limit: 2, Got: 3}, `goal missed: 3 sectors stored, limit 2
  at      kernel.go:4
          out[i] = 1
  here    2 sectors stored
  input   n = 5
  metric  l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum
  nvprof  gst_transactions
  hint    store less
`},
	}
	for _, tt := range tests {
		c := &simulator.Counters{Metric: metrics(map[string]float64{rubric.SectorsStored: tt.sectors}), Lines: lines}
		got := ""
		trial := newTrial(nil)
		trial.measured.counts = c
		goals, missed := trial.measure()
		for _, f := range missed {
			got += f.String()
		}
		if !slices.Equal(goals, []verdict.Goal{tt.goal}) {
			t.Errorf("%v sectors: got %+v, want %+v", tt.sectors, goals, tt.goal)
		}
		if got != tt.want {
			t.Errorf("%v sectors: got\n%s\nwant\n%s", tt.sectors, got, tt.want)
		}
	}
}

// TestLimitOfTheCaller: no launch that is not timed may have more instructions than the caller allows.
func TestLimitOfTheCaller(t *testing.T) {
	const most = 1000
	f := &fake{run: func(l *simulator.Launch) error {
		doubled(l)
		if l.Instructions > most {
			t.Errorf("a launch may have %d instructions, want %d at most", l.Instructions, most)
		}
		return nil
	}}
	tr := newTrial(f)
	tr.options.Instructions = most
	if _, feedback := tr.checkSizes(double.Sizes, double.Sizes[len(double.Sizes)-1], simulator.Counts); feedback != nil {
		t.Fatalf("got feedback\n%v", feedback)
	}
}
