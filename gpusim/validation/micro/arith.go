package micro

// This file holds the arithmetic of throughput.cu: chains of one operation. nvcc
// took four of the sixteen steps long iterations at once, two of the longer ones.

import "gpucourse/gpusim/gpu"

// Ffma1 is one chain of multiply-adds, sixteen an iteration, which counts itself first.
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

// Ffma2 is two chains, sixteen steps of each an iteration. nvcc makes the factor
// anew in each, which takes ten cycles: as a multiply-add and a maximum do.
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

// Ffma4 is four chains, sixteen steps of each an iteration; see Ffma2.
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

// Ffma8 is eight chains, four steps of each an iteration; see Ffma2.
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

// FMALatency is micro.cu's chain on what it loads just before: the timed part
// waits for that too, so nothing is stored where there is none.
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

// IAdd is a logical operation and a sum.
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

// IMad multiplies and adds integers.
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

// IDiv divides by what does not change, and adds.
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

// IRem is the remainder of a division by what does not change, and a sum.
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

// LMad multiplies and adds 64-bit integers.
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

// DFma multiplies and adds float64.
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
