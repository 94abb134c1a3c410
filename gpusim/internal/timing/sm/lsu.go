package sm

// This file is the load/store unit: what accesses take next to the SM.

import (
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/cache"
	"gpucourse/gpusim/internal/replay"
	"gpucourse/gpusim/internal/timing/mem"
	"gpucourse/gpusim/trace"
)

// lsu is the load/store unit of an SM. All times are ticks.
type lsu struct {
	free   int64 // when the data of the next access can pass
	tags   int64 // when the next line can be looked up in L1
	consts int64 // when the constant cache can serve the next request
	busy   int64
}

// queueTicks is how much work the unit takes before it keeps warps waiting.
const queueTicks = 24 * mem.Ticks

// room is the cycle from which the unit's queue has room for an access.
func (u *lsu) room() int64 { return (max(u.free, u.tags) - queueTicks) >> mem.TickBits }

// enter lets an access pass that takes the unit for so many ticks, and returns when it
// begins to.
func (u *lsu) enter(at, takes int64) (start int64) {
	start = max(u.free, at)
	u.free = start + takes
	u.busy += takes
	return start
}

// lookUp looks lines up in L1's tags, and returns when the first and the last are found.
func (u *lsu) lookUp(at, lines, each int64) (first, last int64) {
	first = max(u.tags, at)
	u.tags = first + lines*each
	return first, u.tags - each
}

// write notes when the result of an access is there.
func (w *warp) write(o *op, at int64, why trace.StallReason) {
	for _, r := range o.writes {
		w.board[r] = max(w.board[r], writtenAt(at, arch.NoUnit, why))
	}
}

// shared plays an access of shared memory.
func (m *SM) shared(w *warp, o *op, now int64) {
	p, k, t := m.program, &m.program.Spec.Clock.Memory, m.worker.trace
	for w.event == replay.Access && t.PC(w.site) == w.pc {
		a := t.Kind(w.site)
		wavefronts, latency := int64(w.cursor.Base(w.site)), int64(k.Shared)
		w.advance(t)
		if a.Kind == trace.Atomic {
			wavefronts -= int64(p.Spec.Shared.AtomicWavefronts) // counted, but takes no time
			latency = int64(k.SharedAtomic)
		}
		if p.Ideal.Conflicts {
			wavefronts = min(wavefronts, int64(max(1, p.Spec.WarpSize*a.Bytes/max(1, p.Spec.Shared.Banks*p.Spec.Shared.BankBytes))))
		}
		takes := wavefronts * p.t.wavefront
		start := m.lsu.enter(now<<mem.TickBits, takes)
		w.write(o, start>>mem.TickBits+latency+(wavefronts-1)*int64(k.SharedWavefront), trace.ShortScoreboard)
	}
}

// next takes the warp's next access from the trace.
func (m *SM) next(w *warp) *trace.Access {
	m.worker.access = w.cursor.Tell(m.worker.trace, w.site)
	w.advance(m.worker.trace)
	return m.worker.access
}

// near plays an access in the SM's caches.
func (m *SM) near(a *trace.Access) *cache.L1Result {
	return m.worker.front.Access(m.id, a, &m.worker.Counts[a.PC])
}

// access plays an access of global or local memory, or of a texture.
func (m *SM) access(w *warp, o *op, now int64) {
	for w.event == replay.Access && m.worker.trace.PC(w.site) == w.pc {
		a := m.next(w)
		if !m.worker.local.Owns(a) {
			m.global(w, o, m.near(a), now)
			continue
		}
		for laid := range m.worker.local.Laid(a, m.localMemory(w)) {
			m.global(w, o, m.near(laid), now)
		}
	}
}

// localMemory is where the warp's local memory is.
func (m *SM) localMemory(w *warp) uint64 {
	return m.worker.local.Share(m.id, int(w.block), int(w.index))
}

// global takes an access through the unit. Where its data have passes of their own
// (L1Banked), the first pass waits for the first line to be found, the last for the last.
func (m *SM) global(w *warp, o *op, near *cache.L1Result, now int64) {
	p, at := m.program, now<<mem.TickBits
	requests := m.ideal(near.Requests)
	takes := m.passes(requests)
	first, found := at, at
	if p.Spec.Clock.Memory.L1Banked {
		first, found = m.lsu.lookUp(at, int64(len(requests)), p.t.line)
	}
	start := m.lsu.enter(max(first, found-takes+p.t.request), takes)
	ready := (start+takes-p.t.request)>>mem.TickBits + int64(p.Spec.Clock.Memory.L1)
	m.request(w, o, requests, max(first, start-found+first), ready, trace.LongScoreboard)
}

// passes is for how many ticks an access takes the unit.
func (m *SM) passes(requests []cache.MemRequest) int64 {
	p, a := m.program, m.worker.access
	if p.Spec.Clock.Memory.L1Banked {
		n := max(m.worker.banks.Wavefronts(a), a.Bytes/p.Spec.Shared.BankBytes)
		return max(p.t.request, int64(n)*p.t.wavefront)
	}
	takes := p.t.request
	if len(requests) > 1 {
		takes = max(takes, int64(len(requests))*p.t.line)
	}
	sectors := int64(0)
	for i := range requests {
		sectors += mem.Sectors(requests[i].Sectors | requests[i].Hits)
	}
	return max(takes, sectors*p.t.sectorL1)
}

// ideal leaves as many lines of an access as it needs at least, where that is asked for.
func (m *SM) ideal(requests []cache.MemRequest) []cache.MemRequest {
	if !m.program.Ideal.Coalescing {
		return requests
	}
	a := m.worker.access
	return requests[:min(len(requests), max(1, a.Active.Count()*a.Bytes/m.program.Spec.Global.LineBytes))]
}

// depth is how many lanes of an atomic change one address, at most.
func (m *SM) depth(o *op) int32 {
	a := m.worker.access
	switch {
	case o.combined:
		return 1
	case a.Uniform():
		return int32(a.Active.Count())
	}
	most := 0
	for rest := a.Active; rest != 0; rest &= rest - 1 {
		n, at := 0, a.Lane(rest.First())
		for others := rest; others != 0; others &= others - 1 {
			if a.Lane(others.First()) == at {
				n++
			}
		}
		most = max(most, n)
	}
	return int32(most)
}

// param plays a read of the kernel's parameters, which never come from farther away than
// the cache behind the first one.
func (m *SM) param(w *warp, o *op, now int64) {
	if o.line == 0 {
		return
	}
	for len(m.params) < o.line {
		m.params = append(m.params, 0)
	}
	there := &m.params[o.line-1]
	if *there == 0 {
		*there = now + max(o.latency, int64(m.program.Spec.Clock.Memory.ConstMid))
	}
	w.write(o, max(now+o.latency, *there), trace.ConstantMiss)
}

// constant plays a load of constants: one request after another, between which those of
// other loads may come. What the caches of the SM lack is asked for one line after another.
func (m *SM) constant(w *warp, s *scheduler, o *op, now int64) {
	t, k := &m.program.t, &m.program.Spec.Clock.Memory
	for w.event == replay.Access && m.worker.trace.PC(w.site) == w.pc {
		near := m.near(m.next(w))
		n := int64(near.ConstRequests)
		start := max(s.consts, now<<mem.TickBits)
		s.consts = start + t.constLoad
		m.lsu.consts = max(m.lsu.consts, start) + n*t.constRequest
		ready := max(start+(n-1)*t.constEach, m.lsu.consts-t.constRequest) >> mem.TickBits
		ready += int64(k.Const) + int64(near.ConstMisses-near.ConstMidMisses)*int64(max(0, k.ConstMid-k.Const))
		m.request(w, o, near.Requests, start, ready, trace.ConstantMiss)
	}
}
