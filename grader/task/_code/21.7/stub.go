package main

// Ahead adds to each of n numbers the number 128 further on; past the end it adds 0.
// A block has 128 threads and 128 results.
func Ahead(out, in []float32, n int) {
	// Your kernel.
}
