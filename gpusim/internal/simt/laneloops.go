package simt

// This file holds the loops over lanes in which most time is spent. The result d
// may be one of the operands.

import (
	"math"

	"gpucourse/gpusim/internal/num"
)

func addLanes[T integer](d, a, b *lanes[T]) {
	for i := range d {
		d[i] = a[i] + b[i]
	}
}

func addScalar[T integer](d, a *lanes[T], b T) {
	for i := range d {
		d[i] = a[i] + b
	}
}

func subLanes[T integer](d, a, b *lanes[T]) {
	for i := range d {
		d[i] = a[i] - b[i]
	}
}

func mulLanes[T integer](d, a, b *lanes[T]) {
	for i := range d {
		d[i] = a[i] * b[i]
	}
}

func mulScalar[T integer](d, a *lanes[T], b T) {
	for i := range d {
		d[i] = a[i] * b
	}
}

func madLanes[T integer](d, a, b, c *lanes[T]) {
	for i := range d {
		d[i] = a[i]*b[i] + c[i]
	}
}

func andLanes[T integer](d, a, b *lanes[T]) {
	for i := range d {
		d[i] = a[i] & b[i]
	}
}

func orLanes[T integer](d, a, b *lanes[T]) {
	for i := range d {
		d[i] = a[i] | b[i]
	}
}

func xorLanes[T integer](d, a, b *lanes[T]) {
	for i := range d {
		d[i] = a[i] ^ b[i]
	}
}

func minLanes[T integer](d, a, b *lanes[T]) {
	for i := range d {
		d[i] = min(a[i], b[i])
	}
}

func maxLanes[T integer](d, a, b *lanes[T]) {
	for i := range d {
		d[i] = max(a[i], b[i])
	}
}

// Loops over floats have the NaN of a GPU. They check each result instead of calling num.Settle, which takes a slice.

func addFloats[T float](d, a, b *lanes[T]) {
	for i := range d {
		v := a[i] + b[i]
		if v != v {
			v = num.NaN(a[i], b[i])
		}
		d[i] = v
	}
}

func addFloat[T float](d, a *lanes[T], b T) {
	for i := range d {
		v := a[i] + b
		if v != v {
			v = num.NaN(a[i], b)
		}
		d[i] = v
	}
}

func subFloats[T float](d, a, b *lanes[T]) {
	for i := range d {
		v := a[i] - b[i]
		if v != v {
			v = num.NaN(a[i], b[i])
		}
		d[i] = v
	}
}

func mulFloats[T float](d, a, b *lanes[T]) {
	for i := range d {
		v := a[i] * b[i]
		if v != v {
			v = num.NaN(a[i], b[i])
		}
		d[i] = v
	}
}

func mulFloat[T float](d, a *lanes[T], b T) {
	for i := range d {
		v := a[i] * b
		if v != v {
			v = num.NaN(a[i], b)
		}
		d[i] = v
	}
}

func shlLanes[T integer](d, a *lanes[T], n *lanes[uint32]) {
	for i := range d {
		d[i] = a[i] << n[i]
	}
}

func shrLanes[T integer](d, a *lanes[T], n *lanes[uint32]) {
	for i := range d {
		d[i] = a[i] >> n[i]
	}
}

func divFloats[T float](d, a, b *lanes[T]) {
	for i := range d {
		v := a[i] / b[i]
		if v != v {
			v = num.Quotient(a[i], b[i])
		}
		d[i] = v
	}
}

func minFloats[T float](d, a, b *lanes[T]) {
	for i := range d {
		v := min(a[i], b[i])
		if v != v {
			v = num.NaN(a[i], b[i])
		}
		d[i] = v
	}
}

func maxFloats[T float](d, a, b *lanes[T]) {
	for i := range d {
		v := max(a[i], b[i])
		if v != v {
			v = num.NaN(a[i], b[i])
		}
		d[i] = v
	}
}

func fma32ScalarGo(d *lanes[float32], a float32, b, c *lanes[float32]) {
	for i := range d {
		d[i] = num.Settle(num.Fma32(a, b[i], c[i]))
	}
}

func fma32LanesGo(d, a, b, c *lanes[float32]) {
	for i := range d {
		d[i] = num.Settle(num.Fma32(a[i], b[i], c[i]))
	}
}

func fma64Lanes(d, a, b, c *lanes[float64]) {
	for i := range d {
		v := math.FMA(a[i], b[i], c[i])
		if v != v {
			v = num.NaN(a[i], b[i], c[i])
		}
		d[i] = v
	}
}
