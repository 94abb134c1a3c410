package fuzz

// This file prints kernels as Go files, and reads the launches of kernels that were kept as
// text.

import (
	"fmt"
	"go/format"
	"strings"

	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/internal/launch"
)

// Batch is Go source of package main with kernels, and their launches.
type Batch struct {
	Source   string
	Launches []Launch
}

// Launch is the launch of one kernel of a Batch.
type Launch struct {
	launch.Shape // of no device
	Name         string
	Rounded      bool // see Kernel.Rounded; false if it is not known
}

func volume(d gpu.Dim3) int { return d.X * d.Y * d.Z }

// launchLine stands above a kernel's text: name, grid, block, dynamic shared memory.
const launchLine = "// launch %s grid=%d,%d,%d block=%d,%d,%d shared=%d"

// BatchOf puts kernels into one file.
func BatchOf(kernels []*Kernel) (Batch, error) {
	texts := make([]string, len(kernels))
	for i, k := range kernels {
		texts[i] = k.Text()
	}
	b, err := Join(texts)
	for i := range b.Launches {
		b.Launches[i].Rounded = kernels[i].Rounded
	}
	return b, err
}

// Join puts the texts of kernels, as Text prints them, into one file.
func Join(texts []string) (Batch, error) {
	var b Batch
	for _, text := range texts {
		l := Launch{}
		if _, err := fmt.Sscanf(text, launchLine,
			&l.Name, &l.Grid.X, &l.Grid.Y, &l.Grid.Z, &l.Block.X, &l.Block.Y, &l.Block.Z, &l.Dynamic); err != nil {
			return b, fmt.Errorf("the text of a kernel begins with %q, want %q: %w", firstLine(text), launchLine, err)
		}
		b.Launches = append(b.Launches, l)
	}
	source, err := format.Source([]byte(prelude + declarations() + strings.Join(texts, "\n")))
	b.Source = string(source)
	return b, err
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// prelude is the beginning of every file of kernels.
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

func bump[T number](p *T, by T) { *p += by }

//gpu:noinline
func bumpFar[T number](p *T, by T) { *p += by }

func sumOf[T number](list []T) T {
	var sum T
	for _, v := range list {
		sum += v
	}
	return sum
}

func root(x float64) float64 { return math.Sqrt(math.Abs(x)) }

`

// parameters is the parameter list of every kernel.
const parameters = "ou []uint32, ol []int64, of []float32, od []float64, count []int32, " +
	"iu8 []uint8, ii16 []int16, ii32 []int32, iu32 []uint32, ii64 []int64, if32 []float32, if64 []float64, ipair []pair, if4 []gpu.Float4, ii2 []gpu.Int2, o4 []gpu.Float4, alias []uint32, " +
	"p0 int32, p1 uint32, p2 float32, p3 float64, p4 int64, p5 uint8"
