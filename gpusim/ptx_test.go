package gpusim_test

import (
	"slices"
	"testing"

	"gpucourse/gpusim"
)

// TestPTXForms launches kernels of testdata/forms.cu, which nvcc has compiled, and compares what
// they leave in memory with Go.
func TestPTXForms(t *testing.T) {
	m := gpusim.Must(gpusim.LoadFile("internal/ptx/testdata/forms.ptx"))
	for name, c := range map[string]struct {
		n, blocks int
		want      func(i int, p []int32) int32
	}{
		"pointers": {n: 1, want: func(i int, p []int32) int32 { return p[i]*2 + []int32{4, 6}[i&1] }},
		"virtuals": {n: 4, want: func(i int, p []int32) int32 {
			if p[i]&1 == 1 {
				return p[i] * 3
			}
			return p[i]*p[i] + 4
		}},
		"either": {n: 9, want: func(i int, p []int32) int32 {
			switch {
			case i == 3:
				return p[i] + 5 + 32*2
			case i&1 == 1:
				return p[i] + 5
			}
			return 9 + 5 + 100 + 1000
		}},
		"initial": {n: 5, want: func(int, []int32) int32 { return 12 }},
		"clocks":  {n: 500, want: func(int, []int32) int32 { return 1 }},
		"heap":    {n: 10, want: func(i int, p []int32) int32 { return p[i] + 9 }},
		"numbered": {n: 2, want: func(i int, p []int32) int32 {
			if i < 32 {
				return p[31-i] + 2
			}
			return p[i-32] + 1002
		}},
		"grid": {n: 3, blocks: 4, want: func(i int, p []int32) int32 { return p[(i+3)%len(p)] + 3 }},
	} {
		t.Run(name, func(t *testing.T) {
			k := gpusim.Must(m.Kernel(name))
			dev := gpusim.Must(gpusim.Open("H100"))
			threads := 64
			p := make([]int32, threads*max(c.blocks, 1))
			for i := range p {
				p[i] = int32(i*7%13 + 1)
			}
			buffer := gpusim.Must(gpusim.Upload(dev, p))
			if _, err := dev.Launch(k, gpusim.Config{Grid: gpusim.Dim(max(c.blocks, 1)), Block: gpusim.Dim(threads)}, buffer, int32(c.n)); err != nil {
				t.Fatal(err)
			}
			var want []int32
			for i := range p {
				want = append(want, c.want(i, p))
			}
			if got := gpusim.Must(buffer.Host()); !slices.Equal(got, want) {
				t.Errorf("got %v\nwant %v", got, want)
			}
		})
	}
}
