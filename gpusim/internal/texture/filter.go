package texture

// This file combines texels into the result of a read.

import (
	"encoding/binary"
	"math"
	"unsafe"

	"gpucourse/gpusim/internal/num"
)

// Value returns the result of a read that uses the given texels.
func (t *Texture) Value(texels []Texel) (r Result) {
	for c := range t.Format.Channels {
		if t.readsFloats() {
			r[c] = math.Float32bits(t.filtered(texels, c))
		} else {
			r[c] = t.channelBits(texels[0], c)
		}
	}
	return r
}

// readsFloats reports whether reads return floats.
func (t *Texture) readsFloats() bool { return t.Format.Kind == Float || t.ReadFloat }

// filtered returns the weighted mean of channel c.
func (t *Texture) filtered(texels []Texel, c int) float32 {
	if len(texels) == 1 {
		return t.single(texels[0], c)
	}
	sum := 0.0
	for _, x := range texels {
		if x.Weight != 0 {
			sum += t.channelValue(x, c) * float64(x.Weight)
		}
	}
	if t.Format.Kind == Float {
		return roundUp24(sum / One)
	}
	f := t.Format
	wide := Format{f.Kind, 2, 1}.maxValue() // the filter computes with 16 bits
	return float32(max(math.Floor(sum/One*wide/f.maxValue()+0.5)/wide, -1))
}

// single returns channel c of one texel as a float.
func (t *Texture) single(x Texel, c int) float32 {
	v := t.channelValue(x, c)
	if t.Format.Kind == Float {
		return float32(v)
	}
	return float32(max(v/t.Format.maxValue(), -1))
}

// channelValue returns channel c of a texel, or of the border colour in the same
// format.
func (t *Texture) channelValue(x Texel, c int) float64 {
	bits := t.channelBits(x, c)
	switch t.Format.Kind {
	case Signed:
		return float64(int32(bits))
	case Unsigned:
		return float64(bits)
	}
	return float64(math.Float32frombits(bits))
}

// roundUp24 rounds to float32 as the filter does, with ties away from 0.
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

// maxValue returns the largest value of an integer channel.
func (f Format) maxValue() float64 {
	bits := 8 * f.Bytes
	if f.Kind == Signed {
		bits--
	}
	return float64(uint64(1)<<bits - 1)
}

// channelBits returns channel c of a texel, extended to 32 bits as its type is.
func (t *Texture) channelBits(x Texel, c int) uint32 {
	if x.Outside() {
		return t.borderBits(c)
	}
	at := t.Data[x.Offset+c*t.Format.Bytes:]
	var bits uint32
	switch t.Format.Bytes {
	case 1:
		bits = uint32(at[0])
	case 2:
		bits = uint32(binary.LittleEndian.Uint16(at))
		if t.Format.Kind == Float {
			return math.Float32bits(num.HalfValue(math.Float32frombits(bits)))
		}
	default:
		bits = binary.LittleEndian.Uint32(at)
	}
	if t.Format.Kind == Signed {
		unused := 32 - 8*t.Format.Bytes
		bits = uint32(int32(bits<<unused) >> unused)
	}
	return bits
}

// borderBits returns channel c of the border colour in the texture's format. Reads
// that return integers have border 0.
func (t *Texture) borderBits(c int) uint32 {
	f, v := t.Format, float64(t.Border[c])
	switch {
	case f.Kind == Float:
		return math.Float32bits(t.Border[c])
	case !t.ReadFloat:
		return 0
	case f.Kind == Signed:
		return uint32(int32(math.RoundToEven(max(min(v, 1), -1) * f.maxValue())))
	}
	return uint32(math.RoundToEven(max(min(v, 1), 0) * f.maxValue()))
}

// Put writes the channels of a result to *v, a number or a struct of channels
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
