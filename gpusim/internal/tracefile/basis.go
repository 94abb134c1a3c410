package tracefile

// This file has the numbers of a block that addresses depend on.

import "math/bits"

// basis is the numbers of a block of which an address is a sum of multiples: its coordinates, or
// digits of them, where a kernel computes with quotients and remainders.
type basis []digit

// digit is c/by, modulo mod, of the coordinate c in a direction. No modulus: 0. Of a digit with a skew, c is a
// coordinate x plus skew·y.
type digit struct {
	axis    int
	by, mod int64
	skew    int64
}

// mostDigits is the largest basis.
const mostDigits = 64

// amounts is the digits of a block, or the differences of two blocks in them.
type amounts [mostDigits]int64

func (d digit) of(c coords) int64 {
	x := c[d.axis]
	if d.skew != 0 {
		x += d.skew*c[1] + d.mod*c[1] // not negative
	}
	if d.by > 1 {
		x /= d.by
	}
	if d.mod > 0 {
		x %= d.mod
	}
	return x
}

// difference returns how much greater the digits of one block are than those of another.
func (b basis) difference(c, d coords) (list amounts) {
	for i, x := range b {
		list[i] = x.of(c) - x.of(d)
	}
	return list
}

// times returns a sum of multiples, modulo 2⁶⁴ as addresses are.
func (a *amounts) times(slopes []int64) (sum uint64) {
	for i, x := range slopes {
		sum += uint64(x * a[i])
	}
	return sum
}

// linear returns the coordinates of blocks.
func (g *grid) linear() basis { return g.others(nil, -1) }

// others adds the coordinates in all directions but one.
func (g *grid) others(b basis, axis int) basis {
	for i, n := range g.blocks {
		if n > 1 && i != axis {
			b = append(b, digit{axis: i, by: 1})
		}
	}
	return b
}

// bits returns the binary digits of coordinates.
func (g *grid) bits() (b basis) {
	for axis, n := range g.blocks {
		for i := range bits.Len64(uint64(n - 1)) {
			b = append(b, digit{axis: axis, by: 1 << i, mod: 2})
		}
	}
	return b
}

// The radices that are tried: all small ones, and the divisors of the extent of the grid.
const (
	smallRadix = 256
	smallGroup = 64
)

// radices returns the radices into which a grid's first direction may be divided.
func (g *grid) radices() (list []int64) {
	n := g.blocks[0]
	for m := int64(2); m < min(n, smallRadix); m++ {
		list = append(list, m)
	}
	return append(list, g.divisors(smallRadix)...)
}

// divisors returns the divisors of the first extent from a number on, but not the extent.
func (g *grid) divisors(from int64) (list []int64) {
	n := g.blocks[0]
	for m := int64(1); m*m <= n; m++ {
		if n%m != 0 {
			continue
		}
		if m >= from && m < n {
			list = append(list, m)
		}
		if q := n / m; q != m && q >= from && q < n {
			list = append(list, q)
		}
	}
	return list
}

// skewed returns the bases of kernels that take tiles along diagonals.
func (g *grid) skewed() (list []basis) {
	for _, skew := range []int64{1, -1} {
		for _, n := range g.blocks[:2] {
			list = append(list, append(g.linear(), digit{by: 1, mod: n, skew: skew}))
		}
	}
	return list
}

// divided calls try with the bases that divide the first direction in two, as rows of tiles do, or in three, as groups
// of rows do, until it returns true.
func (g *grid) divided(try func(basis) bool) bool {
	for _, m := range g.radices() {
		if try(g.others(basis{{by: 1, mod: m}, {by: m}}, 0)) {
			return true
		}
	}
	for _, m := range g.divisors(2) {
		for group := int64(2); group <= min(smallGroup, m/2); group++ {
			if m%group == 0 && try(g.others(basis{{by: 1, mod: group}, {by: group, mod: m / group}, {by: m}}, 0)) {
				return true
			}
		}
	}
	return false
}
