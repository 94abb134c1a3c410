package ir

// This file says where a kernel in PTX comes from.

// Origin is who made the PTX of a kernel.
type Origin struct {
	Compiler string // "nvcc 13.5.37"; "" for a file of PTX
	Target   string // "sm_90"
	// Because is why this module's front end did not compile the kernel: its first refusal. It is
	// "" where a compiler was asked for.
	Because string
	// Assembled is what ptxas says of the code, nil where it was not asked.
	Assembled *Assembled
}

// Assembled is the resources that ptxas gives a kernel: registers, and bytes per thread.
type Assembled struct{ Registers, Stack, SpillStores, SpillLoads int }
