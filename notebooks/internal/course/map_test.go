package course

// This file walks the map of the course: each row is a statement or a figure that a notebook
// must compute and assert.

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// row is a statement of the texts that the course follows, or of the chapters beyond them.
type row struct{ id, states string }

// courseMap lists what the course must show. The texts are in the reference list.
var courseMap = []row{
	{"1.1", "a cache line has 64 bytes; a miss loads a whole line"},
	{"1.2", "from 20 GB/s to 100 Mflop/s, 800 Mflop/s and 10 Gflop/s"},
	{"1.3", "Kepler: lines of 128 bytes, 250 GB/s, 1.5 MB of L2, L1 caches that are not coherent"},
	{"1.4", "from 250 GB/s to 670 Mflop/s, 11 Gflop/s and 45 operations per transfer"},
	{"1.5", "a context owns its resources and its addresses"},
	{"1.6", "each host thread has a stack of contexts"},
	{"1.7", "a context counts its users"},
	{"1.8", "branches diverge within a warp only"},
	{"1.9", "x[tid] against x[1000·tid]: 1 line against 32"},
	{"1.10", "global memory lives until it is freed; the order of blocks is undefined"},
	{"1.11", "device variables: three ways to reach them"},
	{"1.12", "constant variables: the same three ways; kernels only read them"},
	{"1.13", "registers per thread: 63 and 255, 64 K per SM"},
	{"1.14", "a small array becomes registers; a large one goes to L1"},
	{"1.15", "shared memory belongs to a block and lives as long as it"},
	{"1.16", "16 + 48, 32 + 32, 48 + 16 KB of L1 and shared memory"},
	{"1.17", "a tiled product loads A and B a tile's width less often"},
	{"1.18", "the read-only cache has 48 KB; lanes may read different addresses"},
	{"1.19", "threads, registers and shared memory limit the blocks of an SM"},
	{"2.1", "copies between devices without the host"},
	{"2.2", "blocking copies, asynchronous copies, zero-copy"},
	{"2.3", "about ten operations per load hide its latency"},
	{"2.4", "32 lanes of 4 bytes are one transaction of 128 bytes"},
	{"2.5", "cudaMallocPitch aligns rows"},
	{"2.6", "the rule of cc 1.0 and 1.1"},
	{"2.7", "the rule of cc 1.2 and 1.3"},
	{"2.8", "lines through L1 and sectors through L2"},
	{"2.9", "allocations are aligned to 256 bytes; blocks in multiples of 16 threads"},
	{"2.10", "aligned structs coalesce"},
	{"2.11", "bandwidth by offset and stride; shared memory helps"},
	{"2.12", "cudaMalloc is expensive; sub-allocation"},
	{"2.13", "static allocation"},
	{"2.14", "what the runtime says of a pointer"},
	{"3.1", "constant memory: 64 KB, cached, read-only"},
	{"3.2", "n distinct addresses take n requests"},
	{"3.3", "uniform loads from global memory"},
	{"3.4", "parameters are constants: 4 KB at most"},
	{"3.5", "a filter with its weights in constant memory"},
	{"3.6", "a transform of 65 million vertices on a K20c: constant against global"},
	{"3.7", "registers per thread at full occupancy: 21 on Fermi, 32 on Kepler"},
	{"3.8", "registers are allocated in units"},
	{"3.9", "local memory is laid out so that a warp's access coalesces"},
	{"3.10", "what goes to local memory"},
	{"3.11", "the compiler's resource report"},
	{"3.12", "one block per SM: occupancy 0.25 and 0.33 on Fermi"},
	{"3.13", "the occupancy calculator and its three curves"},
	{"3.14", "too few registers for one block"},
	{"3.15", "fewer registers, more spills"},
	{"4.1", "on-chip memory and memory on the board"},
	{"4.2", "from one transaction to 32; a broadcast is one"},
	{"4.3", "shared arrays of one to three dimensions; dynamic ones"},
	{"4.4", "32 banks of 4 or 8 bytes"},
	{"4.5", "the two bank modes of cc 3.x"},
	{"4.6", "padding on a device with four banks"},
	{"4.7", "cache configuration by device and by function"},
	{"4.8", "weak ordering, barriers, fences, volatile"},
	{"4.9", "rows and columns of a square tile"},
	{"4.10", "rows and columns of a rectangular tile"},
	{"4.11", "fewer global accesses, coalescing through shared memory, constants, shuffles"},
	{"5.1", "the device query"},
	{"5.2", "every block has its own shared array; dynamic sizes are in bytes"},
	{"5.3", "reductions in global and shared memory"},

	// what the texts do not have
	{"6.1", "an asynchronous copy saves registers and instructions, not latency"},
	{"6.2", "a tile needs the wait for a thread's own copies and a barrier"},
	{"6.3", "rate = bytes under way ÷ latency, by stages or by blocks"},
	{"6.4", "padding by 16 bytes makes copies bring half as many sectors again; an XOR does not"},
	{"6.5", "where many warps hide the latency, stages gain little"},
	{"6.6", "zeros past the end; addresses are multiples of a copy's size"},
	{"7.1", "one thread orders a tile; the latency stays"},
	{"7.2", "a barrier that counts bytes: missing waits, stages used too early, wrong bytes and wrong phases"},
	{"7.3", "a ring with one producer"},
	{"7.4", "rate of one thread = bytes per copy ÷ cycles per turn"},
	{"7.5", "rows of 128 bytes in bulk lose to plain loads"},
	{"7.6", "one thread per SM copies as fast as all; the fence before a copy back"},
	{"7.7", "a swizzle is half a cure; reading 16 bytes per lane is the other half"},
	{"7.8", "one order brings a box of a matrix, mixed by the unit, without conflicts"},
	{"8.1", "blocks of a cluster reach each other's shared memory, by rank"},
	{"8.2", "a cluster meets before the first access to another block and after the last"},
	{"8.3", "another block's memory is far: seven times the own, three quarters of L2"},
	{"8.4", "the barrier of a cluster is mostly a fence, and takes as long as hits in L2"},
	{"8.5", "clusters stay inside a GPC, so large ones leave SMs idle"},
	{"8.6", "spreading what fits into one block does not pay"},
	{"8.7", "spreading pays where data stay for many steps and blocks exchange little"},
	{"9.1", "a product of a tensor core is 2048 multiply-adds of a warp together"},
	{"9.2", "four lanes share a row of a matrix of 8×8, two columns each"},
	{"9.3", "a sum is there after 24 cycles; a tensor core begins a product every 6"},
	{"9.4", "loads of matrices: rows an odd number of pieces apart, or an XOR"},
	{"9.5", "rows of 128 bytes make seven of eight wavefronts conflicts"},
	{"9.6", "copies run under the products"},
	{"9.7", "the second roof needs ten times as many operations per byte"},
	{"9.8", "half precision: one part in 2048, no count beyond 2048, 65504 at most"},
}

// claimed finds the rows that a cell asserts: notebook.Equal("2.4", …), notebook.Near("2.4", …)
// and notebook.Holds("2.4", …).
var claimed = regexp.MustCompile(`(?:Holds|Equal|Near)\("(\d\.\d+)"`)

// TestMapIsAsserted prints where each row of the map is asserted, and fails for a row that
// is not. Cells run in TestNotebooks, so a false claim fails there.
func TestMapIsAsserted(t *testing.T) {
	where := map[string][]string{}
	files, err := filepath.Glob("../../*.ipynb")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		for _, cell := range readNotebook(t, file).Cells {
			for _, m := range claimed.FindAllStringSubmatch(strings.Join(cell.Source, ""), -1) {
				where[m[1]] = append(where[m[1]], strings.TrimSuffix(filepath.Base(file), ".ipynb"))
			}
		}
	}
	for _, r := range courseMap {
		t.Logf("%-5s %-80s %s", r.id, r.states, strings.Join(slices.Compact(where[r.id]), ", "))
		if len(where[r.id]) == 0 {
			t.Errorf("row %s is asserted in no notebook: %s", r.id, r.states)
		}
		delete(where, r.id)
	}
	for id, notebooks := range where {
		t.Errorf("%v assert row %s, which the map does not have", notebooks, id)
	}
}
