package main

// This file writes kernels as CUDA C and reads the text in again: results and counters
// must be the same.

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/internal/cudac"
)

// notReadBack are kernels whose CUDA C is refused, with the reason.
var notReadBack = map[string]string{
	"control": "goto", "oddities": "goto", "shared": "the assembler's register of dynamic shared memory",
	"closures": "a lambda with any number of parameters", "methods": "a lambda with any number of parameters", "stacks": "a list of bindings of an array",
	"scanRow": "a texture in a struct", "sharedBoxes": "a list in braces as the coordinates of a box",
}

// otherCounters are kernels whose CUDA C executes other accesses, with the reason.
var otherCounters = map[string]string{
	"kernelDepth": "a function that calls itself last is a loop in CUDA C, and has a stack in Go",
	"recursion":   "the same",
}

// compared are the counters that must be the same.
var compared = []string{
	"smsp__sass_inst_executed_op_global_ld.sum", "smsp__sass_inst_executed_op_global_st.sum", "smsp__sass_inst_executed_op_shared_ld.sum",
	"smsp__sass_inst_executed_op_shared_st.sum", "smsp__sass_inst_executed_op_local_ld.sum", "smsp__sass_inst_executed_op_local_st.sum",
	"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
	"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",
}

// TestRoundTrip reads the CUDA C of every kernel of the repository, and launches both.
func TestRoundTrip(t *testing.T) {
	dir := t.TempDir()
	read, launched, equal := 0, 0, 0
	seen := map[string]bool{}
	place := "" // of the module in memory: all of them would take 300 MB
	for i, k := range repository(t) {
		if k.place != place {
			modules.forget(place)
			place = k.place
		}
		p, err := cudac.Write(k.unit, k.name)
		if err != nil || seen[p.Text] {
			continue // what CUDA C cannot say, and what another notebook has too
		}
		seen[p.Text] = true
		back, err := readBack(filepath.Join(dir, fmt.Sprintf("k%d.cu", i)), p)
		if err != nil {
			if notReadBack[k.name] == "" && !strings.Contains(p.Text, "asm volatile") {
				t.Errorf("%s %s: %v\n%s", filepath.Base(k.place), k.name, err, p.Standalone())
			}
			continue
		}
		read++
		m, err := modules.load(k.place)
		if err != nil {
			continue // a notebook: its kernels are read, not launched
		}
		kernel, err := m.Kernel(k.name)
		if err != nil || hasTexture(kernel) {
			continue
		}
		want, err := outcomeOf(kernel)
		if err != nil {
			continue // the arguments do not suit it
		}
		launched++
		got, err := outcomeOf(back)
		switch {
		case err != nil:
			t.Errorf("%s %s: %v", filepath.Base(k.place), k.name, err)
		case !bytes.Equal(got.data, want.data):
			t.Errorf("%s %s: the results differ", filepath.Base(k.place), k.name)
		case (got.counts == want.counts) != (otherCounters[k.name] == ""):
			t.Errorf("%s %s: got counters %s, want %s", filepath.Base(k.place), k.name, got.counts, want.counts)
		default:
			equal++
		}
	}
	t.Logf("%d kernels were read back, %d launched, %d equal", read, launched, equal)
}

// readBack writes a kernel to a file and loads it.
func readBack(path string, p *cudac.Program) (*gpusim.Kernel, error) {
	if err := os.WriteFile(path, []byte(p.Standalone()), 0o666); err != nil {
		return nil, err
	}
	m, err := gpusim.LoadFile(path)
	if err != nil {
		return nil, err
	}
	return m.Kernel(p.Kernel)
}

// outcome is what a launch gave: the contents of all arrays, and the counters.
type outcome struct {
	data   []byte
	counts string
}

// outcomeOf launches a kernel on arguments made from its parameters. A parameter in_len
// of CUDA C is the length of in.
func outcomeOf(k *gpusim.Kernel) (outcome, error) {
	dev, err := gpusim.Open(*device)
	if err != nil {
		return outcome{}, err
	}
	named, arrays, parameters := gpusim.Named{}, []*gpusim.Array{}, k.Parameters()
	for i, a := range made(k, 5) {
		p := parameters[i]
		switch {
		case p.Slice:
			v := reflect.ValueOf(a)
			array, err := dev.MallocArray(v.Len(), p.Elem.Bytes)
			if err != nil {
				return outcome{}, err
			}
			copy(array.Bytes(), bytesOf(v))
			arrays = append(arrays, array)
			named[p.Name] = array
		case strings.HasSuffix(p.Name, "_len"):
			named[p.Name] = elements
		default:
			named[p.Name] = a
		}
	}
	config := gpusim.Config{Grid: gpusim.Dim(2), Block: gpusim.Dim(64), Shared: 4096, Instructions: 1 << 20, Stack: 1 << 14, Stdout: io.Discard, Options: gpusim.Options{NoTime: true, NoCaches: true}}
	config.ZeroShared = true
	report, err := dev.Launch(k, config, named)
	if err != nil {
		return outcome{}, err
	}
	var o outcome
	for _, a := range arrays {
		o.data = append(o.data, a.Bytes()...)
	}
	for _, name := range compared {
		v, _ := report.Metric(name)
		o.counts += fmt.Sprint(v, " ")
	}
	return o, nil
}
