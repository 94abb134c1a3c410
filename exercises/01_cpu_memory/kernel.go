// Package locality is exercise 01. Its three functions run as one thread of a
// CPU. They compute the right values and move far more cache lines than they
// need. Make use of every line while it is there; see README.md.
package locality

// ColumnSums sets out[j] to the sum of column j of the rows×cols matrix a, which
// lies row after row: element (i, j) is a[i*cols+j].
//
// Task: a line of the cache holds 8 neighbours of a row. The columns walk uses
// one of them and comes back for the next when the line is gone. Change the
// order of the work.
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
// Task: whichever loop is outside, one of the two matrices is walked by columns.
// Work on a small square of both at a time, so that the few lines that it takes
// stay until they are used up. n may be any number.
func Transpose(out, in []float64, n int) {
	for i := range n {
		for j := range n {
			out[j*n+i] = in[i*n+j]
		}
	}
}

// Product multiplies n×n matrices: c = a·b. n is a multiple of 8.
//
// Task: every element of a and b is needed n times. First see to it that lines
// are still in L1 when they are needed again. Then let every number that is
// loaded into a register serve several results, since a core loads two numbers
// a cycle and could do eight operations.
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
