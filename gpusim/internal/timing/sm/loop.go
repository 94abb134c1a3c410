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
	round   round
}

// round is a loop all of whose entries are predicted, so that a warp need not read them.
type round struct {
	sites  []int32 // in order; empty: there is no such loop
	place  []int   // by site: its place in the round, less than 0 if it has none
	memory []int   // places of accesses outside of shared memory, and of those whose base changes
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
		if k := x.decoder.Predicted() / steps; k > 0 && site == x.sites[0] && x.decoder.Repeats(x.sites, 0) {
			x.decoder.Pass(k*steps, site)
			n += k
		}
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
	x, t := &m.worker.loop.round, m.worker.trace
	x.sites, x.memory = x.sites[:0], x.memory[:0]
	i := slices.IndexFunc(m.warps, func(w warp) bool { return w.running })
	if i < 0 {
		return
	}
	w := &m.warps[i]
	if w.decoder.Predicted() < steps {
		return
	}
	x.place = slices.Repeat([]int{noPlace}, t.Sites())
	at := w.site
	for range steps {
		if x.place[at] != noPlace {
			x.sites = x.sites[:0]
			return
		}
		x.place[at] = len(x.sites)
		x.sites = append(x.sites, at)
		at = w.decoder.After(at)
	}
	if at != w.site {
		x.sites = x.sites[:0]
		return
	}
	for p, at := range x.sites {
		if !t.IsAccess(at) {
			continue
		}
		switch k := t.Static(at); {
		case k.Space == trace.Shared && k.Copied:
			x.sites = x.sites[:0]
			return
		case k.Space != trace.Shared || !w.decoder.Still(at):
			x.memory = append(x.memory, p)
		}
	}
}

const noPlace = -1

// skipRound skips an iteration without reading its entries. It returns false if they are not those of the round.
func (m *SM) skipRound(w *warp, now uint64) bool {
	x, t := &m.worker.loop.round, m.worker.trace
	steps := len(x.sites)
	if steps == 0 || w.decoder.Predicted() < steps || w.event == tracefile.End {
		return false
	}
	place := x.place[w.site]
	if place == noPlace {
		return false
	}
	if w.predicted != w.decoder.Predicted() && !w.decoder.Repeats(x.sites, place) {
		return false
	}
	first, _ := slices.BinarySearch(x.memory, place)
	for i := range x.memory {
		p := x.memory[(first+i)%len(x.memory)]
		at := x.sites[p]
		if p != place {
			w.decoder.Follow(at)
		}
		if t.Static(at).Space != trace.Shared {
			m.playSkipped(w, w.decoder.Access(t, at), now)
		}
	}
	if first < len(x.memory) && x.memory[first] == place {
		w.decoder.Follow(w.site)
	}
	w.decoder.Pass(steps, w.site)
	w.predicted = w.decoder.Predicted()
	return true
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
		if !w.running {
			continue
		}
		for left := n; left > 0; {
			if rounds := m.passRounds(w, left); rounds > 0 {
				left -= rounds
				continue
			}
			for range l.Steps {
				w.advance(m.worker.trace)
			}
			left--
		}
	}
}

// passRounds passes over up to n iterations without reading their entries, and returns how many.
func (m *SM) passRounds(w *warp, n int) int {
	x := &m.worker.loop.round
	steps := len(x.sites)
	if steps == 0 || w.event == tracefile.End {
		return 0
	}
	place := x.place[w.site]
	if n = min(n, w.decoder.Predicted()/steps); n == 0 || place == noPlace || !w.decoder.Repeats(x.sites, place) {
		return 0
	}
	for _, p := range x.memory {
		w.decoder.FollowTimes(x.sites[p], n)
	}
	w.decoder.Pass(n*steps, w.site)
	return n
}

func (m *SM) skipIteration(w *warp, steps int, now uint64) {
	if m.skipRound(w, now) {
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
