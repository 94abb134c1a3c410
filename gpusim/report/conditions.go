package report

// This file says what a kernel decides before it reads any data.

import (
	"slices"

	"gpucourse/gpusim/arch"
)

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
	// Gaps holds, by condition, how far the integers lie apart that may be equal, in the last
	// evaluation; NaN where that is unknown.
	Gaps []float64
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
// register.
type Source struct {
	Argument int // index of the argument; −1 where it is none, or a part of one
	Length   bool
	Register Register
}

// Register is a special register that holds the place of a thread or an extent of the launch.
type Register uint8

// The registers, by the names of CUDA C; the last one is the bytes of dynamic shared memory per
// block. Directions y and z follow x.
const (
	NoRegister Register = iota
	ThreadIdxX
	_
	_
	BlockIdxX
	_
	_
	BlockDimX
	_
	_
	GridDimX
	_
	_
	LaneID
	WarpID
	SharedBytes
	numRegisters
)

var registerNames = [numRegisters]string{
	"", "%tid.x", "%tid.y", "%tid.z", "%ctaid.x", "%ctaid.y", "%ctaid.z",
	"%ntid.x", "%ntid.y", "%ntid.z", "%nctaid.x", "%nctaid.y", "%nctaid.z", "%laneid", "%warpid", "%dynamic_smem_size",
}

// String returns the name in PTX.
func (r Register) String() string { return registerNames[r] }

// RegisterNamed returns the register of a name in PTX, or NoRegister.
func RegisterNamed(name string) Register {
	return Register(max(slices.Index(registerNames[:], name), 0))
}

// OfLaunch reports whether all threads of a launch have the same in a register.
func (r Register) OfLaunch() bool { return BlockDimX <= r && r < LaneID || r == SharedBytes }

// Of returns what a register holds in all threads of a launch; ok is false where that differs.
func (r Register) Of(grid, block arch.Dim3, shared int) (n int, ok bool) {
	switch {
	case !r.OfLaunch():
		return 0, false
	case r == SharedBytes:
		return shared, true
	}
	return [...]int{block.X, block.Y, block.Z, grid.X, grid.Y, grid.Z}[r-BlockDimX], true
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
