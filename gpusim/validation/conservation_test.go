package validation

// This file checks that traffic is conserved from one level of memory to the next.

import (
	"testing"

	"gpucourse/gpusim"
)

// balance is a rule on the counters of any launch. Absent counters are 0.
type balance struct {
	name string
	// holds returns the two sides of the rule, and whether it holds.
	holds func(v func(string) float64) (got, want float64, ok bool)
}

// balances are the rules for launches on devices whose global loads go through L1 and L2.
var balances = []balance{
	{"L1: sectors of global loads are hits or misses", func(v func(string) float64) (float64, float64, bool) {
		got := v("l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum") + v("l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_miss.sum")
		want := v("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum")
		return got, want, got == want
	}},
	{"L1: sectors of local loads are hits or misses", func(v func(string) float64) (float64, float64, bool) {
		got := v("l1tex__t_sectors_pipe_lsu_mem_local_op_ld_lookup_hit.sum") + v("l1tex__t_sectors_pipe_lsu_mem_local_op_ld_lookup_miss.sum")
		want := v("l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum")
		return got, want, got == want
	}},
	{"L2: no more is read than L1 misses, and a line for each request of constants", func(v func(string) float64) (float64, float64, bool) {
		got := v("lts__t_sectors_srcunit_tex_op_read.sum")
		want := v("l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_miss.sum") + v("l1tex__t_sectors_pipe_lsu_mem_local_op_ld_lookup_miss.sum") +
			v("constant_load_requests")*float64(testSpec.Caches.ConstMid.LineBytes/testSpec.Global.SectorBytes)
		return got, want, got <= want
	}},
	{"L2: what is stored is written, if nothing of the same bytes waits", func(v func(string) float64) (float64, float64, bool) {
		got := v("lts__t_sectors_srcunit_tex_op_write.sum")
		want := v("l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum") + v("l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum")
		return got, want, got <= want && (got > 0 || want == 0)
	}},
	{"DRAM: bytes are sectors", func(v func(string) float64) (float64, float64, bool) {
		got := v("dram__bytes_read.sum") + v("dram__bytes_write.sum")
		want := float64(testSpec.Global.SectorBytes) * (v("dram__sectors_read.sum") + v("dram__sectors_write.sum"))
		return got, want, got == want
	}},
	{"DRAM: nothing is written that was not stored, by the launch or by a profiler", func(v func(string) float64) (float64, float64, bool) {
		got := v("dram__sectors_write.sum")
		atomics := v("l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum") + v("l1tex__t_requests_pipe_lsu_mem_global_op_red.sum")
		want := v("lts__t_sectors_srcunit_tex_op_write.sum") + atomics*float64(testSpec.WarpSize) + float64(testSpec.Caches.ProfilerDirty/testSpec.Global.SectorBytes)
		return got, want, got <= want
	}},
}

// checkBalances reports the rules that a launch breaks.
func checkBalances(t *testing.T, name string, r *gpusim.Report) {
	t.Helper()
	v := func(metric string) float64 {
		x, _ := r.Metric(metric)
		return x
	}
	for _, b := range balances {
		if got, want, ok := b.holds(v); !ok {
			t.Errorf("%s: %s: got %.0f against %.0f", name, b.name, got, want)
		}
	}
}
