package rubric

// This file holds the arguments of a launch: scalars, and arrays with their guard
// elements and expected values.

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// guard is the number of elements behind the data of every array. The kernel's slice
// includes them: a store there is no fault, but the comparison finds it.
const guard = 128

// Values of guard elements. A guard of an input spoils every float result that it
// enters, and is out of range as an index. No reference computes a guard of a result.
var (
	inputGuard  = float32(math.NaN())
	resultGuard = math.Float32frombits(0xdeadbeef)
)

const (
	inputIntGuard  = math.MinInt32
	resultIntGuard = -0x21524111 // the bits 0xdeadbeef
	// resultDoubleGuard is negative, as no result is, and small enough that adding to it
	// does not lose bits.
	resultDoubleGuard = -2718.25
)

// Arg is an argument of a launch.
type Arg interface {
	Name() string
	// Value returns what the launch receives; a slice is a fresh copy.
	Value() any
	// Text describes a scalar as "a = 1.5"; it is empty for an array.
	Text() string
}

// Checked is an Arg whose elements are compared after the launch.
type Checked interface {
	Arg
	// Compare returns the first wrong element, or nil. ulp is the error allowed in results.
	Compare(got any, ulp int) *Mismatch
	// Near returns count elements from the first on, as far as the array has them.
	Near(got any, first, count, ulp int) []Element
	// Exact returns the argument without guard elements.
	Exact() Checked
	initial(index int) string
}

// Scalar is an argument passed by value.
type Scalar struct {
	name string
	v    any
}

// NewScalar returns an argument of type int, float32 or float64.
func NewScalar(name string, v any) Scalar { return Scalar{name, v} }

// Name returns the parameter's name.
func (s Scalar) Name() string { return s.name }

// Value implements Arg.
func (s Scalar) Value() any { return s.v }

// Text implements Arg.
func (s Scalar) Text() string { return fmt.Sprintf("%s = %v", s.name, s.v) }

// element is a type that an Array may hold.
type element interface {
	float32 | float64 | int32 | uint32
}

// Array is a slice argument: its values before the launch and the expected values
// after it, guards included. An element whose two values are equal must not change.
type Array[T element] struct {
	name       string
	readOnly   bool
	Init, Want []T
}

// Name returns the parameter's name.
func (a *Array[T]) Name() string { return a.name }

// Value implements Arg.
func (a *Array[T]) Value() any { return slices.Clone(a.Init) }

// Text implements Arg.
func (a *Array[T]) Text() string { return "" }

// Exact implements Checked.
func (a *Array[T]) Exact() Checked {
	n := len(a.Init) - guard
	return &Array[T]{name: a.name, readOnly: a.readOnly, Init: a.Init[:n], Want: a.Want[:n]}
}

func (a *Array[T]) initial(index int) string { return fmt.Sprint(a.Init[index]) }

func newArray[T element](name string, data []T) *Array[T] {
	return &Array[T]{name: name, Init: data, Want: slices.Clone(data)}
}

// readOnlyArray returns an array of data and guards that the kernel must not change.
func readOnlyArray[T element](name string, data []T, guards T) *Array[T] {
	values := append(data, filled(guard, guards)...)
	return &Array[T]{name: name, readOnly: true, Init: values, Want: values}
}

// Input returns an array of n distinct random values that the kernel only reads.
func Input(name string, n int, rng *rand.Rand) *Array[float32] {
	return given(name, distinct(n, rng))
}

// given returns an array of data that the kernel only reads.
func given(name string, data []float32) *Array[float32] {
	return readOnlyArray(name, data, inputGuard)
}

// givenInts is given for integers.
func givenInts(name string, data []int32) *Array[int32] {
	return readOnlyArray(name, data, inputIntGuard)
}

// InputInts returns an array of n random integers from −most to most that the kernel only
// reads.
func InputInts(name string, n, most int, rng *rand.Rand) *Array[int32] {
	return givenInts(name, randomInts(n, most, rng))
}

// Result returns an array of n elements that the kernel writes.
func Result(name string, n int) *Array[float32] {
	return newArray(name, filled(n+guard, resultGuard))
}

// ResultInts is Result for integers.
func ResultInts(name string, n int) *Array[int32] {
	return newArray(name, filled[int32](n+guard, resultIntGuard))
}

// ResultOf returns an array of n distinct random values that the kernel reads and
// writes.
func ResultOf(name string, n int, rng *rand.Rand) *Array[float32] {
	return newArray(name, append(distinct(n, rng), filled(guard, resultGuard)...))
}

// inputDoubles returns an array of n float64 that the function only reads. They are
// multiples of 1/8: sums and products are exact in any order.
func inputDoubles(name string, n int, rng *rand.Rand) *Array[float64] {
	const largest = 1 << 10
	data := make([]float64, n)
	for i := range data {
		data[i] = float64(1+rng.IntN(8*largest)) / 8
	}
	return readOnlyArray(name, data, math.NaN())
}

// resultDoubles is Result for float64.
func resultDoubles(name string, n int) *Array[float64] {
	return newArray(name, filled(n+guard, resultDoubleGuard))
}

// PadRows turns the elements between width and pitch of each row into guards.
func PadRows(a *Array[float32], width, pitch int) *Array[float32] {
	for row := 0; row+pitch <= len(a.Init); row += pitch {
		for i := row + width; i < row+pitch; i++ {
			a.Init[i], a.Want[i] = inputGuard, inputGuard
		}
	}
	return a
}

// workspace is an array whose first n elements may hold anything after the launch.
type workspace struct {
	*Array[float32]
	n int
}

// Compare implements Checked.
func (s workspace) Compare(got any, ulp int) *Mismatch {
	return s.Array.Compare(s.masked(got), ulp)
}

// Exact implements Checked.
func (s workspace) Exact() Checked { return workspace{s.Array.Exact().(*Array[float32]), s.n} }

// distinct returns n positive values in random order, no two equal. They are multiples
// of 1/8: sums of a few are exact.
func distinct(n int, rng *rand.Rand) []float32 {
	data := make([]float32, n, n+guard)
	for i := range data {
		data[i] = float32(i+1) / 8
	}
	rng.Shuffle(n, func(i, j int) { data[i], data[j] = data[j], data[i] })
	return data
}

// Near implements Checked.
func (s workspace) Near(got any, first, count, ulp int) []Element {
	return s.Array.Near(s.masked(got), first, count, ulp)
}

// masked returns the array after a launch with the elements that may hold anything as they
// are expected.
func (s workspace) masked(got any) []float32 {
	after := slices.Clone(got.([]float32))
	copy(after, s.Want[:s.n])
	return after
}

// fractions returns n distinct values above 0 and up to 1.
func fractions(n int, rng *rand.Rand) []float32 {
	data := distinct(n, rng)
	for i := range data {
		data[i] *= 8 / float32(n)
	}
	return data
}

// smallIntegers returns n random integers from 1 to 255: their sums are exact.
func smallIntegers(n int, rng *rand.Rand) []float32 {
	data := make([]float32, n)
	for i := range data {
		data[i] = float32(1 + rng.IntN(255))
	}
	return data
}

// randomInts returns n random integers from −most to most.
func randomInts(n, most int, rng *rand.Rand) []int32 {
	data := make([]int32, n)
	for i := range data {
		data[i] = int32(rng.IntN(2*most+1) - most)
	}
	return data
}

func filled[T element](n int, v T) []T { return slices.Repeat([]T{v}, n) }

// addProducts sets c, n×n elements, to the product of a, n rows of depth elements, and b, depth
// rows of n elements. It goes along the rows of b, as a cache likes it.
func addProducts[T element](c, a, b []T, n, depth int) {
	clear(c[:n*n])
	for i := range n {
		row := c[i*n:][:n]
		for e := range depth {
			factor, from := a[i*depth+e], b[e*n:][:n]
			for j := range row {
				row[j] += factor * from[j]
			}
		}
	}
}
