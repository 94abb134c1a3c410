package metrics

// This file is the table of every metric: its names, unit, meaning and formula.

import (
	"slices"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/occupancy"
	"gpucourse/gpusim/report"
)

// formula is one row of the table.
type formula struct {
	Name    string   // Nsight Compute's, or nvprof's where Nsight Compute has none
	NVProf  []string // nvprof's names for the same number
	Group   string
	Unit    string
	Meaning string // one sentence in plain words
	Short   string // a few words, for metrics on the card of a report
	Card    report.CardRule

	// Either counts or launch is set. counts is over instructions, so it also has
	// values by source line; launch is over the launch as a whole.
	counts func(*Tally) ratio
	launch func(*summed) ratio
	// when restricts the row to some devices; nil means all.
	when func(*arch.Spec) bool
}

// ratio is the value num/den; a metric is absent when den is 0.
type ratio struct{ num, den float64 }

func whole(n uint64) ratio { return ratio{float64(n), 1} }

func size(n int) ratio { return ratio{float64(n), 1} }

func percent(part, all uint64) ratio { return ratio{100 * float64(part), float64(all)} }

// bySector reports whether the device's transactions are sectors. On others
// nvprof counts the segments or lines that the device moves.
func bySector(s *arch.Spec) bool { return s.Global.Coalesce == arch.CoalesceSector }

func bySegment(s *arch.Spec) bool { return !bySector(s) }

// The fields of Counts, for formulas.
func requests(c Counts) uint64   { return c.Requests }
func sectors(c Counts) uint64    { return c.Sectors }
func accesses(c Counts) uint64   { return c.Accesses }
func moved(c Counts) uint64      { return c.Transactions }
func wavefronts(c Counts) uint64 { return c.Wavefronts }
func conflicts(c Counts) uint64  { return c.Conflicts }
func asked(c Counts) uint64      { return c.Bytes }

// sum is one field over some classes.
func sum(field func(Counts) uint64, classes ...Class) func(*Tally) ratio {
	return func(t *Tally) ratio { return whole(field(t.of(classes...))) }
}

// average is one field a unit of another over some classes.
func average(num, den func(Counts) uint64, classes ...Class) func(*Tally) ratio {
	return func(t *Tally) ratio {
		c := t.of(classes...)
		return ratio{float64(num(c)), float64(den(c))}
	}
}

// executed is the warp instructions of a class.
func executed(class Class) func(*Tally) ratio {
	return func(t *Tally) ratio { return whole(t.of(class).Warps) }
}

// sectorUse is the percentage of the bytes moved that lanes asked for.
func sectorUse(classes ...Class) func(*Tally) ratio {
	return func(t *Tally) ratio {
		c := t.of(classes...)
		return percent(c.Bytes, c.Sectors*uint64(t.spec.Global.SectorBytes))
	}
}

// sharedUse is the percentage of the banks' width that lanes asked for.
func sharedUse(t *Tally) ratio {
	c := t.of(SharedLoad, SharedStore)
	return percent(c.Bytes, c.Wavefronts*uint64(t.spec.Shared.Banks*t.spec.Shared.BankBytes))
}

func lanesUsed(t *Tally) ratio {
	c := t.total
	return percent(c.Threads, c.Warps*uint64(t.spec.WarpSize))
}

func warpsLaunched(l *summed) int {
	return l.Warps() * l.Blocks()
}

// limit is a number of blocks, absent when the resource sets none.
func limit(n int) ratio {
	if n == occupancy.Unlimited {
		return ratio{}
	}
	return size(n)
}

// sharedLimit is how many blocks fit into what the driver makes shared memory.
func sharedLimit(l *summed) ratio {
	if l.Spec.Shared.Configs == nil || l.occupancy.BlockShared == 0 {
		return limit(l.occupancy.Limits.Shared)
	}
	return size(l.SharedConfig() / l.occupancy.BlockShared)
}

// The groups, in the order of the table.
const (
	groupTime   = "Time"
	groupStalls = "What warps waited for"
	groupInst   = "Instructions"
	groupGlobal = "Global memory"
	groupShared = "Shared memory"
	groupTensor = "Products of matrices"
	groupDSM    = "Shared memory of other blocks"
	groupLocal  = "Local memory"
	groupConst  = "Constant memory"
	groupTex    = "Textures and read-only data"
	groupCaches = "Caches and device memory"
	groupCopies = "Copies without registers"
	groupHost   = "Host memory over PCIe"
	groupLaunch = "Launch"
	groupOccup  = "Occupancy"
)

// formulas is the table.
var formulas = slices.Concat(timeMetrics, stallMetrics, accessMetrics, productMetrics, clusterMetrics, constantMetrics, textureMetrics, cacheMetrics, copyMetrics, hintMetrics, hostMetrics, launchMetrics)

// accessMetrics are of what instructions do.
var accessMetrics = []formula{
	{Name: "smsp__inst_executed.sum", NVProf: []string{"inst_executed"}, Group: groupInst, Unit: "inst",
		Meaning: "Instructions that warps executed.", counts: func(t *Tally) ratio { return whole(t.total.Warps) }},
	{Name: "smsp__thread_inst_executed.sum", NVProf: []string{"thread_inst_executed"}, Group: groupInst, Unit: "inst",
		Meaning: "Instructions that threads executed: each warp instruction counts its active lanes.", counts: func(t *Tally) ratio { return whole(t.total.Threads) }},
	{Name: "smsp__thread_inst_executed_pred_on.sum", NVProf: []string{"not_predicated_off_thread_inst_executed"}, Group: groupInst, Unit: "inst",
		Meaning: "The same without lanes that a predicate held back.", counts: func(t *Tally) ratio { c := t.total; return whole(c.Threads - c.HeldBack) }},
	{Name: "smsp__thread_inst_executed_per_inst_executed.ratio", Group: groupInst, Unit: "threads",
		Meaning: "Active lanes of a warp instruction, on average.", counts: func(t *Tally) ratio { c := t.total; return ratio{float64(c.Threads), float64(c.Warps)} }},
	{Name: "smsp__thread_inst_executed_per_inst_executed.pct", NVProf: []string{"warp_execution_efficiency"}, Group: groupInst, Unit: "%",
		Short: "of the lanes active", Card: report.IfNotFull,
		Meaning: "Active lanes of a warp instruction, out of the lanes of a warp.", counts: lanesUsed},
	{Name: "branch_efficiency", Group: groupInst, Unit: "%",
		Meaning: "Conditional branches whose lanes all went one way, out of all.", counts: func(t *Tally) ratio { c := t.of(Branch); return percent(c.Warps-c.Diverged, c.Warps) }},
	{Name: "divergent_branch", Group: groupInst, Unit: "branches",
		Meaning: "Conditional branches whose lanes went both ways.", counts: func(t *Tally) ratio { return whole(t.of(Branch).Diverged) }},
	{Name: "barriers_executed", Group: groupInst, Unit: "inst",
		Meaning: "Barriers of the block that warps came to.", counts: executed(Barrier)},
	{Name: "warp_barriers_executed", Group: groupInst, Unit: "inst",
		Meaning: "Barriers of a warp that warps executed.", counts: executed(WarpBarrier)},
	{Name: "fences_executed", Group: groupInst, Unit: "inst",
		Meaning: "Memory fences that warps executed, of every scope.", counts: executed(Fence)},
	{Name: "smsp__average_inst_executed_per_warp.ratio", NVProf: []string{"inst_per_warp"}, Group: groupInst, Unit: "inst",
		Short: "instructions per warp", Card: report.OnCard,
		Meaning: "Instructions a warp executed, on average.", launch: func(l *summed) ratio { return ratio{float64(l.total.total.Warps), float64(warpsLaunched(l))} }},

	{Name: "smsp__sass_inst_executed_op_global_ld.sum", NVProf: []string{"inst_executed_global_loads"}, Group: groupGlobal, Unit: "inst",
		Meaning: "Global load instructions that warps executed, with at least one lane.", counts: sum(accesses, GlobalLoad)},
	{Name: "smsp__sass_inst_executed_op_global_st.sum", NVProf: []string{"inst_executed_global_stores"}, Group: groupGlobal, Unit: "inst",
		Meaning: "Global store instructions that warps executed, with at least one lane.", counts: sum(accesses, GlobalStore)},
	{Name: "smsp__sass_inst_executed_op_global_atom.sum", NVProf: []string{"inst_executed_global_atomics"}, Group: groupGlobal, Unit: "inst",
		Meaning: "Global atomic instructions with a result that warps executed, with at least one lane.", counts: sum(accesses, GlobalAtomic)},
	{Name: "smsp__sass_inst_executed_op_global_red.sum", NVProf: []string{"inst_executed_global_reductions"}, Group: groupGlobal, Unit: "inst",
		Meaning: "Global atomic instructions without a result that warps executed, with at least one lane.", counts: sum(accesses, GlobalReduction)},
	{Name: "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", NVProf: []string{"global_load_requests"}, Group: groupGlobal, Unit: "requests",
		Meaning: "Global loads that reached the memory system: one for each warp instruction with an active lane.", counts: sum(requests, GlobalLoad, CopyNear, CopyFar)},
	{Name: "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", NVProf: []string{"gld_transactions"}, Group: groupGlobal, Unit: "sectors",
		Meaning: "Sectors that global loads moved.", counts: func(t *Tally) ratio { return whole(t.lookedUp()) }},
	{Name: "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio", NVProf: []string{"gld_transactions_per_request"}, Group: groupGlobal, Unit: "sectors",
		Short: "sectors per global load", Card: report.OnCard,
		Meaning: "Sectors a global load moved, on average: 4 is the best for 4-byte words, 32 the worst.", counts: func(t *Tally) ratio {
			return ratio{float64(t.lookedUp()), float64(requests(t.of(GlobalLoad, CopyNear, CopyFar)))}
		}},
	{Name: "gld_transactions", Group: groupGlobal, Unit: "transactions", when: bySegment,
		Meaning: "Segments or lines that global loads moved.", counts: sum(moved, GlobalLoad)},
	{Name: "gld_transactions_per_request", Group: groupGlobal, Unit: "transactions", when: bySegment,
		Short: "transactions per global load", Card: report.OnCard,
		Meaning: "Segments or lines a request of global loads moved, on average.", counts: average(moved, requests, GlobalLoad)},
	{Name: "smsp__sass_data_bytes_mem_global_op_ld.sum", Group: groupGlobal, Unit: "bytes",
		Meaning: "Bytes that the lanes of global loads asked for.", counts: sum(asked, GlobalLoad)},
	{Name: "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct", NVProf: []string{"gld_efficiency"}, Group: groupGlobal, Unit: "%",
		Short: "of the bytes loaded were asked for", Card: report.IfNotFull,
		Meaning: "Bytes asked for out of bytes moved by global loads; over 100 when lanes share bytes.", counts: sectorUse(GlobalLoad)},
	{Name: "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", NVProf: []string{"global_store_requests"}, Group: groupGlobal, Unit: "requests",
		Meaning: "Global stores that reached the memory system.", counts: sum(requests, GlobalStore)},
	{Name: "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", NVProf: []string{"gst_transactions"}, Group: groupGlobal, Unit: "sectors",
		Meaning: "Sectors that global stores moved.", counts: sum(sectors, GlobalStore)},
	{Name: "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio", NVProf: []string{"gst_transactions_per_request"}, Group: groupGlobal, Unit: "sectors",
		Short: "sectors per global store", Card: report.OnCard,
		Meaning: "Sectors a global store moved, on average.", counts: average(sectors, requests, GlobalStore)},
	{Name: "gst_transactions", Group: groupGlobal, Unit: "transactions", when: bySegment,
		Meaning: "Segments or lines that global stores moved.", counts: sum(moved, GlobalStore)},
	{Name: "gst_transactions_per_request", Group: groupGlobal, Unit: "transactions", when: bySegment,
		Short: "transactions per global store", Card: report.OnCard,
		Meaning: "Segments or lines a request of global stores moved, on average.", counts: average(moved, requests, GlobalStore)},
	{Name: "smsp__sass_data_bytes_mem_global_op_st.sum", Group: groupGlobal, Unit: "bytes",
		Meaning: "Bytes that the lanes of global stores wrote.", counts: sum(asked, GlobalStore)},
	{Name: "smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct", NVProf: []string{"gst_efficiency"}, Group: groupGlobal, Unit: "%",
		Short: "of the bytes stored were asked for", Card: report.IfNotFull,
		Meaning: "Bytes written out of bytes moved by global stores; over 100 when lanes share bytes.", counts: sectorUse(GlobalStore)},
	{Name: "l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum", NVProf: []string{"global_atomic_requests"}, Group: groupGlobal, Unit: "requests",
		Meaning: "Global atomics with a result that reached the memory system.", counts: sum(requests, GlobalAtomic)},
	{Name: "l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum", Group: groupGlobal, Unit: "sectors",
		Meaning: "Sectors that global atomics with a result used.", counts: sum(sectors, GlobalAtomic)},
	{Name: "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum", NVProf: []string{"global_reduction_requests"}, Group: groupGlobal, Unit: "requests",
		Meaning: "Global atomics that reached the memory system without a result: the kernel does not use the old value.", counts: sum(requests, GlobalReduction)},
	{Name: "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum", Group: groupGlobal, Unit: "sectors",
		Meaning: "Sectors that global atomics without a result used.", counts: sum(sectors, GlobalReduction)},
	{Name: "global_accesses_per_warp", Group: groupGlobal, Unit: "inst",
		Meaning: "Global loads, stores, atomics and copies to shared memory of a warp, without bulk copies, on average over the warps of the launch.", launch: func(l *summed) ratio {
			return ratio{float64(accesses(l.total.of(GlobalLoad, GlobalStore, GlobalAtomic, GlobalReduction, CopyNear, CopyFar))), float64(warpsLaunched(l))}
		}},
	{Name: "global_accesses_of_busiest_warp", Group: groupGlobal, Unit: "inst",
		Meaning: "Global loads, stores, atomics and copies to shared memory of the warp that makes the most, without bulk copies.", launch: func(l *summed) ratio { return whole(l.Busiest) }},

	{Name: "smsp__sass_inst_executed_op_shared_ld.sum", NVProf: []string{"inst_executed_shared_loads"}, Group: groupShared, Unit: "inst",
		Meaning: "Shared load instructions that warps executed, with at least one lane.", counts: inBlock(SharedLoad, ClusterLoad)},
	{Name: "smsp__sass_inst_executed_op_shared_st.sum", NVProf: []string{"inst_executed_shared_stores"}, Group: groupShared, Unit: "inst",
		Meaning: "Shared store instructions that warps executed, with at least one lane.", counts: inBlock(SharedStore, ClusterStore)},
	{Name: "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", NVProf: []string{"shared_load_transactions"}, Group: groupShared, Unit: "wavefronts",
		Meaning: "Passes over the banks that shared loads took.", counts: sum(wavefronts, SharedLoad, MatrixLoad, ClusterLoad)},
	{Name: "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum", NVProf: []string{"shared_store_transactions"}, Group: groupShared, Unit: "wavefronts",
		Meaning: "Passes over the banks that shared stores took.", counts: sum(wavefronts, SharedStore, MatrixStore, ClusterStore)},
	{Name: "shared_load_transactions_per_request", Group: groupShared, Unit: "wavefronts",
		Short: "wavefronts per shared load", Card: report.OnCard,
		Meaning: "Passes over the banks a shared load took, on average: 1 is the best for words of a bank's width, a warp's lanes the worst.", counts: average(wavefronts, accesses, SharedLoad)},
	{Name: "shared_store_transactions_per_request", Group: groupShared, Unit: "wavefronts",
		Short: "wavefronts per shared store", Card: report.OnCard,
		Meaning: "Passes over the banks a shared store took, on average.", counts: average(wavefronts, accesses, SharedStore)},
	{Name: "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum", NVProf: []string{"shared_ld_bank_conflict"}, Group: groupShared, Unit: "wavefronts",
		Meaning: "Passes of shared loads beyond what their word size needs, because lanes wanted different words of one bank.", counts: sum(conflicts, SharedLoad, MatrixLoad, ClusterLoad)},
	{Name: "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum", NVProf: []string{"shared_st_bank_conflict"}, Group: groupShared, Unit: "wavefronts",
		Meaning: "Passes of shared stores beyond what their word size needs.", counts: sum(conflicts, SharedStore, MatrixStore, ClusterStore)},
	{Name: "smsp__inst_executed_op_shared_atom.sum", NVProf: []string{"inst_executed_shared_atomics"}, Group: groupShared, Unit: "inst",
		Meaning: "Shared atomic instructions that warps executed, with at least one lane.", counts: inBlock(SharedAtomic, ClusterAtomic)},
	{Name: "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum", Group: groupShared, Unit: "wavefronts",
		Meaning: "Passes of shared atomics beyond the least, because lanes used one bank, be it one word.", counts: sum(conflicts, SharedAtomic, ClusterAtomic)},
	{Name: "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum", Group: groupShared, Unit: "wavefronts",
		Meaning: "Passes over the banks that shared loads, stores and atomics took.", counts: sum(wavefronts, SharedLoad, SharedStore, SharedAtomic, MatrixLoad, MatrixStore, GroupProduct, ClusterLoad, ClusterStore, ClusterAtomic)},
	{Name: "smsp__sass_average_data_bytes_per_wavefront_mem_shared.pct", NVProf: []string{"shared_efficiency"}, Group: groupShared, Unit: "%",
		Meaning: "Bytes asked for out of the banks' width, over the passes of shared loads and stores; over 100 when lanes share bytes.", counts: sharedUse},

	{Name: "smsp__sass_inst_executed_op_local_ld.sum", NVProf: []string{"inst_executed_local_loads"}, Group: groupLocal, Unit: "inst",
		Meaning: "Local load instructions that warps executed, with at least one lane.", counts: sum(accesses, LocalLoad)},
	{Name: "smsp__sass_inst_executed_op_local_st.sum", NVProf: []string{"inst_executed_local_stores"}, Group: groupLocal, Unit: "inst",
		Meaning: "Local store instructions that warps executed, with at least one lane.", counts: sum(accesses, LocalStore)},
	{Name: "l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum", Group: groupLocal, Unit: "requests",
		Meaning: "Local loads that reached the memory system.", counts: sum(requests, LocalLoad)},
	{Name: "l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum", NVProf: []string{"local_load_transactions"}, Group: groupLocal, Unit: "sectors",
		Meaning: "Sectors that local loads moved.", counts: sum(sectors, LocalLoad)},
	{Name: "local_load_transactions_per_request", Group: groupLocal, Unit: "sectors",
		Short: "sectors per local load", Card: report.OnCard,
		Meaning: "Sectors a local load moved, on average.", counts: average(sectors, requests, LocalLoad)},
	{Name: "l1tex__t_requests_pipe_lsu_mem_local_op_st.sum", Group: groupLocal, Unit: "requests",
		Meaning: "Local stores that reached the memory system.", counts: sum(requests, LocalStore)},
	{Name: "l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum", NVProf: []string{"local_store_transactions"}, Group: groupLocal, Unit: "sectors",
		Meaning: "Sectors that local stores moved.", counts: sum(sectors, LocalStore)},
	{Name: "local_store_transactions_per_request", Group: groupLocal, Unit: "sectors",
		Short: "sectors per local store", Card: report.OnCard,
		Meaning: "Sectors a local store moved, on average.", counts: average(sectors, requests, LocalStore)},
}

// launchMetrics are of the launch as a whole.
var launchMetrics = []formula{
	{Name: "launch__grid_size", Group: groupLaunch, Unit: "blocks",
		Meaning: "Blocks in the grid.", launch: func(l *summed) ratio { return size(l.Blocks()) }},
	{Name: "launch__block_size", Group: groupLaunch, Unit: "threads",
		Meaning: "Threads in a block.", launch: func(l *summed) ratio { return size(l.Threads()) }},
	{Name: "launch__thread_count", Group: groupLaunch, Unit: "threads",
		Meaning: "Threads in the grid.", launch: func(l *summed) ratio { return size(l.GridThreads()) }},
	{Name: "launch__waves_per_multiprocessor", Group: groupLaunch, Unit: "waves",
		Meaning: "How often the SMs must be filled with blocks to run the grid.", launch: func(l *summed) ratio {
			return ratio{float64(l.Blocks()), float64(l.occupancy.Blocks * l.Spec.SMs)}
		}},
	{Name: "launch__registers_per_thread", Group: groupLaunch, Unit: "registers",
		Meaning: "Registers that a thread is given: those that its code needs (nvcc -Xptxas -v), from cc 8.0 on at least 16.", launch: func(l *summed) ratio { return size(l.Demand().Registers) }},
	{Name: "launch__shared_mem_per_block_static", Group: groupLaunch, Unit: "bytes",
		Meaning: "Shared memory that the kernel declares.", launch: func(l *summed) ratio { return size(l.Static) }},
	{Name: "launch__shared_mem_per_block_dynamic", Group: groupLaunch, Unit: "bytes",
		Meaning: "Shared memory that the launch asked for.", launch: func(l *summed) ratio { return size(l.Dynamic) }},
	{Name: "launch__shared_mem_config_size", Group: groupLaunch, Unit: "bytes",
		Meaning: "Memory of an SM that is shared memory during the launch, as the driver divides it.", launch: func(l *summed) ratio { return size(l.SharedConfig()) }},

	{Name: "launch__occupancy_limit_blocks", Group: groupOccup, Unit: "blocks",
		Meaning: "Blocks an SM holds at most.", launch: func(l *summed) ratio { return limit(l.occupancy.Limits.Blocks) }},
	{Name: "launch__occupancy_limit_warps", Group: groupOccup, Unit: "blocks",
		Meaning: "Blocks of this size that an SM's warp slots hold.", launch: func(l *summed) ratio { return limit(l.occupancy.Limits.Warps) }},
	{Name: "launch__occupancy_limit_registers", Group: groupOccup, Unit: "blocks",
		Meaning: "Blocks that an SM's registers hold.", launch: func(l *summed) ratio { return limit(l.occupancy.Limits.Registers) }},
	{Name: "launch__occupancy_limit_shared_mem", Group: groupOccup, Unit: "blocks",
		Meaning: "Blocks that an SM's shared memory holds, as the driver divides it for the launch.", launch: sharedLimit},
	{Name: "sm__maximum_warps_per_active_cycle_pct", Group: groupOccup, Unit: "%",
		Meaning: "Theoretical occupancy: warps an SM can hold of this kernel, out of all it can hold.", launch: func(l *summed) ratio { return ratio{l.occupancy.Percent(), 1} }},
}
