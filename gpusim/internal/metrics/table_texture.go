package metrics

// This file is the part of the table that speaks of textures and of the
// read-only cache. Its rows are absent where a kernel uses neither.

import (
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/report"
	"gpucourse/gpusim/trace"
)

// ifTexture leaves a formula out of reports of kernels that read no texture.
func ifTexture(f func(*Tally) ratio) func(*Tally) ratio {
	return func(t *Tally) ratio {
		if t.of(TextureLoad).Accesses == 0 {
			return ratio{}
		}
		return f(t)
	}
}

// texHits and texMisses are of the cache that textures are read through: the
// read-only cache where there is one, L1 elsewhere.
func texHits(c trace.CacheCounts) uint64   { return c.L1Hits + c.ReadOnlyHits }
func texMisses(c trace.CacheCounts) uint64 { return c.L1Misses + c.ReadOnlyMisses }

func readOnlyHits(c trace.CacheCounts) uint64   { return c.ReadOnlyHits }
func readOnlyMisses(c trace.CacheCounts) uint64 { return c.ReadOnlyMisses }

func hasReadOnly(s *arch.Spec) bool { return s.Caches.ReadOnly.Bytes > 0 && s.Has(arch.ReadOnlyLoads) }

// textureMetrics go from the instruction to the cache.
var textureMetrics = []formula{
	{Name: "smsp__inst_executed_pipe_tex.sum", Group: groupTex, Unit: "inst",
		Meaning: "Texture reads that warps executed, with at least one texel.", counts: ifTexture(sum(accesses, TextureLoad))},
	{Name: "l1tex__t_requests_pipe_tex_mem_texture.sum", Group: groupTex, Unit: "requests",
		Meaning: "Requests of texture reads: one for each four lanes, eight when small texels are fetched by number.", counts: ifTexture(sum(requests, TextureLoad))},
	{Name: "l1tex__t_sectors_pipe_tex_mem_texture.sum", NVProf: []string{"tex_cache_transactions"}, Group: groupTex, Unit: "sectors",
		Meaning: "Sectors that the requests of texture reads asked the cache for.", counts: ifTexture(sum(sectors, TextureLoad))},
	{Name: "l1tex__average_t_sectors_per_request_pipe_tex_mem_texture.ratio", Group: groupTex, Unit: "sectors",
		Short: "sectors per texture read", Card: report.OnCard,
		Meaning: "Sectors a request of texture reads asked for, on average: 1 is the best.", counts: average(sectors, requests, TextureLoad)},
	{Name: "l1tex__t_sectors_pipe_tex_mem_texture_lookup_hit.sum", Group: groupTex, Unit: "sectors",
		Meaning: "Sectors of texture reads that the cache had.", counts: ifTexture(cached(texHits, TextureLoad))},
	{Name: "l1tex__t_sectors_pipe_tex_mem_texture_lookup_miss.sum", Group: groupTex, Unit: "sectors",
		Meaning: "Sectors of texture reads that L2 was asked for.", counts: ifTexture(cached(texMisses, TextureLoad))},
	{Name: "l1tex__t_sector_pipe_tex_mem_texture_hit_rate.pct", NVProf: []string{"tex_cache_hit_rate"}, Group: groupTex, Unit: "%",
		Short: "of the texture sectors hit L1", Card: report.OnCard,
		Meaning: "Sectors of texture reads that the cache had, out of all it was asked for.", counts: cachedRate(texHits, texMisses, TextureLoad)},
	{Name: "nc_cache_global_hit_rate", Group: groupTex, Unit: "%", when: hasReadOnly,
		Meaning: "Sectors of gpu.ReadOnly and gpu.Ldg loads that the read-only cache had, out of all it was asked for.", counts: cachedRate(readOnlyHits, readOnlyMisses, GlobalLoad)},
}
