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

// BenchmarkLaunch multiplies 512×512 matrices, counters on: with caches and time, with
// caches alone, and with neither.
func BenchmarkLaunch(b *testing.B) {
	const n = 512
	c, ok := cases.Find(kernels.Cases(), "matmul_naive16_512")
	if !ok {
		b.Fatal("the case matmul_naive16_512 is gone")
	}
	for _, run := range []struct {
		name     string
		workers  int
		noTime   bool
		noCaches bool
	}{
		{"one core", 1, false, false}, {"one core, no time", 1, true, false}, {"one core, no caches", 1, true, true},
		{"all cores", runtime.GOMAXPROCS(0), false, false}, {"all cores, no caches", runtime.GOMAXPROCS(0), true, true},
	} {
		b.Run(run.name, func(b *testing.B) {
			dev := open(b)
			x, y, z := upload(b, dev, ramp(n*n)), upload(b, dev, ramp(n*n)), upload(b, dev, ramp(n*n))
			config := gpusim.Config{Grid: gpusim.Dim(c.Grid.X, c.Grid.Y), Block: gpusim.Dim(c.Block.X, c.Block.Y), Options: gpusim.Options{Workers: run.workers, NoTime: run.noTime, NoCaches: run.noCaches}}
			instructions := 0.0
			for b.Loop() {
				count, _ := launch(b, dev, c.Kernel, config, x, y, z, n).Metric("inst_executed")
				instructions += count
			}
			b.ReportMetric(instructions/b.Elapsed().Seconds()/1e6, "Mwarp-inst/s")
		})
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
