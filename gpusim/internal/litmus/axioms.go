package litmus

// This file is the axioms of the PTX memory consistency model. Section numbers are
// those of the PTX ISA manual, version 8.

import "gpucourse/gpusim/internal/ir"

// execution is one path per thread, and for each read the write it reads from.
type execution struct {
	x      *explorer
	events []event
	order  relation // program order
	same   relation // of accesses: the same place
	strong relation // morally strong pairs (8.7)
	from   []int    // by event: the write that it reads from; initial for the contents before the launch
}

// initial stands for the write that gave memory its contents before the launch.
const initial = -1

// newExecution joins the traces of all threads.
func newExecution(x *explorer, paths []*thread) *execution {
	e := &execution{x: x}
	for _, t := range paths {
		first := len(e.events)
		for _, ev := range t.trace {
			ev.deps <<= first
			e.events = append(e.events, ev)
		}
	}
	n := len(e.events)
	e.order, e.same, e.strong, e.from = newRelation(n), newRelation(n), newRelation(n), make([]int, n)
	for a := range e.events {
		for b := range e.events {
			e.relate(a, b)
		}
	}
	return e
}

// relate fills in what is known of two events without knowing what reads from what.
func (e *execution) relate(a, b int) {
	p, q := &e.events[a], &e.events[b]
	if a == b {
		return
	}
	if p.thread == q.thread && a < b {
		e.order.add(a, b)
	}
	accesses := p.access() && q.access()
	if accesses && p.at == q.at {
		e.same.add(a, b)
	}
	related := p.thread == q.thread || p.strong && q.strong && e.includes(p, q.thread) && e.includes(q, p.thread)
	if related && (!accesses || p.at == q.at) {
		e.strong.add(a, b)
	}
}

// access reports whether the event is a memory operation.
func (p *event) access() bool { return p.kind <= update }

// includes reports whether the scope of a strong event includes a thread (8.5).
func (e *execution) includes(p *event, thread int) bool {
	per := e.x.Threads()
	return p.scope != ir.ScopeBlock || p.thread/per == thread/per
}

// observation is the observation order (8.9.2).
func (e *execution) observation() relation {
	obs := newRelation(len(e.events))
	for r, w := range e.from {
		if e.events[r].reads() && w != initial && e.strong.has(w, r) {
			obs.add(w, r)
		}
	}
	// A chain goes on from an atomic only.
	for k := range e.events {
		if e.events[k].kind == update && e.events[k].writes {
			for i := range obs {
				if obs.has(i, k) {
					obs[i] |= obs[k]
				}
			}
		}
	}
	return obs
}

// synchronizes is the pairs of events of which the first synchronizes with the second
// (8.9.4), in an order of the fences.
func (e *execution) synchronizes(obs, fences relation) relation {
	sync := fences.clone()
	for w := range e.events {
		obs.each(w, func(r int) { e.synchronizePatterns(sync, w, r) })
	}
	for a := range e.events {
		for b := range e.events {
			if e.meet(&e.events[a], &e.events[b]) {
				sync.add(a, b)
			}
		}
	}
	return sync
}

// synchronizePatterns adds the pairs of a fence before strong write w and a fence
// behind strong read r, which observes w (8.8).
func (e *execution) synchronizePatterns(sync relation, w, r int) {
	if !e.events[w].strong || !e.events[r].strong || e.x.unused[e.events[r].in] {
		return
	}
	for a := range e.events {
		for b := range e.events {
			if e.events[a].kind == fence && e.events[b].kind == fence && e.order.has(a, w) && e.order.has(r, b) && e.strong.has(a, b) {
				sync.add(a, b)
			}
		}
	}
}

// meet reports whether an arrival at a barrier synchronizes with a departure.
func (e *execution) meet(p, q *event) bool {
	if p.kind != arrive || q.kind != wait || p.barrier != q.barrier || p.thread == q.thread {
		return false
	}
	return e.x.together(p.thread, q.thread, p.barrier.warp)
}

// causality is the causality order (8.9.5) of accesses to one place. It returns false
// when the order of the fences contradicts it (8.10.2).
func (e *execution) causality(fences relation) (relation, bool) {
	obs := e.observation()
	base := e.synchronizes(obs, fences)
	for a := range base {
		base[a] |= e.order[a]
	}
	base.close()
	if base.cyclic() {
		return nil, false
	}
	cause := base.clone()
	for a := range e.events {
		obs.each(a, func(z int) { cause[a] |= base[z] & e.same[z] })
	}
	return cause, true
}

// readsInVain reports whether a read returns a write that causality order places
// behind it (8.10.6, first rule).
func (e *execution) readsInVain(cause relation) bool {
	for r, w := range e.from {
		if e.events[r].reads() && w != initial && cause.has(r, w) {
			return true
		}
	}
	return false
}

// thinAir reports whether a value depends on itself (8.10.4).
func (e *execution) thinAir() bool {
	r := newRelation(len(e.events))
	for b := range e.events {
		if e.events[b].reads() && e.from[b] != initial {
			r.add(e.from[b], b)
		}
		for a := range e.events {
			if e.events[b].deps>>a&1 != 0 {
				r.add(a, b)
			}
		}
	}
	return r.close().cyclic()
}

// fromReads is the pairs of a read and a write that coherence order places behind
// the write it reads from (8.9.7).
func (e *execution) fromReads(coherence relation) relation {
	fr := newRelation(len(e.events))
	for r, w := range e.from {
		if !e.events[r].reads() {
			continue
		}
		for v := range e.events {
			if v != r && e.events[v].writes && e.same.has(r, v) && v != w && (w == initial || coherence.has(w, v)) {
				fr.add(r, v)
			}
		}
	}
	return fr
}

// coherent reports whether an order of the writes breaks no axiom: causality
// (8.10.6), atomicity (8.10.3) and sequential consistency per location (8.10.5).
func (e *execution) coherent(cause, coherence relation) bool {
	fr := e.fromReads(coherence)
	perPlace := newRelation(len(e.events))
	for a := range e.events {
		for b := range e.events {
			if fr.has(a, b) && (cause.has(b, a) || e.splits(coherence, a, b)) {
				return false
			}
			communicates := fr.has(a, b) || coherence.has(a, b) || e.events[b].reads() && e.from[b] == a
			if e.order.has(a, b) && e.same.has(a, b) || communicates && e.strong.has(a, b) {
				perPlace.add(a, b)
			}
		}
	}
	return !perPlace.close().cyclic()
}

// splits reports whether write w comes between the read and the write of atomic a,
// whose value w replaces.
func (e *execution) splits(coherence relation, a, w int) bool {
	return e.events[a].kind == update && e.events[a].writes && e.strong.has(a, w) && coherence.has(w, a)
}
