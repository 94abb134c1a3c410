package gpusim_test

// This file asks what launches would take elsewhere, and follows warps in time.

import (
	"slices"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/report"
	"gpucourse/gpusim/trace"
)

// Columns reads a tile by columns.
func Columns(out, in []float32) {
	tile := gpu.Shared[[32][32]float32]()
	x, y := gpu.ThreadIdx.X, gpu.ThreadIdx.Y
	at := (gpu.BlockIdx.X*32+y)*32 + x
	tile[y][x] = in[at]
	gpu.SyncThreads()
	out[at] = tile[x][y]
}

func columns(t *testing.T, c gpusim.Config) *gpusim.Report {
	t.Helper()
	const blocks = 40
	dev := open(t)
	c.Grid, c.Block = gpusim.Dim(blocks), gpusim.Dim(32, 32)
	return launch(t, dev, Columns, c, upload(t, dev, ramp(blocks*1024)), upload(t, dev, ramp(blocks*1024)))
}

// TestWhatIf: bank conflicts cost this kernel time and scattered accesses nothing,
// to the cycle: so each question begins with the caches that the launch had, warm
// or cold.
func TestWhatIf(t *testing.T) {
	for _, warm := range []bool{false, true} {
		rep := columns(t, gpusim.Config{Options: gpusim.Options{WhatIf: true, Warm: warm}})
		if len(rep.WhatIf) != 4 {
			t.Fatalf("warm %v: got %d answers, want 4", warm, len(rep.WhatIf))
		}
		for _, w := range rep.WhatIf {
			same := w.Cycles == uint64(rep.Time.Cycles)
			switch {
			case w.Name == "coalescing" && !same, w.Name == "conflicts" && w.Ratio > 0.9, w.Cycles == 0, w.Ratio > 1.05:
				t.Errorf("warm %v: the launch takes %v cycles, %v", warm, rep.Time.Cycles, w)
			}
		}
	}
	if rep := columns(t, gpusim.Config{Options: gpusim.Options{WhatIf: true, NoTime: true}}); len(rep.WhatIf) != 0 {
		t.Errorf("without time: got %v", rep.WhatIf)
	}
}

// TestSpansAddUp: followed from their start, warps do one thing after another,
// without a gap, and what they waited in all is what the lines' costs say.
func TestSpansAddUp(t *testing.T) {
	rep := columns(t, gpusim.Config{Options: gpusim.Options{Follow: 40}})
	costs := map[diag.Pos]trace.InstrCycles{}
	last := map[[2]int]int64{}
	for _, s := range rep.Spans {
		warp := [2]int{s.Block, s.Warp}
		if before, seen := last[warp]; seen && before != s.From || s.To < s.From {
			t.Fatalf("%v: follows on cycle %d", s, before)
		}
		last[warp] = s.To
		c := costs[s.Pos]
		if s.Issued {
			c.Issued++
		} else {
			c.Stalls[s.Reason] += uint64(s.To - s.From)
		}
		costs[s.Pos] = c
	}
	if len(last) != 40*32 {
		t.Errorf("followed %d warps, want all %d", len(last), 40*32)
	}
	for _, l := range rep.Lines {
		if costs[l.Pos] != l.Cost {
			t.Errorf("%v: the spans say %v, the line says %v", l.Pos, costs[l.Pos], l.Cost)
		}
	}
	if few := columns(t, gpusim.Config{Options: gpusim.Options{Follow: 1}}); slices.ContainsFunc(few.Spans, func(s report.Span) bool { return s.Block > 0 }) || len(few.Spans) == 0 {
		t.Errorf("of one block: got %d spans, want some, all of block 0", len(few.Spans))
	}
}
