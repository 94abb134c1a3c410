package rules

// This file is the rules about shared memory and barriers.

import (
	"fmt"

	"gpucourse/gpusim/report"
	"gpucourse/gpusim/trace"
)

var sharedRules = []rule{
	{"Shared memory bank conflicts", "bank conflict", (*facts).conflicts},
	{"Shared atomic conflicts", "atomic", (*facts).sharedAtomics},
	{"Barrier stalls", "barrier of a block", (*facts).barriers},
}

// Metrics of shared memory.
const (
	loadConflicts   = "shared_ld_bank_conflict"
	storeConflicts  = "shared_st_bank_conflict"
	atomicConflicts = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum"
	sharedWaves     = "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum"
)

// conflicts finds accesses to shared memory whose lanes want different words of one bank.
func (l *facts) conflicts() (f finding, ok bool) {
	waves, conflicts := l.count("shared_load_transactions", "shared_store_transactions"), l.count(loadConflicts, storeConflicts)
	vain := share(conflicts, waves)
	if vain < noticeable {
		return f, false
	}
	line, _ := l.lineWith(func(v report.Values) float64 { return v.Sum(loadConflicts, storeConflicts) })
	accesses := l.count("inst_executed_shared_loads", "inst_executed_shared_stores")
	f.at = line.Pos
	f.text = fmt.Sprintf("a shared access of a warp takes %s wavefronts: bank conflicts are %.0f %% of the %s wavefronts", report.Number(waves/accesses), 100*vain, report.Number(waves))
	f.remedy = "Let the lanes of a warp use different banks: pad the rows of the tile by one element, or exchange the indexes"
	l.fewerWaves(&f.relief, conflicts)
	f.relief.question = "conflicts"
	return f, true
}

// sharedAtomics finds shared atomics whose lanes want one word.
func (l *facts) sharedAtomics() (f finding, ok bool) {
	conflicts, waves := l.count(atomicConflicts), l.count(sharedWaves)
	if share(conflicts, waves) < noticeable {
		return f, false
	}
	line, _ := l.lineWith(func(v report.Values) float64 { return v.Sum(atomicConflicts) })
	f.at = line.Pos
	f.text = fmt.Sprintf("lanes of a warp change the same words of shared memory: this takes %.0f %% of the %s wavefronts", 100*share(conflicts, waves), report.Number(waves))
	f.remedy = "Combine values in registers or with shuffles before the atomic, or give each warp counters of its own"
	l.fewerWaves(&f.relief, conflicts)
	return f, true
}

// fewerWaves relieves a launch of some wavefronts of shared memory. The pipeline serves accesses
// to L1 too.
func (l *facts) fewerWaves(r *relief, conflicts float64) {
	waves := l.count(sharedWaves)
	r.wait(share(conflicts, waves), trace.ShortScoreboard, trace.MIOThrottle)
	r.work(share(conflicts, waves+l.count(loadRequests, storeRequests)), trace.LSUPipe)
}

// barriers finds warps that wait for each other.
func (l *facts) barriers() (f finding, ok bool) {
	return l.waitsFor(trace.Barrier, "at barriers, for other warps of their block",
		"Use fewer barriers: do more between two, let the last warp go on alone with shuffles or gpu.SyncWarp(), or use smaller blocks")
}
