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
	// leastLong is what it exceeds in any case.
	leastLong = 1 << 9
	// mostLongThreads are those of a launch with a long size, mostThreads and mostElements those of any.
	mostLongThreads = 1 << 18
	mostThreads     = 1 << 21
	mostElements    = 1 << 23
	// mostOnAxis is the largest number of blocks of a grid along y and z.
	mostOnAxis = 1<<16 - 1
)

// Long returns a size for each extent that may lie beyond its span. That extent exceeds 16 bits, or as
// much of them as a launch of few threads allows, and the other extents are small.
func (k *Kernel) Long(seed uint64) (sizes []Size) {
	rng := rand.New(rand.NewPCG(seed, streamOfSizes+3))
	for i := range k.Spans {
		if s := k.long(i, rng); s != nil {
			sizes = append(sizes, s)
		}
	}
	return sizes
}

// long returns nil where no launch is small enough.
func (k *Kernel) long(extent int, rng *rand.Rand) Size {
	if !k.unbounded(extent) {
		return nil
	}
	s := k.least(rng)
	s[extent] = leastLong
	if k.Fits != nil && !k.Fits(s) {
		return nil
	}
	c := k.MakeCase(s, Draw{})
	for n := longest + 1 + rng.IntN(longest/16); n > leastLong; n /= 2 {
		if c.small(blocks(n, leastLong), mostLongThreads) {
			s[extent] = n
			return s
		}
	}
	return nil
}

// Far visits sizes beyond twice a measured one, up to those of the largest launches that run. One extent
// at a time takes the numbers in the code, as they are and in units of blocks, and numbers that grow by
// a part from one to the next. visit says whether to go on.
func (k *Kernel) Far(seed uint64, measured Size, own *Constants, visit func(Size) bool) {
	rng := rand.New(rand.NewPCG(seed, streamOfSizes+4))
	for i := range k.Spans {
		if !k.unbounded(i) {
			continue
		}
		for _, s := range []Size{slices.Clone(measured), k.least(rng)} {
			s[i] = 2 * measured[i]
			if k.Fits != nil && !k.Fits(s) {
				continue
			}
			c := k.MakeCase(s, Draw{})
			for _, n := range farFrom(s[i], own, rng) {
				if c.small(blocks(n, s[i]), mostThreads) {
					far := slices.Clone(s)
					if far[i] = n; !visit(far) {
						return
					}
				}
			}
		}
	}
}

// farFrom returns numbers above a least one.
func farFrom(least int, own *Constants, rng *rand.Rand) (list []int) {
	const most, largestBlock = 1 << 22, 1024
	if own != nil {
		for _, v := range own.Deciding() {
			for unit := 1; unit <= largestBlock; unit *= 2 {
				for beside := -1; beside <= 1; beside++ {
					if n := (v + float64(beside)) * float64(unit); n > float64(least) && n <= most {
						list = append(list, int(n))
					}
				}
			}
		}
	}
	for n := least; n < most; n += 1 + n/16 + rng.IntN(1+n/16) {
		list = append(list, n)
	}
	return list
}

// unbounded reports whether an extent may lie far beyond its span. Threads share its work: it is large in
// small launches or when it is measured, or it lies beyond its span then and the grid or a result grow
// with it. Blocks do not grow with it. Other extents may be assumed to stay small.
func (k *Kernel) unbounded(extent int) bool {
	span, measured := k.Spans[extent], k.Sizes[len(k.Sizes)-1]
	large := max(measured[extent], span.To) > leastLong
	if k.Steep || !span.free() || !large && measured[extent] <= span.To {
		return false
	}
	least := slices.Clone(measured)
	least[extent] = span.From
	c, less := k.MakeCase(measured, Draw{}), k.MakeCase(least, Draw{})
	if c.Block != less.Block || c.Shared != less.Shared {
		return false
	}
	return large || c.Grid != less.Grid || c.results() != less.results()
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

// least draws the smallest size of the spans, or one that is a step larger.
func (k *Kernel) least(rng *rand.Rand) (s Size) {
	for _, span := range k.Spans {
		s = append(s, min(span.To, span.From+rng.IntN(2)*span.Step))
	}
	return s
}

// small reports whether a launch times as large has few threads and elements, in a grid that a device can launch.
func (c *Case) small(times, mostThreads int) bool {
	threads := c.Grid.X * c.Grid.Y * c.Grid.Z * c.Block.X * c.Block.Y * c.Block.Z
	elements := 0
	for _, a := range c.Args {
		if a, ok := a.(Checked); ok {
			elements += a.Len()
		}
	}
	return times*threads <= mostThreads && times*elements <= mostElements && times*max(c.Grid.Y, c.Grid.Z) <= mostOnAxis
}
