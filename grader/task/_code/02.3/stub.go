package main

// SumTimesDifference sets out[i] = (a[i] + b[i]) · (a[i] - b[i]) for every i < n.
func SumTimesDifference(out, a, b []float32, n int) {
}
