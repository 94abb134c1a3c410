package simt

// This file holds the loops over lanes in which most time is spent. The result d
// may be one of the operands.

import (
	"math"

	"gpucourse/gpusim/internal/num"
)

func addLanes[T number](d, a, b *lanes[T]) {
	for i := range d {
		d[i] = a[i] + b[i]
	}
}

func addScalar[T number](d, a *lanes[T], b T) {
	for i := range d {
		d[i] = a[i] + b
	}
}

func subLanes[T number](d, a, b *lanes[T]) {
	for i := range d {
		d[i] = a[i] - b[i]
	}
}

func mulLanes[T number](d, a, b *lanes[T]) {
	for i := range d {
		d[i] = a[i] * b[i]
	}
}

func mulScalar[T number](d, a *lanes[T], b T) {
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

func minLanes[T number](d, a, b *lanes[T]) {
	for i := range d {
		d[i] = min(a[i], b[i])
	}
}

func maxLanes[T number](d, a, b *lanes[T]) {
	for i := range d {
		d[i] = max(a[i], b[i])
	}
}

func divLanes[T float](d, a, b *lanes[T]) {
	for i := range d {
		d[i] = a[i] / b[i]
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

func fma32LanesGo(d, a, b, c *lanes[float32]) {
	for i := range d {
		d[i] = num.Fma32(a[i], b[i], c[i])
	}
}

func fma32ScalarGo(d *lanes[float32], a float32, b, c *lanes[float32]) {
	for i := range d {
		d[i] = num.Fma32(a, b[i], c[i])
	}
}

func fma64Lanes(d, a, b, c *lanes[float64]) {
	for i := range d {
		d[i] = math.FMA(a[i], b[i], c[i])
	}
}
