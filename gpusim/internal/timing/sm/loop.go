package sm

// This file finds the loop that the warps are in, and skips iterations of it.

import (
	"math"
	"slices"

	"gpucourse/gpusim/internal/timing/sample"
	"gpucourse/gpusim/internal/tracefile"
	"gpucourse/gpusim/trace"
)

// mostSteps is how many trace entries of a warp are read to find its loop.
const mostSteps = 1 << 14

// loopFinder reads a warp's trace ahead of the warp.
type loopFinder struct {
	decoder tracefile.Decoder
	sites   []int32
	round   tracefile.Round
}

// Loop returns the loop that the first running warp is in, and false if no warp runs. The
// loop is the shortest period of at least half of the warp's next trace entries.
func (m *SM) Loop() (l sample.Loop, ok bool) {
	for i := range m.warps {
		if w := &m.warps[i]; w.running {
			return m.loopOf(w), true
		}
	}
	return sample.Loop{}, false
}

func (m *SM) loopOf(w *warp) (l sample.Loop) {
	x := &m.worker.loop
	w.decoder.CopyTo(&x.decoder)
	x.sites = append(x.sites[:0], w.site)
	for e := w.event; e != tracefile.End && len(x.sites) < mostSteps; {
		var site int32
		site, e = x.decoder.Next(m.worker.trace)
		x.sites = append(x.sites, site)
	}
	if steps := period(x.sites); steps > 0 {
		l, _ = m.iterations(w, steps)
	}
	return l
}

// period returns the shortest period of at least the first half of a list, 0 if there is none.
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

// iterations describes the loop that a warp's next trace entries form, and counts its
// remaining iterations.
func (m *SM) iterations(w *warp, steps int) (l sample.Loop, n int) {
	x, t := &m.worker.loop, m.worker.trace
	w.decoder.CopyTo(&x.decoder)
	x.sites, l.Steps = x.sites[:0], steps
	site, e := w.site, w.event
	for ; len(x.sites) < steps; site, e = x.decoder.Next(t) {
		if e == tracefile.End {
			return l, 0
		}
		if e == tracefile.Flow {
			l.Instructions += m.program.runs[t.PC(site)]
		}
		x.sites = append(x.sites, site)
	}
	for n = 1; ; n++ {
		n += x.decoder.GoesRound(x.sites)
		for _, again := range x.sites {
			if e == tracefile.End || site != again {
				return l, n
			}
			site, e = x.decoder.Next(t)
		}
	}
}

// Iterations returns how many iterations of a loop all running warps have left, 0 if one of
// them is in another loop.
func (m *SM) Iterations(l sample.Loop) int {
	least := math.MaxInt
	for i := range m.warps {
		if w := &m.warps[i]; w.running {
			is, n := m.iterations(w, l.Steps)
			if is != l {
				return 0
			}
			least = min(least, n)
		}
	}
	return least
}

// Running returns how many warps run.
func (m *SM) Running() (n int) {
	for i := range m.warps {
		if m.warps[i].running {
			n++
		}
	}
	return n
}

// Skip skips iterations of a loop until n are skipped since the last call with 0. Their
// accesses go through the caches at the caches' time now.
func (m *SM) Skip(l sample.Loop, n int, now uint64) {
	if n == 0 {
		m.skipped = 0
		m.findRound(l.Steps)
	}
	for ; m.skipped < n; m.skipped++ {
		for i := range m.warps {
			if w := &m.warps[i]; w.running {
				m.skipIteration(w, l.Steps, now)
			}
		}
	}
}

// findRound finds the round of a loop of some steps in the first running warp.
func (m *SM) findRound(steps int) {
	if i := slices.IndexFunc(m.warps, func(w warp) bool { return w.running }); i >= 0 {
		m.worker.loop.round.Find(m.worker.trace, &m.warps[i].decoder, steps)
	}
}

// playSkipped plays a skipped access on the caches.
func (m *SM) playSkipped(w *warp, a *trace.Access, now uint64) {
	counts := &m.worker.Counts[a.PC]
	if a.Space != trace.Local {
		m.worker.hierarchy.Access(m.id, now, a, counts)
		return
	}
	for word := range m.worker.local.Accesses(a, m.localMemory(w)) {
		m.worker.hierarchy.Access(m.id, now, word, counts)
	}
}

// Pass skips n iterations of a loop. Their accesses do not go through the caches.
func (m *SM) Pass(l sample.Loop, n int) {
	m.findRound(l.Steps)
	for i := range m.warps {
		w := &m.warps[i]
		for left := n; w.running && left > 0; {
			rounds := m.worker.loop.round.Skip(m.worker.trace, &w.decoder, left, nil)
			for range l.Steps {
				if rounds == 0 {
					w.advance(m.worker.trace)
				}
			}
			left -= max(1, rounds)
		}
	}
}

func (m *SM) skipIteration(w *warp, steps int, now uint64) {
	if m.worker.loop.round.Skip(m.worker.trace, &w.decoder, 1, func(a *trace.Access) { m.playSkipped(w, a, now) }) > 0 {
		return
	}
	t, split := m.worker.trace, trace.Mask(0)
	for range steps {
		if w.event != tracefile.Access {
			w.advance(t)
			continue
		}
		if k := t.Static(w.site); k.Space == trace.Shared {
			if k.Copied {
				split = tracefile.SplitOf(w.decoder.Access(t, w.site))
			}
			w.advance(t)
			continue
		}
		a := t.Divide(m.next(w), split)
		split = 0
		m.playSkipped(w, a, now)
	}
}
