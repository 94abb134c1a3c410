package arch

// This file describes the timing of a device, as package timing simulates it.

// Class is a kind of instruction with its own issue rate and latency.
type Class uint8

// The classes.
const (
	ClassMove          Class = iota // moves, selects, special registers known at once
	ClassAdd                        // 32-bit integer sums and differences
	ClassLogic                      // 32-bit logic, minima, shifts
	ClassCompare                    // comparisons, whose result is a predicate
	ClassMul                        // 32-bit integer products, with or without a sum
	ClassWideMul                    // 32×32 → 64, with or without a sum: addresses
	ClassDiv                        // 32-bit integer quotients
	ClassRem                        // 32-bit integer remainders
	ClassDivAgain                   // quotients whose divisor the basic block has used before, so that its reciprocal exists
	ClassRemAgain                   // remainders of the same
	ClassLong                       // 64-bit integer sums and logic
	ClassLongMul                    // 64-bit integer products
	ClassLongDiv                    // 64-bit integer quotients and remainders
	ClassFloat                      // 32-bit float sums, products, both
	ClassFloatDiv                   // 32-bit float quotients
	ClassFloatDivConst              // the same by a constant, whose reciprocal is a constant too
	ClassRcp                        // reciprocals, rounded
	ClassSqrt                       // square roots, rounded
	ClassRsqrt                      // reciprocal square roots, as hardware has them
	ClassSin                        // sines and cosines of small arguments
	ClassTan                        // tangents of small arguments
	ClassExp2                       // powers of two, and logarithms as hardware has them
	ClassExp                        // exponentials to other bases
	ClassLog                        // logarithms
	ClassLog1p                      // logarithms of numbers near 1
	ClassTanh                       // hyperbolic tangents
	ClassAtan                       // arcus tangents, cube roots
	ClassErf                        // error functions
	ClassExpm1                      // exponentials less 1
	ClassAtan2                      // angles
	ClassHypot                      // lengths
	ClassFmod                       // remainders of floats
	ClassPow                        // powers
	ClassApprox                     // one instruction of the special function unit: MUFU
	ClassFastTrig                   // __sinf, __cosf
	ClassFastTan                    // __tanf
	ClassFastExp                    // __expf, __logf and those to other bases
	ClassFastPow                    // __powf
	ClassFastDiv                    // __fdividef
	ClassRsqrtRn                    // __frsqrt_rn
	ClassMath                       // every other 32-bit function
	ClassDouble                     // 64-bit float sums, products, both
	ClassDoubleDiv                  // 64-bit float quotients
	ClassDoubleRcp                  // reciprocals of 64 bits
	ClassDoubleSqrt                 // square roots of 64 bits
	ClassDoubleRsqrt                // reciprocal square roots of 64 bits
	ClassDoubleExp                  // exponentials of 64 bits
	ClassDoubleLog                  // logarithms of 64 bits
	ClassDoubleSin                  // sines and cosines of 64 bits
	ClassDoublePow                  // powers of 64 bits
	ClassDoubleMath                 // every other 64-bit float function
	ClassConvert                    // floats to integers; 64-bit numbers to and from others
	ClassToFloat                    // 32-bit integers to floats
	ClassHalf                       // half-precision sums, products, both
	ClassHalfPair                   // the same of two numbers per lane
	ClassHalfConvert                // floats to half precision and back
	ClassBits                       // population count, leading zeros, reversal
	ClassShuffle                    // shuffles; votes
	ClassMatch                      // matches of 32-bit values that are all the same
	ClassLongMatch                  // matches of 64-bit values that are all the same
	ClassReduce                     // reductions of the warp
	ClassProduct                    // products of 16×8 sums and factors with 32 bytes per row (mma)
	ClassProductDouble              // products of 16×8 sums and 16 64-bit floats per row
	ClassGroupProduct               // products of four warps (wgmma); the latency is that behind the tensor cores' work
	ClassSpecial                    // reads of threadIdx, blockIdx and the like
	ClassParam                      // reads of kernel parameters and launch sizes
	ClassBranch                     // branches, calls, exits
	ClassMemory                     // the issue of a load, store or atomic
	ClassSharedLoad                 // the issue of a load of shared memory
	ClassSync                       // barriers of a warp, fences
	ClassSyncReduce                 // what a barrier of the block takes longer if it combines values
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
	UnitLSU         // loads, stores, shuffles
	UnitTensor      // products of matrices
	NumUnits
)

var unitNames = [...]string{"none", "ALU", "FMA", "FP64", "XU", "LSU", "tensor"}

// String returns the name of the unit.
func (u Unit) String() string { return unitNames[u] }

// OpTime is the timing of one warp instruction of a class. A device without an instruction
// for the class issues a sequence of Slots instructions.
//
// The next sequence of a warp begins after Serial cycles. A sequence with a branch for rare arguments has
// arms that meet: then all that follows waits for Serial cycles, nearly the whole latency. Where all
// lanes of a warp have the same arguments, nvcc leaves out the instructions that let the arms meet
// (BSSY, BSYNC).
type OpTime struct {
	Unit    Unit
	Slots   int     // instructions issued; 0 means 1
	Rate    float64 // lanes per cycle and SM, for the whole sequence; 0: the issue rate
	Latency int     // cycles from issue until a dependent instruction may issue
	Serial  int     // cycles from issue until the warp's next sequence may issue; 0: those of Slots
	Meeting int     // of Latency and Serial, the cycles in which the arms meet; 0: no branch
}

// SchedulerPolicy is how a scheduler chooses among the warps that can issue.
type SchedulerPolicy uint8

// The policies. schedulerPolicies has their names; package sm has what they do.
const (
	// DefaultPolicy is GreedyThenLongestWaiting for a device, because that agrees best with the
	// H200. For a launch it is the policy of the device.
	DefaultPolicy SchedulerPolicy = iota
	// GreedyThenLongestWaiting picks the warp that issued last while that warp can issue,
	// then the warp whose instruction has been ready for longest.
	GreedyThenLongestWaiting
	// GreedyThenOldest picks the warp that issued last while that warp can issue, then
	// the warp whose block started first.
	GreedyThenOldest
	// LooseRoundRobin picks the next warp that can issue, in the order of warps.
	LooseRoundRobin
	NumSchedulerPolicies
)

// schedulerPolicies has the short name of each policy and what it prefers. The names gto and lrr
// are those of Accel-Sim.
var schedulerPolicies = [NumSchedulerPolicies]struct{ name, prefers string }{
	GreedyThenLongestWaiting: {"gtl", "greedy, then the warp that waited longest"},
	GreedyThenOldest:         {"gto", "greedy, then the oldest warp"},
	LooseRoundRobin:          {"lrr", "loose round robin"},
}

// String returns the policy's short name, "" for the default.
func (p SchedulerPolicy) String() string { return schedulerPolicies[p].name }

// Prefers says in a few words which warp the policy picks.
func (p SchedulerPolicy) Prefers() string { return schedulerPolicies[p].prefers }

// SchedulerPolicies lists the policies, without the default.
func SchedulerPolicies() (list []SchedulerPolicy) {
	for p := DefaultPolicy + 1; p < NumSchedulerPolicies; p++ {
		list = append(list, p)
	}
	return list
}

// ParseSchedulerPolicy returns the policy of a name; "" is the default.
func ParseSchedulerPolicy(name string) (SchedulerPolicy, error) {
	if name == "" {
		return DefaultPolicy, nil
	}
	var names []string
	for _, p := range SchedulerPolicies() {
		names = append(names, p.String())
	}
	i, err := parseName[SchedulerPolicy](names, name, "no scheduler policy is called %q; the policies are %s")
	return DefaultPolicy + 1 + i, err
}

// Clock is the timing of a device, in cycles of the SM clock.
//
// Warp w belongs to scheduler w mod Schedulers. A scheduler issues up to Issue instructions of
// one warp every IssueCycles.
type Clock struct {
	Schedulers  int
	Policy      SchedulerPolicy
	Issue       int
	IssueCycles int
	Ops         OpTimes
	// CrossUnit is added to the latency if another unit uses the result.
	CrossUnit int
	// CrossLSU is added instead if the result is an address or a value of a memory access.
	CrossLSU int
	// Taken is the cycles from a taken branch to the issue of its target, NotTaken those from
	// a branch that is not taken to the next instruction.
	Taken, NotTaken int
	// Meet is the cycles in which the arms of a branch meet that lanes may disagree on.
	Meet int
	// Diverge is the extra cycles of a warp at a branch on which its lanes disagree.
	Diverge int
	// LoopSlots is how many issue slots a backward branch costs its scheduler.
	LoopSlots int
	Cluster   ClusterClock

	// A match takes one pass per value: each further one adds the time of a pass, in which the
	// unit is busy, and MatchStep cycles to the latency.
	MatchStep int
	// A product of four warps whose first factor lies in registers takes RegisterFactor cycles longer.
	RegisterFactor int

	Memory MemoryClock
	Copy   CopyClock
	Cold   ColdClock

	// Barrier is the cycles from the arrival of the last warp to the next issue. The warps of
	// an SM arrive BarrierWarp cycles apart.
	Barrier, BarrierWarp float64
	// FenceBlock, Fence and FenceSystem are the cycles of a memory fence for the block, for the
	// device and for the system. That for the block waits for no store. The others also take
	// FenceStored from the cycle at which L2 has acknowledged the warp's stores. 0: as Fence.
	FenceBlock, Fence, FenceSystem, FenceStored int
}

// MemoryClock is the timing of memory accesses. A latency is the cycles from the issue of an
// access to the first issue that can use the result, without contention.
type MemoryClock struct {
	// Shared memory: a wavefront occupies the pipeline for Rates.L1WavefrontCycles. Each
	// further one adds SharedWavefront cycles to the latency, and the warp's next access
	// passes SharedWavefront cycles per wavefront later, also in L1 where L1Banked is set.
	Shared, SharedWavefront int
	SharedAtomic            int // latency of an atomic on shared memory
	// MatrixWavefront is the cycles for which a wavefront of ldmatrix occupies the pipeline. 0: as others.
	MatrixWavefront float64

	// L1: an access occupies the pipeline for at least L1Request cycles and for L1Line cycles
	// per line of the bank of tags that has most of its lines; the pipeline moves
	// Rates.L1BytesPerCycle. A bit of a line's bank is the parity of the bits of the line's
	// number that a mask of L1Tags has; without masks there is one bank. If L1Banked is set,
	// L1's data lie in the banks of shared memory: an access then takes as many wavefronts as
	// an access to shared memory at the same addresses, and at least one per bank width of a
	// lane's word.
	L1                int
	L1Request, L1Line float64
	L1Tags            [2]uint64
	L1Banked          bool
	// L1Misses is how many lines of an SM can be pending (MSHRs); 0: no limit.
	L1Misses int

	// L2 is the latency of an L2 hit. The port of an SM to L2 is busy for at least SMRequest
	// cycles per request and SMSector per sector; for stores, StoreLine per line and
	// StoreSector per sector. 0: as loads.
	L2                     int
	SMRequest, SMSector    float64
	StoreLine, StoreSector float64
	// StoreLines is the number of lines to which an SM merges stores. 0: it merges none.
	StoreLines int
	// L2 has L2Slices slices, equally many per partition; L2SlicesOff of each partition are out
	// of use. A slice is busy for SliceSector cycles per sector read, at least SliceLine per
	// line.
	L2Slices, L2SlicesOff  int
	SliceLine, SliceSector float64
	// SliceStore is the cycles per sector written, at least SliceStoreLine per store. 0: as
	// reads.
	SliceStore, SliceStoreLine float64
	// Far is added to the latency if the line's home partition is not the SM's.
	Far int
	// GPCSector is the cycles per sector of a GPC's port to L2; 0: GPCs have no port.
	GPCSector float64

	// DRAM is the latency of a read that misses in L2, the latency of L2 included.
	// DRAMChannels share Rates.DRAMBytesPerSecond. DRAMShare is the part of that rate that
	// long reads reach where Rates has the data sheet's: refresh and ECC take the rest. 0: all
	// of it.
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
	// Host is the latency of host memory.
	Host int

	// Const is the latency of a hit in the first constant cache, ConstMid of a hit in the
	// second.
	Const, ConstMid int
	// A scheduler starts constant loads ConstLoad cycles apart. The requests of one load start
	// ConstEach cycles apart.
	ConstLoad, ConstEach float64

	// AtomicSector is the cycles that L2 is busy per sector changed by atomics, AtomicLane per
	// lane of the same address. Where lanes share words of several sectors, each change of a
	// sector takes the smaller of the two. Each lane of an address but the first takes AtomicLaneFloat
	// in a sum of 32-bit floats, AtomicLaneCompare in a comparison with an exchange. 0: as AtomicLane.
	AtomicSector, AtomicLane           float64
	AtomicLaneFloat, AtomicLaneCompare float64
	// AtomicLine is the cycles that an atomic keeps the port of an SM busy per line, and at least per sector.
	// 0: as stores.
	AtomicLine float64
}

// ClusterClock is the timing of clusters. A latency is the cycles from the issue of an access to the first issue that can
// use the result.
type ClusterClock struct {
	// Barrier is the cycles from the last arrival to the next issue, with BarrierBlock more for each block of the
	// cluster. An arrival that releases is behind a fence of Fence cycles, and FenceBlock more for each block.
	// The fences of an SM begin FenceWarp cycles apart.
	Barrier, BarrierBlock, FenceBlock, FenceWarp float64
	Fence                                        int
	// Own is the latency of a load of the block's own memory by an address of the cluster, OwnAtomic that of an
	// atomic; Other and OtherAtomic are those of other blocks' memory.
	Own, OwnAtomic, Other, OtherAtomic int
	// The port of an SM to others is busy for LoadSector cycles per sector read and LoadLine per line, for StorePacket per
	// packet that a store writes, and for AtomicSector cycles per sector that an atomic changes and LoadLine per line of
	// several.
	LoadSector, LoadLine, StorePacket, AtomicSector float64
}

// CopyClock is the timing of copies between global and shared memory that no register takes part in, and of barriers
// in shared memory (mbarrier), in cycles.
type CopyClock struct {
	// A copy of a few bytes per lane is done Filled cycles after a load would be, FilledL1 if it finds its lines in L1.
	Filled, FilledL1 int
	// A bulk copy to shared memory asks L2 for its first line Start cycles after its instruction, Box cycles later if it
	// copies a box of a tensor, and for the next ones Line cycles apart. The thread goes on after Issue cycles. Several
	// threads of a warp copy one after another, IssueLane cycles each. The barrier has the bytes when the last reply
	// comes.
	Start, Box, Issue, IssueLane int
	Line                         float64
	// A bulk copy to global memory sends its first line after StoreStart cycles, further ones StoreLine cycles apart, and
	// is done Stored cycles after the last. The thread goes on after Store cycles. A reduction takes ReduceLine and Reduce.
	StoreStart, Store, Stored, Reduce int
	StoreLine, ReduceLine             float64
	// A bulk copy to another block of the cluster takes ShareByte cycles per byte, and Share more until it is there.
	Share     int
	ShareByte float64
	// A warp goes on Arrive cycles after an arrival, which counts Arrived cycles later. A look at
	// a barrier has its result after Tested cycles; a warp that waits looks again when the phase ends. An arrival passes
	// the load/store unit in ArrivePass cycles, a look in TestPass.
	Arrive, Arrived, Tested, ArrivePass, TestPass int
}

// ColdClock is the timing of the start and the end of launches and blocks.
type ColdClock struct {
	// The block scheduler notes the end of BlocksPerCycle blocks per cycle. On an SM, blocks
	// start at least BlockGap cycles apart, and WarpGap cycles per warp of the block before.
	// WarpsPerCycle warps of a block start per cycle.
	BlocksPerCycle, WarpsPerCycle float64
	BlockGap                      int
	WarpGap                       float64
	// Block is the cycles from noting the end of a block to the start of the next one in its
	// slot.
	Block int
	// Touched is added to the cycles of a launch that has used device memory.
	Touched int
	// An instruction has InstructionBytes; instruction caches have lines of CodeLine bytes. An
	// SM has the first CodeFirst bytes of a kernel CodeCold cycles after its request, the last
	// SM CodeLate cycles after the first. Later misses take CodeMiss cycles and fetch CodeAhead
	// bytes more.
	InstructionBytes, CodeLine, CodeFirst, CodeCold, CodeLate, CodeMiss, CodeAhead int
}
