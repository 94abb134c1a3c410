package kernels

// This file holds the kernels about constant memory, and the symbols they read.

import "gpucourse/gpusim/gpu"

// The constants of the measured program.
var (
	ConstMem    gpu.Constant[[1024]float32]
	ConstFilter gpu.Constant[[49]float32]
	ConstM32    gpu.Constant[[16]float32]
	ConstM64    gpu.Constant[[16]float64]
	DevM32      gpu.Global[[16]float32]
	DevM64      gpu.Global[[16]float64]
)

// Symbols has pointers to the constants, by the names that the compiler gives them. They
// hold the values of the measured program.
var Symbols = map[string]any{
	"kernels.ConstMem": &ConstMem, "kernels.ConstFilter": &ConstFilter,
	"kernels.ConstM32": &ConstM32, "kernels.ConstM64": &ConstM64,
	"kernels.DevM32": &DevM32, "kernels.DevM64": &DevM64,
}

func init() {
	for i, v := range []float64{0: 1, 3: 0.5, 5: 1, 7: 0.25, 10: 1, 11: 0.125, 15: 1} {
		ConstM32.V[i], ConstM64.V[i] = float32(v), v
		DevM32.V[i], DevM64.V[i] = float32(v), v
	}
}

// ConstDistinct reads a given number of distinct constants in each warp.
func ConstDistinct(out []float32, distinct int) {
	out[gpu.BlockIdx.X*gpu.BlockDim.X+gpu.ThreadIdx.X] = ConstMem.V[gpu.ThreadIdx.X%distinct]
}

// ConstByWarp reads one constant in each warp.
func ConstByWarp(out []float32) {
	out[gpu.BlockIdx.X*gpu.BlockDim.X+gpu.ThreadIdx.X] = ConstMem.V[gpu.ThreadIdx.X/32]
}

// FilterConst is FilterGlobal with the filter in constant memory.
func FilterConst(in, out []float32, w, h, r int) {
	x := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	y := gpu.BlockIdx.Y*gpu.BlockDim.Y + gpu.ThreadIdx.Y
	if x < r || y < r || x >= w-r || y >= h-r {
		return
	}
	s := float32(0)
	for i := 0; i <= 2*r; i++ {
		for j := 0; j <= 2*r; j++ {
			s += in[(y+i-r)*w+x+j-r] * ConstFilter.V[i*(2*r+1)+j]
		}
	}
	out[y*w+x] = s
}

// real is the type of a coordinate.
type real interface{ float32 | float64 }

// transform applies the homogeneous 4×4 matrix m to a point.
func transform[T real](m *[16]T, vx, vy, vz T) (x, y, z T) {
	nx := vx*m[0] + vy*m[1] + vz*m[2] + m[3]
	ny := vx*m[4] + vy*m[5] + vz*m[6] + m[7]
	nz := vx*m[8] + vy*m[9] + vz*m[10] + m[11]
	nw := vx*m[12] + vy*m[13] + vz*m[14] + m[15]
	return nx / nw, ny / nw, nz / nw
}

// transformVolatile is transform with a volatile load for every use of an element.
func transformVolatile[T real](m *[16]T, vx, vy, vz T) (x, y, z T) {
	nx := vx*gpu.LoadVolatile(&m[0]) + vy*gpu.LoadVolatile(&m[1]) + vz*gpu.LoadVolatile(&m[2]) + gpu.LoadVolatile(&m[3])
	ny := vx*gpu.LoadVolatile(&m[4]) + vy*gpu.LoadVolatile(&m[5]) + vz*gpu.LoadVolatile(&m[6]) + gpu.LoadVolatile(&m[7])
	nz := vx*gpu.LoadVolatile(&m[8]) + vy*gpu.LoadVolatile(&m[9]) + vz*gpu.LoadVolatile(&m[10]) + gpu.LoadVolatile(&m[11])
	nw := vx*gpu.LoadVolatile(&m[12]) + vy*gpu.LoadVolatile(&m[13]) + vz*gpu.LoadVolatile(&m[14]) + gpu.LoadVolatile(&m[15])
	return nx / nw, ny / nw, nz / nw
}

// TransformConst32 transforms n points by a matrix in constant memory. Their coordinates
// are in three arrays.
func TransformConst32(x, y, z []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	x[i], y[i], z[i] = transform(&ConstM32.V, x[i], y[i], z[i])
}

// TransformConst64 is TransformConst32 of float64.
func TransformConst64(x, y, z []float64, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	x[i], y[i], z[i] = transform(&ConstM64.V, x[i], y[i], z[i])
}

// TransformGlobal32 is TransformConst32 with volatile loads of a matrix in global memory.
func TransformGlobal32(x, y, z []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	x[i], y[i], z[i] = transformVolatile(&DevM32.V, x[i], y[i], z[i])
}

// TransformGlobal64 is TransformGlobal32 of float64.
func TransformGlobal64(x, y, z []float64, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	x[i], y[i], z[i] = transformVolatile(&DevM64.V, x[i], y[i], z[i])
}
