package micro

// This file holds throughput.cu's loads of many warps. Where loads wait for each
// other, they do so as nvcc ordered them: sixteen loads of an iteration take ten
// latencies, one after another.

import "gpucourse/gpusim/gpu"

// SharedLoad4 loads words of four bytes, 128 an iteration and none waits.
func SharedLoad4(n, stride int, sink []float32) {
	s := gpu.Shared[[2048]float32]()
	for k := gpu.ThreadIdx.X; k < 2048; k += gpu.BlockDim.X {
		s[k] = 0
	}
	gpu.SyncThreads()
	a := (gpu.ThreadIdx.X * stride) & 1023
	z := float32(0)
	for range n {
		for range 16 {
			for k := range 8 {
				z = gpu.LoadVolatile(&s[a+k*32])
			}
		}
	}
	if z == 3.21 {
		sink[0] = z
	}
}

// SharedLoad8 is SharedLoad4 of eight bytes.
func SharedLoad8(n, stride int, sink []float32) {
	s := gpu.Shared[[2048]float64]()
	for k := gpu.ThreadIdx.X; k < 2048; k += gpu.BlockDim.X {
		s[k] = 0
	}
	gpu.SyncThreads()
	a := (gpu.ThreadIdx.X * stride) & 1023
	z := 0.0
	for range n {
		for range 16 {
			for k := range 8 {
				z = gpu.LoadVolatile(&s[a+k*32])
			}
		}
	}
	if z == 3.21 {
		sink[0] = float32(z)
	}
}

// GlobalHits loads words of four bytes through L1, n times sixteen.
func GlobalHits(n int, p, sink []float32, stride, mask uint32) {
	waiting(n, p, sink, uint32(gpu.ThreadIdx.X)*stride, 32*stride, mask, false)
}

// GlobalPastL1 is GlobalHits by loads that do not look into L1; blocks begin
// apart from each other. CUDA: __ldcg.
func GlobalPastL1(n int, p, sink []float32, stride, mask, apart uint32) {
	waiting(n, p, sink, uint32(gpu.ThreadIdx.X)*stride+uint32(gpu.BlockIdx.X)*apart, 32*stride, mask, true)
}

// waiting is sixteen loads an iteration, of which one or two are under way at a time.
func waiting(n int, p, sink []float32, a, step, mask uint32, past bool) {
	z, left, more := float32(0), n, n > 0
	for more {
		v0 := load(p, a&mask, past)
		z += v0
		v1 := load(p, (a+step)&mask, past)
		v2 := load(p, (a+2*step)&mask, past)
		z += v1
		v3 := load(p, (a+3*step)&mask, past)
		z += v3
		z += v2
		v4 := load(p, (a+4*step)&mask, past)
		v5 := load(p, (a+5*step)&mask, past)
		z += v4
		z += v5
		v6 := load(p, (a+6*step)&mask, past)
		v7 := load(p, (a+7*step)&mask, past)
		z += v6
		v8 := load(p, (a+8*step)&mask, past)
		z += v7
		z += v8
		v9 := load(p, (a+9*step)&mask, past)
		v10 := load(p, (a+10*step)&mask, past)
		z += v9
		v11 := load(p, (a+11*step)&mask, past)
		z += v11
		z += v10
		v12 := load(p, (a+12*step)&mask, past)
		v13 := load(p, (a+13*step)&mask, past)
		z += v12
		v14 := load(p, (a+14*step)&mask, past)
		v15 := load(p, (a+15*step)&mask, past)
		left--
		more = left > 0
		a += 16 * step
		z += v14
		z += v13
		z += v15
	}
	if z == 3.21 {
		sink[0] = z
	}
}

func load(p []float32, i uint32, past bool) float32 {
	if past {
		return gpu.LoadVolatile(&p[i])
	}
	return p[i]
}

// GlobalHits2 loads two words through L1, n times sixteen.
func GlobalHits2(n int, p []gpu.Float2, sink []float32, mask uint32) {
	z, a := float32(0), uint32(gpu.ThreadIdx.X)
	for range n {
		for k := range uint32(16) {
			v := p[(a+k*32)&mask]
			z += v.X + v.Y
		}
		a += 512
	}
	if z == 3.21 {
		sink[0] = z
	}
}

// GlobalHits4 loads four words through L1, n times sixteen.
func GlobalHits4(n int, p []gpu.Float4, sink []float32, mask uint32) {
	z, a := float32(0), uint32(gpu.ThreadIdx.X)
	for range n {
		for k := range uint32(16) {
			v := p[(a+k*32)&mask]
			z += v.X + v.Y + v.Z + v.W
		}
		a += 512
	}
	if z == 3.21 {
		sink[0] = z
	}
}

// SameLine loads eight words of one line again and again, sixteen under way at a time.
func SameLine(n int, p, sink []float32) {
	z, i := float32(0), 0
	for range n {
		var v [16]float32
		for k := range v {
			v[k] = gpu.LoadVolatile(&p[(i+k)&7])
		}
		for k := range v {
			z += v[k]
		}
		i += 16
	}
	if z == 3.2 {
		sink[0] = z
	}
}

// Table is what ConstLoad reads.
var Table gpu.Constant[[16384]float32]

// ConstLoad reads constants, of which the lanes of a warp use so many distinct
// ones, four an iteration.
func ConstLoad(n, distinct int, sink []float32) {
	z, a := float32(0), gpu.ThreadIdx.X%32%distinct
	for range n {
		v0 := Table.V[a]
		v1 := Table.V[(a+distinct)&255]
		v2 := Table.V[(a+2*distinct)&255]
		v3 := Table.V[(a+3*distinct)&255]
		a = (a + 4*distinct) & 255
		z = z + v0 + v1 + v2 + v3
	}
	if z == 3.2 {
		sink[0] = z
	}
}
