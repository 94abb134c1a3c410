package num

// This file holds functions that are rounded in a direction. They compare the nearest float with
// the exact result.

import (
	"math"
	"math/big"
)

// Direction is a way to round.
type Direction int

// The directions: toward −∞, toward +∞ and toward zero.
const (
	Down Direction = iota
	Up
	Zero
)

// toward returns the float next to an exact number in a direction; nearest is the nearest one.
func toward[T Float](d Direction, nearest T, exact *big.Rat) T {
	over := -exact.Cmp(rational(nearest)) // 1 where the nearest float is more than the number
	if math.IsInf(float64(nearest), 0) {
		over = exact.Sign()
	}
	if d == Zero {
		d = Down
		if exact.Sign() < 0 {
			d = Up
		}
	}
	switch {
	case d == Down && over > 0:
		return Nextafter(nearest, T(math.Inf(-1)))
	case d == Up && over < 0:
		return Nextafter(nearest, T(math.Inf(1)))
	}
	return nearest
}

// rational returns a number exactly; 0 for an infinity.
func rational[T Float](x T) *big.Rat {
	if r := new(big.Rat).SetFloat64(float64(x)); r != nil {
		return r
	}
	return new(big.Rat)
}

// finite reports whether all are numbers.
func finite[T Float](list ...T) bool {
	for _, x := range list {
		if x-x != 0 {
			return false
		}
	}
	return true
}

// DivideToward returns the function x/y, rounded in a direction.
func DivideToward[T Float](d Direction) func(x, y T) T {
	return func(x, y T) T {
		q := x / y
		if !finite(x, y) || x == 0 || y == 0 {
			return q
		}
		return toward(d, q, new(big.Rat).Quo(rational(x), rational(y)))
	}
}

// SqrtToward returns the square root, rounded in a direction.
func SqrtToward[T Float](d Direction) func(x T) T {
	return func(x T) T {
		s := T(math.Sqrt(float64(x)))
		if !(x > 0) || !finite(x) {
			return s
		}
		square := rational(s)
		over := square.Mul(square, square).Cmp(rational(x))
		switch {
		case d == Up && over < 0:
			return Nextafter(s, T(math.Inf(1)))
		case d != Up && over > 0:
			return Nextafter(s, 0)
		}
		return s
	}
}

// FmaToward returns the function x·y + z of float64, rounded in a direction.
func FmaToward(d Direction) func(x, y, z float64) float64 {
	return func(x, y, z float64) float64 {
		f := math.FMA(x, y, z)
		if !finite(x, y, z) {
			return f
		}
		exact := rational(x)
		exact.Add(exact.Mul(exact, rational(y)), rational(z))
		if d == Down && exact.Sign() == 0 && math.Signbit(x) != math.Signbit(y) != math.Signbit(z) {
			return math.Copysign(0, -1) // a difference of equal numbers
		}
		return toward(d, f, exact)
	}
}
