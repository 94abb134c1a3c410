package main

// CountPositive counts the elements of in that are above 0, and adds the number to count[0].
func CountPositive(count, in []float32, n int) {
	// Your kernel.
}
