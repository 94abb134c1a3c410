package gpusim_test

// This file launches kernels and checks what they wrote and what was counted.

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"gpucourse/gpusim"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/report"
	"gpucourse/gpusim/trace"
)

// Saxpy adds a·x to y.
func Saxpy(y, x []float32, a float32, n int) {
	if i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < n {
		y[i] += a * x[i]
	}
}

// Matrix is a row-major matrix.
type Matrix struct {
	Width, Height int
	Elements      []float32
}

// Negate negates every element of m, one thread an element.
func Negate(m Matrix) {
	if i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < m.Width*m.Height {
		m.Elements[i] = -m.Elements[i]
	}
}

// FillRows writes y·1000+x to each element of a pitched matrix, one block a row.
func FillRows(p gpu.Pitched[int32]) {
	row := p.Row(gpu.BlockIdx.X)
	if x := gpu.ThreadIdx.X; x < p.Width {
		row[x] = int32(gpu.BlockIdx.X*1000 + x)
	}
}

// Gather copies through an index.
func Gather[T any](out []T, in gpu.ReadOnly[T], index []int32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	out[i] = in[index[i]]
}

// Every takes a parameter of every kind and writes them to out.
func Every(out []float64, a bool, b int8, c uint8, d int16, e uint16, f int32, g uint32, h int64, i uint64, j uint, k float64) {
	v := 0.0
	if a {
		v = 1
	}
	for n, x := range [11]float64{v, float64(b), float64(c), float64(d), float64(e), float64(f), float64(g), float64(h), float64(i), float64(j), k} {
		out[n] = x
	}
}

func open(t testing.TB) *gpusim.Device {
	t.Helper()
	dev, err := gpusim.Open("H200")
	if err != nil {
		t.Fatal(err)
	}
	return dev
}

func upload[T any](t testing.TB, dev *gpusim.Device, host []T) *gpusim.Buffer[T] {
	t.Helper()
	b, err := gpusim.Upload(dev, host)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func host[T any](t *testing.T, b *gpusim.Buffer[T]) []T {
	t.Helper()
	h, err := b.Host()
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func launch(t testing.TB, dev *gpusim.Device, kernel any, c gpusim.Config, args ...any) *gpusim.Report {
	t.Helper()
	rep, err := dev.Launch(kernel, c, args...)
	if err != nil {
		t.Fatal(err)
	}
	return rep
}

func ramp(n int) []float32 {
	x := make([]float32, n)
	for i := range x {
		x[i] = float32(i)
	}
	return x
}

func TestLaunch(t *testing.T) {
	const n = 1000
	dev := open(t)
	x, y := upload(t, dev, ramp(n)), upload(t, dev, ramp(n))
	rep := launch(t, dev, Saxpy, gpusim.Config{Grid: gpusim.Dim(4), Block: gpusim.Dim(256)}, y, x, float32(2), n)
	for i, got := range host(t, y) {
		if want := float32(3 * i); got != want {
			t.Fatalf("y[%d]: got %v, want %v", i, got, want)
		}
	}
	for name, want := range map[string]float64{
		"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum": 64, "gld_transactions": 250, "gst_transactions": 125,
		"launch__grid_size": 4, "launch__block_size": 256,
	} {
		if got, ok := rep.Metric(name); !ok || got != want {
			t.Errorf("%s: got %v, %v; want %v", name, got, ok, want)
		}
	}
	if got := rep.Outputs; len(got) != 1 || got[0].Name != "y" {
		t.Errorf("outputs: got %v, want y alone", got)
	}
}

// TestLines: the report names the source line that loads and stores.
func TestLines(t *testing.T) {
	dev := open(t)
	x, y := upload(t, dev, ramp(64)), upload(t, dev, ramp(64))
	rep := launch(t, dev, Saxpy, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(64)}, y, x, float32(2), 64)
	at := slices.IndexFunc(rep.Lines, func(l report.Line) bool { return strings.Contains(l.Source, "y[i] += a * x[i]") })
	if at < 0 {
		t.Fatalf("no line of the addition in %v", rep.Lines)
	}
	if l := rep.Lines[at]; l.Pos.File != "launch_test.go" || l.Source != "y[i] += a * x[i]" {
		t.Errorf("line: got %q in %s, want it without white space in launch_test.go", l.Source, l.Pos.File)
	}
	if got, _ := rep.Lines[at].Metrics.Get("gld_transactions"); got != 16 {
		t.Errorf("sectors loaded by the line: got %v, want 16", got)
	}
	vars := map[string]bool{}
	for _, s := range rep.Samples {
		vars[s.Var] = true
		if s.Access.Bytes != 4 || len(s.Transactions) != 1 {
			t.Errorf("sample of %s: got %d bytes a lane, %d transactions; want 4 and 1", s.Var, s.Access.Bytes, len(s.Transactions))
		}
	}
	if !vars["x"] || !vars["y"] {
		t.Errorf("samples: got %v, want x and y", vars)
	}
}

func TestArguments(t *testing.T) {
	dev := open(t)
	m := Matrix{Width: 8, Height: 8, Elements: upload(t, dev, ramp(64)).Slice()}
	launch(t, dev, Negate, gpusim.Config{Grid: gpusim.Dim(2), Block: gpusim.Dim(32)}, m)
	if m.Elements[63] != -63 {
		t.Errorf("struct argument: got %v, want -63", m.Elements[63])
	}
	named := upload(t, dev, ramp(64))
	launch(t, dev, Negate, gpusim.Config{Grid: gpusim.Dim(2), Block: gpusim.Dim(32)}, gpusim.Named{"m.Width": 8, "m.Height": 8.0, "m.Elements": named})
	if got := host(t, named)[5]; got != -5 {
		t.Errorf("named arguments: got %v, want -5", got)
	}
	out, in, index := upload(t, dev, make([]gpu.Float4, 32)), upload(t, dev, make([]gpu.Float4, 40)), upload(t, dev, make([]int32, 32))
	in.Slice()[39].W, index.Slice()[3] = 7, 39
	launch(t, dev, Gather[gpu.Float4], gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(32)}, out, in, index)
	if got := host(t, out)[3].W; got != 7 {
		t.Errorf("generic kernel: got %v, want 7", got)
	}
	every := upload(t, dev, make([]float64, 11))
	launch(t, dev, Every, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(1)},
		every, true, int8(-2), uint8(3), int16(-4), uint16(5), int32(-6), uint32(7), int64(-8), uint64(9), uint(10), 11.5)
	if got, want := host(t, every), []float64{1, -2, 3, -4, 5, -6, 7, -8, 9, 10, 11.5}; !slices.Equal(got, want) {
		t.Errorf("parameters of every kind: got %v, want %v", got, want)
	}
}

// TestView: a view is a window: what lies outside it is out of range.
func TestView(t *testing.T) {
	dev := open(t)
	b := upload(t, dev, ramp(128))
	c := gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(32)}
	launch(t, dev, Negate, c, Matrix{32, 1, b.View(32, 64).Slice()})
	if got := host(t, b); got[31] != 31 || got[32] != -32 || got[63] != -63 || got[64] != 64 {
		t.Errorf("view: got %v", got[30:66])
	}
	_, err := dev.Launch(Negate, c, Matrix{32, 1, b.View(32, 63).Slice()})
	if err == nil || !strings.Contains(err.Error(), "31") || !strings.Contains(err.Error(), "m.Elements") {
		t.Errorf("a view one element short: got %v, want an error with index 31 of m.Elements", err)
	}
}

func TestPitch(t *testing.T) {
	dev := open(t)
	p, err := gpusim.MallocPitch[int32](dev, 100, 8)
	if err != nil {
		t.Fatal(err)
	}
	if p.Stride*4 != dev.Spec().Global.PitchAlign {
		t.Errorf("stride of 100 int32: got %d bytes, want %d", p.Stride*4, dev.Spec().Global.PitchAlign)
	}
	launch(t, dev, FillRows, gpusim.Config{Grid: gpusim.Dim(8), Block: gpusim.Dim(128)}, p)
	if got := p.Row(7)[99]; got != 7099 {
		t.Errorf("row 7, element 99: got %d, want 7099", got)
	}
}

// TestDeterminism: the report does not depend on workers or processors.
func TestDeterminism(t *testing.T) {
	var want []byte
	for _, procs := range []int{1, 2, runtime.NumCPU()} {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(procs))
		for _, workers := range []int{0, 1, 3} {
			dev := open(t)
			x, y := upload(t, dev, ramp(1<<16)), upload(t, dev, ramp(1<<16))
			c := gpusim.Config{Grid: gpusim.Dim(256), Block: gpusim.Dim(256), Options: gpusim.Options{Workers: workers}}
			got := launch(t, dev, Saxpy, c, y, x, float32(0.1), 1<<16).JSON()
			if want == nil {
				want = got
			}
			if !bytes.Equal(got, want) {
				t.Fatalf("GOMAXPROCS=%d, %d workers: the report differs:\n%s\nwant\n%s", procs, workers, got, want)
			}
		}
	}
}

func TestSchema(t *testing.T) {
	dev := open(t)
	text := launch(t, dev, Negate, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(32), Options: gpusim.Options{WhatIf: true}}, Matrix{2, 2, upload(t, dev, ramp(4)).Slice()}).JSON()
	if !bytes.Contains(text, []byte(`"what_if"`)) {
		t.Errorf("no answers in %s", text)
	}
	c := jsonschema.NewCompiler()
	for name, doc := range map[string][]byte{"schema": report.Schema} {
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(doc))
		if err != nil {
			t.Fatal(err)
		}
		if err := c.AddResource(name, v); err != nil {
			t.Fatal(err)
		}
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if err := c.MustCompile("schema").Validate(v); err != nil {
		t.Errorf("%v\nin %s", err, text)
	}
}

// stores notes the addresses stored to.
type stores struct{ addresses map[uint64]bool }

func (s *stores) access(a *trace.Access) {
	for lane := range 32 {
		if a.Kind == trace.Store && a.Active>>lane&1 == 1 {
			s.addresses[a.Lane(lane)] = true
		}
	}
}

func TestObserve(t *testing.T) {
	dev := open(t)
	seen := &stores{map[uint64]bool{}}
	b := upload(t, dev, ramp(32))
	c := gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(32), Options: gpusim.Options{InOrder: true, Observe: func() trace.Observer { return trace.Observer{Access: seen.access} }}}
	launch(t, dev, Negate, c, Matrix{5, 2, b.Slice()})
	if len(seen.addresses) != 10 || !seen.addresses[b.Address()+9*4] {
		t.Errorf("observed stores: got %v, want the 10 from %#x", seen.addresses, b.Address())
	}
}

// TestProgress: the last call tells of all blocks.
func TestProgress(t *testing.T) {
	dev := open(t)
	last := [2]int{}
	c := gpusim.Config{Grid: gpusim.Dim(300), Block: gpusim.Dim(32), Options: gpusim.Options{Progress: func(done, total int) { last = [2]int{done, total} }}}
	launch(t, dev, Negate, c, Matrix{100, 96, upload(t, dev, ramp(9600)).Slice()})
	if last != [2]int{300, 300} {
		t.Errorf("progress: got %v at last, want 300 of 300", last)
	}
}

// TestWarm: a warm launch runs the kernel twice.
func TestWarm(t *testing.T) {
	dev := open(t)
	b := upload(t, dev, ramp(4))
	rep := launch(t, dev, Negate, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(32), Options: gpusim.Options{Warm: true}}, Matrix{2, 2, b.Slice()})
	if got := host(t, b)[3]; got != 3 {
		t.Errorf("after two negations: got %v, want 3", got)
	}
	if got, _ := rep.Metric("gst_transactions"); got != 1 {
		t.Errorf("sectors stored: got %v, want the 1 of one run", got)
	}
}

func TestCancel(t *testing.T) {
	dev := open(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	dev.EndWith(ctx)
	_, err := dev.Launch(Negate, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(32)}, Matrix{2, 2, upload(t, dev, ramp(4)).Slice()})
	var d diag.Diagnostic
	if !errors.As(err, &d) || d.Code != diag.Cancelled {
		t.Errorf("got %v, want code %s", err, diag.Cancelled)
	}
	reached(diag.Cancelled)
}

// ExampleDevice_Launch is the whole way from a host slice to a metric.
func ExampleDevice_Launch() {
	dev := gpusim.Must(gpusim.Open("H200"))
	x := gpusim.Must(gpusim.Upload(dev, []float32{1, 2, 3, 4}))
	y := gpusim.Must(gpusim.Upload(dev, []float32{10, 20, 30, 40}))
	rep := gpusim.Must(dev.Launch(Saxpy, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(32)}, y, x, float32(2), 4))
	sectors, _ := rep.Metric("gld_transactions")
	fmt.Println(gpusim.Must(y.Host()), sectors)
	// Output: [12 24 36 48] 2
}

// Endless counts each element up for as long as it is not negative.
func Endless(x []float32) {
	for i := gpu.ThreadIdx.X; x[i] >= 0; {
		x[i]++
	}
}

// With the default limits an endless loop is found in seconds, here when the numbers
// have grown so large that adding 1 changes nothing; with a limit of the learner's own, by that.
func TestEndlessLoopEnds(t *testing.T) {
	dev := open(t)
	x := upload(t, dev, make([]float32, 32))
	cfg := gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(32), Instructions: 5000}
	_, err := dev.Launch(Endless, cfg, x)
	if err == nil || !strings.Contains(err.Error(), "Endless executed 5000 warp instructions") {
		t.Errorf("got %v, want 5000 instructions spent", err)
	}
	const stays = 1 << 24 // +1 is itself
	far := slices.Repeat([]float32{stays - 1<<20}, 32)
	cfg.Instructions = 0
	_, err = dev.Launch(Endless, cfg, upload(t, dev, far))
	if err == nil || !strings.Contains(err.Error(), "warp instructions without ending") {
		t.Errorf("got %v, want an error", err)
	}
}

// Chatter prints a line of eight bytes per thread, n times.
func Chatter(n int) {
	for range n {
		gpu.Printf("thread\t\n")
	}
}

// TestPrintedBytes: of what a launch prints a device keeps 1 MB.
func TestPrintedBytes(t *testing.T) {
	for _, rounds := range []int{1024, 100_000} {
		var out bytes.Buffer
		config := gpusim.Config{Grid: gpusim.Dim(4), Block: gpusim.Dim(32), Stdout: &out}
		if _, err := open(t).Launch(Chatter, config, rounds); err != nil {
			t.Fatal(err)
		}
		const whole, rest = 1024 * 4 * 32 * 8, 200
		if cut := strings.Contains(out.String(), "Chatter printed more than 1048576 bytes"); out.Len() < whole || out.Len() > whole+rest || cut != (rounds > 1024) {
			t.Errorf("%d rounds: got %d bytes, cut is %v", rounds, out.Len(), cut)
		}
	}
}

// Meet meets at a barrier without end.
func Meet(x []int32) {
	for x[0] == 0 {
		gpu.SyncThreads()
	}
}

// TestEndlessBarriers: warps that meet at a barrier in each round of an endless loop end the launch
// when none of them has ended for long, which is sooner with checkers.
func TestEndlessBarriers(t *testing.T) {
	dev := open(t)
	config := gpusim.Config{Grid: gpusim.Dim(132), Block: gpusim.Dim(1024)}
	_, err := dev.Check(gpusim.Synccheck, Meet, config, zeros(t, dev, []int32{}))
	refused(t, "Check", err, diag.InstructionBudget, "warp instructions without ending a warp, in the loop at line")
}
