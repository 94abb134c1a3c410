package cache

// This file is the priorities of lines in L2: which go first, and which stay.

import (
	"gpucourse/gpusim/internal/hash"
	"gpucourse/gpusim/trace"
)

// Residency is what the host asks of L2.
type Residency struct {
	SetAside int    // bytes for lines of EvictLast; 0: what a set has without
	Window   Window // accesses to it follow its policy
}

// Window is a part of memory whose accesses have a policy, unless they have one of their own.
type Window struct {
	Base, Bytes uint64
	trace.Policy
}

// keptShare is the share of L2 that lines of EvictLast can have where nothing is set aside: a
// sixteenth (h100/modern: hot_evict_last).
const keptShare = 16

// Keep says what the host asks of L2 from now on.
func (h *Hierarchy) Keep(r Residency) {
	h.residency = r
	if h.l2 == nil {
		return
	}
	total := h.spec.Caches.L2.Bytes
	for _, p := range h.l2.parts {
		p.keep = max(p.ways/keptShare, p.ways*min(r.SetAside, h.spec.Caches.L2SetAside)/total)
	}
}

// priority returns the priority that a request asks for its line: that of its policy, of the window
// that it accesses, or of its operator (h100/cache.txt).
func (h *Hierarchy) priority(r *MemRequest) trace.Priority {
	p := r.Hint.Policy
	if p == (trace.Policy{}) {
		w := &h.residency.Window
		switch {
		case w.Bytes > 0 && r.Line<<h.lines.LineBits-w.Base < w.Bytes:
			p = w.Policy
		case r.Hint.Once:
			return trace.EvictFirst
		}
	}
	if p.Sixteenths != 0 && (r.Line+hash.Mix(r.Line/sixteen))%sixteen >= uint64(p.Sixteenths) {
		return p.Secondary
	}
	return p.Primary
}

// sixteen is in how many parts a policy divides lines.
const sixteen = 16

// rank gives a slot's line a priority. A set keeps a number of lines of EvictLast; beyond it, the
// least recently used of them becomes normal.
func (c *Cache) rank(slot int, p trace.Priority) {
	l := c.line(slot)
	switch {
	case p == trace.EvictUnchanged || p == l.priority || p == trace.EvictFirst && l.priority == trace.EvictLast:
		return
	case p == trace.EvictNormal:
		l.priority = 0
		return
	}
	l.priority, c.ranked = p, true
	if p != trace.EvictLast {
		return
	}
	n, oldest := 0, l
	ways := c.waysOf(slot >> c.wayBits)
	for i := range ways {
		if w := &ways[i]; w.used != 0 && w.priority == trace.EvictLast {
			n++
			if w.used < oldest.used {
				oldest = w
			}
		}
	}
	if n > c.keep {
		oldest.priority = 0
	}
}

// lowest returns the way of a full set that goes first.
func lowest(ways []Line) (way int) {
	for i := range ways {
		if a, b := ways[i].order(), ways[way].order(); a < b || a == b && ways[i].used < ways[way].used {
			way = i
		}
	}
	return way
}

// order returns when a line goes by its priority: lower numbers go first.
func (l *Line) order() int {
	switch l.priority {
	case trace.EvictFirst:
		return 0
	case trace.EvictLast:
		return 2
	}
	return 1
}
