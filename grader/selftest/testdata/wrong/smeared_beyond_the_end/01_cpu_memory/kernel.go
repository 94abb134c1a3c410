// The last element gets the one behind it.
package locality

func Smear(x []float64, n, rounds int) {
	for front := range n + rounds {
		for r := range rounds {
			if i := front - r; i >= 0 && i < n {
				x[i] += x[i+1] // want anywhere `wrong result: x\[\d+\]|index \d+ is out of range`
			}
		}
	}
}
