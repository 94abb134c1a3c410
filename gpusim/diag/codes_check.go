package diag

// This file lists the codes of the checkers that watch a running kernel. Tests of
// package gpusim produce each code.

// The codes of checkers.
const (
	WarpRace      Code = "WarpRace"
	Uninitialized Code = "Uninitialized"
	UnsetVariable Code = "UnsetVariable"
	UndefinedLane Code = "UndefinedLane"
	LostUpdate    Code = "LostUpdate"
	SharedRace    Code = "SharedRace"
	GlobalRace    Code = "GlobalRace"
	BlockRace     Code = "BlockRace"
	StoreConflict Code = "StoreConflict"
	SameValueRace Code = "SameValueRace"
	FencedRace    Code = "FencedRace"

	UnawaitedCopy   Code = "UnawaitedCopy"
	StageReuse      Code = "StageReuse"
	ProxyFence      Code = "ProxyFence"
	BarrierUnready  Code = "BarrierUnready"
	ClusterLifetime Code = "ClusterLifetime"
	ProductUnderWay Code = "ProductUnderWay"
	FragmentMix     Code = "FragmentMix"
)

// checkCodes explains the codes of checkers.
var checkCodes = []Info{
	{Code: SharedRace, Meaning: "Warps of a block access one element of shared memory without a barrier between them, and one of them writes it."},
	{Code: GlobalRace, Meaning: "Warps of a block access one element of global memory without a barrier between them, and one of them writes it."},
	{Code: LostUpdate, Meaning: "A thread reads an element and writes a value that depends on it, and another thread can write between the two: its write is lost."},
	{Code: BlockRace, Meaning: "Blocks access one element of global memory, and one of them writes it."},
	{Code: StoreConflict, Meaning: "Threads of a warp write different values to one element in one instruction."},
	{Code: WarpRace, Meaning: "Lanes of a warp access one element without a warp barrier between them, and one of them writes it."},
	{Code: UnawaitedCopy, Meaning: "A thread uses shared memory that an asynchronous copy may still write: it has not waited for the copy, or not behind the thread that has."},
	{Code: StageReuse, Meaning: "Shared memory is written that a thread, a bulk copy or wgmma may still read, as a stage of a pipeline that is filled again too early."},
	{Code: ProxyFence, Meaning: "Threads write shared memory that a bulk copy or wgmma then uses, without fence.proxy.async between."},
	{Code: BarrierUnready, Meaning: "A thread uses a barrier in shared memory (mbarrier), and nothing orders that after mbarrier.init."},
	{Code: ClusterLifetime, Meaning: "A block or a copy uses shared memory of a block that may not have begun or may have ended."},
	{Code: ProductUnderWay, Meaning: "Registers of wgmma are read before its group is awaited, or may be written without wgmma.fence before it."},
	{Code: FragmentMix, Meaning: "Registers of one fragment of wmma are used as those of another, whose elements may lie in other lanes."},
	{Code: Uninitialized, Meaning: "A thread reads memory that nobody has written."},
	{Code: UnsetVariable, Meaning: "A thread reads a variable of C that it has not set."},
	{Code: UndefinedLane, Meaning: "A shuffle reads from a lane that is not in its mask or has ended, and something depends on the value: it is undefined.", Warning: true},
	{Code: SameValueRace, Meaning: "Threads write the same value to one element, in an undefined order.", Warning: true},
	{Code: FencedRace, Meaning: "Only fences and a flag order two accesses to one element.", Warning: true},
}

// CheckCodes explains the codes of checkers.
func CheckCodes() []Info { return checkCodes }

// Warning reports whether the code is a warning: what it reports may be intended.
func (c Code) Warning() bool {
	for _, info := range checkCodes {
		if info.Code == c {
			return info.Warning
		}
	}
	return false
}
