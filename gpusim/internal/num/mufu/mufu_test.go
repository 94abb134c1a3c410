package mufu

import "testing"

// TestSquare compares the squarer with the array of partial products that it stands for.
func TestSquare(t *testing.T) {
	for x := range uint32(1 << offsetBits) {
		var sum uint32
		for bit := range offsetBits {
			sum += x >> (offsetBits + 1 - bit) * (x >> bit & 1)
		}
		if got, want := square(x), int64(sum>>1); got != want {
			t.Fatalf("square of %d: %d, want %d", x, got, want)
		}
	}
}
