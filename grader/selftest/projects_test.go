package selftest

// This file measures the kernels behind the tables of the projects.

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gpucourse/gpusim/report"
	"gpucourse/grader/internal/simulator"
	"gpucourse/grader/rubric"
)

// stages are the folders of the kernels that rows of a project's table describe, and roofs the metric of its second column.
var (
	stages = map[string]map[string]string{
		"P1_image": {
			"rows are loaded five times, and each pixel counts in global memory": "testdata/wrong/edges_loaded_again",
			"each stage makes a tile in shared memory, and the block waits":      "testdata/wrong/edges_by_stages",
			"the best known": "../../solutions",
		},
		"P2_solver": {
			"a thread per row, and an atomic per warp":           "testdata/wrong/iterate_atomic_per_row",
			"eight lanes per row, one element of each under way": "testdata/wrong/iterate_one_load",
			"the best known": "../../solutions",
		},
		"P3_transformer": {
			"both factors of each product come from global memory": "testdata/wrong/mlp_from_memory",
			"tiles in shared memory, one load under way at a time": "testdata/wrong/mlp_one_load",
			"the best known": "../../solutions",
		},
	}
	roofs = map[string]string{
		"P1_image":       "sm__inst_issued.avg.pct_of_peak_sustained_elapsed",
		"P2_solver":      "dram__throughput.avg.pct_of_peak_sustained_elapsed",
		"P3_transformer": "sm__inst_issued.avg.pct_of_peak_sustained_elapsed",
	}
)

// stageRow matches a row: cycles, percent of the roof, and what the kernel does.
var stageRow = regexp.MustCompile(`(?m)^\| ([\d ]+) \| (\d+) \| (.+) \|$`)

// TestTablesOfProjects: each row of the table "How far did you get?" is what a kernel takes and uses, the last one is what
// cards call the best known, and the README names par. The projects are those of the sample.
func TestTablesOfProjects(t *testing.T) {
	for _, e := range sampled() {
		if !e.Project {
			continue
		}
		text, rows := readme(t, e), 0
		k := &e.Kernels[slices.IndexFunc(e.Kernels, func(k rubric.Kernel) bool { return k.Record != nil })]
		for _, row := range stageRow.FindAllStringSubmatch(text, -1) {
			folder, ok := stages[e.Name][row[3]]
			if !ok {
				t.Errorf("%s: no kernel of the tests is %q", e.Name, row[3])
				continue
			}
			rows++
			c := launched(t, e, k, folder+"/"+e.Name, k.SizeForTime(), simulator.Cycles)
			cycles, _ := c.Metric(rubric.CyclesElapsed)
			if row[3] == "the best known" {
				cycles = k.Record.Best // on the inputs of the grader: TestBestKnown
			}
			used, _ := c.Metric(roofs[e.Name])
			if got := fmt.Sprintf("%s | %.0f", threeDigits(cycles), math.Round(used)); got != row[1]+" | "+row[2] {
				t.Errorf("%s: %s: the README says %s | %s, measured %s", e.Name, row[3], row[1], row[2], got)
			}
		}
		if want := fmt.Sprintf("| **%s** | | **par**: full marks |", report.Number(parOf(k))); rows != len(stages[e.Name]) || !strings.Contains(text, want) {
			t.Errorf("%s: the README has %d rows of %d; it must say %s", e.Name, rows, len(stages[e.Name]), want)
		}
	}
}
