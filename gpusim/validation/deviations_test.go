package validation

// This file is the table of deviations: which counters differ from the measured ones, and
// why. A test fails when a counter differs that is not listed, and when a listed one no
// longer differs. DEVIATIONS.md is printed from the table.

import (
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gpucourse/internal/golden"

	"github.com/jedib0t/go-pretty/v6/table"

	"gpucourse/gpusim/validation/cases"
	"gpucourse/gpusim/validation/h200"
)

const deviationsFile = "DEVIATIONS.md"

// deviation is a set of counters that differ for one reason.
type deviation struct {
	title, reason   string
	cases, counters []string
	// within bounds |simulated − measured| as a part of the measured value, or of the
	// measured wavefronts for conflicts; 0: no bound.
	within float64
	// some: not all of them differ, and which ones do depends on the timing model.
	// Otherwise every counter of every case differs.
	some bool
}

var (
	sharedLoads = []string{
		"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
		"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
	}
	sharedStores = []string{
		"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
		"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",
	}
	globalLoads = []string{
		"smsp__sass_inst_executed_op_global_ld.sum",
		"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
	}
	globalStores = []string{
		"smsp__sass_inst_executed_op_global_st.sum",
		"l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
	}
	localTraffic = []string{
		"l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum", "l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum",
		"l1tex__t_requests_pipe_lsu_mem_local_op_st.sum", "l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum",
		"smsp__sass_inst_executed_op_local_ld.sum", "smsp__sass_inst_executed_op_local_st.sum",
	}
)

const arbitration = "An SM that runs several blocks also counts wavefronts of shared accesses that wait for the data banks, because cache fills or other blocks use them. The simulator counts the wavefronts that the addresses need, as the hardware does for a single block."

var deviations = slices.Concat(accessDeviations, cacheDeviations)

var accessDeviations = []deviation{
	{
		title: "Arbitration for the data banks", reason: arbitration, within: 0.12,
		cases: []string{"matmul_tiled16_512", "matmul_tiled32_512", "matmul_tiled16_1024", "matmul_tiled32_1024", "transpose_shared_2048", "transpose_padded_2048",
			"matmul_tiled_8_384", "matmul_tiled_16_448", "matmul_tiled_32_384", "matmul_tiled_32_640", "transpose_shared_1536", "transpose_padded_1536"},
		counters: slices.Concat(sharedLoads, sharedStores),
	},
	{
		title: "Arbitration for the data banks, loads alone", reason: arbitration, within: 0.02,
		cases: []string{"reduce_shared", "reduce_sequential", "reduce_shuffle", "reduce_shared_1000000_256", "reduce_sequential_1000000_256",
			"setColReadCol_f64_264", "bank_stride_12_1056_512", "transpose_shared_1024", "transpose_padded_1024"},
		counters: sharedLoads,
	},
	{
		title: "Arbitration for the data banks, few loads", reason: arbitration, within: 0.09,
		cases:    []string{"reduce_shuffle_1000000_256", "setRowReadColPad_i32_1056"},
		counters: sharedLoads,
	},
	{
		title:  "A loop that nvcc unrolls by four",
		reason: "Lanes loop 0 to 7 times. nvcc knows the range and takes four iterations, then two, then one. The simulator takes four and the rest one by one, as nvcc does for an unknown number. So other iterations of the lanes share a request: the requests are equal, the sectors fewer.",
		cases:  []string{"branch_loop"}, counters: []string{"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"},
	},
	{
		title:  "A copied struct of mixed fields",
		reason: "nvcc copies a struct of 24 bytes, aligned to 8, as three words of 8 bytes, padding included. The simulator copies its four fields. Structs without padding agree.",
		cases:  []string{"struct_copy_Mixed"}, counters: slices.Concat(globalLoads, globalStores),
	},
	{
		title:  "Spilled registers",
		reason: "`//gpu:launchbounds 1024 2` leaves 32 registers per thread, so values spill to local memory. nvcc moves all 48 loads before their uses and also spills some addresses, and some values twice. The simulator stores a value once and loads it before each use.",
		cases:  []string{"spill_minblocks2", "spill_minblocks2_65536_64_1024", "spill_minblocks2_262144_500_384"}, counters: localTraffic,
	},
}

func (d *deviation) covers(x comparison) bool {
	return slices.Contains(d.cases, x.name) && slices.Contains(d.counters, x.counter)
}

// bound returns the largest allowed difference of a counter.
func (d *deviation) bound(x comparison) float64 {
	if d.within == 0 {
		return math.Inf(1)
	}
	whole := strings.Replace(x.counter, "data_bank_conflicts_pipe_lsu_mem", "data_pipe_lsu_wavefronts_mem", 1)
	return d.within * profileOf(x.name).Metrics[whole]
}

// checkDeviations compares the differences found with the table, in both directions.
func checkDeviations(t *testing.T, found []comparison) {
	t.Helper()
	for _, x := range found {
		i := slices.IndexFunc(deviations, func(d deviation) bool { return d.covers(x) })
		switch {
		case i < 0:
			t.Errorf("%s: %s: got %.0f, want the measured %.0f", x.name, x.counter, x.simulated, x.measured)
		case math.Abs(x.simulated-x.measured) > deviations[i].bound(x):
			t.Errorf("%s: %s: got %.0f, want at most %.0f from the measured %.0f", x.name, x.counter, x.simulated, deviations[i].bound(x), x.measured)
		}
	}
	for _, d := range deviations {
		checkStillDiffers(t, d, found)
	}
	if !testing.Short() {
		simulated := map[string]float64{}
		for _, x := range found {
			simulated[x.name+x.counter] = x.simulated
		}
		checkPart(t, "# Deviations", "H200Counters", deviationsText(found), simulated)
	}
}

// checkStillDiffers reports the listed counters that no longer differ. Whether any counter of a
// kind still differs is known when all launches ran.
func checkStillDiffers(t *testing.T, d deviation, found []comparison) {
	t.Helper()
	if d.some {
		if !slices.ContainsFunc(found, d.covers) && *every {
			t.Errorf("all counters are as measured: remove the deviation %q", d.title)
		}
		return
	}
	for _, name := range d.cases {
		if c, _ := cases.Find(allCases(), name); skipped(c) {
			continue
		}
		for _, counter := range d.counters {
			if !slices.ContainsFunc(found, func(x comparison) bool { return x.name == name && x.counter == counter }) {
				t.Errorf("%s: %s is as measured: remove it from the deviation %q", name, counter, d.title)
			}
		}
	}
}

// cyclesPart begins the second part of DEVIATIONS.md, which cycles_test.go checks.
const cyclesPart = "# Cycles that differ from the measured ones\n"

// checkPart compares the part of DEVIATIONS.md that begins with a title with the text of
// this run, or writes it.
func checkPart(t *testing.T, title, test, want string, simulated map[string]float64) {
	t.Helper()
	text, err := os.ReadFile(deviationsFile)
	if err != nil {
		t.Fatal(err)
	}
	first, second, _ := strings.Cut(string(text), cyclesPart)
	first, second = strings.TrimRight(first, "\n")+"\n", cyclesPart+second
	part := &first
	if title == cyclesPart {
		part = &second
	}
	if golden.Update() {
		*part = want
		if err := os.WriteFile(deviationsFile, []byte(first+"\n"+second), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if !isTrue(*part, want, simulated) {
		t.Errorf("%s differs from the table; write it again: go test ./gpusim/validation -run %s -update", deviationsFile, test)
	}
}

var (
	// figures matches a row of a table: a case, in some tables a counter, the measured and
	// the simulated value.
	figures = regexp.MustCompile("(?m)^\\| (\\w+) \\|(?: `([^`]+)` \\|)? \\d+ \\| (\\d+) \\|.*\n")
	// frames matches the header of a table, also of one without rows, and empty lines.
	frames = regexp.MustCompile(`(?m)^\| (?:case |--- |---:)\|.*\n|^\n`)
)

// isTrue reports whether a part has the words of the wanted text, and no simulated value
// that is over 10 % from this run's. The rows may differ, because the timing model decides
// which cases differ most.
func isTrue(part, want string, simulated map[string]float64) bool {
	for _, row := range figures.FindAllStringSubmatch(part, -1) {
		written, err := strconv.ParseFloat(row[3], 64)
		now, known := simulated[row[1]+row[2]]
		if err != nil || known && math.Abs(written-now) > 0.1*now {
			return false
		}
	}
	words := func(text string) []string {
		return strings.Fields(frames.ReplaceAllString(figures.ReplaceAllString(text, ""), ""))
	}
	return slices.Equal(words(part), words(want))
}

func deviationsText(found []comparison) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Deviations from the measured H200\n\n"+
		"`go test ./gpusim/validation -every -run H200Counters -v` launches the %d cases of `h200` and compares %d counters of each: "+
		"L1 hits, L2 and DRAM traffic of 1 MB or more to %.0f %%, all others exactly. The counters below differ. "+
		"The test fails when a counter differs that is not listed, and when a listed one no longer differs. With `-update` it writes this part of the file. What differs in the kernels of notebooks and tasks, which ran on an H100, is told in [h100/README.md](h100/README.md).\n",
		len(allCases()), len(counters), 100*cached.within)
	for _, d := range deviations {
		w := table.NewWriter()
		w.AppendHeader(table.Row{"case", "counter", "measured", "simulated"})
		for _, x := range found {
			if d.covers(x) {
				w.AppendRow(table.Row{x.name, "`" + x.counter + "`", fmt.Sprintf("%.0f", x.measured), fmt.Sprintf("%.0f", x.simulated)})
			}
		}
		fmt.Fprintf(&b, "\n## %s\n\n%s\n\n%s\n", d.title, d.reason, w.RenderMarkdown())
	}
	return b.String()
}

// TestEveryMeasuredCase: each profiled launch is a case with the same grid, block and
// shared memory.
func TestEveryMeasuredCase(t *testing.T) {
	for _, p := range h200.Profiles() {
		c, ported := cases.Find(allCases(), p.Case)
		if !ported {
			t.Errorf("%s: not ported", p.Case)
			continue
		}
		g, b := c.Grid, c.Block
		shape := fmt.Sprintf("grid=%dx%dx%d block=%dx%dx%d smem=%d", g.X, g.Y, g.Z, b.X, b.Y, b.Z, c.Shared)
		if !strings.HasPrefix(p.Config+" ", shape+" ") {
			t.Errorf("%s: got %s, want %s", p.Case, shape, p.Config)
		}
	}
}

// TestPartsOfDeviations: the words must be those of the table, the values near those of the
// run; any rows may be there.
func TestPartsOfDeviations(t *testing.T) {
	const frame = "\n| case | measured | simulated | ratio |\n| --- | --- | --- | --- |\n"
	const want = "# Title\n\nSome words.\n" + frame + "| slow_1 | 100 | 150 | 1.50 |\n"
	simulated := map[string]float64{"slow_1": 150, "fast_2": 50, "a_3some.sum": 70}
	for part, right := range map[string]bool{
		want:                       true,
		"# Title\n\nSome words.\n": true,
		"# Title\n\nSome words.\n" + frame + "| fast_2 | 100 | 51 | 0.51 |\n":    true,
		"# Title\n\nSome words.\n" + frame + "| slow_1 | 100 | 170 | 1.70 |\n":   false,
		"# Title\n\nSome words.\n" + frame + "| a_3 | `some.sum` | 100 | 71 |\n": true,
		"# Title\n\nSome words.\n" + frame + "| a_3 | `some.sum` | 100 | 90 |\n": false,
		"# Title\n\nOther words.\n" + frame + "| slow_1 | 100 | 150 | 1.50 |\n":  false,
	} {
		if got := isTrue(part, want, simulated); got != right {
			t.Errorf("got %v, want %v:\n%s", got, right, part)
		}
	}
}
