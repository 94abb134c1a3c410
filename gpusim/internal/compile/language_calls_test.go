package compile_test

// This file holds kernels whose functions are called, not inlined: with stack
// frames, arguments and results of every kind, and lanes at different depths.

import "gpucourse/gpusim/gpu"

func fib(n int32) int32 {
	if n < 2 {
		return n
	}
	return fib(n-1) + fib(n-2)
}

// ackermann calls itself for an argument of its own call.
func ackermann(m, n uint32) uint32 {
	if m == 0 {
		return n + 1
	}
	if n == 0 {
		return ackermann(m-1, 1)
	}
	return ackermann(m-1, ackermann(m, n-1))
}

// hanoi permutes its arguments from call to call.
func hanoi(n, from, to, by int32, moves *int32) {
	if n == 0 {
		return
	}
	hanoi(n-1, from, by, to, moves)
	*moves = *moves*7 + from*3 + to
	hanoi(n-1, by, to, from, moves)
}

func recursion(out, in []int32) {
	i := thread()
	sum := fib(in[i] & 7)
	for k := range int32(3) {
		sum += fib(k+in[i]&3) * (k + 1)
	}
	var moves int32
	hanoi(in[i]&3, 0, 1, 2, &moves)
	if in[i] > 0 {
		sum += int32(ackermann(uint32(i)&1, uint32(in[i])&3)) * 1000
	}
	out[i] = sum + moves
}

// even and odd call each other. The flag is a predicate that is live across calls.
func even(n int32, flag bool) (bool, int32) {
	if n == 0 {
		return flag, 1
	}
	r, depth := odd(n-1, !flag)
	if flag {
		depth += 10
	}
	return r, depth + 1
}

func odd(n int32, flag bool) (bool, int32) {
	if n == 0 {
		return !flag, 2
	}
	r, depth := even(n-1, flag)
	return r != flag, depth * 3
}

func mutual(out, in []int32) {
	i := thread()
	r, depth := even(in[i]&15, in[i] > 20)
	if r {
		depth = -depth
	}
	out[i] = depth
}

//gpu:noinline
func scale[T float32 | float64](x, by T) T { return x * by }

// scaled needs a after its calls.
//
//gpu:noinline
func scaled(a, b float32) float32 { return a + scale(b, 2) + a*scale(b, 3) }

//gpu:noinline
func pick(a, b matrix, first bool) (matrix, []float32) {
	if first {
		return a, b.Elements
	}
	return b, a.Elements
}

//gpu:noinline
func (p *particle) push(by float32) {
	p.pos.X += by
	p.id += int32(p.tag[1])
}

func called(out []float64, in []float32, m matrix, ps []particle) {
	i := thread()
	x := scaled(in[i], in[(i+1)%len(in)])
	y := scale(float64(x), 0.5)
	if i%3 == 0 {
		y += float64(scaled(x, 1))
	}
	n := matrix{m.Width, m.Height, m.Elements[1:]}
	chosen, other := pick(m, n, i%2 == 0)
	y += float64(chosen.at(i%3, i%5)) + float64(other[i%7])
	p := ps[i]
	p.push(x)
	p.push(1)
	if p.id > 0 {
		y++
	}
	out[i] = y + float64(p.pos.X)
}

// path writes to an array in the outermost frame and to one in its own. Lanes have
// different depths.
func path(seen *[8]int32, depth, want int32) int32 {
	var own [4]int32
	own[depth&3] = depth * want
	seen[depth&7] += depth
	if depth < want {
		own[1] += path(seen, depth+1, want)
		if depth&1 == 1 {
			own[2] = path(seen, want, want)
		}
	}
	return own[0] + own[1] + own[2]*3 + own[3] + seen[want&7]
}

func frames(out, in []int32) {
	i := thread()
	var seen [8]int32
	r := path(&seen, 0, in[i]&7)
	for k, v := range seen {
		r = r*3 + v*int32(k)
	}
	out[i] = r
}

// sort sorts a part of an array in place, recursively.
func sort(a *[12]int32, lo, hi int32) {
	if lo >= hi {
		return
	}
	at, pivot := lo, a[hi]
	for k := lo; k < hi; k++ {
		if a[k] < pivot {
			a[k], a[at] = a[at], a[k]
			at++
		}
	}
	a[at], a[hi] = a[hi], a[at]
	sort(a, lo, at-1)
	sort(a, at+1, hi)
}

// depthOf descends an implicit binary tree in a slice.
func depthOf(tree []int32, node int32) int32 {
	if node >= int32(len(tree)) || tree[node] < -60 {
		return 0
	}
	return 1 + max(depthOf(tree, 2*node+1), depthOf(tree, 2*node+2))
}

func sorted(out, data []int32) {
	i := thread()
	var a [12]int32
	for k := range a {
		a[k] = data[(i*7+k*k)%len(data)]
	}
	d := depthOf(data, int32(i)&7)
	sort(&a, 0, 11)
	out[i] = a[i%12]*31 + d
}

//gpu:noinline
func blockTotal(v int32) int32 {
	sums := gpu.Shared[[64]int32]()
	t := gpu.ThreadIdx.X
	sums[t] = v
	gpu.SyncThreads()
	for half := gpu.BlockDim.X / 2; half > 0; half /= 2 {
		if t < half {
			sums[t] += sums[t+half]
		}
		gpu.SyncThreads()
	}
	r := sums[0]
	gpu.SyncThreads()
	return r
}

func calledShared(out, in []int32) {
	i := thread()
	a := blockTotal(in[i])
	b := blockTotal(in[i] * in[i])
	out[i] = a*1000 + b
}
