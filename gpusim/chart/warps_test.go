package chart

// This file is the corpus of launches in time: spans of warps, costs of lines and
// points below a roof, made by hand.

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/report"
	"gpucourse/gpusim/trace"
)

// doing is what one warp does: of each kind so many cycles.
type doing []struct {
	kind   trace.StallReason
	cycles int64
	line   int
}

var sources = map[int]string{7: "x, y := gpu.ThreadIdx.X, gpu.ThreadIdx.Y", 8: "tile[y][x] = in[y*n+x]", 9: "gpu.SyncThreads()", 10: "out[x*n+y] = tile[x][y] + tile[x][y+1] + tile[x][y+2] + tile[x][y+3]"}

// loads is a warp that waits for memory, a barrier and shared memory.
var loads = doing{{issues, 1, 7}, {trace.Wait, 3, 8}, {issues, 1, 8}, {trace.LongScoreboard, 60, 8}, {issues, 1, 9}, {trace.Barrier, 12, 9}, {issues, 1, 10}, {trace.ShortScoreboard, 20, 10}, {issues, 2, 10}, {trace.Drain, 9, 10}}

// timed is a launch of so many warps, the first of which begins at once and each
// next one two cycles later. Each does its part so many times.
func timed(warps, times int, part doing) *report.Report {
	r := &report.Report{Spec: device("H200"), Kernel: "Kernel"}
	costs := map[int]*trace.InstrCycles{}
	for w := range warps {
		at := int64(2 * w)
		for i := range times * len(part) {
			s := part[i%len(part)]
			pos := diag.Pos{File: "kernel.go", Line: s.line}
			r.Spans = append(r.Spans, report.Span{Span: trace.Span{Block: w / 4, Warp: w % 4, From: at, To: at + s.cycles, Issued: s.kind == issues, Reason: s.kind % issues}, Pos: pos, Source: sources[s.line]})
			at += s.cycles
			if costs[s.line] == nil {
				costs[s.line] = &trace.InstrCycles{}
			}
			if s.kind == issues {
				costs[s.line].Issued += uint64(s.cycles)
			} else {
				costs[s.line].Stalls[s.kind] += uint64(s.cycles)
			}
		}
	}
	for line := 7; line <= 10; line++ {
		if costs[line] != nil {
			r.Lines = append(r.Lines, report.Line{Pos: diag.Pos{File: "kernel.go", Line: line}, Source: sources[line], Cost: *costs[line]})
		}
	}
	return r
}

func device(name string) *arch.Spec {
	spec, err := arch.Find(name)
	if err != nil {
		panic(err)
	}
	return spec
}

// computed is a launch that did so many operations, moved so many bytes of DRAM
// and sectors of the caches, and took so long.
func computed(kernel, on string, flops, bytes, sectors, us float64) *report.Report {
	r := &report.Report{Spec: device(on), Kernel: kernel}
	r.Time.Cycles, r.Time.Microseconds = us*1000, us
	for name, v := range map[string]float64{
		"flop_count_sp": flops, "dram__bytes_read.sum": bytes, "lts__t_sectors_srcunit_tex_op_read.sum": sectors,
		"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum": 2 * sectors,
	} {
		r.Metrics = append(r.Metrics, report.Value{Metric: gpusim.Metrics().Lookup(name), Value: v})
	}
	return r
}

// timePictures draws the corpus.
func timePictures() map[string]*Picture {
	small, large := timed(8, 1, loads), timed(40, 4, loads)
	none := &report.Report{Spec: device("H200"), Kernel: "Kernel"}
	return map[string]*Picture{
		"warps_small": Warps(small), "warps_large": Warps(large), "warps_none": Warps(none),
		"stalls": Stalls(large), "stalls_none": Stalls(none),
		"roofline":      Roofline(computed("Sum", "H200", 1e6, 4e6, 125e3, 2), computed("Poly", "H200", 1e6, 4e5, 25e3, 2), computed("Poly", "H200", 64e6, 4e5, 25e3, 3)),
		"roofline_k20c": Roofline(computed("Tile", "K20c", 1e9, 1e7, 1e6, 900)),
		"roofline_wide": Roofline(computed("Copy", "H200", 1, 4e6, 125e3, 2), computed("Chain", "H200", 1e9, 64, 0, 100)),
	}
}

// TestWarpsCoverTheirTime: the cells of a warp that was there throughout are all
// taken, those before and behind are not, and each shows what took most of it.
func TestWarpsCoverTheirTime(t *testing.T) {
	m := newWarpMap(timed(40, 30, loads))
	if len(m.rows) != mostWarps || m.hidden != 40-mostWarps {
		t.Fatalf("got %d rows and %d hidden warps of 40", len(m.rows), m.hidden)
	}
	for i, row := range m.rows {
		begin, end := row.spans[0].From, row.spans[len(row.spans)-1].To
		for k, at := range m.cellsOf(row) {
			if there := m.begins(k+1) > begin && m.begins(k) < end; there != (at.main != nil) {
				t.Fatalf("row %d, cycles %d to %d of a warp from %d to %d: drawn %v", i, m.begins(k), m.begins(k+1), begin, end, at.main != nil)
			}
		}
	}
	m = newWarpMap(timed(1, 1, doing{{trace.Wait, 300, 7}, {trace.Barrier, 300, 8}, {issues, 1, 9}, {trace.Drain, 3000, 9}}))
	shown := map[trace.StallReason]int{}
	for _, at := range m.cellsOf(m.rows[0]) {
		shown[at.kind]++
	}
	each := float64(m.cycles) / float64(m.cells)
	for kind, cycles := range map[trace.StallReason]float64{trace.Wait: 300, trace.Barrier: 300, trace.Drain: 3000} {
		if math.Abs(float64(shown[kind])*each-cycles) > each {
			t.Errorf("%v: drawn %.0f cycles long, took %v", kind, float64(shown[kind])*each, cycles)
		}
	}
}

// TestStallsTellEveryCycle: the bars of the picture add up to the cycles of the
// lines.
func TestStallsTellEveryCycle(t *testing.T) {
	lines := dearest(timed(8, 3, loads).Lines)
	if lines[0].Pos.Line != 8 {
		t.Errorf("the dearest line is %d, want 8", lines[0].Pos.Line)
	}
	for i := range lines {
		sum := uint64(0)
		for _, why := range causes(lines) {
			sum += parts(lines, why)[i].Value.(uint64)
		}
		if want := cyclesOf(&lines[i].Cost); sum != want {
			t.Errorf("line %d: bars of %d cycles, want %d", lines[i].Pos.Line, sum, want)
		}
	}
}

// TestRoofsMeet: the slope of each level ends at the ceiling, a ridge point lies on
// both, what is reached lies where flop per byte and per second say, and each roof has a
// line of its own.
func TestRoofsMeet(t *testing.T) {
	p := Roofline(computed("Sum", "A100", 1e6, 4e6, 125e3, 2))
	for _, want := range []string{
		"DRAM, 1.55 Tbyte/s: 155.5 at 0.1 to 1.949e+04 at 12.53", "float64, 9.75 Tflop/s", "ridge points of DRAM: 1.949e+04 at 12.53 to 9746 at 6.267",
		"Sum, by DRAM: 500 at 0.25 ", "Sum, by L1: 500 at 0.125 ",
	} {
		if !strings.Contains(p.Alt, want) {
			t.Errorf("got %s\nwant %s", p.Alt, want)
		}
	}
	signs := map[[2]string]string{}
	for _, roof := range (&roofline{peaks: device("A100").Peaks(), from: 0.1, to: 100}).roofs() {
		sign := [2]string{roof.Roof, fmt.Sprint(roof.Ceiling)}
		if other := signs[sign]; other != "" {
			t.Errorf("%s and %s have the same line", other, roof.Name)
		}
		signs[sign] = roof.Name
	}
	if bare := Roofline(&report.Report{Spec: device("GTX 280"), Kernel: "K"}); strings.Contains(fmt.Sprint(bare.Alt), "L2") {
		t.Errorf("a device without L2: %s", bare.Alt)
	}
}
