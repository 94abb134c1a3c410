package micro

// This file holds the loads of throughput.cu with many warps. Dependent loads have nvcc's
// order: the sixteen loads of an iteration take ten latencies.

import "gpucourse/gpusim/gpu"

// SharedLoad4 makes 128 independent loads of four bytes per iteration.
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

// SharedLoad8 is SharedLoad4 with words of eight bytes.
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

// GlobalHits makes 16·n loads of four bytes through L1.
func GlobalHits(n int, p, sink []float32, stride, mask uint32) {
	waiting(n, p, sink, 0, stride, mask)
}

// GlobalApart is GlobalHits with a different part of the array for each block. Launches
// bypass L1, as __ldcg does in the CUDA kernel.
func GlobalApart(n int, p, sink []float32, stride, mask, apart uint32) {
	waiting(n, p, sink, uint32(gpu.BlockIdx.X)*apart, stride, mask)
}

// Zero is a constant that must be loaded.
var Zero gpu.Constant[uint32]

// waiting makes sixteen loads per iteration, with one or two pending at a time. nvcc
// increments eight of the indices and their base in each iteration, and computes the others
// from the base shortly before their loads.
func waiting(n int, p, sink []float32, base, stride, mask uint32) {
	t, z, left, more := uint32(gpu.ThreadIdx.X), float32(0), n, n > 0
	a0, a2, a3, a4 := t*stride+base, (t+64)*stride+base, (t+96)*stride+base, (t+128)*stride+base
	a5, a6, a7, a8 := (t+160)*stride+base, (t+192)*stride+base, (t+224)*stride+base, (t+256)*stride+base
	t1, t9, t10, t11 := t+32, t+288, t+320, t+352
	t12, t13, t14, t15 := t+384, t+416, t+448, t+480
	for more {
		i0 := a0&mask + Zero.V // nvcc loads p anew in each iteration
		v0 := p[i0]
		i1 := (t1*stride + base) & mask
		z += v0
		v1 := p[i1]
		i2, i3 := a2&mask, a3&mask
		v3 := p[i3]
		z += v1
		v2 := p[i2]
		i4, i5 := a4&mask, a5&mask
		z += v2
		z += v3
		v4 := p[i4]
		v5 := p[i5]
		i6 := a6 & mask
		z += v4
		z += v5
		v6 := p[i6]
		i7 := a7 & mask
		v7 := p[i7]
		z += v6
		i8 := a8 & mask
		v8 := p[i8]
		i9 := (t9*stride + base) & mask
		z += v7
		z += v8
		v9 := p[i9]
		i11 := (t11*stride + base) & mask
		i10 := (t10*stride + base) & mask
		v11 := p[i11]
		z += v9
		v10 := p[i10]
		i12 := (t12*stride + base) & mask
		z += v10
		z += v11
		v12 := p[i12]
		i13 := (t13*stride + base) & mask
		i14 := (t14*stride + base) & mask
		v14 := p[i14]
		z += v12
		i15 := (t15*stride + base) & mask
		v13 := p[i13]
		v15 := p[i15]
		left--
		more = left > 0
		a0, a2, a3 = a0+512*stride, a2+512*stride, a3+512*stride
		a4, a5, a6 = a4+512*stride, a5+512*stride, a6+512*stride
		a7, a8, base = a7+512*stride, a8+512*stride, base+512*stride
		z += v13
		z += v14
		z += v15
	}
	if z == 3.21 {
		sink[0] = z
	}
}

// L1Words makes 16·n loads of four bytes per lane, from the lane's index on in steps of 512
// bytes. The step has 64 bits, as in l1.cu, which increments a pointer: that takes two
// additions, where a 32-bit index takes a product.
func L1Words(n int, p []uint32, at []int32, step int64, sink []int32) {
	x, i := uint32(0), int64(at[gpu.ThreadIdx.X%32])
	for range n {
		q := p[i:]
		for k := range int32(16) {
			x ^= q[k*128]
		}
		i += step
	}
	if x == 77 {
		sink[0] = 1
	}
}

// L1Pairs is L1Words with words of eight bytes.
func L1Pairs(n int, p []uint64, at []int32, step int64, sink []int32) {
	x, i := uint64(0), int64(at[gpu.ThreadIdx.X%32])
	for range n {
		q := p[i:]
		for k := range int32(16) {
			x ^= q[k*64]
		}
		i += step
	}
	if x == 77 {
		sink[0] = 1
	}
}

// L1Quads is L1Words with words of sixteen bytes.
func L1Quads(n int, p []gpu.Float4, at []int32, step int64, sink []int32) {
	x, i := float32(0), int64(at[gpu.ThreadIdx.X%32])
	for range n {
		q := p[i:]
		for k := range int32(16) {
			v := q[k*32]
			x += v.X + v.Y + v.Z + v.W
		}
		i += step
	}
	if x == 77 {
		sink[0] = 1
	}
}

// Requests makes sixteen loads per iteration from each lane's index on, 8 KB apart. Warps
// are 256 KB apart.
func Requests(n int, p []uint32, at []int32, step int32, sink []uint32) {
	x, i := uint32(0), at[gpu.ThreadIdx.X%32]+int32(gpu.ThreadIdx.X/32)<<16
	for range n {
		q := p[i:]
		for k := range int32(16) {
			x ^= q[k<<11]
		}
		i += step
	}
	if x == 77 {
		sink[0] = x
	}
}

// Wide is a chain of loads from each lane's index on, 8 KB apart. The words must be zeros.
func Wide(n int, p []uint32, at []int32, sink []uint32) {
	x, i := uint32(0), int64(at[gpu.ThreadIdx.X])
	for range n {
		x = p[i]
		i += 2048 + int64(x)
	}
	sink[0] = x
}

// Flight2 makes two loads per iteration; the next iteration waits for both.
func Flight2(n int, p []uint32, stride, step int32, sink []uint32) {
	x, i := uint32(0), int32(gpu.ThreadIdx.X%32)*stride
	for range n {
		q := p[i:]
		for k := range int32(2) {
			x ^= q[k*128]
		}
		i += step & int32(x)
	}
	sink[0] = x
}

// Flight4 makes four loads per iteration.
func Flight4(n int, p []uint32, stride, step int32, sink []uint32) {
	x, i := uint32(0), int32(gpu.ThreadIdx.X%32)*stride
	for range n {
		q := p[i:]
		for k := range int32(4) {
			x ^= q[k*128]
		}
		i += step & int32(x)
	}
	sink[0] = x
}

// SharedFlight2 is Flight2 in shared memory.
func SharedFlight2(n int, stride, step int32, sink []uint32) {
	s, x, i := gpu.Shared[[2048]uint32](), uint32(0), int32(gpu.ThreadIdx.X%32)*stride
	for range n {
		for k := range int32(2) {
			x ^= s[i+k*32]
		}
		i += step & int32(x)
	}
	sink[0] = x
}

// SharedFlight4 is Flight4 in shared memory.
func SharedFlight4(n int, stride, step int32, sink []uint32) {
	s, x, i := gpu.Shared[[2048]uint32](), uint32(0), int32(gpu.ThreadIdx.X%32)*stride
	for range n {
		for k := range int32(4) {
			x ^= s[i+k*32]
		}
		i += step & int32(x)
	}
	sink[0] = x
}

// GlobalHits2 makes 16·n loads of two words through L1, one pending at a time. As in
// waiting, nvcc increments eight of the indices and their base in each iteration.
func GlobalHits2(n int, p []gpu.Float2, sink []float32, stride, mask uint32) {
	t, base := uint32(gpu.ThreadIdx.X), uint32(0)
	z, left, more := float32(0), n, n > 0
	a0, a2, a3, a4 := t*stride, (t+64)*stride, (t+96)*stride, (t+128)*stride
	a5, a6, a7, a8 := (t+160)*stride, (t+192)*stride, (t+224)*stride, (t+256)*stride
	t1, t9, t10, t11 := t+32, t+288, t+320, t+352
	t12, t13, t14, t15 := t+384, t+416, t+448, t+480
	for more {
		v := p[a0&mask+Zero.V] // nvcc loads p anew in each iteration
		v, z = pair(p, t1*stride+base, mask, v, z)
		v, z = pair(p, a2, mask, v, z)
		v, z = pair(p, a3, mask, v, z)
		v, z = pair(p, a4, mask, v, z)
		v, z = pair(p, a5, mask, v, z)
		v, z = pair(p, a6, mask, v, z)
		v, z = pair(p, a7, mask, v, z)
		v, z = pair(p, a8, mask, v, z)
		v, z = pair(p, t9*stride+base, mask, v, z)
		v, z = pair(p, t10*stride+base, mask, v, z)
		v, z = pair(p, t11*stride+base, mask, v, z)
		v, z = pair(p, t12*stride+base, mask, v, z)
		v, z = pair(p, t13*stride+base, mask, v, z)
		v, z = pair(p, t14*stride+base, mask, v, z)
		v, z = pair(p, t15*stride+base, mask, v, z)
		left--
		more = left > 0
		a0, a2, a3 = a0+512*stride, a2+512*stride, a3+512*stride
		a4, a5, a6 = a4+512*stride, a5+512*stride, a6+512*stride
		a7, a8, base = a7+512*stride, a8+512*stride, base+512*stride
		z += v.X + v.Y
	}
	if z == 3.21 {
		sink[0] = z
	}
}

// pair adds two words to a sum and loads the next two. Their address comes before the sum.
func pair(p []gpu.Float2, at, mask uint32, v gpu.Float2, z float32) (gpu.Float2, float32) {
	s := v.X + v.Y
	q := &p[at&mask]
	z += s
	return *q, z
}

// GlobalHits4 makes 16·n loads of four words through L1.
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

// SameLine loads eight words of one line repeatedly, with sixteen pending loads. As in
// nvcc's code, the address of a load is computed before the load that precedes it.
func SameLine(n int, p, sink []float32) {
	z, i := float32(0), 0
	for range n {
		a, b, c, d := ring(p, i)
		e, f, g, h := ring(p, i+4)
		v0, v1, v2, v3 := gpu.LoadVolatile(a), gpu.LoadVolatile(b), gpu.LoadVolatile(c), gpu.LoadVolatile(d)
		a, b, c, d = ring(p, i+8)
		v4, v5, v6, v7 := gpu.LoadVolatile(e), gpu.LoadVolatile(f), gpu.LoadVolatile(g), gpu.LoadVolatile(h)
		e, f, g, h = ring(p, i+12)
		v8, v9, v10, v11 := gpu.LoadVolatile(a), gpu.LoadVolatile(b), gpu.LoadVolatile(c), gpu.LoadVolatile(d)
		v12, v13, v14, v15 := gpu.LoadVolatile(e), gpu.LoadVolatile(f), gpu.LoadVolatile(g), gpu.LoadVolatile(h)
		z = z + v0 + v1 + v2 + v3 + v4 + v5 + v6 + v7 + v8 + v9 + v10 + v11 + v12 + v13 + v14 + v15
		i += 16
	}
	if z == 3.2 {
		sink[0] = z
	}
}

// ring returns four successive indices in a ring of eight words.
func ring(p []float32, i int) (a, b, c, d *float32) {
	j, k, l := i+1, i+2, i+3
	i, j, k, l = i&7, j&7, k&7, l&7
	return &p[i], &p[j], &p[k], &p[l]
}

// Table is the constant array of ConstLoad.
var Table gpu.Constant[[16384]float32]

// ConstLoad makes four loads of constants per iteration, with a given number of distinct
// words per warp.
func ConstLoad(n, distinct int, sink []float32) {
	z, a, more := float32(0), gpu.ThreadIdx.X%32%distinct, n > 0
	for more {
		va := Table.V[a]
		b := a + distinct
		c := a + 2*distinct
		d := a + 3*distinct
		a = a + 4*distinct
		b &= 255
		c &= 255
		d &= 255
		a &= 255
		n--
		vb := Table.V[b]
		more = n > 0
		vc := Table.V[c]
		vd := Table.V[d]
		z += va
		z += vb
		z += vc
		z += vd
	}
	if z == 3.2 {
		sink[0] = z
	}
}
