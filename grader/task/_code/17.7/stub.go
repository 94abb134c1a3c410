package main

// Join makes an array of n points of three arrays of coordinates: points[3i] = x[i],
// points[3i+1] = y[i], points[3i+2] = z[i].
func Join(points, x, y, z []float32, n int) {
	// Your kernel.
}
