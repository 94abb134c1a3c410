package main

// HalvePart halves the count elements of x that begin with element first: the chunk that has
// arrived. It leaves the others alone.
func HalvePart(x []float32, first, count int) {
	// your code
}
