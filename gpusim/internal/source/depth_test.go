package source

import (
	"strings"
	"testing"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/toolchain"
)

// TestNestingIsNotForNVCC: a source that nests too deep ends with the own front end. nvcc, which is
// not there in this test, would take minutes.
func TestNestingIsNotForNVCC(t *testing.T) {
	const deep = 2000
	text := "__global__ void k(int *a) { a[0] = " + strings.Repeat("a[", deep) + "0" + strings.Repeat("]", deep) + "; }\n"
	u, err := loadReal("k.cu", []byte(text), CUDAOptions{Compiler: Any}, &toolchain.Tool{Name: "nvcc", Path: "no such program"})
	if err == nil {
		_, err = u.Lower("k", false)
	}
	if list := diag.ListOf(err); len(list) != 1 || list[0].Code != diag.NestingDepth {
		t.Errorf("got %v, want that it nests too deep", err)
	}
}
