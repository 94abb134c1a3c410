package source_test

import (
	"testing"

	"gpucourse/gpusim/internal/source"
)

// A type argument keeps the methods that the constraint requires, even those that
// the kernel does not call.
func TestMethodsOfConstraintsAreKept(t *testing.T) {
	const text = `package k

import "gpucourse/gpusim/gpu"

type Pair struct{ A, B float32 }

func (p Pair) sum() float32 { return p.A + p.B }

type summed interface {
	Pair
	sum() float32
}

func Copy[T summed](out, in []T) {
	out[gpu.ThreadIdx.X] = in[gpu.ThreadIdx.X]
}
`
	u, err := source.LoadText("k.go", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := u.Lower("Copy[Pair]", false); err != nil {
		t.Error(err)
	}
}
