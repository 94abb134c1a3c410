package glossary

// This file explains the stall reasons: what to do about them, and nvprof's name of each.

import "gpucourse/gpusim/trace"

// stall is what the table of package trace does not say of a reason.
type stall struct {
	more    string // what it means for a kernel
	nvprof  string // metric, a percentage; several reasons share one
	chapter string
}

var stalls = [trace.NumStallReasons]stall{
	trace.Wait: {"An instruction of arithmetic takes a few cycles until the next one may use its result. Independent instructions or more warps fill the gap.",
		"stall_exec_dependency", "10"},
	trace.LongScoreboard: {"The scoreboard remembers which registers wait for a load from global, local or texture memory. Fewer or cheaper loads help, or more warps that compute meanwhile.",
		"stall_memory_dependency", "12"},
	trace.ShortScoreboard: {"These answers take about 30 cycles instead of hundreds. Conflicts of banks make them later.",
		"stall_exec_dependency", "13"},
	trace.Barrier: {"It was at SyncThreads and others of its block were not. Work that is equal for all warps shortens the wait, and so do fewer barriers and more blocks on the SM.",
		"stall_sync", "13"},
	trace.NotSelected: {"The warp was ready. Many such cycles mean that there are warps enough.",
		"stall_not_selected", "12"},
	trace.MathThrottle: {"Each kind of arithmetic has units of its own, and some are few: those for float64, for square roots, for integers.",
		"stall_pipe_busy", "10"},
	trace.LGThrottle: {"Loads and stores come faster than L1 takes them. Accesses that need fewer sectors, wider words, or registers instead of local memory help.",
		"stall_memory_throttle", "07"},
	trace.MIOThrottle: {"Accesses to shared memory, and shuffles, come faster than they are served. Each bank conflict is one more wavefront, so look for conflicts first.",
		"stall_pipe_busy", "14"},
	trace.TEXThrottle: {"Texture reads come faster than the texture unit takes them.",
		"stall_texture", "18"},
	trace.ConstantMiss: {"The first use of a constant or of a kernel parameter fetches its line.",
		"stall_constant_memory_dependency", "09"},
	trace.NoInstruction: {"The first warps of a launch wait for its code, and so do kernels whose code is larger than the cache. Short kernels feel it most.",
		"stall_inst_fetch", "12"},
	trace.Branch: {"After a branch the scheduler must know the next instruction.",
		"", "04"},
	trace.Membar: {"Threadfence waits until the warp's stores can be seen by others.",
		"stall_sync", "16"},
	trace.Drain: {"A warp that has ended keeps its place until its stores have left the SM. Stores that need many sectors take long.",
		"stall_memory_throttle", "07"},
	trace.Dispatch: {"Two operands in one bank of the register file are read one after the other.",
		"stall_other", "10"},
}
