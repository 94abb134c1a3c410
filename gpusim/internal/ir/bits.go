package ir

// This file converts between Go numbers and the bits of operands.

import "math"

// FloatBits returns the bits of v as an F32 or F64.
func FloatBits(t Type, v float64) uint64 {
	if t == F32 {
		return uint64(math.Float32bits(float32(v)))
	}
	return math.Float64bits(v)
}

// FloatOf returns the F32 or F64 with the given bits.
func (t Type) FloatOf(bits uint64) float64 {
	if t == F32 {
		return float64(math.Float32frombits(uint32(bits)))
	}
	return math.Float64frombits(bits)
}

// Extend truncates bits to the width of t and extends them to 64 bits, with the
// sign where t is signed.
func (t Type) Extend(bits uint64) uint64 {
	shift := 64 - 8*t.Bytes()
	if t.Signed() && !t.Float() {
		return uint64(int64(bits<<shift) >> shift)
	}
	return bits & t.Mask()
}
