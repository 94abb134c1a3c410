package arch

import (
	"math"
	"testing"
)

// TestPeaks: operations a second are what NVIDIA's data sheets print, which follow
// from units, clock and nothing else; in teraflops, of 32 and of 64 bits.
func TestPeaks(t *testing.T) {
	for name, sheet := range map[string][2]float64{
		"C2050": {1.03, 0.515}, "K20c": {3.52, 1.17}, "K40": {4.29, 1.43}, "P100": {10.6, 5.3}, "V100": {15.7, 7.8}, "A100": {19.5, 9.7}, "H100": {67, 33.5},
	} {
		p := find(t, name).Peaks()
		for i, got := range []float64{p.Float, p.Double} {
			if math.Abs(got/1e12-sheet[i]) > 0.01*sheet[i] {
				t.Errorf("%s: got %.3g operations a second, the sheet says %v·10¹²", name, got, sheet[i])
			}
		}
		if p.DRAM <= 0 || p.L2 <= p.DRAM || p.L1 != 0 && p.L1 <= p.L2 {
			t.Errorf("%s: L1 %.3g, L2 %.3g, DRAM %.3g byte/s are in no order", name, p.L1, p.L2, p.DRAM)
		}
	}
}
