package trace

// This file holds what an Observer can implement beyond Access.

// BarrierObserver is an Observer that also receives when a warp starts to wait
// at a barrier of its block.
type BarrierObserver interface {
	Observer
	Barrier(block, warp int) // linear index in the grid, and in the block
}

// FlowObserver is an Observer that also receives where each warp jumps: the warp executes
// instruction pc and those behind it, up to the next terminator or call. Leave: the active
// lanes stop in front of instruction pc, and the next Flow says where other lanes continue.
type FlowObserver interface {
	Observer
	Flow(block, warp int, pc int32) // linear index in the grid, and in the block
	Leave(block, warp int, pc int32)
}

// BlockObserver is an Observer that also receives when a block stops before its end, because
// it waits for other blocks. Accesses of other blocks come before its next one.
type BlockObserver interface {
	Observer
	Suspend(block int) // linear index in the grid
}

// FenceObserver is an Observer that also receives when a warp executes a fence,
// for which lanes, and whether it is one for the whole device or just for the block.
type FenceObserver interface {
	Observer
	Fence(block, warp int, lanes Mask, device bool)
}

// WarpObserver is an Observer that also receives the warp functions of a warp.
// SyncWarp: the lanes wait for each other; they include lanes that have exited.
// Undefined: some lanes shuffle from a lane whose value is undefined; from is the one
// that the first of them names. Unset: lanes read a variable that they never set, in a
// kernel that is compiled for checkers.
type WarpObserver interface {
	Observer
	SyncWarp(block, warp int, lanes Mask)
	Undefined(block, warp int, pc int32, lanes Mask, from int)
	Unset(block, warp int, pc int32, lanes Mask)
}

// MatchObserver is an Observer that also receives each match of a warp: how many different
// values the match must look for. A match of all lanes looks for one.
type MatchObserver interface {
	Observer
	Match(block, warp int, pc int32, values int)
}

// StoreObserver is an Observer that also receives what is stored: after each
// store's Access and before memory changes, each lane's values as bits. A vector
// has several elements; this one lies at offset in each lane's share.
type StoreObserver interface {
	Observer
	Stored(a *Access, offset, bytes int, values *Lanes)
}

// Discarder is an Observer that learns when nothing it saw counts, because the launch starts
// again.
type Discarder interface {
	Discard()
}
