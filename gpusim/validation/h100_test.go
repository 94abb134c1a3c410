package validation

// This file compares the launches of the course with those of an H100, a second device: its
// literal holds what its data sheet and micro-benchmarks say, the rules are the H200's.

import (
	"math"
	"regexp"
	"slices"
	"testing"

	"gpucourse/gpusim/validation/h100"
	"gpucourse/gpusim/validation/kernels"
)

// writtenEarlier lists the cases whose written data partly reach the memory of an H100 before
// the launch ends. How much written data its L2 keeps was not measured in isolation.
var writtenEarlier = []string{"copy_stride_f64_16", "copy_stride_f64_32", "copy_stride_f32x4_16", "transpose_shared_2048", "transpose_padded_2048"}

// farAway is the largest relative difference of a counter of caches that is not listed. Two
// runs of a launch also differ, and which lines L2 keeps depends on its slices.
const farAway = 0.3

// TestH100 checks the cycles of the launches of visible.cu and their counters, without -every
// of one in three that is not slow. A counter of accesses may differ where it does on the
// H200, for the same reason. All of them:
//
//	go test ./gpusim/validation -every -run H100 -v
func TestH100(t *testing.T) {
	chosen := regexp.MustCompile(*only)
	var list []timing
	compared, differ := 0, 0
	for i, c := range kernels.Cases() {
		measured := find(h100.Profiles(), c.Name)
		if measured == nil || !chosen.MatchString(c.Name) || *only == "" && !*every && (i%oneIn != 0 || slow.MatchString(c.Name)) {
			continue
		}
		r := launchOn(t, "H100", c)
		list = append(list, timing{c.Name, measured.Metrics[elapsed], r.Time.Cycles, r.Time.Limit()})
		for _, counter := range counters {
			got, _ := r.Metric(counter.name)
			x := comparison{c.Name, counter.name, counter.tier, measured.Metrics[counter.name], got}
			compared++
			earlier := counter.name == "dram__sectors_write.sum" && slices.Contains(writtenEarlier, c.Name)
			if earlier && !x.differs() {
				t.Errorf("%s: DRAM writes are as measured: take the case out of writtenEarlier", c.Name)
			}
			if !x.differs() || earlier || slices.ContainsFunc(deviations, func(d deviation) bool { return d.covers(x) }) {
				continue
			}
			differ++
			t.Logf("%s: %s: %.0f measured, %.0f simulated", x.name, x.counter, x.measured, x.simulated)
			if x.tier == exact || math.Abs(x.simulated-x.measured) > farAway*x.measured {
				t.Errorf("%s: %s: got %.0f, want the measured %.0f", x.name, x.counter, x.simulated, x.measured)
			}
		}
	}
	t.Logf("%d of %d counters of %d of %d cases are as measured or differ as on the H200", compared-differ, compared, len(list), len(kernels.Cases()))
	if seen.judge(t, list) {
		rankVariants(t, list)
	}
}
