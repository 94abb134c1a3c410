package grading

// This file chooses the data that a search tries.

import (
	"math"
	"slices"

	"gpucourse/grader/rubric"
)

const (
	// smallSeries is how many numbers a series may have so that each of them is a parameter.
	smallSeries = 16
	// mostNumbers is how many numbers of a series are all tried.
	mostNumbers = 1 << 18
	// mostSecants is how often a distance is taken for a straight line.
	mostSecants = 5
)

// form is a family of data with one parameter.
type form struct {
	planted func(from rubric.Draw, v float64) []rubric.Planted
	of      rubric.Series // what the parameter may be
	start   []float64     // parameters to begin with
	which   int           // series, whose number at the index first is the parameter; −1 is none
	first   int
	level   bool // all numbers of a series are equal
}

// draw returns a draw with numbers planted upon those of another one.
func (f *form) draw(from rubric.Draw, v float64) rubric.Draw {
	from.Planted = append(slices.Clone(from.Planted), f.planted(from, v)...)
	return from
}

// forms returns the families. The first one is that all numbers of all series are equal.
func (s *dataSearch) forms() (list []form) {
	all := form{planted: planted(rubric.Planted{Series: rubric.EverySeries}), of: widest(s.series), which: -1, level: true}
	list = append(list, all)
	for i, what := range s.series {
		list = append(list, form{planted: planted(rubric.Planted{Series: i}), of: what, which: i, level: true})
	}
	list = append(list, s.places(2, smallSeries)...)
	for i, what := range s.series {
		if what.Count > 1 {
			list = append(list, progressions(i, what)...)
			list = append(list, parts(i, what)...)
		}
	}
	list = append(list, s.places(smallSeries+1, math.MaxInt)...)
	for i := range list {
		list[i].start = s.starts(list[i].of)
	}
	return list
}

// planted returns a family whose parameter is where a progression starts.
func planted(p rubric.Planted) func(rubric.Draw, float64) []rubric.Planted {
	return func(_ rubric.Draw, v float64) []rubric.Planted {
		p.Start = v
		return []rubric.Planted{p}
	}
}

// places returns the families in which one number of a series stands at some place, for the series
// with from least to most numbers: at all places of a small series, and otherwise at its ends and in
// its middle.
func (s *dataSearch) places(least, most int) (list []form) {
	for i, what := range s.series {
		if what.Count < least || what.Count > most {
			continue
		}
		at := []int{0, what.Count - 1, what.Count / 2}
		if what.Count <= smallSeries {
			at = at[:0]
			for place := range what.Count {
				at = append(at, place)
			}
		}
		for _, place := range at {
			list = append(list, form{planted: planted(rubric.Planted{Series: i, First: place, Count: 1}), of: what, which: i, first: place})
		}
	}
	return list
}

// progressions returns the families in which a series goes up or down from a number, or by one.
func progressions(i int, what rubric.Series) (list []form) {
	for _, step := range []float64{what.Step(), -what.Step()} {
		wide := what
		wide.Least, wide.Most = what.Least-step*float64(what.Count), what.Most+step*float64(what.Count)
		list = append(list, form{planted: planted(rubric.Planted{Series: i, Step: step}), of: wide, which: -1})
	}
	byOne := func(_ rubric.Draw, v float64) []rubric.Planted { return []rubric.Planted{{Series: i, Step: v}} }
	return append(list, form{planted: byOne, of: what, which: -1})
}

// parts returns the families whose parameter is a place in a series: where the one large number is,
// or up to where numbers are larger than the others by one step, or large.
func parts(i int, what rubric.Series) (list []form) {
	low := what.Nearest(-1)
	high := what.Nearest(max(1, low+what.Step()))
	for _, f := range []func(rubric.Draw, float64) []rubric.Planted{
		func(_ rubric.Draw, v float64) []rubric.Planted {
			return []rubric.Planted{{Series: i, Start: low}, {Series: i, First: int(v), Count: 1, Start: high}}
		},
		func(from rubric.Draw, v float64) []rubric.Planted {
			here, _ := from.At(i, 0)
			return []rubric.Planted{{Series: i, Count: max(1, int(v)), Start: here + what.Step()}}
		},
		func(_ rubric.Draw, v float64) []rubric.Planted {
			return []rubric.Planted{{Series: i, Start: low}, {Series: i, Count: max(1, int(v)), Start: high}}
		},
	} {
		list = append(list, form{planted: f, of: rubric.Series{Most: float64(what.Count), Unit: 1}, which: -1})
	}
	return list
}

// bases returns draws from which lines start, too: all numbers are 1 or the largest, or those of one
// small series are 0 but the first.
func (s *dataSearch) bases() (list []rubric.Draw) {
	ones := rubric.Planted{Series: rubric.EverySeries, Start: 1}
	list = append(list, rubric.Draw{Planted: []rubric.Planted{ones}})
	for i, what := range s.series {
		if 1 < what.Count && what.Count <= smallSeries {
			list = append(list, rubric.Draw{Planted: []rubric.Planted{ones, {Series: i, First: 1}}})
		}
	}
	return append(list, rubric.Draw{Planted: []rubric.Planted{{Series: rubric.EverySeries, Start: widest(s.series).Most}}})
}

// widest returns what one of several series may be.
func widest(list []rubric.Series) rubric.Series {
	w := rubric.Series{Least: math.Inf(1), Most: math.Inf(-1), Unit: math.Inf(1)}
	for _, s := range list {
		w.Least, w.Most, w.Unit = min(w.Least, s.Least), max(w.Most, s.Most), min(w.Unit, s.Unit)
	}
	return w
}

// starts returns numbers of the code and special ones, as far as a series may hold them.
func (s *dataSearch) starts(of rubric.Series) (list []float64) {
	for _, v := range append(s.numbers.Deciding(), 0, 1, -1, of.Least, of.Most) {
		if of.Least <= v && v <= of.Most && !slices.Contains(list, v) {
			list = append(list, v)
		}
	}
	return list
}

// solutions returns numbers x for which an operation on x and a number of the code gives another
// number of the code, as far as a series may hold them.
func (s *dataSearch) solutions(of rubric.Series) (list []float64) {
	others := slices.Concat(s.numbers.Compared, s.numbers.Others)
	for _, c := range s.numbers.Deciding() {
		for _, m := range others {
			wrapped := uint32(int64(c)) * inverse(uint32(int64(m)))
			list = append(list, c-m, c+m, m-c, c*m, float64(int32(wrapped)))
			if m != 0 {
				list = append(list, c/m)
			}
		}
		list = append(list, c, math.Sqrt(math.Abs(c)), float64(math.Float32frombits(uint32(int64(c)))))
	}
	list = slices.DeleteFunc(list, func(v float64) bool { return !(of.Least <= v && v <= of.Most) })
	slices.Sort(list)
	return slices.Compact(list)
}

// inverse returns the number whose product with an odd one is 1 in 32 bits.
func inverse(m uint32) uint32 {
	x := m
	for range 4 { // each step doubles the bits that are right, 3 at first
		x *= 2 - m*x
	}
	return x
}

// tryAll tries all numbers of series that have few enough: no step leads nearer to a number that is
// hashed.
func (s *dataSearch) tryAll() {
	s.probes = 0
	for i, of := range s.series {
		least, most, step := of.Least, of.Most, of.Step()
		if of.Unit == 0 {
			least, most = -mostNumbers/2*step, mostNumbers/2*step
		}
		if (most-least)/step > mostNumbers {
			continue
		}
		for from := least; from <= most && len(s.targets) > 0 && s.more(); from += float64(of.Count) * step {
			s.try(rubric.Draw{Planted: []rubric.Planted{{Series: i, Start: from, Step: step}}})
		}
	}
}

// line is a search along a form for the other side of a target.
type line struct {
	*dataSearch
	*form
	pc      int32
	target  *target
	from    rubric.Draw
	at      float64 // the nearest parameter
	nearest float64
	// least and most are the distances of all probes.
	least, most float64
}

// begin looks at what a form begins with.
func (s *dataSearch) begin(pc int32, t *target, f *form, from rubric.Draw) *line {
	l := &line{dataSearch: s, form: f, pc: pc, target: t, from: from, nearest: math.Inf(1), least: math.Inf(1), most: math.Inf(-1)}
	for _, v := range f.start {
		l.look(v)
	}
	return l
}

// follow looks along a form: as far away as the target is, where a straight line would lead, in ever
// smaller steps, and at the numbers beside the nearest one.
func (l *line) follow() {
	if v, ok := l.from.At(l.which, l.first); ok {
		if d := l.far(v); d <= l.nearest {
			l.at, l.nearest = v, d // not another number that is as near
		}
	}
	if l.lookAround(l.nearest); l.least == l.most {
		return // it does not depend on the parameter
	}
	for range mostSecants {
		if !l.open() || !l.straight() {
			break
		}
	}
	least := max(l.of.Unit, math.Abs(l.at)*0x1p-22, 1e-6)
	for by := (l.of.Most - l.of.Least) / 2; l.open() && by >= least; by /= 4 {
		for range 3 {
			if !l.lookAround(by) {
				break
			}
		}
	}
	for ulp := 1.0; ulp <= 3 && l.of.Unit == 0 && l.open(); ulp++ {
		l.lookAround(ulp * float64(math.Nextafter32(float32(l.at), math.MaxFloat32)-float32(l.at)))
	}
}

// open reports whether the target is still to be hit, and within reach.
func (l *line) open() bool {
	return l.more() && l.targets[l.pc] == l.target && !math.IsInf(l.nearest, 0)
}

// far returns the distance for a parameter.
func (l *line) far(v float64) float64 {
	d, reached := l.try(l.draw(l.from, v))[l.pc]
	if !reached {
		return math.Inf(1)
	}
	l.least, l.most = min(l.least, d), max(l.most, d)
	return d
}

// look reports whether a parameter is nearer than those so far.
func (l *line) look(v float64) bool {
	if l.targets[l.pc] != l.target || !l.more() {
		return false
	}
	v = l.of.Nearest(v)
	d := l.far(v)
	if d >= l.nearest {
		return false
	}
	l.at, l.nearest = v, d
	if l.level && d < l.target.flat {
		l.target.flat, l.target.level = d, l.draw(l.from, v)
	}
	return true
}

// lookAround reports whether a parameter as far away as that is nearer.
func (l *line) lookAround(by float64) bool { return l.look(l.at+by) || l.look(l.at-by) }

// straight looks where the distance would be 0 if it were a straight line.
func (l *line) straight() bool {
	better := l.lookAround(l.nearest)
	by := max(l.of.Unit, math.Abs(l.at)/64, 1.0/8)
	beside := l.of.Nearest(l.at + by)
	if beside == l.at {
		beside = l.of.Nearest(l.at - by)
	}
	slope := (l.far(beside) - l.nearest) / (beside - l.at)
	if slope == 0 || math.IsNaN(slope) || math.IsInf(slope, 0) {
		return better
	}
	to := l.at - l.nearest/slope
	for _, v := range []float64{to, to + l.of.Unit, to - l.of.Unit} {
		better = l.look(v) || better
	}
	return better
}
