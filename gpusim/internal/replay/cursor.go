package replay

// This file reads what one warp did, an access at a time.

import (
	"encoding/binary"

	"gpucourse/gpusim/internal/arch"
	"gpucourse/gpusim/internal/texture"
	"gpucourse/gpusim/internal/trace"
)

// Event is what a warp does next.
type Event uint8

// The events.
const (
	End     Event = iota
	Access        // of memory; of shared memory in a timed trace, with the wavefronts as Base
	Barrier       // the warp begins to wait
	Flow          // in a timed trace: a run of instructions begins
)

// Cursor is a warp on its way through its part of a Trace. See tape.go.
type Cursor struct {
	predictor
	run     uint64 // accesses as guessed that are left
	shape   []byte // what is left
	bases   numbers
	steps   numbers // by which the bases of warps differ that do the same
	ordinal uint64  // how many steps this warp is from bases
}

// numbers is a list of uvarints, of which some are read.
type numbers []byte

func (n *numbers) unsigned() uint64 {
	v, size := binary.Uvarint(*n)
	*n = (*n)[size:]
	return v
}

func (n *numbers) signed() int64 {
	v, size := binary.Varint(*n)
	*n = (*n)[size:]
	return v
}

// next writes the warp's next access to a, unless it comes to a barrier or to
// its end. Of a, the block and the warp are left as they are; its addresses are
// valid until the next call for any warp.
func (c *Cursor) next(t *Trace, a *trace.Access) Event {
	a.Taps = nil
	for {
		at, e := c.Step(t)
		if e != Access {
			return e
		}
		if t.tap[at] {
			a.Taps = t.addTap(len(a.Taps), c, at)
			continue
		}
		c.Tell(t, a, at)
		return e
	}
}

// Step goes on to what the warp does next and returns where that stands among
// the trace's sites.
func (c *Cursor) Step(t *Trace) (site int32, e Event) {
	if c.run == 0 {
		if len(c.shape) == 0 {
			return 0, End
		}
		if c.shape[0]&runItem == 0 {
			return c.unguessed(t)
		}
		c.run = (*numbers)(&c.shape).unsigned() >> 1
	}
	c.run--
	at := c.sites[c.at].next
	if t.mark[at] {
		c.at = at
		return at, markOf(at)
	}
	c.follow(at, &c.sites[at])
	return at, Access
}

// markOf is what a site without an access is.
func markOf(at int32) Event {
	if at == barrierSite {
		return Barrier
	}
	return Flow
}

// PC is the instruction that a site stands for: that of an access, or the first
// of a run.
func (t *Trace) PC(site int32) int32 { return t.kinds[site].PC }

// Kind is what does not change from access to access at a site.
func (t *Trace) Kind(site int32) *trace.Access { return &t.kinds[site] }

// unguessed reads what is not as guessed.
func (c *Cursor) unguessed(t *Trace) (int32, Event) {
	flags := c.shape[0]
	shape := numbers(c.shape[1:])
	at := c.sites[c.at].next
	if flags&asNext == 0 {
		at = c.at + int32(shape.signed())
	}
	if t.mark[at] {
		c.shape = shape
		c.moved(at)
		return at, markOf(at)
	}
	s := &c.sites[at]
	f := s.form
	if flags&asForm == 0 {
		f = c.form(flags, at, &shape, t.width)
	}
	base := s.base + s.delta
	if flags&asBase == 0 {
		base = c.origin(s) + uint64(c.bases.signed())
		if c.ordinal > 0 {
			base += c.ordinal * uint64(c.steps.signed())
		}
	}
	c.shape = shape
	c.learn(at, base, f)
	return at, Access
}

// form reads a form.
func (c *Cursor) form(flags byte, at int32, shape *numbers, width int) form {
	f := form{mask: everyLane}
	if flags&allLanes == 0 {
		f.mask = trace.Mask(shape.unsigned())
	}
	if flags&uneven != 0 {
		f.irregular = true
		c.readPattern(at, f.mask, shape)
		return f
	}
	if flags&oneStep == 0 {
		f.dy = shape.signed()
	}
	f.dx = shape.signed()
	if flags&oneStep != 0 {
		f.dy = int64(width) * f.dx
	}
	return f
}

// readPattern reads how far each lane lies from the first.
func (c *Cursor) readPattern(at int32, active trace.Mask, shape *numbers) {
	pattern := c.pattern(at)
	pattern[active.First()] = 0
	place, step, more := uint64(0), uint64(0), uint64(0)
	for rest := active & (active - 1); rest != 0; rest &= rest - 1 {
		if more > 0 {
			more--
		} else {
			v := shape.signed()
			step = uint64(v >> 1)
			if v&1 != 0 {
				more = shape.unsigned()
			}
		}
		place += step
		pattern[rest.First()] = place
	}
}

// Touch reads what the next steps of a warp will read, if they are as guessed, and
// nothing else: whoever plays many warps in turn asks the processor for the memory of all
// of them at once, and not of one after another. What it returns means nothing.
func (c *Cursor) Touch(steps int) (sum uint64) {
	for at := c.at; steps > 0 && len(c.sites) > 0; steps-- {
		at = c.sites[at].next
		sum += c.sites[at].base
	}
	return sum
}

// Tell writes the access at the site that Step just returned to a. Of a, the
// block and the warp are left as they are; its addresses are valid until the
// next call for any warp.
func (c *Cursor) Tell(t *Trace, a *trace.Access, at int32) {
	s, p := &c.sites[at], &t.kinds[at]
	a.PC, a.Kind, a.Space, a.Bytes, a.Width = p.PC, p.Kind, p.Space, p.Bytes, p.Width
	a.ReadOnly, a.Volatile, a.Fetch = p.ReadOnly, p.Volatile, p.Fetch
	a.Active, a.Addr = s.form.mask, nil
	if !s.form.irregular {
		a.Base, a.DX, a.DY = s.base, s.form.dx, s.form.dy
		return
	}
	a.Base, a.DX, a.DY, a.Addr = 0, 0, 0, &t.lanes
	c.spread(&t.lanes, at)
}

// Base is the base of the access at the site that Step just returned.
func (c *Cursor) Base(at int32) uint64 { return c.sites[at].base }

// spread writes where the active lanes of an irregular access are.
func (c *Cursor) spread(dst *trace.Lanes, at int32) {
	s, pattern := &c.sites[at], c.patterns[at]
	for rest := s.form.mask; rest != 0; rest &= rest - 1 {
		i := rest.First() & (arch.MaxLanes - 1)
		dst[i] = s.base + pattern[i]
	}
}

// addTap makes the access just made at a site the tap after n others.
func (t *Trace) addTap(n int, c *Cursor, at int32) []trace.Tap {
	if t.taps == nil {
		t.taps = make([]trace.Tap, texture.MaxTaps)
	}
	t.taps[n].Active = c.sites[at].form.mask
	c.spread(&t.taps[n].Addr, at)
	return t.taps[:n+1]
}
