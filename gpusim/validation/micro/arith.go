package micro

// This file holds the arithmetic of throughput.cu: chains of one operation. nvcc unrolled
// loops of sixteen steps by four, longer ones by two.

import "gpucourse/gpusim/gpu"

// Ffma1 is one chain of multiply-adds, sixteen per iteration. The loop counter changes
// first.
func Ffma1(n int, sink []float32) {
	a, more := float32(gpu.ThreadIdx.X), n > 0
	for more {
		a = a*1.0001 + 0.5
		n--
		a = a*1.0001 + 0.5
		more = n > 0
		for range 14 {
			a = a*1.0001 + 0.5
		}
	}
	if a == 1.234 {
		sink[0] = a
	}
}

// Ffma2 is two chains, each with sixteen steps per iteration. nvcc computes the factor in
// each iteration, which takes ten cycles; a multiply-add and a maximum take as long.
func Ffma2(n int, zero float32, sink []float32) {
	var a [2]float32
	for k := range a {
		a[k] = float32(gpu.ThreadIdx.X + k)
	}
	more := n > 0
	for more {
		b := zero*zero + 1.0001
		n--
		b = max(b, zero)
		more = n > 0
		for range 16 {
			for k := range a {
				a[k] = a[k]*b + 0.5
			}
		}
	}
	s := float32(0)
	for k := range a {
		s += a[k]
	}
	if s == 1.234 {
		sink[0] = s
	}
}

// Ffma4 is four chains, each with sixteen steps per iteration; see Ffma2.
func Ffma4(n int, zero float32, sink []float32) {
	var a [4]float32
	for k := range a {
		a[k] = float32(gpu.ThreadIdx.X + k)
	}
	more := n > 0
	for more {
		b := zero*zero + 1.0001
		n--
		b = max(b, zero)
		more = n > 0
		for range 16 {
			for k := range a {
				a[k] = a[k]*b + 0.5
			}
		}
	}
	s := float32(0)
	for k := range a {
		s += a[k]
	}
	if s == 1.234 {
		sink[0] = s
	}
}

// Ffma8 is eight chains, each with four steps per iteration; see Ffma2.
func Ffma8(n int, zero float32, sink []float32) {
	var a [8]float32
	for k := range a {
		a[k] = float32(gpu.ThreadIdx.X + k)
	}
	more := n > 0
	for more {
		b := zero*zero + 1.0001
		n--
		b = max(b, zero)
		more = n > 0
		for range 4 {
			for k := range a {
				a[k] = a[k]*b + 0.5
			}
		}
	}
	s := float32(0)
	for k := range a {
		s += a[k]
	}
	if s == 1.234 {
		sink[0] = s
	}
}

// FMALatency is the chain of micro.cu on a value that it loads just before. The timed part
// includes the wait for that load, so the kernel stores nothing if n is 0.
func FMALatency(n int, f []float32) {
	a, b := f[0], f[1]
	for range n {
		for range 256 {
			a = a*b + b
		}
	}
	if n > 0 {
		f[0] = a
	}
}

// FAdd adds a constant.
func FAdd(n int, sink []float32) {
	v := float32(gpu.ThreadIdx.X)
	for range n {
		for range 64 {
			v += 1.5
		}
	}
	if v == 77 {
		sink[0] = v
	}
}

// FMul multiplies with a constant.
func FMul(n int, sink []float32) {
	v := float32(gpu.ThreadIdx.X)
	for range n {
		for range 64 {
			v *= 1.0001
		}
	}
	if v == 77 {
		sink[0] = v
	}
}

// IAdd adds after a logical operation.
func IAdd(n int, sink []float32) {
	v, b := int32(gpu.ThreadIdx.X), int32(gpu.ThreadIdx.X+3)
	for range n {
		for range 64 {
			v = (v ^ 0x55) + b
		}
	}
	if v == 77 {
		sink[0] = float32(v)
	}
}

// IMad is a multiply-add of integers.
func IMad(n int, sink []float32) {
	v, b := int32(gpu.ThreadIdx.X), int32(gpu.ThreadIdx.X+3)
	for range n {
		for range 64 {
			v = v*b + 7
		}
	}
	if v == 77 {
		sink[0] = float32(v)
	}
}

// Shl is a shift and a logical operation.
func Shl(n int, sink []float32) {
	v, b := uint32(gpu.ThreadIdx.X), uint32(gpu.ThreadIdx.X+3)
	for range n {
		for range 64 {
			v = (v << 1) ^ b
		}
	}
	if v == 77 {
		sink[0] = float32(v)
	}
}

// IDiv divides by a loop-invariant number, and adds.
func IDiv(n int, sink []float32) {
	v, b := int32(1<<30), int32(gpu.ThreadIdx.X+3)
	for range n {
		for range 32 {
			v = v/b + 1<<29
		}
	}
	if v == 77 {
		sink[0] = float32(v)
	}
}

// IRem takes the remainder by a loop-invariant number, and adds.
func IRem(n int, sink []float32) {
	v, b := int32(1<<30), int32(gpu.ThreadIdx.X+3)
	for range n {
		for range 32 {
			v = v%b + 1<<29
		}
	}
	if v == 77 {
		sink[0] = float32(v)
	}
}

// LMad is a multiply-add of 64-bit integers.
func LMad(n int, sink []float32) {
	v, b := int64(gpu.ThreadIdx.X), int64(gpu.ThreadIdx.X+3)
	for range n {
		for range 64 {
			v = v*b + 7
		}
	}
	if v == 77 {
		sink[0] = float32(v)
	}
}

// DAdd adds a constant to a float64.
func DAdd(n int, sink []float32) {
	v := float64(gpu.ThreadIdx.X)
	for range n {
		for range 64 {
			v += 1.5
		}
	}
	if v == 77 {
		sink[0] = float32(v)
	}
}

// DFma is a multiply-add of float64.
func DFma(n int, sink []float32) {
	v := float64(gpu.ThreadIdx.X)
	for range n {
		for range 64 {
			v = v*1.0001 + 0.5
		}
	}
	if v == 77 {
		sink[0] = float32(v)
	}
}

// DDiv divides float64 by a constant.
func DDiv(n int, sink []float32) {
	v := 1e9
	for range n {
		for range 32 {
			v /= 1.0003
		}
	}
	if v == 77 {
		sink[0] = float32(v)
	}
}

// I2F converts to an integer and back.
func I2F(n int, sink []float32) {
	v := float32(3)
	for range n {
		for range 64 {
			v = float32(int32(v) + 1)
		}
	}
	if v == 77 {
		sink[0] = v
	}
}
