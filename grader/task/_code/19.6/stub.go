package main

// Ranks stores how many lanes below, in the same warp, have an element above 0.
func Ranks(out, in []float32) {
	// Your kernel.
}
