package display

import (
	"strings"
	"testing"

	"gpucourse/gpusim"
)

// TestCUDA: the text of a kernel is shown as it is, and in HTML with its signs escaped.
func TestCUDA(t *testing.T) {
	m := gpusim.Must(gpusim.LoadText("k.go", "package k\n\nimport \"gpucourse/gpusim/gpu\"\n\nfunc K(x []float32, n int) {\n\tif i := gpu.ThreadIdx.X; i < n {\n\t\tx[i] = 1\n\t}\n}\n"))
	s, err := CUDA(gpusim.Must(m.Kernel("K")))
	if err != nil || !strings.Contains(string(s), "__global__ void K(float* x") {
		t.Fatalf("got %q, %v", s, err)
	}
	if o := render(s); o.text != string(s) || !strings.Contains(o.html, "i &lt; n") {
		t.Errorf("got %q and %q", o.text, o.html)
	}
	if _, err := CUDA("no kernel"); err == nil {
		t.Error("a text is no kernel, and CUDA gives no error")
	}
}
