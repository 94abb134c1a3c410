package validation

// This file compares executed instructions and the traffic of spills with those of an H200.

import (
	"slices"
	"testing"

	"github.com/jedib0t/go-pretty/v6/table"

	"gpucourse/gpusim/validation/cases"
)

// TestInstructions prints the warp instructions of each case, simulated and measured. They
// differ: a division is one instruction here and many on the device, and nvcc computes
// addresses differently. The median must agree.
func TestInstructions(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the measured launches: a minute")
	}
	const middle = 0.2
	rows := table.NewWriter()
	rows.AppendHeader(table.Row{"case", "measured", "simulated", "ratio"})
	var ratios []float64
	for _, c := range Cases() {
		if slow.MatchString(c.Name) || skipped(c) {
			continue
		}
		got, want := launched(t, c).instructions, profileOf(c.Name).Metrics[instructions]
		if got == 0 || want == 0 {
			t.Fatalf("%s: %s: got %v, measured %v", c.Name, instructions, got, want)
		}
		ratios = append(ratios, got/want)
		rows.AppendRow(table.Row{c.Name, want, got, got / want})
	}
	slices.Sort(ratios)
	at := func(share float64) float64 { return ratios[int(share*float64(len(ratios)-1))] }
	t.Logf("%s\n%d cases: a tenth below %.2f, half below %.2f, nine tenths below %.2f", rows.Render(), len(ratios), at(0.1), at(0.5), at(0.9))
	if at(0.5) < 1-middle || at(0.5) > 1+middle {
		t.Errorf("half of the cases execute less than %.2f of the measured instructions, want %.2f to %.2f", at(0.5), 1-middle, 1+middle)
	}
}

// TestSpilledTraffic: spills move about as many sectors as on the device.
func TestSpilledTraffic(t *testing.T) {
	if testing.Short() {
		t.Skip("spills in 256 blocks: a second")
	}
	const name, factor = "spill_minblocks2", 1.5
	c, ok := cases.Find(Cases(), name)
	if !ok {
		t.Fatalf("no case %s", name)
	}
	got, want := 0.0, 0.0
	for _, x := range compare(t, c) {
		switch x.counter {
		case "l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum", "l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum":
			got, want = got+x.simulated, want+x.measured
			t.Logf("%s: got %.0f, measured %.0f", x.counter, x.simulated, x.measured)
		}
	}
	if got < want/factor || got > want*factor {
		t.Errorf("%s: %.0f sectors of local memory, want %.0f within a factor of %v", name, got, want, factor)
	}
}
