package rubric

// This file holds the arguments of a launch: scalars, and arrays with their guard
// elements and expected values.

import (
	"fmt"
	"math"
	"slices"

	"gpucourse/gpusim/gpu"
)

// guard is the number of elements behind the data of every array. The kernel's slice
// includes them, but for Case.Exact: a store there is no fault, but the comparison finds it.
const guard = 128

// inputIntGuard is out of range as an index.
const inputIntGuard = math.MinInt32

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
	// Unset reports whether nobody has set an element before the launch.
	Unset() bool
	// Kept reports whether no thread may store to an element, not even what it holds.
	Kept(index int) bool
	// ReadOnly reports whether the array is an input.
	ReadOnly() bool
	// Len returns the number of elements, without guard elements.
	Len() int
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
	float32 | float64 | int32 | uint32 | gpu.Half
}

// Array is a slice argument: its values before the launch and the expected values
// after it, guards included. An element whose two values are equal must not change.
type Array[T element] struct {
	name       string
	readOnly   bool
	Init, Want []T
	// Magnitude holds the sum of the magnitudes of what is added up for an element: the error
	// of a sum grows with it, also where the sum itself is small. nil is that of Want.
	Magnitude []float64
	n         int    // elements of the data
	padding   []bool // elements of the data that belong to nobody; nil is none
	// unset holds what the elements of a result began with. One that still holds it before the
	// launch was set by nobody, and belongs to nobody if it has no result. nil for other arrays.
	unset []T
}

// Name returns the parameter's name.
func (a *Array[T]) Name() string { return a.name }

// Value implements Arg.
func (a *Array[T]) Value() any { return slices.Clone(a.Init) }

// Text implements Arg.
func (a *Array[T]) Text() string { return "" }

// Exact implements Checked.
func (a *Array[T]) Exact() Checked {
	exact := *a
	exact.Init, exact.Want = a.Init[:a.n], a.Want[:a.n]
	return &exact
}

// Unset implements Checked.
func (a *Array[T]) Unset() bool {
	for i := range a.n {
		if !a.isUnset(i) {
			return false
		}
	}
	return true
}

// ReadOnly implements Checked.
func (a *Array[T]) ReadOnly() bool { return a.readOnly }

// Len implements Checked.
func (a *Array[T]) Len() int { return a.n }

// Kept implements Checked.
func (a *Array[T]) Kept(i int) bool { return a.readOnly || a.isPadding(i) }

// isUnset reports whether nobody set element i before the launch.
func (a *Array[T]) isUnset(i int) bool { return i < len(a.unset) && same(a.Init[i], a.unset[i]) }

func (a *Array[T]) initial(index int) string { return fmt.Sprint(a.Init[index]) }

// newArray returns an array of data and guards that the kernel changes.
func newArray[T element](name string, data []T, rng *Random) *Array[T] {
	values := append(data, unset[T](guard, rng)...)
	return &Array[T]{name: name, n: len(data), Init: values, Want: slices.Clone(values)}
}

// readOnlyArray returns an array of data and guards that the kernel must not change.
func readOnlyArray[T element](name string, data []T, guards T) *Array[T] {
	values := append(data, filled(guard, guards)...)
	return &Array[T]{name: name, n: len(data), readOnly: true, Init: values, Want: values}
}

// unset returns n elements that nobody has set: NaN, which spoils every result that it enters,
// or random bits.
func unset[T element](n int, rng *Random) []T {
	data := make([]T, n)
	switch data := any(data).(type) {
	case []float32:
		fill(data, unsetFloat(rng))
	case []float64:
		fill(data, math.Float64frombits(0x7ff8<<48|rng.Uint64N(1<<51)))
	case []int32:
		for i := range data {
			data[i] = int32(rng.Uint32())
		}
	case []uint32:
		for i := range data {
			data[i] = rng.Uint32()
		}
	}
	return data
}

// unsetFloat returns a NaN that no arithmetic makes: the payload of those is all ones.
func unsetFloat(rng *Random) float32 {
	return math.Float32frombits(0x7fc00000 | 1 + rng.Uint32N(1<<22-2))
}

func fill[T element](data []T, v T) {
	for i := range data {
		data[i] = v
	}
}

// Input returns an array of n multiples of 1/8 from −n/8 to n/8 that the kernel only reads.
func Input(name string, n int, rng *Random) *Array[float32] {
	return given(name, rng.eighths(n, n))
}

// Positive returns an array of n multiples of 1/8 above 0, up to n/8, that the kernel only reads.
func Positive(name string, n int, rng *Random) *Array[float32] {
	return given(name, rng.positive(n, n))
}

// given returns an array of data that the kernel only reads.
func given(name string, data []float32) *Array[float32] {
	return readOnlyArray(name, data, float32(math.NaN()))
}

// givenInts is given for integers.
func givenInts(name string, data []int32) *Array[int32] {
	return readOnlyArray(name, data, inputIntGuard)
}

// InputInts returns an array of n random integers from −most to most that the kernel only
// reads.
func InputInts(name string, n, most int, rng *Random) *Array[int32] {
	return givenInts(name, rng.integers(n, most))
}

// Result returns an array of n elements that the kernel writes.
func Result(name string, n int, rng *Random) *Array[float32] {
	return result(name, unset[float32](n, rng), rng)
}

// ResultInts is Result for integers.
func ResultInts(name string, n int, rng *Random) *Array[int32] {
	return result(name, unset[int32](n, rng), rng)
}

func result[T element](name string, data []T, rng *Random) *Array[T] {
	a := newArray(name, data, rng)
	a.unset = slices.Clone(data)
	return a
}

// ResultOf returns an array of n multiples of 1/8 that the kernel reads and writes.
func ResultOf(name string, n int, rng *Random) *Array[float32] {
	return newArray(name, rng.eighths(n, n), rng)
}

// inputDoubles returns an array of n float64 that the function only reads. They are
// multiples of 1/8 whose magnitude is at most most/8: sums of up to 2⁵³/most are exact in any order.
func inputDoubles(name string, n, most int, rng *Random) *Array[float64] {
	return readOnlyArray(name, convert[float64](rng.multiples(n, -most, most, 1.0/8), 1.0/8), math.NaN())
}

// resultDoubles is Result for float64.
func resultDoubles(name string, n int, rng *Random) *Array[float64] {
	return result(name, unset[float64](n, rng), rng)
}

// PadRows marks the elements between width and pitch of each row as padding, and unsets them.
func PadRows(a *Array[float32], width, pitch int, rng *Random) *Array[float32] {
	nobody := unsetFloat(rng)
	a.padding = make([]bool, a.n)
	for row := 0; row+pitch <= a.n; row += pitch {
		for i := row + width; i < row+pitch; i++ {
			a.Init[i], a.Want[i], a.padding[i] = nobody, nobody, true
		}
	}
	return a
}

// workspace is an array whose first n elements may hold anything after the launch.
type workspace[T element] struct {
	*Array[T]
	n int
}

// Compare implements Checked.
func (s workspace[T]) Compare(got any, ulp int) *Mismatch {
	return s.Array.Compare(s.masked(got), ulp)
}

// Kept implements Checked.
func (s workspace[T]) Kept(i int) bool { return i >= s.n }

// Exact implements Checked.
func (s workspace[T]) Exact() Checked { return workspace[T]{s.Array.Exact().(*Array[T]), s.n} }

// Near implements Checked.
func (s workspace[T]) Near(got any, first, count, ulp int) []Element {
	return s.Array.Near(s.masked(got), first, count, ulp)
}

// masked returns the array after a launch with the elements that may hold anything as they
// are expected.
func (s workspace[T]) masked(got any) []T {
	after := slices.Clone(got.([]T))
	copy(after, s.Want[:s.n])
	return after
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
