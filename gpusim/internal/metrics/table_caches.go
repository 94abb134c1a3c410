package metrics

// This file is the part of the table that speaks of caches and device memory.
// Its rows are absent where a launch was not played on caches.

import (
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/report"
	"gpucourse/gpusim/trace"
)

// cached is a formula over what some classes did in the caches.
func cached(field func(trace.CacheCounts) uint64, classes ...Class) func(*Tally) ratio {
	return func(t *Tally) ratio { return t.ifPlayed(whole(field(t.of(classes...).Caches))) }
}

// cachedRate is the percentage of hits among them.
func cachedRate(hits, misses func(trace.CacheCounts) uint64, classes ...Class) func(*Tally) ratio {
	return func(t *Tally) ratio {
		c := t.of(classes...).Caches
		return t.ifPlayed(percent(hits(c), hits(c)+misses(c)))
	}
}

// behind is a formula over what all instructions did in the caches.
func behind(field func(trace.CacheCounts) uint64) func(*Tally) ratio {
	return func(t *Tally) ratio { return t.ifPlayed(whole(field(t.caches()))) }
}

// inBytes is the same, of sectors in bytes.
func inBytes(field func(trace.CacheCounts) uint64) func(*Tally) ratio {
	return func(t *Tally) ratio {
		return t.ifPlayed(whole(field(t.caches()) * uint64(t.spec.Global.SectorBytes)))
	}
}

// ifPlayed leaves a value out where nothing is known of caches.
func (t *Tally) ifPlayed(r ratio) ratio {
	if !t.cached {
		return ratio{}
	}
	return r
}

// The fields of CacheCounts, for formulas.
func l1Hits(c trace.CacheCounts) uint64     { return c.L1Hits }
func l1Misses(c trace.CacheCounts) uint64   { return c.L1Misses }
func l2Reads(c trace.CacheCounts) uint64    { return c.L2Reads }
func l2Writes(c trace.CacheCounts) uint64   { return c.L2Writes }
func l2Atomics(c trace.CacheCounts) uint64  { return c.L2Atomics }
func l2ReadHits(c trace.CacheCounts) uint64 { return c.L2ReadHits }
func l2Hits(c trace.CacheCounts) uint64     { return c.L2ReadHits + c.L2WriteHits + c.L2AtomicHits }
func dramReads(c trace.CacheCounts) uint64  { return c.DRAMReads }
func dramWrites(c trace.CacheCounts) uint64 { return c.DRAMWrites }

func hasL1(s *arch.Spec) bool { return s.Caches.L1.Bytes > 0 || s.Caches.Unified > 0 }

// globalsInL1 reports whether L1 keeps what global loads read.
func globalsInL1(s *arch.Spec) bool { return hasL1(s) && s.Global.GlobalInL1 }

func hasL2(s *arch.Spec) bool { return s.Caches.L2.Bytes > 0 }

// cacheMetrics go from L1 to memory.
var cacheMetrics = []formula{
	{Name: "l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum", Group: groupCaches, Unit: "sectors", when: globalsInL1,
		Meaning: "Sectors of global loads that L1 had, or that were on their way to it.", counts: cached(l1Hits, GlobalLoad, CopyNear)},
	{Name: "l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_miss.sum", Group: groupCaches, Unit: "sectors", when: globalsInL1,
		Meaning: "Sectors of global loads that L1 asked L2 for.", counts: cached(l1Misses, GlobalLoad)},
	{Name: "l1tex__t_sector_pipe_lsu_mem_global_op_ld_hit_rate.pct", NVProf: []string{"global_hit_rate", "l1_cache_global_hit_rate"}, Group: groupCaches, Unit: "%", when: globalsInL1,
		Short: "of the sectors loaded hit L1", Card: report.OnCard,
		Meaning: "Sectors of global loads that L1 had, out of all it was asked for.", counts: cachedRate(l1Hits, l1Misses, GlobalLoad)},
	{Name: "l1tex__t_sectors_pipe_lsu_mem_local_op_ld_lookup_hit.sum", Group: groupCaches, Unit: "sectors", when: hasL1,
		Meaning: "Sectors of local loads that L1 had, or that were on their way to it.", counts: cached(l1Hits, LocalLoad)},
	{Name: "l1tex__t_sectors_pipe_lsu_mem_local_op_ld_lookup_miss.sum", Group: groupCaches, Unit: "sectors", when: hasL1,
		Meaning: "Sectors of local loads that L1 asked L2 for.", counts: cached(l1Misses, LocalLoad)},
	{Name: "l1tex__t_sector_pipe_lsu_mem_local_op_ld_hit_rate.pct", NVProf: []string{"local_hit_rate", "l1_cache_local_hit_rate"}, Group: groupCaches, Unit: "%", when: hasL1,
		Short: "of the local sectors hit L1", Card: report.OnCard,
		Meaning: "Sectors of local loads that L1 had, out of all it was asked for.", counts: cachedRate(l1Hits, l1Misses, LocalLoad)},
	{Name: "l1tex__t_sector_hit_rate.pct", Group: groupCaches, Unit: "%", when: hasL1,
		Meaning: "Sectors that L1 had, out of all it was asked for by loads, and by stores where these stay in it.", counts: cachedRate(l1Hits, l1Misses, GlobalLoad, GlobalStore, GlobalAtomic, GlobalReduction, LocalLoad, LocalStore)},

	{Name: "lts__t_sectors_srcunit_tex_op_read.sum", NVProf: []string{"l2_tex_read_transactions", "l2_read_transactions"}, Group: groupCaches, Unit: "sectors", when: hasL2,
		Meaning: "Sectors that the SMs read from L2.", counts: behind(l2Reads)},
	{Name: "lts__t_sectors_srcunit_tex_op_write.sum", NVProf: []string{"l2_tex_write_transactions", "l2_write_transactions"}, Group: groupCaches, Unit: "sectors", when: hasL2,
		Meaning: "Sectors that the SMs wrote to L2.", counts: behind(l2Writes)},
	{Name: "lts__t_sectors_srcunit_tex_op_atom.sum", Group: groupCaches, Unit: "sectors", when: hasL2,
		Meaning: "Sectors that atomics with a result changed in L2.", counts: cached(l2Atomics, GlobalAtomic)},
	{Name: "lts__t_sectors_srcunit_tex_op_red.sum", Group: groupCaches, Unit: "sectors", when: hasL2,
		Meaning: "Sectors that atomics without a result changed in L2.", counts: cached(l2Atomics, GlobalReduction)},
	{Name: "lts__t_sectors_srcunit_tex_lookup_hit.sum", Group: groupCaches, Unit: "sectors", when: hasL2,
		Meaning: "Sectors that the SMs read, wrote or changed in L2 and that needed nothing from device memory.", counts: behind(l2Hits)},
	{Name: "lts__t_sector_op_read_hit_rate.pct", NVProf: []string{"l2_tex_read_hit_rate"}, Group: groupCaches, Unit: "%", when: hasL2,
		Short: "of the sectors read hit L2", Card: report.OnCard,
		Meaning: "Sectors read from L2 that it had, out of all that were read.", counts: func(t *Tally) ratio {
			c := t.caches()
			return t.ifPlayed(percent(l2ReadHits(c), l2Reads(c)))
		}},

	{Name: "dram__sectors_read.sum", NVProf: []string{"dram_read_transactions"}, Group: groupCaches, Unit: "sectors",
		Meaning: "Sectors read from device memory.", counts: behind(dramReads)},
	{Name: "dram__sectors_write.sum", NVProf: []string{"dram_write_transactions"}, Group: groupCaches, Unit: "sectors",
		Meaning: "Sectors written to device memory during the launch; what is still in L2 at its end is not among them.", counts: behind(dramWrites)},
	{Name: "dram__bytes_read.sum", NVProf: []string{"dram_read_bytes"}, Group: groupCaches, Unit: "bytes",
		Short: "read from DRAM", Card: report.IfLargest,
		Meaning: "Bytes read from device memory.", counts: inBytes(dramReads)},
	{Name: "dram__bytes_write.sum", NVProf: []string{"dram_write_bytes"}, Group: groupCaches, Unit: "bytes",
		Meaning: "Bytes written to device memory during the launch.", counts: inBytes(dramWrites)},
}
