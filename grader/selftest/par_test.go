package selftest

// This file measures the kernels behind the tables of the open exercises.

import (
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/report"
	"gpucourse/grader/internal/grading"
	"gpucourse/grader/rubric"
)

// rungs are the folders of the kernels that rows of the tables describe, by exercise.
var rungs = map[string]map[string]string{
	"16_reduction": {
		"as handed out": "../stubs",
		"a warp for each segment, with shuffles at its end": "testdata/right/peaks_by_shuffles",
		"the best known": "testdata/right/peaks_loads_first",
	},
	"17_transpose": {
		"as handed out":                        "../stubs",
		"a tile whose columns lie in one bank": "testdata/wrong/axes_bare_tile",
		"a tile whose columns lie in 32 banks": "testdata/right/axes_row_by_row",
		"the best known":                       "../../solutions",
	},
	"20_which_memory": {
		"as handed out":                 "../stubs",
		"one atomic addition per block": "testdata/wrong/edges_from_l2",
		"a tile in shared memory; each thread does four pixels of a column": "testdata/right/edges_tile",
		"a pixel per lane, and neighbours by shuffles":                      "testdata/right/edges_by_shuffles",
		"the best known": "testdata/right/edges_loads_first",
	},
	"23_clusters": {
		"as handed out":                  "../stubs",
		"one barrier per step":           "testdata/wrong/diffuse_one_barrier",
		"16 cells of each neighbour":     "testdata/right/diffuse_cells_sent",
		"8 cells, and heat in registers": "testdata/right/diffuse_in_registers",
		"the best known":                 "../../solutions",
	},
	"21_async_copies": {
		"as handed out":  "../stubs",
		"two stages":     "testdata/wrong/echo_two_stages",
		"four stages":    "testdata/right/echo_four_stages",
		"the best known": "../../solutions",
	},
	"22_bulk_copies": {
		"as handed out":                                "../stubs",
		"one bag under way":                            "testdata/wrong/bags_one_at_a_time",
		"a ring, and the list is read row by row":      "testdata/wrong/bags_list_read_late",
		"the list is read first, and four lanes order": "testdata/right/bags_four_lanes",
		"the best known":                               "../../solutions",
	},
	"24_tensor_cores": {
		"as handed out": "../stubs",
		"products on tensor cores, from rows of 128 bytes": "testdata/wrong/best_rows_of_128",
		"rows with an XOR, one tile at a time":             "testdata/wrong/best_one_tile",
		"three stages":                                     "testdata/right/best_no_empty_groups",
		"the best known":                                   "../../solutions",
	},
}

// rungOf matches a row: cycles, and what the kernel does.
var rungOf = regexp.MustCompile(`(?m)^\| \**([\d ]+?)\** \| (.+) \|$`)

// measuredCycles grades a folder of an exercise and returns the cycles of its open kernel.
func measuredCycles(t *testing.T, e *rubric.Exercise, folder string) (cycles, par float64) {
	t.Helper()
	g := grading.New()
	g.Untouched = true
	for _, goal := range g.Grade(only(e, openKernel(e).Name), filepath.Join(folder, e.Name))[0].Measured {
		if goal.Name == "cycles" {
			return goal.Got, goal.Limit
		}
	}
	t.Fatalf("%s: no cycles were measured", folder)
	return 0, 0
}

// threeDigits rounds to three digits, and writes groups of three: "14 800".
func threeDigits(v float64) string {
	unit := math.Pow(10, math.Floor(math.Log10(v))-2)
	return report.Number(math.Round(v/unit) * unit)
}

// TestTablesOfTheOpenExercises: each row of the table "How far did you get?" is what a kernel takes, and
// the README names par. Chapter 20 names the same par and the same best known value. One exercise in three is
// measured, with -every all.
func TestTablesOfTheOpenExercises(t *testing.T) {
	for _, name := range oneIn(3, slices.Sorted(maps.Keys(rungs))) {
		e := &rubric.Exercises[slices.IndexFunc(rubric.Exercises, func(e rubric.Exercise) bool { return e.Name == name })]
		text, rows := readme(t, e), 0
		best, par, handedOut := math.Inf(1), 0.0, 0.0
		for _, row := range rungOf.FindAllStringSubmatch(text, -1) {
			folder, ok := rungs[name][row[2]]
			if !ok {
				continue
			}
			rows++
			var cycles float64
			cycles, par = measuredCycles(t, e, folder)
			if threeDigits(cycles) != row[1] {
				t.Errorf("%s, %s: the README says %s cycles, measured %s", name, row[2], row[1], threeDigits(cycles))
			}
			best, handedOut = min(best, cycles), max(handedOut, cycles)
		}
		if rows != len(rungs[name]) || !strings.Contains(text, fmt.Sprintf("| **%s** | **par**: full marks |", threeDigits(par))) {
			t.Errorf("%s: the README has %d rows of %d, and par is %s", name, rows, len(rungs[name]), threeDigits(par))
		}
		if want := partsOfRoof(t, e, par, best); !strings.Contains(strings.Join(strings.Fields(text), " "), want) {
			t.Errorf("%s: the README does not say %q", name, want)
		}
		if name == "20_which_memory" {
			if times := math.Round(handedOut / par); times != 14 || !strings.Contains(text, "it takes fourteen times as\nlong as it should") {
				t.Errorf("the kernel takes %v times par as it is handed out", times)
			}
			chapterNames(t, par, best)
		}
	}
}

// partsOfRoof says how much of the bandwidth of DRAM par and the best known kernel use, as the cards do; nothing where
// DRAM is no roof.
func partsOfRoof(t *testing.T, e *rubric.Exercise, par, best float64) string {
	t.Helper()
	k := openKernel(e)
	if k.Record.Bytes == nil {
		return ""
	}
	dev, err := gpusim.Open(e.Device)
	if err != nil {
		t.Fatal(err)
	}
	rate := dev.Peaks().DRAM / (float64(dev.Spec().ClockMHz) * 1e6)
	return fmt.Sprintf("Par uses %.0f %% of the bandwidth of DRAM, and the best known %.0f %%.", k.OfRoof(par, rate), k.OfRoof(best, rate))
}

// openKernel returns the open kernel of an exercise.
func openKernel(e *rubric.Exercise) *rubric.Kernel {
	return &e.Kernels[slices.IndexFunc(e.Kernels, func(k rubric.Kernel) bool { return k.Form == rubric.Open })]
}

// chapterNames checks par and the best known value in the chapter's text and code.
func chapterNames(t *testing.T, par, best float64) {
	t.Helper()
	chapter, err := os.ReadFile("../../notebooks/20_which_memory.ipynb")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		fmt.Sprintf("*Par* is %s cycles, and the best known version takes %s.", threeDigits(par), threeDigits(best)),
		"const par, best = " + strconv.Itoa(int(par)) + ", " + strings.ReplaceAll(threeDigits(best), " ", ""),
	} {
		if !strings.Contains(string(chapter), want) {
			t.Errorf("chapter 20 does not say %q", want)
		}
	}
}
