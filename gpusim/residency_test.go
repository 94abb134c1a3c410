package gpusim_test

import (
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
)

// loadedOnce reads an element per thread, and onceStreamed reads it as data that nothing reads again.
func loadedOnce(in, out []float32) {
	if v := in[gpu.BlockIdx.X*gpu.BlockDim.X+gpu.ThreadIdx.X]; v == 1.5 {
		out[0] = v
	}
}

func onceStreamed(in, out []float32) {
	if v := gpu.LoadCS(&in[gpu.BlockIdx.X*gpu.BlockDim.X+gpu.ThreadIdx.X]); v == 1.5 {
		out[0] = v
	}
}

// TestAccessWindow compares the priorities of requests with those of an H100 (h100/cache.txt).
func TestAccessWindow(t *testing.T) {
	const blocks, threads = 128, 256
	dev := gpusim.Must(gpusim.Open("H100"))
	in, out := gpusim.Must(gpusim.Malloc[float32](dev, blocks*threads)), gpusim.Must(gpusim.Malloc[float32](dev, 1))
	window := func(ratio float32, hit, miss gpusim.AccessProperty) gpusim.AccessWindow {
		return gpusim.AccessWindow{Base: gpusim.DevicePtr(in.Address()), Bytes: blocks * threads * 4, HitRatio: ratio, Hit: hit, Miss: miss}
	}
	for _, c := range []struct {
		kernel              any
		window              gpusim.AccessWindow
		first, last, normal float64
	}{
		{loadedOnce, window(0.5, gpusim.Persisting, gpusim.Streaming), 448, 576, 0},
		{loadedOnce, window(0.25, gpusim.Persisting, gpusim.Normal), 0, 320, 704},
		{onceStreamed, window(1, gpusim.Persisting, gpusim.Streaming), 0, 1024, 0},
		{onceStreamed, gpusim.AccessWindow{}, 1024, 0, 0},
	} {
		r := gpusim.Must(dev.Launch(c.kernel, gpusim.Config{
			Grid: gpusim.Dim(blocks), Block: gpusim.Dim(threads), SetAside: 1 << 30, Window: c.window, Options: gpusim.Options{NoTime: true},
		}, in, out))
		for name, want := range map[string]float64{"first": c.first, "last": c.last, "normal": c.normal} {
			if got, ok := r.Metric("lts__t_requests_srcunit_tex_evict_" + name + ".sum"); !ok || got != want {
				t.Errorf("%+v: %v requests of evict_%s, want %v", c.window, got, name, want)
			}
		}
	}
}
