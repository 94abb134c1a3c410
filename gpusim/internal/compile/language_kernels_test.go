package compile_test

// This file holds kernels that together use every part of Go that kernels can use.
// TestLanguage runs each natively and compiled.

import (
	"math"
	"math/bits"

	"gpucourse/gpusim/gpu"
)

func thread() int { return gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X }

type matrix struct {
	Width, Height int
	Elements      []float32
}

func (m matrix) at(y, x int) float32      { return m.Elements[y*m.Width+x] }
func (m *matrix) set(y, x int, v float32) { m.Elements[y*m.Width+x] = v }

func structParams(c, a, b matrix) {
	i := thread()
	y, x := i/c.Width, i%c.Width
	if y >= c.Height {
		return
	}
	var sum float32
	for k := range a.Width {
		sum += a.at(y, k) * b.at(k, x)
	}
	c.set(y, x, sum)
}

type pair[T int32 | float32] struct{ a, b T }

func (p pair[T]) swap() pair[T] { return pair[T]{p.b, p.a} }

func divmod(a, b int32) (q, r int32) {
	if b == 0 {
		return 0, a
	}
	return a / b, a % b
}

func larger[T int32 | float32](a, b T) T {
	if a > b {
		return a
	}
	return b
}

func helpers(out, in []int32) {
	i := thread()
	q, r := divmod(in[i], in[(i+1)%len(in)])
	p := pair[int32]{q, r}.swap()
	out[i] = larger(p.a, p.b) + int32(larger(float32(q), 0.5))
}

func narrowInts(out []int32, a []int8, b []uint8, c []int16, d []uint16) {
	i := thread()
	x, y, z, w := a[i], b[i], c[i], d[i]
	x += x
	y = y*3 + 250
	z <<= 3
	w = ^w - uint16(y)
	x ^= int8(y)
	s := int32(x) + int32(y)*2 + int32(z)*3 + int32(w)*5
	s += int32(uint8(x)>>2) + int32(x>>2) + int32(uint8(s)&^y) + int32(int8(s))
	out[i] = s - int32(-x)
}

func wideInts(out []int64, a []int64, b []uint64, n int64) {
	i := thread()
	x, y := a[i], b[i]
	x = x*n - x>>3 + int64(y>>5)
	y = uint64(x)<<(y%70) ^ y
	if uint64(x) > y {
		x = -x
	}
	out[i] = x/7 + x%13 + int64(int32(y)) + int64(uint32(y)) + int64(len(a))
}

func shifts(out []uint32, in []uint32) {
	i := thread()
	x := in[i]
	n := x % 40
	out[i] = x<<n ^ x>>n ^ uint32(int32(x)>>n) ^ uint32(uint8(x)<<(n&15)) ^ uint32(int8(x)>>(n&15)) ^ x<<uint64(n)
}

func conversions(out []float64, f []float32, d []float64, n []int32) {
	i := thread()
	v := float64(int32(f[i])) + float64(int8(n[i])) + float64(uint16(n[i])) + float64(int64(d[i]))
	v += float64(float32(d[i])) + float64(float32(n[i])) + float64(uint32(f[i]*f[i])) + float64(f[i])
	out[i] = v
}

func logic(out []int32, in []int32) {
	i := thread()
	v := in[i]
	ok := v > 0 && v%2 == 0 || v < -10 && !(v%3 == 0)
	both := ok == (v > 5)
	if ok && i < len(in)-1 && in[i+1] > 0 || both {
		out[i] = 1
	} else if ok != both {
		out[i] = 2
	}
	flags := [2]bool{ok, both}
	if flags[v&1] {
		out[i] += 10
	}
}

func control(out, in []int32) {
	i := thread()
	v := in[i]
	switch {
	case v < 0:
		v = -v
		fallthrough
	case v > 100:
		v /= 2
	case v == 7, v == 9:
		v = 1
	default:
		v++
	}
	switch v % 4 {
	case 0:
		v += 3
	case 1, 2:
		v *= 2
	}
outer:
	for a := int32(0); a < 10; a++ {
		for b := range int32(10) {
			if a*b > v {
				break outer
			}
			if b > a {
				continue outer
			}
			v += a ^ b
		}
	}
	for v > 50 {
		v -= 7
	}
	out[i] = v
}

func arrays(out []float32, in []float32) {
	i := thread()
	var a [8]float32
	for k := range a {
		a[k] = in[(i+k)%len(in)]
	}
	b := a
	b[i%8] = 100
	var sum float32
	for k, v := range a {
		a[(k+1)%8] += v
		sum += v
	}
	for _, v := range b {
		sum += v
	}
	for k := range &a {
		sum += a[k] * float32(k)
	}
	table := [4]float32{1, 2, 4, 8}
	out[i] = sum + table[i&3] + a[i%8] + float32(len(a))
	if a == b {
		out[i] = -1
	}
}

type particle struct {
	pos, vel gpu.Float3
	id       int32
	tag      [3]uint8
}

func structs(out []particle, in []particle, dt float32) {
	i := thread()
	p := in[i]
	q := &out[i]
	p.pos.X += p.vel.X * dt
	p.tag[i%3]++
	*q = p
	q.pos.Y = in[i].vel.Y
	q.vel = gpu.Float3{X: 1, Z: p.pos.Z}
	if p == *q {
		q.id = -1
	}
}

func vectors(out []gpu.Float4, a []gpu.Float4, b []gpu.Double2, c []gpu.Uchar4) {
	i := thread()
	v, w, u := a[i], b[i], c[i]
	v.X, v.Y = v.Y, v.X
	v.Z += float32(w.X * w.Y)
	v.W = float32(u.X) + float32(u.W)
	out[i] = v
}

func resliced(out, in []float32, n int) {
	i := thread()
	row := in[i : i+n]
	var sum float32
	for _, v := range row {
		sum += v
	}
	for tail := row[1:]; len(tail) > 0; tail = tail[1:] {
		sum += tail[0] * 0.5
	}
	pick := in
	if i%2 == 0 {
		pick = out
	}
	if len(pick) > len(in)-1 {
		sum += in[n:][0]
	}
	p := &out[i]
	*p = sum
	if p == &out[i] {
		*p += 1
	}
}

func shared(out, in []int32) {
	tile := gpu.Shared[[2][64]int32]()
	sum := gpu.Shared[int32]()
	dyn := gpu.DynamicShared[int32]()
	t, i := gpu.ThreadIdx.X, thread()
	if t == 0 {
		*sum = 0
	}
	cur, next := &tile[0], &tile[1]
	cur[t] = in[i]
	dyn[t] = in[i] * 2
	gpu.SyncThreads()
	for d := 1; d < gpu.BlockDim.X; d *= 2 {
		v := cur[t]
		if t >= d {
			v += cur[t-d]
		}
		next[t] = v
		cur, next = next, cur
		gpu.SyncThreads()
	}
	gpu.AtomicAdd(sum, in[i])
	gpu.SyncThreads()
	out[i] = cur[t] + *sum + dyn[len(dyn)-1-t]
}

type point struct {
	x, y float32
	w    [2]int16
}

func sharedStructs(out []float32, in []float32) {
	s := gpu.Shared[[64]point]()
	t, i := gpu.ThreadIdx.X, thread()
	s[t] = point{in[i], in[i] * 2, [2]int16{int16(t), -1}}
	gpu.SyncThreads()
	o := s[63-t]
	p := &s[t/2]
	out[i] = o.x - o.y + float32(o.w[t&1]) + p.y
}

func closures(out, in []float32, k float32) {
	i := thread()
	n := 0
	scale := func(v float32) float32 {
		n++
		return v * k
	}
	apply := func(f func(float32) float32, v float32) float32 { return f(f(v)) }
	out[i] = apply(scale, in[i]) + float32(n)
	out[i] += apply(func(v float32) float32 { return v - 1 }, in[i])
	out[i] += apply(gpu.Abs, in[i])
}

func mathFunctions(out []float64, f []float32, d []float64, n []uint32) {
	i := thread()
	x, y, u := f[i], d[i], n[i]
	v := float64(gpu.Sqrt(gpu.Abs(x))) + float64(gpu.Fma(x, x, 1)) + float64(gpu.Min(x, 0.5)) + float64(gpu.Floor(x))
	v += math.Sqrt(math.Abs(y)) + math.Max(y, 1) + math.FMA(y, y, -1) + math.Trunc(y) + math.Mod(y, 3)
	v += float64(min(x, 1, -x)) + float64(max(i, 3)) + float64(gpu.Popc(u)) + float64(bits.LeadingZeros32(u)) + float64(gpu.Ffs(u))
	v += float64(bits.TrailingZeros32(u)) + float64(bits.Len32(u)) + float64(gpu.Brev(u)) + float64(math.Float32frombits(math.Float32bits(x)+1))
	v += float64(gpu.Popcll(uint64(u)<<20)) + float64(gpu.Clzll(uint64(u)<<20)) + float64(gpu.Ffsll(uint64(u)<<20))
	v += float64(gpu.Erf(x)) + math.Erfc(y/100) + float64(gpu.Expm1(x/100)) + math.Log1p(math.Abs(y)) + float64(gpu.Copysign(3, x)) + math.Copysign(y, float64(x))
	v += float64(gpu.Lgamma(x)) + float64(gpu.Gamma(x/50)) + math.Gamma(y/50) + float64(gpu.Nextafter(x, 1)-x)*1e6 + (math.Nextafter(y, 1)-y)*1e15
	if gpu.Signbit(x) != math.Signbit(y) {
		v = -v
	}
	if math.IsNaN(y) || math.IsInf(y, 0) || y == math.Inf(-1) {
		v = 0
	}
	out[i] = v
}

// floatParts writes bits, so that zeros keep their sign. All NaNs are one.
func floatParts(out []uint64, out32 []uint32, d []float64, f []float32, n []int32) {
	i := thread()
	scale := int(n[i])
	if i >= 2*gpu.WarpSize {
		scale *= 16
	}
	store64 := func(at int, v float64) {
		if v != v {
			v = math.NaN()
		}
		out[8*i+at] = math.Float64bits(v)
	}
	store32 := func(at int, v float32) {
		if v != v {
			v = 2
		}
		out32[8*i+at] = math.Float32bits(v)
	}
	frac, exp := math.Frexp(d[i])
	whole, rest := math.Modf(d[i])
	sin, cos := math.Sincos(float64(n[i]))
	store64(0, frac)
	store64(1, float64(exp))
	store64(2, whole)
	store64(3, rest)
	store64(4, sin)
	store64(5, cos)
	store64(6, math.Ldexp(d[i], scale))
	store64(7, math.Ldexp(frac, -1010-i%64)) // subnormal
	frac32, exp32 := gpu.Frexp(f[i])
	whole32, rest32 := gpu.Modf(f[i])
	sin32, cos32 := gpu.Sincos(float32(n[i]))
	store32(0, frac32)
	store32(1, float32(exp32))
	store32(2, whole32)
	store32(3, rest32)
	store32(4, sin32)
	store32(5, cos32)
	store32(6, gpu.Ldexp(f[i], scale))
	store32(7, gpu.Ldexp(frac32, -120-i%32))
}

func bitFunctions(out []uint64, n []uint32) {
	i := thread()
	u := n[i]
	hi, lo := bits.Mul64(uint64(u)<<20+7, uint64(u)<<30+uint64(i))
	hi32, lo32 := bits.Mul32(u, u<<3)
	v := hi ^ lo ^ uint64(hi32)<<32 ^ uint64(lo32)
	v = v*31 + uint64(bits.RotateLeft32(u, i))
	v = v*31 + bits.RotateLeft64(uint64(u)<<8, -i)
	v = v*31 + uint64(bits.RotateLeft8(uint8(u), 3+i)) + uint64(bits.RotateLeft16(uint16(u), -5))
	out[i] = v*31 + uint64(bits.RotateLeft32(u, 0)) + uint64(bits.RotateLeft32(u, 32))
}

func atomics(out []int32, sum []float32, u []uint32, in []int32) {
	i := thread()
	v := in[i]
	gpu.AtomicAdd(&sum[0], 1)
	gpu.AtomicMax(&out[0], v)
	gpu.AtomicMin(&out[1], v)
	gpu.AtomicAnd(&out[2], v)
	gpu.AtomicOr(&out[3], v)
	gpu.AtomicXor(&out[4], v)
	gpu.AtomicSub(&out[5], v)
	gpu.AtomicInc(&u[0], 10)
	gpu.AtomicDec(&u[1], 10)
	for {
		old := out[6]
		if gpu.AtomicCAS(&out[6], old, old+v) == old {
			break
		}
	}
}

func warps(out []int32, in []int32) {
	i := thread()
	v := in[i]
	for d := gpu.WarpSize / 2; d > 0; d /= 2 {
		v += gpu.ShflDownSync(gpu.FullMask, v, d)
	}
	v = gpu.ShflSync(gpu.FullMask, v, 0) + gpu.ShflUpSync(gpu.FullMask, in[i], 1) + gpu.ShflXorSync(gpu.FullMask, in[i], 3)
	width := 1 << (in[0] & 3)
	v += gpu.ShflSync(gpu.FullMask, in[i], 7, 4) + gpu.ShflUpSync(gpu.FullMask, in[i], 1, width) + gpu.ShflDownSync(gpu.FullMask, in[i], 2, 2*width)
	for d := 4; d > 0; d /= 2 {
		v += gpu.ShflXorSync(gpu.FullMask, v, d, 4)
	}
	w := gpu.ShflXorSync(gpu.FullMask, float64(in[i]), 1)
	b := gpu.BallotSync(gpu.FullMask, in[i] > 0)
	if gpu.AnySync(gpu.FullMask, in[i] > 90) != gpu.AllSync(gpu.FullMask, in[i] > 0) {
		v++
	}
	out[i] = v + int32(b) + int32(w) + int32(gpu.LaneID()) + int32(gpu.WarpID())*100
}

func matches(out []uint32, in []int32) {
	i := thread()
	v := in[i]
	s := gpu.MatchAnySync(gpu.FullMask, v%4)
	s ^= gpu.MatchAnySync(gpu.FullMask, uint32(v)&1)*3 + gpu.MatchAnySync(gpu.FullMask, int64(v%3)<<35)*5
	s ^= gpu.MatchAnySync(gpu.FullMask, float32(v%3)*0)*7 + gpu.MatchAnySync(gpu.FullMask, float64(v%5)*0)*11
	s ^= gpu.MatchAllSync(gpu.FullMask, v)*13 + gpu.MatchAllSync(gpu.FullMask, i/gpu.WarpSize)*17
	if b := gpu.BallotSync(gpu.FullMask, v%2 == 0); v%2 == 0 {
		s ^= gpu.MatchAnySync(b, v%8)*19 + gpu.MatchAllSync(b, uint64(v%2))*23
	}
	out[i] = s
}

func reductions(out []uint32, in []int32) {
	i := thread()
	v := in[i]
	s := uint32(gpu.ReduceAddSync(gpu.FullMask, v)) ^ gpu.ReduceAddSync(gpu.FullMask, uint32(v)*3)*5
	s ^= uint32(gpu.ReduceMinSync(gpu.FullMask, v-50))*7 + gpu.ReduceMinSync(gpu.FullMask, uint32(v-50))*11
	s ^= uint32(gpu.ReduceMaxSync(gpu.FullMask, v-50))*13 + gpu.ReduceMaxSync(gpu.FullMask, uint32(v-50))*17
	if b := gpu.BallotSync(gpu.FullMask, v%3 == 0); v%3 == 0 {
		s ^= gpu.ReduceAndSync(b, uint32(v))*19 + gpu.ReduceOrSync(b, uint32(v))*23 + gpu.ReduceXorSync(b, uint32(v))*29
	}
	out[i] = s
}

// asyncCopies copies elements of 4, 8 and 16 bytes in groups, some of them not whole.
func asyncCopies(out, x []float32, v []gpu.Float4, d []float64) {
	words := gpu.Shared[[2][64]float32]()
	vectors := gpu.Shared[[64]gpu.Float4]()
	doubles := gpu.Shared[[2 * 64]float64]()
	i, t := thread(), gpu.ThreadIdx.X
	gpu.CopyAsync(&words[0][t], &x[i], 1)
	gpu.CopyAsync(&vectors[t], &v[i], 1)
	gpu.CommitCopies()
	gpu.CopyAsyncZfill(&words[1][t&^3], &x[i&^3], 4, i%3)
	if i%2 == 0 {
		gpu.CopyAsync(&doubles[t], &d[i], 2)
	}
	gpu.CopyAsyncZfill(&doubles[64+t], &d[i], 1, t%2)
	gpu.CommitCopies()
	gpu.WaitCopies(1)
	s := words[0][t] + vectors[t].X + vectors[t].W
	gpu.WaitCopies(0)
	gpu.SyncThreads()
	if t%4 == 3 {
		out[i] = s + words[1][t] // the last of four threads that copy the same
	}
	out[i] += s + words[0][63-t] + vectors[63-t].Y
	if doubles[t] > doubles[127-t] {
		out[i]++
	}
}

// sharedBarriers hands values on through barriers in shared memory, and copies in bulk.
func sharedBarriers(out, x []float32) {
	tile := gpu.Shared[[16]gpu.Float4]()
	turn := gpu.Shared[gpu.Barrier]()
	bar := gpu.Shared[gpu.Barrier]()
	t := gpu.ThreadIdx.X
	first := gpu.BlockIdx.X * gpu.BlockDim.X
	if t == 0 {
		turn.Init(gpu.BlockDim.X)
		bar.Init(2)
	}
	gpu.SyncThreads()
	if t == 32 {
		bar.ExpectTx(256)
		gpu.CopyBulk(&tile[0].X, &x[first], 64, bar)
		bar.Arrive()
	}
	if t == 1 {
		bar.ArriveTx(0)
	}
	bar.WaitParity(0)
	v := tile[t/4].X + tile[15-t/4].W
	token := turn.Arrive()
	gpu.FenceProxyAsync()
	turn.Wait(token)
	tile[t/4].Y = v
	turn.ArriveAndWait()
	if t == 0 {
		gpu.StoreBulk(&out[first], &tile[0].X, 64)
		gpu.CommitBulk()
		gpu.WaitBulkRead(0)
	}
}

// matrixProducts multiplies matrices of half precision in each warp.
func matrixProducts(out, x []float32) {
	tiles := gpu.Shared[[2][24][24]gpu.Half]()
	i, lane, warp := thread(), gpu.LaneID(), gpu.WarpID()
	tile := &tiles[warp]
	for k := range 12 {
		e := k*32 + lane
		tile[e/16][e%16] = gpu.ToHalf(x[(i+7*k)%len(x)])
	}
	gpu.SyncThreads()
	a := gpu.LoadMatrixX4(&tile[lane%16][lane/16*8])
	c := [4]float32{1, x[i], 0, tile[lane%16][3].Float32()}
	c = gpu.MmaM16N8K16(a, gpu.LoadMatrixX2(&tile[16+lane%8][lane/8%2*8]), c)
	c = gpu.MmaM16N8K16(gpu.LoadMatrixX4Trans(&tile[lane%16][lane/16*8]), gpu.LoadMatrixX2Trans(&tile[lane%16][0]), c)
	out[i] = c[0] + c[1]*2 + c[2]*4 + c[3]*8
}

func barrierVotes(out, in []int32) {
	i := thread()
	v := in[i]
	n := int32(gpu.SyncThreadsCount(v%3 == 0))*7 + int32(gpu.SyncThreadsCount(v > 1000000))*11
	if gpu.SyncThreadsAnd(v < 1<<20) {
		n += 13
	}
	if gpu.SyncThreadsAnd(v%2 == 0) {
		n += 17
	}
	if gpu.SyncThreadsOr(v == 5) {
		n += 19
	}
	if gpu.SyncThreadsOr(v < -1<<30) {
		n += 23
	}
	out[i] = n
}

func readOnly(out []float32, in gpu.ReadOnly[float32], m gpu.Pitched[float32]) {
	i := thread()
	row := m.Row(i % m.Height)
	v := in[i] + gpu.Ldg(&in[0]) + row[i%len(row)]
	gpu.StoreVolatile(&out[i], v)
	out[i] += gpu.LoadVolatile(&out[i])
}

func cached(out []float32, in []float32) {
	i := thread()
	v := gpu.LoadCA(&in[i]) + gpu.LoadCG(&in[i+1]) + gpu.LoadCS(&in[i+2]) + gpu.LoadLU(&in[i+3]) + gpu.LoadCV(&in[i+4])
	gpu.StoreWB(&out[4*i], v)
	gpu.StoreCG(&out[4*i+1], v)
	gpu.StoreCS(&out[4*i+2], v)
	gpu.StoreWT(&out[4*i+3], v)
}

type tree struct {
	left, right matrix
	scale       [2]float32
	on          bool
}

func nestedParams(t tree, which uint8) {
	i := thread()
	m := t.left
	if which == 1 {
		m = t.right
	}
	if t.on && i < m.Width {
		m.Elements[i] *= t.scale[i%2]
	}
}

func swaps(a, b []float32, n int) {
	i := thread()
	src, dst := a, b
	for range n {
		dst[i] = src[i]*0.5 + 1
		src, dst = dst, src
	}
	both := [2][]float32{src, dst}
	both[1][i] += both[0][i]
}

func fibonacci(out []int32, in []int32) {
	i := thread()
	var ring struct {
		values [3]int32
		at     int
	}
	ring.values[1] = 1
	for range in[i] & 15 {
		next := (ring.at + 2) % 3
		ring.values[next] = ring.values[ring.at] + ring.values[(ring.at+1)%3]
		ring.at = (ring.at + 1) % 3
	}
	out[i] = ring.values[ring.at]
}

// constantRounds has a loop in a loop: what the inner one hands on is constant in
// each round of the outer one.
func constantRounds(out, x []int32) {
	i := thread()
	v := x[i]
	for a := range int32(4) {
		for range a & 7 {
			out[i] += v
			v = a - 5
		}
	}
	out[i] += 2 * v
}

func loopVariables(out []int32, in []int32) {
	i := thread()
	var sum int32
	for k := int32(0); k < 3; k++ {
		var acc [4]int32
		acc[in[i]&3] += k + 1
		add := func(v int32) { acc[0] += v; k += v & 1 }
		add(in[i])
		for _, v := range acc {
			sum = sum*3 + v
		}
	}
	out[i] = sum
}

// loopAddresses has addresses of variables of loops that no later iteration uses.
func loopAddresses(out []int32, in []int32) {
	i := thread()
	sum := int32(0)
	for k := int32(0); k < 3; k++ {
		v := in[i] & k
		p := &v
		*p++
		bumpInt(p, k)
		sum = sum*3 + *p
	}
	out[i] = sum
}

// keptAddresses has pointers that live longer than the blocks of their variables.
func keptAddresses(out []int32, in []int32) {
	i := thread()
	none := int32(-1)
	first := &none
	for k := range int32(5) {
		v := in[i] + k
		v *= 3
		if v > 7 {
			first = &v
			break
		}
	}
	p := &none
	if in[i] > 0 {
		w := in[i] * 5
		p = &w
	}
	*p += 4
	out[i] = *first*3 + *p
}

func bumpInt(p *int32, by int32) { *p += by }

func pointers(out []float32, in []float32) {
	i := thread()
	a, b := in[i], float32(2)
	p, q := &a, &b
	if a > 0 {
		p, q = q, p
	}
	*p += 10
	bump(q, 3)
	m := &matrix{Width: 1, Elements: out}
	m.set(i, 0, a*100+b)
}

func bump(p *float32, n int) {
	for range n {
		*p *= 1.5
	}
}

// keptVariables keeps the address of a loop's variable beyond its iteration.
func keptVariables(out []int32, in []int32) {
	i := thread()
	first := in[i] & 3
	last := &first
	for k := in[i] & 3; k < 9; k++ {
		at := func() *int32 { return &k }
		if k == in[i]&3 {
			last = at()
		}
		*last += 2
	}
	out[i] = *last
}
