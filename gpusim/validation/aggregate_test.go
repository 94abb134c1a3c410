package validation

// This file compares which atomics one lane executes for all with nvcc's machine code.

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/internal/compile"
	"gpucourse/gpusim/internal/isa"
	"gpucourse/gpusim/internal/simt"
	"gpucourse/gpusim/internal/source"
	_ "gpucourse/internal/collect"
)

// mangled is a kernel of aggregate.cu as nvcc names it: its type and numbers.
var mangled = regexp.MustCompile(`^_Z1kI([ijyfd])Li(\d)ELi(\d)ELi(\d)ELi(\d)E`)

// reduction is an atomic on global memory without a result, in machine code.
var reduction = regexp.MustCompile(`\bREDG?\.`)

// TestAggregatedAtomics: of each kind of atomic, one lane makes the changes of all where nvcc
// has it chosen with FLO, except where a result in shared memory is used.
func TestAggregatedAtomics(t *testing.T) {
	types := map[string]string{"i": "int", "j": "unsigned", "y": "unsigned long long", "f": "float", "d": "double"}
	devices := map[string]*arch.Spec{"75": spec(t, "Tesla T4"), "80": spec(t, "A100"), "90": spec(t, "H100")}
	measured, err := os.ReadFile("h100/aggregate.txt")
	if err != nil {
		t.Fatal(err)
	}
	unit, err := source.LoadFile("h100/aggregate.cu", source.Module)
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for row := range strings.Lines(string(measured)) {
		f := strings.Fields(row)
		m, s := mangled.FindStringSubmatch(f[1]), devices[f[0]]
		if m == nil || s == nil || testing.Short() && m[2] != "0" {
			continue
		}
		name := fmt.Sprintf("k<%s,%s,%s,%s,%s>", types[m[1]], m[2], m[3], m[4], m[5])
		k, err := compile.Kernel(unit, name, compile.Options{Spec: s})
		if err != nil {
			t.Fatal(err)
		}
		instrs := simt.Decode(k, s).Instrs
		for _, a := range isa.Atomics(s, instrs, len(k.Regs)) {
			compared++
			usedInShared := m[4] == "1" && m[5] == "1" // not modelled
			if want := strings.Contains(row, "FLO") && !usedInShared; a.Combined != want {
				t.Errorf("%s on %s: one lane for all: got %v, nvcc %v", name, s.Name, a.Combined, want)
			}
			if want := strings.Contains(row, "SHFL.UP") && !usedInShared; a.Scanned != want {
				t.Errorf("%s on %s: one lane for a whole warp: got %v, nvcc %v", name, s.Name, a.Scanned, want)
			}
			if want := reduction.MatchString(row); a.Reduction != want {
				t.Errorf("%s on %s: no result: got %v, nvcc %v", name, s.Name, a.Reduction, want)
			}
			if want := strings.Contains(row, "ATOMS.POPC.INC"); a.Counted != want {
				t.Errorf("%s on %s: the banks count: got %v, nvcc %v", name, s.Name, a.Counted, want)
			}
		}
	}
	if compared == 0 {
		t.Fatal("aggregate.txt has no kernel that is known here")
	}
	t.Logf("%d atomics compared", compared)
}

func addOwn(sum, old []int32, n int) {
	if gpu.ThreadIdx.X < n {
		old[gpu.BlockIdx.X*gpu.BlockDim.X+gpu.ThreadIdx.X] = gpu.AtomicAdd(&sum[0], int32(gpu.ThreadIdx.X))
	}
}

func addOne(sum, old []int32, n int) {
	if gpu.ThreadIdx.X < n {
		gpu.AtomicAdd(&sum[0], 1)
	}
}

// TestSectorsOfAggregatedAtomics: an atomic that one lane executes for its warp moves one sector,
// as on an H100, where 5120 warps move 5120. Part of a warp whose lanes add different values
// moves one per lane.
func TestSectorsOfAggregatedAtomics(t *testing.T) {
	dev, err := gpusim.Open("H100")
	if err != nil {
		t.Fatal(err)
	}
	const blocks, warps, lanes = 4, 2, 32
	for _, c := range []struct {
		kernel  any
		threads int
		op      string
		want    float64 // per block
	}{{addOwn, warps * lanes, "atom", warps}, {addOwn, lanes + 16, "atom", 1 + 16}, {addOne, warps * lanes, "red", warps}, {addOne, lanes + 16, "red", warps}} {
		sum, err := gpusim.Malloc[int32](dev, 1)
		if err != nil {
			t.Fatal(err)
		}
		old, err := gpusim.Malloc[int32](dev, blocks*warps*lanes)
		if err != nil {
			t.Fatal(err)
		}
		r, err := dev.Launch(c.kernel, gpusim.Config{Grid: gpusim.Dim(blocks), Block: gpusim.Dim(warps * lanes)}, sum, old, c.threads)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"l1tex__t_sectors_pipe_lsu_mem_global_op_" + c.op + ".sum", "lts__t_sectors_srcunit_tex_op_" + c.op + ".sum"} {
			if got, ok := r.Metric(name); !ok || got != c.want*blocks {
				t.Errorf("%s with %d threads: %s: got %v, want %v", r.Kernel, c.threads, name, got, c.want*blocks)
			}
		}
	}
}

func spec(t *testing.T, name string) *arch.Spec {
	t.Helper()
	s, err := arch.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
