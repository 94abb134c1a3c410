// Package readonly is exercise 18. Its two kernels compute the right values and
// read the same data again and again, where no cache can help. Let the
// read-only cache do it; see README.md.
package readonly

import "gpucourse/gpusim/gpu"

// Taps is how many neighbours Smooth takes the mean of.
const Taps = 16

// Smooth sets out[i] to the mean of in[i] to in[i+15], for every i < n; in has
// 15 elements more than out. The sum begins with the first.
//
// It is launched with n threads, rounded up to whole blocks of 128, on a K20c,
// whose L1 does not keep what ordinary loads of global memory bring.
//
// Task: each element is asked of L2 sixteen times. Once is enough.
func Smooth(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	sum := float32(0)
	for k := range Taps {
		sum += in[i+k]
	}
	out[i] = sum / Taps
}

// Curve gives each of 256 levels its new value. The host fills it by its name.
var Curve gpu.Constant[[256]float32]

// Recolour sets out[i] = Curve[in[i]] for every i < n. The levels in in are in no
// order.
//
// It is launched with n threads, rounded up to whole blocks of 128.
//
// Task: the lanes of a warp look up different entries, and constant memory hands
// out one at a time. Keep the table where 32 lanes can read 32 entries at once,
// and near enough that L2 is not asked each time.
func Recolour(out []float32, in []uint32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i < n {
		out[i] = Curve.V[in[i]]
	}
}
