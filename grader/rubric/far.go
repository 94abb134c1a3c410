package rubric

// This file makes long sizes: they lie far above those that are graded. A kernel whose indices have 8 or
// 16 bits is wrong there alone.

import (
	"math/rand/v2"
	"slices"
)

const (
	// longest is what the extent of a long size exceeds, where the launch may be so large.
	longest = 1 << 16
	// longestLoop is what an extent exceeds that neither the grid nor a result grows with: a thread goes along it.
	longestLoop = 1 << 12
	// longestCount is the same where the code is narrow: a block may count what few blocks go along.
	longestCount = 1 << 18
	// leastLong is what it exceeds in any case.
	leastLong = 1 << 9
	// mostLongThreads are those of a launch with a long size, mostThreads and mostElements those of any.
	mostLongThreads = 1 << 18
	mostThreads     = 1 << 22
	mostElements    = 1 << 23
	// mostLongSteps are those that the threads of a launch go together along a long extent, mostSteep is the largest extent of a
	// kernel whose work grows faster than its size, and mostBeyondOwn how many sizes Beyond returns.
	mostLongSteps = 1 << 20
	mostSteep     = 1 << 12
	mostBeyondOwn = 3
	// mostOnAxis is the largest number of blocks of a grid along y and z.
	mostOnAxis = 1<<16 - 1
)

// Long returns a size for each extent that may lie beyond its span, while the other extents are small. The extent exceeds 16
// bits, or as much of them as a launch of few threads allows: many threads where the code is narrow, as that of Constants.Narrow
// is. An extent along which a thread goes exceeds 12 bits, or as many as the others where the code is narrow. A number of blocks comes with work for all of them.
func (k *Kernel) Long(seed uint64, own *Constants) (sizes []Size) {
	rng := rand.New(rand.NewPCG(seed, streamOfSizes+3))
	for i := range k.Spans {
		if !k.unbounded(i) || k.Steep {
			continue
		}
		if s := k.long(i, own, rng); s != nil {
			sizes = append(sizes, s)
		}
	}
	return sizes
}

// long returns nil where no launch is small enough.
func (k *Kernel) long(extent int, own *Constants, rng *rand.Rand) Size {
	s := k.smallest()
	before := k.MakeCase(s, Draw{})
	s[extent] = leastLong
	if k.Fits != nil && !k.Fits(s) {
		return nil
	}
	c, most, threads := k.MakeCase(s, Draw{}), longest, mostLongThreads
	narrow, cut := own != nil && own.Narrow, 0
	if narrow {
		cut = own.Cut
		most, threads = max(longest, cut), mostThreads
	}
	withWork := func(int) Size { return s }
	switch along := c.Grid == before.Grid && c.results() == before.results(); {
	case along && (narrow || k.sharesOut(s, extent)):
		most = max(longestCount, cut) // a block may count as many in all of its turns
	case along:
		most, threads = longestLoop, mostLongSteps/leastLong
	case c.given() == before.given():
		idle, each := s, c.threads()
		s = k.busy(idle, extent, each)
		c = k.MakeCase(s, Draw{})
		withWork = func(n int) Size { return k.busy(idle, extent, each*blocks(n, leastLong)) }
	}
	for n := most + 1 + rng.IntN(most/16); n > leastLong; n /= 2 {
		if c.small(blocks(n, leastLong), threads) {
			s = withWork(n)
			s[extent] = n
			return s
		}
	}
	return nil
}

// busy returns a size whose extent is a number of blocks, with work for the given threads. If its arrays are too large, the
// size has the work of the measured size.
func (k *Kernel) busy(s Size, extent, threads int) Size {
	busy := slices.Clone(s)
	for i := range busy {
		if i != extent && k.unbounded(i) {
			busy[i] = threads
		}
	}
	if times := blocks(threads, leastLong); k.MakeCase(s, Draw{}).elements()*times <= mostElements {
		return busy
	}
	busy = slices.Clone(k.Sizes[len(k.Sizes)-1])
	busy[extent] = s[extent]
	return busy
}

// Beyond returns sizes beyond the numbers that the code compares with, where no other size of the row lies beyond them.
func (k *Kernel) Beyond(seed uint64, own *Constants) (sizes []Size) {
	rng := rand.New(rand.NewPCG(seed, streamOfSizes+5))
	if own == nil {
		return nil
	}
	for i := range k.Spans {
		if !k.unbounded(i) {
			continue
		}
		s, reached := k.least(rng), float64(k.largest(i))
		s[i] = leastLong
		if k.Fits != nil && !k.Fits(s) {
			continue
		}
		c := k.MakeCase(s, Draw{})
		for _, v := range own.Compared {
			if n := int(v) + 1 + rng.IntN(warpLanes); v > reached && v < mostElements && len(sizes) < mostBeyondOwn && k.reachable(c, n, leastLong) {
				beyond := slices.Clone(s)
				beyond[i] = n
				sizes = append(sizes, beyond)
			}
		}
	}
	return sizes
}

// Together returns sizes whose extents all lie far above those of most others, as far as the README allows: first all of them, and
// then one at a time.
func (k *Kernel) Together(seed uint64) (sizes []Size) {
	const each, alone = 400, 4_500
	rng := rand.New(rand.NewPCG(seed, streamOfSizes+7))
	all, free := Size{}, 0
	for i, span := range k.Spans {
		n := span.To
		if k.unbounded(i) {
			n, free = each+rng.IntN(each/4), free+1
		}
		all = append(all, n)
	}
	if free > 1 && (k.Fits == nil || k.Fits(all)) {
		sizes = append(sizes, all)
	}
	for i := range k.Spans {
		one := k.least(rng)
		if one[i] = alone + rng.IntN(alone/9); k.unbounded(i) && !k.Steep && (k.Fits == nil || k.Fits(one)) {
			sizes = append(sizes, one)
		}
	}
	return sizes
}

// Halved returns a large size with halved extents, each still beyond that of the measured size, until enough says that the
// launch is small enough: work says how many times as large as the measured one. It returns nil where no such size is.
func (k *Kernel) Halved(s, measured Size, enough func(work float64) bool) Size {
	of := func(s Size) float64 {
		c := k.MakeCase(s, Draw{})
		return float64(c.lanes() + c.elements())
	}
	s = slices.Clone(s)
	for usual := of(measured); !enough(max(1, of(s)/usual)); {
		halved := false
		for i := range s {
			if s[i]/2 > measured[i] && k.Spans[i].free() {
				s[i], halved = s[i]/2, true
			}
		}
		if !halved || k.Fits != nil && !k.Fits(s) {
			return nil
		}
	}
	return s
}

// largest returns the largest number that an extent has in the sizes of the row.
func (k *Kernel) largest(extent int) int {
	n := k.largestIn(extent)
	if k.TimedSize != nil {
		n = max(n, k.TimedSize[extent])
	}
	return n
}

// largestIn is largest without the timed size.
func (k *Kernel) largestIn(extent int) int {
	n := k.Spans[extent].To
	for _, s := range k.Sizes {
		n = max(n, s[extent])
	}
	return n
}

// reachable reports whether a launch may be so large that an extent is n, when c is the launch where it is less.
func (k *Kernel) reachable(c *Case, n, less int) bool {
	if k.Steep {
		return n <= mostSteep
	}
	return c.small(blocks(n, less), mostThreads)
}

// Far visits sizes beyond the spans, up to those of the largest launches that run. One extent
// at a time takes the numbers in the code, as they are and in units of blocks, and beyond twice a measured size numbers that grow by
// a part from one to the next. visit says whether to go on.
func (k *Kernel) Far(seed uint64, measured Size, own *Constants, visit func(Size) bool) {
	rng := rand.New(rand.NewPCG(seed, streamOfSizes+4))
	for i := range k.Spans {
		if !k.unbounded(i) {
			continue
		}
		for _, s := range []Size{slices.Clone(measured), k.smallest(), k.corner(), k.least(rng)} {
			s[i] = 2 * measured[i]
			if k.Fits != nil && !k.Fits(s) {
				continue
			}
			c := k.MakeCase(s, Draw{})
			for _, n := range farFrom(s[i], k.Spans[i].To, own, rng) {
				if k.reachable(c, n, s[i]) {
					far := slices.Clone(s)
					if far[i] = n; !visit(far) {
						return
					}
				}
			}
		}
	}
}

// farFrom returns numbers above a least one in ascending order, those of the code above a smaller one: the first launch that decides
// something is the smallest.
func farFrom(least, leastOwn int, own *Constants, rng *rand.Rand) (list []int) {
	const most, largestBlock = 1 << 22, 1024
	if own != nil {
		numbers := own.Deciding()
		for _, m := range own.Moduli {
			numbers = append(numbers, float64(m))
		}
		for _, v := range numbers {
			for unit := 1; unit <= largestBlock; unit *= 2 {
				for _, beside := range []float64{-1, 0, 1, 2, warpLanes} {
					if n := (v + beside) * float64(unit); n > float64(leastOwn) && n <= most {
						list = append(list, int(n))
					}
				}
			}
		}
	}
	for n := least; n < most; n += 1 + n/16 + rng.IntN(1+n/16) {
		list = append(list, n)
	}
	slices.Sort(list)
	return list
}

// unbounded reports whether an extent may lie far beyond its span. The README bounds no such extent, and blocks do not grow
// with it.
func (k *Kernel) unbounded(extent int) bool {
	if !k.Spans[extent].free() || k.Most != nil && k.Most[extent] > 0 {
		return false
	}
	measured := k.Sizes[len(k.Sizes)-1]
	least := slices.Clone(measured)
	least[extent] = k.Spans[extent].From
	c, less := k.MakeCase(measured, Draw{}), k.MakeCase(least, Draw{})
	return c.Block == less.Block && c.Shared == less.Shared
}

// sharesOut reports whether the threads of the grid take turns along an extent: another extent is the number of blocks.
func (k *Kernel) sharesOut(s Size, extent int) bool {
	c := k.MakeCase(s, Draw{})
	for i, span := range k.Spans {
		more := slices.Clone(s)
		if more[i] = span.From + 1; i != extent && span.Has(more[i]) {
			if m := k.MakeCase(more, Draw{}); m.Grid != c.Grid && m.given() == c.given() {
				return true
			}
		}
	}
	return false
}

// given returns the number of elements of all arrays that hold something before the launch.
func (c *Case) given() (n int) {
	for _, a := range c.Args {
		if a, ok := a.(Checked); ok && !a.Unset() {
			n += a.Len()
		}
	}
	return n
}

// results returns the number of elements of all results.
func (c *Case) results() (n int) {
	for _, a := range c.Args {
		if a, ok := a.(Checked); ok && !a.ReadOnly() {
			n += a.Len()
		}
	}
	return n
}

// smallest returns the smallest size of the spans.
func (k *Kernel) smallest() (s Size) {
	for _, span := range k.Spans {
		s = append(s, span.From)
	}
	return s
}

// corner returns the size whose extents are each the least of the sizes of the row.
func (k *Kernel) corner() Size {
	s := slices.Clone(k.Sizes[0])
	for _, other := range k.Sizes {
		for i, n := range other {
			s[i] = min(s[i], n)
		}
	}
	return s
}

// least draws the smallest size of the spans, or one that is larger by 1 where it may be.
func (k *Kernel) least(rng *rand.Rand) (s Size) {
	for _, span := range k.Spans {
		step := 0
		if span.free() {
			step = rng.IntN(2)
		}
		s = append(s, min(span.To, span.From+step))
	}
	return s
}

// small reports whether a launch times as large has few threads and elements, in a grid that a device can launch.
func (c *Case) small(times, mostThreads int) bool {
	return times*c.threads() <= mostThreads && times*c.elements() <= mostElements && times*max(c.Grid.Y, c.Grid.Z) <= mostOnAxis
}

// threads returns the number of threads.
func (c *Case) threads() int {
	return c.Grid.X * c.Grid.Y * c.Grid.Z * c.Block.X * c.Block.Y * c.Block.Z
}

// lanes returns the number of lanes of all warps, those without a thread included.
func (c *Case) lanes() int {
	return c.Grid.X * c.Grid.Y * c.Grid.Z * blocks(c.Block.X*c.Block.Y*c.Block.Z, warpLanes) * warpLanes
}

// elements returns the number of elements of all arrays.
func (c *Case) elements() (n int) {
	for _, a := range c.Args {
		if a, ok := a.(Checked); ok {
			n += a.Len()
		}
	}
	return n
}
