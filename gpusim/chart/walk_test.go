package chart

import (
	"strings"
	"testing"

	"gpucourse/gpusim/cpu"
)

// walkRep is rows×columns float64 used in the order of next on a CPU with one
// cache that never had a line before and never loses one.
func walkRep(rows, columns int, next func(i int) int) *cpu.Report {
	spec, err := cpu.Find("Toy")
	if err != nil {
		panic(err)
	}
	r := &cpu.Report{CPU: spec.Name, Function: "Walk", Spec: spec}
	seen := map[int]bool{}
	perLine := spec.LineBytes / 8
	for i := range rows * columns {
		at := next(i)
		if at < 0 {
			continue
		}
		t := cpu.Touch{Array: "a", Index: at, Addr: uint64(4096 + 8*at), Bytes: 8, Level: 1}
		if seen[at/perLine] {
			t.Level = 0
		}
		seen[at/perLine] = true
		r.Walk = append(r.Walk, t, cpu.Touch{Array: "other", Bytes: 8})
	}
	return r
}

func walkPictures() map[string]*Picture {
	return map[string]*Picture{
		"walk_rows":    Walk(walkRep(4, 16, func(i int) int { return i }), "a", 16),
		"walk_columns": Walk(walkRep(4, 16, func(i int) int { return i%4*16 + i/4 }), "a", 16),
		"walk_stride": Walk(walkRep(4, 16, func(i int) int {
			if i%3 != 0 {
				return -1
			}
			return i
		}), "a", 16),
	}
}

// TestWalksCount: what is written above is the uses, by where they were found.
func TestWalksCount(t *testing.T) {
	want := map[string]string{
		"walk_rows":    "64 uses of a found their line: 56 in L1, 8 in memory. Different lines: 8.",
		"walk_columns": "64 uses of a found their line: 56 in L1, 8 in memory. Different lines: 8.",
		"walk_stride":  "22 uses of a found their line: 14 in L1, 8 in memory. Different lines: 8.",
	}
	for name, p := range walkPictures() {
		if !strings.Contains(p.Alt, want[name]) {
			t.Errorf("%s: got %q, want it to say %q", name, p.Alt, want[name])
		}
	}
}

// TestWalkHatchesWhatCameAlong: elements of a line that was fetched and that
// nobody used.
func TestWalkHatchesWhatCameAlong(t *testing.T) {
	p := walkPictures()["walk_stride"]
	if got, want := strings.Count(p.SVG(), "came with its line, never used"), 64-22; got != want {
		t.Errorf("got %d elements hatched, want %d", got, want)
	}
}
