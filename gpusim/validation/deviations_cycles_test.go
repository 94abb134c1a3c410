package validation

// This file has the reasons of the cases whose cycles differ most from the measured ones.

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gpucourse/gpusim/validation/kernels"

	"github.com/jedib0t/go-pretty/v6/table"
)

const (
	furthest = 10 // cases with the largest errors, which need a reason
	reasoned = 40 // cases with the largest errors, of which each reason explains one at least
)

// slowness is the reason why cases of one kind take more or fewer cycles than measured.
type slowness struct{ title, cases, reason string }

// of reports whether the reason explains a case.
func (s *slowness) of(x timing) bool { return regexp.MustCompile(s.cases).MatchString(x.name) }

// reasonOf returns the index of a case's reason, or -1.
func reasonOf(x timing) int {
	return slices.IndexFunc(slownesses, func(s slowness) bool { return s.of(x) })
}

// checkReasons compares the reasons with a list that begins with the largest error, in both
// directions.
func checkReasons(t *testing.T, list []timing) {
	t.Helper()
	for _, x := range list[:furthest] {
		if reasonOf(x) < 0 {
			t.Errorf("%s: %.0f cycles simulated, %.0f measured, and slownesses has no reason", x.name, x.simulated, x.measured)
		}
	}
	for i, s := range slownesses {
		if !slices.ContainsFunc(list[:reasoned], func(x timing) bool { return reasonOf(x) == i }) {
			t.Errorf("none of the %d cases with the largest errors has the reason %q: remove it", reasoned, s.title)
		}
	}
	simulated := map[string]float64{}
	for _, x := range list {
		simulated[x.name] = x.simulated
	}
	checkPart(t, cyclesPart, "H200Cycles", cyclesText(list), simulated)
}

// cyclesText returns the second part of DEVIATIONS.md.
func cyclesText(list []timing) string {
	var b strings.Builder
	mean, rank := agreement(list)
	fmt.Fprintf(&b, "%s\n`go test ./gpusim/validation -every -run H200Cycles -v` simulates the %d cases of `h200/cases/visible.json` and compares the cycles of each launch. "+
		"The geometric mean of the error is below %.0f %%, the rank correlation above %.2f. The tables below have the %d cases with the largest errors. "+
		"The test fails when one of them has no reason here, and when a reason explains none of the %d cases with the largest errors.\n",
		cyclesPart, len(kernels.Cases())+len(large65M), 5*math.Ceil(20*(math.Exp(mean)-1)), math.Floor(20*rank)/20, furthest, reasoned)
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

// slownesses are the reasons. They come from machine code (cuobjdump -sass of visible.cu)
// and from separate measurements, h200/launch/cold.txt and h200/dram/bandwidth.csv.
var slownesses = []slowness{
	{
		"Distant sectors", `^copy_stride_\w+_(16|32)$`,
		"DRAM moves 64 bytes for a sector, and takes longer if the next 64 bytes are elsewhere: words of 16 bytes at a stride of 512 bytes are loaded at 0.72 of the rate of a stride of 64 bytes (`h200/dram/bandwidth.csv`). The simulator models the opening of rows, not the banks of DRAM.",
	},
	{
		"Copies whose loads are all pending at the same time", `^copy_(offset|stride)_(f64|f32x4)_\w+$|^aos_16B|^aos_8B`,
		"In a copy of a few megabytes, reads and stores hardly overlap on the device: in `h200/launch/cold.txt` `copy16` of 4 MB keeps an SM active for 4841 cycles, `read16` for 3434 and `write16` for 1720. In the simulator they overlap partly. All data stay in L2. The cause is not known.",
	},
	{
		"Filters of three rows", `^filter_global_r1$`,
		"Three iterations of six loads take 16 % longer in the simulator, with the instructions and the order of nvcc's code. With the filter in constant memory they take 7 % longer, and filters of five and seven rows take less time than on the device. The cause is not known.",
	},
	{
		"Copied rows", `^rows_`,
		"One launch of `rows_pitched_1000` took 11336 cycles on the device, another 12010 (`h200/cases/again.csv`). The simulator is nearer to the second.",
	},
	{
		"Cold constants", `^const_`,
		"The first access to a table in constant memory takes 1325 to 1660 cycles on the device, in launches without a known difference. In the simulator it always takes the same time.",
	},
	{
		"Launches of one block", `^(rect|set|bank_)`,
		"Three quarters of these cycles are the launch. Its cycles outside the active time of an SM were measured as 2200 to 3300 in cases of one block and do not depend on the kernel: `rectRowColPad2` was active for 746 of 3190 cycles, `rectRowRow` for 649 of 3452. The simulator uses one number for all launches.",
	},
	{
		"Spilled registers in time", `^spill_`,
		"nvcc computes all addresses first, spills 28 of them as well, and stores loaded values again: 69 stores and 107 loads per thread. The simulator's compiler has 24 and 115, because it does not split the live range of a value.",
	},
	{
		"Matrix products whose blocks run in step", `^matmul_`,
		"Blocks that wait at barriers for the same rows wait at the same time. An SM is active for 82 000 cycles in `matmul_tiled16_512`, of which its shared memory needs 52 000. The simulator finds too few stalls besides. A part of them comes from reads that coalesce in front of L2 (see the first part of this file), where few cycles decide which request waits for which reply.",
	},
	{
		"Products of 64-bit addresses", `^uniform_load$`,
		"Each load needs a product with a 64-bit sum for its address. On the device this product reads its registers twice and keeps its scheduler for up to three more cycles (`h200/issue/issue.txt`), which the simulator leaves out. The difference is 1.5 cycles per product.",
	},
}
