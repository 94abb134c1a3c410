package h100

import (
	_ "embed"
	"errors"
	"fmt"
	"strings"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/validation/h200"
	_ "gpucourse/internal/collect"
)

//go:embed atomics.txt
var atomicsText string

// atomicCounters are the metrics of atomics.txt, by the columns' names.
var atomicCounters = map[string]string{
	"requests":     "l1tex__t_requests_pipe_lsu_mem_global_op_%s.sum",
	"sectors":      "l1tex__t_sectors_pipe_lsu_mem_global_op_%s.sum",
	"l2":           "lts__t_sectors_srcunit_tex_op_%s.sum",
	"instructions": "smsp__sass_inst_executed_op_global_%s.sum",
}

// TestGlobalAtomics compares atomics with and without a result with atomics.txt.
func TestGlobalAtomics(t *testing.T) {
	dev, err := gpusim.Open("H100")
	if err != nil {
		t.Fatal(err)
	}
	module, err := gpusim.LoadFile("atomics.cu")
	if err != nil {
		t.Fatal(err)
	}
	launches := 0
	for line := range strings.Lines(atomicsText) {
		name, _, _ := strings.Cut(line, " ")
		want := h200.Rows(line, name)[0]
		kernel, err := module.Kernel(name)
		if err != nil {
			t.Fatal(err)
		}
		launch := launchAtomics[int32]
		if strings.HasPrefix(name, "float") {
			launch = launchAtomics[float32]
		}
		r, err := launch(dev, kernel, int(want["blocks"]), int32(want["threads"]))
		if err != nil {
			t.Fatal(err)
		}
		launches++
		for column, metric := range atomicCounters {
			for _, op := range []string{"atom", "red"} {
				metric := fmt.Sprintf(metric, op)
				if got, ok := r.Metric(metric); !ok || got != want[column+"_"+op] {
					t.Errorf("%s with %v threads in %v blocks: %s: got %v, measured %v", name, want["threads"], want["blocks"], metric, got, want[column+"_"+op])
				}
			}
		}
	}
	if launches != 108 {
		t.Errorf("%d launches were compared", launches)
	}
}

// launchAtomics launches a kernel of atomics.cu on words of a type: n threads per block change.
func launchAtomics[T int32 | float32](dev *gpusim.Device, kernel any, blocks int, n int32) (*gpusim.Report, error) {
	const threads, line = 256, 32 // far_red and far_atom use a line of 32 words per thread
	p, err := gpusim.Malloc[T](dev, threads*line)
	if err != nil {
		return nil, err
	}
	o, err := gpusim.Malloc[T](dev, blocks*threads)
	if err != nil {
		return nil, err
	}
	c := gpusim.Config{Grid: gpusim.Dim(blocks), Block: gpusim.Dim(threads), Options: gpusim.Options{NoTime: true}}
	r, err := dev.Launch(kernel, c, p, o, n)
	if err != nil {
		return nil, err
	}
	return r, errors.Join(p.Free(), o.Free())
}
