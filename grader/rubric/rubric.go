// Package rubric lists the exercises: which functions a learner hands in, the
// inputs they run on, the results they must compute and the goals they must reach.
//
// Each exercise is one row, in a file with the name of its folder. A row holds
// kernels, or plans of host calls. A kernel has sizes, a function that builds the
// launch of a size together with its expected results, and goals on counters.
//
// Inputs are random: negative, zero, equal, sorted and extreme numbers, and NaN and infinities
// where the README allows them. Their seed and some sizes follow from the submission's code.
// A kernel that meets its goals runs once more, at long sizes far above all others (Kernel.Long).
// Every size runs twice under the checkers, the measured ones too. In the first run every array
// is longer than its data: the guard elements behind the data show reads and stores out of
// range. In the second run slices have their exact length. Results hold NaN or random bits before. Expected
// results come from plain Go and gonum, never from the simulator.
//
// To add an exercise, add its folder to exercises/, solutions/ (with its hints) and
// grader/stubs/, and its row to Exercises.
package rubric

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Exercises lists the exercises in the order of the course.
var Exercises = []Exercise{
	start, locality, intensity, contexts, divergence, variables, transfers, coalescing, allocation, constantMemory,
	registers, localMemory, occupancy, tiling, bankConflicts, synchronization, reduction, transpose, readOnly, shuffle, whichMemory, asyncCopies, bulkCopies, clusters, tensorCores,
	imagePipeline, solver, transformer,
}

// Exercise is one row of the rubric.
type Exercise struct {
	Name     string // of the folders in exercises/, solutions/ and grader/stubs/
	Package  string // Go package of the submission
	Device   string // the GPU or CPU that runs the kernels
	Kernels  []Kernel
	Plans    []Plan
	Programs []Program // host functions
	Stub     []byte    // kernel.go as it is handed out; nil for that of package stubs
	// Project says that it is a project at the end of the course: it belongs to no chapter, its kernels and
	// plans are checkpoints, and its stub has signatures alone.
	Project bool
}

// Kernel is one function of an exercise.
type Kernel struct {
	Name      string
	Form      Form
	Record    *Record  // of form Open, and of the last kernel of a project
	Signature string   // as gofmt writes it: "func(y, x []float32, a float32, n int)"
	SizeNames []string // of the numbers in a Size
	Sizes     []Size   // the results are checked on all, the goals on the last
	Spans     []Span   // by extent: one more size is drawn from them; nil draws none
	// Fits reports whether extents that are each possible go together; nil: all do.
	Fits func(Size) bool
	// Most are the largest extents that the README allows, 0 where it allows any; nil allows any.
	Most      Size
	Less      Size // a multiple of it is subtracted from the last of Sizes; may be nil
	TimedSize Size // for goals in cycles; nil is the last of Sizes
	// Steep says that the work grows faster than the size: no size is long, as those of Long are.
	Steep bool
	// RoofSize is where a kernel with a Record is timed: so large that launching takes a tenth of par at
	// most, and the time is that of the limiting unit. It is launched once; the checkers run at TimedSize.
	RoofSize Size
	// Case builds the launch of a size.
	Case func(size Size, rng *Random) *Case
	// Why returns the formula of the expected result at an index.
	Why func(c *Case, index int) string
	// Where returns what an index stands for, such as a row and a column; may be nil.
	Where func(c *Case, index int) string
	ULP   int                // allowed error of results in units in the last place; 0 is bit for bit
	Hints map[Symptom]string // replace the general hints on wrong results
	Goals []Goal
	// Profile are the counters that the README shows of the solution, for the form Report. They are
	// measured at the last of Sizes, and cycles at TimedSize.
	Profile []Counter
	// Uneven allows one warp to do most of the work. Otherwise every goal needs Shared.
	Uneven bool
}

// Describe returns a size with its names: "width = 129, height = 127".
func (k *Kernel) Describe(s Size) string {
	parts := make([]string, len(s))
	for i, v := range s {
		parts[i] = fmt.Sprintf("%s = %d", k.SizeNames[i], v)
	}
	return strings.Join(parts, ", ")
}

// SizeForTime returns the size that goals in cycles are measured on.
func (k *Kernel) SizeForTime() Size {
	if k.RoofSize != nil {
		return k.RoofSize
	}
	return k.largestChecked()
}

// largestChecked returns the largest size that the checkers run.
func (k *Kernel) largestChecked() Size {
	if k.TimedSize != nil {
		return k.TimedSize
	}
	return k.Sizes[len(k.Sizes)-1]
}

// IsTimed reports whether the kernel has a goal in cycles of a GPU.
func (k *Kernel) IsTimed() bool {
	for i := range k.Goals {
		if k.Goals[i].IsTimed() {
			return true
		}
	}
	return false
}

// MakeCase builds the launch of a size. The same size and draw give the same case.
func (k *Kernel) MakeCase(size Size, d Draw) *Case {
	stream := uint64(d.Run)
	if d.Run > 0 {
		stream += uint64(d.Turn) << 8
	}
	rng := &Random{Rand: rand.New(rand.NewPCG(d.Seed, stream)), Even: d.Run == 0, draw: d}
	c := k.Case(size, rng)
	c.Size, c.Series = size, rng.series
	return c
}

// Size holds the extents of a problem, in the order of Kernel.SizeNames.
type Size []int

// Case is one launch: its shape, its arguments in order and their expected values.
type Case struct {
	Size        Size
	Grid, Block Dim // zero for a function on a CPU
	Shared      int // bytes of dynamic shared memory per block
	Args        []Arg
	Room        int // elements of memory behind each array
	Symbols     []Symbol
	Series      []Series // of numbers that were drawn, in their order
}

// Exact returns the case with arrays without guard elements, at the same addresses.
func (c *Case) Exact() *Case {
	exact := *c
	exact.Args, exact.Room = nil, guard
	for _, arg := range c.Args {
		if a, ok := arg.(Checked); ok {
			arg = a.Exact()
		}
		exact.Args = append(exact.Args, arg)
	}
	return &exact
}

// Symbol is a gpu.Constant or gpu.Global variable of the submission with its value.
type Symbol struct {
	Name  string
	Value any // a slice of the innermost elements
}

// Shape describes the launch: "grid (5, 4, 1), block (32, 8, 1)".
func (c *Case) Shape() string {
	if c.Grid == (Dim{}) {
		return "one thread of a CPU"
	}
	text := fmt.Sprintf("grid %v, block %v", c.Grid, c.Block)
	if c.Shared > 0 {
		text += fmt.Sprintf(", %d bytes of dynamic shared memory", c.Shared)
	}
	return text
}

// At returns an element of an array as it was before the launch.
func (c *Case) At(name string, index int) string {
	for _, arg := range c.Args {
		if a, ok := arg.(Checked); ok && a.Name() == name {
			return a.initial(index)
		}
	}
	panic("BUG: the case has no array " + name)
}

// scalar returns the value of an argument that is no array.
func (c *Case) scalar(name string) any {
	for _, arg := range c.Args {
		if s, ok := arg.(Scalar); ok && s.name == name {
			return s.v
		}
	}
	panic("BUG: the case has no scalar " + name)
}

// Dim is an extent in blocks or threads.
type Dim struct{ X, Y, Z int }

// String returns "(5, 4, 1)".
func (d Dim) String() string { return fmt.Sprintf("(%d, %d, %d)", d.X, d.Y, d.Z) }
