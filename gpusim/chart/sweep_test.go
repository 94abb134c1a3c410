package chart

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/report"
	"gpucourse/gpusim/sweep"
)

// swept is the results of launches whose time is that of a copy. Blocks of 2048 threads cannot run.
func swept(axes ...sweep.Axis) *sweep.Results {
	spec, err := arch.Find("H200")
	if err != nil {
		panic(err)
	}
	s := sweep.Sweep{Axes: axes, Launch: func(_ context.Context, p sweep.Point) (*report.Report, error) {
		if strings.Contains(p.String(), "block=2048") {
			return nil, errors.New("too large")
		}
		us := 2.0
		if strings.Contains(p.String(), "n=") {
			us += float64(p.Int("n")) / 5e5
		}
		return &report.Report{Spec: spec, Time: report.Time{Cycles: 1500 * us, Microseconds: us, Roofs: []report.Roof{{Resource: "DRAM", Cycles: 1500 * (us - 2)}}}}, nil
	}}
	r, err := s.Run(context.Background())
	if err != nil {
		panic(err)
	}
	return r
}

// sweepPictures are two figures over sizes, and one of launches without an axis of numbers.
func sweepPictures() map[string]*Picture {
	sizes, err := sweep.Parse("n=1024:16777216:x4")
	if err != nil {
		panic(err)
	}
	usual := sweep.Usual()
	over := Sweep(swept(sizes, sweep.Over("block", 64, 2048)), usual[0], usual[3])
	return map[string]*Picture{"sweep_time": over[0], "sweep_share": over[1], "sweep_bars": Sweep(swept(sweep.Over("device", "H100", "H200")), usual[0])[0]}
}

// TestSweep: the first axis of numbers lies along the pictures, the next axis has lines, and each point of the
// others has pictures.
func TestSweep(t *testing.T) {
	r := swept(sweep.Over("device", "H100", "H200"), sweep.Over("n", 1, 2, 3), sweep.Over("block", 32, 64), sweep.Over("shared", 0))
	var titles []string
	for _, p := range Sweep(r) {
		titles = append(titles, p.Title)
	}
	want := []string{"Time", "DRAM", "L2", "Share of the roof"}
	for _, block := range []int{32, 64} {
		for _, name := range want[:4] {
			want = append(want, fmt.Sprintf("%s, block=%d shared=0", name, block))
		}
	}
	if !slices.Equal(titles, want[4:]) {
		t.Errorf("got %q, want %q", titles, want[4:])
	}
}

// TestLogBase: an axis of numbers that grow by one factor is logarithmic, with a mark at less than ten powers.
func TestLogBase(t *testing.T) {
	for text, want := range map[string]int{"n=1:512:x2": 2, "n=1024:524288:x2": 2, "n=1:1048576:x4": 8, "n=1:1000:x10": 10, "n=10:1000:x1.5": 10, "n=0:8:2": 0, "n=1,2": 0, "n=1,2,3": 0} {
		a, err := sweep.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		numbers, _ := a.Numbers()
		if got := logBase(numbers); got != want {
			t.Errorf("%s: got base %d, want %d", text, got, want)
		}
	}
}
