package simt

// This file reads the storage of registers as typed values. Like the devices that
// it simulates, it expects a little-endian machine.

import (
	"unsafe"

	"gpucourse/gpusim/arch"
)

// number is a type that operations compute in.
type number interface {
	uint32 | int32 | uint64 | int64 | float32 | float64
}

// integer is an integer type that operations compute in.
type integer interface {
	uint32 | int32 | uint64 | int64
}

// float is a floating-point type that operations compute in.
type float interface{ float32 | float64 }

// lanes holds one value of T per lane.
type lanes[T number] = [arch.MaxLanes]T

// laneBits is the storage of one register of one warp. 32-bit values use the first
// half of it.
type laneBits [arch.MaxLanes]uint64

// lanesOf returns the storage as values of T.
func lanesOf[T number](s *laneBits) *lanes[T] { return (*lanes[T])(unsafe.Pointer(s)) }

// bitsOf returns the bits of v, zero-extended.
func bitsOf[T number](v T) uint64 {
	if unsafe.Sizeof(v) == 4 {
		return uint64(*(*uint32)(unsafe.Pointer(&v)))
	}
	return *(*uint64)(unsafe.Pointer(&v))
}

// valueOf returns the T with the given bits.
func valueOf[T number](bits uint64) T { return *(*T)(unsafe.Pointer(&bits)) }

// widthOf returns the number of bits of T.
func widthOf[T number]() uint {
	var v T
	return uint(unsafe.Sizeof(v)) * 8
}

// isWide reports whether T has 64 bits.
func isWide[T number]() bool { return widthOf[T]() == 64 }
