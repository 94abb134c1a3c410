package h100

// This file compares the simulator with weak.txt: one rate or latency each of the kernels
// whose cycles it gets least right.

import (
	_ "embed"
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"

	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
)

//go:embed weak.txt
var weak string

func mix(x uint32) uint32 {
	x ^= x >> 16
	x *= 0x7feb352d
	x ^= x >> 15
	x *= 0x846ca68b
	return x ^ x>>16
}

// Divide is the kernel divide of weak.cu with b=0: some lanes divide by a variable, the
// others multiply. With b=1 the quotients of 1000 rounds are too small for normal numbers.
func Divide(f []float32, n, lanes int) {
	i := gpu.ThreadIdx.X
	v, w := 1.5+float32(i), float32(1.25)+f[i]
	for range n {
		if i%32 < lanes {
			v = w / v
		} else {
			v *= w
		}
	}
	f[i] = v
}

// Hist and HistUsed are the kernel hist of weak.cu, which nvcc makes two loops: atomics to a
// random word in shared memory, without and with a use of the result.
func Hist(u []uint32, n, words int) {
	s := gpu.Shared[[4096]uint32]()
	i := gpu.ThreadIdx.X
	for k := i; k < len(s); k += gpu.BlockDim.X {
		s[k] = 0
	}
	r := mix(uint32(i) + 1)
	gpu.SyncThreads()
	for range n {
		r = r*1664525 + 1013904223
		gpu.AtomicAdd(&s[r>>12&uint32(words-1)], 1)
	}
	gpu.SyncThreads()
	u[i] = s[i]
}

func HistUsed(u []uint32, n, words int) {
	s := gpu.Shared[[4096]uint32]()
	i := gpu.ThreadIdx.X
	for k := i; k < len(s); k += gpu.BlockDim.X {
		s[k] = 0
	}
	r, sum := mix(uint32(i)+1), uint32(0)
	gpu.SyncThreads()
	for range n {
		r = r*1664525 + 1013904223
		sum += gpu.AtomicAdd(&s[r>>12&uint32(words-1)], 1)
	}
	gpu.SyncThreads()
	u[i] = sum + s[i]
}

// Scatter is the kernel scatter of weak.cu for one block.
func Scatter(u []uint32, n, words int) {
	r := mix(uint32(gpu.ThreadIdx.X) + 1)
	for i := range n {
		r = r*1664525 + 1013904223
		u[r>>8&uint32(words-1)] = uint32(i)
	}
}

// Strided is the kernel strided of weak.cu for one block.
func Strided(u []uint32, n, words int) {
	for i := range n {
		u[(i*gpu.BlockDim.X+gpu.ThreadIdx.X)*words&(1<<20-1)] = uint32(i)
	}
}

// classes are the kernels of weak.cu with one block, and by how much their typical row may
// differ: the geometric mean of the ratio or its inverse.
var classes = []struct {
	name    string
	b       int // of its rows
	typical float64
	launch  func(dev *gpusim.Device, threads, n, a int) float64 // cycles
}{
	{"divide", 0, 1.2, cycles[float32](Divide, 1024)},
	{"hist", 0, 2.6, cycles[uint32](Hist, 1024)},
	{"hist", 1, 2.1, cycles[uint32](HistUsed, 1024)},
	{"scatter", 0, 1.3, cycles[uint32](Scatter, 1<<18)},
	{"strided", 0, 1.3, cycles[uint32](Strided, 1<<20)},
}

func cycles[T any](kernel any, elements int) func(dev *gpusim.Device, threads, n, a int) float64 {
	return func(dev *gpusim.Device, threads, n, a int) float64 {
		data := gpusim.Must(gpusim.Malloc[T](dev, elements))
		defer data.Free()
		return gpusim.Must(dev.Launch(kernel, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(threads)}, data, n, a)).Time.Cycles
	}
}

// TestWeakClasses: cycles per operation of a warp, as the difference of two launches of one
// block.
func TestWeakClasses(t *testing.T) {
	if testing.Short() {
		t.Skip("times 300 launches of up to 1024 threads")
	}
	const few, many = 32, 96
	dev := open(t)
	for _, c := range classes {
		var errors []float64
		for line := range strings.Lines(weak) {
			var blocks, warps, a, b, n int
			var want float64
			_, err := fmt.Sscanf(line, c.name+" blocks=%d warps=%d a=%d b=%d n=%d cycles=%f", &blocks, &warps, &a, &b, &n, &want)
			if err != nil || blocks != 1 || b != c.b {
				continue
			}
			got := (c.launch(dev, 32*warps, many, a) - c.launch(dev, 32*warps, few, a)) / (many - few)
			t.Logf("%s warps=%d a=%d b=%d: %.1f cycles, measured %.1f", c.name, warps, a, b, got, want)
			errors = append(errors, math.Abs(math.Log(max(got, 0.1)/want)))
		}
		if len(errors) == 0 {
			t.Fatalf("weak.txt has no rows of %s with b=%d", c.name, c.b)
		}
		typical := math.Exp(stat.Mean(errors, nil))
		t.Logf("%s b=%d: %d rows, typically %.2f times", c.name, c.b, len(errors), typical)
		if typical > c.typical {
			t.Errorf("%s b=%d: rows differ %.2f times, want at most %.2f", c.name, c.b, typical, c.typical)
		}
	}
}
