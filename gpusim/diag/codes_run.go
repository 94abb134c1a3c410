package diag

// This file lists the codes of faults of running kernels. Tests of package simt
// produce each code.

// The codes of running kernels.
const (
	IndexOutOfRange   Code = "IndexOutOfRange"
	InnerIndex        Code = "InnerIndex"
	WildAddress       Code = "WildAddress"
	Misaligned        Code = "Misaligned"
	DivideByZero      Code = "DivideByZero"
	BarrierDivergence Code = "BarrierDivergence"
	MbarrierMisuse    Code = "MbarrierMisuse"
	WarpMask          Code = "WarpMask"
	ShuffleWidth      Code = "ShuffleWidth"
	InstructionBudget Code = "InstructionBudget"
	DeadlinePassed    Code = "DeadlinePassed"
	TooMuchState      Code = "TooMuchState"
	KernelPanic       Code = "KernelPanic"
	AssertFailed      Code = "AssertFailed"
	StackOverflow     Code = "StackOverflow"
)

// Assertion begins the message of a kernel that stops at an assert.
const Assertion = "the assertion"

// runCodes explains the codes of running kernels.
var runCodes = []Info{
	{Code: IndexOutOfRange, Meaning: "A thread reads or writes outside an array."},
	{Code: InnerIndex, Meaning: "An index leaves an inner array or a part of a slice, and stays inside the object. Checkers see it, hardware does not."},
	{Code: WildAddress, Meaning: "A thread accesses an address that has no memory behind it."},
	{Code: Misaligned, Meaning: "The address of an access is not a multiple of its size."},
	{Code: DivideByZero, Meaning: "An integer is divided by zero."},
	{Code: BarrierDivergence, Meaning: "Some threads of a block wait at a SyncThreads that others never reach."},
	{Code: MbarrierMisuse, Meaning: "A barrier in shared memory (mbarrier) is used before mbarrier.init, set up again while in use, counts too much, or waits for what never comes."},
	{Code: WarpMask, Meaning: "The mask of a warp operation names lanes that do not take part in it."},
	{Code: ShuffleWidth, Meaning: "The width of a shuffle is not a power of two, or larger than a warp."},
	{Code: InstructionBudget, Meaning: "The kernel executed as many instructions as it may and did not end."},
	{Code: DeadlinePassed, Meaning: "The kernel ran longer than it may."},
	{Code: TooMuchState, Meaning: "The registers, shared memory and local memory of a block do not fit the memory that the simulation may use."},
	{Code: KernelPanic, Meaning: "The kernel stopped itself, for example at an access through nil."},
	{Code: AssertFailed, Meaning: "An assert of a kernel in CUDA C does not hold."},
	{Code: StackOverflow, Meaning: "Calls go deeper than the stack of a thread allows."},
}
