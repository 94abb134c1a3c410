package check

// This file is the order of the lanes of a warp, on devices whose lanes run independently.

import (
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/trace"
)

// warpOrder says how the warp barriers of one warp order its lanes.
type warpOrder struct {
	all   uint32     // the phase that began when all lanes met last
	pairs *lanePairs // for barriers of some lanes; nil: there were none
}

// lanePairs holds, by lane and other lane, the phase before which everything that the other
// lane did is ordered before what the lane does now.
type lanePairs [arch.MaxLanes][arch.MaxLanes]uint32

// SyncWarp implements trace.WarpObserver: it begins a new phase.
func (r *raceChecker) SyncWarp(block, warp int, lanes trace.Mask) {
	r.advance(block, warp)
	r.phase++
	w := &r.warps[warp]
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
func (p *lanePairs) meet(lanes trace.Mask, phase uint32) {
	var known [arch.MaxLanes]uint32
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

// lanesUnordered reports whether nothing orders an earlier access of the current warp
// before the current access.
func (r *raceChecker) lanesUnordered(old *accessRecord) bool {
	if !r.launch.Spec.Limits.IndependentLanes || old.lane == r.now.lane || old.several {
		return false
	}
	w := &r.warps[old.warp]
	if old.phase < max(r.barrier, w.all) {
		return false
	}
	return w.pairs == nil || old.phase >= w.pairs[r.now.lane][old.lane]
}

// laneStart returns the phase since which lanes of the current warp may be unordered.
func (r *raceChecker) laneStart() uint32 { return max(r.barrier, r.warps[r.now.warp].all) }

// addLane adds an access to a pair that holds two lanes of the last warp that accessed the
// element, since a phase.
func (p *accessPair) addLane(now *accessRecord, since uint32) {
	first, second := &p[0], &p[1]
	switch {
	case first.block != now.block || first.warp != now.warp || first.phase < since:
		*first, *second = *now, accessRecord{}
	case first.lane != now.lane && (second.block == 0 || second.lane == now.lane):
		*second = *now
	}
}
