package main

// AddOne sets out[i] = in[i] + 1 for every i < n. There may be fewer threads than elements.
func AddOne(out, in []float32, n int) {
}
