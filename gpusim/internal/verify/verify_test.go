package verify

import (
	"encoding/binary"
	"math"
	"testing"

	"gpucourse/gpusim/internal/cudac"
)

// TestDigest: padding and the payloads of NaNs do not count, everything else does.
func TestDigest(t *testing.T) {
	a := cudac.Array{Length: 2, Scalars: []cudac.Scalar{{Offset: 0, Bytes: 1}, {Offset: 4, Bytes: 4, Float: true}, {Offset: 8, Bytes: 8, Float: true}}}
	element := func(padding byte, f, d uint64) []byte {
		e := make([]byte, 16)
		e[0], e[1], e[3] = 7, padding, padding
		binary.LittleEndian.PutUint32(e[4:], uint32(f))
		binary.LittleEndian.PutUint64(e[8:], d)
		return e
	}
	one := uint64(math.Float32bits(1))
	nan := append(element(0, 0x7fc00001, math.Float64bits(2)), element(1, one, 0xfff8000000000005)...)
	same := append(element(9, 0xffffffff, math.Float64bits(2)), element(0, one, math.Float64bits(math.NaN()))...)
	other := append(element(0, 0x7fc00001, math.Float64bits(3)), element(1, one, 0xfff8000000000005)...)
	if digest(a, nan) != digest(a, same) {
		t.Error("padding or the payload of a NaN counts")
	}
	if digest(a, nan) == digest(a, other) {
		t.Error("a number does not count")
	}
}
