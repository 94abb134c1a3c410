package compile_test

// This file holds the kernels of TestLanguage about types: methods, embedding,
// generics, arrays and structures.

import (
	"gpucourse/gpusim/gpu"
)

type base struct{ k float32 }

func (b base) scaled(v float32) float32 { return b.k * v }

type derived struct {
	base
	extra float32
}

type shape interface{ area() float32 }
type square struct{ side float32 }
type disc struct{ r float32 }

func (s square) area() float32 { return s.side * s.side }
func (d disc) area() float32   { return d.r * d.r * 3 }

func total[S shape](shapes ...S) (sum float32) {
	for _, s := range shapes {
		sum += s.area()
	}
	return sum
}

func areaOf[S shape](s S) float32 { return s.area() }

func methods(out, in []float32) {
	i := thread()
	d := derived{base{2}, 1}
	f := d.scaled
	out[i] = d.scaled(in[i]) + f(1) + areaOf(square{in[i]}) + areaOf(disc{2}) + d.extra + total(square{1}, square{in[i]})
}

type cell struct {
	w   [2][3]float32
	sum float32
	in  struct{ lo, hi int16 }
}

func matrices(out []cell, in []cell, k uint8) {
	i := thread()
	var m [2][3]float32
	for r, row := range in[i].w {
		for c, v := range row {
			m[r][c] = v + in[i].w[1-r][2-c]
		}
	}
	t := m
	t[k&1] = [3]float32{1, 2, 3}
	t[i&1][i%3]++
	c := cell{w: t, sum: m[i&1][i%3]}
	c.in.hi = int16(i)
	p := &c.w[k&1]
	for j := range p {
		c.sum += p[j]
	}
	for _, row := range [...][3]float32{m[0], t[1]} {
		c.sum += row[i%3]
	}
	if c.w == in[i].w {
		c.sum = 0
	}
	out[i] = c
	out[i].in.lo = c.in.hi - 1
}

func exchange[T any](v T, with int) T {
	slot := gpu.Shared[[64]T]()
	slot[gpu.ThreadIdx.X] = v
	gpu.SyncThreads()
	v = slot[with]
	gpu.SyncThreads()
	return v
}

func helperShared(out []int32, in []int32) {
	i := thread()
	t := gpu.ThreadIdx.X
	v := exchange(in[i], 63-t)
	w := exchange(float64(in[i])/2, t^1)
	q := exchange(gpu.Float2{X: float32(v), Y: 1}, t/2)
	out[i] = v + int32(w) + int32(q.X+q.Y)
}

type stack struct {
	items [6]int32
	n     int
}

func (s *stack) push(v int32) bool {
	if s.n == len(s.items) {
		return false
	}
	s.items[s.n] = v
	s.n++
	return true
}

func (s *stack) pop() (v int32, ok bool) {
	if s.n == 0 {
		return
	}
	s.n--
	return s.items[s.n], true
}

func stacks(out []int32, in []int32) {
	i := thread()
	var s stack
	for k := range 9 {
		if !s.push(in[(i+k)%len(in)]) {
			break
		}
		if v, ok := s.pop(); ok && v%3 == 0 {
			s.push(v / 3)
			s.push(-v)
		}
	}
	var sum int32
	for {
		v, ok := s.pop()
		if !ok {
			break
		}
		sum = sum*2 + v
	}
	out[i] = sum
}

func particles(all []particle, n int) {
	i := thread()
	mine := all[i*n : (i+1)*n]
	var sum gpu.Float3
	for k, p := range mine {
		sum.X += p.pos.X
		sum.Y += p.pos.Y * float32(k)
		mine[k].id++
	}
	first, last := &mine[0], &mine[len(mine)-1]
	first.vel, last.vel = last.vel, first.vel
	for k := range mine {
		q := &mine[k]
		q.pos = sum
		q.tag[k%3] ^= uint8(q.id)
	}
}

func paramArray(out []float32, weights [3][2]float32, on [2]bool) {
	i := thread()
	for r := range weights {
		if on[i&1] {
			out[i] += weights[r][i&1]
		}
	}
}

func namedResults(out []int32, in []int32) {
	i := thread()
	lo, hi := span(in[i : i+4])
	out[i] = hi - lo
}

func span(v []int32) (lo, hi int32) {
	lo, hi = v[0], v[0]
	for _, x := range v[1:] {
		switch {
		case x < lo:
			lo = x
		case x > hi:
			hi = x
		default:
			continue
		}
		if hi-lo > 150 {
			return
		}
	}
	return lo, hi
}

type (
	index  int32
	vec    [3]float32
	series []float32
	mode   uint8
	pixel  struct{ r, g, b uint8 }
	color  = pixel
	rgb    pixel
)

const (
	off mode = iota
	slow
	fast
	limit = 1<<4 - 1
	half  = 1.0 / 2
)

func (v vec) dot(w vec) (s float32) {
	for i := range v {
		s += v[i] * w[i]
	}
	return
}

func (s series) mean() float32 {
	var sum float32
	for _, x := range s {
		sum += x
	}
	return sum / float32(len(s))
}

func (m mode) factor() float32 {
	switch m {
	case slow:
		return half
	case fast:
		return 2
	}
	return 0
}

func (v *vec) scale(k float32) *vec {
	for i := range v {
		v[i] *= k
	}
	return v
}

func unit(axis int) (v vec) {
	v[axis%3] = 1
	return v
}

func oddities(out []float32, in []float32, px []pixel, n uint) {
	i := thread()
	k := index(i) & limit
	v := vec{in[i], 2: half, 1: in[k]}
	v[0], v[1] = v[1], v[0]
	w := *v.scale(2)
	sum := v.dot(w) + unit(i).dot(v) + series(in[k:k+3:k+5]).mean()
	for m := off; m <= fast; m++ {
		sum += m.factor()
	}
	c := color{uint8(i), 255, 3}
	c.g++
	d := rgb(c)
	d.r |= 1 << 3
	d.b &^= 2
	d.b <<= uint(k) & 7
	q := px[i]
	q.r, q.g, q.b = q.b, q.r, q.g
	px[i] = pixel(d)
	if px[i] != q {
		px[i].g ^= q.g
	}
	anon := struct {
		a, b int32
	}{b: int32(k)}
	switch x := anon.b % 3; {
	case x == 0, x == 2:
		sum += float32(int32(1) << (n % 5))
	default:
		sum -= float32(uint8(k) >> 1)
	}
	for j := uint8(250); j >= 250; j++ {
		sum += 0.25
	}
loop:
	for j := 0; ; j++ {
		switch {
		case j == 3:
			continue loop
		case j > int(k):
			break loop
		}
		sum += float32(j)
	}
	t := [2][]float32{in[:4], in[4:9]}
	sum += t[1][0] + float32(len(t[1])) + float32(max(len(t[0]), 3))
	var grid [3][3]int32
	for y := range 3 {
		for x := range 3 {
			grid[y][x] = int32(y*3 + x)
		}
	}
	row := &grid[1]
	row[2], row[0] = row[0], row[2]
	col := [...]int32{grid[0][1], grid[1][0], grid[2][2]}
	sum += float32(col[i%3]*grid[i%3][1] + row[i%3])
	add := func(xs ...float32) (s float32) {
		for _, x := range xs {
			s += x
		}
		return s
	}
	sum += add() + add(1, 2, v[2]) + add(in[:2]...)
	if f := gpu.Floor(sum); f > 0 && !(f < 1 || f != f) {
		sum -= f
	}
	{
		sum := sum * 2
		out[i] = sum
	}
	out[i] += sum
}
