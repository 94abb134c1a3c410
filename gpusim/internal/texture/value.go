package texture

// This file turns taps into a result.

import (
	"encoding/binary"
	"math"
	"unsafe"
)

// Value returns what a read of the taps gives.
func (t *Texture) Value(taps []Tap) (r Result) {
	for c := range t.Format.Channels {
		if t.floats() {
			r[c] = math.Float32bits(t.mixed(taps, c))
		} else {
			r[c] = t.channel(taps[0], c)
		}
	}
	return r
}

// floats reports whether reads give floats.
func (t *Texture) floats() bool { return t.Format.Kind == Float || t.ReadFloat }

// mixed is the weighted mean of channel c.
func (t *Texture) mixed(taps []Tap, c int) float32 {
	if len(taps) == 1 {
		return t.alone(taps[0], c)
	}
	sum := 0.0
	for _, tap := range taps {
		if tap.Weight != 0 {
			sum += t.number(tap, c) * float64(tap.Weight)
		}
	}
	if t.Format.Kind == Float {
		return roundUp24(sum / One)
	}
	f := t.Format
	wide := Format{f.Kind, 2, 1}.most() // the filter works on 16 bits
	return float32(max(math.Floor(sum/One*wide/f.most()+0.5)/wide, -1))
}

// alone is channel c of one texel.
func (t *Texture) alone(tap Tap, c int) float32 {
	v := t.number(tap, c)
	if t.Format.Kind == Float {
		return float32(v)
	}
	return float32(max(v/t.Format.most(), -1))
}

// number is the number that a channel holds; of the border colour, what it
// would hold.
func (t *Texture) number(tap Tap, c int) float64 {
	bits := t.channel(tap, c)
	switch t.Format.Kind {
	case Signed:
		return float64(int32(bits))
	case Unsigned:
		return float64(bits)
	}
	return float64(math.Float32frombits(bits))
}

// roundUp24 rounds to float32 as the filter does: a tie goes away from 0.
func roundUp24(v float64) float32 {
	const tie = 1 << 28 // half of a float32's last place, in bits of a float64
	bits := math.Float64bits(v)
	if math.IsInf(v, 0) || v != v || math.Abs(v) < smallestNormal {
		return float32(v)
	}
	return float32(math.Float64frombits((bits + tie) &^ (2*tie - 1)))
}

// smallestNormal is the least positive float32 with a full significand.
const smallestNormal = 0x1p-126

// most is the largest number of a channel of integers.
func (f Format) most() float64 {
	bits := 8 * f.Bytes
	if f.Kind == Signed {
		bits--
	}
	return float64(uint64(1)<<bits - 1)
}

// channel returns the bits of channel c of a texel, extended as its type is.
func (t *Texture) channel(tap Tap, c int) uint32 {
	if tap.Outside() {
		return t.borderBits(c)
	}
	at := t.Data[tap.Offset+c*t.Format.Bytes:]
	var bits uint32
	switch t.Format.Bytes {
	case 1:
		bits = uint32(at[0])
	case 2:
		bits = uint32(binary.LittleEndian.Uint16(at))
	default:
		bits = binary.LittleEndian.Uint32(at)
	}
	if t.Format.Kind == Signed {
		unused := 32 - 8*t.Format.Bytes
		bits = uint32(int32(bits<<unused) >> unused)
	}
	return bits
}

// borderBits is a border colour as a channel holds it, where reads give
// fractions; whole numbers have none, and are 0 outside.
func (t *Texture) borderBits(c int) uint32 {
	f, v := t.Format, float64(t.Border[c])
	switch {
	case f.Kind == Float:
		return math.Float32bits(t.Border[c])
	case !t.ReadFloat:
		return 0
	case f.Kind == Signed:
		return uint32(int32(math.RoundToEven(max(min(v, 1), -1) * f.most())))
	}
	return uint32(math.RoundToEven(max(min(v, 1), 0) * f.most()))
}

// Put writes the channels of a result to *v, a number or a struct of that many
// numbers.
func Put[T any](v *T, r Result, channels int) {
	size := int(unsafe.Sizeof(*v)) / channels
	to := unsafe.Slice((*byte)(unsafe.Pointer(v)), size*channels)
	for c := range channels {
		var word [4]byte
		binary.LittleEndian.PutUint32(word[:], r[c])
		copy(to[c*size:(c+1)*size], word[:])
	}
}
