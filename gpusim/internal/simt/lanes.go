package simt

// This file gives the bytes of registers and of memory their types. It is the
// only place, with memory.go and access.go, that uses package unsafe; like the
// devices it simulates it expects a little-endian machine.

import (
	"unsafe"

	"gpucourse/gpusim/arch"
)

// number is every type that an operation computes in.
type number interface {
	uint32 | int32 | uint64 | int64 | float32 | float64
}

// integer is every integer type that an operation computes in.
type integer interface {
	uint32 | int32 | uint64 | int64
}

// float is every floating-point type that an operation computes in.
type float interface{ float32 | float64 }

// lanes holds one value of T a lane.
type lanes[T number] = [arch.MaxLanes]T

// slab is the storage of one register of one warp: 32-bit values fill its
// first half, 64-bit values all of it.
type laneBits [arch.MaxLanes]uint64

// lanesOf views a slab as values of T.
func lanesOf[T number](s *laneBits) *lanes[T] { return (*lanes[T])(unsafe.Pointer(s)) }

// bitsOf returns the bits of v, zero-extended.
func bitsOf[T number](v T) uint64 {
	if unsafe.Sizeof(v) == 4 {
		return uint64(*(*uint32)(unsafe.Pointer(&v)))
	}
	return *(*uint64)(unsafe.Pointer(&v))
}

// valueOf returns the T that bits stand for.
func valueOf[T number](bits uint64) T { return *(*T)(unsafe.Pointer(&bits)) }

// widthOf returns the bits of T.
func widthOf[T number]() uint {
	var v T
	return uint(unsafe.Sizeof(v)) * 8
}

// isWide reports whether T has 64 bits.
func isWide[T number]() bool { return widthOf[T]() == 64 }
