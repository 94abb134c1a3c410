// Package fuzz makes random kernels, runs them natively, and makes failing ones
// small. A test compiles each for the simulated device too: both runs must
// write the same bits.
//
// A kernel is a tree of statements and typed expressions, drawn from a seed by
// weighted tables of rules, and printed as Go. All kernels take the same
// parameters: arrays to read, arrays of which every thread owns a few slots to
// write, counters for atomic additions, and scalars. What the language leaves
// open is never drawn: there are no races, divisors are odd, indexes are masked,
// floats become integers only when small, arithmetic in int (64 bits natively,
// 32 on the device) stays within conversions and masks, and barriers and
// shuffles stand only where all threads pass.
//
// Shrinking removes statements, unwraps them and replaces expressions by their
// operands, one edit at a time, as long as the difference stays.
//
// Not drawn: goto, closures, NaN payloads as integers, atomics whose result is
// used, dynamic shared memory.
package fuzz

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"gpucourse/gpusim/gpu"
)

// Kernel is one random kernel with the shape of its launch.
type Kernel struct {
	Seed        uint64
	Name        string
	Grid, Block gpu.Dim3
	helpers     []*function
	body        []*Stmt
}

// Generate draws the kernel of a seed.
func Generate(seed uint64) *Kernel {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 1))}
	k := &Kernel{Seed: seed, Name: fmt.Sprintf("K%d", seed)}
	shape := pick(g, shapes)
	k.Grid, k.Block = gpu.Dim3{X: 1 + g.IntN(3), Y: 1, Z: 1}, shape
	g.fullWarps = (shape.X*shape.Y*shape.Z)%warpSize == 0
	g.mayReturn = g.chance(20)
	g.mayPoint = g.chance(30)
	g.kernel = k.Name
	for range g.IntN(3) {
		k.helpers = append(k.helpers, g.helper())
	}
	k.body = g.kernelBody(k.Block)
	return k
}

const warpSize = 32

// shapes are the blocks that kernels are launched with: whole warps, short
// warps, and shapes whose rows do not fit a warp.
var shapes = []gpu.Dim3{
	{X: 32, Y: 1, Z: 1}, {X: 64, Y: 1, Z: 1}, {X: 96, Y: 1, Z: 1}, {X: 16, Y: 8, Z: 1}, {X: 8, Y: 4, Z: 2}, {X: 32, Y: 4, Z: 1},
	{X: 1, Y: 1, Z: 1}, {X: 5, Y: 1, Z: 1}, {X: 40, Y: 1, Z: 1}, {X: 7, Y: 3, Z: 2}, {X: 33, Y: 2, Z: 1}, {X: 12, Y: 5, Z: 1},
}

// Source prints kernels as one Go file of package main.
func Source(kernels []*Kernel) string {
	var b strings.Builder
	b.WriteString(prelude)
	for _, k := range kernels {
		k.print(&b)
	}
	return b.String()
}

// Size counts statements and expressions: what shrinking lowers.
func (k *Kernel) Size() int {
	n := 0
	for _, body := range k.bodies() {
		for _, s := range *body {
			n += s.size()
		}
	}
	return n
}

// bodies returns the statement lists of the kernel and its helpers.
func (k *Kernel) bodies() []*[]*Stmt {
	list := []*[]*Stmt{&k.body}
	for _, h := range k.helpers {
		list = append(list, &h.body)
	}
	return list
}

// prelude is what every file of kernels begins with.
const prelude = `package main

import (
	"math"

	"gpucourse/gpusim/gpu"
)

type number interface {
	~int8 | ~int16 | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~float32 | ~float64
}

type pair struct {
	A int32
	B float32
	C [3]uint16
	D float64
}

func (p pair) sum() int32 { return p.A + int32(p.C[0]) - int32(p.C[2]) }

func (p *pair) turn(by int32) { p.A, p.C[0], p.C[1], p.C[2] = p.A^by, p.C[1], p.C[2], p.C[0] }

func three[T number]() T { return 3 }

func choose[T any](p bool, a, b T) T {
	if p {
		return a
	}
	return b
}

// small is f as an integer where that is defined, and 7 elsewhere.
func small[T float32 | float64](f T) int32 {
	if f > -30000 && f < 30000 {
		return int32(f)
	}
	return 7
}

func tame[T float32 | float64](f T) T {
	if f > -1000 && f < 1000 {
		return f
	}
	return T(small(f*0.0078125)) + 0.5
}

func root(x float64) float64 { return math.Sqrt(math.Abs(x)) }

`

// parameters is the parameter list of every kernel.
const parameters = "ou []uint32, ol []int64, of []float32, od []float64, count []int32, " +
	"iu8 []uint8, ii16 []int16, ii32 []int32, iu32 []uint32, ii64 []int64, if32 []float32, if64 []float64, ipair []pair, " +
	"p0 int32, p1 uint32, p2 float32, p3 float64, p4 int64, p5 uint8"

func (k *Kernel) print(b *strings.Builder) {
	for _, h := range k.helpers {
		h.print(b)
	}
	fmt.Fprintf(b, "func %s(%s) {\n", k.Name, parameters)
	printBody(b, k.body)
	b.WriteString("}\n\n")
}

// Clone copies the kernel deeply under a new name.
func (k *Kernel) Clone(name string) *Kernel {
	c := *k
	c.Name = name
	c.helpers = nil
	for _, h := range k.helpers {
		c.helpers = append(c.helpers, h.clone())
	}
	c.body = cloneAll(k.body)
	c.rename(k.Name, name)
	return &c
}

// rename gives the helpers, whose names begin with the kernel's, the new name.
func (k *Kernel) rename(from, to string) {
	replace := func(s *string) { *s = strings.ReplaceAll(*s, from+"h", to+"h") }
	for _, h := range k.helpers {
		replace(&h.name)
	}
	for _, body := range k.bodies() {
		walk(*body, func(s *Stmt) {
			s.Lines = slices.Clone(s.Lines)
			for i := range s.Lines {
				replace(&s.Lines[i])
			}
		}, func(e **Expr) { replace(&(*e).Form) })
	}
}
