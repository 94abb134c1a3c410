package source

import (
	"slices"
	"testing"
)

// TestConstants: numbers are found in the code that a kernel uses, also those that are computed.
func TestConstants(t *testing.T) {
	s, err := Parse("kernel.go", []byte(`package p

const lanes, wide = 32, 1<<10 + 3

const grows = 1 << 64

func helper(i int) bool { const odd = 77; return i%(2*lanes) == odd }

func other(i int) bool { return i == 1234 }

func K(x []float32, n int) {
	if n%lanes == 17 || n&15 == 5 || helper(n) || x[0] == -1.25 || n == wide || n == grows || n/0 == 1.0/8 || n/100 == 7 || n>>3 == 9 {
		switch n {
		case 'a':
			x[0] = 2
		}
	}
}
`))
	if err != nil {
		t.Fatal(err)
	}
	c := s.Constants("K")
	if want := []int{8, 16, 32, 64, 100}; !slices.Equal(c.Moduli, want) {
		t.Errorf("got the moduli %v, want %v", c.Moduli, want)
	}
	if want := []float64{-1.25, 0.125, 5, 7, 9, 17, 77, 97, 1027}; !slices.Equal(c.Compared, want) {
		t.Errorf("got comparisons with %v, want with %v", c.Compared, want)
	}
	if want := []float64{0, 1, 2, 3, 15, 32, 64, 100}; !slices.Equal(c.Others, want) {
		t.Errorf("got the other numbers %v, want %v", c.Others, want)
	}
}
