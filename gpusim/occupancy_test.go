package gpusim_test

// This file tests the occupancy functions, and computes the figures of the
// course's documents that are about what fits an SM. Their numbers are those of
// the course map: document and row.

import (
	"fmt"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/occupancy"
)

// Kilobytes uses 4096 bytes of shared memory.
func Kilobytes(x []float32) {
	s := gpu.Shared[[1024]float32]()
	s[gpu.ThreadIdx.X] = x[gpu.ThreadIdx.X]
	gpu.SyncThreads()
	x[gpu.ThreadIdx.X] = s[gpu.BlockDim.X-1-gpu.ThreadIdx.X]
}

func TestMaxActiveBlocks(t *testing.T) {
	dev := openNamed(t, "K40")
	blocks, err := dev.MaxActiveBlocks(Kilobytes, gpusim.Config{Block: gpusim.Dim(256)})
	if err != nil {
		t.Fatal(err)
	}
	if blocks != 8 { // 2048 threads per SM
		t.Errorf("got %d blocks of 256 threads, want 8", blocks)
	}
	blocks, err = dev.MaxActiveBlocks(Kilobytes, gpusim.Config{Block: gpusim.Dim(256), Shared: 20480})
	if err != nil {
		t.Fatal(err)
	}
	if blocks != 2 { // 48 KB an SM
		t.Errorf("got %d blocks with 24 KB of shared memory, want 2", blocks)
	}
	_, err = dev.MaxActiveBlocks(7, gpusim.Config{})
	refused(t, "no kernel", err, diag.NotAKernel)
}

func TestMaxPotentialBlockSize(t *testing.T) {
	dev := openNamed(t, "K40")
	tests := []struct {
		name          string
		kernel        any
		shared        func(int) int
		limit         int
		grid, threads int
	}{
		{"nothing limits", Kilobytes, nil, 0, 2 * 15, 1024},
		{"a limit of the caller", Kilobytes, nil, 200, 10 * 15, 192},
		{"launch bounds", Bounded, nil, 0, 16 * 15, 64},
		{"shared memory grows with the block", Kilobytes, func(n int) int { return 32 * n }, 0, 2 * 15, 640},
	}
	for _, tt := range tests {
		grid, threads, err := dev.MaxPotentialBlockSize(tt.kernel, tt.shared, tt.limit)
		if err != nil || grid != tt.grid || threads != tt.threads {
			t.Errorf("%s: got %d blocks of %d threads, %v, want %d of %d", tt.name, grid, threads, err, tt.grid, tt.threads)
		}
	}
}

func TestAvailableDynamicShared(t *testing.T) {
	dev := openNamed(t, "K40")
	bytes, err := dev.AvailableDynamicShared(Kilobytes, 4, gpusim.Config{Block: gpusim.Dim(256)})
	if err != nil || bytes != 48*1024/4-4096 {
		t.Errorf("got %d bytes, %v, want %d", bytes, err, 48*1024/4-4096)
	}
	_, err = dev.AvailableDynamicShared(Kilobytes, 9, gpusim.Config{Block: gpusim.Dim(256)})
	refused(t, "too many", err, diag.TooManyBlocks, "9 blocks of 256 threads", "holds 8", "cudaErrorInvalidValue")
}

// TestFigure1_13: registers by threads. 64 K registers leave 32 to each of 2048
// threads; 63 and 255, the most that a thread may have, leave 1024 and 256 threads.
func TestFigure1_13(t *testing.T) {
	for _, tt := range []struct {
		device                                 string
		registers, most, threads, atFullThread int
	}{
		{"C2050", 32768, 63, 1536, 21},
		{"K20c", 65536, 255, 2048, 32},
		{"K40", 65536, 255, 2048, 32},
	} {
		s := openNamed(t, tt.device).Spec()
		if s.Regs.PerSM != tt.registers || s.Regs.PerThreadMax != tt.most || s.Limits.ThreadsPerSM != tt.threads {
			t.Errorf("%s: got %d registers, %d a thread, %d threads, want %d, %d, %d", tt.device, s.Regs.PerSM, s.Regs.PerThreadMax, s.Limits.ThreadsPerSM, tt.registers, tt.most, tt.threads)
		}
		if got := s.Regs.PerSM / s.Limits.ThreadsPerSM; got != tt.atFullThread {
			t.Errorf("%s: %d registers for each of %d threads, want %d", tt.device, got, s.Limits.ThreadsPerSM, tt.atFullThread)
		}
	}
	kepler := openNamed(t, "K20c")
	for registers, threads := range map[int]int{32: 2048, 63: 1024, 255: 256} {
		if got := kepler.Occupancy(occupancy.BlockResources{Threads: 128, Registers: registers}).Blocks * 128; got != threads {
			t.Errorf("K20c, %d registers: got %d threads on an SMX, want %d", registers, got, threads)
		}
	}
}

// TestFigure1_16: 64 KB divided as 48+16, 16+48 and 32+32, and what that does
// to a kernel with 8 KB of shared memory per block.
func TestFigure1_16(t *testing.T) {
	dev := openNamed(t, "K40")
	for _, tt := range []struct {
		cache              gpusim.Cache
		shared, l1, blocks int
	}{
		{gpusim.CacheNone, 48, 16, 6}, {gpusim.CacheShared, 48, 16, 6}, {gpusim.CacheL1, 16, 48, 2}, {gpusim.CacheEqual, 32, 32, 4},
	} {
		s, err := dev.SpecWith(gpusim.Settings{Cache: tt.cache})
		if err != nil {
			t.Fatal(err)
		}
		if s.Shared.PerSM != tt.shared<<10 || s.Caches.Unified-s.Shared.PerSM != tt.l1<<10 {
			t.Errorf("%s: got %d bytes of shared memory and %d of L1, want %d and %d KB", tt.cache, s.Shared.PerSM, s.Caches.Unified-s.Shared.PerSM, tt.shared, tt.l1)
		}
		blocks, err := dev.MaxActiveBlocks(Kilobytes, gpusim.Config{Block: gpusim.Dim(64), Shared: 4096, Settings: gpusim.Settings{Cache: tt.cache}})
		if err != nil || blocks != tt.blocks {
			t.Errorf("%s: got %d blocks with 8 KB each, %v, want %d", tt.cache, blocks, err, tt.blocks)
		}
	}
}

// TestFigure1_19: threads, registers and shared memory decide how many blocks
// an SMX holds, at most 16.
func TestFigure1_19(t *testing.T) {
	dev := openNamed(t, "K20c")
	for _, tt := range []struct {
		limiting string
		demand   occupancy.BlockResources
		blocks   int
	}{
		{"blocks", occupancy.BlockResources{Threads: 64, Registers: 16}, 16},
		{"warps", occupancy.BlockResources{Threads: 512, Registers: 16}, 4},
		{"registers", occupancy.BlockResources{Threads: 256, Registers: 64}, 4},
		{"shared memory", occupancy.BlockResources{Threads: 256, Registers: 16, Shared: 16384}, 3},
	} {
		o := dev.Occupancy(tt.demand)
		if names := o.Limiting.Names(); o.Blocks != tt.blocks || len(names) != 1 || names[0] != tt.limiting {
			t.Errorf("%+v: got %d blocks, limited by %v, want %d by %s", tt.demand, o.Blocks, names, tt.blocks, tt.limiting)
		}
	}
}

// TestFigure3_7: the register files of Fermi and Kepler.
func TestFigure3_7(t *testing.T) {
	for _, tt := range []struct {
		device              string
		full, tooMany, most int
	}{{"C2050", 20, 21, 63}, {"K40", 32, 33, 255}} {
		dev := openNamed(t, tt.device)
		if got := dev.Spec().Regs.PerThreadMax; got != tt.most {
			t.Errorf("%s: got at most %d registers per thread, want %d", tt.device, got, tt.most)
		}
		for _, registers := range []int{tt.full, tt.tooMany} {
			o := dev.Occupancy(occupancy.BlockResources{Threads: 512, Registers: registers})
			if full := o.Percent() == 100; full != (registers == tt.full) {
				t.Errorf("%s, %d registers: got occupancy %.1f %%", tt.device, registers, o.Percent())
			}
		}
	}
}

// TestFigure3_8: a warp is given ceil(registers·32/unit)·unit. 21 registers take
// 704, so a block of 512 threads takes 11264, and three blocks do not fit 32768.
func TestFigure3_8(t *testing.T) {
	dev := openNamed(t, "C2050")
	o := dev.Occupancy(occupancy.BlockResources{Threads: 512, Registers: 21})
	if o.BlockRegisters != 11264 || 3*o.BlockRegisters != 33792 || o.Blocks != 2 {
		t.Errorf("21 registers: got %d for a block and %d blocks, want 11264 and 2", o.BlockRegisters, o.Blocks)
	}
	if o := dev.Occupancy(occupancy.BlockResources{Threads: 512, Registers: 20}); o.BlockRegisters != 10240 || o.Blocks != 3 {
		t.Errorf("20 registers: got %d for a block and %d blocks, want 10240 and 3", o.BlockRegisters, o.Blocks)
	}
	if o := openNamed(t, "K40").Occupancy(occupancy.BlockResources{Threads: 32, Registers: 21}); o.BlockRegisters != 768 {
		t.Errorf("Kepler, 21 registers: got %d for a warp, want 768, three units of 256", o.BlockRegisters)
	}
}

// TestFigure3_12: one block fills a Fermi SM by its registers or by its shared memory.
func TestFigure3_12(t *testing.T) {
	dev := openNamed(t, "C2050")
	for _, tt := range []struct {
		demand  occupancy.BlockResources
		percent string
	}{
		{occupancy.BlockResources{Threads: 384, Registers: 63}, "25.00"},
		{occupancy.BlockResources{Threads: 512, Registers: 20, Shared: 32 << 10}, "33.33"},
	} {
		if o := dev.Occupancy(tt.demand); o.Blocks != 1 || fmt.Sprintf("%.2f", o.Percent()) != tt.percent {
			t.Errorf("%+v: got %d blocks, occupancy %.2f %%, want 1 and %s", tt.demand, o.Blocks, o.Percent(), tt.percent)
		}
	}
}

// TestFigure3_13: the calculator's example, and its three graphs.
func TestFigure3_13(t *testing.T) {
	dev := openNamed(t, "K40")
	demand := occupancy.BlockResources{Threads: 256, Registers: 32, Shared: 4096}
	o := dev.Occupancy(demand)
	if o.Blocks != 8 || o.Warps != 64 || o.Blocks*demand.Threads != 2048 || o.Percent() != 100 {
		t.Errorf("got %d blocks, %d warps, %.4g %%, want 8, 64 and 100", o.Blocks, o.Warps, o.Percent())
	}
	c := dev.OccupancyCurves(demand)
	for name, steps := range map[string][]occupancy.Step{"threads": c.Threads, "registers": c.Registers, "shared": c.Shared} {
		found := false
		for _, s := range steps {
			if s.Value == map[string]int{"threads": 256, "registers": 32, "shared": 4096}[name] {
				found = s.Occupancy == o
			}
		}
		if !found {
			t.Errorf("the curve over %s does not pass through the kernel's own place", name)
		}
	}
	last := func(steps []occupancy.Step) int { return steps[len(steps)-1].Occupancy.Warps }
	if got := [3]int{last(c.Threads), last(c.Registers), last(c.Shared)}; got != [3]int{64, 8, 8} {
		t.Errorf("warps at 1024 threads, 255 registers, 48 KB: got %d, want 64, 8 and 8", got)
	}
}

// TestFigure3_14: 37 registers for each of 1024 threads are there on Kepler and
// not on Fermi, where no block fits.
func TestFigure3_14(t *testing.T) {
	demand := occupancy.BlockResources{Threads: 1024, Registers: 37}
	if o := openNamed(t, "K20c").Occupancy(demand); o.Blocks != 1 {
		t.Errorf("K20c: got %d blocks, want 1", o.Blocks)
	}
	if o := openNamed(t, "C2050").Occupancy(demand); o.Blocks != 0 || o.Limiting.Names()[0] != "registers" {
		t.Errorf("C2050: got %d blocks, limited by %v, want none for want of registers", o.Blocks, o.Limiting.Names())
	}
}

// TestFigure5_1: the device query of the documents, on devices of three
// generations. 48 KB of shared memory per block is what the documents' author had.
func TestFigure5_1(t *testing.T) {
	rows := []string{"memory", "SMs", "shared memory per block", "threads per block", "registers per block", "threads per SM", "warps per SM"}
	for device, want := range map[string][]string{
		"8800 GTX": {"805306368", "16", "16384", "512", "8192", "768", "24"},
		"K40":      {"12884901888", "15", "49152", "1024", "65536", "2048", "64"},
		"H200":     {"150109880320", "132", "49152", "1024", "65536", "2048", "64"},
	} {
		values := map[string]string{}
		for _, p := range openNamed(t, device).Properties() {
			values[p.Name] = p.Value
		}
		for i, row := range rows {
			if values[row] != want[i] {
				t.Errorf("%s, %s: got %s, want %s", device, row, values[row], want[i])
			}
		}
	}
}
