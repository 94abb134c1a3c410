package grading

// This file looks for data for which a kernel decides what it has not decided so far. A comparison
// that was always false guards code that nothing has tested; one that was seldom true guards code
// whose effect other data may have hidden.

import (
	"math"
	"slices"

	"gpucourse/gpusim/trace"
	"gpucourse/grader/internal/simulator"
	"gpucourse/grader/rubric"
	"gpucourse/grader/verdict"
)

const (
	// mostProbes and mostWork bound the search of a size: its launches, and their instructions. A
	// decision is as much work as workOfDecision instructions.
	mostProbes     = 1500
	mostWork       = 20_000_000
	workOfDecision = 30
	// mostHits is how often the checkers look at a side of one decision.
	mostHits = 8
	// seldom is the part of lanes below which a side counts as seldom taken.
	seldom = 1.0 / 64
	// leastElements and mostElements are those of the sizes.
	leastElements = 16
	mostElements  = 3000
)

// dataSearch looks for data by probes: launches that only say how far decisions are from the side
// that is wanted. A probe that takes it is made again for the checkers.
type dataSearch struct {
	*trial
	size         rubric.Size
	series       []rubric.Series
	targets      map[int32]*target // by instruction
	hits         map[int32]int
	short        int  // how many forms are tried with what they begin with, before lines are followed
	fresh        bool // the last probe came to a decision for the first time
	probes, work int
	wrong        *verdict.Feedback // on a launch that took a wanted side
}

// target is a decision of which a side was never taken, or seldom.
type target struct {
	side    bool
	seldom  bool
	reached bool
	nearest float64     // distance of all probes
	best    rubric.Draw // of that probe
	flat    float64     // the same for data in which all numbers of a series are equal
	level   rubric.Draw
	tried   int // forms
}

// checkData makes launches for decisions on data.
func (t *trial) checkData() *verdict.Feedback {
	s := &dataSearch{trial: t, hits: map[int32]int{}}
	sizes := t.sizesForData()
	for i, size := range sizes {
		s.size, s.targets, s.probes, s.work = size, map[int32]*target{}, 0, 0
		s.aim(rubric.Draw{}, false)
		if len(s.targets) == 0 || s.wrong != nil {
			break
		}
		if s.search(); i == len(sizes)-1 {
			s.tryAll()
		}
	}
	return s.wrong
}

// sizesForData returns a small size and larger ones.
func (t *trial) sizesForData() (list []rubric.Size) {
	all := slices.Clone(t.sizes)
	slices.SortStableFunc(all, func(a, b rubric.Size) int { return a.Extents() - b.Extents() })
	least := leastElements
	for _, s := range all {
		if n := s.Extents(); n >= least && n <= mostElements || len(list) == 0 && n > mostElements {
			list, least = append(list, s), 8*n
		}
	}
	return list
}

// aim makes targets of decisions of which a side was never or seldom taken. from is a draw that
// reaches those that are new, if that is known.
func (s *dataSearch) aim(from rubric.Draw, reached bool) {
	for i, taken := range s.sides {
		pc, all := int32(i), float64(taken[0]+taken[1])
		for side, n := range taken {
			if rare := float64(n) < seldom*all; rare && s.targets[pc] == nil && s.hits[pc] < mostHits {
				s.targets[pc] = &target{side: side == 1, seldom: n > 0, reached: reached, nearest: math.Inf(1), best: from, flat: math.Inf(1)}
			}
		}
	}
}

// more reports whether the search goes on.
func (s *dataSearch) more() bool {
	return s.wrong == nil && s.probes < mostProbes && s.work < mostWork
}

// search goes through the forms for each target, from its nearest probe and from other data.
func (s *dataSearch) search() {
	s.series = s.kernel.MakeCase(s.size, rubric.Draw{Seed: s.seed}.Other()).Series
	forms, bases := s.forms(), s.bases()
	s.short = len(forms) * (2 + len(bases))
	s.try(rubric.Draw{})
	for i, what := range s.series {
		s.try(rubric.Draw{Planted: []rubric.Planted{{Series: i, Cycle: s.solutions(what)}}})
	}
	for _, v := range forms[0].start {
		s.try(forms[0].draw(rubric.Draw{}, v))
	}
	for s.more() {
		pc, t := s.next(2 * s.short)
		if t == nil {
			break
		}
		from := append([]rubric.Draw{t.best, t.level}, bases...)[t.tried/len(forms)%(2+len(bases))]
		l := s.begin(pc, t, &forms[t.tried%len(forms)], from)
		if t.tried++; t.tried > s.short && !t.seldom {
			l.follow()
		}
	}
}

// next returns the target for which fewest forms were tried.
func (s *dataSearch) next(forms int) (pc int32, next *target) {
	for i, t := range s.targets {
		if t.reached && t.tried < forms && !s.isCopy(i, t) && (next == nil || t.tried < next.tried || t.tried == next.tried && i < pc) {
			pc, next = i, t
		}
	}
	return pc, next
}

// isCopy reports whether more forms were tried for a target that lanes have decided alike so far: it
// may be the same comparison in an unrolled loop.
func (s *dataSearch) isCopy(pc int32, t *target) bool {
	for i, other := range s.targets {
		if s.sides[i] == s.sides[pc] && other.side == t.side && (other.tried > t.tried || other.tried == t.tried && i < pc) {
			return true
		}
	}
	return false
}

// try makes a probe. Where it takes wanted sides, the checkers look, and then at data that differ
// from these in what does not matter for that.
func (s *dataSearch) try(d rubric.Draw) (distances map[int32]float64) {
	if distances = s.probe(d); s.fresh {
		s.look(d)
	}
	for _, pc := range hitBy(distances) {
		t := s.targets[pc]
		if t == nil {
			continue
		}
		s.look(d)
		if s.hits[pc]++; s.hits[pc] == 1 {
			s.vary(pc, d)
		}
		if s.hits[pc] >= mostHits || !t.seldom {
			delete(s.targets, pc)
		}
	}
	return distances
}

// hitBy returns the targets that a probe hit, in order.
func hitBy(distances map[int32]float64) (list []int32) {
	for pc, d := range distances {
		if d == 0 {
			list = append(list, pc)
		}
	}
	slices.Sort(list)
	return list
}

// look makes a launch under the checkers. What it decides for the first time may be a target.
func (s *dataSearch) look(d rubric.Draw) {
	if s.wrong == nil {
		_, s.wrong = s.check(s.newRun(s.size, d.Other(), simulator.Results, false))
		s.aim(d, true)
	}
}

// vary looks at data that take the wanted side, too: with fewer numbers planted, with others beside
// them, and with others in their place.
func (s *dataSearch) vary(pc int32, d rubric.Draw) {
	lookWhereHit := func(d rubric.Draw) bool {
		far, reached := s.probe(d)[pc]
		hit := reached && far == 0
		if hit {
			s.look(d)
		}
		return hit
	}
	d = d.Apart(len(s.series))
	for i := len(d.Planted) - 1; i >= 0; i-- {
		less := d
		if less.Planted = slices.Delete(slices.Clone(d.Planted), i, i+1); lookWhereHit(less) {
			d = less
		}
	}
	for turn := range 4 {
		other := d
		other.Turn = turn + 1
		lookWhereHit(other)
	}
	for i := range d.Planted {
		for _, v := range s.starts(s.series[d.Planted[i].Series]) {
			other := d
			other.Planted = slices.Clone(d.Planted)
			other.Planted[i].Start = v
			lookWhereHit(other)
		}
	}
}

// probe makes a launch and returns how near it comes to the targets that it reaches.
func (s *dataSearch) probe(d rubric.Draw) (nearest map[int32]float64) {
	if !s.more() {
		return nil
	}
	s.probes++
	s.fresh, nearest = false, map[int32]float64{}
	l := s.launch(s.newRun(s.size, d.Other(), simulator.Results, false))
	l.Probe = &simulator.Probe{Apart: func(far trace.Distance) {
		s.work += workOfDecision
		if t := s.targets[far.PC]; t != nil {
			near, reached := nearest[far.PC]
			if !reached {
				near = math.Inf(1)
			}
			nearest[far.PC] = min(near, t.distance(&far))
		} else {
			s.fresh = s.fresh || s.sides.Unknown(far.PC)
		}
	}}
	_, err := s.program.Launch(&l.Launch)
	if s.work += l.Probe.Instructions; err != nil {
		s.look(d)
	}
	s.note(d, nearest)
	return nearest
}

// distance returns the distance of the nearest lane; 0 where one takes the side.
func (t *target) distance(d *trace.Distance) float64 {
	taken := d.Holds
	if !t.side {
		taken = d.Lanes &^ d.Holds
	}
	if taken != 0 {
		return 0
	}
	near := math.Inf(1)
	for lanes := d.Lanes; lanes != 0; lanes &= lanes - 1 {
		near = min(near, d.Far[lanes.First()])
	}
	return near
}

// note keeps a draw for the targets that were never so near.
func (s *dataSearch) note(d rubric.Draw, nearest map[int32]float64) {
	for pc, far := range nearest {
		t := s.targets[pc]
		if t == nil {
			continue
		}
		if t.reached = true; far < t.nearest {
			if far < t.nearest/2 {
				t.tried = min(t.tried, s.short)
			}
			t.nearest, t.best = far, d
		}
	}
}
