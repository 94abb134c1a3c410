package native

// This file is the meeting of a warp's lanes: what shuffles, votes and warp
// barriers have in common. Each lane brings a value and sees everybody's.

import (
	"fmt"
	"strings"
)

// meeting is one lane's part in a meeting. Lanes meet whose what and mask are
// the same.
type meeting struct {
	what   string
	mask   uint32
	value  any
	values []any // by lane, once all have come; nil for lanes that take no part
}

// Meet waits until every lane of mask that exists and has not ended makes the
// same call. It returns what each brought, by lane.
func (t *Thread) Meet(what string, mask uint32, v any) []any {
	t.meet = meeting{what: what, mask: mask, value: v}
	t.wait(atMeeting)
	return t.meet.values
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

// meetings lets every complete meeting go on, and reports whether there was one.
func (r *run) meetings() bool {
	met := false
	for _, t := range r.threads {
		if t.state == atMeeting && t.complete() {
			t.hold()
			met = true
		}
	}
	return met
}

// complete reports whether everybody t waits for is there.
func (t *Thread) complete() bool {
	for _, u := range t.run.warp(t.Warp()) {
		if t.meet.mask>>u.Lane()&1 == 1 && u.state != ended && !u.joins(t) {
			return false
		}
	}
	return true
}

func (t *Thread) joins(u *Thread) bool {
	return t.state == atMeeting && t.meet.what == u.meet.what && t.meet.mask == u.meet.mask
}

// hold gives the values of t's meeting to all of its lanes and lets them go on.
func (t *Thread) hold() {
	first := *t
	values := make([]any, t.run.WarpSize)
	for _, u := range t.run.warp(t.Warp()) {
		if u.joins(&first) {
			values[u.Lane()] = u.meet.value
			u.meet.values = values
			u.state = ready
		}
	}
}

// stuck says why nobody in the block can go on.
func (r *run) stuck() error {
	var waits, other *Thread // the first who waits, and one who does something else
	for _, t := range r.threads {
		switch {
		case waits == nil && t.state != ended:
			waits = t
		case other == nil && (waits == nil || t.state != waits.state || t.meet.what != waits.meet.what):
			other = t
		}
	}
	waits.stop()
	f := &Fault{Block: waits.place.Block, Thread: waits.place.Thread, Line: waits.line}
	f.Message = fmt.Sprintf("waits %s that not all of its %s reach", waits.goal(), waits.company())
	if other != nil {
		other.stop()
		f.Message += fmt.Sprintf(" (thread %v %s)", other.place.Thread, other.doing())
	}
	return f
}

func (t *Thread) goal() string {
	if t.state == atBarrier {
		return "at a SyncThreads"
	}
	return fmt.Sprintf("in a %s with mask %#x", t.meet.what, t.meet.mask)
}

func (t *Thread) company() string {
	if t.state == atBarrier {
		return fmt.Sprintf("block's %d threads", len(t.run.threads))
	}
	return "lanes"
}

func (t *Thread) doing() string {
	if t.state == ended {
		return "has ended"
	}
	return strings.TrimSpace("waits " + t.goal() + " at " + t.line)
}
