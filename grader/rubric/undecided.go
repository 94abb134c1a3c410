package rubric

// This file searches the sizes that a kernel must be right for.

import (
	"maps"
	"math/rand/v2"
	"slices"
)

// Shape is a size with numbers that are drawn otherwise, as in Draw.Wanted.
type Shape struct {
	Size   Size
	Wanted map[string]float64
}

func (s Shape) clone() Shape { return Shape{slices.Clone(s.Size), maps.Clone(s.Wanted)} }

// Where there is more than one extent, Search visits so many shapes at most, and so many of a line
// beyond a span or of a number that is drawn.
const (
	mostShapes = 100_000
	mostBeyond = 300
)

// Axes are what a Search varies: extents, and numbers that are drawn, by name, each with the
// values to try.
type Axes struct {
	Extents []int // indices
	Free    map[string][]float64
}

// Search visits shapes of launches until it has visited all along the only axis, or otherwise
// many: along one axis after the other, first from shapes that visit has found useful, then from
// points that are drawn. An extent goes over its span first, and then on to that of the measured
// size, or to twice that where it lies beyond the span. visit says with more whether to go on.
func (k *Kernel) Search(seed uint64, measured Size, axes Axes, visit func(Shape) (useful, more bool)) {
	s := &search{Kernel: k, Axes: axes, measured: measured, rng: rand.New(rand.NewPCG(seed, streamOfSizes+2)), visit: visit}
	s.names = slices.Sorted(maps.Keys(axes.Free))
	for round := 0; round == 0 || s.number() > 1 && s.visited < mostShapes; round++ {
		from := s.base()
		if !s.diagonal(from, round == 0) {
			return
		}
		for axis := range s.number() {
			if !s.line(from, axis) {
				return
			}
		}
	}
}

// search is the state of a Search.
type search struct {
	*Kernel
	Axes
	names    []string // of Free
	measured Size
	rng      *rand.Rand
	visit    func(Shape) (useful, more bool)
	useful   []Shape // whose lines are not visited yet
	visited  int
}

// number returns the number of axes.
func (s *search) number() int { return len(s.Extents) + len(s.names) }

// base returns the shape from which the next lines start.
func (s *search) base() Shape {
	if len(s.useful) > 0 {
		from := s.useful[0]
		s.useful = s.useful[1:]
		return from
	}
	from := Shape{s.within(s.rng), map[string]float64{}}
	for _, i := range s.Extents {
		if span, most := s.Spans[i], s.measured[i]; span.free() && most > span.To && s.rng.IntN(2) == 0 {
			from.Size[i] = span.To + 1 + s.rng.IntN(2*most-span.To)
		}
	}
	for _, name := range s.names {
		from.Wanted[name] = s.Free[name][s.rng.IntN(len(s.Free[name]))]
	}
	return from
}

// line visits the shapes along an axis, and reports whether to go on.
func (s *search) line(from Shape, axis int) bool {
	at := from.clone()
	visit := func() bool { return s.look(at) }
	if axis >= len(s.Extents) {
		name := s.names[axis-len(s.Extents)]
		return !slices.ContainsFunc(s.some(s.Free[name]), func(v float64) bool {
			at.Wanted[name] = v
			return !visit()
		})
	}
	extent := s.Extents[axis]
	return !slices.ContainsFunc(s.along(extent), func(n int) bool {
		at.Size = slices.Clone(from.Size)
		if at.Size[extent] = n; !s.possible(at.Size, s.measured) {
			at.Size = slices.Clone(s.measured) // a large extent goes with others that are large
			at.Size[extent] = n
		}
		return !visit()
	})
}

// diagonal visits the shapes whose extents differ from a shape by the same number, or are all equal, and reports whether to go on:
// a condition may ask for a relation between extents, and another one behind it for a number.
func (s *search) diagonal(from Shape, equal bool) bool {
	if len(s.Extents) < 2 {
		return true
	}
	at := from.clone()
	return !slices.ContainsFunc(s.along(s.Extents[0]), func(n int) bool {
		for _, i := range s.Extents {
			if at.Size[i] = n; !equal {
				at.Size[i] += from.Size[i] - from.Size[s.Extents[0]]
			}
		}
		if slices.ContainsFunc(s.Extents, func(i int) bool { return !s.Spans[i].Has(at.Size[i]) }) {
			return false
		}
		return !s.look(at)
	})
}

// look visits a shape, and reports whether to go on.
func (s *search) look(at Shape) bool {
	s.visited++
	if !s.possible(at.Size, s.measured) {
		return true
	}
	useful, more := s.visit(at)
	if useful {
		s.useful = append(s.useful, at.clone())
	}
	return more
}

// some returns all numbers of a list, or many where it is long.
func (s *search) some(list []float64) []float64 {
	if len(list) <= mostBeyond || s.number() == 1 {
		return list
	}
	from := s.rng.IntN(len(list) - mostBeyond)
	return list[from : from+mostBeyond]
}

// possible reports whether extents go together, and are not much more work than a measured size.
func (k *Kernel) possible(s, measured Size) bool {
	inSpans := true
	for i, span := range k.Spans {
		inSpans = inSpans && s[i] <= span.To
	}
	return (inSpans || s.Extents() <= 2*measured.Extents()) && (k.Fits == nil || k.Fits(s))
}

// along returns the values of an extent: those of its span from a random one on, and then those
// beyond it, all where it is the only extent.
func (s *search) along(extent int) (list []int) {
	span := s.Spans[extent]
	for n := span.From; n <= span.To; n = span.after(n) {
		list = append(list, n)
	}
	turn := s.rng.IntN(len(list))
	list = append(slices.Clone(list[turn:]), list[:turn]...)
	most := s.measured[extent]
	if !span.free() || most <= span.To {
		return list
	}
	if s.number() == 1 {
		for n := span.To + 1; n <= 2*most; n++ {
			list = append(list, n)
		}
		return list
	}
	for range mostBeyond {
		list = append(list, span.To+1+s.rng.IntN(2*most-span.To))
	}
	return list
}

// after returns the number of the span that follows another one.
func (s Span) after(n int) int {
	if s.Step == 0 {
		return 2 * n
	}
	return n + s.Step
}

// Extents returns the product of the extents.
func (s Size) Extents() int {
	product := 1
	for _, n := range s {
		product *= n
	}
	return product
}

// Near returns the sizes that differ from a size by one step of one extent.
func (k *Kernel) Near(size, measured Size) (near []Size) {
	for i, span := range k.Spans {
		for _, n := range []int{size[i] - span.Step, size[i] + span.Step} {
			s := slices.Clone(size)
			if s[i] = n; n != size[i] && n >= span.From && k.possible(s, measured) {
				near = append(near, s)
			}
		}
	}
	return near
}
