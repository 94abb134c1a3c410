package h100

import (
	_ "embed"
	"fmt"
	"strings"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
)

//go:embed count.txt
var measured string

// Count, Bank, Plus and Lane are the kernels of count.cu.
func Count(out []int32, spread int, add int32) {
	s := gpu.Shared[[1024]int32]()
	s[gpu.ThreadIdx.X] = 0
	gpu.SyncThreads()
	gpu.AtomicAdd(&s[gpu.ThreadIdx.X%spread], 1)
	gpu.SyncThreads()
	out[gpu.ThreadIdx.X] = s[gpu.ThreadIdx.X] + add
}

func Bank(out []int32, spread int, add int32) {
	s := gpu.Shared[[1024]int32]()
	s[gpu.ThreadIdx.X] = 0
	gpu.SyncThreads()
	gpu.AtomicAdd(&s[gpu.ThreadIdx.X%spread*32], 1)
	gpu.SyncThreads()
	out[gpu.ThreadIdx.X] = s[gpu.ThreadIdx.X] + add
}

func Plus(out []int32, spread int, add int32) {
	s := gpu.Shared[[1024]int32]()
	s[gpu.ThreadIdx.X] = 0
	gpu.SyncThreads()
	gpu.AtomicAdd(&s[gpu.ThreadIdx.X%spread], add)
	gpu.SyncThreads()
	out[gpu.ThreadIdx.X] = s[gpu.ThreadIdx.X] + add
}

func Lane(out []int32, spread int, add int32) {
	s := gpu.Shared[[1024]int32]()
	s[gpu.ThreadIdx.X] = 0
	gpu.SyncThreads()
	gpu.AtomicAdd(&s[gpu.ThreadIdx.X%spread], int32(gpu.ThreadIdx.X))
	gpu.SyncThreads()
	out[gpu.ThreadIdx.X] = s[gpu.ThreadIdx.X] + add
}

// TestCountedAtomics compares the bank conflicts of atomics with count.txt.
func TestCountedAtomics(t *testing.T) {
	kernels := map[string]any{"count": Count, "bank": Bank, "plus": Plus, "lane": Lane}
	dev, err := gpusim.Open("H100")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(measured) {
		var name string
		var spread int
		var want float64
		if _, err := fmt.Sscanf(line, "%s spread=%d conflicts=%f", &name, &spread, &want); err != nil {
			t.Fatal(err)
		}
		out, err := gpusim.Malloc[int32](dev, 32)
		if err != nil {
			t.Fatal(err)
		}
		r, err := dev.Launch(kernels[name], gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(32)}, out, spread, int32(3))
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := r.Metric("l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum"); !ok || got != want {
			t.Errorf("%s, %d words: %v bank conflicts, measured %v", name, spread, got, want)
		}
	}
}
