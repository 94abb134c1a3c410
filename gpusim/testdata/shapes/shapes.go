// Package shapes is used by kernels of other packages, in tests.
package shapes

// Sides is the number of sides of a Box that Around counts.
const Sides = 2

// Box is a rectangle.
type Box struct{ Width, Height float32 }

// Around returns the length of the border.
func (b Box) Around() float32 { return Sides * (b.Width + b.Height) }

// Grow makes the rectangle larger.
func (b *Box) Grow(by float32) { b.Width += by }

// Larger returns the larger of two numbers.
func Larger[T int32 | float32](a, b T) T {
	if a > b {
		return a
	}
	return b
}
