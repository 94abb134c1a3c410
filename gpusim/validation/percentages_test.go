package validation

// This file checks that no report says more than 100 %, or less than 0.

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/report"
	"gpucourse/gpusim/validation/cases"
	"gpucourse/gpusim/validation/fuzz"
	"gpucourse/gpusim/validation/kernels"
)

// percentages returns what is wrong with the percentages of a report, and how many it has.
func percentages(r *gpusim.Report) (mistakes []string, n int) {
	lists := []report.Values{r.Metrics}
	for _, line := range r.Lines {
		lists = append(lists, line.Metrics)
	}
	for i, list := range lists {
		for _, v := range list {
			if v.Metric.Unit != "%" {
				continue
			}
			n++
			if !(v.Value >= 0 && v.Value <= mostPercent(v.Metric)) {
				mistakes = append(mistakes, fmt.Sprintf("list %d: %s is %v %%", i, v.Metric.Name, v.Value))
			}
		}
	}
	return mistakes, n
}

// mostPercent returns the largest percentage that a metric can have. Values are rounded to 4
// decimals, which does not lift 100. What lanes ask for counts once per lane: a warp whose
// lanes all read one word asks for 32 times what is moved, at most.
func mostPercent(m *report.Metric) float64 {
	if strings.Contains(m.Meaning, "over 100 when lanes share bytes") {
		return 100 * arch.MaxLanes
	}
	return 100
}

func checkPercentages(t *testing.T, name string, r *gpusim.Report) {
	t.Helper()
	mistakes, n := percentages(r)
	for _, m := range mistakes {
		t.Errorf("%s: %s", name, m)
	}
	if n == 0 {
		t.Errorf("%s: the report has no percentage", name)
	}
}

// oneWord lets all lanes read and write one word of each memory.
func oneWord(x []float32) {
	s := gpu.Shared[[2]float32]()
	s[1] = 3
	gpu.SyncThreads()
	x[gpu.BlockIdx.X] = x[gpu.BlockIdx.X] + s[1]
}

// percentCases are launches of many manners that take little time.
var percentCases = []string{"matmul_tiled16_128", "transpose_naive_512", "diverge_lane", "const_by_warp", "local_small", "atomic_same", "reduce_shuffle", "copy_stride_f32_8"}

// TestPercentages launches a few kernels on every device: two of the measured ones in turn,
// and one whose lanes share all they read.
func TestPercentages(t *testing.T) {
	for i, device := range arch.Names() {
		for k := range 2 {
			name := percentCases[(2*i+k)%len(percentCases)]
			c, ok := cases.Find(kernels.Cases(), name)
			if !ok {
				t.Fatalf("the case %s is gone", name)
			}
			if c.Block.X*c.Block.Y*c.Block.Z > open(t, device).Spec().Limits.ThreadsPerBlock {
				continue
			}
			checkPercentages(t, device+" "+name, launchOn(t, device, c))
		}
		checkPercentages(t, device+" oneWord", launchOn(t, device, cases.New("oneWord", oneWord, cases.Dim(100), cases.Dim(96), 0, cases.Args(cases.Out[float32](100)))))
	}
}

// TestPercentagesOfRandomKernels launches random kernels with all models.
func TestPercentagesOfRandomKernels(t *testing.T) {
	const first, some = 4000, 30
	var list []*fuzz.Kernel
	for seed := range uint64(some) {
		list = append(list, fuzz.Generate(first+seed))
	}
	b, err := fuzz.BatchOf(list)
	if err != nil {
		t.Fatal(err)
	}
	m, err := moduleOf(b)
	if err != nil {
		t.Fatal(err)
	}
	launched := 0
	for _, l := range b.Launches {
		r, _, err := launchRandom(m, l, nil, gpusim.Config{})
		if err != nil {
			continue // some draw a mistake, such as an index out of range
		}
		launched++
		checkPercentages(t, l.Name, r)
	}
	if launched < some/2 {
		t.Errorf("%d of %d random kernels ran, want half of them", launched, some)
	}
}

// TestWrongPercentages: a report that says too much, or nothing sensible, is noticed.
func TestWrongPercentages(t *testing.T) {
	metric := func(name string) *report.Metric { return gpusim.Metrics().Lookup(name) }
	dram, loads := metric("dram_utilization"), metric("gld_efficiency")
	for _, test := range []struct {
		metric *report.Metric
		value  float64
		wrong  bool
	}{
		{dram, 100, false}, {dram, 0, false}, {dram, 100.0001, true}, {dram, 104, true}, {dram, -0.0001, true}, {dram, math.NaN(), true}, {dram, math.Inf(1), true},
		{loads, 400, false}, {loads, 3201, true}, {metric("dram__bytes_read.sum"), 5000, false},
	} {
		values := report.Values{{Metric: test.metric, Value: test.value}}
		for _, r := range []*gpusim.Report{{Metrics: values}, {Lines: []report.Line{{Metrics: values}}}} {
			if mistakes, _ := percentages(r); (len(mistakes) > 0) != test.wrong {
				t.Errorf("%s = %v: got %q, want a mistake is %v", test.metric.Name, test.value, mistakes, test.wrong)
			}
		}
	}
}
