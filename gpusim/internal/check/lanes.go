package check

// This file is the order of the lanes of a warp, on devices whose lanes run independently.

import (
	"slices"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/trace"
)

// warpOrder says how the warp barriers of one warp order its lanes.
type warpOrder struct {
	all   stamp      // mark of the phase that began when all lanes met last
	pairs *lanePairs // for barriers of some lanes; nil: there were none
}

// lanePairs holds, by lane and other lane, the mark of the phase before which everything that
// the other lane did is ordered before what the lane does now.
type lanePairs [arch.MaxLanes][arch.MaxLanes]stamp

// syncWarp begins a new phase: lanes of a warp have met.
func (r *raceChecker) syncWarp(e trace.Event) {
	warp, lanes := e.Warp, e.Lanes
	r.advance(e.Block, warp)
	r.nextPhase()
	w := &r.warps[warp]
	r.flags[warp].meetLanes(lanes)
	threads := min(r.launch.Block.Count()-warp*r.launch.Spec.WarpSize, r.launch.Spec.WarpSize)
	if everyone := trace.Mask(1<<threads - 1); lanes&everyone == everyone {
		w.all, w.pairs = r.phase, nil
		return
	}
	if w.pairs == nil {
		w.pairs = new(lanePairs)
	}
	w.pairs.meet(lanes, r.phase)
}

// meet orders lanes: each knows afterwards what any of them knew before.
func (p *lanePairs) meet(lanes trace.Mask, phase stamp) {
	var known [arch.MaxLanes]stamp
	for m := lanes; m != 0; m &= m - 1 {
		for other, since := range p[m.First()] {
			known[other] = max(known[other], since)
		}
	}
	for m := lanes; m != 0; m &= m - 1 {
		known[m.First()] = phase
	}
	for m := lanes; m != 0; m &= m - 1 {
		p[m.First()] = known
	}
}

// meeting is lanes with the mark of the phase that began when they were met.
type meeting struct {
	lanes trace.Mask
	since stamp
}

// groups returns the lanes that a lane has met since a mark.
func (p *lanePairs) groups(lane int, mark stamp) (list []meeting) {
	for other, since := range p[lane] {
		if since <= mark {
			continue
		}
		i := slices.IndexFunc(list, func(m meeting) bool { return m.since == since })
		if i < 0 {
			i, list = len(list), append(list, meeting{since: since})
		}
		list[i].lanes |= trace.MaskOf(other, 1)
	}
	return list
}

// metSince returns the current lane with those of its warp that it has met since a mark.
func (r *raceChecker) metSince(mark stamp) trace.Mask {
	w := &r.warps[r.now.warp()]
	if r.lockstep() || max(r.barrier, w.all) > mark {
		return allLanes
	}
	lanes := trace.MaskOf(r.now.lane(), 1)
	if w.pairs != nil {
		for _, m := range w.pairs.groups(r.now.lane(), mark) {
			lanes |= m.lanes
		}
	}
	return lanes
}

// lanesUnordered reports whether nothing orders an earlier access of the current warp
// before the current access.
func (r *raceChecker) lanesUnordered(old stamp) bool {
	if r.lanesOrdered(old) {
		return false
	}
	pairs := r.warps[r.now.warp()].pairs
	return pairs == nil || old >= pairs[r.now.lane()][old.lane()]
}

// lanesOrdered reports whether something else than a barrier of some lanes orders an earlier
// access of the current warp before the current access.
func (r *raceChecker) lanesOrdered(old stamp) bool {
	return r.lockstep() || old.sameLane(r.now) || old&several != 0 || old < r.since
}
