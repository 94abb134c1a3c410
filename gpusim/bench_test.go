package gpusim_test

// This file measures launches: go test -bench . ./gpusim

import (
	"fmt"
	"os"
	"runtime"
	"strings"
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

// BenchmarkPTX takes 1000 instructions of PTX from text to code: loops with loads, sums and branches.
func BenchmarkPTX(b *testing.B) {
	var body strings.Builder
	const loops, instructions = 50, 20
	for i := range loops {
		fmt.Fprintf(&body, "mov.u32 %%r1, 0;\nL%d:\nmul.wide.u32 %%d3, %%r1, 4; add.s64 %%d4, %%d1, %%d3; ld.global.f32 %%f1, [%%d4];\n", i)
		body.WriteString(strings.Repeat("fma.rn.f32 %f2, %f1, %f2, %f1; add.s32 %r3, %r1, %r2; xor.b32 %r2, %r3, 7;\n", (instructions-8)/3))
		fmt.Fprintf(&body, "st.global.f32 [%%d4], %%f2; add.s32 %%r1, %%r1, 1; setp.lt.s32 %%p1, %%r1, %%r9; @%%p1 bra L%d;\n", i)
	}
	head := ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 x, .param .u32 n) {\n.reg .pred %p<2>; .reg .b32 %r<10>; .reg .b64 %d<5>; .reg .f32 %f<3>;\nld.param.u64 %d1, [x]; ld.param.u32 %r9, [n];\n"
	for b.Loop() {
		m, err := gpusim.LoadText("k.ptx", head+body.String()+"ret;\n}\n")
		if err != nil {
			b.Fatal(err)
		}
		k, err := m.Kernel("k")
		if err != nil {
			b.Fatal(err)
		}
		k.GlobalLoads() // of the code
	}
}
