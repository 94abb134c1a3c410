package gpusim_test

// This file compares the time that loop sampling gives with the time of all iterations.

import (
	"math"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/trace"
)

// Sum adds neighbouring words up.
func Sum(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	sum := float32(0)
	for k := range n {
		sum += in[(i+k)%len(in)]
	}
	out[i] = sum
}

// Pass hands words to the neighbours of a block, iteration after iteration.
func Pass(out, in []float32, n int) {
	tile := gpu.Shared[[256]float32]()
	t := gpu.ThreadIdx.X
	i := gpu.BlockIdx.X*gpu.BlockDim.X + t
	x := in[i]
	for range n {
		tile[t] = x
		gpu.SyncThreads()
		x += tile[(t+1)%256]
		gpu.SyncThreads()
	}
	out[i] = x
}

// Nested has a loop in a loop.
func Nested(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	x := in[i]
	for k := range n {
		for j := range n / 8 {
			x += in[(i+j*32)%len(in)]
		}
		x = x*0.5 + float32(k)
	}
	out[i] = x
}

// Scatter stores words that lie apart, faster than an SM can send them.
func Scatter(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	for k := range n {
		gpu.StoreVolatile(&out[(i*32+k)%len(out)], in[i])
	}
}

// Wrap goes round a list, of which caches have nothing at first.
func Wrap(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	sum, at := float32(0), i
	for range n {
		sum += in[at&(len(in)-1)]
		at += gpu.GridDim.X * gpu.BlockDim.X
	}
	out[i] = sum
}

// TestLoopSampling: the sampled time of a launch is near the time of all iterations, the report
// says that it was sampled, and the counters are those of all iterations. Sampling is too fast by
// up to 13 % where a single SM loses pace slowly and ends last, and by 8 % where some SMs have more blocks. The two launches that take as long as
// all others need -every.
func TestLoopSampling(t *testing.T) {
	const threads, long = 256, 2400
	for _, x := range []struct {
		name   string
		kernel any
		blocks int
		n      int
		least  float64 // share of the cycles that must be skipped
		within float64 // of the time of all iterations
	}{
		{"loads", Sum, 264, 4000, 0.25, 0.04},
		{"an SM that loses pace", Sum, 132, long, 0.25, 0.14},
		{"barriers", Pass, 264, 500, 0.25, 0.04},
		{"nested", Nested, 264, 80, 0.25, 0.04},
		{"SMs with unequal blocks", Sum, 300, 1200, 0.25, 0.08},
		{"a queue that grows", Scatter, 1, 300, 0, 0.04},
		{"a list that is there", Wrap, 8, 8000, 0, 0.04},
	} {
		t.Run(x.name, func(t *testing.T) {
			if x.n >= long && x.blocks >= 132 && !*every {
				t.Skip("-every: twenty seconds of processor time")
			}
			var times [2]*gpusim.Report
			for i, full := range []bool{false, true} {
				dev := open(t)
				out, in := upload(t, dev, ramp(300*threads)), upload(t, dev, ramp(1<<22))
				times[i] = launch(t, dev, x.kernel, gpusim.Config{Grid: gpusim.Dim(x.blocks), Block: gpusim.Dim(threads), Options: gpusim.Options{Full: full}}, out, in, x.n)
			}
			some, all := times[0], times[1]
			if off := math.Abs(some.Time.Cycles/all.Time.Cycles - 1); off > x.within {
				t.Errorf("got %.0f cycles from some iterations, %.0f from all: %.1f %% off", some.Time.Cycles, all.Time.Cycles, 100*off)
			}
			if skipped := float64(some.Time.Timing.Loops.Cycles); skipped < x.least*some.Time.Cycles || all.Time.LoopSampling() != "" {
				t.Errorf("%.0f of %.0f cycles were skipped: %q; with Full it says %q", skipped, some.Time.Cycles, some.Time.LoopSampling(), all.Time.LoopSampling())
			}
			sameCounts(t, some, all, max(0.05, x.within+0.01))
		})
	}
}

// sameCounts checks what does not depend on the order of accesses.
func sameCounts(t *testing.T, some, all *gpusim.Report, near float64) {
	t.Helper()
	for _, name := range []string{"inst_executed", "gld_transactions", "gst_transactions", "shared_load_transactions"} {
		got, _ := some.Metric(name)
		if want, _ := all.Metric(name); got != want {
			t.Errorf("%s: got %v, want %v", name, got, want)
		}
	}
	issues := func(r *gpusim.Report) (n float64) {
		for _, p := range r.Time.Timing.ByPC {
			n += float64(p.Issued)
		}
		return n
	}
	for _, part := range []func(r *trace.Timing) uint64{
		func(r *trace.Timing) uint64 { return r.WarpCycles }, func(r *trace.Timing) uint64 { return r.ActiveSum },
	} {
		if got, want := float64(part(some.Time.Timing)), float64(part(all.Time.Timing)); !(math.Abs(got/want-1) <= near) {
			t.Errorf("SMs and their warps are there for %.0f cycles, want about %.0f", got, want)
		}
	}
	if got, want := issues(some), issues(all); math.Abs(got/want-1) > 0.02 {
		t.Errorf("%v instructions were issued, want about %v", got, want)
	}
}
