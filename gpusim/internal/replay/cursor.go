package replay

// This file reads what one warp did, an access at a time.

import (
	"encoding/binary"

	"gpucourse/gpusim/internal/arch"
	"gpucourse/gpusim/internal/texture"
	"gpucourse/gpusim/internal/trace"
)

// event is what a warp does next.
type event uint8

const (
	isEnd event = iota
	isAccess
	isBarrier
)

// cursor is a warp on its way through its part of a Trace. See tape.go.
type cursor struct {
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
func (c *cursor) next(t *Trace, a *trace.Access) event {
	a.Taps = nil
	for {
		at, e := c.step(t)
		if e != isAccess {
			return e
		}
		if t.tap[at] {
			a.Taps = t.addTap(len(a.Taps), c, at)
			continue
		}
		c.tell(t, a, at)
		return e
	}
}

// step goes on to the next site of the warp.
func (c *cursor) step(t *Trace) (int32, event) {
	if c.run == 0 {
		if len(c.shape) == 0 {
			return 0, isEnd
		}
		if c.shape[0]&runItem == 0 {
			return c.unguessed(t)
		}
		c.run = (*numbers)(&c.shape).unsigned() >> 1
	}
	c.run--
	at := c.sites[c.at].next
	if at == barrierSite {
		c.at = at
		return at, isBarrier
	}
	c.follow(at, &c.sites[at])
	return at, isAccess
}

// unguessed reads an access or a barrier that is not as guessed.
func (c *cursor) unguessed(t *Trace) (int32, event) {
	flags := c.shape[0]
	shape := numbers(c.shape[1:])
	at := c.sites[c.at].next
	if flags&asNext == 0 {
		at = c.at + int32(shape.signed())
	}
	if at == barrierSite {
		c.shape = shape
		c.moved(at)
		return at, isBarrier
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
	return at, isAccess
}

// form reads a form.
func (c *cursor) form(flags byte, at int32, shape *numbers, width int) form {
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
func (c *cursor) readPattern(at int32, active trace.Mask, shape *numbers) {
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

// tell writes the access just made at a site to a.
func (c *cursor) tell(t *Trace, a *trace.Access, at int32) {
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

// spread writes where the active lanes of an irregular access are.
func (c *cursor) spread(dst *trace.Lanes, at int32) {
	s, pattern := &c.sites[at], c.patterns[at]
	for rest := s.form.mask; rest != 0; rest &= rest - 1 {
		i := rest.First() & (arch.MaxLanes - 1)
		dst[i] = s.base + pattern[i]
	}
}

// addTap makes the access just made at a site the tap after n others.
func (t *Trace) addTap(n int, c *cursor, at int32) []trace.Tap {
	if t.taps == nil {
		t.taps = make([]trace.Tap, texture.MaxTaps)
	}
	t.taps[n].Active = c.sites[at].form.mask
	c.spread(&t.taps[n].Addr, at)
	return t.taps[:n+1]
}
