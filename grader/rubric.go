package grader

// This file says what a row of the rubric holds.

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"
)

// Exercise is one row of the rubric.
type Exercise struct {
	Name    string // of the folders in exercises/, solutions/ and stubs/
	Package string // Go package of the submission
	Device  string // that the goals are measured on
	Kernels []Kernel
	Plans   []Plan
}

// Kernel is one function that the learner hands in.
type Kernel struct {
	Name      string
	Signature string // as gofmt writes it: "func(y, x []float32, a float32, n int)"
	SizeNames []string
	Sizes     []Size // to be right on; the goals are measured on the last
	Case      func(size Size, rng *rand.Rand) *Case
	Why       func(c *Case, index int) string // where the wanted result at index comes from
	Where     func(c *Case, index int) string // what lies at index, where the index alone does not say; may be nil
	ULP       int                             // units in the last place a result may be off; 0 is bit for bit
	Hints     map[Symptom]string              // beyond the general ones
	Goals     []Goal
	Clocked   Size // that goals in cycles are measured on; nil is the last of Sizes
}

// Size is one set of extents, in the order of Kernel.SizeNames.
type Size []int

// describe returns "width = 129, height = 127".
func (k *Kernel) describe(s Size) string {
	parts := make([]string, len(s))
	for i, v := range s {
		parts[i] = fmt.Sprintf("%s = %d", k.SizeNames[i], v)
	}
	return strings.Join(parts, ", ")
}

// largest is the size that goals are measured on.
func (k *Kernel) largest() Size { return k.Sizes[len(k.Sizes)-1] }

// Case is one launch: its shape and its arguments in order.
type Case struct {
	Size        Size
	Grid, Block Dim
	Shared      int // bytes of dynamic shared memory a block
	Args        []Arg
	Symbols     []Symbol // gpu.Constant and gpu.Global variables of the submission
}

// Symbol is a package variable of the submission and what it holds.
type Symbol struct {
	Name  string
	Value any // a slice of the innermost elements
}

// launch describes the shape of the launch.
func (c *Case) launch() string {
	if c.Grid == (Dim{}) {
		return "one thread of a CPU"
	}
	text := fmt.Sprintf("grid %v, block %v", c.Grid, c.Block)
	if c.Shared > 0 {
		text += fmt.Sprintf(", %d bytes of dynamic shared memory", c.Shared)
	}
	return text
}

// at returns an element of an array as it was before the launch.
func (c *Case) at(name string, index int) string {
	for _, arg := range c.Args {
		if a, ok := arg.(checked); ok && a.Name() == name {
			return a.initial(index)
		}
	}
	panic("BUG: the case has no array " + name)
}

// Dim is an extent in blocks or threads.
type Dim struct{ X, Y, Z int }

// String returns "(5, 4, 1)".
func (d Dim) String() string { return fmt.Sprintf("(%d, %d, %d)", d.X, d.Y, d.Z) }

// Goal is a limit on what a launch of the largest size may cost, or on what it
// must reach.
type Goal struct {
	Name    string   // "sectors a load request"
	Metrics []string // of the metric table below; added up
	Limit   func(size Size) float64
	AtLeast bool     // the limit is a lower one
	Beside  []string // metrics that explain a miss, told with it
	Hint    string
}

// seeds are the random inputs that every size is run with.
var seeds = []uint64{1, 2}

// budget is how many warp instructions one launch may execute. It is several
// times what the most wasteful of the stubs needs on its largest size.
const budget = 3_000_000

// deadline bounds what a budget does not, on any machine that is up to the
// course. A submission is judged by the budget; this ends what escapes it.
const deadline = time.Minute

// Rubric lists every exercise. A new one is its folder in exercises/, solutions/
// and stubs/, and a row here.
var Rubric = []Exercise{start, locality, intensity, contexts, divergence, variables, transfers, coalescing, allocation, constantMemory, registers, localMemory, occupancy, tiling, bankConflicts, reduction, transpose, readOnly, shuffle}
