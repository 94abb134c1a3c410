package num

// This file computes with the bytes of words.

// DotBytes returns z plus the products of the bytes of x and of y, which are of types X and Y. The sum wraps.
func DotBytes[X, Y int8 | uint8](x, y, z uint32) uint32 {
	for shift := 0; shift < wordBits; shift += byteBits {
		z += uint32(int32(X(x>>shift)) * int32(Y(y>>shift)))
	}
	return z
}

// Permute returns four of the eight bytes of high:low, by the four lowest digits of selectors, as prmt does. The
// highest bit of a digit asks for the sign of the byte, in all bits.
func Permute(low, high, selectors uint32) uint32 {
	const digit, place, sign = 4, 7, 8
	bytes, out := uint64(high)<<wordBits|uint64(low), uint32(0)
	for i := range wordBits / byteBits {
		s := selectors >> (digit * i)
		b := uint8(bytes >> (s & place * byteBits))
		if s&sign != 0 {
			b = uint8(int8(b) >> (byteBits - 1))
		}
		out |= uint32(b) << (byteBits * i)
	}
	return out
}

const (
	wordBits = 32
	byteBits = 8
)
