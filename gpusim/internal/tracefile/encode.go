package tracefile

// This file encodes what one warp of the running block does.

import (
	"encoding/binary"
	"slices"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/trace"
)

// The flags of an entry. A field follows the flags when its flag is clear.
const (
	runItem     = 1 << iota // the item is a run
	sameSite                // the site is the predicted one; else site follows
	sameShape               // the shape is the predicted one; else mask and what comes after it follow
	sameBase                // the base is the predicted one; else it is in bases
	allLanes                // every lane is active; else mask follows
	evenRows                // dy is Width·dx; else dy follows
	isIrregular             // offsets follow; else dx
)

// encoder is the entries of one warp.
type encoder struct {
	predictor
	shapes  *shapeTable // of the recorder
	run     uint64      // entries as predicted since the last item
	control []byte
	bases   []uint64
}

// restart makes the encoder ready for a new warp.
func (e *encoder) restart(sites int) {
	e.reset(sites)
	e.run, e.control, e.bases = 0, e.control[:0], e.bases[:0]
}

// predicted adds an access if it is as predicted. Most accesses end here, so it only compares.
func (e *encoder) predicted(at int32, a *trace.Access) bool {
	s := &e.sites[at]
	if s.shape == unseen || e.nextSite(e.at) != at || a.Addr != nil || a.Base-s.base != e.deltaOf(at) {
		return false
	}
	if f := e.shapeOf(e.shapes, at); a.Active != f.mask || f.irregular || a.DX != f.dx || a.DY != f.dy {
		return false
	}
	e.follow(at, s)
	e.run++
	return true
}

// add adds any access.
func (e *encoder) add(at int32, a *trace.Access) {
	base, f := a.Base, shape{mask: a.Active, dx: a.DX, dy: a.DY}
	if a.Addr != nil {
		base, f = a.Addr[a.Active.First()&(arch.MaxLanes-1)], shape{mask: a.Active, irregular: true}
	}
	s := &e.sites[at]
	flags := e.flagsOf(at, s, base, f, a)
	if flags&(sameSite|sameShape|sameBase) == sameSite|sameShape|sameBase {
		e.follow(at, s)
		e.run++
		return
	}
	e.endRun()
	e.control = append(e.control, flags)
	e.addSite(flags, at)
	e.addShape(flags, at, f, a)
	if flags&sameBase == 0 {
		e.bases = append(e.bases, base-e.origin(s))
	}
	number := s.shape
	if flags&sameShape == 0 {
		number, _ = e.shapes.number(at, f)
	}
	e.learn(at, base, number, f)
}

// addMarker adds a barrier or a jump.
func (e *encoder) addMarker(at int32) {
	if e.nextSite(e.at) == at {
		e.at = at
		e.run++
		return
	}
	e.endRun()
	e.control = append(e.control, sameShape|sameBase)
	e.addSite(0, at)
	e.moveTo(at)
}

// endRun writes the run.
func (e *encoder) endRun() {
	if e.run > 0 {
		e.control = binary.AppendUvarint(e.control, e.run<<1|runItem)
		e.run = 0
	}
}

// flagsOf compares an access with the prediction.
func (e *encoder) flagsOf(at int32, s *site, base uint64, f shape, a *trace.Access) byte {
	flags := byte(0)
	if e.nextSite(e.at) == at {
		flags |= sameSite
	}
	seen := s.shape != unseen
	if seen && base-s.base == e.deltaOf(at) {
		flags |= sameBase
	}
	if seen && *e.shapeOf(e.shapes, at) == f && (!f.irregular || e.sameOffsets(at, a)) {
		return flags | sameShape
	}
	if f.mask == everyLane {
		flags |= allLanes
	}
	if f.irregular {
		return flags | isIrregular
	}
	if a.Width > 0 && f.dy == int64(a.Width)*f.dx {
		flags |= evenRows
	}
	return flags
}

// everyLane is the mask of the widest warp.
const everyLane = 1<<arch.MaxLanes - 1

// addSite writes the site.
func (e *encoder) addSite(flags byte, at int32) {
	if flags&sameSite == 0 {
		e.control = binary.AppendVarint(e.control, int64(at-e.at))
	}
}

// addShape writes the shape.
func (e *encoder) addShape(flags byte, at int32, f shape, a *trace.Access) {
	if flags&sameShape != 0 {
		return
	}
	if flags&allLanes == 0 {
		e.control = binary.AppendUvarint(e.control, uint64(f.mask))
	}
	if flags&isIrregular != 0 {
		e.addOffsets(at, a)
		return
	}
	if flags&evenRows == 0 {
		e.control = binary.AppendVarint(e.control, f.dy)
	}
	e.control = binary.AppendVarint(e.control, f.dx)
}

// sameOffsets reports whether the lanes have the same offsets as last time at the site.
func (e *encoder) sameOffsets(at int32, a *trace.Access) bool {
	offsets, first := &e.overflowOf(at).offsets, a.Addr[a.Active.First()]
	for rest := a.Active; rest != 0; rest &= rest - 1 {
		i := rest.First() & (arch.MaxLanes - 1)
		if a.Addr[i]-first != offsets[i] {
			return false
		}
	}
	return true
}

// addOffsets writes the distances between active lanes, and keeps the offsets for the next
// prediction. Addresses are below 1<<62, so a distance has a bit to spare.
func (e *encoder) addOffsets(at int32, a *trace.Access) {
	offsets, first := &e.overflowOf(at).offsets, a.Active.First()
	origin := a.Addr[first]
	offsets[first] = 0
	prev, distance, count := origin, int64(0), 0
	for rest := a.Active & (a.Active - 1); rest != 0; rest &= rest - 1 {
		i := rest.First() & (arch.MaxLanes - 1)
		offsets[i] = a.Addr[i] - origin
		d := int64(a.Addr[i] - prev)
		prev = a.Addr[i]
		if count > 0 && d == distance {
			count++
			continue
		}
		e.addDistances(distance, count)
		distance, count = d, 1
	}
	e.addDistances(distance, count)
}

// addDistances writes count equal distances.
func (e *encoder) addDistances(d int64, count int) {
	switch {
	case count > 1:
		e.control = binary.AppendVarint(e.control, d<<1|1)
		e.control = binary.AppendUvarint(e.control, uint64(count-1))
	case count == 1:
		e.control = binary.AppendVarint(e.control, d<<1)
	}
}

// groupSize returns how many of the first warps form a group: their control streams are equal,
// and their bases differ from warp to warp by the same steps.
func groupSize(warps []encoder) int {
	n := 1
	for n < len(warps) && slices.Equal(warps[n].control, warps[0].control) && (n == 1 || sameSteps(warps[n-2:n+1])) {
		n++
	}
	return n
}

// sameSteps reports whether the bases of three warps have the same steps.
func sameSteps(w []encoder) bool {
	for i, b := range w[1].bases {
		if w[2].bases[i]-b != b-w[0].bases[i] {
			return false
		}
	}
	return true
}

// appendGroup appends a group of warps.
func appendGroup(dst []byte, warps []encoder) []byte {
	first := &warps[0]
	dst = binary.AppendUvarint(dst, uint64(len(warps)))
	dst = binary.AppendUvarint(dst, uint64(len(first.control)))
	dst = append(dst, first.control...)
	dst = appendNumbers(dst, first.bases, nil)
	if len(warps) > 1 {
		dst = appendNumbers(dst, warps[1].bases, first.bases)
	}
	return dst
}

// appendNumbers appends the length of a list in bytes and its numbers, each less the number in
// from.
func appendNumbers(dst []byte, list, from []uint64) []byte {
	start := len(dst)
	for i, v := range list {
		if from != nil {
			v -= from[i]
		}
		dst = binary.AppendVarint(dst, int64(v))
	}
	size := len(dst) - start
	var head [binary.MaxVarintLen64]byte
	return slices.Insert(dst, start, head[:binary.PutUvarint(head[:], uint64(size))]...)
}
