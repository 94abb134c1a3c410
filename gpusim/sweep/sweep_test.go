package sweep

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/report"
)

// TestParse: lists, ranges and constant expressions; everything else is a text.
func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"n=1024:16384:x2":        "1024 2048 4096 8192 16384",
		"n=1<<10:10000:x3":       "1024 3072 9216",
		"n=10:40:x1.5":           "10 15 22 33",
		"n=0:10:4":               "0 4 8",
		"n=2:4":                  "2 3 4",
		"a=0.5:1:0.25":           "0.5 0.75 1",
		"n=1e3,2:3,7":            "1000 2 3 7",
		"block=64,32x8":          "64 32x8",
		"kernel=a<1,2>,b<3>,c":   "a<1,2> b<3> c",
		"device=GeForce GTX 280": "GeForce GTX 280",
		"on=true,false":          "true false",
		"-DTILE=8,16":            "8 16",
		"n=-1":                   "-1",
	} {
		a, err := Parse(text)
		if got := strings.Join(a.Values, " "); err != nil || got != want {
			t.Errorf("%s: got %q, %v, want %q", text, got, err, want)
		}
	}
	for text, want := range map[string]string{
		"n":               "is no axis",
		"=1":              "is no axis",
		"n=":              "is no axis",
		"n=1,,2":          "a value is empty",
		"n=1,2,2":         "the value 2 stands there twice",
		"n=1:2:3:4":       "is not FIRST:LAST",
		"n=a:b":           "is not FIRST:LAST",
		"n=4:1":           "the first value not above the last",
		"n=1:4:0":         "the step must be above 0",
		"n=1:4:x1":        "the factor must be above 1",
		"n=0:4:x2":        "the first value above 0",
		"n=1:1000000":     "at most 100000 values",
		"n=1:1<<40:x1.00": "the factor must be above 1",
	} {
		if _, err := Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", text, err, want)
		}
	}
}

// TestPoints: the last axis changes fastest.
func TestPoints(t *testing.T) {
	list, err := points([]Axis{Over("n", 1, 2), Over("device", "A", "B", "C")})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for i, p := range list {
		if got = append(got, p.String()); p.Index != i {
			t.Errorf("%v has index %d, want %d", p, p.Index, i)
		}
	}
	if want := "n=1 device=A, n=1 device=B, n=1 device=C, n=2 device=A, n=2 device=B, n=2 device=C"; strings.Join(got, ", ") != want {
		t.Errorf("got %q, want %s", got, want)
	}
	if p := list[4]; p.Int("n") != 2 || p.Value("device") != "B" {
		t.Errorf("got %d and %s of %v", p.Int("n"), p.Value("device"), p)
	}
	thousand := make([]int, 1000)
	for i := range thousand {
		thousand[i] = i
	}
	for want, axes := range map[string][]Axis{
		"there are two axes n": {Over("n", 1), Over("n", 2)},
		"axis n has no values": {{Name: "n"}},
		"at most 100000":       {Over("n", thousand...), Over("m", thousand...)},
	} {
		if _, err := points(axes); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

var testSpec, _ = arch.Find("H200")

// fake is a sweep of 12 launches. Of those with n=3 one has no time and one cannot run. It counts launches.
func fake(file string, launches *atomic.Int32) *Sweep {
	return &Sweep{Of: "fake", Axes: []Axis{Over("n", 1, 2, 3), Over("block", 32, 64, 96, 128)}, File: file, Launch: func(_ context.Context, p Point) (*report.Report, error) {
		launches.Add(1)
		r := &report.Report{Spec: testSpec, Time: report.Time{Cycles: float64(1000 * p.Int("n")), Microseconds: float64(p.Int("n")) / 2}}
		r.Time.Roofs = []report.Roof{{Resource: "DRAM", Cycles: float64(p.Int("block"))}}
		switch p.String() {
		case "n=3 block=96":
			r.Time = report.Time{}
		case "n=3 block=128":
			return nil, errors.New("it cannot run <here>")
		}
		return r, nil
	}}
}

// run runs a sweep and returns the bytes of its file.
func run(t *testing.T, s *Sweep) string {
	t.Helper()
	if _, err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(s.File)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestShards: the file is the same for any number of launches at the same time and of shards.
func TestShards(t *testing.T) {
	var launches atomic.Int32
	folder := t.TempDir()
	alone := fake(filepath.Join(folder, "alone"), &launches)
	alone.Jobs = 1
	want := run(t, alone)
	if got := strings.Count(want, "\n"); got != 13 || launches.Load() != 12 {
		t.Fatalf("got %d lines and %d launches, want 13 and 12:\n%s", got, launches.Load(), want)
	}
	for _, of := range []int{1, 3, 5, 20} {
		var files []string
		for i := range of {
			s := fake(filepath.Join(folder, Shard{i, of}.name()), &launches)
			s.Shard, s.Jobs = Shard{i, of}, 3
			run(t, s)
			files = append(files, s.File)
		}
		slices.Reverse(files)
		r, err := Merge(files...)
		if err != nil {
			t.Fatal(err)
		}
		merged := filepath.Join(folder, "merged")
		if err := r.WriteFile(merged); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(merged); string(got) != want || err != nil {
			t.Errorf("%d shards: got\n%s%v, want\n%s", of, got, err, want)
		}
	}
}

func (s Shard) name() string {
	return "part-" + string(rune('a'+s.Index)) + "-" + string(rune('a'+s.Of))
}

// TestResume: a sweep that was killed in the middle of a line goes on with what is missing.
func TestResume(t *testing.T) {
	var launches atomic.Int32
	s := fake(filepath.Join(t.TempDir(), "r"), &launches)
	want := run(t, s)
	lines := strings.SplitAfter(want, "\n")
	for keep := range len(lines) {
		part := strings.Join(lines[:keep], "") + lines[keep][:len(lines[keep])/2]
		if err := os.WriteFile(s.File, []byte(part), 0o666); err != nil {
			t.Fatal(err)
		}
		launches.Store(0)
		if got := run(t, s); got != want {
			t.Errorf("after %d lines: got\n%s, want\n%s", keep, got, want)
		}
		if got, want := int(launches.Load()), 13-max(keep, 1); got != want {
			t.Errorf("after %d lines: got %d launches, want %d", keep, got, want)
		}
	}
}

// TestLargerSweep: a sweep may get further points; results of another one are refused.
func TestLargerSweep(t *testing.T) {
	var launches atomic.Int32
	s := fake(filepath.Join(t.TempDir(), "r"), &launches)
	before := run(t, s)
	launches.Store(0)
	s.Axes = []Axis{Over("n", 0, 1, 2, 3), s.Axes[1]}
	if after := run(t, s); launches.Load() != 4 || !strings.HasSuffix(after, strings.Join(strings.SplitAfter(before, "\n")[1:], "")) {
		t.Errorf("got %d launches, want 4, and\n%s", launches.Load(), after)
	}
	s.Axes = []Axis{Over("n", 1, 2), s.Axes[1]}
	if _, err := s.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "points that this sweep does not have") {
		t.Errorf("a smaller sweep: got %v", err)
	}
	other := fake(s.File, &launches)
	other.Of = "other"
	if _, err := other.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "results of another sweep") {
		t.Errorf("another sweep: got %v", err)
	}
	if err := os.WriteFile(s.File, []byte("n,time\n1,2\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Run(t.Context()); err == nil || !strings.Contains(err.Error(), ":1: this is no line of results") {
		t.Errorf("another file: got %v", err)
	}
}

// TestMerge: files of different sweeps, different results of one point, missing points.
func TestMerge(t *testing.T) {
	var launches atomic.Int32
	folder := t.TempDir()
	half := fake(filepath.Join(folder, "half"), &launches)
	half.Shard = Shard{1, 2}
	text := run(t, half)
	r, err := Merge(half.File)
	if err != nil || len(r.Rows) != 6 || len(r.Missing) != 6 || r.Missing[0].String() != "n=1 block=32" {
		t.Errorf("got %d rows, missing %v, %v", len(r.Rows), r.Missing, err)
	}
	other := fake(filepath.Join(folder, "other"), &launches)
	other.Of = "other"
	run(t, other)
	changed := filepath.Join(folder, "changed")
	if err := os.WriteFile(changed, []byte(strings.ReplaceAll(text, `"us":0.5`, `"us":0.6`)), 0o666); err != nil {
		t.Fatal(err)
	}
	for want, files := range map[string][]string{
		"different sweeps":   {half.File, other.File},
		"another result":     {half.File, changed},
		"holds no results":   {half.File, filepath.Join(folder, "absent")},
		"no line of results": {"sweep.go"},
	} {
		if _, err := Merge(files...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// TestStopped: a launch that was stopped because it took too long, and those of a sweep that was cancelled,
// have no row, so that the next run tries them again.
func TestStopped(t *testing.T) {
	var launches atomic.Int32
	s := fake(filepath.Join(t.TempDir(), "r"), &launches)
	s.Jobs = 1
	whole := s.Launch
	s.Launch = func(ctx context.Context, p Point) (*report.Report, error) {
		if p.Int("block") == 64 {
			return nil, diag.List{{Code: diag.DeadlinePassed, Message: "too long"}}
		}
		return whole(ctx, p)
	}
	r, err := s.Run(t.Context())
	if err == nil || strings.Count(err.Error(), "too long") != 3 || len(r.Rows) != 9 || len(r.Missing) != 3 {
		t.Errorf("got %v with %d rows, missing %v", err, len(r.Rows), r.Missing)
	}
	ctx, cancel := context.WithCancel(t.Context())
	s.Launch = func(ctx context.Context, p Point) (*report.Report, error) {
		if p.Int("n") == 2 {
			cancel()
			return nil, ctx.Err()
		}
		return whole(ctx, p)
	}
	if r, err = s.Run(ctx); !errors.Is(err, context.Canceled) || len(r.Rows) != 10 {
		t.Errorf("got %v with %d rows, want it cancelled with 10", err, len(r.Rows))
	}
	s.Launch = whole
	if r, err = s.Run(t.Context()); err != nil || len(r.Missing) != 0 {
		t.Errorf("got %v, missing %v", err, r.Missing)
	}
}

// TestFigures: a table has figures or metrics; what a launch does not have is a dash.
func TestFigures(t *testing.T) {
	var launches atomic.Int32
	var told []int
	s := fake("", &launches)
	s.Jobs, s.Progress = 1, func(done, total int) { told = append(told, done, total) }
	r, err := s.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(told) != 26 || told[0] != 0 || told[24] != 12 || told[25] != 12 {
		t.Errorf("progress: got %v", told)
	}
	lines := strings.Split(r.String(), "\n")
	for i, want := range map[int]string{
		0:  "n  block  time, µs  DRAM, GB/s  L2, GB/s  share of the roof, %  roof  limited by",
		2:  "1     32    0.5000           -         0                 3.200  DRAM  DRAM",
		12: "3     96         -           -         -                     -",
		13: "3    128         -           -         -                     -        it cannot run <here>",
	} {
		if lines[i] != want {
			t.Errorf("line %d: got %q, want %q", i, lines[i], want)
		}
	}
	list, err := Figures("inst_executed", "smsp__inst_executed.sum")
	if err != nil || list[0].Name != "inst_executed" {
		t.Fatal(list, err)
	}
	row := Row{Metrics: map[string]float64{"smsp__inst_executed.sum": 7}}
	for _, f := range list {
		if v, ok := f.Of(&row); v != 7 || !ok {
			t.Errorf("%s: got %v, %v", f.Name, v, ok)
		}
	}
	if _, err := Figures("inst_exec"); err == nil {
		t.Error("an unknown metric is taken")
	}
}

// TestParseShard reads -shard.
func TestParseShard(t *testing.T) {
	if s, err := ParseShard("2/8"); err != nil || s != (Shard{2, 8}) || !s.Has(10) || s.Has(9) {
		t.Errorf("got %v, %v", s, err)
	}
	if s, err := ParseShard(""); err != nil || !s.Has(0) || !s.Has(1) {
		t.Errorf("the whole list: got %v, %v", s, err)
	}
	for _, text := range []string{"8/8", "-1/2", "1", "1/2/3", "a/b", " 1/2"} {
		if _, err := ParseShard(text); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
}
