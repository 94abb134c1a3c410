package replay

// This file writes down what one warp of the running block does.
//
// A warp's accesses are two streams. The shape says everything but where
// accesses begin; it consists of items:
//
//	run      uvarint n<<1 | 1: n accesses as guessed
//	access   a byte of flags, bit 0 clear; what the flags leave open follows in
//	         the order of the flags
//
// The bases say where: one number for each access whose base is not the guess,
// its distance from the last one at the same instruction, or when there was
// none from the warp's last access. Warps that do the same on different data
// have the same shape, and bases that differ by constants.

import (
	"encoding/binary"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/trace"
)

// The flags of an access.
const (
	runItem  = 1 << iota // an item of the other kind
	asNext               // the instruction is the one guessed; else its distance in sites
	asForm               // the form is the last one there; else what follows
	asBase               // the base is the one guessed; else the next of the bases
	allLanes             // every lane takes part; else their mask
	oneStep              // lanes lie evenly: DY = Width·DX; else DY
	uneven               // lanes lie as a pattern: see putPattern; else DX
)

// tape is what one warp has done.
type tape struct {
	predictor
	shapes *shapes // of the recorder
	run    uint64  // accesses as guessed since the last item
	shape  []byte
	bases  []uint64
}

// rewind makes the tape ready for a new warp.
func (t *tape) rewind(sites int) {
	t.begin(sites)
	t.run, t.shape, t.bases = 0, t.shape[:0], t.bases[:0]
}

// guessed takes an access when it is as guessed. It is the way of most
// accesses, so it compares and nothing else.
func (t *tape) guessed(at int32, a *trace.Access) bool {
	s := &t.sites[at]
	if s.shape == unseen || t.following(t.at) != at || a.Addr != nil || a.Base-s.base != t.deltaOf(at) {
		return false
	}
	if f := t.form(t.shapes, at); a.Active != f.mask || f.irregular || a.DX != f.dx || a.DY != f.dy {
		return false
	}
	t.follow(at, s)
	t.run++
	return true
}

// put takes any access.
func (t *tape) put(at int32, a *trace.Access) {
	base, f := a.Base, form{mask: a.Active, dx: a.DX, dy: a.DY}
	if a.Addr != nil {
		base, f = a.Addr[a.Active.First()&(arch.MaxLanes-1)], form{mask: a.Active, irregular: true}
	}
	s := &t.sites[at]
	flags := t.flagsOf(at, s, base, f, a)
	if flags&(asNext|asForm|asBase) == asNext|asForm|asBase {
		t.follow(at, s)
		t.run++
		return
	}
	t.endRun()
	t.shape = append(t.shape, flags)
	t.putPlace(flags, at)
	t.putForm(flags, at, f, a)
	if flags&asBase == 0 {
		t.bases = append(t.bases, base-t.origin(s))
	}
	number := s.shape
	if flags&asForm == 0 {
		number, _ = t.shapes.number(at, f)
	}
	t.learn(at, base, number, f)
}

// putMark takes the way to a site without an access.
func (t *tape) putMark(at int32) {
	if t.following(t.at) == at {
		t.at = at
		t.run++
		return
	}
	t.endRun()
	t.shape = append(t.shape, asForm|asBase)
	t.putPlace(0, at)
	t.moved(at)
}

// endRun writes the run down.
func (t *tape) endRun() {
	if t.run > 0 {
		t.shape = binary.AppendUvarint(t.shape, t.run<<1|runItem)
		t.run = 0
	}
}

// flagsOf says what of an access is as guessed.
func (t *tape) flagsOf(at int32, s *site, base uint64, f form, a *trace.Access) byte {
	flags := byte(0)
	if t.following(t.at) == at {
		flags |= asNext
	}
	seen := s.shape != unseen
	if seen && base-s.base == t.deltaOf(at) {
		flags |= asBase
	}
	if seen && *t.form(t.shapes, at) == f && (!f.irregular || t.samePattern(at, a)) {
		return flags | asForm
	}
	if f.mask == everyLane {
		flags |= allLanes
	}
	if f.irregular {
		return flags | uneven
	}
	if f.dy == int64(a.Width)*f.dx {
		flags |= oneStep
	}
	return flags
}

// everyLane is the mask of the widest warp.
const everyLane = 1<<arch.MaxLanes - 1

// putPlace writes the instruction down.
func (t *tape) putPlace(flags byte, at int32) {
	if flags&asNext == 0 {
		t.shape = binary.AppendVarint(t.shape, int64(at-t.at))
	}
}

// putForm writes the form down, and keeps the pattern for guesses.
func (t *tape) putForm(flags byte, at int32, f form, a *trace.Access) {
	if flags&asForm != 0 {
		return
	}
	if flags&allLanes == 0 {
		t.shape = binary.AppendUvarint(t.shape, uint64(f.mask))
	}
	if flags&uneven != 0 {
		t.putPattern(at, a)
		return
	}
	if flags&oneStep == 0 {
		t.shape = binary.AppendVarint(t.shape, f.dy)
	}
	t.shape = binary.AppendVarint(t.shape, f.dx)
}

// samePattern reports whether the lanes lie as last time at the site.
func (t *tape) samePattern(at int32, a *trace.Access) bool {
	pattern, first := &t.beside(at).pattern, a.Addr[a.Active.First()]
	for rest := a.Active; rest != 0; rest &= rest - 1 {
		i := rest.First() & (arch.MaxLanes - 1)
		if a.Addr[i]-first != pattern[i] {
			return false
		}
	}
	return true
}

// putPattern writes down how far each active lane lies from the one before:
// for equal distances in a row, the first shifted by one with bit 0 set, and
// how many more there are; for others bit 0 is clear. Addresses are below 1<<62.
func (t *tape) putPattern(at int32, a *trace.Access) {
	pattern, first := &t.beside(at).pattern, a.Active.First()
	origin := a.Addr[first]
	pattern[first] = 0
	prev, step, count := origin, int64(0), 0
	for rest := a.Active & (a.Active - 1); rest != 0; rest &= rest - 1 {
		i := rest.First() & (arch.MaxLanes - 1)
		pattern[i] = a.Addr[i] - origin
		d := int64(a.Addr[i] - prev)
		prev = a.Addr[i]
		if count > 0 && d == step {
			count++
			continue
		}
		t.putSteps(step, count)
		step, count = d, 1
	}
	t.putSteps(step, count)
}

// putSteps writes count equal distances down.
func (t *tape) putSteps(step int64, count int) {
	switch {
	case count > 1:
		t.shape = binary.AppendVarint(t.shape, step<<1|1)
		t.shape = binary.AppendUvarint(t.shape, uint64(count-1))
	case count == 1:
		t.shape = binary.AppendVarint(t.shape, step<<1)
	}
}
