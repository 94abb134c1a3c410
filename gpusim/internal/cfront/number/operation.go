package number

import "math"

// An Operation computes with two numbers of one kind; ok is false where C does not say what the
// result is, as of a division by zero.
type Operation func(a, b uint64) (n uint64, ok bool)

// operations are the operators by kind. A kind below Int has none, as C computes in a promoted one.
var operations = [...]map[string]Operation{
	Int: integers[int32](), UInt: integers[uint32](), Long: integers[int64](), ULong: integers[uint64](), LongLong: integers[int64](), ULongLong: integers[uint64](),
	Float: floats[float32](), Double: floats[float64](),
}

// Of returns an operator of numbers of a kind; nil for none. One that compares makes a bool; that
// of a shift takes the count as the second number.
func Of(op string, k Kind) Operation { return operations[k][op] }

// Compares reports whether an operator compares.
func Compares(op string) bool {
	switch op {
	case "==", "!=", "<", ">", "<=", ">=":
		return true
	}
	return false
}

func integers[T int32 | uint32 | int64 | uint64]() map[string]Operation {
	return map[string]Operation{
		"+":  func(a, b uint64) (uint64, bool) { return uint64(T(a) + T(b)), true },
		"-":  func(a, b uint64) (uint64, bool) { return uint64(T(a) - T(b)), true },
		"*":  func(a, b uint64) (uint64, bool) { return uint64(T(a) * T(b)), true },
		"&":  func(a, b uint64) (uint64, bool) { return a & b, true },
		"|":  func(a, b uint64) (uint64, bool) { return a | b, true },
		"^":  func(a, b uint64) (uint64, bool) { return uint64(T(a) ^ T(b)), true },
		"<<": func(a, b uint64) (uint64, bool) { return uint64(T(a) << b), true },
		">>": func(a, b uint64) (uint64, bool) { return uint64(T(a) >> b), true },
		"/": func(a, b uint64) (uint64, bool) {
			if T(b) == 0 {
				return 0, false
			}
			return uint64(T(a) / T(b)), true
		},
		"%": func(a, b uint64) (uint64, bool) {
			if T(b) == 0 {
				return 0, false
			}
			return uint64(T(a) % T(b)), true
		},
		"<":  func(a, b uint64) (uint64, bool) { return Truth(T(a) < T(b)), true },
		">":  func(a, b uint64) (uint64, bool) { return Truth(T(a) > T(b)), true },
		"<=": func(a, b uint64) (uint64, bool) { return Truth(T(a) <= T(b)), true },
		">=": func(a, b uint64) (uint64, bool) { return Truth(T(a) >= T(b)), true },
		"==": func(a, b uint64) (uint64, bool) { return Truth(a == b), true },
		"!=": func(a, b uint64) (uint64, bool) { return Truth(a != b), true },
	}
}

func floats[T float32 | float64]() map[string]Operation {
	return map[string]Operation{
		"+": func(a, b uint64) (uint64, bool) {
			return math.Float64bits(float64(fraction[T](a) + fraction[T](b))), true
		},
		"-": func(a, b uint64) (uint64, bool) {
			return math.Float64bits(float64(fraction[T](a) - fraction[T](b))), true
		},
		"*": func(a, b uint64) (uint64, bool) {
			return math.Float64bits(float64(fraction[T](a) * fraction[T](b))), true
		},
		"/": func(a, b uint64) (uint64, bool) {
			return math.Float64bits(float64(fraction[T](a) / fraction[T](b))), true
		},
		"<":  func(a, b uint64) (uint64, bool) { return Truth(fraction[T](a) < fraction[T](b)), true },
		">":  func(a, b uint64) (uint64, bool) { return Truth(fraction[T](a) > fraction[T](b)), true },
		"<=": func(a, b uint64) (uint64, bool) { return Truth(fraction[T](a) <= fraction[T](b)), true },
		">=": func(a, b uint64) (uint64, bool) { return Truth(fraction[T](a) >= fraction[T](b)), true },
		"==": func(a, b uint64) (uint64, bool) { return Truth(fraction[T](a) == fraction[T](b)), true },
		"!=": func(a, b uint64) (uint64, bool) { return Truth(fraction[T](a) != fraction[T](b)), true },
	}
}

func fraction[T float32 | float64](n uint64) T { return T(math.Float64frombits(n)) }
