package rubric

// This file holds the metrics that goals and feedback use.

import "slices"

// The counters of a GPU, by their Nsight Compute names.
const (
	SectorsPerLoad   = "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio"
	SectorsPerStore  = "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio"
	SectorsLoaded    = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"
	SectorsStored    = "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"
	LoadRequests     = "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"
	StoreRequests    = "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"
	AtomicSectors    = "l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum"
	AtomicRequests   = "l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum"
	RedSectors       = "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum"
	RedRequests      = "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum"
	localLoaded      = "l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum"
	localStored      = "l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum"
	ConflictsLoad    = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum"
	ConflictsStore   = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum"
	conflictsAtomic  = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum"
	SharedWavefronts = "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum"
	l2Atomics        = "lts__t_sectors_srcunit_tex_op_atom.sum"
	l2Reds           = "lts__t_sectors_srcunit_tex_op_red.sum"
	l2Reads          = "lts__t_sectors_srcunit_tex_op_read.sum"
	dramRead         = "dram__bytes_read.sum"
	dramWritten      = "dram__bytes_write.sum"
	WarpInstructions = "smsp__inst_executed.sum"
	SharedStatic     = "launch__shared_mem_per_block_static"
	threadRegs       = "launch__registers_per_thread"
	OccupancyPct     = "sm__maximum_warps_per_active_cycle_pct"
	blocksByRegs     = "launch__occupancy_limit_registers"
	blocksByMem      = "launch__occupancy_limit_shared_mem"

	// Nsight Compute has no metric of these names; gpusim defines them.
	constantRequests = "constant_load_requests"
	constantsPerLoad = "constant_load_requests_per_load"
	DivergentBranch  = "divergent_branch"
	barriers         = "barriers_executed"
	warpBarriers     = "warp_barriers_executed"
	fences           = "fences_executed"
	flopsPerByte     = "flop_per_dram_byte"
	BusiestWarp      = "global_accesses_of_busiest_warp"
	AccessesPerWarp  = "global_accesses_per_warp"
)

// The metrics of a timed launch, by their Nsight Compute names.
const (
	CyclesElapsed  = "sm__cycles_elapsed.max"
	LatencyPerInst = "smsp__average_warp_latency_per_inst_issued.ratio"
	issueBusy      = "sm__inst_issued.avg.pct_of_peak_sustained_elapsed"
	l1Busy         = "l1tex__throughput.avg.pct_of_peak_sustained_elapsed"
	dramBusy       = "dram__throughput.avg.pct_of_peak_sustained_elapsed"
)

// The counters of a CPU, by the names that perf gives them. boundCycles is the lower
// bound that gpusim/cpu computes.
const (
	L1LoadMisses  = "L1-dcache-load-misses"
	l1StoreMisses = "L1-dcache-store-misses"
	boundCycles   = "cycles"
)

// Counter is a metric with a name that says its unit.
type Counter struct{ Metric, Name string }

// Compared are the counters that are kept of every attempt at a kernel of a GPU, so that
// attempts can be compared.
var Compared = []Counter{
	{WarpInstructions, "warp instructions"},
	{LoadRequests, "global load requests"},
	{SectorsLoaded, "global sectors loaded"},
	{StoreRequests, "global store requests"},
	{SectorsStored, "global sectors stored"},
	{AtomicSectors, "sectors of global atomics with a result"},
	{RedSectors, "sectors of global atomics without a result"},
	{localLoaded, "local sectors loaded"},
	{localStored, "local sectors stored"},
	{SharedWavefronts, "wavefronts of shared memory"},
	{ConflictsLoad, "bank conflicts of loads"},
	{ConflictsStore, "bank conflicts of stores"},
	{l2Reads, "sectors read from L2"},
	{dramRead, "bytes read from DRAM"},
	{dramWritten, "bytes written to DRAM"},
	{threadRegs, "registers per thread"},
	{SharedStatic, "bytes of shared memory per block"},
	{OccupancyPct, "occupancy in %"},
}

// NVProf gives the name that the older profiler nvprof has for a metric.
var NVProf = map[string]string{
	SectorsPerLoad:  "gld_transactions_per_request",
	SectorsPerStore: "gst_transactions_per_request",
	SectorsLoaded:   "gld_transactions",
	SectorsStored:   "gst_transactions",
	localLoaded:     "local_load_transactions",
	localStored:     "local_store_transactions",
	AtomicRequests:  "global_atomic_requests",
	RedRequests:     "global_reduction_requests",
	ConflictsLoad:   "shared_ld_bank_conflict",
	ConflictsStore:  "shared_st_bank_conflict",

	WarpInstructions: "inst_executed",
	DivergentBranch:  "divergent_branch",

	LoadRequests: "global_load_requests",
	l2Reads:      "l2_tex_read_transactions",
}

// An atomic on global memory counts as one with a result or as one without (RED). A goal
// counts both, so that it does not matter whether a kernel reads the result.
var (
	allRequests = []string{AtomicRequests, RedRequests}
	allSectors  = []string{AtomicSectors, RedSectors}
)

// atomics names the metrics that count of atomics what a metric counts of loads or stores.
var atomics = map[string][]string{
	SectorsLoaded:  allSectors,
	SectorsStored:  allSectors,
	LoadRequests:   allRequests,
	StoreRequests:  allRequests,
	l2Reads:        {l2Atomics, l2Reds},
	ConflictsLoad:  {conflictsAtomic},
	ConflictsStore: {conflictsAtomic},
}

// Atomics returns what atomics add to the goal's metrics.
func (g *Goal) Atomics(metric func(string) (float64, bool)) float64 {
	own, _ := sum(metric, g.Metrics)
	all, _ := added(metric, g.Metrics...)
	return all - own
}

// quotient is an average by the metrics that it divides.
type quotient struct{ dividend, divisor string }

// quotients are the averages over loads or stores.
var quotients = map[string]quotient{
	SectorsPerLoad:  {SectorsLoaded, LoadRequests},
	SectorsPerStore: {SectorsStored, StoreRequests},
}

// added adds up metrics and what they count of atomics, each once.
func added(metric func(string) (float64, bool), names ...string) (total float64, known bool) {
	all := slices.Clone(names)
	for _, name := range names {
		all = append(all, atomics[name]...)
	}
	return sum(metric, all)
}

// sum adds up metrics, each once.
func sum(metric func(string) (float64, bool), names []string) (total float64, known bool) {
	for _, name := range slices.Compact(slices.Sorted(slices.Values(names))) {
		v, ok := metric(name)
		total, known = total+v, known || ok
	}
	return total, known
}
