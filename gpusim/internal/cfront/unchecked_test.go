package cfront_test

// This file holds what the documentation says no checker finds.

import (
	"testing"

	"gpucourse/gpusim"
)

// pageTail ends the documentation.
const pageTail = `
## Bounds that are not checked

` + "`gpusim check`" + ` holds an index against the inner array that it stands at: ` + "`m[0][16]`" + ` of a row of 16
elements is found. A pointer that is made from a row, such as ` + "`int *p = m[0]`" + `, has the bound of the whole
object. C++ allows no access behind the row through it, but no checker finds one, and neither does
compute-sanitizer.
`

// TestRowPointers: an index behind a row is found, and the same one by a pointer is not.
func TestRowPointers(t *testing.T) {
	for access, found := range map[string]bool{"m[0][n]": true, "p[n]": false, "p[4 * n]": true} {
		m := gpusim.Must(gpusim.LoadText("k.cu", "__global__ void K(int *out, int n) { __shared__ int m[4][16]; int *p = m[0]; m[n % 4][n % 16] = 1; p[n % 16] = 2; "+access+" = 3; out[0] = m[1][0]; }"))
		dev := gpusim.Must(gpusim.Open("H200"))
		out := gpusim.Must(dev.UploadArray(make([]int32, 1)))
		rep, err := dev.Check(gpusim.Memcheck, gpusim.Must(m.Kernel("K")), gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(1)}, out, 16)
		if err != nil || len(rep.Findings) > 0 != found {
			t.Errorf("%s: got %v (%v), want found is %v", access, rep, err, found)
		}
	}
}
