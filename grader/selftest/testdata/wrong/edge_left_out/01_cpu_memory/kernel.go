package locality

// Transpose leaves what is no whole tile as it is.
func Transpose(out, in []float64, n int) { // want `wrong result: out\[0\] was never written` `in\[0·n \+ 0\] =`
	for top := 0; top+8 <= n; top += 8 {
		for left := 0; left+8 <= n; left += 8 {
			for i := top; i < top+8; i++ {
				for j := left; j < left+8; j++ {
					out[j*n+i] = in[i*n+j]
				}
			}
		}
	}
}
