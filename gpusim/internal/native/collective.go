package native

// This file is the collective operations of a warp: shuffles, votes and warp
// barriers. Each lane passes a value and receives those of all lanes.

import (
	"fmt"
	"strings"
)

// collective is one lane's call of a collective operation. Lanes with the same
// operation and mask execute it together.
type collective struct {
	operation string
	mask      uint32
	value     any
	values    []any // by lane, after all have called; nil for lanes outside of the mask
}

// Exchange waits until every lane of mask that exists and has not ended makes the
// same call. It returns the lanes' values.
func (t *Thread) Exchange(operation string, mask uint32, v any) []any {
	t.collective = collective{operation: operation, mask: mask, value: v}
	t.wait(atCollective)
	return t.collective.values
}

// Alive returns the lanes of the thread's warp that have not ended.
func (t *Thread) Alive() uint32 {
	var set uint32
	for _, u := range t.run.warp(t.Warp()) {
		if u.state != ended {
			set |= 1 << u.Lane()
		}
	}
	return set
}

// warp returns the threads of warp w; the last may be short.
func (r *run) warp(w int) []*Thread {
	return r.threads[w*r.WarpSize : min((w+1)*r.WarpSize, len(r.threads))]
}

// completeCollectives finishes every collective operation that all of its lanes have
// called. It reports whether there was one.
func (r *run) completeCollectives() bool {
	finished := false
	for _, t := range r.threads {
		if t.state == atCollective && t.collectiveComplete() {
			t.finishCollective()
			finished = true
		}
	}
	return finished
}

// collectiveComplete reports whether all lanes that t waits for have called.
func (t *Thread) collectiveComplete() bool {
	for _, u := range t.run.warp(t.Warp()) {
		if t.collective.mask>>u.Lane()&1 == 1 && u.state != ended && !u.sameCollective(t) {
			return false
		}
	}
	return true
}

// sameCollective reports whether t waits in the same collective operation as u.
func (t *Thread) sameCollective(u *Thread) bool {
	return t.state == atCollective && t.collective.operation == u.collective.operation && t.collective.mask == u.collective.mask
}

// finishCollective passes the values of all lanes to each of them and makes them
// ready.
func (t *Thread) finishCollective() {
	first := *t
	values := make([]any, t.run.WarpSize)
	for _, u := range t.run.warp(t.Warp()) {
		if u.sameCollective(&first) {
			values[u.Lane()] = u.collective.value
			u.collective.values = values
			u.state = ready
		}
	}
}

// deadlock reports why no thread of the block can continue.
func (r *run) deadlock() error {
	var waits, other *Thread // the first thread that waits, and one that waits elsewhere or has ended
	for _, t := range r.threads {
		switch {
		case waits == nil && t.state != ended:
			waits = t
		case other == nil && (waits == nil || t.state != waits.state || t.collective.operation != waits.collective.operation):
			other = t
		}
	}
	waits.stop()
	f := &Fault{Block: waits.place.Block, Thread: waits.place.Thread, Line: waits.line}
	f.Message = fmt.Sprintf("waits %s that not all of its %s reach", waits.waitsFor(), waits.awaited())
	if other != nil {
		other.stop()
		f.Message += fmt.Sprintf(" (thread %v %s)", other.place.Thread, other.activity())
	}
	return f
}

// waitsFor describes where a thread waits.
func (t *Thread) waitsFor() string {
	switch t.state {
	case atBarrier:
		return "at a SyncThreads"
	case atCondition:
		return "for a phase of a gpu.Barrier"
	}
	return fmt.Sprintf("in a %s with mask %#x", t.collective.operation, t.collective.mask)
}

// awaited describes the threads that a thread waits for.
func (t *Thread) awaited() string {
	switch t.state {
	case atBarrier:
		return fmt.Sprintf("block's %d threads", len(t.run.threads))
	case atCondition:
		return "arrivals"
	}
	return "lanes"
}

// activity describes what a thread does instead.
func (t *Thread) activity() string {
	if t.state == ended {
		return "has ended"
	}
	return strings.TrimSpace("waits " + t.waitsFor() + " at " + t.line)
}
