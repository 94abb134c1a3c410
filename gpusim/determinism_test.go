package gpusim_test

// This file repeats launches of kernels whose threads meet in memory, and
// compares the reports byte for byte.

import (
	"bytes"
	"runtime"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
)

// meetInAtomics adds floats, where order shows in the last bits, and counts.
func meetInAtomics(sum []float32, count []int32, in []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	gpu.AtomicAdd(&sum[i%3], in[i])
	gpu.AtomicMax(&count[i%7], int32(i))
}

// sampleAndKeep reads a texture at scattered places and keeps them in local
// memory, which it reads at places that only the run knows.
func sampleAndKeep(out []float32, tex gpu.Texture1D[float32], n int) {
	var kept [24]float32
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	for k := range kept {
		kept[k] = tex.Fetch((i*37 + k*k) % n)
	}
	out[i] = kept[(i*5+n)%24] + kept[i%24]
}

// passOn hands a value from block to block through memory that may be stale.
func passOn(x []int32, out []int32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	before := x[0]
	gpu.StoreVolatile(&x[1+i%5], int32(i))
	out[i] = before + gpu.LoadVolatile(&x[1+(i+1)%5])
	gpu.Threadfence()
	x[0] = int32(i)
}

// TestDeterminismOfMemories: neither processors nor workers show in what atomics,
// textures, local memory, volatile accesses and stale caches report.
func TestDeterminismOfMemories(t *testing.T) {
	const n = 40 * 96
	cfg := gpusim.Config{Grid: gpusim.Dim(40), Block: gpusim.Dim(96)}
	stale := cfg
	stale.Incoherent = true
	tests := []struct {
		name    string
		devices []string
		launch  func(*testing.T, *gpusim.Device, int) *gpusim.Report
	}{
		{"atomics", []string{"C2050", "K40", "V100", "H200"}, func(t *testing.T, dev *gpusim.Device, workers int) *gpusim.Report {
			c := cfg
			c.Workers = workers
			return launch(t, dev, meetInAtomics, c, upload(t, dev, make([]float32, 3)), upload(t, dev, make([]int32, 7)), upload(t, dev, ramp(n)))
		}},
		{"textures and local memory", []string{"8800 GTX", "GTX 280", "C2050", "K20c", "H200"}, func(t *testing.T, dev *gpusim.Device, workers int) *gpusim.Report {
			c := cfg
			c.Workers = workers
			tex := gpusim.Must(gpusim.NewLinearTexture(dev, upload(t, dev, ramp(n))))
			return launch(t, dev, sampleAndKeep, c, upload(t, dev, make([]float32, n)), tex, n)
		}},
		{"volatile accesses", []string{"GTX 280", "C2050", "H200"}, func(t *testing.T, dev *gpusim.Device, workers int) *gpusim.Report {
			c := cfg
			c.Workers = workers
			return launch(t, dev, passOn, c, upload(t, dev, make([]int32, 6)), upload(t, dev, make([]int32, n)))
		}},
		{"stale caches", []string{"C2050", "V100"}, func(t *testing.T, dev *gpusim.Device, workers int) *gpusim.Report {
			c := stale
			c.Workers = workers
			return launch(t, dev, passOn, c, upload(t, dev, make([]int32, 6)), upload(t, dev, make([]int32, n)))
		}},
	}
	for _, test := range tests {
		for _, device := range test.devices {
			t.Run(test.name+"/"+device, func(t *testing.T) {
				repeats(t, func(workers int) []byte { return test.launch(t, openNamed(t, device), workers).JSON() })
			})
		}
	}
}

// repeats compares what a launch reports with several numbers of processors and
// workers.
func repeats(t *testing.T, report func(workers int) []byte) {
	t.Helper()
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	var want []byte
	for _, run := range []struct{ procs, workers int }{{1, 1}, {1, 0}, {2, 0}, {2, 3}, {2, 0}} {
		runtime.GOMAXPROCS(run.procs)
		got := report(run.workers)
		if want == nil {
			want = got
		}
		if !bytes.Equal(got, want) {
			t.Fatalf("GOMAXPROCS=%d, %d workers: got\n%s\nwant\n%s", run.procs, run.workers, got, want)
		}
	}
}
