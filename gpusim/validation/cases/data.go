package cases

// This file fills arrays as the measured buffers were filled.

import "unsafe"

// Input returns n elements over the words of the measured input buffers.
func Input[T any](n int) []T { return InputFrom[T](0, n) }

// InputFrom returns n elements over the words from word skip on.
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

// Step is the generator that filled the measured buffers: the state after s.
func Step(s uint32) uint32 { return s*1664525 + 1013904223 }
