package num

// This file says which NaN an operation gives. The bits are those of an H200 (program/testdata/nans.out). Operations on
// the sign of a half keep the bits of a NaN here; on an H200 they give 7fff.

import "math"

const (
	nan32 = 0x7fffffff         // every NaN of 32 bits that an operation computes
	nan64 = 0xfff8000000000000 // one of 64 bits that no operand was
	quiet = 1 << 51            // the bit of a float64 that makes a NaN a quiet one
)

// NaN returns the NaN that an operation gives. One on 32 bits has always the same; one on 64 bits passes on the last
// NaN among its operands.
func NaN[T Float](operands ...T) T {
	if _, single := any(T(0)).(float32); single {
		return T(math.Float32frombits(nan32))
	}
	for i := len(operands) - 1; i >= 0; i-- {
		if x := operands[i]; x != x {
			return T(math.Float64frombits(math.Float64bits(float64(x)) | quiet))
		}
	}
	return T(math.Float64frombits(nan64))
}

// Settle returns a result with the NaN of its operation.
func Settle[T Float](result T, operands ...T) T {
	if result != result {
		return NaN(operands...)
	}
	return result
}
