// Package fuzz generates random kernels, runs them natively, and shrinks failing ones. A
// test also runs each kernel on the simulated device: both runs must write the same bits.
//
// A kernel is a tree of statements and typed expressions, drawn from a seed by weighted
// tables of rules, and printed as Go. All kernels have the same parameters: arrays to read,
// arrays in which every thread owns a few slots to write, counters for atomic additions, an
// alias of one of the arrays, and scalars. All kernels may use the same variables in
// constant and global memory. Kernels have no undefined behaviour: there are no races,
// divisors are odd, indexes are masked, only small floats become integers, int (64 bits
// natively, 32 on the device) occurs only within conversions and masks, and all running
// threads reach each barrier and shuffle.
//
// Shrinking removes statements, unwraps them and replaces expressions by their operands,
// one edit at a time, as long as the two runs differ.
//
// Not drawn: goto, NaN payloads as integers, atomics whose result is used.
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
	Shared      int // dynamic, bytes
	// Rounded: every product of floats is converted to its own type, so that the kernel
	// computes the same bits with and without fused multiply-adds.
	Rounded bool
	helpers []*function
	body    []*Stmt
}

// Generate draws the kernel of a seed.
func Generate(seed uint64) *Kernel {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 1)), calls: newCalls(seed)}
	k := &Kernel{Seed: seed, Name: fmt.Sprintf("K%d", seed)}
	shape := pick(g, shapes)
	k.Grid, k.Block = gpu.Dim3{X: 1 + g.IntN(3), Y: 1, Z: 1}, shape
	if threads := volume(shape); threads > warpSize && g.chance(5) {
		k.Grid.X = manyThreads/threads + 1
	}
	k.Rounded = seed%2 == 1
	g.rounded = k.Rounded
	k.Shared = volume(shape) * dynamicBytes
	g.fullWarps = volume(shape)%warpSize == 0
	g.mayReturn = g.chance(20)
	g.mayPoint = g.chance(30)
	g.kernel = k.Name
	for range g.IntN(3) {
		k.helpers = append(k.helpers, g.helper())
	}
	k.body = g.kernelBody(k.Block)
	return k
}

const (
	warpSize    = 32
	manyThreads = 1 << 13 // enough for several processors

	dynamicBytes = 8 // of dynamic shared memory, per thread
)

// shapes are the blocks of launches: whole warps, partial warps, and shapes whose rows do
// not divide a warp.
var shapes = []gpu.Dim3{
	{X: 32, Y: 1, Z: 1}, {X: 64, Y: 1, Z: 1}, {X: 96, Y: 1, Z: 1}, {X: 16, Y: 8, Z: 1}, {X: 8, Y: 4, Z: 2}, {X: 32, Y: 4, Z: 1},
	{X: 1, Y: 1, Z: 1}, {X: 5, Y: 1, Z: 1}, {X: 40, Y: 1, Z: 1}, {X: 7, Y: 3, Z: 2}, {X: 33, Y: 2, Z: 1}, {X: 12, Y: 5, Z: 1},
}

// Text prints the kernel and its helpers, without the prelude, below a comment with its
// launch.
func (k *Kernel) Text() string {
	var b strings.Builder
	g, l := k.Grid, k.Block
	fmt.Fprintf(&b, launchLine+"\n", k.Name, g.X, g.Y, g.Z, l.X, l.Y, l.Z, k.Shared)
	for _, h := range k.helpers {
		h.print(&b)
	}
	fmt.Fprintf(&b, "func %s(%s) {\n", k.Name, parameters)
	printBody(&b, k.body)
	b.WriteString("}\n\n")
	return b.String()
}

// Size counts blocks, statements and expressions. Shrinking makes it smaller.
func (k *Kernel) Size() int {
	n := k.Grid.X + len(k.helpers)
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

// rename renames the helpers, whose names begin with the kernel's name.
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
