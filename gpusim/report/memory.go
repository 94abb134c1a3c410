package report

// This file says what happened to memory: who wrote it, which pages moved, and how
// much is allocated.

import "gpucourse/gpusim/arch"

// Writer is a thread that stored to an element, and the source line of the store.
type Writer struct {
	Block, Thread arch.Dim3
	File          string
	Line          int
	Source        string // the text of the line
}

// Migrations counts the page faults of managed memory and the bytes that moved.
type Migrations struct {
	DeviceFaults, HostFaults int // pages that one side touched while the other had them, or nobody
	ToDevice, ToHost         int // bytes moved
}

// Allocations is what the driver's allocator holds and did.
type Allocations struct {
	Served, Returned int     // allocations and frees that needed no block from the driver
	Mapped, Unmapped int     // blocks that the driver mapped and unmapped
	Pieces           int     // live allocations
	PieceBytes       int64   // bytes of live allocations, rounded up to the alignment
	BlockBytes       int64   // bytes that the driver has mapped
	Micros           float64 // microseconds that all calls took
}
