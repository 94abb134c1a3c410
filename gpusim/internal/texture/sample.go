package texture

// This file finds the texels at given coordinates.

import "math"

// fractionBits is the number of fractional bits of a linear filter's weights (CUDA
// C++ Programming Guide, "Linear Filtering"). One is the weight of a single texel.
const (
	fractionBits = 8
	One          = 1 << fractionBits
)

// coordinateSteps is the number of steps of a normalized coordinate from 0 to 1.
// Finer differences are truncated before the coordinate is scaled to texels. Of all
// widths, only 20 and 21 bits reproduce every value read on an H200.
const coordinateSteps = 1 << 20

// Texels returns the texels of a read at x, and y where the texture has two
// dimensions. They lie in buf.
func (t *Texture) Texels(x, y float32, buf *[MaxTexels]Texel) []Texel {
	col := t.locate(x, t.Width)
	row := axisTexel{}
	if t.Height != 0 {
		row = t.locate(y, t.Height)
	}
	if t.Filter == Point {
		buf[0] = t.texel(col.index, row.index, One)
		return buf[:1]
	}
	if t.Height == 0 {
		buf[0], buf[1] = t.texel(col.index, 0, One-col.fraction), t.texel(col.index+1, 0, col.fraction)
		return buf[:2]
	}
	far := (col.fraction*row.fraction + One/2) / One // rounded; the four weights add up to One
	buf[0] = t.texel(col.index, row.index, One-col.fraction-row.fraction+far)
	buf[1] = t.texel(col.index+1, row.index, col.fraction-far)
	buf[2] = t.texel(col.index, row.index+1, row.fraction-far)
	buf[3] = t.texel(col.index+1, row.index+1, far)
	return buf[:4]
}

// texel returns the texel that the address mode gives for (x, y).
func (t *Texture) texel(x, y int, weight uint32) Texel {
	x, y = addressModes[t.Address](x, t.Width), addressModes[t.Address](y, max(t.Height, 1))
	if x < 0 || y < 0 {
		return Texel{Offset: noTexel, Weight: weight}
	}
	return Texel{Offset: t.offset(x, y), Weight: weight}
}

// axisTexel is a place along one axis: the index of a texel, and the weight of the
// next one.
type axisTexel struct {
	index    int
	fraction uint32
}

// locate returns the place of a coordinate on an axis of n texels. With a linear
// filter it lies between the centres of two texels.
func (t *Texture) locate(c float32, n int) axisTexel {
	u := float64(c)
	if t.Normalized {
		u = math.Floor(u*coordinateSteps) / coordinateSteps * float64(n)
	}
	if t.Filter == Point {
		return axisTexel{index: floor(u)}
	}
	fixed := floor(u*One+0.5) - One/2
	return axisTexel{fixed >> fractionBits, uint32(fixed & (One - 1))}
}

// maxIndex bounds texel indices, so that arithmetic on them does not overflow.
const maxIndex = 1 << 40

// floor returns ⌊u⌋ within ±maxIndex; 0 for NaN.
func floor(u float64) int {
	switch {
	case u != u:
		return 0
	case u > maxIndex:
		return maxIndex
	case u < -maxIndex:
		return -maxIndex
	}
	return int(math.Floor(u))
}

// addressModes is indexed by Address. It maps index i of an axis of n texels to the
// texel that is read there, or to noTexel.
var addressModes = [...]func(i, n int) int{
	Clamp: func(i, n int) int { return min(max(i, 0), n-1) },
	Border: func(i, n int) int {
		if i < 0 || i >= n {
			return noTexel
		}
		return i
	},
	Wrap: modulo,
	Mirror: func(i, n int) int {
		i = modulo(i, 2*n)
		return min(i, 2*n-1-i)
	},
}

// modulo returns i mod n, from 0 to n−1.
func modulo(i, n int) int {
	if i %= n; i < 0 {
		i += n
	}
	return i
}
