package metrics

// This file is the part of the table that speaks of constants: their requests,
// what the constant caches had of them, and loads that could be like them.

import (
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/report"
	"gpucourse/gpusim/trace"
)

func constHits(c trace.CacheCounts) uint64      { return c.ConstHits }
func constMisses(c trace.CacheCounts) uint64    { return c.ConstMisses }
func constMidHits(c trace.CacheCounts) uint64   { return c.ConstMidHits }
func constMidMisses(c trace.CacheCounts) uint64 { return c.ConstMidMisses }

func hasConst(s *arch.Spec) bool    { return s.Caches.Const.Bytes > 0 }
func hasConstMid(s *arch.Spec) bool { return s.Caches.ConstMid.Bytes > 0 }

func loadsUniformly(s *arch.Spec) bool { return s.Global.UniformLoads }

// constantMetrics go from the SM to L2. The profiler's counters of the same
// caches hold the kernel's parameters too, and count what waits for a line that
// is on its way as a miss: these rows have names of their own.
var constantMetrics = []formula{
	{Name: "constant_load_requests", Group: groupConst, Unit: "requests",
		Meaning: "Distinct addresses of each warp's loads of gpu.Constant variables, which are served one after another. The profiler's idc__requests has the kernel's parameters in it too.", counts: sum(requests, ConstLoad)},
	{Name: "constant_load_requests_per_load", Group: groupConst, Unit: "requests",
		Short: "requests per constant load", Card: report.OnCard,
		Meaning: "Distinct addresses of a constant load, on average: 1 is the best, a warp's lanes the worst.", counts: average(requests, accesses, ConstLoad)},
	{Name: "constant_cache_hits", Group: groupConst, Unit: "requests", when: hasConst,
		Meaning: "Requests of constant loads that the cache next to the SM had; the profiler's idc__requests_lookup_hit has the kernel's parameters in it too.", counts: cached(constHits, ConstLoad)},
	{Name: "constant_cache_misses", Group: groupConst, Unit: "requests", when: hasConst,
		Meaning: "Requests of constant loads that the cache next to the SM did not have.", counts: cached(constMisses, ConstLoad)},
	{Name: "constant_cache_hit_rate", Group: groupConst, Unit: "%", when: hasConst,
		Meaning: "Requests of constant loads that the cache next to the SM had, out of all.", counts: cachedRate(constHits, constMisses, ConstLoad)},
	{Name: "constant_mid_cache_hit_rate", Group: groupConst, Unit: "%", when: hasConstMid,
		Meaning: "Of those it did not have, the ones that the cache behind it had; the others went to L2.", counts: cachedRate(constMidHits, constMidMisses, ConstLoad)},
	{Name: "uniform_loads", Group: groupConst, Unit: "inst", when: loadsUniformly,
		Meaning: "Global load instructions that warps executed as LDU: one address for all lanes, of what the kernel only reads. They are among the global loads too.", counts: func(t *Tally) ratio { return whole(t.uniform) }},
}
