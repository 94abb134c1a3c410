package main

// Triple sets out[0], out[1] and out[2] to x·y, x·z and x·w.
// It loads x three times.
func Triple(out, x, y, z, w []float32, n int) {
	p := float32(0)
	for i := range n {
		p += x[i] * y[i]
	}
	q := float32(0)
	for i := range n {
		q += x[i] * z[i]
	}
	r := float32(0)
	for i := range n {
		r += x[i] * w[i]
	}
	out[0], out[1], out[2] = p, q, r
}
