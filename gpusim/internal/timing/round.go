package timing

// This file finds the rounds in what warps are going to do, and makes them do them.

import (
	"math"

	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/replay"
)

// round is steps of a trace that a warp makes again and again.
type round struct{ steps, instructions, barriers int }

// mostSteps is how many of a warp's steps are looked at to find a round.
const mostSteps = 1 << 14

// scout goes ahead of a warp.
type scout struct {
	cursor replay.Cursor
	sites  []int32
}

// roundOf is the shortest round that at least half of what a warp is going to do
// consists of; the zero value when there is none.
func (m *sm) roundOf(w *warp) round {
	x := &m.rounds.scout
	w.cursor.Fork(&x.cursor)
	x.sites = append(x.sites[:0], w.site)
	for e := w.event; e != replay.End && len(x.sites) < mostSteps; {
		var site int32
		site, e = x.cursor.Step(m.trace)
		x.sites = append(x.sites, site)
	}
	steps := period(x.sites)
	if steps == 0 {
		return round{}
	}
	r, _ := m.follows(w, steps)
	return r
}

// period is the shortest after which a list repeats itself for at least half its
// length; 0: there is none.
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

// follows takes a warp's next steps for a round, and says how many it goes from here.
func (m *sm) follows(w *warp, steps int) (r round, times int) {
	x := &m.rounds.scout
	w.cursor.Fork(&x.cursor)
	x.sites, r.steps = x.sites[:0], steps
	site, e := w.site, w.event
	for ; len(x.sites) < steps; site, e = x.cursor.Step(m.trace) {
		switch e {
		case replay.End:
			return r, 0
		case replay.Barrier:
			r.barriers++
		case replay.Flow:
			r.instructions += m.runs[m.trace.PC(site)]
		}
		x.sites = append(x.sites, site)
	}
	for times = 1; ; times++ {
		for _, again := range x.sites {
			if e == replay.End || site != again {
				return r, times
			}
			site, e = x.cursor.Step(m.trace)
		}
	}
}

// roundsAhead is how many rounds all of the SM's warps go from here, and some of them; none
// when one of them goes others.
func (m *sm) roundsAhead() (least, most int) {
	least = math.MaxInt
	for i := range m.warps {
		if w := &m.warps[i]; w.alive {
			r, n := m.follows(w, m.rounds.round.steps)
			if r != m.rounds.round {
				return 0, 0
			}
			least, most = min(least, n), max(most, n)
		}
	}
	return least, most
}

// goRounds takes the SM's warps ahead, until they have gone n rounds.
func (m *sm) goRounds(n int) {
	for ; m.gone < n; m.gone++ {
		m.goRound(m.rounds.round.steps)
	}
}

// goRound takes the SM's warps a round ahead, some accesses each in turn.
func (m *sm) goRound(steps int) {
	for i := range m.warps {
		if w := &m.warps[i]; w.alive {
			w.ahead = steps
		}
	}
	for busy := true; busy; {
		busy = false
		for i := range m.warps {
			for w, n := &m.warps[i], 0; n < inARow && w.ahead > 0; n++ {
				m.skip(w)
				busy = true
			}
		}
	}
}

// inARow is how many accesses a warp makes before the next does: warps that are played make
// some at a time too, and what each reads of its trace is at hand then.
const inARow = 4

// skip takes a warp past its next access that caches see.
func (m *sm) skip(w *warp) {
	for w.ahead > 0 {
		w.ahead--
		if w.event == replay.Access && m.trace.Kind(w.site).Space != ir.Shared {
			m.lookUp(w)
			return
		}
		w.look(m.trace)
	}
}

// lookUp takes the warp's next access to the caches, without its time.
func (m *sm) lookUp(w *warp) {
	m.last = w.cursor.Tell(m.trace, w.site)
	w.look(m.trace)
	counts := &m.counts[m.last.PC]
	if !m.local.Owns(m.last) {
		m.memory.Access(m.id, m.now, m.last, counts)
		return
	}
	for a := range m.local.Laid(m.last, m.share(w)) {
		m.memory.Access(m.id, m.now, a, counts)
	}
}
