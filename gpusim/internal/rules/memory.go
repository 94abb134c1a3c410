package rules

// This file is the rules about global and local memory.

import (
	"fmt"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/report"
	"gpucourse/gpusim/trace"
)

var memoryRules = []rule{
	{"Uncoalesced global accesses", "coalescing", (*facts).uncoalesced},
	{"Local memory", "local memory", (*facts).local},
	{"Scattered local accesses", "local memory", (*facts).scatteredLocal},
	{"Data loaded again", "tile", (*facts).reused},
	{"Loads of one address", "broadcast", (*facts).oneAddress},
	{"Narrow global accesses", "vector load", (*facts).narrow},
	{"Few loads in flight", "latency hiding", (*facts).fewLoads},
	{"Atomics on one address", "atomic", (*facts).hotAtomics},
	{"Atomics in one slice of L2", "atomic", (*facts).hotSlice},
	{"Constants at many addresses", "constant memory", (*facts).constants},
}

// Metrics of memory.
const (
	loadRequests  = "global_load_requests"
	loadSectors   = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"
	loadBytes     = "smsp__sass_data_bytes_mem_global_op_ld.sum"
	copyBytes     = "sm__sass_data_bytes_mem_global_op_ldgsts.sum"
	storeRequests = "global_store_requests"
	storeSectors  = "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"
	storeBytes    = "smsp__sass_data_bytes_mem_global_op_st.sum"
	localLoads    = "local_load_transactions"
	localStores   = "local_store_transactions"
	l2Reads       = "l2_tex_read_transactions"
	l2Writes      = "l2_tex_write_transactions"
	dramReads     = "dram_read_transactions"
	dramWrites    = "dram_write_transactions"
	instructions  = "inst_executed"
)

// noticeable is the part of an amount from which on a rule speaks of it.
const noticeable = 0.2

// busyEnough is the part of the time from which on a busy unit, and not latency, limits a launch.
const busyEnough = 0.6

// needed is the fewest sectors that hold what the lanes of loads or stores asked for.
func (l *facts) needed(v report.Values, requests, sectors string, bytes ...string) float64 {
	return min(v.Sum(sectors), max(v.Sum(requests), v.Sum(bytes...)/float64(l.Spec.Global.SectorBytes)))
}

// neededLoads counts copies to shared memory as loads, as loadRequests and loadSectors do.
func (l *facts) neededLoads(v report.Values) float64 {
	return l.needed(v, loadRequests, loadSectors, loadBytes, copyBytes)
}

func (l *facts) neededStores(v report.Values) float64 {
	return l.needed(v, storeRequests, storeSectors, storeBytes)
}

// excess is the sectors beyond those.
func (l *facts) excess(v report.Values) float64 {
	return v.Sum(loadSectors, storeSectors) - l.neededLoads(v) - l.neededStores(v)
}

// uncoalesced finds accesses whose lanes lie in more sectors than their bytes fill.
func (l *facts) uncoalesced() (f finding, ok bool) {
	moved, excess := l.count(loadSectors, storeSectors), l.excess(l.Metrics)
	if share(excess, moved) < noticeable {
		return f, false
	}
	requests := l.count(loadRequests, storeRequests)
	line, _ := l.lineWith(l.excess)
	f.at = line.Pos
	f.text = fmt.Sprintf("a global access of a warp moves %s sectors where its bytes fill %s: %.0f %% of the %s sectors are excessive",
		report.Number(moved/requests), report.Number((moved-excess)/requests), 100*excess/moved, report.Number(moved))
	f.remedy = "Let neighbouring threads (gpu.ThreadIdx.X) use neighbouring elements; where the order of the data forbids that, go through a tile in gpu.Shared"
	if line.Metrics.Sum(copyBytes) > 0 {
		f.remedy += fmt.Sprintf("; let each row of a tile that asynchronous copies fill begin at a multiple of %d bytes", l.Spec.Global.SectorBytes)
	}
	loads, stores := l.neededLoads(l.Metrics), l.neededStores(l.Metrics)
	f.relief.work(share(excess, l.globalSectors()), trace.LSUPipe)
	inL2 := l.saved(l2Reads, loads, l2Writes, stores)
	f.relief.work(inL2, trace.L2Port, trace.L2Slices)
	f.relief.work(l.saved(dramReads, loads, dramWrites, stores), trace.DRAMChannels)
	queue := f.relief.busy[trace.LSUPipe]
	if l.queuesAtL2() {
		queue = inL2
	}
	f.relief.wait(queue, trace.LongScoreboard, trace.LGThrottle, trace.Drain)
	f.relief.question = "coalescing"
	return f, true
}

// saved is the part of the sectors of a level that goes if loads and stores move only the sectors
// that they need.
func (l *facts) saved(reads string, loads float64, writes string, stores float64) float64 {
	r, w := l.count(reads), l.count(writes)
	return share(max(0, r-loads)+max(0, w-stores), r+w)
}

// globalSectors is what loads and stores of global and local memory move.
func (l *facts) globalSectors() float64 {
	return l.count(loadSectors, storeSectors, localLoads, localStores)
}

// queuesAtL2 reports whether accesses wait for L2 rather than for L1: the busier of both has the
// longer queue.
func (l *facts) queuesAtL2() bool { return l.busy(trace.L2Slices) > l.busy(trace.LSUPipe) }

// local finds accesses to local memory: spilled registers, or arrays that have to lie there.
func (l *facts) local() (f finding, ok bool) {
	line, most := l.lineWith(func(v report.Values) float64 { return v.Sum(localLoads, localStores) })
	part := share(l.count(localLoads, localStores), l.globalSectors())
	if most == 0 || part < noticeable {
		return f, false
	}
	f.at = line.Pos
	f.text = fmt.Sprintf("local memory has %.0f %% of the sectors that move, and %s bytes per thread", 100*part, report.Number(float64(l.Resources.Local)))
	f.remedy = "Index the array with numbers that the compiler knows (//gpu:unroll the loop), or keep it in gpu.Shared"
	if l.Resources.SpillStores > 0 {
		f.text += fmt.Sprintf("; %d of them are spilled, because %d registers do not suffice", l.Resources.SpillStores, l.Resources.Registers)
		f.remedy = "Allow more registers (//gpu:launchbounds, -maxrregcount), or keep fewer values at the same time"
	}
	f.relief.issue = share(l.count("inst_executed_local_loads", "inst_executed_local_stores"), l.count(instructions))
	behind := min(1, share(l.count("l1tex__t_sectors_pipe_lsu_mem_local_op_ld_lookup_miss.sum", localStores), l.count(l2Reads, l2Writes)))
	waits := l.count("inst_executed_local_loads") * l.latency("local_hit_rate")
	waits = share(waits, waits+l.count(loadRequests)*l.latency("global_hit_rate"))
	if l.queuesAtL2() && l.busy(trace.L2Slices) >= busyEnough {
		waits = behind
	}
	f.relief.wait(waits, trace.LongScoreboard)
	f.relief.wait(part, trace.LGThrottle)
	f.relief.work(part, trace.LSUPipe)
	f.relief.wait(behind, trace.Drain)
	f.relief.work(behind, trace.L2Port, trace.L2Slices, trace.DRAMChannels)
	return f, true
}

// scatteredLocal finds local accesses whose lanes use different elements of their arrays.
func (l *facts) scatteredLocal() (f finding, ok bool) {
	const requestsOfLoads, requestsOfStores = "l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum", "l1tex__t_requests_pipe_lsu_mem_local_op_st.sum"
	requests, moved := l.count(requestsOfLoads, requestsOfStores), l.count(localLoads, localStores)
	best := requests * float64(l.Spec.WarpSize*l.Spec.Local.WordBytes/l.Spec.Global.SectorBytes)
	vain := share(moved-best, moved)
	if vain < noticeable {
		return f, false
	}
	line, _ := l.lineWith(func(v report.Values) float64 { return v.Sum(localLoads, localStores) })
	f.at = line.Pos
	f.text = fmt.Sprintf("a local access of a warp moves %s sectors: lanes use different elements of their arrays", report.Number(moved/requests))
	f.remedy = "Let all lanes of a warp use the same index at the same time, or keep the array in gpu.Shared"
	part := vain * share(moved, l.globalSectors())
	f.relief.wait(part, trace.LongScoreboard, trace.LGThrottle, trace.Drain)
	f.relief.work(part, trace.LSUPipe, trace.L2Port, trace.L2Slices, trace.DRAMChannels)
	return f, true
}

// latency is the mean latency of loads that hit L1 at some rate, without contention. Beyond L1 they
// hit L2 as all reads do.
func (l *facts) latency(hitRate string) float64 {
	m := &l.Spec.Clock.Memory
	hits, inL2 := l.count(hitRate)/100, l.count("l2_tex_read_hit_rate")/100
	return hits*float64(m.L1) + (1-hits)*(inL2*float64(m.L2)+(1-inL2)*float64(max(m.DRAM, m.L2)))
}

// reused finds data that the launch loads several times, from L1, L2 or memory.
func (l *facts) reused() (f finding, ok bool) {
	loaded, distinct := l.neededLoads(l.Metrics), l.count(dramReads)
	waits := l.stalled(trace.LongScoreboard, trace.LGThrottle)
	hits, inL1 := l.Metric("global_hit_rate")
	const often, most = 4, 60 // times, and percent in L1: what blocks load again, and not only others
	if distinct == 0 || loaded < often*distinct || inL1 && hits < most || l.timed() && waits < noticeable {
		return f, false
	}
	line, _ := l.lineWith(l.neededLoads)
	f.at = line.Pos
	f.text = fmt.Sprintf("global loads move each sector of the data %s times: %s sectors, of which memory gave %s", report.Number(loaded/distinct), report.Number(loaded), report.Number(distinct))
	f.remedy = "Load a tile of the data into gpu.Shared once per block, then use it from there after gpu.SyncThreads()"
	f.relief.wait(1-min(1, share(float64(l.Spec.Clock.Memory.Shared), l.latency("global_hit_rate"))), trace.LongScoreboard, trace.LGThrottle)
	f.relief.work(share(max(0, l.count(l2Reads)-distinct), l.count(l2Reads, l2Writes)), trace.L2Port, trace.L2Slices)
	return f, true
}

// oneAddress finds loads in which all lanes of a warp want one word.
func (l *facts) oneAddress() (f finding, ok bool) {
	alike := func(v report.Values) float64 {
		if v.Sum("gld_efficiency") < 300 || v.Sum(loadSectors) > v.Sum(loadRequests) {
			return 0
		}
		return v.Sum(loadRequests)
	}
	line, most := l.lineWith(alike)
	all := 0.0
	for i := range l.Lines {
		all += alike(l.Lines[i].Metrics)
	}
	part := share(all, l.count(loadRequests))
	if most == 0 || part < noticeable {
		return f, false
	}
	f.at = line.Pos
	f.text = fmt.Sprintf("in %.0f %% of the global loads all lanes of a warp want the same word", 100*part)
	f.remedy = "Keep what all threads read in gpu.Constant, or load it once per block into gpu.Shared"
	f.relief.wait(part*(1-min(1, share(float64(l.Spec.Clock.Memory.Const), l.latency("global_hit_rate")))), trace.LongScoreboard, trace.LGThrottle)
	f.relief.work(share(all, l.globalSectors()), trace.LSUPipe)
	return f, true
}

// narrow finds coalesced accesses of few bytes per lane, where the accesses themselves queue.
func (l *facts) narrow() (f finding, ok bool) {
	requests := l.count(loadRequests, storeRequests)
	bytes := share(l.count(loadBytes, copyBytes, storeBytes), requests*float64(l.Spec.WarpSize))
	line, _ := l.lineWith(func(v report.Values) float64 { return v.Sum(loadRequests, storeRequests) })
	const word, widest = 4, 16
	if bytes == 0 || bytes > word || share(l.excess(l.Metrics), l.count(loadSectors, storeSectors)) >= noticeable || l.stalled(trace.LGThrottle) < noticeable {
		return f, false
	}
	f.at = line.Pos
	f.text = fmt.Sprintf("global accesses are %s bytes wide per thread, and warps wait %.0f %% of their time in lg_throttle because their queue is full", report.Number(bytes), 100*l.stalled(trace.LGThrottle))
	f.remedy = "Let each thread load four neighbouring elements at once (gpu.Float4)"
	part := 1 - bytes/widest
	f.relief.wait(part, trace.LGThrottle)
	f.relief.issue = part * share(requests, l.count(instructions))
	return f, true
}

// fewLoads finds warps that wait for memory although nothing is busy.
func (l *facts) fewLoads() (f finding, ok bool) {
	waits := l.stalled(trace.LongScoreboard)
	_, busiest := l.busiest()
	const several = 4 // loads of a warp, some of which could be under way together
	if waits < 2*noticeable || busiest > busyEnough || l.count(loadRequests) < several*float64(l.Grid.Count()*l.warpsPerBlock()) {
		return f, false
	}
	line := l.waitingMost(trace.LongScoreboard)
	f.at = line.Pos
	f.text = fmt.Sprintf("warps wait %.0f %% of their time in long_scoreboard, for L1, L2 or memory, and the busiest unit works %.0f %% of the time", 100*waits, 100*busiest)
	f.remedy = "Let each thread have several independent loads under way: handle two or four elements per thread, load all before the first use, //gpu:unroll the loop"
	const loads = 2 // under way, in place of one
	f.relief.wait(1-1./loads, trace.LongScoreboard)
	return f, true
}

// hotAtomics finds global atomics of many lanes on one address, one after another in L2.
func (l *facts) hotAtomics() (f finding, ok bool) {
	s := l.crowded()
	if s == nil {
		return f, false
	}
	lanes := float64(s.Access.Active.Count())
	changes := l.count("global_atomic_requests", "global_reduction_requests")
	if !s.Access.OneTurn() {
		changes *= lanes
	}
	left := min(changes, float64(l.Grid.Count()))
	serial := changes * l.Spec.Clock.Memory.AtomicLane
	if left == changes || l.timed() && serial < noticeable*l.work() {
		return f, false
	}
	f.at = diag.Pos{File: s.Pos.File, Line: s.Pos.Line}
	f.text = fmt.Sprintf("all %.0f lanes of a warp change one address: %s changes come one after another in L2", lanes, report.Number(changes))
	f.remedy = "Combine values before the atomic: in the warp with shuffles (gpu.ShflDownSync), in the block in gpu.Shared; then one thread per block adds the rest"
	f.relief.all(min(1, serial/l.work()) * (1 - left/changes))
	return f, true
}

// crowded is a global atomic whose first warp has all lanes at one address, or nil.
func (l *facts) crowded() *report.Sample {
	return l.atomic(func(a *trace.Access) bool { return a.Active.Count() > 1 && words(a) == 1 })
}

// atomic is a global atomic whose first access is as wanted, or nil.
func (l *facts) atomic(wanted func(*trace.Access) bool) *report.Sample {
	for i := range l.Samples {
		a := &l.Samples[i].Access
		if a.Space == trace.Global && a.Kind == trace.Atomic && wanted(a) {
			return &l.Samples[i]
		}
	}
	return nil
}

// hotSlice finds global atomics on so few addresses that one slice of L2 has most of the work.
func (l *facts) hotSlice() (f finding, ok bool) {
	const sectors = "l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum"
	const reductions = "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum"
	all, atomics := l.busy(trace.L2Slices), l.count(sectors, reductions)
	busiest := 0.0
	if l.timed() {
		busiest = min(1, all*l.Time.Timing.SliceImbalance)
	}
	if busiest < busyEnough || all > noticeable || share(atomics, atomics+l.count(l2Reads, l2Writes)) < 1-busyEnough {
		return f, false
	}
	s := l.atomic(func(a *trace.Access) bool { return words(a) > 1 })
	if s == nil {
		return f, false
	}
	changes := l.count("global_atomic_requests", "global_reduction_requests") * float64(s.Access.Active.Count())
	left := min(changes, float64(l.Grid.Count()*words(&s.Access))) // each block adds its counts
	f.at = diag.Pos{File: s.Pos.File, Line: s.Pos.Line}
	f.text = fmt.Sprintf("atomics change so few addresses that one slice of L2 works %.0f %% of the time; the mean of all slices is %.0f %%", 100*busiest, 100*all)
	f.remedy = "Count in gpu.Shared first, then add the counts of the block to global memory; or give each part of the grid counters of its own"
	f.relief.all(busiest * (1 - left/changes))
	return f, true
}

// words is how many addresses the lanes of an access use.
func words(a *trace.Access) int {
	used := map[uint64]bool{}
	for rest := a.Active; rest != 0; rest &= rest - 1 {
		used[a.Lane(rest.First())] = true
	}
	return len(used)
}

// constants finds constant loads whose lanes want different addresses.
func (l *facts) constants() (f finding, ok bool) {
	each := l.count("constant_load_requests_per_load")
	vain := 1 - 1/max(1, each)
	if vain < noticeable {
		return f, false
	}
	line, _ := l.lineWith(func(v report.Values) float64 { return v.Sum("constant_load_requests") })
	f.at = line.Pos
	f.text = fmt.Sprintf("a constant load of a warp wants %s different addresses, which are served one after another", report.Number(each))
	f.remedy = "Let all lanes of a warp read the same constant, or keep the table in gpu.Shared"
	f.relief.wait(vain, trace.ShortScoreboard, trace.ConstantMiss, trace.MIOThrottle)
	return f, true
}
