package diag

// This file is the table of what a kernel can do wrong while it runs. Tests of
// package simt reach each code.

// The codes of running kernels.
const (
	IndexOutOfRange   Code = "IndexOutOfRange"
	WildAddress       Code = "WildAddress"
	Misaligned        Code = "Misaligned"
	DivideByZero      Code = "DivideByZero"
	BarrierDivergence Code = "BarrierDivergence"
	WarpMask          Code = "WarpMask"
	ShuffleWidth      Code = "ShuffleWidth"
	InstructionBudget Code = "InstructionBudget"
	DeadlinePassed    Code = "DeadlinePassed"
	TooMuchState      Code = "TooMuchState"
	KernelPanic       Code = "KernelPanic"
	StackOverflow     Code = "StackOverflow"
)

// runCodes explains them.
var runCodes = []Info{
	{Code: IndexOutOfRange, Meaning: "A thread reads or writes outside an array."},
	{Code: WildAddress, Meaning: "A thread uses an address where no memory is."},
	{Code: Misaligned, Meaning: "The address of an access is not a multiple of its size."},
	{Code: DivideByZero, Meaning: "An integer is divided by zero."},
	{Code: BarrierDivergence, Meaning: "Some threads of a block wait at a SyncThreads that others never reach."},
	{Code: WarpMask, Meaning: "A warp operation's mask names lanes that do not take part in it."},
	{Code: ShuffleWidth, Meaning: "The segments of a shuffle are no power of two, or wider than a warp."},
	{Code: InstructionBudget, Meaning: "The kernel executed all instructions it was allowed without ending."},
	{Code: DeadlinePassed, Meaning: "The kernel ran longer than it was allowed."},
	{Code: TooMuchState, Meaning: "A block's registers, shared and local memory do not fit the memory the simulation may use."},
	{Code: KernelPanic, Meaning: "The kernel stopped itself, for example at an access through nil."},
	{Code: StackOverflow, Meaning: "Functions call each other, or themselves, deeper than a thread's stack has room for."},
}
