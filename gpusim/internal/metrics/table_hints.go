package metrics

// This file is the part of the table that speaks of the priorities that accesses give to lines of L2. A kernel without
// cache operators and policies has no such rows. The rules that relate the counters agree with h100/modern: copy_ldcs_stcs,
// copy_no_allocate, copy_evict_first, gather_hints and gather_window.

import "gpucourse/gpusim/trace"

// ifHinted is a field of what happened behind the SMs, absent where no access said anything about caches.
func ifHinted(field func(trace.CacheCounts) uint64) func(*Tally) ratio {
	counts := behind(field)
	return func(t *Tally) ratio {
		if !t.hinted {
			return ratio{}
		}
		return counts(t)
	}
}

var hintMetrics = []formula{
	{Name: "lts__t_requests_srcunit_tex_evict_first.sum", Group: groupCaches, Unit: "requests",
		Meaning: "Requests of the SMs whose line L2 gives up before others.", counts: ifHinted(func(c trace.CacheCounts) uint64 { return c.L2First })},
	{Name: "lts__t_requests_srcunit_tex_evict_last.sum", Group: groupCaches, Unit: "requests",
		Meaning: "Requests of the SMs whose line L2 keeps longer than others.", counts: ifHinted(func(c trace.CacheCounts) uint64 { return c.L2Last })},
	{Name: "lts__t_requests_srcunit_tex_evict_last_lookup_hit.sum", Group: groupCaches, Unit: "requests",
		Meaning: "Those of them whose line L2 had.", counts: ifHinted(func(c trace.CacheCounts) uint64 { return c.L2LastHits })},
	{Name: "lts__t_requests_srcunit_tex_evict_normal.sum", Group: groupCaches, Unit: "requests",
		Meaning: "Requests of the SMs whose line goes when it is the least recently used one.", counts: ifHinted(func(c trace.CacheCounts) uint64 { return c.L2Requests - c.L2First - c.L2Last })},
	{Name: "lts__t_sectors_srcunit_tex_evict_last.sum", Group: groupCaches, Unit: "sectors",
		Meaning: "Sectors of the requests whose line L2 keeps longer than others.", counts: ifHinted(func(c trace.CacheCounts) uint64 { return c.L2LastSectors })},
	{Name: "lts__t_sectors_srcunit_tex_evict_last_lookup_hit.sum", Group: groupCaches, Unit: "sectors",
		Meaning: "Those of them that needed nothing from device memory.", counts: ifHinted(func(c trace.CacheCounts) uint64 { return c.L2LastSectorHits })},
}
