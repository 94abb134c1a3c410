package ir

// This file describes what a kernel takes of a device's registers.

// Usage is what register allocation for one device gave a kernel.
type Usage struct {
	Registers  int // 32-bit registers a thread, with those the hardware keeps back
	Limit      int // the most it was allowed
	Predicates int // one-bit registers, the most alive at once
	Uniform    int // registers of the warp, where the device has them
	// SpillBytes is the part of the stack frame (Kernel.LocalBytes) that holds
	// values for which there was no register.
	SpillBytes int
	// SpillStores and SpillLoads are the bytes a thread moves there and back, each
	// instruction counted once.
	SpillStores, SpillLoads int
	Spills                  []Spill
}

// Spill is a value that lies in local memory, or is computed again at every
// use, because there were not registers enough.
type Spill struct {
	Name   string // the learner's variable, when there is one
	Type   Type
	Pos    PosID // where it is computed
	At     PosID // where there were too few registers
	Live   int   // registers needed there
	Again  bool  // it is computed again, not stored
	Stores int   // instructions
	Loads  int   // or computations
}
