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
