package coalesce

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// TestCounterAgreesWithTheRules compares the short ways with the pure functions.
func TestCounterAgreesWithTheRules(t *testing.T) {
	for _, space := range []ir.Space{ir.Global, ir.Local, ir.Shared, ir.Const} {
		counters := map[string]*Counter{}
		eachCase(t, space, func(t *testing.T, s *arch.Spec, a *trace.Access) {
			c := counters[s.Name]
			if c == nil {
				c = NewCounter(s, 1)
				counters[s.Name] = c
			}
			before := c.ByPC[0]
			c.Count(a)
			got, want := c.ByPC[0], before
			want.Plus(wantCounts(s, a))
			want.Space, want.Kind = got.Space, got.Kind
			if got != want {
				t.Fatalf("%s: base %d dx %d dy %d width %d: Count differs from wantCounts, which needs every field of AccessCounts (-got +want):\n%s", show(a), a.Base, a.DX, a.DY, a.Width, cmp.Diff(got, want))
			}
		})
	}
}

// wantCounts is the counts of one access by the pure functions.
func wantCounts(s *arch.Spec, a *trace.Access) *trace.AccessCounts {
	w := &trace.AccessCounts{Accesses: 1, Bytes: uint64(a.Active.Count() * a.Bytes)}
	switch a.Space {
	case ir.Shared:
		b := Banks(s, a)
		w.Wavefronts, w.Ideal, w.Conflicts = uint64(b.Wavefronts), uint64(b.Ideal), uint64(b.Conflicts)
	case ir.Const:
		at := map[uint64]bool{}
		for m := a.Active; m != 0; m &= m - 1 {
			at[a.Lane(m.First())] = true
		}
		w.Requests = uint64(len(at))
	default:
		t := Count(s, a)
		w.Requests, w.Transactions, w.Sectors = uint64(t.Requests), uint64(t.Transactions), uint64(t.Sectors)
	}
	return w
}

// TestMergeDoesNotDependOnTheSharing splits one stream of accesses between two
// counters in different ways and merges them in either order.
func TestMergeDoesNotDependOnTheSharing(t *testing.T) {
	s := spec(t, "H200")
	result := func(owner func(block int) int, swap bool) *Counter {
		both := [2]*Counter{NewCounter(s, 8), NewCounter(s, 8)}
		for block := range 64 {
			for id := range 8 {
				a := randomAccess(s, block*8+id, ir.Global)
				a.Block, a.Warp, a.PC = block, id/4, int32(id)
				a.Kind = trace.Load
				both[owner(block)].Count(&a)
			}
		}
		if swap {
			both[0], both[1] = both[1], both[0]
		}
		both[0].Merge(both[1])
		return both[0]
	}
	want := result(func(int) int { return 0 }, false)
	got := result(func(b int) int { return b % 2 }, true)
	if d := cmp.Diff(want.ByPC, got.ByPC); d != "" {
		t.Errorf("counts (-one counter +two):\n%s", d)
	}
	for pc := range 8 {
		if d := cmp.Diff(want.Sample(pc), got.Sample(pc)); d != "" {
			t.Errorf("sample of %d (-one counter +two):\n%s", pc, d)
		}
	}
}

// TestSampleIsTheFirstOfTheLowestWarp checks which access pictures show.
func TestSampleIsTheFirstOfTheLowestWarp(t *testing.T) {
	c := NewCounter(spec(t, "H200"), 2)
	for _, at := range []struct{ block, warp, base int }{{3, 0, 1}, {1, 2, 2}, {1, 1, 3}, {1, 1, 4}, {2, 0, 5}} {
		a := trace.Access{Space: ir.Global, Bytes: 4, Active: 1, Width: 32, Block: at.block, Warp: at.warp, Base: uint64(at.base * 4)}
		c.Count(&a)
	}
	if got := c.Sample(0); got == nil || got.Base != 12 {
		t.Errorf("sample: got %+v, want the one at address 12, first of block 1 warp 1", got)
	}
	if got := c.Sample(1); got != nil {
		t.Errorf("sample of an instruction that never ran: got %+v, want nil", got)
	}
}

// BenchmarkCounter reports nanoseconds an access by class.
func BenchmarkCounter(b *testing.B) {
	s := spec(b, "H200")
	scattered, conflicts := new(trace.Lanes), new(trace.Lanes)
	for i := range scattered {
		scattered[i] = uint64(i*7919%32) * 4096
		conflicts[i] = uint64(i/4*128 + i%4*8)
	}
	full := trace.MaskOf(0, s.WarpSize)
	for _, bench := range []struct {
		name string
		a    trace.Access
	}{
		{"global/successive", trace.Access{Space: ir.Global, Bytes: 4, Active: full, DX: 4, Width: 32}},
		{"global/uniform", trace.Access{Space: ir.Global, Bytes: 4, Active: full, Width: 32}},
		{"global/rows", trace.Access{Space: ir.Global, Bytes: 4, Active: full, DX: 4, DY: 4096, Width: 16}},
		{"global/scattered", trace.Access{Space: ir.Global, Bytes: 4, Active: full, Addr: scattered}},
		{"global/nearby", trace.Access{Space: ir.Global, Bytes: 4, Active: full, Addr: conflicts}},
		{"shared/successive", trace.Access{Space: ir.Shared, Bytes: 4, Active: full, DX: 4, Width: 32}},
		{"shared/column", trace.Access{Space: ir.Shared, Bytes: 4, Active: full, DX: 128, Width: 32}},
		{"shared/wide", trace.Access{Space: ir.Shared, Bytes: 16, Active: full, DX: 16, Width: 32}},
		{"shared/vector", trace.Access{Space: ir.Shared, Bytes: 4, Active: full, Addr: conflicts}},
		{"shared/vector8", trace.Access{Space: ir.Shared, Bytes: 8, Active: full, Addr: conflicts}},
		{"local/uniform", trace.Access{Space: ir.Local, Bytes: 4, Active: full, Width: 32}},
		{"atomic/successive", trace.Access{Space: ir.Global, Kind: trace.Atomic, Bytes: 4, Active: full, DX: 4, Width: 32}},
	} {
		b.Run(bench.name, func(b *testing.B) {
			c := NewCounter(s, 1)
			a := bench.a
			for b.Loop() {
				if a.Addr == nil {
					a.Base = (a.Base + 64) & 0xffff
				}
				c.Count(&a)
			}
		})
	}
}
