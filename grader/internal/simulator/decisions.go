package simulator

// This file observes what lanes decide by data.

import (
	"gpucourse/gpusim/trace"
)

// Sides is how often lanes have decided by data: for each instruction, how often the outcome was
// false and how often true.
type Sides [][2]uint64

// Unknown reports whether no lane has come to a decision.
func (s *Sides) Unknown(pc int32) bool {
	return int(pc) >= len(*s) || (*s)[pc] == [2]uint64{}
}

// add adds what the lanes of an event decide.
func (s *Sides) add(e trace.Event, holds trace.Mask) {
	for int(e.PC) >= len(*s) {
		*s = append(*s, [2]uint64{})
	}
	taken, n := &(*s)[e.PC], uint64(holds.Count())
	taken[1] += n
	taken[0] += uint64(e.Lanes.Count()) - n
}

// Probe observes a launch that only says how far decisions are from the other outcome.
type Probe struct {
	Apart        func(trace.Distance)
	Instructions int // that warps have executed
}

// deciding returns an observer of what lanes decide, as far as somebody asks.
func (l *Launch) deciding() (o trace.Observer) {
	switch {
	case l.Probe != nil:
		step := func(s *trace.Step) { l.Probe.Instructions += s.Instrs }
		o.Apart = l.Probe.Apart
		o.Steps = func(int) func(*trace.Step) { return step }
	case l.Sides != nil:
		o.Decided = l.Sides.add
	}
	return o
}
