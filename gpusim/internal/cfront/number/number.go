// Package number is the arithmetic of C: its number types, how they convert, the type in which two
// numbers meet, and what an operator makes of them.
//
// A number is 64 bits: an integer extended to 64 bits by the sign of its type, or the bits of a
// float64, also for a float. Long has 64 bits, and char has a sign, as on 64-bit Linux.
package number

import (
	"math"
	"strings"
)

// Kind is a type of numbers.
type Kind uint8

// The kinds, in the order of their ranks.
const (
	None Kind = iota
	Bool
	Char
	SChar
	UChar
	Short
	UShort
	Int
	UInt
	Long
	ULong
	LongLong
	ULongLong
	Float
	Double
)

// Floating reports whether numbers of the kind have a fraction.
func (k Kind) Floating() bool { return k >= Float }

// Unsigned reports whether numbers of the kind have no sign.
func (k Kind) Unsigned() bool {
	switch k {
	case Bool, UChar, UShort, UInt, ULong, ULongLong:
		return true
	}
	return false
}

// Bytes returns the size of a number.
func (k Kind) Bytes() int {
	switch k {
	case Bool, Char, SChar, UChar:
		return 1
	case Short, UShort:
		return 2
	case Int, UInt, Float:
		return 4
	}
	return 8
}

// Promoted returns the kind in which C computes with a number: an int at least.
func Promoted(k Kind) Kind { return max(k, Int) }

// Common returns the kind in which C computes with two numbers.
func Common(a, b Kind) Kind {
	a, b = Promoted(a), Promoted(b)
	if a < b {
		a, b = b, a
	}
	// a has the higher rank, or is unsigned where the ranks are equal.
	if !a.Floating() && b.Unsigned() && !a.Unsigned() && a.Bytes() <= b.Bytes() {
		return a + 1
	}
	return a
}

// OfLiteral returns the kind of an integer as written: with its suffix in small letters, and
// whether it is hexadecimal, octal or binary.
func OfLiteral(n uint64, suffix string, notDecimal bool) Kind {
	unsigned := strings.Contains(suffix, "u")
	longs := strings.Count(suffix, "l")
	switch {
	case longs == 2 && unsigned, longs == 2 && n > math.MaxInt64:
		return ULongLong
	case longs == 2:
		return LongLong
	case longs == 0 && !unsigned && n <= math.MaxInt32:
		return Int
	case longs == 0 && (unsigned || notDecimal) && n <= math.MaxUint32:
		return UInt
	case !unsigned && n <= math.MaxInt64:
		return Long
	}
	return ULong
}

// Fit returns an integer as a kind holds it.
func Fit(n uint64, k Kind) uint64 {
	switch k {
	case Bool:
		return Truth(n != 0)
	case Char, SChar:
		return uint64(int8(n))
	case UChar:
		return uint64(uint8(n))
	case Short:
		return uint64(int16(n))
	case UShort:
		return uint64(uint16(n))
	case Int:
		return uint64(int32(n))
	case UInt:
		return uint64(uint32(n))
	}
	return n
}

// Truth returns a bool as a number.
func Truth(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// Bits returns a float64 as a number of a kind with a fraction.
func Bits(f float64, k Kind) uint64 {
	if k == Float {
		f = float64(float32(f))
	}
	return math.Float64bits(f)
}

// Real returns a number as a float64.
func Real(n uint64, k Kind) float64 {
	switch {
	case k.Floating():
		return math.Float64frombits(n)
	case k.Unsigned():
		return float64(n)
	}
	return float64(int64(n))
}

// Convert converts a number.
func Convert(n uint64, from, to Kind) uint64 {
	switch {
	case from == to:
		return n
	case to.Floating():
		return Bits(Real(n, from), to)
	case !from.Floating():
		return Fit(n, to)
	case to == Bool:
		return Truth(math.Float64frombits(n) != 0)
	}
	return Fit(whole(math.Float64frombits(n), to), to)
}

// whole drops a fraction, as a device converts to 32 or to 64 bits: what does not fit becomes the
// nearest number, and what is no number 0.
func whole(f float64, k Kind) uint64 {
	wide, unsigned := k.Bytes() > 4, k.Unsigned()
	switch {
	case f != f, unsigned && f <= 0:
		return 0
	case unsigned && !wide:
		return uint64(min(f, math.MaxUint32))
	case unsigned && f >= 1<<64:
		return math.MaxUint64
	case unsigned:
		return uint64(f)
	case !wide:
		return uint64(int64(max(math.MinInt32, min(f, math.MaxInt32))))
	case f >= 1<<63:
		return math.MaxInt64
	case f <= math.MinInt64:
		return 1 << 63
	}
	return uint64(int64(f))
}
