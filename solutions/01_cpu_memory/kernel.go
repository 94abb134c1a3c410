// Package locality solves exercise 01: a line that was fetched is used up before
// it leaves, and a number that was loaded serves several results.
package locality

// ColumnSums adds row after row to all sums at once: both the row and the sums
// are walked along their lines, and the sums stay in L1.
func ColumnSums(out, a []float64, rows, cols int) {
	for j := range cols {
		out[j] = 0
	}
	for i := range rows {
		for j := range cols {
			out[j] += a[i*cols+j]
		}
	}
}

// side is that of a tile: 8 numbers are a line.
const side = 8

// Transpose turns tiles of side×side: the lines of a tile in both matrices are
// 2·side or a few more, and each is used up while the tile is worked on.
func Transpose(out, in []float64, n int) {
	for top := 0; top < n; top += side {
		for left := 0; left < n; left += side {
			for i := top; i < min(top+side, n); i++ {
				for j := left; j < min(left+side, n); j++ {
					out[j*n+i] = in[i*n+j]
				}
			}
		}
	}
}

// strip is how many columns of b are worked on at a time: few enough for them to
// stay in L1, many enough for a to be read only a few times.
const strip = 24

// Product takes b strip by strip. Within a strip it computes 2×2 results at a
// time, so that four loads serve four multiplications.
func Product(c, a, b []float64, n int) {
	for left := 0; left < n; left += strip {
		for i := 0; i < n; i += 2 {
			for j := left; j < min(left+strip, n); j += 2 {
				square(c, a, b, n, i, j)
			}
		}
	}
}

// square computes the results (i, j) to (i+1, j+1).
func square(c, a, b []float64, n, i, j int) {
	var s00, s01, s10, s11 float64
	for k := range n {
		a0, a1 := a[i*n+k], a[(i+1)*n+k]
		b0, b1 := b[k*n+j], b[k*n+j+1]
		s00 += a0 * b0
		s01 += a0 * b1
		s10 += a1 * b0
		s11 += a1 * b1
	}
	c[i*n+j], c[i*n+j+1] = s00, s01
	c[(i+1)*n+j], c[(i+1)*n+j+1] = s10, s11
}

// Smear goes along x once. Behind its front each round follows one element later: the last elements are in L1, and no
// round has to fetch x again.
func Smear(x []float64, n, rounds int) {
	for front := 0; front < n-1+rounds-1; front++ {
		for r := range rounds {
			if i := front - r; i >= 0 && i < n-1 {
				x[i] += x[i+1]
			}
		}
	}
}
