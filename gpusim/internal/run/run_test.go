package run

// This file takes launches of two small kernels to their reports.

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/compile"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/launch"
	"gpucourse/gpusim/internal/simt"
	"gpucourse/gpusim/internal/source"
	"gpucourse/gpusim/report"
	"gpucourse/gpusim/trace"
)

const kernels = `package kernels

import "gpucourse/gpusim/gpu"

func Double(x []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	x[i] = 2 * x[i]
}

func Beyond(x []float32) {
	x[gpu.ThreadIdx.X+len(x)] = 1
}
`

const (
	blocks, threads = 12, 64
	elements        = blocks * threads
)

// silent is a Progress that tells nobody.
type silent struct{}

func (silent) Phase(string) func(done, total int) { return func(int, int) {} }

func (silent) String() string { return "somewhere" }

// launchOf returns a launch of a kernel on an H200, whose argument is an array of its own.
func launchOf(t *testing.T, kernel string, workers int) *Launch {
	t.Helper()
	spec, err := arch.Find("H200")
	if err != nil {
		t.Fatal(err)
	}
	u, err := source.LoadText("kernels.go", []byte(kernels))
	if err != nil {
		t.Fatal(err)
	}
	k, err := compile.Kernel(u, kernel, compile.Options{Spec: spec})
	if err != nil {
		t.Fatal(err)
	}
	memory := simt.NewMemory(&arch.Allocator{BlockBytes: 1}, 1<<32)
	x, err := memory.Alloc(4*elements, 256, "x")
	if err != nil {
		t.Fatal(err)
	}
	params := make([]byte, k.ParamBytes)
	for _, p := range k.Params {
		if p.Name == "x" {
			binary.LittleEndian.PutUint64(params[p.Offset:], x.Base)
		} else {
			binary.LittleEndian.PutUint32(params[p.Offset:], elements)
		}
	}
	windows, arrays := make([]simt.Window, len(k.Vars)), make([]*io.SectionReader, len(k.Vars))
	windows[0], arrays[0] = simt.Window{Lo: x.Base, Hi: x.End()}, io.NewSectionReader(x, 0, int64(len(x.Data)))
	extent := func(n int) arch.Dim3 { return arch.Dim3{X: n, Y: 1, Z: 1} }
	shape := launch.Shape{Spec: spec, Grid: extent(blocks), Block: extent(threads)}.Of(k)
	return &Launch{
		Shape: shape, Program: simt.Decode(k, spec), Arrays: arrays, Line: u.Line,
		Execution: func() simt.Launch {
			return simt.Launch{
				Shape: shape, Params: params, Windows: windows, Memory: memory, Workers: workers,
			}
		},
		Context: context.Background(), Deadline: time.Hour, Progress: silent{},
		Options: Options{TraceBytes: 1 << 20},
	}
}

// reportOf runs a launch of Double with options.
func reportOf(t *testing.T, workers int, set func(*Launch)) *report.Report {
	t.Helper()
	l := launchOf(t, "Double", workers)
	set(l)
	r, err := Report(l)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func metric(t *testing.T, r *report.Report, name string) float64 {
	t.Helper()
	v, ok := r.Metric(name)
	if !ok {
		t.Fatalf("the report has no %s", name)
	}
	return v
}

// TestWorkersDoNotShow: the report has the same bytes for any number of workers.
func TestWorkersDoNotShow(t *testing.T) {
	for name, set := range map[string]func(*Launch){
		"timed":   func(*Launch) {},
		"untimed": func(l *Launch) { l.NoTime = true },
	} {
		want := reportOf(t, 1, set)
		if got := metric(t, want, "gld_transactions"); got != elements/8 {
			t.Errorf("%s: got %v sectors loaded, want %d", name, got, elements/8)
		}
		for _, workers := range []int{2, 5} {
			if got := reportOf(t, workers, set); !bytes.Equal(got.JSON(), want.JSON()) {
				t.Errorf("%s: the report of %d workers differs from that of one", name, workers)
			}
		}
	}
}

// TestWhatAReportLacks: each option that leaves out a step leaves out its results and no others.
func TestWhatAReportLacks(t *testing.T) {
	const l2 = "lts__t_sectors_srcunit_tex_op_read.sum"
	for name, x := range map[string]struct {
		set          func(*Launch)
		timed, hasL2 bool
		note         diag.Code
	}{
		"all":       {func(*Launch) {}, true, true, ""},
		"NoTime":    {func(l *Launch) { l.NoTime = true }, false, true, ""},
		"NoCaches":  {func(l *Launch) { l.NoCaches, l.NoTime = true, true }, false, false, ""},
		"the trace": {func(l *Launch) { l.TraceBytes = 1 }, false, false, diag.TraceTooLong},
	} {
		r := reportOf(t, 2, x.set)
		if timed := r.Time.Timing != nil; timed != x.timed {
			t.Errorf("%s: the report has cycles: %v, want %v", name, timed, x.timed)
		}
		if _, ok := r.Metric(l2); ok != x.hasL2 {
			t.Errorf("%s: the report has %s: %v, want %v", name, l2, ok, x.hasL2)
		}
		if metric(t, r, "gst_transactions") != elements/8 {
			t.Errorf("%s: counters of instructions differ", name)
		}
		if noted := len(r.Diagnostics) > 0 && r.Diagnostics[0].Code == x.note; noted != (x.note != "") {
			t.Errorf("%s: got notes %v, want %q", name, r.Diagnostics, x.note)
		}
	}
}

// TestWarmLaunches: the second launch finds in L2 what the first has loaded.
func TestWarmLaunches(t *testing.T) {
	const dram = "dram__bytes_read.sum"
	cold, warm := reportOf(t, 2, func(*Launch) {}), reportOf(t, 2, func(l *Launch) { l.Warm = true })
	if c, w := metric(t, cold, dram), metric(t, warm, dram); c < 4*elements || w != 0 {
		t.Errorf("cold the launch reads %v bytes of DRAM, warm %v", c, w)
	}
	if warm.Time.Cycles >= cold.Time.Cycles {
		t.Errorf("warm the launch takes %v cycles, cold %v", warm.Time.Cycles, cold.Time.Cycles)
	}
}

// TestWhatIf: each question is answered, and nothing takes longer when something is free.
func TestWhatIf(t *testing.T) {
	r := reportOf(t, 2, func(l *Launch) { l.WhatIf = true })
	if len(r.WhatIf) != len(questions) {
		t.Fatalf("got %d answers to %d questions", len(r.WhatIf), len(questions))
	}
	faster := 0
	for _, a := range r.WhatIf {
		if a.Ratio > 1 {
			t.Errorf("%v", a)
		}
		if a.Ratio < 1 {
			faster++
		}
	}
	if faster == 0 {
		t.Errorf("waiting for memory is free and no time is saved: %v", r.WhatIf)
	}
}

// TestObserversOfTheCaller see every access beside the counters.
func TestObserversOfTheCaller(t *testing.T) {
	n := 0
	count := func() trace.Observer { return trace.Observer{Access: func(*trace.Access) { n++ }} }
	r := reportOf(t, 1, func(l *Launch) { l.Observers = []func() trace.Observer{count} })
	if want := metric(t, r, "global_load_requests") + metric(t, r, "global_store_requests"); float64(n) != want || n == 0 {
		t.Errorf("the observer saw %d accesses, the report has %v", n, want)
	}
}

// TestFailuresHaveNoReport: a launch that fails says why and where, and has no report.
func TestFailuresHaveNoReport(t *testing.T) {
	ended, end := context.WithCancel(context.Background())
	end()
	for name, x := range map[string]struct {
		kernel string
		set    func(*Launch)
		code   diag.Code
		source string
	}{
		"fault":     {"Beyond", func(*Launch) {}, diag.IndexOutOfRange, "x[gpu.ThreadIdx.X+len(x)] = 1"},
		"cancelled": {"Double", func(l *Launch) { l.Context = ended }, diag.Cancelled, ""},
		"deadline":  {"Double", func(l *Launch) { l.Deadline = 0 }, diag.DeadlinePassed, "func Double"},
	} {
		l := launchOf(t, x.kernel, 2)
		x.set(l)
		r, err := Report(l)
		var d diag.Diagnostic
		if r != nil || !errors.As(err, &d) || d.Code != x.code || !strings.Contains(d.Source, x.source) {
			t.Errorf("%s: got report %v and %v, want %s at %q", name, r != nil, err, x.code, x.source)
		}
		if x.code == diag.Cancelled && !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v does not unwrap to the error of the context", name, err)
		}
	}
}

// TestLacksTime: the operations of Hopper have times on Hopper, and those of devices whose times nobody has measured are
// reported.
func TestLacksTime(t *testing.T) {
	timed := []*ir.Instr{
		{Op: ir.CopyAsync, Mod: ir.CopyFar}, {Op: ir.CopyGroup, Mod: ir.CopyWait}, {Op: ir.LoadMatrix, Mod: ir.Rows},
	}
	known := []*ir.Instr{
		{Op: ir.CopyBulk, Mod: ir.BulkLoad}, {Op: ir.CopyGroup, Mod: ir.BulkWait}, {Op: ir.Barrier, Mod: ir.BarrierArrive}, {Op: ir.BarrierTest, Mod: ir.BarrierTry},
		{Op: ir.ClusterBar, Mod: ir.ClusterWait}, {Op: ir.Ld, Space: ir.Cluster},
	}
	for _, measured := range []bool{true, false} {
		s, err := arch.Find("H200")
		if err != nil {
			t.Fatal(err)
		}
		if !measured {
			s.Clock.Copy, s.Clock.Cluster = arch.CopyClock{}, arch.ClusterClock{}
		}
		r := &running{Launch: &Launch{Shape: launch.Shape{Spec: s}}}
		for _, in := range timed {
			if r.lacksTime(in) {
				t.Errorf("measured %v: %v lacks a time", measured, in.Op.Facts().Name)
			}
		}
		for _, in := range known {
			if got := r.lacksTime(in); got == measured {
				t.Errorf("measured %v: %v lacks a time: got %v", measured, in.Op.Facts().Name, got)
			}
		}
	}
}
