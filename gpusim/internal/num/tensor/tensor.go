// Package tensor adds products as the tensor cores of an H100 do, bit for bit.
//
// A tensor core forms all products of one instruction exactly and adds them to the sum before in one step. Each term
// keeps 25 bits behind the place of the largest one, or 13 where the factors have 8 bits; what lies below is cut off.
// The place of a product is the sum of its factors' exponents, whether or not the product carries into the next place.
// The sum is cut off to a float32, or to 13 bits of fraction, or rounded to a half-precision number.
//
// The rules were found with random fragments on an H100 (validation/h100/tensor). Not modelled: which NaN comes out.
package tensor

import (
	"math"
	"math/bits"

	"gpucourse/gpusim/internal/num"
)

// Number is a factor: M·2^(E−Format.fraction), |M| below 2^(fraction+1). Others is what is no finite number.
type Number struct {
	M, E   int32
	Others float32 // an infinity or NaN; 0 for finite numbers
}

// Format is how factors are encoded.
type Format struct {
	exponent, fraction uint // bits
	bias               int32
	finite             bool // no infinities: one pattern of ones is NaN
	cut                uint // bits of fraction that are not looked at
	kept               uint // bits that terms keep
}

// The formats of factors.
var (
	Half     = Format{exponent: 5, fraction: 10, bias: 15, kept: 25}
	Bfloat   = Format{exponent: 8, fraction: 7, bias: 127, kept: 25}
	Tensor32 = Format{exponent: 8, fraction: 10, bias: 127, cut: 13, kept: 25}
	E4M3     = Format{exponent: 4, fraction: 3, bias: 7, finite: true, kept: 13}
	E5M2     = Format{exponent: 5, fraction: 2, bias: 15, kept: 13}
)

// Decode returns the factor that some bits stand for.
func (f *Format) Decode(word uint32) Number {
	word >>= f.cut
	m, e := int32(word&(1<<f.fraction-1)), int32(word>>f.fraction&(1<<f.exponent-1))
	negative := word>>(f.fraction+f.exponent)&1 != 0
	top := int32(1)<<f.exponent - 1
	switch {
	case e == top && f.finite && m == 1<<f.fraction-1, e == top && !f.finite && m != 0:
		return Number{Others: float32(math.NaN())}
	case e == top && !f.finite && negative:
		return Number{Others: float32(math.Inf(-1))}
	case e == top && !f.finite:
		return Number{Others: float32(math.Inf(1))}
	case e == 0:
		e = 1
	default:
		m |= 1 << f.fraction
	}
	if negative {
		m = -m
	}
	return Number{M: m, E: e - f.bias}
}

// value returns a factor as a float.
func (f *Format) value(n Number) float64 {
	if n.Others != 0 {
		return float64(n.Others)
	}
	return math.Ldexp(float64(n.M), int(n.E)-int(f.fraction))
}

// sum is a number s·2^(place−kept), not rounded.
type sum struct {
	s     int64
	place int32
}

const floatFraction = 23

// add adds products to a sum before. ok is false where not all terms are finite.
func (f *Format) add(a, b []Number, before float32) (x sum, ok bool) {
	c := math.Float32bits(before)
	cm, ce := int64(c&(1<<floatFraction-1)), int32(c>>floatFraction&math.MaxUint8)
	if ce == math.MaxUint8 {
		return x, false
	}
	if ce == 0 {
		ce = 1
	} else {
		cm |= 1 << floatFraction
	}
	ce -= 127
	place := int32(math.MinInt32)
	if cm != 0 {
		place = ce
		if cm < 1<<floatFraction {
			place -= int32(bits.LeadingZeros32(uint32(cm)) - (31 - floatFraction))
		}
	}
	b = b[:len(a)]
	for i := range a {
		if a[i].Others != 0 || b[i].Others != 0 {
			return x, false
		}
		if e := a[i].E + b[i].E; a[i].M != 0 && b[i].M != 0 && e > place {
			place = e
		}
	}
	up := int(f.kept) - 2*int(f.fraction)
	for i := range a {
		x.s += shifted(int64(a[i].M)*int64(b[i].M), up-int(place-a[i].E-b[i].E))
	}
	if c>>31 != 0 {
		cm = -cm
	}
	x.s += shifted(cm, int(f.kept)-floatFraction-int(place-ce))
	x.place = place
	return x, true
}

// shifted multiplies by a power of two and cuts off toward zero.
func shifted(v int64, by int) int64 {
	switch {
	case v == 0:
		return 0
	case by >= 0:
		return v << by
	case by < -62:
		return 0
	}
	v += v >> 63 & (1<<-by - 1)
	return v >> -by
}

// Dot returns the sum of the products of factors and of what was before.
func (f *Format) Dot(a, b []Number, before float32) float32 {
	x, ok := f.add(a, b, before)
	if !ok {
		return float32(f.others(a, b, float64(before)))
	}
	fraction := floatFraction
	if f.kept < floatFraction {
		fraction = int(f.kept)
	}
	return x.float(int(f.kept), fraction)
}

// HalfDot is Dot whose sum is rounded to a half-precision number; it returns its bits.
func (f *Format) HalfDot(a, b []Number, before float32) uint32 {
	x, ok := f.add(a, b, before)
	if !ok {
		return math.Float32bits(num.HalfBits(float32(f.others(a, b, float64(before)))))
	}
	v := math.Ldexp(float64(x.s), int(x.place)-int(f.kept))
	near := float32(v)
	if float64(near) != v { // what lies between two float32 must not become a tie of halves
		word := math.Float32bits(near)
		if math.Abs(float64(near)) > math.Abs(v) {
			word--
		}
		near = math.Float32frombits(word | 1)
	}
	return math.Float32bits(num.HalfBits(near))
}

// others adds terms of which some are infinite or NaN.
func (f *Format) others(a, b []Number, s float64) float64 {
	for i := range a {
		s += f.value(a[i]) * f.value(b[i])
	}
	return s
}

// float cuts a sum off to a float32 with some bits of fraction.
func (x sum) float(kept, fraction int) float32 {
	if x.s == 0 {
		return 0
	}
	negative, m := x.s < 0, uint64(max(x.s, -x.s))
	e := int(x.place) - kept + bits.Len64(m) - 1 // of the leading bit
	unit := max(e, -126) - fraction              // of the last bit that is kept
	by := unit - (int(x.place) - kept)
	if by > 0 {
		m >>= by
	} else {
		m <<= -by
	}
	v := math.Ldexp(float64(m), unit)
	if negative {
		v = -v
	}
	return float32(v)
}

// Half returns a factor of the format as one of Half, which holds all numbers of fewer bits.
func (f *Format) Half(n Number) Number {
	n.M <<= Half.fraction - f.fraction
	for n.M != 0 && max(n.M, -n.M) < 1<<Half.fraction {
		n.M, n.E = n.M<<1, n.E-1
	}
	return n
}

// bytesPerWord is how many 8-bit factors a register holds.
const bytesPerWord = 4

// Bytes returns a sum of products of 8-bit factors as mma.sync computes it, for which an H100 has no instruction: the
// lower two of the four factors of each register become half-precision numbers, then the upper two, for one sum after the
// other, and what was before is added last.
func Bytes(fa, fb *Format, a, b []Number, before float32) float32 {
	s := float32(0)
	for part := range 2 {
		var ha, hb []Number
		for i := range a {
			if i%bytesPerWord/2 == part {
				ha, hb = append(ha, fa.Half(a[i])), append(hb, fb.Half(b[i]))
			}
		}
		s = Half.Dot(ha, hb, s)
	}
	return before + s
}
