package locality

// Product forgets to go on to the next strip.
func Product(c, a, b []float64, n int) {
	for left := 0; left < n; {
		for i := range n {
			for j := left; j < left+8; j++ {
				sum := 0.0
				for k := range n {
					sum += a[i*n+k] * b[k*n+j]
				}
				c[i*n+j] = sum
			}
		}
	}
} // want anywhere `Product executed 12000000 instructions without ending` `InstructionBudget`
