package main

// SortFour sorts four values per thread: in[i], in[n+i], in[2n+i] and in[3n+i] go to the
// same places of out, the smallest first.
func SortFour(out, in []float32, n int) {
	// your code
}
