package simt

// This file tells an observer what lanes decide, and how far they are from the other side. The
// distance of a comparison is what its operands differ by. A predicate that is true where two
// others are is as far from true as both together, and as far from false as the nearer one.

import (
	"math"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// distances say how far a predicate is from true and from false.
type distances [2]sideDistance

// sideDistance is a distance by lane.
type sideDistance [arch.MaxLanes]float64

// Indices of distances.
const (
	toFalse = iota
	toTrue
)

// newDistances returns the distances of a kernel's registers and of its constants.
func newDistances(p *Program) []distances {
	all := make([]distances, len(p.slots))
	for i, s := range p.slots {
		if s.constant {
			all[i].set(trace.Mask(s.bits), math.Inf(1))
		}
	}
	return all
}

// set makes all lanes equally far from the side that is not theirs.
func (d *distances) set(holds trace.Mask, far float64) {
	for lane := range arch.MaxLanes {
		d[toFalse][lane], d[toTrue][lane] = far, 0
		if !holds.Has(lane) {
			d[toFalse][lane], d[toTrue][lane] = 0, far
		}
	}
}

// comparing returns the operation of a minimum or maximum, which tells of its comparison.
func comparing[T number](e exec) exec {
	return func(w *warp, in *inst) {
		if w.ofData != nil && w.ofData[in.pc] {
			w.compared(in, lessLanes(lanesOf[T](w.expand(&w.regs[in.a])), lanesOf[T](w.expand(&w.regs[in.b]))))
		}
		e(w, in)
	}
}

// compared tells for which lanes the first operand of a minimum or maximum is the less one.
func (w *warp) compared(in *inst, holds trace.Mask) {
	if w.far != nil {
		w.between(&w.far[0], in, ir.LT)
	}
	w.tell(in.pc, 0, holds)
}

// decided tells what the active lanes decide.
func (w *warp) decided(in *inst, holds trace.Mask) {
	if w.far != nil {
		w.follow(in, holds)
	}
	if w.ofData[in.pc] {
		w.tell(in.pc, in.dst, holds)
	}
}

// tell tells the observer for which lanes a predicate holds, which an instruction computes or a branch
// uses: lanes come to a branch after others have decided.
func (w *warp) tell(pc, slot int32, holds trace.Mask) {
	e, o := w.event(pc), &w.worker.observer
	holds &= w.mask
	if o.Decided != nil {
		o.Decided(e, holds)
	}
	if o.Apart == nil {
		return
	}
	var far sideDistance
	for lane := range far {
		far[lane] = w.far[slot][toTrue][lane]
		if holds.Has(lane) {
			far[lane] = w.far[slot][toFalse][lane]
		}
	}
	o.Apart(trace.Distance{Event: e, Holds: holds, Far: (*[arch.MaxLanes]float64)(&far)})
}

// follow sets the distances of the predicate that an instruction is about to write.
func (w *warp) follow(in *inst, holds trace.Mask) {
	var d distances
	a, b := &w.far[in.a], &w.far[in.b]
	switch in.ir.Op {
	case ir.Setp:
		if in.ir.Type == ir.Pred {
			d.set(holds, math.Inf(1))
			break
		}
		w.between(&d, in, in.ir.Mod)
	case ir.And:
		d = distances{least(&a[toFalse], &b[toFalse]), sum(&a[toTrue], &b[toTrue])}
	case ir.Or:
		d = distances{sum(&a[toFalse], &b[toFalse]), least(&a[toTrue], &b[toTrue])}
	case ir.Not:
		d = distances{a[toTrue], a[toFalse]}
	case ir.Mov:
		d = *a
	default:
		d.set(holds, math.Inf(1))
	}
	to := &w.far[in.dst]
	for lanes := w.mask; lanes != 0; lanes &= lanes - 1 {
		lane := lanes.First()
		to[toFalse][lane], to[toTrue][lane] = d[toFalse][lane], d[toTrue][lane]
	}
}

func least(a, b *sideDistance) (d sideDistance) {
	for lane := range d {
		d[lane] = min(a[lane], b[lane])
	}
	return d
}

func sum(a, b *sideDistance) (d sideDistance) {
	for lane := range d {
		d[lane] = a[lane] + b[lane]
	}
	return d
}

// between sets the distances of a comparison of an instruction's operands.
func (w *warp) between(d *distances, in *inst, by ir.Mod) {
	near, far := toTrue, toFalse
	switch by {
	case ir.NE, ir.GE, ir.LE:
		near, far = toFalse, toTrue // those of the opposite
	}
	for lane := range arch.MaxLanes {
		v := w.difference(in, lane)
		switch by {
		case ir.EQ, ir.NE:
			d[near][lane], d[far][lane] = math.Abs(v), beyond(v == 0, 0)
		case ir.LT, ir.GE:
			d[near][lane], d[far][lane] = beyond(v >= 0, v), beyond(v < 0, -v)
		default:
			d[near][lane], d[far][lane] = beyond(v <= 0, -v), beyond(v > 0, v)
		}
		if v != v {
			d[near][lane] = math.Inf(1) // what is compared with NaN
		}
	}
}

// beyond returns a distance to cross where it must be crossed, and 0 otherwise.
func beyond(must bool, distance float64) float64 {
	if !must {
		return 0
	}
	return distance + math.SmallestNonzeroFloat64
}

// difference returns by how much the first operand of an instruction is larger than the second.
// Equal infinities differ by 0.
func (w *warp) difference(in *inst, lane int) float64 {
	a, b := w.operandOf(in.a, in.ir.Type, lane), w.operandOf(in.b, in.ir.Type, lane)
	if a == b {
		return 0
	}
	return a - b
}

// operandOf returns a lane's operand of some type.
func (w *warp) operandOf(slot int32, t ir.Type, lane int) float64 {
	r := &w.regs[slot]
	bits := uint64(0)
	if lanes := w.expand(r); r.wide {
		bits = lanesOf[uint64](lanes)[lane]
	} else {
		bits = uint64(lanesOf[uint32](lanes)[lane])
	}
	switch {
	case t.Float():
		return t.FloatOf(bits)
	case t.Signed():
		return float64(int64(t.Extend(bits)))
	}
	return float64(bits)
}
