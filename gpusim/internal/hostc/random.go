package hostc

// This file is the header <random>: engines and distributions as libstdc++ has them.

import (
	"math"
	"math/bits"

	"gpucourse/gpusim/internal/padding"
)

// native is a class of a library that Go implements: its constructor, and its methods, of which
// operator() is one. An object holds numbers in memory, so that a copy has them too.
type native struct {
	construct func(m *machine, at lvalue, args []argument)
	method    func(m *machine, at lvalue, name string, args []argument) value
}

// engine is a source of random numbers from least to least + reach.
type engine interface {
	seed(n uint64)
	next() uint64
	extent() (least, reach uint64)
}

// engines makes the engines. An object is an index into machine.engines; its copies draw from the
// same numbers.
var engines = map[string]func() engine{
	"mt19937":     func() engine { return newMersenne(mersenne32) },
	"mt19937_64":  func() engine { return newMersenne(mersenne64) },
	"minstd_rand": func() engine { return &minimal{factor: 48271} }, "minstd_rand0": func() engine { return &minimal{factor: 16807} },
	"default_random_engine": func() engine { return &minimal{factor: 16807} },
}

// engineType is the type of an engine; nil for another name.
func engineType(name string) *typ {
	if engines[name] == nil {
		return nil
	}
	t := recordOf(name, []field{{name: " engine", t: sizeType}})
	t.native = &native{
		construct: func(m *machine, at lvalue, args []argument) {
			m.engines = append(m.engines, engines[name]())
			m.mem.setWord(at.addr, 8, uint64(len(m.engines)), true)
			m.seedEngine(at, args)
		},
		method: func(m *machine, at lvalue, name string, args []argument) value {
			e := m.engineAt(at)
			switch {
			case e != nil && name == "operator()":
				return intValue(sizeType, int64(e.next()))
			case e != nil && name == "seed":
				m.seedEngine(at, args)
				return value{t: voidType}
			}
			return unknown(sizeType)
		},
	}
	return t
}

// engineAt returns the engine of an object; nil where the object is not known.
func (m *machine) engineAt(at lvalue) engine {
	id, known := m.mem.word(at.addr, 8)
	if !known || id == 0 || id > uint64(len(m.engines)) {
		return nil
	}
	return m.engines[id-1]
}

// seedEngine seeds an engine. One from a clock or a device is that of an engine without a seed, so
// that a program does the same each time.
func (m *machine) seedEngine(at lvalue, args []argument) {
	e := m.engineAt(at)
	if e == nil {
		return
	}
	if len(args) == 1 && args[0].value.known && args[0].value.t.number() {
		e.seed(args[0].value.bits)
		return
	}
	switch e.(type) {
	case *mersenne:
		e.seed(5489)
	default:
		e.seed(1)
	}
}

// minimal is minstd_rand: x = factor·x modulo 2³¹ - 1.
type minimal struct{ factor, x uint64 }

func (e *minimal) seed(n uint64) { e.x = max(n%math.MaxInt32, 1) }

func (e *minimal) next() uint64 {
	e.x = e.factor * e.x % math.MaxInt32
	return e.x
}

func (e *minimal) extent() (least, reach uint64) { return 1, math.MaxInt32 - 2 }

// twister holds the parameters of a Mersenne twister, in the letters of the C++ standard.
type twister struct {
	w, n, m, r int
	a          uint64
	u          int
	d          uint64
	s          int
	b          uint64
	t          int
	c          uint64
	l          int
	f          uint64
}

var (
	mersenne32 = twister{32, 624, 397, 31, 0x9908b0df, 11, 0xffffffff, 7, 0x9d2c5680, 15, 0xefc60000, 18, 1812433253}
	mersenne64 = twister{64, 312, 156, 31, 0xb5026f5aa96619e9, 29, 0x5555555555555555, 17, 0x71d67fffeda60000, 37, 0xfff7eee000000000, 43, 6364136223846793005}
)

type mersenne struct {
	twister
	x  []uint64
	at int
}

func newMersenne(t twister) *mersenne { return &mersenne{twister: t, x: make([]uint64, t.n)} }

func (e *mersenne) extent() (least, reach uint64) { return 0, math.MaxUint64 >> (64 - e.w) }

func (e *mersenne) seed(n uint64) {
	_, mask := e.extent()
	e.x[0], e.at = n&mask, e.n
	for i := 1; i < e.n; i++ {
		e.x[i] = (e.f*(e.x[i-1]^e.x[i-1]>>(e.w-2)) + uint64(i)) & mask
	}
}

func (e *mersenne) next() uint64 {
	if e.at == e.n {
		e.twist()
	}
	_, mask := e.extent()
	z := e.x[e.at]
	e.at++
	z ^= z >> e.u & e.d
	z ^= z << e.s & e.b
	z ^= z << e.t & e.c
	return (z ^ z>>e.l) & mask
}

func (e *mersenne) twist() {
	lower := uint64(1)<<e.r - 1
	for k := range e.x {
		y := e.x[k]&^lower | e.x[(k+1)%e.n]&lower
		e.x[k] = e.x[(k+e.m)%e.n] ^ y>>1 ^ y&1*e.a
	}
	e.at = 0
}

// distribution is how numbers of an engine become those that a program asks for: from two
// parameters, and a number kept for the next draw, 0 for none.
type distribution struct {
	of   *typ    // where the program names no type
	a, b float64 // where it gives none
	draw func(e engine, t *typ, a, b value, kept float64) (v value, keeps float64)
}

var distributions = map[string]distribution{
	"uniform_int_distribution": {intType, 0, math.MaxInt32, func(e engine, t *typ, a, b value, _ float64) (value, float64) {
		return intValue(t, a.int()+int64(below(e, uint64(b.int()-a.int())))), 0
	}},
	"uniform_real_distribution": {doubleType, 0, 1, func(e engine, t *typ, a, b value, _ float64) (value, float64) {
		low := rounded(t, a.float())
		return floatValue(t, rounded(t, rounded(t, fraction(e, t)*rounded(t, b.float()-low))+low)), 0
	}},
	"normal_distribution": {doubleType, 0, 1, normal},
	"bernoulli_distribution": {boolType, 0.5, 0, func(e engine, _ *typ, a, _ value, _ float64) (value, float64) {
		return truthValue(fraction(e, doubleType) < a.float()), 0
	}},
	"exponential_distribution": {doubleType, 1, 0, func(e engine, t *typ, a, _ value, _ float64) (value, float64) {
		return floatValue(t, -math.Log(1-fraction(e, t))/a.float()), 0
	}},
}

// distributionType is the type of a distribution of numbers of a type, nil where the program
// names none; it is nil for another name.
func distributionType(name string, of *typ) *typ {
	d, ok := distributions[name]
	if !ok {
		return nil
	}
	if of == nil || !of.number() {
		of = d.of
	}
	par := of
	if of == boolType {
		par = doubleType
	}
	t := recordOf(name+"<"+of.name+">", []field{{name: " a", t: par}, {name: " b", t: par}, {name: " kept", t: doubleType}})
	t.elem = of
	t.native = &native{
		construct: func(m *machine, at lvalue, args []argument) {
			for i, v := range []value{floatValue(doubleType, d.a), floatValue(doubleType, d.b), floatValue(doubleType, 0)} {
				if i < len(args) && i < 2 {
					v = args[i].value
				}
				place := m.fieldPlace(at, &t.fields[i])
				m.store(place, convert(v, place.t))
			}
		},
		method: func(m *machine, at lvalue, name string, args []argument) value {
			if name != "operator()" || len(args) != 1 {
				return unknown(of)
			}
			return m.draw(d, at, args[0])
		},
	}
	return t
}

// draw draws a number of a distribution from an engine.
func (m *machine) draw(d distribution, at lvalue, from argument) value {
	a, b := m.load(m.fieldPlace(at, &at.t.fields[0])), m.load(m.fieldPlace(at, &at.t.fields[1]))
	kept := m.fieldPlace(at, &at.t.fields[2])
	if from.value.t.native == nil || !from.placed || !a.known || !b.known {
		return unknown(at.t.elem)
	}
	e := m.engineAt(from.place)
	if e == nil {
		return unknown(at.t.elem)
	}
	m.step()
	v, keeps := d.draw(e, at.t.elem, a, b, m.load(kept).float())
	m.store(kept, floatValue(doubleType, keeps))
	return v
}

// below draws a whole number from 0 to most, inclusive.
func below(e engine, most uint64) uint64 {
	least, reach := e.extent()
	switch {
	case reach == most:
		return e.next() - least
	case reach < most:
		for {
			high := (reach + 1) * below(e, most/(reach+1))
			if n := high + e.next() - least; n <= most && n >= high {
				return n
			}
		}
	case reach == math.MaxUint64 || reach == math.MaxUint32:
		return multiplied(e, most+1, bits.Len64(reach))
	}
	scale := reach / (most + 1)
	for {
		if n := e.next() - least; n < (most+1)*scale {
			return n / scale
		}
	}
}

// multiplied is the upper half of the product of n and a drawn number of width bits. It draws
// again if the result would not be fair.
func multiplied(e engine, n uint64, width int) uint64 {
	product := func() (high, low uint64) {
		if width == 64 {
			return bits.Mul64(e.next(), n)
		}
		p := e.next() * n
		return p >> width, p & (1<<width - 1)
	}
	high, low := product()
	if low < n {
		unfair := (math.MaxUint64>>(64-width) - n + 1) % n
		for low < unfair {
			high, low = product()
		}
	}
	return high
}

// fraction draws a number from 0 to below 1, which has as many random bits as the type.
func fraction(e engine, t *typ) float64 {
	width := 53
	if t.size == floatType.size {
		width = 24
	}
	least, reach := e.extent()
	per := bits.Len64(reach+1) - 1 // whole bits of a draw
	if reach == math.MaxUint64 {
		per = 64
	}
	sum, scale := 0.0, 1.0
	for range max(padding.Units(width, per), 1) {
		sum = rounded(t, sum+rounded(t, rounded(t, float64(e.next()-least))*scale))
		scale = rounded(t, scale*(float64(reach)+1))
	}
	if f := rounded(t, sum/scale); f < 1 {
		return f
	}
	return 1 - math.Ldexp(1, -width)
}

// rounded is a number as a float type has it.
func rounded(t *typ, f float64) float64 {
	if t.size == floatType.size {
		return float64(float32(f))
	}
	return f
}

// normal draws by the polar method, which makes two numbers at a time.
func normal(e engine, t *typ, mean, deviation value, kept float64) (v value, keeps float64) {
	n := kept
	if kept == 0 {
		var x, y, square float64
		for square > 1 || square == 0 {
			x, y = rounded(t, 2*fraction(e, t)-1), rounded(t, 2*fraction(e, t)-1)
			square = rounded(t, rounded(t, x*x)+rounded(t, y*y))
		}
		scale := rounded(t, math.Sqrt(rounded(t, rounded(t, -2*rounded(t, math.Log(square)))/square)))
		n, keeps = rounded(t, y*scale), rounded(t, x*scale)
	}
	return floatValue(t, rounded(t, n*deviation.float())+mean.float()), keeps
}
