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

// mostShapes bounds the shapes that Search visits where an exercise has more than one extent.
const mostShapes = 40_000

// Search visits shapes of launches until visit returns false: all sizes, in one extent, and
// otherwise many: along a line of one extent after the other, from a point that is drawn. An extent
// goes over its span first, and then on to that of the measured size, or to twice that where it
// lies beyond the span. free are the numbers that are drawn, each with the values to try.
func (k *Kernel) Search(seed uint64, measured Size, free map[string][]float64, visit func(Shape) bool) {
	rng := rand.New(rand.NewPCG(seed, streamOfSizes+2))
	names := slices.Sorted(maps.Keys(free))
	axes := len(k.Spans) + len(names)
	for line, visited := 0, 0; line < axes || axes > 1 && visited < mostShapes; line++ {
		from := Shape{k.within(rng), map[string]float64{}}
		for _, name := range names {
			from.Wanted[name] = free[name][rng.IntN(len(free[name]))]
		}
		axis := line % axes
		if axis >= len(k.Spans) {
			name := names[axis-len(k.Spans)]
			for _, v := range free[name] {
				visited++
				from.Wanted[name] = v
				if !visit(from) {
					return
				}
			}
			continue
		}
		for _, n := range k.along(axis, measured, rng) {
			s := Shape{slices.Clone(from.Size), from.Wanted}
			s.Size[axis] = n
			visited++
			if k.possible(s.Size, measured) && !visit(s) {
				return
			}
		}
	}
}

// possible reports whether extents go together, and are not much more work than a measured size.
func (k *Kernel) possible(s, measured Size) bool {
	inSpans := true
	for i, span := range k.Spans {
		inSpans = inSpans && s[i] <= span.To
	}
	return (inSpans || s.extents() <= 2*measured.extents()) && (k.Fits == nil || k.Fits(s))
}

// along returns the values of an extent: those of its span from a random one on, and then those
// beyond it.
func (k *Kernel) along(axis int, measured Size, rng *rand.Rand) (list []int) {
	span := k.Spans[axis]
	for n := span.From; n <= span.To; n = span.after(n) {
		list = append(list, n)
	}
	turn := rng.IntN(len(list))
	list = append(slices.Clone(list[turn:]), list[:turn]...)
	if most := measured[axis]; span.free() && most > span.To {
		for n := span.To + 1; n <= 2*most; n++ {
			list = append(list, n)
		}
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

// extents returns the product of the extents.
func (s Size) extents() int {
	product := 1
	for _, n := range s {
		product *= n
	}
	return product
}
