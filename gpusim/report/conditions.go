package report

// This file says what a kernel decides before it reads any data.

// Conditions are what a kernel decides by its scalars, the lengths of its slices, the shape of its
// launch and the place of a thread. They are its comparisons, whatever is computed of these, and
// whether a number is zero that it computes for all threads alike. Those of loops that count are
// left out.
type Conditions struct {
	// Inputs are what decides.
	Inputs []Source
	// Needs holds, by condition, the Inputs on which it depends, as bits: see Need.
	Needs []uint64
	// Own holds, by condition, those on which its value depends: without those that decide whether a
	// thread comes there.
	Own []uint64
	// OfThread are the Inputs that differ from thread to thread, as bits.
	OfThread uint64
	// Steps is how many instructions Decide evaluates, as long as no loop goes round.
	Steps int
	// Decide sets the sides that each condition takes where the inputs have these values: for one
	// thread where the inputs of OfThread are known, and for all where they are not.
	Decide func(inputs []Input, sides []Sides)
}

// Need returns the bit of an input in Conditions.Needs. Inputs beyond the number of bits share the
// last one.
func Need(input int) uint64 { return 1 << min(input, 63) }

// Everything stands in Conditions.Needs for all inputs: the arguments of a function may be any.
const Everything = ^uint64(0)

// Source says what an input is: a scalar argument, the length of a slice argument, or a special
// register with an extent of the launch or an index of a thread: "%nctaid.x", "%ctaid.x".
type Source struct {
	Argument int // index of the argument; −1 where it is none, or a part of one
	Length   bool
	Extent   string
}

// Input is the value of a Source. Bits are those of its type; integers may be extended.
type Input struct {
	Bits  uint64
	Known bool
}

// Sides are the sides that a condition takes. A condition that is not reached takes none.
type Sides uint8

// The sides.
const (
	False Sides = 1 << iota
	True
)
