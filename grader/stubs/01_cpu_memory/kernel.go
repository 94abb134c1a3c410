// Package locality is exercise 01. Its functions run as one thread of a CPU. Three of
// them compute the right values and move far more cache lines than they need. The
// fourth is yours; see README.md.
package locality

// ColumnSums sets out[j] to the sum of column j of the rows×cols matrix a, which
// lies row after row: element (i, j) is a[i*cols+j].
//
// Task: the same sums with the load misses and the cycles of README.md.
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
// Task: the same result with the load misses and the store misses of README.md. n may be any number.
func Transpose(out, in []float64, n int) {
	for i := range n {
		for j := range n {
			out[j*n+i] = in[i*n+j]
		}
	}
}

// Product multiplies n×n matrices: c = a·b. n is a multiple of 8.
//
// Task: the same product with the load misses and the cycles of README.md. A core loads 4 numbers per cycle, and could do 4
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

// Smear lets each number of x flow to its left neighbour, several times over. Once is: x[i] becomes x[i] + x[i+1] for every
// i < n−1, with the numbers as they were before, and x[n−1] stays. Smear does that rounds times, at least once. Elements of x
// from n on stay as they are.
func Smear(x []float64, n, rounds int) {
}
