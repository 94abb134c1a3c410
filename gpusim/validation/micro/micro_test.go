package micro

// The device's clock against what the micro-benchmarks took on an H200.

import (
	"flag"
	"fmt"
	"math"
	"sync"
	"testing"

	"github.com/jedib0t/go-pretty/v6/table"
)

// How near a row must be: what one instruction or one SM takes, and what the
// whole chip moves. Events tell half a microsecond (CUDA Runtime API, on
// cudaEventElapsedTime).
const (
	near      = 0.05
	nearWide  = 0.10
	nearEvent = 0.5 // microseconds
)

// within is how near the row must be.
func (r row) within() float64 {
	switch {
	case r.bandwidth:
		return nearWide
	case r.micros:
		return max(near, nearEvent/r.measured)
	}
	return near
}

// families are the measurements; short ones run in short tests too.
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
	{"answers", false, (*bench).answers},
}

// TestMicro prints each measured row beside the simulated one. All must be near
// but those of the table of deviations, which must be as far as it says.
func TestMicro(t *testing.T) {
	var seen sync.Map
	t.Cleanup(func() {
		if !testing.Short() && flag.Lookup("test.run").Value.String() == "" {
			allSeen(t, &seen)
		}
	})
	for _, f := range families {
		t.Run(f.name, func(t *testing.T) {
			if testing.Short() && !f.short {
				t.Skip("launches on the whole chip")
			}
			t.Parallel()
			rows := f.rows(newBench(t))
			for _, r := range rows {
				seen.Store(r.name, true)
			}
			judge(t, rows)
		})
	}
}

// allSeen reports deviations of rows that there are not.
func allSeen(t *testing.T, seen *sync.Map) {
	for name := range deviations {
		if _, ok := seen.Load(name); !ok {
			t.Errorf("the table of deviations has %s, which no family measures", name)
		}
	}
}

// judge prints the rows and reports those that are too far.
func judge(t *testing.T, rows []row) {
	w := table.NewWriter()
	w.AppendHeader(table.Row{"row", "measured", "simulated", "ratio", ""})
	good := 0
	for _, r := range rows {
		note, wrong := r.verdict()
		if wrong != "" {
			t.Errorf("%s: %s", r.name, wrong)
		}
		if note == "" {
			good++
		}
		w.AppendRow(table.Row{r.name, fmt.Sprintf("%.3f", r.measured), fmt.Sprintf("%.3f", r.simulated), fmt.Sprintf("%.3f", r.ratio()), note})
	}
	t.Logf("%s\n%d of %d rows are near", w.Render(), good, len(rows))
}

func (r row) ratio() float64 { return r.simulated / r.measured }

// verdict returns what the table says beside a row, nothing when it is near, and
// what is wrong with it.
func (r row) verdict() (note, wrong string) {
	isNear := math.Abs(r.ratio()-1) <= r.within()
	d, known := deviations[r.name]
	switch {
	case known && isNear:
		return d.why, fmt.Sprintf("simulated is %.3f of measured, near: leave it out of the deviations", r.ratio())
	case known && math.Abs(r.ratio()-d.ratio) > d.ratio*deviationSlack:
		return d.why, fmt.Sprintf("simulated is %.3f of measured, the table of deviations says %.3f", r.ratio(), d.ratio)
	case !known && !isNear:
		return "!", fmt.Sprintf("simulated is %.3f of measured, want it within %.0f %%", r.ratio(), 100*r.within())
	}
	return d.why, ""
}
