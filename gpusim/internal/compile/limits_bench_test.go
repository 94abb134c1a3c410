package compile

import (
	"fmt"
	"testing"

	"gpucourse/gpusim/arch"
)

// manyIfs returns a kernel with n branches of its own.
func manyIfs(n int) string {
	return repeated(head+"func K(x []float32, n int) {\n\ti := gpu.ThreadIdx.X\n", n, "\tif n > %[1]d {\n\t\tx[i] += %[1]d\n\t}\n", "}\n")
}

// manyCases returns a kernel with a switch of n cases.
func manyCases(n int) string {
	return repeated(head+"func K(x []float32, n int) {\n\ti := gpu.ThreadIdx.X\n\tswitch n {\n", n, "\tcase %[1]d:\n\t\tx[i] = 3 * %[1]d\n", "\t}\n}\n")
}

// BenchmarkBranches compiles kernels of growing size. The time per branch must not
// grow with them.
func BenchmarkBranches(b *testing.B) {
	h200, err := arch.Find("H200")
	if err != nil {
		b.Fatal(err)
	}
	for name, source := range map[string]func(int) string{"ifs": manyIfs, "cases": manyCases} {
		for _, n := range []int{1250, 5000} {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				text := source(n)
				for i := range b.N {
					u, err := LoadSource(fmt.Sprintf("k%d.go", i), []byte(text))
					if err != nil {
						b.Fatal(err)
					}
					if _, err := u.Kernel("K", Options{Spec: h200}); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*n), "µs/branch")
			})
		}
	}
}
