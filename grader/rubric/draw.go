package rubric

// This file draws inputs and sizes from the seed of a submission.

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// Draw chooses the random inputs of a launch. The seed belongs to the submission, so a
// table of answers would have to hold the answers to itself.
type Draw struct {
	Seed uint64
	Run  int // a size runs Runs times, with other values each time
	Turn int // number of the size among those that run: special elements take turns
	// Constants are the numbers in the code of the submission, which inputs hold too; nil is none.
	Constants *Constants
	// Wanted holds scalars by name, and the number of blocks, that shall not be drawn. A case has
	// them as far as it may.
	Wanted map[string]float64
	// OneBlock makes a grid that may have any number of blocks one block.
	OneBlock bool
	// Planted are numbers that shall not be drawn, either.
	Planted []Planted
	// Extreme makes all numbers of all series the largest that may be, or with −1 the least.
	Extreme int
	// Opposite turns Extreme round for every other series.
	Opposite bool
}

// Planted is a progression in the place of some numbers that are drawn: Start, Start + Step and so
// on, each as near to it as the numbers may be.
type Planted struct {
	Series      int // which one in the order in which they are drawn; EverySeries is all
	First       int // its index in the series; a negative one counts from the end
	Count       int // of the numbers; 0 is all from the first on
	Start, Step float64
	// Cycle stands for Start and Step, if it is not nil: its numbers take turns.
	Cycle []float64
}

// EverySeries stands in Planted for all series of a launch.
const EverySeries = -1

// Series says which numbers may be in a series that is drawn.
type Series struct {
	Count             int
	Least, Most, Unit float64 // with Unit 0 they are any float32 from Least to Most
}

// Nearest returns the number that may be in the series and is nearest to another one.
func (s Series) Nearest(v float64) float64 {
	if s.Unit > 0 {
		v = math.Round(v/s.Unit) * s.Unit
	}
	return min(max(v, s.Least), s.Most)
}

// Step returns the distance between two numbers of the series.
func (s Series) Step() float64 {
	if s.Unit == 0 {
		return 1.0 / 8
	}
	return s.Unit
}

// At returns a number of a series, as far as it is planted there; series −1 is none.
func (d Draw) At(series, index int) (v float64, ok bool) {
	for _, p := range d.Planted {
		if series >= 0 && (p.Series == series || p.Series == EverySeries) && p.First <= index && (p.Count == 0 || index < p.First+p.Count) {
			v, ok = p.Start+p.Step*float64(index-p.First), true
		}
	}
	return v, ok
}

// Other returns the draw of a second run.
func (d Draw) Other() Draw {
	d.Run = 1
	return d
}

// Apart returns the draw with progressions of one series each.
func (d Draw) Apart(series int) Draw {
	planted := d.Planted
	d.Planted = nil
	for _, p := range planted {
		if p.Series != EverySeries {
			d.Planted = append(d.Planted, p)
			continue
		}
		for p.Series = range series {
			d.Planted = append(d.Planted, p)
		}
	}
	return d
}

// Constants are the numbers in the code of a kernel.
type Constants struct {
	Compared []float64 // that something is compared with
	Others   []float64
	Moduli   []int // of remainders and quotients
	Narrow   bool  // a type, a mask or a shift in the code cuts numbers to 21 bits or fewer
	Cut      int   // the largest number of more than 17 bits that a mask or a remainder leaves; 0 is none
}

// Deciding returns the numbers that something is compared with, and behind them the middles of
// neighbours: a condition may hold between two numbers alone. Between whole numbers it is whole.
func (c *Constants) Deciding() []float64 {
	list := slices.Clone(c.Compared)
	for i := range c.Compared[:max(0, len(c.Compared)-1)] {
		from, to := c.Compared[i], c.Compared[i+1]
		middle := from + (to-from)/2
		if from == math.Trunc(from) && to == math.Trunc(to) {
			middle = math.Floor(middle)
		}
		if middle != from && middle != to {
			list = append(list, middle)
		}
	}
	return list
}

// Runs is how often every size runs. Run 0 is measured, with even inputs.
const Runs = 2

// String returns "seed 4711, run 1 of 2".
func (d Draw) String() string {
	text := fmt.Sprintf("seed %d, run %d of %d", d.Seed, d.Run+1, Runs)
	if len(d.Planted) > 0 {
		text += ", with numbers for which a condition of the code holds"
	}
	return text
}

// Span is the range of an extent from which sizes are drawn: From + i·Step, up to To, or with
// Step 0 From·2ⁱ.
type Span struct {
	From int `json:"from"`
	To   int `json:"to"`
	Step int `json:"step"`
}

// draw returns a number of the span.
func (s Span) draw(rng *rand.Rand) int {
	if s.Step == 0 {
		return s.From << rng.IntN(bits.Len(uint(s.To/s.From)))
	}
	return s.From + s.Step*rng.IntN((s.To-s.From)/s.Step+1)
}

// Has reports whether draw could return a number.
func (s Span) Has(n int) bool {
	switch {
	case n < s.From || n > s.To:
		return false
	case s.Step == 0:
		return n%s.From == 0 && bits.OnesCount(uint(n/s.From)) == 1
	}
	return (n-s.From)%s.Step == 0
}

// String returns "1 to 1500, in steps of 1".
func (s Span) String() string {
	if s.Step == 0 {
		return fmt.Sprintf("%d to %d, doubled from one to the next", s.From, s.To)
	}
	return fmt.Sprintf("%d to %d, in steps of %d", s.From, s.To, s.Step)
}

// free reports whether the extent may have values beyond the span that are no multiples.
func (s Span) free() bool { return s.Step == 1 }

// streamOfSizes is the stream of the random generator that draws sizes. Runs have the
// streams below.
const streamOfSizes = 1 << 32

// SizesFor returns the sizes for a seed; the last is measured. From Spans come sizes within them,
// of whole warps or blocks and around them, above the last of Sizes, between the spans and the
// measured size, and a little below that. The measured size is the last of Sizes, reduced by 0
// to 3 times Less.
func (k *Kernel) SizesFor(seed uint64) []Size {
	rng := rand.New(rand.NewPCG(seed, streamOfSizes))
	last := len(k.Sizes) - 1
	first := k.within(rng)
	measured := k.reduce(k.Sizes[last], rng.IntN(4))
	sizes := slices.Clone(k.Sizes[:last])
	if k.Spans != nil {
		sizes = append(sizes, first, k.within(rng), k.around(1, rng), k.around(0, rng))
		for range someMore {
			sizes = append(sizes, k.within(rng))
		}
		sizes = append(sizes, k.above(k.Sizes[last], rng), k.between(measured, rng), k.below(measured, rng))
	}
	return append(sizes, measured)
}

// SizesForTime returns the large sizes that the checkers run for a seed, before a launch is timed.
func (k *Kernel) SizesForTime(seed uint64) []Size {
	largest := k.largestChecked()
	if k.Spans == nil {
		return []Size{largest}
	}
	return []Size{k.below(largest, rand.New(rand.NewPCG(seed, streamOfSizes+1))), largest}
}

// AtMost returns a size whose extents have their bounds, or are the largest of the sizes of the row or of their spans, as far as its
// arrays stay small. The first extent comes first: the others may be small for its sake.
func (k *Kernel) AtMost(seed uint64, first int) Size {
	if k.Spans == nil {
		return k.Sizes[0]
	}
	s := k.within(rand.New(rand.NewPCG(seed, streamOfSizes+6)))
	for turn := range k.Spans {
		i := (turn + first) % len(k.Spans)
		all := []int{k.largestIn(i), k.Spans[i].To}
		if k.Most != nil && k.Most[i] > 0 {
			all = []int{k.Most[i]}
		}
		from := []Size{s}
		if turn == 0 {
			from = append(from, k.smallest())
		}
		s = k.bounded(from, i, all)
	}
	return s
}

// bounded returns the first of some sizes whose extent may be the first of some numbers, or the next one; the first size where it
// may be none.
func (k *Kernel) bounded(from []Size, extent int, all []int) Size {
	const mostElements = 1 << 17
	for _, most := range all {
		for _, s := range from {
			s = slices.Clone(s)
			s[extent] = most
			if span := k.Spans[extent]; (span.free() || span.To == most) && (k.Fits == nil || k.Fits(s)) && k.MakeCase(s, Draw{}).elements() <= mostElements {
				return s
			}
		}
	}
	return from[0]
}

// someMore is how many small sizes run for the sake of their inputs.
const someMore = 6

// within draws a size from the spans.
func (k *Kernel) within(rng *rand.Rand) Size {
	var s Size
	for _, span := range k.Spans {
		s = append(s, span.draw(rng))
	}
	return s
}

// around draws a size whose extents are up to off beside a multiple of 32, 64, 128, 256 or 512.
func (k *Kernel) around(off int, rng *rand.Rand) Size {
	s := k.within(rng)
	for i, span := range k.Spans {
		if span.free() {
			unit := warpLanes << rng.IntN(5)
			whole := (s[i] + unit - 1) / unit * unit
			s[i] = min(max(whole+rng.IntN(2*off+1)-off, span.From), span.To)
		}
	}
	return s
}

// between draws a size that lies between the spans and a larger size.
func (k *Kernel) between(large Size, rng *rand.Rand) Size {
	s := slices.Clone(large)
	for i, span := range k.Spans {
		if span.free() {
			low, high := min(span.To, s[i]), max(span.To, s[i])
			s[i] = low + rng.IntN(high-low+1)
		}
	}
	return s
}

// below draws a size whose extents are less than a warp below those of another size.
func (k *Kernel) below(large Size, rng *rand.Rand) Size {
	s := slices.Clone(large)
	for i, span := range k.Spans {
		if span.free() {
			s[i] = max(span.From, s[i]-1-rng.IntN(warpLanes-1))
		}
	}
	return s
}

// above draws a size whose extents are up to a warp above those of another size, where these
// lie beyond the spans already.
func (k *Kernel) above(large Size, rng *rand.Rand) Size {
	s := slices.Clone(large)
	for i, span := range k.Spans {
		if span.free() && s[i] > span.To {
			s[i] += 1 + rng.IntN(warpLanes)
		}
	}
	return s
}

// reduce subtracts a multiple of Less from a size.
func (k *Kernel) reduce(s Size, times int) Size {
	s = slices.Clone(s)
	for i, less := range k.Less {
		s[i] -= times * less
	}
	return s
}
