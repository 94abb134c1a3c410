package source

import (
	"strings"
	"testing"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/toolchain"
)

// TestLimitsAreNotForNVCC: a source that nests too deep, or whose macros write too much, ends with the own front end. nvcc,
// which is not there in this test, would take minutes.
func TestLimitsAreNotForNVCC(t *testing.T) {
	const deep = 2000
	for code, text := range map[diag.Code]string{
		diag.NestingDepth: "__global__ void k(int *a) { a[0] = " + strings.Repeat("a[", deep) + "0" + strings.Repeat("]", deep) + "; }\n",
		diag.TooLarge:     "#define F(x) x x\n__global__ void k(int *a) { " + strings.Repeat("F(", 30) + "a[0]++;" + strings.Repeat(")", 30) + " }\n",
	} {
		u, err := loadReal("k.cu", []byte(text), CUDAOptions{Compiler: Any}, &toolchain.Tool{Name: "nvcc", Path: "no such program"})
		if err == nil {
			_, err = u.Lower("k", false)
		}
		if list := diag.ListOf(err); len(list) == 0 || list[0].Code != code {
			t.Errorf("got %v, want %s", err, code)
		}
	}
}
