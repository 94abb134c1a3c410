package gpusim_test

// This file measures launches: go test -bench . ./gpusim

import (
	"os"
	"runtime"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/validation/cases"
	"gpucourse/gpusim/validation/kernels"
)

// BenchmarkLaunch multiplies 512×512 matrices and reports million warp instructions per
// second: timed, with loops sampled and with every instruction played, and counted, with and
// without caches.
func BenchmarkLaunch(b *testing.B) {
	const n = 512
	c, ok := cases.Find(kernels.Cases(), "matmul_naive16_512")
	if !ok {
		b.Fatal("the case matmul_naive16_512 is gone")
	}
	for _, cores := range []struct {
		name    string
		workers int
	}{{"one core", 1}, {"all cores", runtime.GOMAXPROCS(0)}} {
		for _, mode := range []struct {
			name    string
			options gpusim.Options
		}{
			{"timed and sampled", gpusim.Options{}},
			{"timed and played in full", gpusim.Options{Full: true}},
			{"counted without caches", gpusim.Options{NoTime: true, NoCaches: true}},
			{"counted with caches", gpusim.Options{NoTime: true}},
		} {
			b.Run(cores.name+"/"+mode.name, func(b *testing.B) {
				dev := open(b)
				x, y, z := upload(b, dev, ramp(n*n)), upload(b, dev, ramp(n*n)), upload(b, dev, ramp(n*n))
				config := gpusim.Config{Grid: gpusim.Dim(c.Grid.X, c.Grid.Y), Block: gpusim.Dim(c.Block.X, c.Block.Y), Options: mode.options}
				config.Workers = cores.workers
				instructions := 0.0
				for b.Loop() {
					count, _ := launch(b, dev, c.Kernel, config, x, y, z, n).Metric("inst_executed")
					instructions += count
				}
				b.ReportMetric(instructions/b.Elapsed().Seconds()/1e6, "Mwarp-inst/s")
			})
		}
	}
}

// BenchmarkLaunchOverhead launches one warp.
func BenchmarkLaunchOverhead(b *testing.B) {
	dev := open(b)
	x := upload(b, dev, ramp(4))
	m := Matrix{2, 2, x.Slice()}
	for b.Loop() {
		launch(b, dev, Negate, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(32)}, m)
	}
}

// BenchmarkCompile takes a kernel from source to code, from a text that was
// never seen before.
func BenchmarkCompile(b *testing.B) {
	text, err := os.ReadFile("validation/kernels/matmul.go")
	if err != nil {
		b.Fatal(err)
	}
	path := b.TempDir() + "/matmul.go"
	for b.Loop() {
		text = append(text, '\n')
		if err := os.WriteFile(path, text, 0o600); err != nil {
			b.Fatal(err)
		}
		mod, err := gpusim.LoadFile(path)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := mod.Kernel("MatmulNaive"); err != nil {
			b.Fatal(err)
		}
	}
}
