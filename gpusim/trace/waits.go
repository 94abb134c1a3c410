package trace

// This file holds how warps wait for others by global memory.

// WaitLoop is a loop that a warp may leave only when another one has changed memory.
type WaitLoop struct {
	Polls []int32 // the loads and atomics that look at the memory
	Turn  []int32 // the instructions of a turn that changes nothing, polls included
}

// Waited is what warps waited at a poll for a change of memory, in all.
type Waited struct {
	Poll, Change int32 // instructions
	Times        uint64
	Cycles       uint64 // from the first poll to the one that sees the change
	Longest      uint64 // cycles
}

// Change is an access that has changed memory.
type Change struct {
	*Access
	Before *Lanes                              // by lane: the first 8 bytes of what its element was, or less of a smaller one
	Now    func(addr uint64, bytes int) uint64 // what memory holds at an address
}
