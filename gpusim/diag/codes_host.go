package diag

// This file lists the codes of errors in host calls: allocations, copies, launches
// and others. Messages name the error of CUDA, so that learners can look it up.

// The codes of host calls.
const (
	UnknownDevice    Code = "UnknownDevice"
	MissingFeature   Code = "MissingFeature"
	ElementType      Code = "ElementType"
	NegativeSize     Code = "NegativeSize"
	OutOfMemory      Code = "OutOfMemory"
	FreedMemory      Code = "FreedMemory"
	CopySize         Code = "CopySize"
	NotAKernel       Code = "NotAKernel"
	ArgumentCount    Code = "ArgumentCount"
	ArgumentName     Code = "ArgumentName"
	ArgumentType     Code = "ArgumentType"
	ArgumentRange    Code = "ArgumentRange"
	HostSlice        Code = "HostSlice"
	OtherDevice      Code = "OtherDevice"
	EmptyExtent      Code = "EmptyExtent"
	BlockTooLarge    Code = "BlockTooLarge"
	GridTooLarge     Code = "GridTooLarge"
	ClusterSize      Code = "ClusterSize"
	SharedTooLarge   Code = "SharedTooLarge"
	ConstantTooLarge Code = "ConstantTooLarge"
	ParamsTooLarge   Code = "ParamsTooLarge"
	BeyondBounds     Code = "BeyondBounds"
	TooManyRegisters Code = "TooManyRegisters"
	TooManyBlocks    Code = "TooManyBlocks"
	Cancelled        Code = "Cancelled"
	UnknownSymbol    Code = "UnknownSymbol"
	NoSetting        Code = "NoSetting"
	RegisterLimit    Code = "RegisterLimit"
	BadTensor        Code = "BadTensor"
	BadTexture       Code = "BadTexture"
	TraceTooLong     Code = "TraceTooLong"
	BlocksWaited     Code = "BlocksWaited"
	Untimed          Code = "Untimed"
	NotSampled       Code = "NotSampled"
	SampledMemory    Code = "SampledMemory"
	BadStream        Code = "BadStream"
	NotReady         Code = "NotReady"
	BadHostMemory    Code = "BadHostMemory"
	BadPeer          Code = "BadPeer"
	BadPitch         Code = "BadPitch"
	MemoryLeak       Code = "MemoryLeak"
	NoContext        Code = "NoContext"
	WrongContext     Code = "WrongContext"
	ContextDestroyed Code = "ContextDestroyed"
	ContextLost      Code = "ContextLost"
	NoSuchDevice     Code = "NoSuchDevice"
	BadPointer       Code = "BadPointer"
	ModuleUnloaded   Code = "ModuleUnloaded"
	NotExplored      Code = "NotExplored"
)

// hostCodes explains the codes of host calls. Tests of package gpusim produce each.
var hostCodes = []Info{
	{Code: UnknownDevice, Meaning: "No device has this name."},
	{Code: MissingFeature, Meaning: "A kernel needs a feature that devices of this compute capability do not have."},
	{Code: ElementType, Meaning: "Device memory cannot hold elements of this type."},
	{Code: NegativeSize, Meaning: "An allocation has a negative size."},
	{Code: OutOfMemory, Meaning: "The device has less free memory than an allocation needs."},
	{Code: FreedMemory, Meaning: "Memory that was freed is used or freed again."},
	{Code: CopySize, Meaning: "A copy goes beyond the end of an array."},
	{Code: NotAKernel, Meaning: "A launch is given something other than a Go function or a kernel of a module."},
	{Code: ArgumentCount, Meaning: "A launch has more or fewer arguments than the kernel has parameters."},
	{Code: ArgumentName, Meaning: "A named argument is not a parameter of the kernel."},
	{Code: ArgumentType, Meaning: "The type of an argument is not that of its parameter."},
	{Code: ArgumentRange, Meaning: "An integer argument does not fit its parameter."},
	{Code: HostSlice, Meaning: "A slice in the host's memory was passed to a kernel."},
	{Code: OtherDevice, Meaning: "Memory of another device was passed to a kernel."},
	{Code: EmptyExtent, Meaning: "A grid or block has no threads."},
	{Code: BlockTooLarge, Meaning: "A block is larger than the device allows."},
	{Code: GridTooLarge, Meaning: "A grid is larger than the device allows."},
	{Code: ClusterSize, Meaning: "The grid is no whole number of clusters, or a cluster is larger than the device allows."},
	{Code: SharedTooLarge, Meaning: "A block needs more shared memory than it may have."},
	{Code: ConstantTooLarge, Meaning: "The kernel's constant variables do not fit constant memory."},
	{Code: ParamsTooLarge, Meaning: "The kernel's parameters do not fit the parameter block."},
	{Code: BeyondBounds, Meaning: "A block has more threads than the kernel's //gpu:launchbounds promises."},
	{Code: Cancelled, Meaning: "A launch was cancelled before it ended."},
	{Code: UnknownSymbol, Meaning: "The kernel uses no variable of this name."},
	{Code: NoSetting, Meaning: "The device does not have this setting."},
	{Code: BadTensor, Meaning: "A tensor map is made of what it cannot describe."},
	{Code: BadTexture, Meaning: "A texture is created or read in an invalid way."},
	{Code: RegisterLimit, Meaning: "A kernel needs more registers than the launch allows."},
	{Code: BlocksWaited, Meaning: "Warps of a launch waited for changes of memory by other warps or blocks.", Warning: true},
	{Code: NotSampled, Meaning: "A launch was to be sampled, and all of its blocks were executed.", Warning: true},
	{Code: SampledMemory, Meaning: "Memory is read that a sampled launch would have written."},
	{Code: Untimed, Meaning: "A kernel has operations that are executed, but neither timed nor counted.", Warning: true},
	{Code: TraceTooLong, Meaning: "A launch makes more accesses than its trace may hold: its report has no cache counters."},
	{Code: NoContext, Meaning: "A call needs a context, and none is current to its thread."},
	{Code: WrongContext, Meaning: "A call is given a context that it cannot use."},
	{Code: ContextDestroyed, Meaning: "The context of a call was destroyed."},
	{Code: ContextLost, Meaning: "A fault of a kernel left all contexts of the process unusable."},
	{Code: NoSuchDevice, Meaning: "The host has no device of this number."},
	{Code: BadPointer, Meaning: "An address has no memory behind it, or less memory than the call needs."},
	{Code: ModuleUnloaded, Meaning: "A call uses a module that was unloaded."},
	{Code: BadStream, Meaning: "A stream or an event is used in an invalid way."},
	{Code: NotReady, Meaning: "The time between two events is asked for before both have completed."},
	{Code: BadHostMemory, Meaning: "Host memory is page-locked or freed in an invalid way."},
	{Code: BadPeer, Meaning: "A device cannot access the memory of another, or was given access already."},
	{Code: BadPitch, Meaning: "The rows of a matrix are wider than its pitch."},
	{Code: MemoryLeak, Meaning: "Memory was not freed when its context ended."},
	{Code: NotExplored, Meaning: "The outcomes of a launch cannot all be listed: it is too large, or the memory model does not describe it."},
	{Code: TooManyRegisters, Meaning: "One block needs more registers than an SM has."},
	{Code: TooManyBlocks, Meaning: "An SM cannot hold as many blocks as //gpu:launchbounds asks for."},
}

// HostCodes explains the codes of host calls.
func HostCodes() []Info { return hostCodes }
