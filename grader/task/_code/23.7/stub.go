package main

// Threes adds up each number and its two neighbours, in rings of 256 numbers. A block has 64 threads and 64 results.
//
//gpu:cluster 4
func Threes(out, in []float32) {
	// Your kernel.
}
