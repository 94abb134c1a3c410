// Helpers number the threads, and a struct says how far a thread goes.
package start

import "gpucourse/gpusim/gpu"

func thread() int  { return gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X }
func threads() int { return gpu.GridDim.X * gpu.BlockDim.X }

type walk struct{ from, to, step int }

func everyElement(n int) walk { return walk{thread(), n, threads()} }

func sum[T float32 | float64](a, b T) T { return a + b }

func Add(out, a, b []float32, n int) {
	w := everyElement(n)
	for i := w.from; i < w.to; i += w.step {
		out[i] = sum(a[i], b[i])
	}
}

func convert(c float32) float32 { return c*9/5 + 32 }

func Fahrenheit(out, in []float32, n int) {
	w := everyElement(n)
	for i := w.from; i < w.to; i += w.step {
		out[i] = convert(in[i])
	}
}
