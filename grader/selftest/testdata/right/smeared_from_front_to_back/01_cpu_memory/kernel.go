// Each step goes back from the front by as many elements as there are rounds.
package locality

func Smear(x []float64, n, rounds int) {
	last := n - 2
	for front := 0; front <= last+rounds-1; front++ {
		end := max(front-rounds+1, 0)
		for i := front; i >= end; i-- {
			if i <= last {
				x[i] = x[i] + x[i+1]
			}
		}
	}
}
