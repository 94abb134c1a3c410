package course

// This file checks measured figures that stand in the texts and in no output of a cell.

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gpucourse/gpusim/validation/h200"
)

// measurements returns the numbers of the lines that begin with words, in a file of
// gpusim/validation. The first group of after is the part of a line that holds them.
func measurements(t *testing.T, file, words string, after *regexp.Regexp) (list []float64) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../../../gpusim/validation", filepath.FromSlash(file)))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		found := after.FindStringSubmatch(strings.TrimSpace(line))
		if !strings.HasPrefix(line, words) || found == nil {
			continue
		}
		for _, field := range strings.Fields(found[1]) {
			v, err := strconv.ParseFloat(field, 64)
			if err != nil {
				t.Fatalf("%s: %q: %v", file, line, err)
			}
			list = append(list, v)
		}
	}
	if len(list) == 0 {
		t.Fatalf("%s: no line begins with %q", file, words)
	}
	return list
}

// What of a line is measured.
var (
	afterColon  = regexp.MustCompile(`: (.*)`)
	later       = regexp.MustCompile(`: \S+ (.*)`) // all passes but the first
	lastField   = regexp.MustCompile(`(\S+)$`)
	afterCycles = regexp.MustCompile(`cycles (.*)`)
	faultCycles = regexp.MustCompile(`, (\d+) cycles`)
)

// between returns the least and the largest of the values in a range.
func between(list []float64, from, to float64) (least, most float64) {
	list = slices.DeleteFunc(slices.Clone(list), func(v float64) bool { return v < from || v > to })
	return slices.Min(list), slices.Max(list)
}

// tens rounds to tens.
func tens(v float64) int { return int(math.Round(v/10)) * 10 }

// thousands rounds to thousands: "79 000".
func thousands(v float64) string { return fmt.Sprintf("%.0f 000", math.Round(v/1000)) }

// TestFiguresInTexts: these sentences say what was measured.
func TestFiguresInTexts(t *testing.T) {
	const all = math.MaxFloat64
	statements, cold := "h100/statements.txt", "h200/constants/constant.txt"
	leastHost, mostHost := between(measurements(t, statements, "mapped host bytes", afterColon), 0, all)
	_, mostDevice := between(measurements(t, statements, "mapped device bytes", later), 0, all)
	faults := measurements(t, statements, "managed ", faultCycles)
	leastFault, mostFault := between(faults, 0, 1e6)
	longFault, longest := between(faults, 1e6, all)
	leastMiss, mostMiss := between(measurements(t, cold, "touch_const_cold", afterCycles), 200, all)
	throttle := measurements(t, statements, "stalls launch 2 conflicts smsp__average_warps_issue_stalled_mio_throttle", lastField)[0]
	latency := func(words, column string) int { return tens(h200.Micro(words)[0][column]) }
	for chapter, sentences := range map[string][]string{
		"02_gpu_memory": {
			fmt.Sprintf("Shared memory and L1 answer after about %d and %d cycles, L2\nafter about %d, and DRAM after about %d.", latency("latency_shared", "cycles"),
				latency("latency_global kb=64", "ca_cycles"), latency("latency_global kb=64", "cg_cycles"), latency("latency_dram", "cycles")),
		},
		"06_transfers": {
			fmt.Sprintf("took %d to %d cycles each", tens(leastHost), tens(mostHost)),
			fmt.Sprintf("later passes took %d cycles or less", tens(mostDevice)),
			fmt.Sprintf("Most of these page faults took %s to %s cycles; a few took %.1f million.", thousands(leastFault), thousands(mostFault), longFault/1e6),
		},
		"09_constant_memory": {fmt.Sprintf("such a miss took %d to %d cycles", tens(leastMiss), tens(mostMiss))},
		"14_bank_conflicts":  {fmt.Sprintf("it counted %.0f cycles of `mio_throttle` per instruction", throttle)},
	} {
		text := notebookText(t, chapter)
		for _, want := range sentences {
			if !strings.Contains(text, want) {
				t.Errorf("chapter %s does not say %q", chapter, want)
			}
		}
	}
	if longest > 1.02*longFault {
		t.Errorf("long page faults took %v to %v cycles, want one figure for all", longFault, longest)
	}
}

// notebookText returns the texts of a chapter.
func notebookText(t *testing.T, chapter string) string {
	t.Helper()
	var b strings.Builder
	for _, c := range readNotebook(t, filepath.Join("../..", chapter+".ipynb")).Cells {
		if c.Type == "markdown" {
			b.WriteString(strings.Join(c.Source, "") + "\n")
		}
	}
	return b.String()
}
