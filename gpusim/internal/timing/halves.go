package timing

// This file is the multipliers of a scheduler, where they have two halves: floats go to
// either, which takes them twice as long as both would, integers to one.

import (
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/trace"
)

// The halves.
const (
	lite  = iota
	heavy // does integers too
	numHalves
)

// multipliers are two halves.
type multipliers struct {
	free [numHalves]int64 // ticks: when each is
	busy [numHalves]int64 // ticks: for how long each was
}

// multiply keeps a half of the multipliers busy from a tick on, or both where an
// instruction stands for several.
func (s *scheduler) multiply(o *op, now int64) {
	x := s.halves
	switch {
	case o.half:
		x.use(heavy, now, o.busy)
	case o.slots > 1:
		x.use(lite, now, o.busy)
		x.use(heavy, now, o.busy)
	case x.free[lite] <= now:
		x.use(lite, now, numHalves*o.busy)
	default:
		x.use(heavy, now, numHalves*o.busy)
	}
	s.unit[arch.UnitFMA] = min(x.free[lite], x.free[heavy])
	s.gates[arch.UnitFMA], s.gates[half] = s.unit[arch.UnitFMA]>>tickBits, x.free[heavy]>>tickBits
}

func (x *multipliers) use(half int, now, takes int64) {
	x.free[half] = max(x.free[half], now) + takes
	x.busy[half] += takes
}

// multiplied is for how long the multipliers of the SM were busy, in ticks: of those that
// have halves, the busier.
func (m *sm) multiplied() int64 {
	sum := multipliers{}
	for i := range m.scheds {
		if m.scheds[i].halves == nil {
			return m.busy[trace.FMAPipe]
		}
		for half, busy := range m.scheds[i].halves.busy {
			sum.busy[half] += busy
		}
	}
	return max(sum.busy[lite], sum.busy[heavy])
}
