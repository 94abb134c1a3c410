package occupancy

// This file compares SharedConfig with what the driver chose for the measured launches.

import (
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/validation/h200"
)

// configUnlike are the measured launches that SharedConfig does not give.
var configUnlike = map[string]string{
	"scan_tree_padded":         "32 blocks of 2176 bytes do not fit the 64 KiB that the driver gave",
	"reduce_shuffle_65536_128": "32 blocks of 1152 bytes do not fit the 32 KiB that the driver gave",
}

func TestSharedConfig(t *testing.T) {
	h200, err := arch.Find("H200")
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, file := range []string{"visible.json", "unseen_kernels.json", "unseen_launches.json"} {
		for _, c := range readConfigs(t, file) {
			compared++
			m := c.Metrics
			var grid, block arch.Dim3
			if _, err := fmt.Sscanf(c.Config, "grid=%dx%dx%d block=%dx%dx%d", &grid.X, &grid.Y, &grid.Z, &block.X, &block.Y, &block.Z); err != nil {
				t.Fatal(err)
			}
			d := BlockResources{
				Threads: block.Count(), Registers: int(m["launch__registers_per_thread"]),
				Shared: int(m["launch__shared_mem_per_block_static"] + m["launch__shared_mem_per_block_dynamic"]),
			}
			_, unlike := configUnlike[c.Case]
			got, want := SharedConfig(h200, d), int(m["launch__shared_mem_config_size"])
			if got == want == unlike {
				t.Errorf("%s, %+v: got %d bytes, the driver chose %d; listed as unlike: %v", c.Case, d, got, want, unlike)
			}
		}
	}
	if compared < 900 {
		t.Errorf("compared %d launches, want all that were measured", compared)
	}
}

// TestCarveout: what a carve-out asks for, as launches of caches.cu were given
// it, and how many blocks the SM then holds.
func TestCarveout(t *testing.T) {
	s, err := arch.Find("H200")
	if err != nil {
		t.Fatal(err)
	}
	carved, compared := *s, 0
	for _, c := range h200.CacheCases("l1") {
		var kilobytes int
		if n, _ := fmt.Sscanf(c.Name, "carve_%d_%d", &carved.Shared.Carveout, &kilobytes); n != 2 {
			continue
		}
		compared++
		if got := SharedConfig(&carved, BlockResources{Threads: 32, Registers: 32}); got != c.SharedBytes {
			t.Errorf("%s: got %d bytes, the driver chose %d", c.Name, got, c.SharedBytes)
		}
	}
	if compared < 20 {
		t.Errorf("compared %d launches, want all with a carve-out", compared)
	}
	for _, tt := range []struct{ percent, shared, blocks int }{
		{0, 16 << 10, 13}, {100, 16 << 10, 13}, {50, 16 << 10, 7}, // 132 KB, blocks of 17
		{25, 16 << 10, 3}, {arch.CarveoutLeast, 16 << 10, 1}, // 64 and 32 KB
		{25, 100 << 10, 1}, // more than was asked for
	} {
		carved.Shared.Carveout = tt.percent
		if got := Occupy(&carved, BlockResources{Threads: 64, Registers: 32, Shared: tt.shared}).Blocks; got != tt.blocks {
			t.Errorf("carve-out %d, blocks of %d bytes: got %d, want %d", tt.percent, tt.shared, got, tt.blocks)
		}
	}
}

type measuredConfig struct {
	Case, Config string
	Metrics      map[string]float64
}

func readConfigs(t *testing.T, file string) []measuredConfig {
	t.Helper()
	text, err := os.ReadFile("../validation/h200/cases/" + file)
	if err != nil {
		t.Fatal(err)
	}
	var doc struct{ Cases []measuredConfig }
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	return doc.Cases
}

// TestSharedConfigOfOthers: a device that divides its memory as a kernel
// prefers does so, and one whose memory is fixed has all of it.
func TestSharedConfigOfOthers(t *testing.T) {
	tests := []struct {
		spec arch.Spec
		want int
	}{
		{arch.Spec{WarpSize: 32, Shared: arch.SharedMemory{PerSM: 16384}}, 16384},
		{arch.Spec{WarpSize: 32, Shared: arch.SharedMemory{PerSM: 16384, Configs: []int{16384, 49152}, Splits: [...]int{49152, 49152, 16384, 0}}}, 16384},
	}
	for _, test := range tests {
		if got := SharedConfig(&test.spec, BlockResources{Threads: 128, Registers: 16, Shared: 1024}); got != test.want {
			t.Errorf("%+v: got %d bytes, want %d", test.spec.Shared, got, test.want)
		}
	}
}
