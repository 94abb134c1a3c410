package main

// Squares squares numbers. A block has 128 threads and 1024 numbers, and moves them in bulk.
func Squares(out, in []float32) {
	// Your kernel.
}
