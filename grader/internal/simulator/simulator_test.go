package simulator

import (
	"slices"
	"testing"

	"gpucourse/gpusim/report"
	"gpucourse/grader/rubric"
)

// TestUnwatched: a launch that checkers could not watch is not one without mistakes.
func TestUnwatched(t *testing.T) {
	for whole, want := range map[bool]int{true: 0, false: 1} {
		if got := FindingsOf(&report.Check{Whole: whole}); len(got) != want {
			t.Errorf("whole %v: got %v, want %d findings", whole, got, want)
		}
	}
}

// TestKernelsSeeNoMeasurement: a launch looks the same to its kernel, whatever is measured.
func TestKernelsSeeNoMeasurement(t *testing.T) {
	const blocks, threads, words = 5, 64, 16
	p, err := loadGPU("H200", "testdata/look.go", "Look")
	if err != nil {
		t.Fatal(err)
	}
	seen := func(m Measure) []int32 {
		out, in := make([]int32, blocks*threads*words), make([]float32, threads)
		for i := range out {
			out[i] = int32(7 * i)
		}
		for i := range in {
			in[i] = float32(i) / 8
		}
		l := &Launch{
			Grid: rubric.Dim{X: blocks, Y: 1, Z: 1}, Block: rubric.Dim{X: threads, Y: 1, Z: 1}, Shared: 4 * threads,
			Args: []any{out, in, 3}, Room: 128, Instructions: 1e6, Measure: m, Shuffle: 3,
		}
		c, err := p.Launch(l)
		if err != nil {
			t.Fatal(err)
		}
		if len(c.Findings) == 0 {
			t.Error("memory that nobody has set is read: got no finding")
		}
		return out
	}
	want := seen(Results)
	if slices.Equal(want, make([]int32, len(want))) || want[1] != threads {
		t.Fatalf("got %v", want[:words])
	}
	for _, m := range []Measure{Counts, Cycles} {
		if got := seen(m); !slices.Equal(got, want) {
			t.Errorf("measure %v: the kernel sees another launch; its first thread sees %v, want %v", m, got[:words], want[:words])
		}
	}
}

// TestUnsetResultsAreNotRead: a kernel that reads a result before it writes it is told so, also
// where the value does not matter.
func TestUnsetResultsAreNotRead(t *testing.T) {
	p, err := loadGPU("H200", "testdata/zero.go", "Zero")
	if err != nil {
		t.Fatal(err)
	}
	one := rubric.Dim{X: 1, Y: 1, Z: 1}
	for _, unset := range [][]int{nil, {0}} {
		for _, m := range []Measure{Results, Counts} {
			l := &Launch{Grid: one, Block: one, Args: []any{[]int32{5}, []int32{7}}, Room: 8, Instructions: 1e6, Measure: m, Unset: unset}
			c, err := p.Launch(l)
			if err != nil {
				t.Fatal(err)
			}
			if got := len(c.Findings) > 0; got != (unset != nil) {
				t.Errorf("unset %v, measure %v: got findings %v", unset, m, c.Findings)
			}
		}
	}
}

// TestStoresThatChangeNothing: a store of what is there is noticed where no thread may store, also
// by an atomic.
func TestStoresThatChangeNothing(t *testing.T) {
	one := rubric.Dim{X: 1, Y: 1, Z: 1}
	for kernel, want := range map[string]*Element{"Zero": nil, "Again": {Arg: 1, Index: 2}, "Nothing": {Arg: 1, Index: 3}} {
		p, err := loadGPU("H200", "testdata/zero.go", kernel)
		if err != nil {
			t.Fatal(err)
		}
		l := &Launch{
			Grid: one, Block: one, Args: []any{[]int32{5}, []int32{7, 8, 9, 10}}, Room: 8, Instructions: 1e6,
			Kept: []func(int) bool{nil, func(i int) bool { return i >= 2 }},
		}
		c, err := p.Launch(l)
		if err != nil {
			t.Fatal(err)
		}
		if got := c.Stored; (got == nil) != (want == nil) || got != nil && *got != *want {
			t.Errorf("%s: got %v, want %v", kernel, got, want)
		}
	}
}

// TestVariablesLive: a launch begins with what another one has left in the kernel's variables.
func TestVariablesLive(t *testing.T) {
	p, err := loadGPU("H200", "testdata/zero.go", "Count")
	if err != nil {
		t.Fatal(err)
	}
	one := rubric.Dim{X: 1, Y: 1, Z: 1}
	var left Globals
	for want := range int32(3) {
		out := []int32{-1}
		c, err := p.Launch(&Launch{Grid: one, Block: one, Args: []any{out}, Room: 8, Instructions: 1e6, Globals: left})
		if err != nil {
			t.Fatal(err)
		}
		if left = c.Globals; out[0] != want || len(left) != 1 {
			t.Errorf("got launch %d with variables %v, want %d and one variable", out[0], left, want)
		}
	}
}
