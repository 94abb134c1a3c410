package hidden

// Double writes twice the n elements of x to y.
func Double(y, x []float32, n int) {
}
