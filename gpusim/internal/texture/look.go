package texture

// This file turns coordinates into taps.

import "math"

// fractionBits is how fine a linear filter divides the way from one texel to
// the next (CUDA C++ Programming Guide, "Linear Filtering"). One is the whole
// way, and the weight of a texel that is read alone.
const (
	fractionBits = 8
	One          = 1 << fractionBits
)

// coordinate is how fine a normalized coordinate is before it is multiplied by
// the texture's extent; what is finer is cut off. Measured: 20 and 21 bits
// explain every value read from an H200, fewer and more do not.
const coordinate = 1 << 20

// Look looks at coordinates x, and y where the texture has two dimensions.
func (t *Texture) Look(x, y float32, taps *[MaxTaps]Tap) []Tap {
	col := t.axis(x, t.Width)
	row := step{}
	if t.Height != 0 {
		row = t.axis(y, t.Height)
	}
	if t.Filter == Point {
		taps[0] = t.tap(col.at, row.at, One)
		return taps[:1]
	}
	if t.Height == 0 {
		taps[0], taps[1] = t.tap(col.at, 0, One-col.part), t.tap(col.at+1, 0, col.part)
		return taps[:2]
	}
	far := (col.part*row.part + One/2) / One // rounded; the other weights are what the axes leave
	taps[0] = t.tap(col.at, row.at, One-col.part-row.part+far)
	taps[1] = t.tap(col.at+1, row.at, col.part-far)
	taps[2] = t.tap(col.at, row.at+1, row.part-far)
	taps[3] = t.tap(col.at+1, row.at+1, far)
	return taps[:4]
}

// tap is the texel that stands at (x, y).
func (t *Texture) tap(x, y int, weight uint32) Tap {
	x, y = placements[t.Address](x, t.Width), placements[t.Address](y, max(t.Height, 1))
	if x < 0 || y < 0 {
		return Tap{Offset: outside, Weight: weight}
	}
	return Tap{Offset: t.offset(x, y), Weight: weight}
}

// step is a place along one axis: a texel, and how much of the next one.
type step struct {
	at   int
	part uint32
}

// axis returns where a coordinate lies among n texels: in which texel, or with
// a filter after whose middle.
func (t *Texture) axis(c float32, n int) step {
	u := float64(c)
	if t.Normalized {
		u = math.Floor(u*coordinate) / coordinate * float64(n)
	}
	if t.Filter == Point {
		return step{at: whole(u)}
	}
	fixed := whole(u*One+0.5) - One/2
	return step{fixed >> fractionBits, uint32(fixed & (One - 1))}
}

// farthest bounds texel numbers, so that no arithmetic on them overflows.
const farthest = 1 << 40

// whole is the whole number not above u; 0 where u is not a number.
func whole(u float64) int {
	switch {
	case u != u:
		return 0
	case u > farthest:
		return farthest
	case u < -farthest:
		return -farthest
	}
	return int(math.Floor(u))
}

// placements is indexed by Address: the texel that stands at i, of n, or
// outside.
var placements = [...]func(i, n int) int{
	Clamp: func(i, n int) int { return min(max(i, 0), n-1) },
	Border: func(i, n int) int {
		if i < 0 || i >= n {
			return outside
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
