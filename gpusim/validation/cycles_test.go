package validation

// The cycles of the corpus against those a profiler counted on an H200.

import (
	"cmp"
	"flag"
	"fmt"
	"math"
	"regexp"
	"slices"
	"testing"

	"github.com/jedib0t/go-pretty/v6/table"
	"gonum.org/v1/gonum/stat"

	"gpucourse/gpusim/validation/cases"
	"gpucourse/gpusim/validation/kernels"
)

var only = flag.String("only", "", "a regular expression: the cases whose cycles are compared")

// timing is one case's cycles.
type timing struct {
	name                string
	measured, simulated float64
	limit               string
}

// ratio is the simulated by the measured cycles.
func (x timing) ratio() float64 { return x.simulated / x.measured }

// off is by how much they differ, as |log ratio|.
func (x timing) off() float64 { return math.Abs(math.Log(x.ratio())) }

const elapsed = "sm__cycles_elapsed.max"

// TestH200Cycles prints every case of visible.cu.
func TestH200Cycles(t *testing.T) {
	list := timings(t, kernels.Cases())
	slices.SortFunc(list, func(a, b timing) int { return cmp.Compare(b.off(), a.off()) })
	t.Logf("cycles, furthest from the measured first:\n%s", timingTable(list))
	mean, rank := agreement(list)
	t.Logf("%d cases: geometric mean of the error %.1f %%, rank correlation %.3f", len(list), 100*(math.Exp(mean)-1), rank)
}

// timings launches cases and looks their cycles up.
func timings(t *testing.T, list []cases.Case) []timing {
	t.Helper()
	chosen := regexp.MustCompile(*only)
	var out []timing
	for _, c := range list {
		if !chosen.MatchString(c.Name) || testing.Short() && slow.MatchString(c.Name) {
			continue
		}
		r := launch(t, c)
		out = append(out, timing{c.Name, profileOf(c.Name).Metrics[elapsed], r.Time.Cycles, r.Time.Limit()})
	}
	return out
}

func timingTable(list []timing) string {
	rows := table.NewWriter()
	rows.AppendHeader(table.Row{"case", "measured", "simulated", "ratio", "limit"})
	for _, x := range list {
		rows.AppendRow(table.Row{x.name, x.measured, x.simulated, fmt.Sprintf("%.2f", x.ratio()), x.limit})
	}
	return rows.Render()
}

// agreement is the mean of |log ratio|, and Spearman's rank correlation.
func agreement(list []timing) (mean, rank float64) {
	off, measured, simulated := make([]float64, len(list)), make([]float64, len(list)), make([]float64, len(list))
	for i, x := range list {
		off[i], measured[i], simulated[i] = x.off(), x.measured, x.simulated
	}
	return stat.Mean(off, nil), stat.Correlation(ranks(measured), ranks(simulated), nil)
}

// ranks is the place of each number among all; equal ones share theirs.
func ranks(list []float64) []float64 {
	sorted := slices.Sorted(slices.Values(list))
	out := make([]float64, len(list))
	for i, v := range list {
		first, _ := slices.BinarySearch(sorted, v)
		last := first
		for last < len(sorted) && sorted[last] == v {
			last++
		}
		out[i] = float64(first+last-1) / 2
	}
	return out
}
