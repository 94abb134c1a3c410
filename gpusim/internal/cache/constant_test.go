package cache

// The constant caches against launches measured on an H200.

import (
	"testing"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/coalesce"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
	"gpucourse/gpusim/validation/h200"
)

func loadConstant(addr uint64) *trace.Access {
	return &trace.Access{Kind: trace.Load, Space: ir.Const, Bytes: 4, Active: 1, Base: addr, Width: arch.MaxLanes}
}

// walk plays one measured launch on one SM.
func walk(s *arch.Spec, m h200.ConstantWalk) (c trace.CacheCounts, fetched int) {
	k := newConstants(s)
	for i := range m.Steps {
		k.access(loadConstant(uint64(i*m.Stride%m.Bytes)), &c, func(_ uint64, _ int, had bool) {
			if !had {
				fetched++
			}
		})
	}
	return c, fetched
}

// TestConstantCachesAsMeasured: misses equal the device's, less those of the
// parameters, which share the caches. Where constants and parameters together
// are more than a set holds they drive each other out, a few times a launch.
func TestConstantCachesAsMeasured(t *testing.T) {
	const parameterMisses, parameterBytes, shared = 2, 256, 8
	s := spec(t, "H200")
	for _, m := range h200.ConstantWalks() {
		c, fetched := walk(s, m)
		near := (m.Requests-m.Hits)/m.Blocks - parameterMisses
		mid := (m.MidRequests-m.MidHits)/m.Blocks - parameterMisses
		slack := 0
		if m.Bytes+parameterBytes >= s.Caches.Const.Bytes {
			slack = shared
		}
		if d := near - int(c.ConstMisses); d < -slack || d > slack {
			t.Errorf("%+v: got %d misses next to the SM, want %d", m, c.ConstMisses, near)
		}
		if d := mid - int(c.ConstMidMisses); d < -shared || d > shared {
			t.Errorf("%+v: got %d misses behind it, want %d", m, c.ConstMidMisses, mid)
		}
		if int(c.ConstHits+c.ConstMisses) != m.Steps || c.ConstMidHits+c.ConstMidMisses != c.ConstMisses || fetched != int(c.ConstMidMisses) {
			t.Errorf("%+v: requests do not add up: %+v, %d fetched", m, c, fetched)
		}
	}
}

// TestConstantRequests: one request for each distinct address, whatever the
// order of the lanes, and the same number as Counter gives.
func TestConstantRequests(t *testing.T) {
	s := spec(t, "H200")
	for distinct := range arch.MaxLanes {
		var at trace.Lanes
		for i := range at {
			at[i] = uint64(i * 37 % (distinct + 1) * 4)
		}
		a := &trace.Access{Kind: trace.Load, Space: ir.Const, Bytes: 4, Active: trace.MaskOf(0, s.WarpSize), Addr: &at}
		var c trace.CacheCounts
		newConstants(s).access(a, &c, func(uint64, int, bool) {})
		counter := coalesce.NewCounter(s, 1)
		counter.Count(a)
		if got, want := c.ConstHits+c.ConstMisses, counter.ByPC[0].Requests; got != want || got != uint64(distinct+1) {
			t.Errorf("%d addresses: got %d requests, Counter has %d", distinct+1, got, want)
		}
	}
}

// TestConstantsWithoutCaches: every request goes to memory, with its own bytes.
func TestConstantsWithoutCaches(t *testing.T) {
	k := newConstants(&arch.Spec{})
	var c trace.CacheCounts
	for range 3 {
		k.access(loadConstant(8), &c, func(addr uint64, bytes int, had bool) {
			if addr != constantBase+8 || bytes != 4 || had {
				t.Errorf("got %d bytes from %#x, want 4 from %#x", bytes, addr, uint64(constantBase+8))
			}
		})
	}
	if c.ConstMisses != 3 || c.ConstHits != 0 {
		t.Errorf("got %+v, want 3 misses", c)
	}
}
