package trace

// This file is what a timed launch gives: cycles, and where they went.

// Resource is a part of the device that can be the bottleneck of a launch.
type Resource uint8

// The resources.
const (
	IssueSlots Resource = iota
	ALUPipe
	FMAPipe
	FP64Pipe
	XUPipe
	TensorPipe
	LSUPipe
	L2Port // from an SM to L2
	L2Slices
	DRAMChannels
	NumResources
)

var resourceNames = [...]string{"instruction issue", "integer units", "float units", "double units", "function units", "tensor cores", "L1 and shared memory", "the SMs' ways to L2", "L2", "DRAM"}

// String returns the resource in words.
func (r Resource) String() string { return resourceNames[r] }

// Timing is the time of a launch.
type Timing struct {
	Caches CacheResult
	Cycles uint64 // of the whole launch
	Active uint64 // the most cycles in which one SM had a block
	ByPC   []InstrCycles
	// WarpCycles is the sum over all warps of the cycles they were resident,
	// ActiveSum the sum over all SMs of the cycles they had a block.
	WarpCycles, ActiveSum uint64
	// Busy is how many cycles of the launch each resource was busy, as the mean over
	// its instances.
	Busy [NumResources]float64
	// SliceImbalance is how many times as long as the mean of all slices of L2 the busiest one
	// was busy; 0 where none was.
	SliceImbalance float64
	Spans          []Span   // of the warps of the first blocks
	Waited         []Waited // by warps that wait for others
	Waves          WaveSampling
	Loops          LoopSampling
}

// Span is a time in which a warp did one thing.
type Span struct {
	Block, Warp int
	PC          int32
	From, To    int64 // cycles from the first block's start
	Issued      bool  // it issued the instruction at PC; else it waited
	Reason      StallReason
}

// WaveSampling says which blocks of a grid were played cycle by cycle. The zero
// value: all of them.
type WaveSampling struct {
	Played int     // blocks played cycle by cycle
	Total  int     // blocks of the grid
	Spread float64 // largest difference of a sampled wave from the mean of them, as a part of the mean
}

// LoopSampling says how many cycles were passed over because warps repeated the
// iterations of a loop. The zero value: none.
type LoopSampling struct {
	Cycles uint64
	Spread float64 // largest difference of a sampled span from the mean of them, as a part of the mean
}
