package arch

// This file says how long things take: what internal/timing plays a launch by.

// Class is a kind of instruction that has a time of its own.
type Class uint8

// The classes.
const (
	ClassMove       Class = iota // moves, selects, special registers known at once
	ClassAdd                     // 32-bit integer sums and differences
	ClassLogic                   // 32-bit logic, minimum, shifts
	ClassCompare                 // comparisons: what makes a predicate
	ClassMul                     // 32-bit integer products, with or without a sum
	ClassWideMul                 // 32×32 → 64, with or without a sum: addresses
	ClassDiv                     // 32-bit integer quotients
	ClassRem                     // 32-bit integer remainders
	ClassDivAgain                // quotients by what the basic block has divided by before: the reciprocal is there
	ClassRemAgain                // remainders of the same
	ClassLong                    // 64-bit integer sums and logic
	ClassLongMul                 // 64-bit integer products
	ClassLongDiv                 // 64-bit integer quotients and remainders
	ClassFloat                   // 32-bit float sums, products, both
	ClassFloatDiv                // 32-bit float quotients
	ClassRcp                     // reciprocals, rounded
	ClassSqrt                    // square roots, rounded
	ClassRsqrt                   // reciprocal square roots, as hardware has them
	ClassSin                     // sines and cosines of small arguments
	ClassExp                     // exponentials and logarithms
	ClassMath                    // every other 32-bit function
	ClassDouble                  // 64-bit float sums, products, both
	ClassDoubleDiv               // 64-bit float quotients and square roots
	ClassDoubleMath              // 64-bit float functions
	ClassConvert                 // floats to integers; 64-bit numbers to and from others
	ClassToFloat                 // 32-bit integers to floats
	ClassBits                    // population count, leading zeros, reversal
	ClassShuffle                 // shuffles; votes
	ClassSpecial                 // reads of threadIdx, blockIdx and the like
	ClassParam                   // reads of kernel parameters and launch sizes
	ClassBranch                  // branches, calls, exits
	ClassMemory                  // what a load, store or atomic takes to be issued
	ClassSync                    // barriers of a warp, fences
	NumClasses
)

// Unit is a kind of execution unit.
type Unit uint8

// The units. The zero value, no unit, is never busy.
const (
	NoUnit     Unit = iota
	UnitALU         // integers, logic, comparisons
	UnitFMA         // 32-bit floats, integer products
	UnitDouble      // 64-bit floats
	UnitXU          // functions and conversions
	UnitLSU         // loads, stores, shuffles: the queue to the memory pipeline
	NumUnits
)

var unitNames = [...]string{"none", "ALU", "FMA", "FP64", "XU", "LSU"}

// String returns the word for the unit.
func (u Unit) String() string { return unitNames[u] }

// OpTime is what one warp instruction of a class takes. A class that a device
// has no instruction for takes several: Slots says how many.
type OpTime struct {
	Unit    Unit
	Slots   int     // instructions issued; 0 reads as 1
	Rate    float64 // lanes a cycle of a whole SM, all Slots together; 0: as issued
	Latency int     // cycles from issue until a dependent instruction may issue
}

// SchedulerPolicy is how a scheduler chooses among the warps that can issue.
type SchedulerPolicy uint8

// The policies. The zero value agrees best with the H200.
const (
	// GreedyThenLongestWaiting goes on with the warp that issued last while it can, then
	// takes the warp whose instruction has been ready for longest.
	GreedyThenLongestWaiting SchedulerPolicy = iota
	// GreedyThenOldest goes on with the warp that issued last while it can, then takes
	// the warp whose block started first.
	GreedyThenOldest
	// LooseRoundRobin takes the next warp after the one that issued last that can issue.
	LooseRoundRobin
	NumSchedulerPolicies
)

var schedulerPolicyNames = [NumSchedulerPolicies]string{"gtl", "gto", "lrr"}

// String returns the policy's short name; gto and lrr are those of Accel-Sim.
func (p SchedulerPolicy) String() string { return schedulerPolicyNames[p] }

// SchedulerPolicies lists the names of the policies.
func SchedulerPolicies() []string { return schedulerPolicyNames[:] }

// ParseSchedulerPolicy returns the policy of a name.
func ParseSchedulerPolicy(name string) (SchedulerPolicy, error) {
	return parseName[SchedulerPolicy](schedulerPolicyNames[:], name, "no scheduler policy is called %q; the policies are %s")
}

// Clock is the times of a device, in cycles of the SM clock.
//
// A warp belongs to the scheduler of its number modulo Schedulers. A scheduler
// issues Issue instructions of one warp every IssueCycles.
type Clock struct {
	Schedulers  int
	Policy      SchedulerPolicy
	Issue       int
	IssueCycles int
	Ops         OpTimes
	// CrossUnit is added to the latency when the result is used by another unit.
	CrossUnit int
	// CrossLSU is the same where the result is an address or a value of an access.
	CrossLSU int
	// Taken is the cycles from a taken branch to the instruction that it leads to,
	// NotTaken those to the next one.
	Taken, NotTaken int
	// LoopSlots is how many issue slots a scheduler loses to a branch that is taken back, to
	// the next iteration of a loop.
	LoopSlots int

	Memory MemoryClock
	Cold   ColdClock

	// Barrier is from the last warp's arrival to the next issue, with BarrierWarp
	// for each warp of the block.
	Barrier, BarrierWarp float64
	// Fence is what a memory fence of the device takes when nothing is under way.
	Fence int
}

// MemoryClock is the times of accesses. A latency is from issue to the first
// issue that may use the result, when nothing is in the way.
type MemoryClock struct {
	// Shared memory: a wavefront takes Rates.L1WavefrontCycles of the pipeline, and makes
	// the access SharedWavefront later.
	Shared, SharedWavefront int
	SharedAtomic            int // of an atomic on shared memory, returned

	// L1: the pipeline takes L1Request cycles for an access at least, L1Line for
	// each line, and moves Rates.L1BytesPerCycle. Where L1Banked is set its data lie in the banks of shared memory: then an access takes no time for
	// its bytes, but the wavefronts that one of shared memory at the same addresses
	// would, and one for each bank's width of a lane's word.
	L1                int
	L1Request, L1Line float64
	L1Banked          bool
	// L1Misses is how many lines an SM may wait for; 0: no limit.
	L1Misses int

	// L2 answers after L2 cycles; the way of an SM to it takes SMRequest cycles for
	// an access that asks for something, and SMSector for each sector at least. A
	// store takes StoreLine for each line, and StoreSector for each sector at least;
	// 0: as loads.
	L2                     int
	SMRequest, SMSector    float64
	StoreLine, StoreSector float64
	// L2Slices serve lines, hashed, in each part of L2 as many, L2SlicesOff of them out of use;
	// a slice takes SliceSector cycles for a sector that is read, SliceLine for a line at least.
	L2Slices, L2SlicesOff  int
	SliceLine, SliceSector float64
	// SliceStore is for a sector that is written (0: as one that is read), SliceStoreLine for
	// a store at least.
	SliceStore, SliceStoreLine float64
	// Far is added where memory is read by another part of L2 than the SM's.
	Far int
	// GPCSector is how long the port of a cluster to L2 takes for a sector; 0: clusters
	// have no port of their own.
	GPCSector float64

	// DRAM answers after DRAM cycles, L2's included; DRAMChannels work side by
	// side at Rates.DRAMBytesPerSecond in all. DRAMShare is the part of that rate
	// which long reads reach where Rates has a data sheet's: refresh and ECC take
	// the rest. 0: all of it.
	DRAM         int
	DRAMChannels int
	DRAMShare    float64
	// Of what a whole piece of DRAMPiece bytes takes, that it is opened is the part DRAMOpen
	// where it is read, DRAMOpenWrite where lines of it are written in part. 0: no time of
	// its own.
	DRAMPiece               int
	DRAMOpen, DRAMOpenWrite float64
	// A page of RefreshBytes is refreshed for RefreshCycles every RefreshEvery: what
	// it is asked for then it answers when that is over. 0: never.
	RefreshBytes, RefreshEvery, RefreshCycles int
	// Host is the latency of the host's memory.
	Host int

	// Const is of a load from the constant cache next to the SM, ConstMid from that
	// behind it.
	Const, ConstMid int
	// A scheduler begins its next constant load ConstLoad cycles after the last. Each
	// request of a load comes ConstEach cycles after the one before.
	ConstLoad, ConstEach float64

	// AtomicSector is how long L2 is busy with one sector that atomics change,
	// AtomicLane with each further lane of the same address.
	AtomicSector, AtomicLane float64
}

// ColdClock is what the beginning and the end of a launch take.
type ColdClock struct {
	// The chip takes note of BlocksPerCycle blocks that have ended. On an SM, blocks
	// begin BlockGap cycles apart at least, and WarpGap for each warp of the one
	// before. The warps of a block begin WarpsPerCycle.
	BlocksPerCycle, WarpsPerCycle float64
	BlockGap                      int
	WarpGap                       float64
	// Block is from when a block's end was taken note of to the beginning of the next
	// in its place.
	Block int
	// Touched is by how much later a launch ends that has used the device's memory.
	Touched int
	// InstructionBytes is of one instruction; code comes in lines of CodeLine bytes.
	// The launch has it brought next to the SMs. An SM has the first CodeFirst bytes
	// CodeCold cycles after it asks for them, the last SM CodeLate cycles after the
	// first; later, a line that it lacks takes CodeMiss cycles, and brings CodeAhead
	// bytes behind it.
	InstructionBytes, CodeLine, CodeFirst, CodeCold, CodeLate, CodeMiss, CodeAhead int
}
