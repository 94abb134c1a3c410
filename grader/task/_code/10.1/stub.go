package main

// Width sets out[i] to the largest minus the smallest of the 40 values in[k*n+i], k < 40.
func Width(out, in []float32, n int) {
	// your code
}
