package grader

// This file makes the arguments of a launch: distinct random inputs, guard
// elements, and what each array must hold afterwards.

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// guard is how many elements follow the used part of every array. They are
// inside the slice that the kernel gets, so a store there is no fault but shows
// in the comparison, as it would corrupt a neighbour on a device.
const guard = 128

// Guard values. What is read from behind an input spoils every result it
// touches; what lies behind a result is a value no reference computes.
var (
	inputGuard  = float32(math.NaN())
	resultGuard = math.Float32frombits(0xdeadbeef)
)

// Guard values of integers. Used as an index, what lies behind an input leads
// outside of every array.
const (
	inputIntGuard  = math.MinInt32
	resultIntGuard = -0x21524111 // 0xdeadbeef
)

// Arg is one argument of a launch.
type Arg interface {
	Name() string
	// value returns what the launch is given; a slice is a fresh copy.
	value() any
	// text describes a scalar as "a = 1.5", and is empty for an array.
	text() string
}

// checked is an Arg whose elements are looked at.
type checked interface {
	Arg
	compare(got any, ulp int) *mismatch
	initial(index int) string
}

// scalar is an argument passed by value.
type scalar struct {
	name string
	v    any
}

func (s scalar) Name() string { return s.name }
func (s scalar) value() any   { return s.v }
func (s scalar) text() string { return fmt.Sprintf("%s = %v", s.name, s.v) }

// element is what an Array may hold.
type element interface {
	float32 | float64 | int32 | uint32
}

// Array is a slice argument: what it holds before the launch and what it must
// hold after, guards included. An element with equal values must not change.
type Array[T element] struct {
	name       string
	readOnly   bool
	Init, Want []T
}

// Name returns the parameter's name.
func (a *Array[T]) Name() string { return a.name }
func (a *Array[T]) value() any   { return slices.Clone(a.Init) }
func (a *Array[T]) text() string { return "" }

func (a *Array[T]) initial(index int) string { return fmt.Sprint(a.Init[index]) }

func newArray[T element](name string, data []T) *Array[T] {
	return &Array[T]{name: name, Init: data, Want: slices.Clone(data)}
}

// input returns an array of n distinct random values that the kernel only reads.
func input(name string, n int, rng *rand.Rand) *Array[float32] {
	return given(name, distinct(n, rng))
}

// given returns an array of data that the kernel only reads.
func given(name string, data []float32) *Array[float32] {
	a := newArray(name, append(data, filled(guard, inputGuard)...))
	a.readOnly = true
	return a
}

// givenInts is given for integers.
func givenInts(name string, data []int32) *Array[int32] {
	a := newArray(name, append(data, filled[int32](guard, inputIntGuard)...))
	a.readOnly = true
	return a
}

// resultInts returns an array of n integers that the kernel is to write.
func resultInts(name string, n int) *Array[int32] {
	return newArray(name, filled[int32](n+guard, resultIntGuard))
}

// result returns an array of n elements that the kernel is to write.
func result(name string, n int) *Array[float32] {
	return newArray(name, filled(n+guard, resultGuard))
}

// resultOf returns an array of n distinct random values that the kernel reads
// and writes.
func resultOf(name string, n int, rng *rand.Rand) *Array[float32] {
	return newArray(name, append(distinct(n, rng), filled(guard, resultGuard)...))
}

// gaps turns the elements between width and pitch of each row into guards.
func gaps(a *Array[float32], width, pitch int) *Array[float32] {
	for row := 0; row+pitch <= len(a.Init); row += pitch {
		for i := row + width; i < row+pitch; i++ {
			a.Init[i], a.Want[i] = inputGuard, inputGuard
		}
	}
	return a
}

// distinct returns n positive values, no two alike, in random order. They are
// eighths, so that sums of a few are exact.
func distinct(n int, rng *rand.Rand) []float32 {
	data := make([]float32, n)
	for i, v := range rng.Perm(n) {
		data[i] = float32(v+1) / 8
	}
	return data
}

func filled[T element](n int, v T) []T { return slices.Repeat([]T{v}, n) }
