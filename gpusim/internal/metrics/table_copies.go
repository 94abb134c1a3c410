package metrics

// This file is the part of the table that speaks of copies between global and shared memory that no register takes part
// in. Its rows are absent where a kernel makes none. The rules that relate the counters agree with h100/modern:
// mm, stencil5_async_halo, mma_ldmatrix, copy_two_threads_bulk and share_tile.

import "gpucourse/gpusim/trace"

// The classes of copies.
var (
	laneCopies = []Class{CopyNear, CopyFar}
	bulkCopies = []Class{BulkLoad, BulkMulticast, BulkStore, BulkReduce, BulkShare, BulkPrefetch}
)

// ifCopies leaves a formula out of reports of kernels that execute none of some copies.
func ifCopies(f func(*Tally) ratio, classes ...Class) func(*Tally) ratio {
	return func(t *Tally) ratio {
		if t.of(classes...).Warps == 0 {
			return ratio{}
		}
		return f(t)
	}
}

func ofLanes(f func(*Tally) ratio) func(*Tally) ratio { return ifCopies(f, laneCopies...) }
func ofBulk(f func(*Tally) ratio) func(*Tally) ratio  { return ifCopies(f, bulkCopies...) }

// ofAny leaves a formula out of reports of kernels that copy nothing and say nothing about caches.
func ofAny(f func(*Tally) ratio) func(*Tally) ratio {
	copied := ifCopies(f, append(append([]Class(nil), laneCopies...), bulkCopies...)...)
	return func(t *Tally) ratio {
		if t.hinted {
			return f(t)
		}
		return copied(t)
	}
}

// threads is the threads that execute instructions: a machine instruction each, where they are bulk copies.
func threads(c Counts) uint64 { return c.Threads - c.HeldBack }
func filled(c Counts) uint64  { return c.Filled }

// lookedUp is the sectors that loads and copies look up in L1: copies past L1 one per piece of shared memory.
func (t *Tally) lookedUp() uint64 { return t.of(GlobalLoad).Sectors + t.of(laneCopies...).Transactions }

// received is the bytes of bulk copies that come into shared memory.
func (t *Tally) received() uint64 { return t.of(BulkLoad, BulkMulticast).Filled }

// loaded is the sectors that come to L1 for loads and for copies of lanes.
func (t *Tally) loaded() uint64 {
	loads, far := t.of(GlobalLoad, LocalLoad, CopyNear), t.of(CopyFar)
	return loads.Sectors - min(loads.Sectors, loads.Caches.L1Hits) + far.Sectors
}

// stored is the bytes that go from the SMs to L2 in stores.
func (t *Tally) stored() uint64 {
	return t.of(GlobalStore, LocalStore, BulkStore).Sectors * uint64(t.spec.Global.SectorBytes)
}

// missedBytes is the bytes that L1 asks L2 for.
func (t *Tally) missedBytes(classes ...Class) uint64 {
	return t.of(classes...).Caches.L1Misses * uint64(t.spec.Global.SectorBytes)
}

func l2Requests(c trace.CacheCounts) uint64  { return c.L2Requests }
func l2Sectors(c trace.CacheCounts) uint64   { return c.L2Reads + c.L2Writes + c.L2Atomics }
func l2AllReads(c trace.CacheCounts) uint64  { return c.L2Reads + c.L2FarReads }
func l2AllMisses(c trace.CacheCounts) uint64 { return c.L2Reads - c.L2ReadHits + c.L2FarMisses }
func l2Misses(c trace.CacheCounts) uint64    { return l2Sectors(c) - l2Hits(c) }

// copyMetrics are of such copies, and of the traffic between L1 and L2 in kernels that make them.
var copyMetrics = []formula{
	{Name: "sm__sass_inst_executed_op_ldgsts.sum", Group: groupCopies, Unit: "inst",
		Meaning: "Copies of a few bytes per lane to shared memory that warps executed, with at least one lane.", counts: ofLanes(sum(accesses, CopyNear, CopyFar))},
	{Name: "sm__sass_inst_executed_op_ldgsts_cache_access.sum", Group: groupCopies, Unit: "inst",
		Meaning: "Those that go through L1.", counts: ofLanes(sum(accesses, CopyNear))},
	{Name: "sm__sass_inst_executed_op_ldgsts_cache_bypass.sum", Group: groupCopies, Unit: "inst",
		Meaning: "Those that bypass L1.", counts: ofLanes(sum(accesses, CopyFar))},
	{Name: "sm__sass_data_bytes_mem_global_op_ldgsts.sum", Group: groupCopies, Unit: "bytes",
		Meaning: "Bytes that the lanes of these copies asked for.", counts: ofLanes(sum(asked, CopyNear, CopyFar))},
	{Name: "smsp__sass_l1tex_t_requests_pipe_lsu_mem_global_op_ldgsts.sum", Group: groupCopies, Unit: "requests",
		Meaning: "Requests of these copies.", counts: ofLanes(sum(requests, CopyNear, CopyFar))},
	{Name: "smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_ldgsts.sum", Group: groupCopies, Unit: "sectors",
		Meaning: "Sectors of these copies: past L1, a sector counts once for each piece of 32 bytes of shared memory that gets a part of it.", counts: ofLanes(sum(sectors, CopyNear, CopyFar))},
	{Name: "smsp__sass_l1tex_m_xbar2l1tex_read_sectors_mem_global_op_ldgsts_cache_bypass.sum", Group: groupCopies, Unit: "sectors",
		Meaning: "Sectors that came from L2 for copies past L1.", counts: ofLanes(sum(sectors, CopyFar))},
	{Name: "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ldgsts.sum", Group: groupCopies, Unit: "wavefronts",
		Meaning: "Passes that write what these copies bring to shared memory.", counts: ofLanes(sum(wavefronts, CopyNear, CopyFar))},
	{Name: "smsp__sass_l1tex_data_bank_conflicts_pipe_lsu_mem_shared_op_ldgsts.sum", Group: groupCopies, Unit: "wavefronts",
		Meaning: "Those beyond what the size of the copies needs, because lanes used one bank.", counts: ofLanes(sum(conflicts, CopyNear, CopyFar))},
	{Name: "l1tex__t_requests_pipe_lsu_mem_global_op_ldgsts_cache_access.sum", Group: groupCopies, Unit: "requests",
		Meaning: "Requests of copies through L1.", counts: ofLanes(sum(requests, CopyNear))},
	{Name: "l1tex__t_sectors_pipe_lsu_mem_global_op_ldgsts_cache_access.sum", Group: groupCopies, Unit: "sectors",
		Meaning: "Sectors of copies through L1.", counts: ofLanes(sum(sectors, CopyNear))},
	{Name: "l1tex__t_sectors_pipe_lsu_mem_global_op_ldgsts_cache_access_lookup_hit.sum", Group: groupCopies, Unit: "sectors",
		Meaning: "Those that L1 had.", counts: ofLanes(cached(l1Hits, CopyNear))},
	{Name: "l1tex__m_xbar2l1tex_read_bytes_mem_global_op_ldgsts_cache_access.sum", Group: groupCopies, Unit: "bytes",
		Meaning: "Bytes that came from L2 for copies through L1.", counts: ofLanes(func(t *Tally) ratio { return t.ifPlayed(whole(t.missedBytes(CopyNear))) })},

	{Name: "sm__inst_executed_pipe_tma.sum", Group: groupCopies, Unit: "inst",
		Meaning: "Bulk copies and ends of their groups, one per thread.", counts: ofBulk(func(t *Tally) ratio {
			return whole(threads(t.of(bulkCopies...)) + t.of(BulkCommit).Warps)
		})},
	{Name: "sm__sass_inst_executed_op_tma.sum", Group: groupCopies, Unit: "inst",
		Meaning: "Bulk copies, one per thread.", counts: ofBulk(sum(threads, bulkCopies...))},
	{Name: "sm__sass_inst_executed_op_tma_ld.sum", Group: groupCopies, Unit: "inst",
		Meaning: "Bulk copies from global memory.", counts: ofBulk(sum(threads, BulkLoad, BulkMulticast))},
	{Name: "sm__sass_inst_executed_op_tma_st.sum", Group: groupCopies, Unit: "inst",
		Meaning: "Bulk copies to global memory.", counts: ofBulk(sum(threads, BulkStore))},
	{Name: "l1tex__m_xbar2l1tex_read_bytes_mem_global_op_tma_ld_dest_self.sum", Group: groupCopies, Unit: "bytes",
		Meaning: "Bytes that bulk copies brought to the block that asked for them.", counts: ofBulk(sum(filled, BulkLoad))},
	{Name: "l1tex__m_xbar2l1tex_read_bytes_mem_global_op_tma_ld_dest_multicast.sum", Group: groupCopies, Unit: "bytes",
		Meaning: "Bytes that bulk copies brought to several blocks, counted in each.", counts: ofBulk(sum(filled, BulkMulticast))},
	{Name: "l1tex__m_xbar2l1tex_read_sectors_mem_global_op_tma_ld.sum", Group: groupCopies, Unit: "sectors",
		Meaning: "Sectors that bulk copies brought.", counts: ofBulk(func(t *Tally) ratio { return whole(t.received() / uint64(t.spec.Global.SectorBytes)) })},
	{Name: "l1tex__m_l1tex2xbar_write_bytes_mem_global_op_tma_st.sum", Group: groupCopies, Unit: "bytes",
		Meaning: "Bytes that bulk copies took to L2.", counts: ofBulk(func(t *Tally) ratio {
			return whole(t.of(BulkStore).Sectors * uint64(t.spec.Global.SectorBytes))
		})},

	{Name: "l1tex__m_xbar2l1tex_read_sectors.sum", Group: groupCopies, Unit: "sectors",
		Meaning: "Sectors that came from L2 to the SMs.", counts: ofAny(func(t *Tally) ratio {
			return t.ifPlayed(whole(t.loaded() + t.received()/uint64(t.spec.Global.SectorBytes)))
		})},
	{Name: "l1tex__m_xbar2l1tex_read_sectors_mem_lg_op_ld.sum", Group: groupCopies, Unit: "sectors",
		Meaning: "Those for loads and for copies of a few bytes per lane.", counts: ofAny(func(t *Tally) ratio { return t.ifPlayed(whole(t.loaded())) })},
	{Name: "l1tex__m_l1tex2xbar_write_bytes.sum", Group: groupCopies, Unit: "bytes",
		Meaning: "Bytes that the SMs sent to L2 in stores.", counts: ofAny(func(t *Tally) ratio { return whole(t.stored()) })},
	{Name: "lts__t_requests_srcunit_tex.sum", Group: groupCopies, Unit: "requests",
		Meaning: "Requests of the SMs that L2 looked up.", counts: ofAny(behind(l2Requests))},
	{Name: "lts__t_sectors_srcunit_tex.sum", Group: groupCopies, Unit: "sectors",
		Meaning: "Sectors that the SMs read, wrote or changed in L2.", counts: ofAny(behind(l2Sectors))},
	{Name: "lts__t_sectors_srcunit_tex_lookup_miss.sum", Group: groupCopies, Unit: "sectors",
		Meaning: "Those that needed something from device memory.", counts: ofAny(behind(l2Misses))},
	{Name: "lts__t_sectors_op_read.sum", Group: groupCopies, Unit: "sectors",
		Meaning: "Sectors read from L2 by the SMs, and by a part of L2 from the part that owns the line.", counts: ofAny(behind(l2AllReads))},
	{Name: "lts__t_sectors_op_read_lookup_hit.sum", Group: groupCopies, Unit: "sectors",
		Meaning: "Those of them that the part of L2 had.", counts: ofAny(behind(func(c trace.CacheCounts) uint64 { return l2AllReads(c) - l2AllMisses(c) }))},
	{Name: "lts__t_sectors_op_read_lookup_miss.sum", Group: groupCopies, Unit: "sectors",
		Meaning: "Those of them that it lacked.", counts: ofAny(behind(l2AllMisses))},
	{Name: "lts__t_sectors_op_write.sum", Group: groupCopies, Unit: "sectors",
		Meaning: "Sectors written to L2, twice where the store comes by way of a part that does not own the line.", counts: ofAny(behind(func(c trace.CacheCounts) uint64 { return c.L2Writes + c.L2FarWrites }))},
}
