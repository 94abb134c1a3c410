package simt

// This file lets the lanes of a warp leave the order of the reconvergence stack, on devices
// whose lanes run independently.
//
// A path is the lanes of a stack entry. A lane is in the last entry that names it; entries
// before it with the same lane are joins, where the lane will wait for others. So a path can
// run if no later entry names one of its lanes. In the order of the stack that is always the
// last path. A path that waits for other lanes goes back on the stack, and the last path
// that can run continues.
//
// The lanes that wait may read any register, so all writes are masked until all lanes of the
// warp have met again.

import (
	"fmt"
	"iter"
	"slices"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// parked is why a path that left the order of the stack stands still.
type parked struct {
	at     *inst      // the warp function that the lanes began; nil: none
	named  trace.Mask // the lanes that it waits for; 0: it is done
	values int        // of a match: how many different values it found
}

// meeting is a warp function that lanes of several paths execute together.
type meeting struct {
	lanes     trace.Mask
	value     register // what the lanes bring; in votes a predicate
	buffer    laneBits
	values    int            // of a match, for the path that executes it
	undefined undefinedLanes // of value
	notified  bool           // the observer knows of the warp barrier
}

// exchanged returns the values that lanes bring to a warp function, and the lanes that
// bring one.
func (w *warp) exchanged(in *inst) (*register, trace.Mask) {
	if m := w.meeting; m != nil {
		return &m.value, m.lanes
	}
	return &w.regs[in.a], w.mask
}

// await makes the active lanes wait at a warp function for the lanes that their masks name.
// Lanes with different masks wait for different lanes.
func (w *warp) await(in *inst, masks *lanes[uint32]) {
	w.spin = spin{}
	for rest := w.mask; rest != 0; {
		named, same := trace.Mask(masks[rest.First()]), trace.Mask(0)
		for i, m := range masks {
			same |= bit(trace.Mask(m) == named) << i
		}
		w.leave(rest&same, parked{at: in, named: named})
		rest &^= same
	}
	w.state = moved
	w.meet()
	w.resume()
}

// leave puts active lanes on the stack, where they are.
func (w *warp) leave(lanes trace.Mask, why parked) {
	w.stack = append(w.stack, stackEntry{mask: lanes, position: w.position, reconv: w.reconv, frame: w.frame, spin: w.spin, parked: why})
	w.apart = true
	if f := w.worker.observer.Leave; f != nil && why.at != nil {
		f(w.event(why.at.pc))
	}
}

// meet executes the warp functions for which no lane is missing. No lane is active.
func (w *warp) meet() {
	for i := 0; i < len(w.stack); i++ {
		switch e := &w.stack[i]; {
		case !w.waits(e) || w.missing(e) != 0:
		case e.at.ir.Op.Facts().Block:
			w.arrive(e.at)
			return
		default:
			w.execute(e.parked)
		}
	}
}

// waits reports whether a path waits at a warp function.
func (w *warp) waits(e *stackEntry) bool { return e.named != 0 && e.mask&w.alive != 0 }

// missing returns the lanes that a path waits for.
func (w *warp) missing(e *stackEntry) trace.Mask {
	missing := e.named & w.alive
	for i := range w.stack {
		if f := &w.stack[i]; w.waits(f) && f.parked.meets(e.parked) {
			missing &^= f.mask
		}
	}
	return missing
}

// meets reports whether two paths wait at the same warp function with the same mask.
// PTX lets them wait at different places.
func (p parked) meets(q parked) bool {
	a, b := p.at.ir, q.at.ir
	return p.named == q.named && (p.at == q.at || a.Op == b.Op && !a.Op.Facts().Block && a.Mod == b.Mod && a.Type.Bits() == b.Type.Bits())
}

// execute lets all paths that wait at the same warp function as first execute it.
func (w *warp) execute(first parked) {
	var m meeting
	m.value.lanes = &m.buffer
	for i := range w.stack {
		if e := &w.stack[i]; w.waits(e) && e.meets(first) {
			w.bring(&m, e)
		}
	}
	w.meeting = &m
	for i := range w.stack {
		if e := &w.stack[i]; w.waits(e) && e.meets(first) && w.state != failed {
			w.mask, w.converged = e.mask&w.alive, false
			e.at.exec(w, e.at)
			e.named, e.values = 0, m.values
		}
	}
	w.meeting = nil
}

// bring adds the lanes of a path to a meeting, with their values.
func (w *warp) bring(m *meeting, e *stackEntry) {
	lanes := e.mask & w.alive
	m.lanes |= lanes
	if w.undefined != nil {
		m.undefined.add(&w.undefined[e.at.a], lanes)
	}
	v := &w.regs[e.at.a]
	switch {
	case e.at.ir.Op == ir.BarWarp:
	case e.at.ir.Op == ir.Vote:
		m.value.base |= v.base & uint64(lanes)
	case v.wide:
		m.value.kind, m.value.wide, m.value.expanded = vector, true, true
		blendLanes(lanesOf[uint64](&m.buffer), lanesOf[uint64](w.expand(v)), lanes)
	default:
		m.value.kind, m.value.expanded = vector, true
		blendLanes(lanesOf[uint32](&m.buffer), lanesOf[uint32](w.expand(v)), lanes)
	}
}

// resume activates the last path that can run, one that does not spin if there is one. It
// ends the warp when there is no path, and faults when all paths wait for ever.
func (w *warp) resume() {
	if w.state == failed {
		return
	}
	spins, waits := -1, false
	for i, e := range w.standing() {
		switch {
		case e.named != 0:
			waits = true
		case !e.spin.spins(w.worker):
			w.take(i)
			return
		case spins < 0:
			spins = i
		}
	}
	switch {
	case spins >= 0:
		w.take(spins)
	case waits && w.worker.launch.Beyond && w.releaseMissing():
		w.resume()
	case waits:
		w.waitsInVain()
	default:
		w.state = ended
	}
}

// standing returns the paths that are no joins, with their places on the stack, the last
// one first.
func (w *warp) standing() iter.Seq2[int, *stackEntry] {
	return func(yield func(int, *stackEntry) bool) {
		above := trace.Mask(0)
		for i := len(w.stack) - 1; i >= 0; i-- {
			m := w.stack[i].mask & w.alive
			if m != 0 && m&above == 0 && !yield(i, &w.stack[i]) {
				return
			}
			above |= m
		}
	}
}

// take activates the path at a place on the stack.
func (w *warp) take(i int) {
	e := w.stack[i]
	w.stack = slices.Delete(w.stack, i, i+1)
	w.activate(e)
}

// yield lets another path of the warp run that neither waits nor spins. It returns false
// when there is none.
func (w *warp) yield() bool {
	for i, e := range w.standing() {
		if e.mask&w.mask == 0 && e.named == 0 && !e.spin.spins(w.worker) {
			w.leave(w.mask, parked{})
			w.take(i)
			return true
		}
	}
	return false
}

// releaseFrom lets lanes that left the loop of the active lanes, and wait for these at the
// join behind it, go on without them. It returns false when there are none.
func (w *warp) releaseFrom(left trace.Mask) bool {
	for i, free := range w.joins() {
		if w.stack[i].mask&w.mask != 0 {
			return free&left != 0 && w.release(i, free)
		}
	}
	return false
}

// releaseAny lets lanes that wait at a join go on without the others. It returns false when
// no lane waits at a join.
func (w *warp) releaseAny() bool {
	for i, free := range w.joins() {
		if free != 0 && w.release(i, free) {
			return w.yield()
		}
	}
	return false
}

// releaseMissing lets lanes that other lanes wait for, and that wait at a join themselves, go on without
// the others, as hardware does: they may come to the same warp function, or end. It returns false when
// there are none.
func (w *warp) releaseMissing() bool {
	w.mask = 0 // no lane is active
	for _, e := range w.standing() {
		if e.named == 0 {
			continue
		}
		for i, free := range w.joins() {
			if free&w.missing(e) != 0 {
				return w.release(i, free)
			}
		}
	}
	return false
}

// joins returns the places of joins on the stack, the innermost first, with the lanes that
// wait at each.
func (w *warp) joins() iter.Seq2[int, trace.Mask] {
	return func(yield func(int, trace.Mask) bool) {
		above := w.mask
		for i := len(w.stack) - 1; i >= 0; i-- {
			m := w.stack[i].mask & w.alive
			if m&above != 0 && !yield(i, m&^above) {
				return
			}
			above |= m
		}
	}
}

// release makes a path of lanes that wait at the join at place i of the stack.
func (w *warp) release(i int, lanes trace.Mask) bool {
	path := w.stack[i]
	path.mask = lanes
	w.stack[i].mask &^= lanes
	w.stack = append(w.stack, path)
	w.spin.left &^= lanes
	w.apart = true
	return true
}

// activate lets the lanes of a path that was on the stack run.
func (w *warp) activate(e stackEntry) {
	w.mask, w.position, w.reconv, w.spin = e.mask&w.alive, e.position, e.reconv, e.spin
	w.converged = w.mask == w.alive
	w.apart = w.apart && !w.converged
	switch {
	case e.call != nil:
		w.returnFromCall(&e)
	case e.frame != w.frame:
		w.enterFrame(e.frame)
	}
	if e.at == nil {
		return
	}
	if f := w.worker.observer.Flow; f != nil {
		f(w.event(e.at.pc))
	}
	if f := w.worker.observer.Match; f != nil && e.values > 0 {
		f(w.event(e.at.pc), e.values)
	}
}

// waitsInVain reports a path that waits for lanes which never come.
func (w *warp) waitsInVain() {
	i := slices.IndexFunc(w.stack, func(e stackEntry) bool { return w.waits(&e) })
	e := w.stack[i]
	absent := w.missing(&e)
	w.mask, w.frame = e.mask&w.alive, e.frame
	if e.at.ir.Op.Facts().Block {
		w.divergedBarrier(e.at)
		return
	}
	w.fault(e.at.ir, diag.WarpMask, "pass the mask of the lanes that are here, or let all lanes of the mask make the call",
		"the mask %#08x names lane %d, which does not execute this call (lanes %#08x do): it waits %s; %s",
		uint32(e.named), absent.First(), uint32(w.mask), w.whereabouts(absent.First()), w.describeLane(w.mask.First()))
}

// whereabouts says where a lane stands still: at a warp function, or where it meets lanes
// that took another branch.
func (w *warp) whereabouts(lane int) string {
	k := w.worker.p.Kernel
	for i := len(w.stack) - 1; i >= 0; i-- {
		switch e := &w.stack[i]; {
		case !e.mask.Has(lane):
		case e.named != 0:
			return fmt.Sprintf("at %s with the mask %#08x", k.Frame(e.at.ir.Pos).Pos, uint32(e.named))
		default:
			b := &w.worker.p.blocks[e.block]
			return fmt.Sprintf("at %s, where the branches meet", k.Frame(w.worker.p.Instrs[int(b.first)+e.ip].Pos).Pos)
		}
	}
	panic("BUG: a lane that is alive has no path")
}

// awaitAll makes the active lanes wait at a barrier of the block for the other lanes of the
// warp. Lanes at different barriers never meet.
func (w *warp) awaitAll(in *inst) {
	w.ip-- // they arrive together
	w.leave(w.mask, parked{at: in, named: w.threads})
	w.state = moved
	w.meet()
	w.resume()
}

// arrive lets the lanes that wait at a barrier arrive there together.
func (w *warp) arrive(at *inst) {
	var all stackEntry
	w.stack = slices.DeleteFunc(w.stack, func(e stackEntry) bool {
		if e.at == at {
			all = e
		}
		return e.at == at
	})
	all.mask, all.named = w.alive, 0
	w.stack = append(w.stack, all)
}
