package compile_test

// This file compiles kernels with many parts: their time and memory must grow in
// proportion.

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/compile"
	"gpucourse/gpusim/internal/source"
)

// large are kernels that a program may have written, with a number of parts.
var large = map[string]func(n int) string{
	"ifs": func(n int) string { return manyParts("", n, "\tif n > %[1]d {\n\t\tx[i] += %[1]d\n\t}\n", "") },
	"cases": func(n int) string {
		return manyParts("switch n {", n, "\tcase %[1]d:\n\t\tx[i] = 3 * %[1]d\n", "}")
	},
	"ifs that become selects": func(n int) string {
		return manyParts("v := x[i]", n, "\tif v > %[1]d {\n\t\tv = v*2 + %[1]d\n\t}\n", "x[i] = v")
	},
	"ifs with else": func(n int) string {
		return manyParts("v := x[i]", n, "\tif v > %[1]d && n < %[1]d {\n\t\tv = x[i+%[1]d] / v\n\t} else {\n\t\tv /= 3\n\t}\n", "x[i] = v")
	},
	"cases that choose a value": func(n int) string {
		return manyParts("v := x[i]; switch n {", n, "\tcase %[1]d:\n\t\tv = %[1]d * v\n", "}; x[i] = v")
	},
	"loops": func(n int) string {
		return manyParts("", n, "\tfor j := range n {\n\t\tx[i+j] += x[j] * %[1]d\n\t}\n", "")
	},
	"statements": func(n int) string {
		return manyParts("v := x[i]", n, "\tv = v*%[1]d + x[i+%[1]d]\n", "x[i] = v")
	},
	"stores": func(n int) string { return manyParts("", n, "\tx[i+%[1]d] = x[i+%[1]d+1]*2 + %[1]d\n", "") },
	// Time grew with the cube of n before the stores of a loop shared what is known of it:
	// 400 parts took 36 seconds of a processor, and 0.06 since.
	"stores of a loop": func(n int) string {
		return manyParts("for j := range n {", n, "\tif j > %[1]d {\n\t\tx[j+%[1]d] = x[j]*2 + %[1]d\n\t}\n", "}")
	},
	"live values": func(n int) string {
		uses := repeated("sum := float32(0)\n", n, "\tsum = sum*v%[1]d + %[1]d\n", "x[i] = sum")
		return manyParts("", n, "\tv%[1]d := x[i+%[1]d]\n", uses)
	},
	"undefined names": func(n int) string { return manyParts("", n, "\tx[i] = u%[1]d\n", "") },
}

// manyParts returns a kernel with n copies of a line, which differ in their number.
func manyParts(before string, n int, line, after string) string {
	return repeated(head+"func K(x []float32, n int) {\n\ti := gpu.ThreadIdx.X; x[i] = 1\n\t"+before+"\n", n, line, "\t"+after+"\n}\n")
}

// TestLargeKernels compiles kernels of growing size and counts the objects that this
// allocates, in place of time. Four times the parts may take five times the objects.
func TestLargeKernels(t *testing.T) {
	for name, source := range large {
		small, big := objectsToCompile(t, source(300)), objectsToCompile(t, source(1200))
		t.Logf("%s: %d objects per part, then %d", name, small/300, big/1200)
		if big > 5*small {
			t.Errorf("%s: 300 take %d objects, 1200 take %d", name, small, big)
		}
	}
}

func objectsToCompile(t *testing.T, text string) uint64 {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	compileLarge(t, "k.go", text)
	runtime.ReadMemStats(&after)
	return after.Mallocs - before.Mallocs
}

// compileLarge compiles the kernel of a text.
func compileLarge(t testing.TB, name, text string) {
	t.Helper()
	h200, err := arch.Find("H200")
	if err != nil {
		t.Fatal(err)
	}
	u, err := source.LoadText(name, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := compile.Kernel(u, "K", compile.Options{Spec: h200}); err != nil && !strings.Contains(err.Error(), "undefined: u1") {
		t.Fatal(err)
	}
}

// BenchmarkLargeKernels compiles kernels of growing size. The time per part must not
// grow with them.
func BenchmarkLargeKernels(b *testing.B) {
	for name, source := range large {
		for _, n := range []int{1250, 5000} {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				text := source(n)
				for i := range b.N {
					compileLarge(b, fmt.Sprintf("k%d.go", i), text)
				}
				b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*n), "µs/part")
			})
		}
	}
}
