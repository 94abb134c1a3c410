// Each round goes along all of x.
package locality

func Smear(x []float64, n, rounds int) {
	for range rounds {
		for i := range n - 1 {
			x[i] += x[i+1] // want anywhere `load misses in L1, limit`
		}
	}
}
