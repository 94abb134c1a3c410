// Package fuzzcuda generates random kernels in the subset of CUDA C++ that gpusim accepts.
// The same text runs on the simulated device and, compiled as C++, on the CPU. A test
// compares the bits that both runs write.
//
// A kernel is drawn from a seed and printed as text, one statement per line. It reads the
// array in, computes in variables of all types of numbers, and adds every value, with a
// number for its type, to a hash that it writes to out. Programs have no undefined or
// unspecified behaviour, provided that signed integers wrap (-fwrapv): divisors are
// positive, counts of shifts and indexes are masked, floats are brought into the range of
// an integer type before they become integers, and side effects are sequenced by the rules
// of C++17.
//
// Breaks are constructs of C++ outside of the subset. A test puts each of them into a
// program: gpusim must refuse it by name.
package fuzzcuda

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Threads is the number of threads that run each program, in one block.
const Threads = 32

// Inputs is the length of the array in.
const Inputs = 64

// Program is one random program: Text declares the kernel
// K(unsigned long long *out, const unsigned *in).
type Program struct {
	Seed uint64
	Text string
}

// Generate draws the program of a seed.
func Generate(seed uint64) Program {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 1))}
	return Program{seed, g.program()}
}

// generator draws one program.
type generator struct {
	*rand.Rand
	b         strings.Builder
	indent    int
	names     int // declared so far
	scopes    [][]variable
	functions []function
	templates []function
	structs   []record
	enums     []enumeration
	constants []variable // constexpr integers of the file
	loops     int        // around the statement
	quiet     bool       // expressions read no variables: they are constant
}

// variable is a variable of a number type; length is of an array, 0 for a single value.
type variable struct {
	name   string
	t      *typ
	length int
	fixed  bool // const
}

// function is a helper that a program declares.
type function struct {
	name   string
	params []*typ
	result *typ
	value  string // explicit template arguments
	refs   []bool // which parameters are references
}

func (g *generator) chance(percent int) bool { return g.IntN(100) < percent }

func pick[T any](g *generator, list []T) T { return list[g.IntN(len(list))] }

// line prints a line of the program.
func (g *generator) line(format string, args ...any) {
	g.b.WriteString(strings.Repeat("\t", g.indent))
	fmt.Fprintf(&g.b, format, args...)
	g.b.WriteByte('\n')
}

// name returns a new name. Some names are drawn again in inner scopes, where they hide
// the outer ones.
func (g *generator) name(prefix string) string {
	g.names++
	return fmt.Sprintf("%s%d", prefix, g.names)
}

func (g *generator) push() { g.scopes = append(g.scopes, nil) }

func (g *generator) pop() { g.scopes = g.scopes[:len(g.scopes)-1] }

func (g *generator) declare(v variable) {
	last := &g.scopes[len(g.scopes)-1]
	*last = append(*last, v)
}

// visible returns the variables that no inner one hides, and that fit.
func (g *generator) visible(fits func(variable) bool) (list []variable) {
	hidden := map[string]bool{}
	for i := len(g.scopes) - 1; i >= 0; i-- {
		for _, v := range g.scopes[i] {
			if !hidden[v.name] && fits(v) {
				list = append(list, v)
			}
		}
		for _, v := range g.scopes[i] {
			hidden[v.name] = true
		}
	}
	return list
}

func (g *generator) program() string {
	g.push()
	for range 2 + g.IntN(4) {
		g.declaration()
	}
	g.line("__global__ void K(unsigned long long *out, const unsigned *in) {")
	g.indent++
	g.push()
	g.line("int id = threadIdx.x;")
	g.line("unsigned long long h = 0;")
	for i := range 5 {
		t := pick(g, numbers)
		name := g.name("v")
		if t.float {
			g.line("%s %s = (%s)((int)in[(id + %d) %% %d] >> %d);", t.name, name, t.name, i, Inputs, 1+g.IntN(30))
		} else {
			g.line("%s %s = (%s)(in[(id + %d) %% %d] >> %d);", t.name, name, t.name, i, Inputs, g.IntN(24))
		}
		g.declare(variable{name: name, t: t})
	}
	g.statements(6 + g.IntN(8))
	g.mixAll()
	g.line("out[id] = h;")
	g.pop()
	g.indent--
	g.line("}")
	return g.b.String()
}

// mixAll adds all visible variables of the kernel to the hash.
func (g *generator) mixAll() {
	for _, v := range g.visible(func(v variable) bool { return !v.fixed }) {
		if v.length == 0 {
			g.line("h = mix(h, %s);", v.name)
			continue
		}
		g.line("for (int q = 0; q < %d; q++) h = mix(h, %s[q]);", v.length, v.name)
	}
}
