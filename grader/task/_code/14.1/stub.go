package main

// Flip turns matrices of 32×32 numbers over their diagonal: number (y, x) of a matrix becomes number (x, y). A block
// has 32×32 threads and one matrix, which begins at element 1024·gpu.BlockIdx.X.
func Flip(out, in []float32) {
	// your code
}
