package micro

// This file compares the micro-benchmarks with their measurements on an H200.

import (
	"fmt"
	"math"
	"testing"

	"github.com/jedib0t/go-pretty/v6/table"

	_ "gpucourse/internal/collect"
)

// The tolerances of a row: one for an instruction or an SM, one for the whole chip. Events
// resolve half a microsecond (CUDA Runtime API, cudaEventElapsedTime).
const (
	near      = 0.05
	nearWide  = 0.10
	nearEvent = 0.5 // microseconds
)

// within returns the tolerance of the row.
func (r row) within() float64 {
	switch {
	case r.bandwidth:
		return nearWide
	case r.micros:
		return max(near, nearEvent/r.measured)
	}
	return near
}

// families are the groups of rows. Short ones also run in short tests.
var families = []struct {
	name  string
	short bool
	rows  func(*bench) []row
}{
	{"ffma", true, (*bench).ffma},
	{"op", true, (*bench).ops},
	{"instructions", true, (*bench).instructions},
	{"latency_global", false, (*bench).globalLatency},
	{"latency_dram", true, (*bench).dramLatency},
	{"latency_shared", true, (*bench).sharedLatency},
	{"latency_const", true, (*bench).constLatency},
	{"shared_load", true, (*bench).sharedLoads},
	{"global_l1hit", false, (*bench).l1Hits},
	{"l1", false, (*bench).l1Patterns},
	{"flight", true, (*bench).flights},
	{"sflight", true, (*bench).sharedFlights},
	{"request", false, (*bench).requests},
	{"wide", true, (*bench).wideLoads},
	{"global_l2hit", false, (*bench).l2Hits},
	{"same_line", false, (*bench).sameLine},
	{"constants", true, (*bench).constants},
	{"const_load", true, (*bench).constLoads},
	{"diverge", true, (*bench).diverge},
	{"atomic_shared", true, (*bench).sharedAtomics},
	{"launch", false, (*bench).launches},
	{"bandwidth", false, (*bench).streams},
	{"l2_stream", false, (*bench).l2Stream},
	{"dram_read", false, (*bench).dramReads},
	{"store", false, (*bench).stores},
	{"partial", false, (*bench).partStores},
	{"stream", false, (*bench).wholeStreams},
	{"atomic_global", false, (*bench).globalAtomics},
	{"chain", false, (*bench).chains},
	{"same", false, (*bench).sameStores},
}

// TestMicro prints rows, measured and simulated. Each must be within its tolerance, or in the
// range of the deviation that lists it. Long families simulate one row in ten. All rows:
//
//	go test ./gpusim/validation/micro -every
func TestMicro(t *testing.T) {
	for _, f := range families {
		t.Run(f.name, func(t *testing.T) {
			if testing.Short() && !f.short {
				t.Skip("launches on the whole chip")
			}
			t.Parallel()
			b := newBench(t)
			judge(t, f.rows(b), b.asked == 0 || *every)
		})
	}
}

// judge prints the rows and reports those that are neither near nor listed, and, if they are
// all rows of the family, deviations that need not be listed.
func judge(t *testing.T, rows []row, all bool) {
	w := table.NewWriter()
	w.AppendHeader(table.Row{"row", "measured", "simulated", "ratio", ""})
	good := 0
	for _, r := range rows {
		note := ""
		switch d := deviationOf(r.name); {
		case r.isNear():
			good++
		case d == nil:
			note = "!"
			t.Errorf("%s: simulated is %.3f of measured, want it within %.0f %%", r.name, r.ratio(), 100*r.within())
		case r.ratio() < d.least || r.ratio() > d.most:
			note = "!"
			t.Errorf("%s: simulated is %.3f of measured, the deviation is listed with %g to %g", r.name, r.ratio(), d.least, d.most)
		default:
			note = "listed"
		}
		w.AppendRow(table.Row{r.name, fmt.Sprintf("%.3f", r.measured), fmt.Sprintf("%.3f", r.simulated), fmt.Sprintf("%.3f", r.ratio()), note})
	}
	t.Logf("%s\n%d of %d rows are near", w.Render(), good, len(rows))
	if all {
		checkDeviations(t, rows)
	} else {
		t.Log("one row in ten was simulated; -every simulates all")
	}
}

func (r row) ratio() float64 { return r.simulated / r.measured }

func (r row) isNear() bool { return math.Abs(r.ratio()-1) <= r.within() }
