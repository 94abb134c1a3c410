package replay

// This file reads what one warp did, an access at a time.

import (
	"encoding/binary"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/texture"
	"gpucourse/gpusim/trace"
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
	run uint64 // accesses as guessed that are left
	predictor
	shape   []byte // what is left
	bases   numbers
	steps   numbers // by which the bases of warps differ that do the same
	ordinal uint64  // how many steps this warp is from bases
}

// Reader plays a Trace. One goroutine uses it, and a Cursor that it has begun with
// goes on with it.
type Reader struct {
	*Trace
	shapes shapes
	told   []trace.Access // by number of the shape
	spare  trace.Access   // of a shape without a number
	taps   []trace.Tap
	lanes  trace.Lanes
}

// Reader returns a reader of the trace.
func (t *Trace) Reader() *Reader { return &Reader{Trace: t} }

// Cursors returns the cursors of so many warps, whose memory lies together.
func (t *Trace) Cursors(n int) []Cursor {
	sites := len(t.kinds)
	all, list := make([]site, n*sites), make([]Cursor, n)
	for i := range list {
		list[i].sites = all[i*sites:][:sites:sites]
	}
	return list
}

// Fork makes d a cursor that goes on as c does, by itself.
func (c *Cursor) Fork(d *Cursor) {
	sites := append(d.sites[:0], c.sites...)
	*d = *c
	d.sites, d.besides = sites, nil
	for at, b := range c.besides {
		if b != nil {
			*d.beside(int32(at)) = *b
		}
	}
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

// next returns the warp's next access, unless it comes to a barrier or to its
// end. Of the access, the block and the warp mean nothing; it is valid until the
// next call for any warp.
func (c *Cursor) next(t *Reader) (*trace.Access, Event) {
	taps := 0
	for {
		at, e := c.Step(t)
		if e != Access {
			return nil, e
		}
		if t.tap[at] {
			t.addTap(taps, c, at)
			taps++
			continue
		}
		a := c.Tell(t, at)
		if a.Taps = nil; taps > 0 {
			a.Taps = t.taps[:taps]
		}
		return a, e
	}
}

// Step goes on to what the warp does next and returns where that stands among
// the trace's sites.
func (c *Cursor) Step(t *Reader) (site int32, e Event) {
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
	at := c.following(c.at)
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
func (c *Cursor) unguessed(t *Reader) (int32, Event) {
	flags := c.shape[0]
	shape := numbers(c.shape[1:])
	at := c.following(c.at)
	if flags&asNext == 0 {
		at = c.at + int32(shape.signed())
	}
	if t.mark[at] {
		c.shape = shape
		c.moved(at)
		return at, markOf(at)
	}
	s := &c.sites[at]
	number, f := s.shape, form{}
	if flags&asForm == 0 {
		f = c.readForm(flags, at, &shape, t.width)
		number = t.number(at, f)
	} else if number == odd {
		f = c.besides[at].form
	}
	base := s.base + c.deltaOf(at)
	if flags&asBase == 0 {
		base = c.origin(s) + uint64(c.bases.signed())
		if c.ordinal > 0 {
			base += c.ordinal * uint64(c.steps.signed())
		}
	}
	c.shape = shape
	c.learn(at, base, number, f)
	return at, Access
}

// readForm reads a form.
func (c *Cursor) readForm(flags byte, at int32, shape *numbers, width int) form {
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
	pattern := &c.beside(at).pattern
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

// sitesALine is how many sites lie in a line of the processor's cache.
const sitesALine = 4

// Touch reads what the next steps of a warp will read, if they go straight on: whoever
// plays many warps in turn asks the processor for the memory of all of them at once, and
// not of one after another. They begin anywhere in a line, so one more may have the last.
// What it returns means nothing.
func (c *Cursor) Touch(steps int) (sum uint64) {
	for at := int(c.at); at < min(int(c.at)+steps+sitesALine, len(c.sites)); at += sitesALine {
		sum += c.sites[at].base
	}
	return sum
}

// Tell returns the access at the site that Step just returned. Of it, the block
// and the warp mean nothing, and nothing but these and its taps may be changed; it is
// valid until the next call for any warp.
func (c *Cursor) Tell(t *Reader, at int32) *trace.Access {
	s := &c.sites[at]
	a := &t.spare
	if s.shape != odd {
		a = &t.told[s.shape]
	} else {
		*a = t.access(at, c.besides[at].form)
	}
	if a.Addr == nil {
		a.Base = s.base
	} else {
		c.spread(a.Active, &t.lanes, at)
	}
	return a
}

// number returns the number of a form at a site, for which an access is made ready.
func (t *Reader) number(at int32, f form) uint16 {
	n, added := t.shapes.number(at, f)
	if added {
		if n == 1 {
			t.told = make([]trace.Access, 1)
		}
		t.told = append(t.told, t.access(at, f))
		t.told[n].Shape = uint32(n)
	}
	return n
}

// access is what is known of an access without its base.
func (t *Reader) access(at int32, f form) trace.Access {
	a := t.kinds[at]
	a.Block, a.Warp, a.Active, a.Base = 0, 0, f.mask, 0
	if a.DX, a.DY, a.Addr = f.dx, f.dy, nil; f.irregular {
		a.DX, a.DY, a.Addr = 0, 0, &t.lanes
	}
	return a
}

// Base is the base of the access at the site that Step just returned.
func (c *Cursor) Base(at int32) uint64 { return c.sites[at].base }

// spread writes where the active lanes of an irregular access are.
func (c *Cursor) spread(active trace.Mask, dst *trace.Lanes, at int32) {
	base, pattern := c.sites[at].base, &c.besides[at].pattern
	for rest := active; rest != 0; rest &= rest - 1 {
		i := rest.First() & (arch.MaxLanes - 1)
		dst[i] = base + pattern[i]
	}
}

// addTap makes the access just made at a site the tap after n others.
func (t *Reader) addTap(n int, c *Cursor, at int32) {
	if t.taps == nil {
		t.taps = make([]trace.Tap, texture.MaxTexels)
	}
	t.taps[n].Active = c.form(&t.shapes, at).mask
	c.spread(t.taps[n].Active, &t.taps[n].Addr, at)
}
