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

// Place is the coordinates of a read.
type Place struct {
	X, Y, Z float32
	Layer   uint32
}

// Texels returns the texels of a read at x, and y where the texture has two
// dimensions. They lie in buf.
func (t *Texture) Texels(x, y float32, buf *[MaxTexels]Texel) []Texel {
	if t.Height == 0 {
		return t.inRow(t.locate(x, t.Width), 0, buf)
	}
	return t.inPlane(t.locate(x, t.Width), t.locate(y, t.Height), 0, buf)
}

// TexelsAt returns the texels of a read of a texture of any shape. They lie in buf.
func (t *Texture) TexelsAt(p Place, buf *[MaxTexels]Texel) []Texel {
	layer := int(min(p.Layer, uint32(max(t.Depth, 1)-1)))
	switch t.Shape {
	case Volume:
		return t.inVolume(t.locate(p.X, t.Width), t.locate(p.Y, t.Height), t.locate(p.Z, t.Depth), buf)
	case Rows:
		return t.inRow(t.locate(p.X, t.Width), layer, buf)
	case Planes:
		return t.inPlane(t.locate(p.X, t.Width), t.locate(p.Y, t.Height), layer, buf)
	case Cube, Cubes:
		face, x, y := faceOf(p.X, p.Y, p.Z)
		return t.inPlane(t.axis(x, t.Width, true), t.axis(y, t.Width, true), min(layer, t.Depth/faces-1)*faces+face, buf)
	}
	return t.Texels(p.X, p.Y, buf)
}

// faceOf returns the square of a cube that a direction meets, and where, from 0 to 1.
func faceOf(x, y, z float32) (face int, s, t float32) {
	ax, ay, az := abs(x), abs(y), abs(z)
	var m float32
	switch {
	case ax >= ay && ax >= az:
		face, m, s, t = 0, ax, -z, -y
		if x < 0 {
			face, s = 1, z
		}
	case ay >= az:
		face, m, s, t = 2, ay, x, z
		if y < 0 {
			face, t = 3, -z
		}
	default:
		face, m, s, t = 4, az, x, -y
		if z < 0 {
			face, s = 5, -x
		}
	}
	return face, (s/m + 1) / 2, (t/m + 1) / 2
}

func abs(x float32) float32 { return float32(math.Abs(float64(x))) }

// inRow returns the texels of a read in row z.
func (t *Texture) inRow(x axisTexel, z int, buf *[MaxTexels]Texel) []Texel {
	if t.Filter == Point {
		buf[0] = t.texel(x.index, 0, z, One)
		return buf[:1]
	}
	buf[0], buf[1] = t.texel(x.index, 0, z, One-x.fraction), t.texel(x.index+1, 0, z, x.fraction)
	return buf[:2]
}

// inPlane returns the texels of a read in plane z.
func (t *Texture) inPlane(x, y axisTexel, z int, buf *[MaxTexels]Texel) []Texel {
	if t.Filter == Point {
		buf[0] = t.texel(x.index, y.index, z, One)
		return buf[:1]
	}
	for i, weight := range mixed(x.fraction, y.fraction) {
		buf[i] = t.texel(x.index+i&1, y.index+i>>1, z, weight)
	}
	return buf[:4]
}

// inVolume returns the texels of a read in three dimensions.
func (t *Texture) inVolume(x, y, z axisTexel, buf *[MaxTexels]Texel) []Texel {
	planes := [2]int{addressModes[t.Address[2]](z.index, t.Depth), addressModes[t.Address[2]](z.index+1, t.Depth)}
	if t.Filter == Point {
		buf[0] = t.texel(x.index, y.index, planes[0], One)
		return buf[:1]
	}
	for i, weight := range mixed(x.fraction, y.fraction) {
		far := (weight*z.fraction + One/2) / One
		buf[i] = t.texel(x.index+i&1, y.index+i>>1, planes[0], weight-far)
		buf[i+4] = t.texel(x.index+i&1, y.index+i>>1, planes[1], far)
	}
	return buf[:8]
}

// mixed returns the weights of four texels: of the first, of its neighbour in x, in y, and in both.
// They add up to One.
func mixed(x, y uint32) [4]uint32 {
	far := (x*y + One/2) / One // rounded
	return [4]uint32{One - x - y + far, x - far, y - far, far}
}

// texel returns the texel that the address modes give for (x, y) of plane z, which may be noTexel.
func (t *Texture) texel(x, y, z int, weight uint32) Texel {
	x, y = addressModes[t.Address[0]](x, t.Width), addressModes[t.Address[1]](y, max(t.Height, 1))
	if x < 0 || y < 0 || z < 0 {
		return Texel{Offset: noTexel, Weight: weight}
	}
	return Texel{Offset: t.offset(x, y, z), Weight: weight}
}

// axisTexel is a place along one axis: the index of a texel, and the weight of the
// next one.
type axisTexel struct {
	index    int
	fraction uint32
}

// locate returns the place of a coordinate on an axis of n texels. With a linear
// filter it lies between the centres of two texels.
func (t *Texture) locate(c float32, n int) axisTexel { return t.axis(c, n, t.Normalized) }

// axis is locate with a coordinate that is normalized or not.
func (t *Texture) axis(c float32, n int, normalized bool) axisTexel {
	u := float64(c)
	if normalized {
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
