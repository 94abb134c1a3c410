package metrics

// This file checks the throughput bound on a device of round numbers.

import (
	"math"
	"strings"
	"testing"

	"gpucourse/gpusim/arch"
)

// round is a device on which every roof can be computed in the head: 10 SMs,
// 1 GHz, and 100 bytes a cycle from memory.
var round = &arch.Spec{
	SMs: 10, ClockMHz: 1000,
	Rates: arch.Rates{IssuePerCycle: 4, L1WavefrontCycles: 1, ConstRequestCycles: 2, L1BytesPerCycle: 64, L2BytesPerSecond: 200e9, DRAMBytesPerSecond: 100e9, LaunchCycles: 1000},
}

func TestLowerBound(t *testing.T) {
	tests := []struct {
		name   string
		work   work
		cycles float64
		limit  string
	}{
		{"empty", work{Blocks: 1, ResidentWarps: 1}, 1000, "launch overhead"},
		{"issue, even", work{Blocks: 10, ResidentWarps: 8, WarpInstructions: 400_000}, 1000 + 10_000, "instruction issue"},
		{"issue, one block more", work{Blocks: 11, ResidentWarps: 8, WarpInstructions: 440_000}, 1000 + 20_000, "instruction issue"},
		{"issue, one warp", work{Blocks: 10, ResidentWarps: 1, WarpInstructions: 400_000}, 1000 + 40_000, "instruction issue"},
		{"constant", work{Blocks: 10, ResidentWarps: 8, ConstRequests: 50_000}, 1000 + 10000, "constant memory"},
		{"shared", work{Blocks: 10, ResidentWarps: 8, SharedWavefronts: 50_000}, 1000 + 5000, "shared memory"},
		{"L1", work{Blocks: 10, ResidentWarps: 8, L1Bytes: 6_400_000}, 1000 + 10_000, "L1"},
		{"L2", work{Blocks: 10, ResidentWarps: 8, L2Bytes: 2_000_000, DRAMBytes: 900_000}, 1000 + 10_000, "L2"},
		{"DRAM", work{Blocks: 10, ResidentWarps: 8, L2Bytes: 1_000_000, DRAMBytes: 1_000_000}, 1000 + 10_000, "DRAM"},
		{"DRAM below launch", work{Blocks: 10, ResidentWarps: 8, DRAMBytes: 50_000}, 1000 + 500, "launch overhead"},
	}
	for _, test := range tests {
		got := lowerBound(round, test.work)
		if got.Cycles != test.cycles || got.Limit() != test.limit || got.Microseconds != test.cycles/1000 {
			t.Errorf("%s: got %v cycles, %v µs, limit %s; want %v cycles, limit %s", test.name, got.Cycles, got.Microseconds, got.Limit(), test.cycles, test.limit)
		}
		if !strings.HasPrefix(got.Sentence(), test.limit+": ") {
			t.Errorf("%s: sentence %q does not begin with %q", test.name, got.Sentence(), test.limit)
		}
	}
}

// TestLowerBoundUnknownRates: a device without figures has no roofs rather
// than infinite or zero ones.
func TestLowerBoundUnknownRates(t *testing.T) {
	got := lowerBound(&arch.Spec{SMs: 1, ClockMHz: 1000}, work{Blocks: 1, ResidentWarps: 1, WarpInstructions: 5, L1Bytes: 5, L2Bytes: 5, DRAMBytes: 5})
	if len(got.Roofs) != 0 || got.Cycles != 0 || math.IsNaN(got.Microseconds) {
		t.Errorf("got %+v, want no roofs and no cycles", got)
	}
}
