package diag

// This file is the table of what the host's calls refuse: allocations, copies
// and launches. Messages name CUDA's error, so that it can be looked up.

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
	BadTexture       Code = "BadTexture"
	TraceTooLong     Code = "TraceTooLong"
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
)

// hostCodes explains them. A test of package gpusim reaches each.
var hostCodes = []Info{
	{Code: UnknownDevice, Meaning: "No device has this name."},
	{Code: MissingFeature, Meaning: "A kernel does what devices of this compute capability cannot do."},
	{Code: ElementType, Meaning: "Device memory cannot hold elements of this type."},
	{Code: NegativeSize, Meaning: "An allocation has a negative size."},
	{Code: OutOfMemory, Meaning: "The device has less free memory than was asked for."},
	{Code: FreedMemory, Meaning: "Memory that was freed is used or freed again."},
	{Code: CopySize, Meaning: "A copy goes beyond the end of an array."},
	{Code: NotAKernel, Meaning: "What was launched is not a Go function or a kernel of a module."},
	{Code: ArgumentCount, Meaning: "A launch has more or fewer arguments than the kernel has parameters."},
	{Code: ArgumentName, Meaning: "A named argument is not a parameter of the kernel."},
	{Code: ArgumentType, Meaning: "An argument's type is not the parameter's."},
	{Code: ArgumentRange, Meaning: "An integer argument does not fit its parameter."},
	{Code: HostSlice, Meaning: "A slice in the host's memory was passed to a kernel."},
	{Code: OtherDevice, Meaning: "Memory of another device was passed to a kernel."},
	{Code: EmptyExtent, Meaning: "A grid or block has no threads."},
	{Code: BlockTooLarge, Meaning: "A block is larger than the device allows."},
	{Code: GridTooLarge, Meaning: "A grid is larger than the device allows."},
	{Code: SharedTooLarge, Meaning: "A block asks for more shared memory than it may have."},
	{Code: ConstantTooLarge, Meaning: "The kernel's constant variables do not fit constant memory."},
	{Code: ParamsTooLarge, Meaning: "The kernel's parameters do not fit the parameter block."},
	{Code: BeyondBounds, Meaning: "A block has more threads than the kernel's //gpu:launchbounds promises."},
	{Code: Cancelled, Meaning: "A launch was called off before it ended."},
	{Code: UnknownSymbol, Meaning: "The kernel uses no variable of this name."},
	{Code: NoSetting, Meaning: "The device cannot be set so."},
	{Code: BadTexture, Meaning: "A texture cannot be made so, or not be read so."},
	{Code: RegisterLimit, Meaning: "A kernel needs more registers than the launch allows."},
	{Code: TraceTooLong, Meaning: "A launch makes more accesses than are kept to be played on caches: its report leaves them out."},
	{Code: NoContext, Meaning: "A call needs a context, and none is current to its thread."},
	{Code: WrongContext, Meaning: "A call on contexts is given one that it cannot work on."},
	{Code: ContextDestroyed, Meaning: "The context that is used was destroyed."},
	{Code: ContextLost, Meaning: "A kernel did something that left its context unusable."},
	{Code: NoSuchDevice, Meaning: "The host has no device of this number."},
	{Code: BadPointer, Meaning: "There is no memory at an address, or less than was asked for."},
	{Code: ModuleUnloaded, Meaning: "A module that was unloaded is used."},
	{Code: BadStream, Meaning: "A stream or an event cannot be used so."},
	{Code: NotReady, Meaning: "The time between two events is asked for before both have passed."},
	{Code: BadHostMemory, Meaning: "Memory of the host cannot be page-locked or freed so."},
	{Code: BadPeer, Meaning: "One device cannot reach the memory of another, or not twice."},
	{Code: BadPitch, Meaning: "The rows of a matrix are wider than their distance."},
	{Code: MemoryLeak, Meaning: "Memory was not freed when its context ended."},
	{Code: TooManyRegisters, Meaning: "One block needs more registers than an SM has."},
	{Code: TooManyBlocks, Meaning: "An SM cannot hold as many blocks as was asked."},
}

// HostCodes explains the codes of the host's calls.
func HostCodes() []Info { return hostCodes }
