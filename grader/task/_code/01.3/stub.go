package main

// Doubled sets out to twice a, element by element. a lies row after row.
// One line is not finished.
func Doubled(out, a []float32, rows, cols int) {
	for p := range rows {
		for q := range cols {
			i := p * q // which element?
			out[i] = 2 * a[i]
		}
	}
}
