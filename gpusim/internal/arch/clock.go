package arch

// This file says how long things take: what internal/clock plays a launch by.

// Class is a kind of instruction that has a time of its own.
type Class uint8

// The classes.
const (
	ClassMove       Class = iota // moves, selects, special registers known at once
	ClassAdd                     // 32-bit integer sums and differences
	ClassLogic                   // 32-bit logic, comparisons, minimum, shifts
	ClassMul                     // 32-bit integer products, with or without a sum
	ClassWideMul                 // 32×32 → 64, with or without a sum: addresses
	ClassDiv                     // 32-bit integer quotients
	ClassRem                     // 32-bit integer remainders
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
	ClassConvert                 // between integers and floats
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
	Unit Unit
	// Other is a second unit that does the same: whichever is free first. NoUnit: none.
	Other   Unit
	Slots   int     // instructions issued; 0 reads as 1
	Rate    float64 // lanes a cycle of a whole SM, all Slots together; 0: as issued
	Latency int     // cycles from issue until a dependent instruction may issue
}

// Clock is the times of a device, in cycles of the SM clock.
//
// A warp belongs to the scheduler of its number modulo Schedulers. A scheduler
// issues Issue instructions of one warp every IssueCycles.
type Clock struct {
	Schedulers  int
	Issue       int
	IssueCycles int
	Ops         [NumClasses]OpTime
	// CrossUnit is added to the latency when the result is used by another unit.
	CrossUnit int
	// Branch is what a taken or diverging branch costs its warp beyond an issue.
	Branch, Diverge int

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
	// each line, and moves Rates.L1BytesPerCycle.
	L1                int
	L1Request, L1Line float64
	// L1Misses is how many lines an SM may wait for; 0: no limit.
	L1Misses int

	// L2 answers after L2 cycles; the way of an SM to it takes SMRequest cycles for
	// each line asked for and SMSector for each sector that comes or goes.
	L2                  int
	SMRequest, SMSector float64
	// L2Slices serve lines, hashed; each takes SliceSector cycles for a sector, of
	// which SliceLine at least for a line.
	L2Slices               int
	SliceLine, SliceSector float64
	// Far is added where another part of L2 is a line's home.
	Far int
	// Group is how many SMs share a way to L2 that takes GroupSector cycles a sector; 0: none.
	GroupSMs    int
	GroupSector float64

	// DRAM answers after DRAM cycles, L2's included; DRAMChannels work side by
	// side at Rates.DRAMBytesPerSecond in all. DRAMTurn is what the change between
	// reading and writing costs, as a part of the time: 0.1 is a tenth.
	DRAM         int
	DRAMChannels int
	DRAMTurn     float64
	// DRAMShare is the part of that rate which long reads reach where Rates has a
	// data sheet's: refresh and ECC take the rest. 0: all of it.
	DRAMShare float64
	// Host is the latency of the host's memory.
	Host int

	// Const is of a load from the constant cache next to the SM, ConstMid from that
	// behind it.
	Const, ConstMid int

	// AtomicSector is how long L2 is busy with one sector that atomics change,
	// AtomicLane with each further lane of the same address.
	AtomicSector, AtomicLane float64

	// Texture is the latency of a texture read that hits; TextureTexel what its
	// pipeline takes for each four texels.
	Texture      int
	TextureQuads float64
}

// ColdClock is what the beginning and the end of a launch take.
type ColdClock struct {
	// Launch is from the launch to the first instruction, Drain from the last one to
	// the end, both as a profiler counts them: they are Rates.LaunchCycles together.
	// Blocks begin BlocksPerCycle on the whole chip, WarpsPerCycle on an SM.
	BlocksPerCycle, WarpsPerCycle float64
	// Block is from a block's end to the beginning of the next in its place.
	Block int
	// InstructionBytes is of one instruction; code comes in lines of CodeLine bytes,
	// CodeAhead of which are fetched before they are asked for. The instruction
	// cache of an SM holds CodeNear bytes that cost nothing; a line that no SM of
	// the chip has had takes CodeCold cycles.
	InstructionBytes, CodeLine, CodeAhead, CodeNear, CodeCold int
	// Params is what the first read of the parameters takes in an SM.
	Params int
}
