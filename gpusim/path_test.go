package gpusim_test

// This file holds the paths of a report against its counters.

import (
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/trace"
)

// oddAndEven sends odd and even lanes different ways.
func oddAndEven(x []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	v := x[i]
	if i%2 == 0 {
		for range 8 {
			v = v*v + 1
		}
	} else {
		for range 8 {
			v = v/2 - 2
		}
	}
	gpu.SyncThreads()
	x[i] = v
}

// rounds lets lane i go round n times and i times more.
func rounds(x []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	for k := 0; k < n+i; k++ {
		x[i] += 1
	}
}

func walked(t *testing.T, kernel any, threads int, args ...any) *gpusim.Report {
	t.Helper()
	d := open(t)
	args = append([]any{gpusim.Must(gpusim.Malloc[float32](d, 1<<16))}, args...)
	return gpusim.Must(d.Launch(kernel, gpusim.Config{Grid: gpusim.Dim(2), Block: gpusim.Dim(threads)}, args...))
}

func TestPathsAddUpToTheCounters(t *testing.T) {
	r := walked(t, oddAndEven, 120)
	warps, threads := 0, 0
	masks := map[trace.Mask]bool{}
	for _, p := range r.Paths {
		for _, s := range p.Steps {
			warps += s.Instrs
			threads += s.Instrs * s.Active.Count()
			if p.Warp == 0 {
				masks[s.Active] = true
			}
		}
	}
	const grids = 2 // of blocks alike, of which paths follow one
	if want, _ := r.Metric("inst_executed"); float64(grids*warps) != want {
		t.Errorf("got %d warp instructions in the paths of one block, want half of %v", warps, want)
	}
	if want, _ := r.Metric("thread_inst_executed"); float64(grids*threads) != want {
		t.Errorf("got %d thread instructions in the paths of one block, want half of %v", threads, want)
	}
	for _, want := range []trace.Mask{0xffffffff, 0x55555555, 0xaaaaaaaa} {
		if !masks[want] {
			t.Errorf("got masks %v, want %v among them", masks, want)
		}
	}
	if last := r.Paths[len(r.Paths)-1]; last.Warp != 3 || last.Lanes != 0xffffff {
		t.Errorf("got warp %d with lanes %x last, want warp 3 with 24 lanes", last.Warp, last.Lanes)
	}
}

func TestLongPathsAreCut(t *testing.T) {
	for n, cut := range map[int]bool{10: false, 50_000: true} {
		r := walked(t, rounds, 256, n)
		if len(r.Paths) != 4 {
			t.Errorf("%d rounds: got %d paths, want those of 4 warps", n, len(r.Paths))
		}
		for _, p := range r.Paths {
			if p.Cut != cut || len(p.Steps) > 1024 {
				t.Errorf("%d rounds: got warp %d with %d steps, cut %v; want cut %v and at most 1024", n, p.Warp, len(p.Steps), p.Cut, cut)
			}
		}
	}
}
