package unseenkernels

// This file holds reads of constant memory that kernels/constant.go lacks.

import "gpucourse/gpusim/gpu"

// The constants of these kernels: element i is i/2.
var (
	Halves   gpu.Constant[[1024]float32]
	Halves64 gpu.Constant[[256]float64]
	Halves4  gpu.Constant[[64]gpu.Float4]
)

// Symbols has pointers to the constants, by the names that the compiler gives them. They
// hold the values of the measured program.
var Symbols = map[string]any{
	"unseenkernels.Halves": &Halves, "unseenkernels.Halves64": &Halves64, "unseenkernels.Halves4": &Halves4,
}

func init() {
	half := func(i int) float32 { return float32(i) * 0.5 }
	for i := range Halves.V {
		Halves.V[i] = half(i)
	}
	for i := range Halves64.V {
		Halves64.V[i] = float64(half(i))
	}
	for i := range Halves4.V {
		Halves4.V[i] = gpu.Float4{X: half(4 * i), Y: half(4*i + 1), Z: half(4*i + 2), W: half(4*i + 3)}
	}
}

// ConstNone computes the index of ConstIndex and reads nothing.
func ConstNone(out []float32, mul, div, mod int) {
	out[gpu.BlockIdx.X*gpu.BlockDim.X+gpu.ThreadIdx.X] = float32((gpu.ThreadIdx.X * mul / div) % mod)
}

// ConstIndex reads a constant that depends on the thread.
func ConstIndex(out []float32, mul, div, mod int) {
	out[gpu.BlockIdx.X*gpu.BlockDim.X+gpu.ThreadIdx.X] = Halves.V[(gpu.ThreadIdx.X*mul/div)%mod]
}

// ConstIndex64 is ConstIndex of 8 bytes.
func ConstIndex64(out []float64, mul, div, mod int) {
	out[gpu.BlockIdx.X*gpu.BlockDim.X+gpu.ThreadIdx.X] = Halves64.V[(gpu.ThreadIdx.X*mul/div)%mod]
}

// ConstIndex4 is ConstIndex of 16 bytes.
func ConstIndex4(out []gpu.Float4, mul, div, mod int) {
	out[gpu.BlockIdx.X*gpu.BlockDim.X+gpu.ThreadIdx.X] = Halves4.V[(gpu.ThreadIdx.X*mul/div)%mod]
}

// ConstLoop sums the first n constants.
func ConstLoop(out []float32, n int) {
	s := float32(0)
	for k := range n {
		s += Halves.V[k]
	}
	out[gpu.BlockIdx.X*gpu.BlockDim.X+gpu.ThreadIdx.X] = s
}

// ConstFixed evaluates a polynomial.
func ConstFixed(out, in []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	x := in[i]
	out[i] = ((Halves.V[3]*x+Halves.V[2])*x+Halves.V[1])*x + Halves.V[0]
}

// ConstBlock reads a constant that depends on the block.
func ConstBlock(out []float32) {
	out[gpu.BlockIdx.X*gpu.BlockDim.X+gpu.ThreadIdx.X] = Halves.V[gpu.BlockIdx.X]
}

// ConstMasked reads constants with every third lane.
func ConstMasked(out []float32, mod int) {
	v := float32(0)
	if gpu.ThreadIdx.X%3 == 0 {
		v = Halves.V[gpu.ThreadIdx.X%mod]
	}
	out[gpu.BlockIdx.X*gpu.BlockDim.X+gpu.ThreadIdx.X] = v
}
