package validation

// This file compares requests for constants. The profiler's counter includes those for
// kernel parameters.

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/validation/cases"
)

// TestConstantRequests: launches of one kernel that differ only in the constants that lanes
// read differ by the measured number of requests. (const_loop uses ULDC, which the counter
// leaves out.)
func TestConstantRequests(t *testing.T) {
	const hardware = "idc__requests.sum"
	for _, kernel := range []string{"const_index_", "const_index64_", "const_index4_", "const_masked_"} {
		var first, firstMeasured float64
		for i, c := range cases.Prefixed(Cases(), kernel) {
			seen := launched(t, c).constants
			if !seen.known {
				t.Fatal("the report has no constant_load_requests")
			}
			measured := profileOf(c.Name).Metrics[hardware]
			if i == 0 {
				first, firstMeasured = seen.requests, measured
			}
			if got, want := seen.requests-first, measured-firstMeasured; got != want {
				t.Errorf("%s: got %.0f requests more than in the kernel's first case, want %.0f", c.Name, got, want)
			}
		}
	}
}

// TestConstantHits: every request hits or misses, and no more miss than on the device,
// which also counts parameters, and requests that wait for a pending line, as misses.
func TestConstantHits(t *testing.T) {
	for _, c := range cases.Prefixed(Cases(), "const_distinct_", "const_by_warp", "filter_const_r") {
		if skipped(c) {
			continue
		}
		seen := launched(t, c).constants
		if !seen.known || seen.hits+seen.misses != seen.requests || seen.misses == 0 {
			t.Errorf("%s: got %.0f hits and %.0f misses (known: %v), want %.0f requests in all", c.Name, seen.hits, seen.misses, seen.known, seen.requests)
		}
		m := profileOf(c.Name).Metrics
		if device := m["idc__requests.sum"] - m["idc__requests_lookup_hit.sum"]; seen.misses > device {
			t.Errorf("%s: got %.0f misses, want at most the device's %.0f", c.Name, seen.misses, device)
		}
	}
}

// TestConstantBanksAsInMachineCode: nvcc's code for a target reads extents and parameters
// at the offsets of the target's devices.
func TestConstantBanksAsInMachineCode(t *testing.T) {
	text, err := os.ReadFile("h200/constants/constant_bank.txt")
	if err != nil {
		t.Fatal(err)
	}
	code := map[string]string{}
	for _, part := range strings.Split(string(text), "sm_")[1:] {
		target, listing, _ := strings.Cut(part, "\n")
		code[target] = listing
	}
	compared := 0
	for i := range arch.Devices {
		s := &arch.Devices[i]
		listing, ok := code[fmt.Sprintf("%d%d", s.CC.Major, s.CC.Minor)]
		if !ok {
			continue
		}
		compared++
		for _, at := range []int{s.Bank.BlockDim + 4, s.Bank.BlockDim + 8, s.Bank.GridDim, s.Bank.GridDim + 4, s.Bank.GridDim + 8, s.Bank.Params, s.Bank.Params + 8} {
			if place := fmt.Sprintf("c[0x0][%#x]", at); !strings.Contains(listing, place) {
				t.Errorf("%s: %s is not in the machine code:\n%s", s.Name, place, listing)
			}
		}
	}
	if compared < 6 {
		t.Errorf("compared %d devices, want at least 6", compared)
	}
}
