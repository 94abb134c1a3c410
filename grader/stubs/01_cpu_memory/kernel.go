// Package locality is exercise 01. Its three functions run as one thread of a
// CPU. They compute the right values, but they move far more cache lines than they
// need. Use every line while it is in the cache; see README.md.
package locality

// ColumnSums sets out[j] to the sum of column j of the rows×cols matrix a, which
// lies row after row: element (i, j) is a[i*cols+j].
//
// Task: a cache line holds 8 neighbours of a row. Going down a column uses one
// of them, and the line has left when the next column wants its neighbour.
// Change the order of the work.
func ColumnSums(out, a []float64, rows, cols int) {
	for j := range cols {
		sum := 0.0
		for i := range rows {
			sum += a[i*cols+j]
		}
		out[j] = sum
	}
}

// Transpose writes the n×n matrix in, transposed, to out.
//
// Task: whichever loop is outside, one of the two matrices is used by columns.
// Work on a small square of both at a time, so that its few lines stay until
// they are used up. n may be any number.
func Transpose(out, in []float64, n int) {
	for i := range n {
		for j := range n {
			out[j*n+i] = in[i*n+j]
		}
	}
}

// Product multiplies n×n matrices: c = a·b. n is a multiple of 8.
//
// Task: every element of a and b is needed n times. First make sure that lines
// are still in L1 when they are needed again. Then use every number that is
// loaded for several results: a core loads 4 numbers per cycle, and could do 4
// multiplications and 4 additions.
func Product(c, a, b []float64, n int) {
	for i := range n {
		for j := range n {
			sum := 0.0
			for k := range n {
				sum += a[i*n+k] * b[k*n+j]
			}
			c[i*n+j] = sum
		}
	}
}
