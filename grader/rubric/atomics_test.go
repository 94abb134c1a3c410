package rubric

import (
	"slices"
	"testing"
)

// TestGoalsCountAtomicsOfBothKinds: a goal that counts atomics counts those with a result and
// those without, once each.
func TestGoalsCountAtomicsOfBothKinds(t *testing.T) {
	counters := map[string]float64{AtomicRequests: 3, RedRequests: 40, AtomicSectors: 500, RedSectors: 6000, l2Atomics: 7, l2Reds: 80}
	metric := func(name string) (float64, bool) { v, ok := counters[name]; return v, ok }
	for _, c := range []struct {
		goal Goal
		want float64
	}{
		{Goal{Metrics: []string{AtomicRequests, RedRequests}}, 43},
		{Goal{Metrics: []string{LoadRequests}}, 43},
		{Goal{Metrics: []string{StoreRequests, LoadRequests}}, 43},
		{Goal{Metrics: []string{SectorsLoaded, SectorsStored}}, 6500},
		{Goal{Metrics: []string{SectorsPerLoad}}, 6500.0 / 43},
		{Goal{Metrics: []string{l2Reads}}, 87},
		{AtMost("", AtomicSectors, 1, "").Plus(RedSectors), 6500},
	} {
		if got, known := c.goal.Total(metric); !known || got != c.want {
			t.Errorf("%v: got %v, want %v", c.goal.Metrics, got, c.want)
		}
	}
	for _, e := range Exercises {
		for _, k := range e.Kernels {
			for _, g := range k.Goals {
				if pair := []string{AtomicRequests, RedRequests}; slices.Contains(g.Metrics, pair[0]) != slices.Contains(g.Metrics, pair[1]) {
					t.Errorf("%s, %s: the goal %q counts atomics of one kind", e.Name, k.Name, g.Name)
				}
			}
		}
	}
}
