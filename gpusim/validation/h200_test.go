package validation

// This file compares the counters of all measured launches with those of an H200. Counters
// of single accesses must be equal, counters of caches near, except those in the table of
// deviations.

import (
	"math"
	"reflect"
	"regexp"
	"slices"
	"sync"
	"testing"

	"github.com/jedib0t/go-pretty/v6/table"

	"gpucourse/gpusim"
	"gpucourse/gpusim/validation/cases"
	"gpucourse/gpusim/validation/h200"
	"gpucourse/gpusim/validation/unseenkernels"
	"gpucourse/gpusim/validation/unseenlaunches"
)

// tier is the tolerance of a counter.
type tier struct {
	within float64 // part of the measured value
	from   float64 // if both values are below this, the counter is not compared
}

// Traffic between caches depends on the order of warps, which differs from run to run on
// hardware. So it is compared from 1 MB on, counted in sectors of 32 bytes.
var (
	exact  = tier{}
	cached = tier{within: 0.05, from: 1 << 20 / 32}
)

// counters are the metrics that are compared.
var counters = []struct {
	name string
	tier tier
}{
	{"smsp__sass_inst_executed_op_global_ld.sum", exact},
	{"smsp__sass_inst_executed_op_global_st.sum", exact},
	{"smsp__sass_inst_executed_op_shared_ld.sum", exact},
	{"smsp__sass_inst_executed_op_shared_st.sum", exact},
	{"smsp__sass_inst_executed_op_local_ld.sum", exact},
	{"smsp__sass_inst_executed_op_local_st.sum", exact},
	{"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", exact},
	{"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", exact},
	{"l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", exact},
	{"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", exact},
	{"l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum", exact},
	{"l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum", exact},
	{"l1tex__t_requests_pipe_lsu_mem_local_op_st.sum", exact},
	{"l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum", exact},
	{"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", exact},
	{"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum", exact},
	{"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum", exact},
	{"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum", exact},
	{"launch__shared_mem_per_block_static", exact},
	{"launch__shared_mem_per_block_dynamic", exact},
	{"launch__shared_mem_config_size", exact},
	{"launch__occupancy_limit_blocks", exact},
	{"launch__occupancy_limit_warps", exact},
	{"l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum", cached},
	{"lts__t_sectors_srcunit_tex_op_read.sum", cached},
	{"lts__t_sectors_srcunit_tex_op_write.sum", cached},
	{"lts__t_sectors_srcunit_tex_lookup_hit.sum", cached},
	{"dram__sectors_read.sum", cached},
	{"dram__sectors_write.sum", cached},
}

// comparison is one counter of one case.
type comparison struct {
	name, counter       string
	tier                tier
	measured, simulated float64
}

// differs reports whether the counter is outside its tolerance.
func (x comparison) differs() bool {
	return max(x.measured, x.simulated) >= x.tier.from && math.Abs(x.simulated-x.measured) > x.tier.within*x.measured
}

// slow matches the cases that -short leaves out.
var slow = regexp.MustCompile(`^matmul.*_(512|1024)$|_16777216$|^transform|^spill|^kernel_2$|_2048$`)

// largest matches the launches that need -every: each takes seconds, and smaller ones of its kernel
// are launched.
var largest = regexp.MustCompile(`_65M$|^matmul_.*_1024$|_16777216$|_2048$|^matmul_tiled_32_640$|^transpose_naive_1536$|_65536_256$|_1500_1500_|^filter_.*_r[23]$|^transform_f64_[a-z]+$` +
	`|^matmul_.*_(320|384|448)$|^matmul_(naive16|tiled32)_512$|^local_big$|^filter_.*_(1000_700|512_512_32x8)|^reduce_shared_1000000_|^vector_add_4194304_|^transform_f64_.*_1048576_`)

// skipped reports whether a case is left out: by -short, by -only, or for want of -every.
func skipped(c cases.Case) bool {
	return !*every && *only == "" && (largest.MatchString(c.Name) || second()[c.Name]) || testing.Short() && slow.MatchString(c.Name) || !regexp.MustCompile(*only).MatchString(c.Name)
}

// second holds every second unseen launch of a kernel of visible.cu.
var second = sync.OnceValue(func() map[string]bool {
	names := map[string]bool{}
	for i, c := range unseenlaunches.Cases() {
		if i%2 == 1 {
			names[c.Name] = true
		}
	}
	return names
})

func TestH200Counters(t *testing.T) {
	var differ []comparison
	rows := table.NewWriter()
	rows.AppendHeader(table.Row{"case", "counter", "measured", "simulated"})
	for _, c := range allCases() {
		if skipped(c) {
			continue
		}
		for _, x := range compare(t, c) {
			if x.differs() {
				differ = append(differ, x)
			}
			if x.measured != 0 || x.simulated != 0 {
				rows.AppendRow(table.Row{x.name, x.counter, x.measured, x.simulated})
			}
		}
	}
	t.Logf("all counters that are not zero:\n%s", rows.Render())
	if *only == "" {
		checkDeviations(t, differ)
	}
	for _, x := range differ {
		t.Logf("%s: %s: %.0f measured, %.0f simulated", x.name, x.counter, x.measured, x.simulated)
	}
}

// compare launches a case and returns its counters, measured and simulated.
func compare(t *testing.T, c cases.Case) []comparison {
	t.Helper()
	measured := profileOf(c.Name)
	if measured == nil {
		t.Errorf("%s was not measured", c.Name)
		return nil
	}
	seen := launched(t, c)
	list := make([]comparison, len(counters))
	for i, counter := range counters {
		got := seen.counters[i]
		if got < 0 {
			t.Errorf("%s: the report has no %s", c.Name, counter.name)
		}
		want, ok := measured.Metrics[counter.name]
		if !ok {
			t.Errorf("%s: no %s was measured", c.Name, counter.name)
		}
		list[i] = comparison{c.Name, counter.name, counter.tier, want, got}
	}
	return list
}

// allCases returns all measured launches, with those too large for other tests and the
// unseen launches of the course's kernels.
func allCases() []cases.Case { return slices.Concat(Cases(), unseenlaunches.Cases(), large65M) }

func profileOf(name string) *h200.Profile { return find(h200.Profiles(), name) }

// find returns the profiled launch of a case, or nil.
func find(profiles []h200.Profile, name string) *h200.Profile {
	for i := range profiles {
		if p := &profiles[i]; p.Case == name {
			return p
		}
	}
	return nil
}

// launchCase runs a case through the host API.
func launchCase(t *testing.T, c cases.Case) *gpusim.Report {
	t.Helper()
	if c.Args == nil {
		return launchLarge(t, c, gpusim.Config{})
	}
	return launchOn(t, testSpec.Name, c)
}

// launchOn runs a case on a device through the host API.
func launchOn(t *testing.T, device string, c cases.Case) *gpusim.Report {
	t.Helper()
	return launchWith(t, device, c, gpusim.Options{})
}

func launchWith(t *testing.T, device string, c cases.Case, o gpusim.Options) *gpusim.Report {
	t.Helper()
	dev, err := gpusim.Open(device)
	if err != nil {
		t.Fatal(err)
	}
	args := c.Args()
	for i := range args {
		args[i] = upload(t, dev, args[i])
	}
	config := gpusim.Config{Grid: gpusim.Dim3(c.Grid), Block: gpusim.Dim3(c.Block), Shared: c.Shared, Options: o}
	report, err := dev.Launch(c.Kernel, config, args...)
	if err != nil {
		t.Fatalf("%s: %v", c.Name, err)
	}
	return report
}

// upload returns an argument for the device: it copies slices, also that of a matrix, to
// buffers.
func upload(t *testing.T, dev *gpusim.Device, arg any) any {
	t.Helper()
	v := reflect.ValueOf(arg)
	switch v.Kind() {
	case reflect.Slice:
		buffer, err := dev.UploadArray(arg)
		if err != nil {
			t.Fatal(err)
		}
		return buffer
	case reflect.Struct:
		m := arg.(unseenkernels.Matrix)
		buffer, err := gpusim.Upload(dev, m.Elements)
		if err != nil {
			t.Fatal(err)
		}
		m.Elements = buffer.Slice()
		return m
	default:
		return arg
	}
}
