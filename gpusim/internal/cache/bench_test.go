package cache

// What it costs to play an access.

import (
	"testing"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// BenchmarkHierarchy plays loads and stores of whole lines: hits in L1, a stream
// through all levels, a store stream, loads that each lane makes elsewhere.
func BenchmarkHierarchy(b *testing.B) {
	s, err := arch.Find("H200")
	if err != nil {
		b.Fatal(err)
	}
	whole := trace.Mask(uint64(1)<<s.WarpSize - 1)
	line := func(at uint64) trace.Access {
		return trace.Access{Space: ir.Global, Bytes: 4, Active: whole, Base: at, DX: 4, Width: s.WarpSize}
	}
	cases := []struct {
		name string
		make func(i int) trace.Access
	}{
		{"hits", func(i int) trace.Access { return line(uint64(i%256) * 128) }},
		{"broadcast", func(i int) trace.Access { a := line(uint64(i%8192) * 4); a.DX = 0; return a }},
		{"stream", func(i int) trace.Access { return line(uint64(i) * 128) }},
		{"stores", func(i int) trace.Access { a := line(uint64(i) * 128); a.Kind = trace.Store; return a }},
		{"strided", func(i int) trace.Access { a := line(uint64(i) * 4096); a.DX = 128; return a }},
	}
	for _, k := range cases {
		b.Run(k.name, func(b *testing.B) {
			h := NewHierarchy(s)
			h.Begin(0)
			var c trace.CacheCounts
			for i := range b.N {
				a := k.make(i)
				h.Access(i%s.SMs, uint64(i), &a, &c)
			}
		})
	}
}
