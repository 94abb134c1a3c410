package validation

// Requests for constants, of which the profiler's counter holds those for the
// kernel's parameters too.

import (
	"testing"

	"gpucourse/gpusim/validation/cases"
)

// TestConstantRequests: two launches of one kernel that differ only in the
// constants their lanes read differ by as many requests as the profiler says.
// (Those of const_loop are read by ULDC, which the counter does not see.)
func TestConstantRequests(t *testing.T) {
	const hardware = "idc__requests.sum"
	for _, kernel := range []string{"const_index_", "const_index64_", "const_index4_", "const_masked_"} {
		var first, firstMeasured float64
		for i, c := range cases.Prefixed(Cases(), kernel) {
			got, ok := launch(t, c).Metric("constant_load_requests")
			if !ok {
				t.Fatal("the report has no constant_load_requests")
			}
			measured := profileOf(c.Name).Metrics[hardware]
			if i == 0 {
				first, firstMeasured = got, measured
			}
			if got, want := got-first, measured-firstMeasured; got != want {
				t.Errorf("%s: got %.0f requests more than in the kernel's first case, want %.0f", c.Name, got, want)
			}
		}
	}
}
