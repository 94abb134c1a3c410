package gpusim

// This file computes sizes of memory, which may not overflow.

import (
	"fmt"
	"math/bits"

	"gpucourse/gpusim/diag"
)

// mostBytes is more than any device has. Sums of few sizes below it do not overflow.
const mostBytes = 1 << 48

// product multiplies sizes. It reports false when one is negative, or when the product is
// more than any device has.
func product(sizes ...int) (int, bool) {
	p, ok := uint64(1), true
	for _, n := range sizes {
		high, low := bits.Mul64(p, uint64(n))
		ok = ok && n >= 0 && high == 0 && low <= mostBytes
		p = low
	}
	return int(p), ok
}

// bytesOf returns the bytes of some elements of a size. what is the call, for errors.
func (d *Device) bytesOf(n, size int, what string) (int, error) {
	if n < 0 || size < 0 {
		return 0, negativeSize(what)
	}
	bytes, ok := product(n, size)
	if !ok {
		return 0, d.tooLarge(fmt.Sprintf("%s: %d elements of %d bytes do not fit", what, n, size))
	}
	return bytes, nil
}

// tooLarge refuses memory that no device has.
func (d *Device) tooLarge(message string) error {
	return diag.Called(diag.Diagnostic{
		Code: diag.OutOfMemory, CUDA: memoryAllocation,
		Message: fmt.Sprintf("%s, %s has %d bytes", message, d.spec.Name, d.spec.Global.Bytes), Hint: "use a smaller problem",
	})
}

// negativeSize refuses a size below 0.
func negativeSize(what string) error {
	return diag.Called(diag.Diagnostic{Code: diag.NegativeSize, Message: what + ": the size is negative", Hint: "ask for 0 or more elements"})
}
