package trace

// This file is what one access of a warp costs, for those who explain it.

// AccessCost is how memory serves one access of a warp. Parts that its space does not have
// are empty.
type AccessCost struct {
	Transactions []Transaction
	Traffic      Traffic
	Banks        BankResult    // of shared memory
	Turns        []SegmentTurn // of global memory, on devices of cc 1.2 and 1.3
	Placed       Access        // of local memory: the access to device memory for the first word of each lane
}

// Traffic is the size of the work an access makes.
type Traffic struct {
	Requests     int // issued one after the other
	Transactions int // sectors, segments or lines moved
	Sectors      int // the same in units of the smallest transfer
}

// BankResult is what one shared access costs: Wavefronts = Ideal + Conflicts.
type BankResult struct {
	Wavefronts int    // passes through the banks
	Ideal      int    // what the same lanes would take without a conflict
	Conflicts  int    // the difference
	Waves      []Wave // the passes that serve lanes, in order; a lane has one for each piece of its word
}

// Wave is one pass through the banks.
type Wave struct {
	Lanes Mask   // the lanes served
	Banks uint32 // the banks used, bit 0 lowest
}

// Range is a piece of memory.
type Range struct {
	Addr  uint64
	Bytes int
}

// SegmentTurn is one turn of the segment algorithm of cc 1.2 and 1.3: one transaction.
type SegmentTurn struct {
	Leader int     // the lowest lane not served before
	Lanes  Mask    // the lanes served: those that use the leader's segment
	Sizes  []Range // the leader's segment, then each half it shrank to; the last is moved
}
