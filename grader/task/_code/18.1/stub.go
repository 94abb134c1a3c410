package main

// Slope subtracts from each element the element eight places before it: out[i] = in[i+8] - in[i], for all i below n. in
// has 8 elements more than out.
func Slope(out, in []float32, n int) {
	// your code
}
