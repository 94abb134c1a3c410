package rubric

// This file draws the contents of inputs. Numbers have properties that kernels depend on
// without saying so: negative, zero, equal, sorted, extreme.

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Random draws the inputs of a launch.
type Random struct {
	*rand.Rand
	// Even draws each number for itself, and factors that are neither 0 nor ±1: what a
	// kernel counts is then about the same for every seed. Otherwise ranges of an array
	// get a property, and factors any value.
	Even bool
}

// Factor draws a factor.
func (r *Random) Factor() float32 {
	special := []float32{0, 1, -1}
	if !r.Even && r.IntN(2) == 0 {
		return special[r.IntN(len(special))]
	}
	factor := float32(2+r.IntN(30))/16 + 1.0/64
	return [...]float32{factor, -factor}[r.IntN(2)]
}

// someBlocks draws a grid for a kernel that takes any, around a number of blocks.
func (r *Random) someBlocks(usual int) Dim {
	if !r.Even {
		usual = 1 + r.IntN(2*usual)
	}
	return Dim{usual, 1, 1}
}

// Numbers draws n whole numbers from least to most.
func (r *Random) Numbers(n, least, most int) []int {
	data := make([]int, n)
	for from := 0; from < n; {
		to := n
		if r.IntN(2) == 0 {
			to = from + 1 + r.IntN(n-from)
		}
		r.fill(data[from:to], least, most)
		from = to
	}
	zero := min(max(0, least), most)
	setEnds(r, data, []int{zero, zero, zero, least, most})
	return data
}

// setEnds sets the first and the last number to special ones in three arrays of four, now and
// then with their neighbours: kernels treat these in their own way, whatever the others are.
func setEnds[T any](r *Random, data, special []T) {
	if r.Even || len(data) == 0 || r.IntN(4) == 0 {
		return
	}
	some := func() T { return special[r.IntN(len(special))] }
	last := len(data) - 1
	data[0], data[last] = some(), some()
	if r.IntN(2) == 0 {
		data[min(1, last)], data[max(0, last-1)] = data[0], data[last]
	}
}

// fill draws numbers that have one property in common.
func (r *Random) fill(data []int, least, most int) {
	each := func(draw func() int) {
		for i := range data {
			data[i] = draw()
		}
	}
	any := func() int { return least + r.IntN(most-least+1) }
	a, b := any(), any()
	some := func(numbers ...int) func() int { return func() int { return numbers[r.IntN(len(numbers))] } }
	each(any)
	if r.Even {
		return
	}
	switch r.IntN(8) {
	case 0:
		each(some(a))
	case 1:
		each(some(a, b))
	case 2:
		each(some(least, most))
	case 3:
		each(some(min(max(0, least), most)))
	case 4:
		slices.Sort(data)
	case 5:
		slices.Sort(data)
		slices.Reverse(data)
	case 6:
		each(some(a, a, a, a, a, a, a, a, a, least, most))
	}
}

// integers draws n int32 from −most to most.
func (r *Random) integers(n, most int) []int32 { return convert[int32](r.Numbers(n, -most, most), 1) }

// anyIntegers draws n int32 of their whole range.
func (r *Random) anyIntegers(n int) []int32 {
	return convert[int32](r.Numbers(n, math.MinInt32, math.MaxInt32), 1)
}

// eighths draws n multiples of 1/8 whose magnitude is at most most/8. Sums of up to
// 2²⁴/most of them are exact in a float32, in any order.
func (r *Random) eighths(n, most int) []float32 {
	return convert[float32](r.Numbers(n, -most, most), 1.0/8)
}

// whole draws n float32 that are whole numbers from −most to most.
func (r *Random) whole(n, most int) []float32 { return convert[float32](r.Numbers(n, -most, most), 1) }

// positive draws n multiples of 1/8 above 0, up to most/8.
func (r *Random) positive(n, most int) []float32 {
	return convert[float32](r.Numbers(n, 1, most), 1.0/8)
}

// ofOneSize draws n finite float32 that are small, large or neither, and of both signs or of
// one.
func (r *Random) ofOneSize(n int) []float32 {
	const most, farthest = 1 << 16, 110 // 2¹⁶·2¹¹⁰ is finite, 2⁻¹¹⁰ is not denormal
	unit := math.Ldexp(1, farthest*(r.IntN(3)-1))
	least := [...]int{-most, 1}[r.IntN(2)]
	return convert[float32](r.Numbers(n, least, most), [...]float64{unit, -unit}[r.IntN(2)])
}

// fractions draws n multiples of 2⁻¹⁰ from −1 to 1.
func (r *Random) fractions(n int) []float32 {
	const unit = 1 << 10
	return convert[float32](r.Numbers(n, -unit, unit), 1.0/unit)
}

func convert[T element](numbers []int, unit float64) []T {
	data := make([]T, len(numbers), len(numbers)+guard)
	for i, v := range numbers {
		data[i] = T(float64(v) * unit)
	}
	return data
}

// specials are values of a float32 that arithmetic treats in its own way. Products of the
// large ones with a factor do not overflow.
var specials = []float32{
	float32(math.NaN()), float32(math.Inf(1)), float32(math.Inf(-1)), 0, float32(math.Copysign(0, -1)),
	math.SmallestNonzeroFloat32, -1e-40, 1e36, -1e36, 1 << 24, 1<<24 + 2,
}

// numbers are the specials but NaN.
var numbers = specials[1:]

// anything draws n float32 among which are NaN, infinities, both zeros, denormal and large
// numbers.
func (r *Random) anything(n int) []float32 {
	const oneIn = 16
	data := r.eighths(n, 1<<16)
	for i := range data {
		if r.IntN(oneIn) == 0 {
			data[i] = specials[r.IntN(len(specials))]
		}
	}
	setEnds(r, data, specials)
	return data
}
