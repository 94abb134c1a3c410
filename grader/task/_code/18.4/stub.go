package main

// Weigh multiplies each element by its factor: out[i] = in[i] · factor[i mod 64].
func Weigh(out, in, factor []float32, n int) {
	// Your kernel.
}
