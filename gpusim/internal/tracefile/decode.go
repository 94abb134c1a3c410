package tracefile

// This file decodes what one warp did, an entry at a time.

import (
	"encoding/binary"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/trace"
)

// Event is what a warp does in an entry.
type Event uint8

// The events.
const (
	End     Event = iota // there is no further entry
	Access               // to memory; the Base of one to shared memory is its wavefronts
	Barrier              // the warp starts to wait
	Flow                 // a run of instructions begins, in a timed trace
	Leave                // the run ends in front of an instruction, in a timed trace
	Diverge              // lanes disagree at a branch, in a timed trace
)

// Decoder decodes the entries of one warp. It is small, because a launch has thousands.
type Decoder struct {
	run uint64 // entries as predicted that are left
	predictor
	control []byte  // what is left
	bases   numbers // what is left, of the group's first warp
	steps   numbers // what is left
	ordinal uint64  // of the warp in its group
	// shifts are added to addresses, by site, in a block that was not executed. All warps of a block
	// share what the decoder of its first warp owns; empty: addresses are as recorded.
	shifts []uint64
	// round is how many entries were left as predicted when it skipped a round last.
	round uint64
}

// Reader is what the decoders of one goroutine share: the accesses that it has decoded.
type Reader struct {
	*Trace
	shapes   shapeTable
	accesses []trace.Access // by number of the shape, without the base
	unshaped trace.Access   // of a shape without a number
	divided  trace.Access   // the last one with lines that are fetched piece by piece
	lanes    trace.Lanes    // of the last irregular access
}

// Reader returns a reader of the trace.
func (t *Trace) Reader() *Reader { return &Reader{Trace: t} }

// Decoders returns decoders for n warps, whose histories are neighbours in memory.
func (t *Trace) Decoders(n int) []Decoder {
	sites := len(t.static)
	all, list := make([]site, n*sites), make([]Decoder, n)
	for i := range list {
		list[i].sites = all[i*sites:][:sites:sites]
	}
	return list
}

// Touch reads the memory that the next entries are likely to use, so that the host fetches it.
// The sum means nothing.
func (d *Decoder) Touch() (sum uint64) {
	const ahead, hostLine = 8, 4 // sites
	for at := int(d.at); at < min(int(d.at)+ahead, len(d.sites)); at += hostLine {
		sum += d.sites[at].base
	}
	return sum
}

// CopyTo makes c a decoder that is where d is.
func (d *Decoder) CopyTo(c *Decoder) {
	sites := append(c.sites[:0], d.sites...)
	*c = *d
	c.sites, c.overflows = sites, nil
	for at, x := range d.overflows {
		if x != nil {
			*c.overflowOf(int32(at)) = *x
		}
	}
}

// numbers is a list of uvarints and varints that is read from its start. Behind its end,
// and behind a number of more than 64 bits, all numbers are 0.
type numbers []byte

func (n *numbers) unsigned() uint64 {
	v, size := binary.Uvarint(*n)
	if size < 0 {
		v, size = 0, len(*n)
	}
	*n = (*n)[size:]
	return v
}

func (n *numbers) signed() int64 {
	v, size := binary.Varint(*n)
	if size < 0 {
		v, size = 0, len(*n)
	}
	*n = (*n)[size:]
	return v
}

// take reads a length and returns that many bytes, or all that are left.
func (n *numbers) take() []byte {
	size := min(n.unsigned(), uint64(len(*n)))
	part := (*n)[:size:size]
	*n = (*n)[size:]
	return part
}

// Next goes to the next entry and returns its site.
func (d *Decoder) Next(r *Reader) (site int32, e Event) {
	if d.run == 0 {
		if len(d.control) == 0 {
			return 0, End
		}
		if d.control[0]&runItem == 0 {
			return d.readEntry(r)
		}
		d.run = (*numbers)(&d.control).unsigned() >> 1
	}
	d.run--
	at := d.nextSite(d.at)
	if e := r.marker[at]; e != Access {
		d.at = at
		return at, e
	}
	d.follow(at, &d.sites[at])
	return at, Access
}

// readEntry reads an entry that is not as predicted. It ends the warp where the bytes are
// not those of a recorder: at a site or a shape that does not exist.
func (d *Decoder) readEntry(r *Reader) (int32, Event) {
	flags := d.control[0]
	control := numbers(d.control[1:])
	at := d.nextSite(d.at)
	if flags&sameSite == 0 {
		at = d.at + int32(control.signed())
	}
	if uint(at) >= uint(len(d.sites)) {
		d.control = nil
		return 0, End
	}
	if e := r.marker[at]; e != Access {
		d.control = control
		d.moveTo(at)
		return at, e
	}
	s := &d.sites[at]
	number, f := s.shape, shape{}
	if flags&sameShape == 0 {
		if f = d.readShape(flags, at, &control, r.width); f.mask == 0 {
			number = unseen
		} else {
			number = r.number(at, f)
		}
	} else if number == overflowed {
		f = d.overflows[at].shape
	}
	if number == unseen {
		d.control = nil
		return 0, End
	}
	base := s.base + d.deltaOf(at)
	if flags&sameBase == 0 {
		base = d.origin(s) + uint64(d.bases.signed())
		if d.ordinal > 0 {
			base += d.ordinal * uint64(d.steps.signed())
		}
	}
	d.control = control
	d.learn(at, base, number, f)
	return at, Access
}

// readShape reads a shape. Its mask is 0 if the bytes are not those of a recorder.
func (d *Decoder) readShape(flags byte, at int32, control *numbers, width int) shape {
	f := shape{mask: everyLane}
	if flags&allLanes == 0 {
		f.mask = trace.Mask(control.unsigned())
	}
	if f.mask == 0 {
		return f
	}
	if flags&isIrregular != 0 {
		f.irregular = true
		d.readOffsets(at, f.mask, control)
		return f
	}
	if flags&evenRows == 0 {
		f.dy = control.signed()
	}
	f.dx = control.signed()
	if flags&evenRows != 0 {
		f.dy = int64(width) * f.dx
	}
	return f
}

// readOffsets reads the distances between active lanes.
func (d *Decoder) readOffsets(at int32, active trace.Mask, control *numbers) {
	offsets := &d.overflowOf(at).offsets
	offsets[active.First()] = 0
	offset, distance, more := uint64(0), uint64(0), uint64(0)
	for rest := active & (active - 1); rest != 0; rest &= rest - 1 {
		if more > 0 {
			more--
		} else {
			v := control.signed()
			distance = uint64(v >> 1)
			if v&1 != 0 {
				more = control.unsigned()
			}
		}
		offset += distance
		offsets[rest.First()] = offset
	}
}

// Access returns the access of the entry that Next returned last. Its block and its warp are
// not set, and only these may be changed. It is valid until the next call for any warp.
func (d *Decoder) Access(r *Reader, at int32) *trace.Access {
	s := &d.sites[at]
	a := &r.unshaped
	if s.shape != overflowed {
		a = &r.accesses[s.shape]
	} else {
		*a = r.access(at, d.overflows[at].shape)
	}
	if a.Addr == nil {
		a.Base = s.base
	} else {
		d.setLanes(a.Active, &r.lanes, at)
	}
	if len(d.shifts) > 0 && d.shifts[at] != 0 {
		r.model.shift(a, at, d.shifts[at])
	}
	return a
}

// Base returns the base of the access to shared memory that Next returned last.
func (d *Decoder) Base(at int32) uint64 { return d.sites[at].base }

// number returns the number of a shape at a site. A new shape gets an access.
func (r *Reader) number(at int32, f shape) uint16 {
	n, added := r.shapes.number(at, f)
	if added {
		if n == 1 {
			r.accesses = make([]trace.Access, 1)
		}
		r.accesses = append(r.accesses, r.access(at, f))
	}
	return n
}

// access returns an access of a shape without its base.
func (r *Reader) access(at int32, f shape) trace.Access {
	a := r.static[at]
	a.Block, a.Warp, a.Active, a.Base = 0, 0, f.mask, 0
	if a.DX, a.DY, a.Addr = f.dx, f.dy, nil; f.irregular {
		a.DX, a.DY, a.Addr = 0, 0, &r.lanes
	}
	return a
}

// setLanes writes the addresses of the active lanes of an irregular access.
func (d *Decoder) setLanes(active trace.Mask, dst *trace.Lanes, at int32) {
	base, offsets := d.sites[at].base, &d.overflows[at].offsets
	for rest := active; rest != 0; rest &= rest - 1 {
		i := rest.First() & (arch.MaxLanes - 1)
		dst[i] = base + offsets[i]
	}
}
