package cases

// This file fills arrays with the data of the measured buffers.

import "unsafe"

// Input returns the first n elements of the measured input buffers.
func Input[T any](n int) []T { return InputFrom[T](0, n) }

// InputFrom returns n elements that begin at word skip of the measured input buffers.
func InputFrom[T any](skip, n int) []T {
	const word, aligned = 4, 8
	var zero T
	bytes := n * int(unsafe.Sizeof(zero))
	buffer := make([]uint64, (bytes+aligned-1)/aligned)
	words := unsafe.Slice((*float32)(unsafe.Pointer(unsafe.SliceData(buffer))), len(buffer)*aligned/word)
	s := uint32(12345)
	for range skip {
		s = Step(s)
	}
	for i := range words {
		s = Step(s)
		words[i] = float32(s>>8) / (1 << 24)
	}
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(buffer))), n)
}

// Step returns the next state of the generator that filled the measured buffers.
func Step(s uint32) uint32 { return s*1664525 + 1013904223 }
