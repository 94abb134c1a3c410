package rules

// This file is the rules about memory.

import (
	"fmt"

	"gpucourse/gpusim/report"
	"gpucourse/gpusim/trace"
)

var memoryRules = []rule{
	{"Uncoalesced global loads", "coalescing", func(l *launch) (finding, bool) { return l.uncoalesced(&globalLoads) }},
	{"Uncoalesced global stores", "coalescing", func(l *launch) (finding, bool) { return l.uncoalesced(&globalStores) }},
	{"Shared load bank conflicts", "bank conflict", func(l *launch) (finding, bool) { return l.conflicts(&sharedLoads) }},
	{"Shared store bank conflicts", "bank conflict", func(l *launch) (finding, bool) { return l.conflicts(&sharedStores) }},
	{"Local memory", "local memory", (*launch).local},
}

// direction is loads or stores of one memory: the words and the metrics of them.
type direction struct {
	noun                      string
	requests, sectors, bytes  string      // of global memory
	accesses, waves, conflict string      // of shared memory
	dram                      string      // sectors that move between L2 and device memory
	stalls                    []stallKind // of the instructions, and of those that wait for them
}

type stallKind = trace.StallReason

var (
	globalLoads = direction{
		noun: "load", requests: "global_load_requests", sectors: "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
		bytes: "smsp__sass_data_bytes_mem_global_op_ld.sum", dram: "dram_read_transactions",
		stalls: []stallKind{trace.LongScoreboard, trace.LGThrottle},
	}
	globalStores = direction{
		noun: "store", requests: "global_store_requests", sectors: "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
		bytes: "smsp__sass_data_bytes_mem_global_op_st.sum", dram: "dram_write_transactions",
		stalls: []stallKind{trace.LongScoreboard, trace.LGThrottle, trace.Drain},
	}
	sharedLoads = direction{
		noun: "load", accesses: "inst_executed_shared_loads", waves: "shared_load_transactions", conflict: "shared_ld_bank_conflict",
		stalls: []stallKind{trace.ShortScoreboard, trace.MIOThrottle},
	}
	sharedStores = direction{
		noun: "store", accesses: "inst_executed_shared_stores", waves: "shared_store_transactions", conflict: "shared_st_bank_conflict",
		stalls: []stallKind{trace.ShortScoreboard, trace.MIOThrottle},
	}
)

// needed is the fewest sectors that hold what lanes asked for.
func (d *direction) needed(v report.Values, sector float64) float64 {
	return min(sum(v, d.sectors), max(sum(v, d.requests), sum(v, d.bytes)/sector))
}

// noticeable is the part of an amount from which on a rule speaks of it.
const noticeable = 0.2

// uncoalesced finds accesses whose lanes lie in more sectors than their bytes fill.
func (l *launch) uncoalesced(d *direction) (f finding, ok bool) {
	sector := float64(l.Spec.Global.SectorBytes)
	excess := func(v report.Values) float64 { return sum(v, d.sectors) - d.needed(v, sector) }
	line, _ := l.lineWith(excess)
	moved, needed := l.count(d.sectors), d.needed(l.Metrics, sector)
	vain := share(moved-needed, moved)
	if vain < noticeable {
		return f, false
	}
	f.at = line.Pos
	f.text = fmt.Sprintf("a global %s of a warp moves %s sectors where its bytes fill %s: %.0f %% of the %s sectors are excessive",
		d.noun, report.Number(report.Round(share(moved, l.count(d.requests)))), report.Number(report.Round(share(needed, l.count(d.requests)))), 100*vain, report.Number(moved))
	f.remedy = "Let neighbouring threads (gpu.ThreadIdx.X) use neighbouring elements; where the order of the data forbids that, go through a tile in gpu.Shared"
	part := vain * share(moved, l.globalSectors())
	f.relief.wait(part, d.stalls...)
	f.relief.work(part, trace.LSUPipe, trace.L2Port, trace.L2Slices)
	f.relief.work(l.dramRelief(d, needed), trace.DRAMChannels)
	f.relief.question = "coalescing"
	return f, true
}

// globalSectors is what loads and stores of global and local memory move.
func (l *launch) globalSectors() float64 {
	return l.count(globalLoads.sectors, globalStores.sectors, localSectors[0], localSectors[1])
}

// dramRelief is the part of the traffic of device memory that goes if accesses move only the
// sectors that they need.
func (l *launch) dramRelief(d *direction, needed float64) float64 {
	traffic := l.count(d.dram)
	return share(max(0, traffic-needed), l.count("dram_read_transactions", "dram_write_transactions"))
}

// conflicts finds accesses to shared memory whose lanes want different words of one bank.
func (l *launch) conflicts(d *direction) (f finding, ok bool) {
	line, extra := l.lineWith(func(v report.Values) float64 { return sum(v, d.conflict) })
	waves, conflicts := l.count(d.waves), l.count(d.conflict)
	vain := share(conflicts, waves)
	if vain < noticeable || extra == 0 {
		return f, false
	}
	f.at = line.Pos
	f.text = fmt.Sprintf("a shared %s of a warp takes %s wavefronts: bank conflicts are %.0f %% of the %s wavefronts",
		d.noun, report.Number(report.Round(share(waves, l.count(d.accesses)))), 100*vain, report.Number(waves))
	f.remedy = "Let the lanes of a warp use different banks: pad the rows of the tile by one element, or exchange the indexes"
	part := vain * share(waves, l.count("l1tex__data_pipe_lsu_wavefronts_mem_shared.sum"))
	f.relief.wait(part, d.stalls...)
	f.relief.work(part, trace.LSUPipe)
	f.relief.question = "conflicts"
	return f, true
}

// localSectors are what local loads and stores move.
var localSectors = [2]string{"local_load_transactions", "local_store_transactions"}

// local finds accesses to local memory: spilled registers, or arrays that have to lie there.
func (l *launch) local() (f finding, ok bool) {
	instructions := l.count("inst_executed_local_loads", "inst_executed_local_stores")
	line, most := l.lineWith(func(v report.Values) float64 { return sum(v, localSectors[:]...) })
	part := share(l.count(localSectors[:]...), l.globalSectors())
	if most == 0 || part < noticeable/2 {
		return f, false
	}
	f.at = line.Pos
	f.text = fmt.Sprintf("local memory takes %.0f %% of the sectors, %s bytes per thread", 100*part, report.Number(float64(l.Resources.Local)))
	f.remedy = "Index the array with numbers that the compiler knows (//gpu:unroll the loop), or keep it in gpu.Shared"
	if l.Resources.SpillStores > 0 {
		f.text += fmt.Sprintf(", of which %d are stored because %d registers do not suffice", l.Resources.SpillStores, l.Resources.Registers)
		f.remedy = "Allow more registers (//gpu:launchbounds, -maxrregcount), or keep fewer values at the same time"
	}
	f.relief.issue = share(instructions, l.count("inst_executed"))
	f.relief.wait(part, trace.LongScoreboard, trace.LGThrottle, trace.Drain)
	f.relief.work(part, trace.LSUPipe, trace.L2Port, trace.L2Slices, trace.DRAMChannels)
	return f, true
}
