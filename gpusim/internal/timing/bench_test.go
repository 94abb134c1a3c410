package timing

// This file measures the clock, by the instruction: go test -bench . -cpu 1 ./gpusim/internal/timing

import (
	"context"
	"testing"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/cache"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// BenchmarkClock plays 64 warps on each of a few SMs of the H200.
func BenchmarkClock(b *testing.B) {
	const blocks, warps, length = 16, 32, 400
	s := device(b, "H200")
	s.SMs = 8
	at := func(base uint64) *trace.Access { return row(s, ir.Global, trace.Load, base, 4) }
	for _, x := range []struct {
		name   string
		in     func(i int) *ir.Instr
		access func(block, warp, pc int) *trace.Access
	}{
		{"FMA chains", func(int) *ir.Instr { return instr(ir.Fma, ir.F32, 1, 1) }, nil},
		{"loads from L1", everyFourth(loadOf(ir.Global, 2, 3)), func(_, warp, _ int) *trace.Access { return at(uint64(warp) << 7) }},
		{"loads from memory", everyFourth(loadOf(ir.Global, 2, 3)), func(block, warp, pc int) *trace.Access {
			return at(uint64((block*warps+warp)*length+pc) << 7)
		}},
		{"shared memory", everyFourth(loadOf(ir.Shared, 2, 3)), func(int, int, int) *trace.Access { return row(s, ir.Shared, trace.Load, 0, 4) }},
	} {
		b.Run(x.name, func(b *testing.B) { benchmark(b, s, straight(blocks, warps, repeat(length, x.in), x.access)) })
	}
}

// everyFourth mixes an instruction with FMAs.
func everyFourth(in *ir.Instr) func(int) *ir.Instr {
	return func(i int) *ir.Instr {
		if i%4 == 0 {
			return in
		}
		return instr(ir.Fma, ir.F32, ir.Reg(4+i%3), 2)
	}
}

func benchmark(b *testing.B, s *arch.Spec, p *program) {
	l := p.launch(s, 2)
	recorded := p.record(s, true)
	issued := uint64(0)
	b.ReportAllocs()
	for b.Loop() {
		r, err := Run(context.Background(), l, recorded, cache.NewHierarchy(s))
		if err != nil {
			b.Fatal(err)
		}
		for pc := range r.ByPC {
			issued += r.ByPC[pc].Issued
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(issued), "ns/inst")
}
