package rubric

// This file draws inputs and sizes from the seed of a submission.

import (
	"fmt"
	"math/rand/v2"
)

// Draw chooses the random inputs of a launch. The seed belongs to the submission, so a
// table of answers would have to hold the answers to itself.
type Draw struct {
	Seed uint64
	Run  int // a size runs up to Runs times, with other values each time
	Of   int // the runs of the size; 0 is one
}

// Runs is how often every size but the largest runs.
const Runs = 2

// String returns "seed 4711, run 1 of 2", and "seed 4711" where the size runs once.
func (d Draw) String() string {
	if d.Of < 2 {
		return fmt.Sprintf("seed %d", d.Seed)
	}
	return fmt.Sprintf("seed %d, run %d of %d", d.Seed, d.Run+1, d.Of)
}

// Span is the range of an extent from which sizes are drawn: From + i·Step, up to To.
type Span struct{ From, To, Step int }

// draw returns a number of the span.
func (s Span) draw(rng *rand.Rand) int { return s.From + s.Step*rng.IntN((s.To-s.From)/s.Step+1) }

// streamOfSizes is the stream of the random generator that draws sizes. Runs have the
// streams below.
const streamOfSizes = 1 << 32

// SizesFor returns the sizes for a seed. One size is drawn from Spans, and the largest
// size is reduced by 0 to 3 times Less.
func (k *Kernel) SizesFor(seed uint64) []Size {
	rng := rand.New(rand.NewPCG(seed, streamOfSizes))
	last := len(k.Sizes) - 1
	sizes := append([]Size{}, k.Sizes[:last]...)
	if k.Spans != nil {
		sizes = append(sizes, k.drawSize(rng))
	}
	return append(sizes, k.reduce(k.Sizes[last], rng.IntN(4)))
}

func (k *Kernel) drawSize(rng *rand.Rand) Size {
	var s Size
	for _, span := range k.Spans {
		s = append(s, span.draw(rng))
	}
	return s
}

// reduce subtracts a multiple of Less from a size.
func (k *Kernel) reduce(s Size, times int) Size {
	s = append(Size{}, s...)
	for i, less := range k.Less {
		s[i] -= times * less
	}
	return s
}
