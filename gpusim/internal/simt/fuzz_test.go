package simt

// This file lets the fuzzing engine draw kernels for the executor.

import (
	"math/rand/v2"
	"testing"
)

// choices is a source of random numbers: the bytes of a fuzzed input first, then a
// generator. A changed byte changes one choice of the drawer: each byte fills a whole number.
type choices struct {
	data []byte
	rest *rand.PCG
}

// Uint64 implements rand.Source.
func (c *choices) Uint64() uint64 {
	if len(c.data) == 0 {
		return c.rest.Uint64()
	}
	b := c.data[0]
	c.data = c.data[1:]
	return uint64(b) * 0x0101010101010101
}

// FuzzExecutor: the executor and the reference agree on a drawn kernel, in scalar and in
// vector form.
func FuzzExecutor(f *testing.F) {
	f.Add(uint64(1), []byte{})
	f.Add(uint64(2), []byte{0, 1, 2, 3, 0xff, 0x80, 0x40})
	f.Fuzz(func(t *testing.T, seed uint64, data []byte) {
		draw := func() *rig {
			return rigOf(t, drawKernelFrom(&choices{data, rand.NewPCG(seed, 7)}, "K"), seed, 32)
		}
		ref := draw()
		threads := runReference(ref).threads
		agree(t, seed, "", draw(), ref, threads)
		vectors := draw()
		vectors.forceVectors()
		agree(t, seed, " in vector form", vectors, ref, threads)
	})
}
