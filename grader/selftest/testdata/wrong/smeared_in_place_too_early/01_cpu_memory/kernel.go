// An element goes through all rounds before its neighbour has gone through one.
package locality

func Smear(x []float64, n, rounds int) {
	for i := range n - 1 {
		for range rounds {
			x[i] += x[i+1] // want anywhere `wrong result: x\[\d+\] has a wrong value`
		}
	}
}
