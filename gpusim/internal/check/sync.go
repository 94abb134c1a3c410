package check

// This file is synccheck's checker. Barriers and masks that are wrong are faults.

import (
	"fmt"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/report"
	"gpucourse/gpusim/trace"
)

// syncChecker finds shuffles from lanes whose values are undefined, where something depends on
// the value.
type syncChecker struct {
	launch *Launch
	found  map[diag.Pos]*undefined
	order  []*undefined
}

// undefined is the first shuffle of a line whose undefined value was used.
type undefined struct {
	reader accessRecord
	from   int    // the lane that it named
	count  uint64 // of uses
}

func newSyncChecker(l *Launch) *syncChecker {
	return &syncChecker{launch: l, found: map[diag.Pos]*undefined{}}
}

// checker returns the checker that other packages see.
func (s *syncChecker) checker() Checker {
	return Checker{Observer: trace.Observer{Undefined: s.undefined}, Findings: s.findings}
}

// undefined keeps the first shuffle of a line, and counts.
func (s *syncChecker) undefined(e trace.Event, from int) {
	pos := s.launch.Program.Kernel.Frame(s.launch.Program.Instrs[e.PC].Pos).Pos
	u := s.found[pos]
	if u == nil {
		u = &undefined{reader: firstLane(e), from: from}
		s.found[pos] = u
		s.order = append(s.order, u)
	}
	u.count += uint64(e.Lanes.Count())
}

// findings describes what was found.
func (s *syncChecker) findings() ([]report.Finding, bool) {
	var list []located
	for _, u := range s.order {
		p := s.launch.participant(u.reader)
		list = append(list, s.launch.single(p, "synccheck", "Undefined shuffle", u.count, diag.UndefinedLane,
			"use the value only where its lane takes part, or pass the mask of all lanes that are read",
			fmt.Sprintf("thread %s of block %s, lane %d of its warp, takes the value of lane %d, which is not in the mask or does not execute this call: the value is undefined, and something depends on it; in %s",
				p.Thread.Index(), p.Block.Index(), u.reader.lane, u.from, s.launch.Program.Kernel.Name)))
	}
	return sorted(list), true
}
