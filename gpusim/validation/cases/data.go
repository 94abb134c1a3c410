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
	s := after(skip, 12345)
	for i := range words {
		s = Step(s)
		words[i] = float32(s>>8) / (1 << 24)
	}
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(buffer))), n)
}

// The generator that filled the measured buffers multiplies its state and adds.
const factor, summand = 1664525, 1013904223

// Step returns the next state of the generator.
func Step(s uint32) uint32 { return s*factor + summand }

// after returns the state after n steps: two, four, eight steps are a factor and a summand too.
func after(n int, s uint32) uint32 {
	for a, c := uint32(factor), uint32(summand); n > 0; a, c, n = a*a, a*c+c, n/2 {
		if n%2 == 1 {
			s = s*a + c
		}
	}
	return s
}
