package sm

// This file finds the loop that warps are in, and takes warps past iterations of it.

import (
	"math"

	"gpucourse/gpusim/internal/cache"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/replay"
	"gpucourse/gpusim/internal/timing/sample"
)

// mostSteps is how many steps of a warp are looked at to find a loop.
const mostSteps = 1 << 14

// scout reads a warp's trace ahead of the warp.
type scout struct {
	cursor replay.Cursor
	sites  []int32
}

// Loop returns the loop that the first warp that has not ended is in: the shortest that at
// least half of its next steps repeat.
func (m *SM) Loop() (l sample.Loop, ok bool) {
	for i := range m.warps {
		if w := &m.warps[i]; w.alive {
			return m.loopOf(w), true
		}
	}
	return sample.Loop{}, false
}

func (m *SM) loopOf(w *warp) sample.Loop {
	x := &m.worker.loop
	w.cursor.Fork(&x.cursor)
	x.sites = append(x.sites[:0], w.site)
	for e := w.event; e != replay.End && len(x.sites) < mostSteps; {
		var site int32
		site, e = x.cursor.Step(m.worker.trace)
		x.sites = append(x.sites, site)
	}
	steps := period(x.sites)
	if steps == 0 {
		return sample.Loop{}
	}
	l, _ := m.iterations(w, steps)
	return l
}

// period is the shortest after which a list repeats itself for at least half its length; 0:
// there is none.
func period(list []int32) int {
	for p := 1; p <= len(list)/2; p++ {
		same := p
		for same < len(list) && list[same] == list[same-p] {
			same++
		}
		if same >= len(list)/2 && same >= 2*p {
			return p
		}
	}
	return 0
}

// iterations takes a warp's next steps for an iteration, and says how many of them follow.
func (m *SM) iterations(w *warp, steps int) (l sample.Loop, n int) {
	x, t := &m.worker.loop, m.worker.trace
	w.cursor.Fork(&x.cursor)
	x.sites, l.Steps = x.sites[:0], steps
	site, e := w.site, w.event
	for ; len(x.sites) < steps; site, e = x.cursor.Step(t) {
		switch e {
		case replay.End:
			return l, 0
		case replay.Barrier:
			l.Barriers++
		case replay.Flow:
			l.Instructions += m.program.runs[t.PC(site)]
		}
		x.sites = append(x.sites, site)
	}
	for n = 1; ; n++ {
		for _, again := range x.sites {
			if e == replay.End || site != again {
				return l, n
			}
			site, e = x.cursor.Step(t)
		}
	}
}

// Iterations returns how many iterations of a loop all of the SM's warps have ahead of
// them; none when a warp is in another loop.
func (m *SM) Iterations(l sample.Loop) int {
	least := math.MaxInt
	for i := range m.warps {
		if w := &m.warps[i]; w.alive {
			is, n := m.iterations(w, l.Steps)
			if is != l {
				return 0
			}
			least = min(least, n)
		}
	}
	return least
}

// Running returns how many warps have not ended.
func (m *SM) Running() (n int) {
	for i := range m.warps {
		if m.warps[i].alive {
			n++
		}
	}
	return n
}

// Pass takes the SM's warps past iterations of a loop, up to n since the last call with 0.
// Their accesses go through the caches at a time of these.
func (m *SM) Pass(l sample.Loop, n int, caches *cache.Hierarchy, now uint64) {
	if n == 0 {
		m.passed = 0
	}
	for ; m.passed < n; m.passed++ {
		for i := range m.warps {
			if w := &m.warps[i]; w.alive {
				w.ahead = l.Steps
			}
		}
		m.passIteration(caches, now)
	}
}

// inARow is how many accesses a warp makes before the next warp does.
const inARow = 4

// passIteration takes the warps through the steps that lie ahead, some accesses each in turn.
func (m *SM) passIteration(caches *cache.Hierarchy, now uint64) {
	for busy := true; busy; {
		busy = false
		for i := range m.warps {
			for w, n := &m.warps[i], 0; n < inARow && w.ahead > 0; n++ {
				m.skip(w, caches, now)
				busy = true
			}
		}
	}
}

// skip takes a warp past its next access that caches see.
func (m *SM) skip(w *warp, caches *cache.Hierarchy, now uint64) {
	for w.ahead > 0 {
		w.ahead--
		if w.event != replay.Access || m.worker.trace.Kind(w.site).Space == ir.Shared {
			w.advance(m.worker.trace)
			continue
		}
		a := m.next(w)
		counts := &m.worker.Counts[a.PC]
		if !m.worker.local.Owns(a) {
			caches.Access(m.id, now, a, counts)
			return
		}
		for laid := range m.worker.local.Laid(a, m.localMemory(w)) {
			caches.Access(m.id, now, laid, counts)
		}
		return
	}
}
