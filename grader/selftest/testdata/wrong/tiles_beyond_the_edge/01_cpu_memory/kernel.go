package locality

// Transpose works on whole tiles only.
func Transpose(out, in []float64, n int) {
	for top := 0; top < n; top += 8 {
		for left := 0; left < n; left += 8 {
			for i := top; i < top+8; i++ {
				for j := left; j < left+8; j++ {
					out[j*n+i] = in[i*n+j] // want `wrong result: out\[1\] was written, but is no part of the result` `n = 1,`
				}
			}
		}
	}
}
