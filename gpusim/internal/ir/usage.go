package ir

// This file holds the result of register allocation.

// Usage is the registers that a kernel uses on one device.
type Usage struct {
	Registers  int // 32-bit registers per thread, including those that hardware reserves
	Own        int // those that this module's own allocation takes, where Registers is ptxas's; 0 otherwise
	Limit      int // the most registers per thread that were allowed
	Predicates int // the most predicate registers that are live at the same time
	Uniform    int // uniform registers per warp, where the device has them
	// SpillBytes is the part of the stack frame (Kernel.LocalBytes) that holds spilled
	// values.
	SpillBytes int
	// SpillStores and SpillLoads are the bytes per thread that the instructions which
	// spill and reload move. Each instruction counts once.
	SpillStores, SpillLoads int
	Spills                  []Spill
}

// Spill is a value that had no register: it is kept in local memory, or computed
// again at every use.
type Spill struct {
	Name           string // the variable in the source, when there is one
	Type           Type
	Pos            PosID // where it is computed
	At             PosID // where there were too few registers
	Live           int   // registers needed there
	Rematerialized bool  // computed again at every use, not stored
	Stores         int   // instructions that store it
	Loads          int   // instructions that load it, or compute it again
}
