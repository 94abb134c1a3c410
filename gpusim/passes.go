package gpusim

// This file names the passes of the compiler that a launch may leave out.

import "gpucourse/gpusim/internal/pass"

// Passes is a set of passes of the compiler: PassUnroll | PassFuse. `gpusim compile -passes list`
// says what each does.
type Passes uint32

// The passes that a kernel can do without, in the order in which they first run. Bit i is item i
// of pass.Optional.
const (
	PassFold Passes = 1 << iota
	PassDce
	PassPromote
	PassJoinHalves
	PassLoopCounters
	PassUnroll
	PassDivide
	PassIfconvert
	PassCse
	PassRotate
	PassLicm
	PassLoadPre
	PassSignedIndex
	PassStorePromotion
	PassStrengthReduction
	PassRuntimeUnroll
	PassLoopStoreForwarding
	PassArrayToSelect
	PassAddress
	PassMultiply
	PassDse
	PassVectorize
	PassFuse
	PassTrigReduction
	PassPrintArguments
	PassHoistLoads
	PassSchedule
	PassUniform
	PassPredicate
	AllPasses Passes = 1<<iota - 1
)

// UnmarshalText reads the set as the flag -passes names it: "all" leaves out no pass, "none"
// leaves out all, and "-unroll,-fuse" leaves out two.
func (p *Passes) UnmarshalText(choice []byte) error {
	s, err := pass.LeftOut(string(choice))
	*p = Passes(s)
	return err
}

// String returns the set as the flag -passes names it.
func (p Passes) String() string { return pass.Set(p).String() }
