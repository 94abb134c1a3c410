// Package arch describes GPUs as plain data: one Spec per device.
//
// A Spec holds capabilities, sizes and rates, never behaviour. Code that must
// act differently on two devices reads a capability field; it never asks for a
// name or a compute capability. A new device is one struct literal in
// devices_*.go and a line in devices.go; every number there carries its unit and
// its source. What a device can do at all follows from its compute capability by
// the table in features.go.
//
// Units: bytes unless the name says otherwise, cycles of the SM clock, bytes a
// second for bandwidths.
//
// Not modelled: clock changes under load, ECC, partial reconfiguration (MIG).
package arch

import (
	"fmt"
	"slices"
	"strings"
)

// MaxLanes is the widest warp any Spec may have: lane arrays are sized by it
// and lane masks are 32 bits wide. Spec.WarpSize says how many are in use.
const MaxLanes = 32

// MaxBytes is the most that a lane loads or stores at once.
const MaxBytes = 16

// MaxSectors is the most sectors that a line may have: sets of them are kept in
// as many bits.
const MaxSectors = 8

// CC is a compute capability, for example {9, 0}.
type CC struct{ Major, Minor int }

// String returns the capability as documents write it: "9.0".
func (c CC) String() string { return fmt.Sprintf("%d.%d", c.Major, c.Minor) }

// Digits returns the capability as names of targets have it: the 90 of sm_90 and compute_90.
func (c CC) Digits() string { return fmt.Sprintf("%d%d", c.Major, c.Minor) }

// Dim3 is an extent in threads or blocks.
type Dim3 struct{ X, Y, Z int }

// Count returns X·Y·Z.
func (d Dim3) Count() int { return d.X * d.Y * d.Z }

// String returns the extent as command lines have it: "8,4,1".
func (d Dim3) String() string { return fmt.Sprintf("%d,%d,%d", d.X, d.Y, d.Z) }

// Index returns the place of a thread or block as messages have it: "(8,4,1)".
func (d Dim3) Index() string { return "(" + d.String() + ")" }

// CoalesceRule names how a generation turns a warp's global access into
// memory transactions. The zero value is invalid.
type CoalesceRule uint8

const (
	// CoalesceHalfWarp is cc 1.0 and 1.1: lane k of a half-warp must use word k
	// of an aligned segment, else every lane pays its own transaction.
	CoalesceHalfWarp CoalesceRule = iota + 1
	// CoalesceSegment is cc 1.2 and 1.3: per half-warp, segments of 32, 64 or
	// 128 bytes, halved while only one half is used.
	CoalesceSegment
	// CoalesceLine is cc 2.x and 3.x: 128-byte lines through L1, 32-byte
	// segments when L1 is bypassed (Spec.GlobalInL1).
	CoalesceLine
	// CoalesceSector is cc 5.0 and later: 32-byte sectors.
	CoalesceSector
)

// String returns the word printed by `gpusim devices`.
func (r CoalesceRule) String() string {
	return [...]string{"no rule", "half-warp", "segment", "line", "sector"}[r]
}

// MarshalText writes the word.
func (r CoalesceRule) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// Evidence says how well a Spec's figures are founded.
type Evidence uint8

const (
	// Modelled figures rest on one published source or on a data sheet.
	Modelled Evidence = iota
	// Measured figures were read on the device; see gpusim/validation.
	Measured
	// Toy devices exist for pictures only; no such hardware was built.
	Toy
)

// String returns the word printed by `gpusim devices`.
func (e Evidence) String() string { return [...]string{"modelled", "measured", "toy"}[e] }

// MarshalText writes the word.
func (e Evidence) MarshalText() ([]byte, error) { return []byte(e.String()), nil }

// Spec is one device.
type Spec struct {
	Name     string // of the product, without the vendor and the board's form
	CC       CC
	Evidence Evidence

	SMs      int
	WarpSize int // lanes, at most MaxLanes
	ClockMHz int // SM clock, boost
	Clusters Clusters

	Limits Limits
	Regs   RegisterFile
	Shared SharedMemory
	Global GlobalMemory
	Local  LocalMemory
	Caches Caches
	Bank   ConstantBank
	Rates  Rates
	Clock  Clock

	Transfer Transfer
	Alloc    Allocator
}

// Limits bound a launch and what one SM holds at a time.
type Limits struct {
	ThreadsPerBlock int
	ThreadsPerSM    int
	WarpsPerSM      int
	BlocksPerSM     int
	// ExitedArrive: a barrier waits only for the threads that have not ended.
	// Where it is not set CUDA asks all threads of the block to come.
	ExitedArrive bool
	// IndependentLanes: the lanes of a warp run in any order between two warp barriers.
	// CUDA guide, "Independent Thread Scheduling": cc 7.0 and later.
	IndependentLanes bool
	BarriersPerSM    int  // one a resident block; 0: not a limit of its own
	Block            Dim3 // largest block extent by axis
	Grid             Dim3 // largest grid extent by axis
	ParamBytes       int  // kernel parameters
	ConstBytes       int  // constant memory
}

// RegisterFile is the 32-bit register file of one SM.
type RegisterFile struct {
	PerSM         int
	PerBlock      int
	PerThreadMax  int
	PerThreadMin  int  // a smaller limit set by the learner is raised to it; 0: none is
	LaunchMin     int  // registers that the driver allocates per thread at least; 0: not known
	AllocUnit     int  // registers; a warp's (or block's) share is rounded up to it
	AllocByBlock  bool // cc 1.x rounds the block's share, later devices the warp's
	WarpGranule   int  // warps are allocated in multiples of this
	SubPartitions int  // register files an SM is split into

	// Banks is how many banks a thread's registers lie in, by their numbers; 0: not known.
	Banks int
	// Uniform is how many registers a warp has for integers that all its lanes share.
	Uniform int
	// StackPointer is the register that always holds the stack's address; 0: none does.
	StackPointer int
	// Hidden is the registers a thread takes beyond those its code names.
	Hidden int
	// ReturnAddress is the first of two registers in which a function of the driver, such as
	// vprintf, finds where to return to; 0: it is in no register.
	ReturnAddress int
}

// SharedMemory is the banked on-chip memory of one SM.
//
// A lane's address lies in bank (address / InterleaveBytes) mod Banks and in row
// address / (Banks·BankBytes). Lanes of one bank and one row are served together.
type SharedMemory struct {
	Banks           int
	BankBytes       int // width of one bank's row
	InterleaveBytes int // successive pieces of this size lie in successive banks: BankBytes, or half of it in the 32-bit mode of cc 3.x
	// BankModes lists the InterleaveBytes that the device can be set to; nil
	// where it cannot be set.
	BankModes     []int
	LanesPerPhase int // lanes served together for words of up to BankBytes: a half-warp on cc 1.x
	// OneBroadcast says that a wavefront of a load hands one word to many lanes
	// and any other word to one lane only (cc 1.x).
	OneBroadcast bool
	// SplitsWords says that words wider than a bank are served as separate
	// accesses of a bank's width (cc 1.x).
	SplitsWords bool
	// SlowAbove is the size in bytes of the widest words whose phases take no
	// wavefront more than their lanes need (cc 2.x: 8); 0: all words.
	SlowAbove int
	// PairsPhases says that the phases of a wide load are served in pairs when
	// the lanes allow it; see the package coalesce for the rule.
	PairsPhases bool
	// AtomicWavefronts is what an atomic takes beyond the wavefronts its lanes need.
	AtomicWavefronts int
	// CountsLanes says that an atomic which adds 1 and returns nothing serves all lanes of a word
	// at once, as ATOMS.POPC.INC does (cc 8.0 and later: machine code of h100/count.cu).
	CountsLanes   bool
	PerSM         int
	PerBlock      int // without opting in
	PerBlockOptin int
	// Splits is PerSM by CachePreference where shared memory and L1 divide one
	// memory among them as a kernel prefers; 0 where there is no such division.
	Splits [NumCachePreferences]int
	// Configs lists the sizes that an SM's shared memory can be configured to,
	// ascending; the rest of Caches.Unified is L1. nil where the size is fixed.
	Configs []int
	// Carveout is how many percent of the largest configuration kernels would
	// have, 1 to 100; CarveoutLeast: as little as they need; 0: the driver chooses.
	Carveout  int
	Reserved  int // taken by the driver from each block's share
	AllocUnit int
}

// Bank returns the bank and the row in which the byte at an address lies.
func (m *SharedMemory) Bank(addr uint64) (bank int, row uint64) {
	return int(addr / uint64(m.InterleaveBytes) % uint64(m.Banks)), addr / uint64(m.Banks*m.BankBytes)
}

// CarveoutLeast is a carve-out for kernels that would have all they can as L1.
// CUDA: cudaSharedmemCarveoutMaxL1.
const CarveoutLeast = -1

// CachePreference says how a kernel would have the memory that L1 and shared
// memory have in common divided. CUDA: cudaFuncCachePrefer….
type CachePreference uint8

const (
	CacheNone CachePreference = iota // as the device does by itself
	CacheShared
	CacheL1
	CacheEqual
	NumCachePreferences
)

var cachePreferenceNames = [NumCachePreferences]string{"none", "shared", "l1", "equal"}

// String returns the word on the command line.
func (c CachePreference) String() string { return cachePreferenceNames[c] }

// ParseCachePreference returns the preference of a name: none, shared, l1 or equal.
func ParseCachePreference(name string) (CachePreference, error) {
	return parseName[CachePreference](cachePreferenceNames[:], name, "%q is no division of the cache; the divisions are %s")
}

// parseName returns the index of a name. The message of an unknown one gets the name and all
// names.
func parseName[T ~uint8](names []string, name, message string) (T, error) {
	i := slices.Index(names, name)
	if i < 0 {
		return 0, fmt.Errorf(message, name, strings.Join(names, ", "))
	}
	return T(i), nil
}

// LocalMemory is the private memory of threads, kept in device memory. Word w of
// lane l of a warp lies at (w·WarpSize + l)·WordBytes of the warp's share.
type LocalMemory struct {
	WordBytes int
}

// GlobalMemory is device memory and the shape of the accesses to it.
type GlobalMemory struct {
	Bytes int64
	// SeparateSpaces: each context has addresses of its own, so that one value
	// means different memory in two contexts (cc 1.x). Where it is not set all
	// contexts of a host share one space: unified addressing.
	SeparateSpaces bool
	Coalesce       CoalesceRule
	SectorBytes    int  // smallest transfer
	LineBytes      int  // cache line and coalescing segment
	GlobalInL1     bool // global loads are cached in L1 by default
	GlobalL1OptIn  bool // a program can have them cached there (globalL1CacheSupported where GlobalInL1 is not set)
	// UniformLoads: a load of what the kernel only reads, at an address that is the
	// same for all threads of a warp, has an instruction of its own (LDU).
	UniformLoads bool
	L2Bytes      int
	AllocAlign   int // cudaMalloc alignment
	PitchAlign   int // cudaMallocPitch row alignment
}

// Cache is the geometry and the habits of one cache. The zero value is no cache.
type Cache struct {
	Bytes     int // of data that one instance holds
	LineBytes int // that one tag covers
	Ways      int // lines a set; 0: fully associative
	// Hashed says that the sets of lines far apart are unrelated: equal strides
	// do not meet in few sets. Neighbouring lines always lie in different ones.
	Hashed bool
	// Folded says that there are a power of two of sets, as many as Bytes need or
	// more, and that strides of powers of two use all of them alike.
	Folded bool
	// Spare: one line in so many of Bytes holds no data; 0: all do.
	Spare int
}

// WritePolicy says what a store does in the cache next to the SM.
type WritePolicy uint8

const (
	// WriteThrough sends the store on; a line that is there takes the new bytes.
	WriteThrough WritePolicy = iota
	// WriteAllocate sends the store on and puts the line in its place.
	WriteAllocate
	// WriteEvict sends the store on and drops the line.
	WriteEvict
	// WriteBack keeps the store until the line must leave.
	WriteBack
)

// String returns the word for the policy.
func (p WritePolicy) String() string { return [...]string{"through", "allocate", "evict", "back"}[p] }

// MarshalText writes the word.
func (p WritePolicy) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// ConstantBank is what the driver lays into constant bank 0 at each launch, in
// bytes from its start: the block's and the grid's extent in threads and blocks,
// three words each, and the kernel's parameters from Params on. ptxas -v counts
// all of it as cmem[0]. The zero value: parameters lie in shared memory (cc 1.x).
type ConstantBank struct{ BlockDim, GridDim, Params int }

// Caches is what lies between an SM and device memory. L1 and read-only caches
// belong to an SM, as the constant caches do; L2 belongs to the chip.
type Caches struct {
	// L1 keeps local memory, and global loads where GlobalMemory.GlobalInL1 says so.
	L1 Cache
	// Unified is the memory of an SM that L1 and shared memory divide, in bytes:
	// L1 has what shared memory leaves of it, L1.Bytes at least. 0: L1.Bytes is
	// all L1 has.
	Unified int
	// GlobalStores and LocalStores are what stores do in L1.
	GlobalStores, LocalStores WritePolicy
	// ReadOnly serves textures, and read-only loads where the device has the
	// feature ReadOnlyLoads, unless L1 does.
	ReadOnly Cache
	L2       Cache
	// L2Parts is how many parts L2 falls into, each next to a part of the SMs and
	// of the memory: an SM asks the part it is next to, which keeps a copy of what
	// the others own. 0: it is one.
	L2Parts int
	// L2Hash says where lines are; nil: not known.
	L2Hash *L2Hash
	// L2DirtyWays is how many lines of a set of L2 may be dirty, and L2PartialWays
	// how many may have sectors that were written in part and never read. When
	// one more comes, the oldest such line is written back and stays. 0: all may.
	L2DirtyWays, L2PartialWays int
	// L2SetAside is the most bytes of L2 that the host can set aside for lines that accesses ask to
	// keep (cudaDevAttrMaxPersistingL2CacheSize); 0: the device has no priorities of lines.
	L2SetAside int
	// Const is next to the SM, ConstMid behind it (called L1.5 in the literature).
	Const, ConstMid Cache
	// CoalescedReads is how many reads of a sector the L2 request coalescer of a
	// cluster makes into one while the first is pending; 0: there is no coalescer.
	CoalescedReads int
	// DRAMBytes is the least that L2 fetches from memory at a time.
	DRAMBytes int
	// ProfilerDirty is how many bytes of its own a profiler leaves dirty in L2
	// when it has flushed the caches before a launch. They are written to memory
	// when the launch drives them out, and counted.
	ProfilerDirty int
}

// Rates are the sustained limits of an SM and of the chip. They bound the time
// of a launch from below; latencies belong to the SM model.
type Rates struct {
	IssuePerCycle      float64 // warp instructions a cycle an SM
	L1WavefrontCycles  float64 // cycles one L1 or shared wavefront takes
	ConstRequestCycles float64 // cycles one request of a constant load takes, at the least; 0: not known
	L1BytesPerCycle    float64 // bytes an SM moves from L1 in a cycle
	L2BytesPerSecond   float64 // whole chip, L2 hits
	DRAMBytesPerSecond float64 // whole chip
	LaunchCycles       float64 // cycles an empty launch takes, drain included
}
