package validation

// The corpus's counters against what the profiler read on an H200: all exact,
// but for the table of deviations, which DEVIATIONS.md shows.

import (
	"regexp"
	"testing"

	"github.com/jedib0t/go-pretty/v6/table"

	"gpucourse/gpusim"
	"gpucourse/gpusim/validation/cases"
	"gpucourse/gpusim/validation/h200"
	"gpucourse/gpusim/validation/variants"

	"reflect"
)

// counters are the metrics that are compared.
var counters = []string{
	"smsp__sass_inst_executed_op_global_ld.sum",
	"smsp__sass_inst_executed_op_global_st.sum",
	"smsp__sass_inst_executed_op_shared_ld.sum",
	"smsp__sass_inst_executed_op_shared_st.sum",
	"smsp__sass_inst_executed_op_local_ld.sum",
	"smsp__sass_inst_executed_op_local_st.sum",
	"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
	"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
	"l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
	"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
	"l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum",
	"l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum",
	"l1tex__t_requests_pipe_lsu_mem_local_op_st.sum",
	"l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum",
	"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
	"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
	"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
	"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",
	"launch__shared_mem_per_block_static",
	"launch__shared_mem_per_block_dynamic",
}

// comparison is one counter of one case.
type comparison struct {
	name, counter       string
	measured, simulated float64
}

// slow are the cases that are left out under -short.
var slow = regexp.MustCompile(`^matmul.*_(512|1024)$|_16777216$|^transform|^spill|^kernel_2$|_2048$`)

func TestH200Counters(t *testing.T) {
	var differ []comparison
	rows := table.NewWriter()
	rows.AppendHeader(table.Row{"case", "counter", "measured", "simulated"})
	for _, c := range Cases() {
		if testing.Short() && slow.MatchString(c.Name) {
			continue
		}
		for _, x := range compare(t, c) {
			if x.measured != x.simulated {
				differ = append(differ, x)
			}
			if x.measured != 0 || x.simulated != 0 {
				rows.AppendRow(table.Row{x.name, x.counter, x.measured, x.simulated})
			}
		}
	}
	t.Logf("all counters that are not zero:\n%s", rows.Render())
	checkDeviations(t, differ)
}

// compare launches a case and looks its counters up.
func compare(t *testing.T, c cases.Case) []comparison {
	t.Helper()
	measured := profileOf(c.Name)
	if measured == nil {
		t.Errorf("%s was not measured", c.Name)
		return nil
	}
	report := launch(t, c)
	list := make([]comparison, len(counters))
	for i, counter := range counters {
		got, ok := report.Metric(counter)
		if !ok {
			t.Errorf("%s: the report has no %s", c.Name, counter)
		}
		want, ok := measured.Metrics[counter]
		if !ok {
			t.Errorf("%s: no %s was measured", c.Name, counter)
		}
		list[i] = comparison{c.Name, counter, want, got}
	}
	return list
}

func profileOf(name string) *h200.Profile {
	for i := range h200.Profiles() {
		if p := &h200.Profiles()[i]; p.Case == name {
			return p
		}
	}
	return nil
}

// launch runs a case through the host API.
func launch(t *testing.T, c cases.Case) *gpusim.Report {
	t.Helper()
	dev, err := gpusim.Open(testSpec.Name)
	if err != nil {
		t.Fatal(err)
	}
	args := c.Args()
	for i := range args {
		args[i] = upload(t, dev, args[i])
	}
	config := gpusim.Config{Grid: gpusim.Dim3(c.Grid), Block: gpusim.Dim3(c.Block), Shared: c.Shared}
	report, err := dev.Launch(c.Kernel, config, args...)
	if err != nil {
		t.Fatalf("%s: %v", c.Name, err)
	}
	return report
}

// upload returns an argument for the device: slices become buffers, also those
// in a matrix.
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
		m := arg.(variants.Matrix)
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
