package h200

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestThroughputReadsFields(t *testing.T) {
	rows := Throughput("shared_load")
	if len(rows) != 6 {
		t.Fatalf("got %d rows of shared_load, want 6", len(rows))
	}
	want := map[string]float64{"stride": 32, "bytes4": 32.016, "bytes8": 32.016}
	if diff := cmp.Diff(want, rows[5]); diff != "" {
		t.Errorf("last row of shared_load (-want +got):\n%s", diff)
	}
	if rows := Throughput("shared"); len(rows) != 0 {
		t.Errorf("got %d rows of a name that begins others, want none", len(rows))
	}
	if rows := Throughput("launch"); len(rows) != 7 || rows[3]["blocks"] != 8448 || rows[3]["threads1024"] != 10.78 {
		t.Errorf("got %v, want six launches, and them back to back", rows)
	}
	if rows := Micro("launch_empty_us"); len(rows) != 1 || rows[0][""] != 6.208 {
		t.Errorf("got %v, want one empty launch of 6.208 us", rows)
	}
	if rows := Launches(); len(rows) != 6 || rows[3]["blocks"] != 8448 || rows[3]["threads32"] != 10.91 {
		t.Errorf("got %v, want six launches, each the median of its runs", rows)
	}
	if rows := Hits(); len(rows) != 10 || rows[9]["blocks"] != 264 || math.Abs(rows[9]["stride32"]-86.6517) > 1e-4 {
		t.Errorf("got %v, want ten rows of loads, each the mean of six devices", rows)
	}
	if rows := Transfers("overlap order=depth"); len(rows) != 18 || rows[0]["total_us"] != 3665.3 {
		t.Errorf("got %v, want 18 rows of chunks issued depth first", rows)
	}
}

func TestMeasuredFindsCases(t *testing.T) {
	p := Measured("transpose_naive_2048")
	if p.Kernel != "transpose_naive" || p.Microseconds < 10 || p.Microseconds > 1000 {
		t.Errorf("got kernel %s and %v µs, want transpose_naive and its time", p.Kernel, p.Microseconds)
	}
}
