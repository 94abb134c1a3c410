package validation

// The part of the table of deviations that speaks of cycles: why those that are
// furthest from the measured ones are.

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jedib0t/go-pretty/v6/table"
)

const (
	furthest = 10 // cases that need a reason
	reasoned = 40 // cases among which every reason has one
)

// slowness is why cases of one kind take more or fewer cycles than measured.
type slowness struct{ title, cases, reason string }

// of reports whether the reason is a case's.
func (s *slowness) of(x timing) bool { return regexp.MustCompile(s.cases).MatchString(x.name) }

// reasonOf is the place of a case's reason.
func reasonOf(x timing) int {
	return slices.IndexFunc(slownesses, func(s slowness) bool { return s.of(x) })
}

// checkReasons holds the reasons to a list that begins with the furthest, both ways.
func checkReasons(t *testing.T, list []timing) {
	t.Helper()
	for _, x := range list[:furthest] {
		if reasonOf(x) < 0 {
			t.Errorf("%s: %.0f cycles simulated, %.0f measured, and no reason in slownesses", x.name, x.simulated, x.measured)
		}
	}
	for i, s := range slownesses {
		if !slices.ContainsFunc(list[:reasoned], func(x timing) bool { return reasonOf(x) == i }) {
			t.Errorf("none of the %d cases furthest from the measured cycles is of %q: take the reason out", reasoned, s.title)
		}
	}
	simulated := map[string]float64{}
	for _, x := range list {
		simulated[x.name] = x.simulated
	}
	checkPart(t, cyclesPart, "H200Cycles", cyclesText(list), simulated)
}

// cyclesText is the part of DEVIATIONS.md.
func cyclesText(list []timing) string {
	var b strings.Builder
	mean, rank := agreement(list)
	fmt.Fprintf(&b, "%s\n`go test ./gpusim/validation -run H200Cycles -v` plays the %d cases of `h200/cases/visible.json` and compares the cycles of each launch. "+
		"They are less than %.0f %% off in the geometric mean, and their ranks correlate above %.2f. These are the %d that are furthest off. "+
		"The test fails when one of those has no reason here, and when none of the %d furthest has a reason that stands here.\n",
		cyclesPart, len(list), 5*math.Ceil(20*(math.Exp(mean)-1)), math.Floor(20*rank)/20, furthest, reasoned)
	for i, s := range slownesses {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n", s.title, s.reason)
		w := table.NewWriter()
		w.AppendHeader(table.Row{"case", "measured", "simulated", "ratio"})
		for _, x := range list[:furthest] {
			if reasonOf(x) == i {
				w.AppendRow(table.Row{x.name, fmt.Sprintf("%.0f", x.measured), fmt.Sprintf("%.0f", x.simulated), fmt.Sprintf("%.2f", x.ratio())})
			}
		}
		if w.Length() > 0 {
			fmt.Fprintf(&b, "\n%s\n", w.RenderMarkdown())
		}
	}
	return b.String()
}

// slownesses are the reasons, read from machine code (cuobjdump -sass of visible.cu)
// and from measurements of their own, h200/launch/cold.txt and h200/dram/bandwidth.csv.
var slownesses = []slowness{
	{
		"Sectors far from each other", `^copy_stride_\w+_(16|32)$`,
		"Memory moves 64 bytes for a sector, and takes longer when the next 64 are elsewhere: words of 16 bytes that lie 512 bytes apart are loaded at 0.72 of the rate of those that lie 64 apart (`h200/dram/bandwidth.csv`). " +
			"Rows of memory, which have to be opened, are not modelled.",
	},
	{
		"Copies whose loads are all under way at once", `^copy_(offset|stride)_(f64|f32x4)_\w+$|^aos_16B|^aos_8B`,
		"In a copy of a few megabytes reads and stores take their times one after the other on the device (in `h200/launch/cold.txt` `copy16` of 4 MB keeps an SM active for 4841 cycles, `read16` for 3434 and `write16` for 1720); in the simulator they overlap in part. " +
			"All of it stays in L2. What makes them wait for each other is not known.",
	},
	{
		"Filters of three rows", `^filter_global_r1$`,
		"Three rounds of six loads take 16 % longer in the simulator, though they have the instructions and the order of nvcc's code. With the filter in constant memory it is 7 %, and filters of five and seven rows take less than on the device. Why is not known.",
	},
	{
		"Rows that are copied once", `^rows_`,
		"One launch of `rows_pitched_1000` took 11336 cycles on the device, another 12010 (`h200/cases/again.csv`): the simulator's is nearer to the second.",
	},
	{
		"Constants that no cache holds", `^const_`,
		"The first touch of a table in constant memory takes 1325 to 1660 cycles on the device, in launches that differ in nothing that is known to matter; in the simulator it is always the same.",
	},
	{
		"Launches of one block", `^(rect|set|bank_)`,
		"Three quarters of these cycles are the launch. What it takes besides the time in which an SM is active was measured as 2200 to 3300 cycles in cases of one block, which do not depend on the kernel: `rectRowColPad2` was active for 746 of its 3190 cycles, `rectRowRow` for 649 of 3452. " +
			"The simulator takes the same launch for all.",
	},
	{
		"Registers that do not suffice, in time", `^spill_`,
		"nvcc computes all addresses first and spills 28 of them as well, and stores values again that it has loaded: 69 stores and 107 loads a thread, where the simulator's compiler has 24 and 115. Splitting the life of a value is not modelled.",
	},
	{
		"Matrix products whose blocks are in step", `^matmul_`,
		"Blocks that wait at barriers for the same rows wait together. Of the 82 000 cycles in which an SM was active in `matmul_tiled16_512` its shared memory needs 52 000; the simulator finds less waiting beside them than there is. " +
			"A part of that is the reads that are joined on the way to L2 (the first part of this file): who waits for whose answer is decided by few cycles.",
	},
}
