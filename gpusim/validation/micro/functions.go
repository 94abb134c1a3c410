package micro

// This file holds the functions of throughput.cu, as chains.

import "gpucourse/gpusim/gpu"

// FDiv divides by a constant.
func FDiv(n int, sink []float32) {
	v := float32(1e9)
	for range n {
		for range 32 {
			v /= 1.0003
		}
	}
	if v == 77 {
		sink[0] = v
	}
}

// FRcp is a rounded reciprocal and an addition.
func FRcp(n int, sink []float32) {
	v := float32(1.5)
	for range n {
		for range 32 {
			v = gpu.Rcp(v) + 0.5
		}
	}
	if v == 77 {
		sink[0] = v
	}
}

// FSqrt is a rounded square root and an addition.
func FSqrt(n int, sink []float32) {
	v := float32(1e9)
	for range n {
		for range 64 {
			v = gpu.Sqrt(v) + 5
		}
	}
	if v == 77 {
		sink[0] = v
	}
}

// Rsqrt is a reciprocal square root and an addition.
func Rsqrt(n int, sink []float32) {
	v := float32(1e9)
	for range n {
		for range 64 {
			v = gpu.Rsqrt(v) + 5
		}
	}
	if v == 77 {
		sink[0] = v
	}
}

// Sin is the sine of small arguments and an addition.
func Sin(n int, sink []float32) {
	v := float32(0.5)
	for range n {
		for range 16 {
			v = gpu.Sin(v) + 0.1
		}
	}
	if v == 77 {
		sink[0] = v
	}
}

// Exp is CUDA's __expf of −v: a multiplication and a power of two.
func Exp(n int, sink []float32) {
	v := float32(0.5)
	for range n {
		for range 64 {
			v = gpu.Exp2(v * -1.442695)
		}
	}
	if v == 77 {
		sink[0] = v
	}
}
