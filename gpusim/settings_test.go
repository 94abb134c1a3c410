package gpusim_test

// This file sets devices: banks, the division of L1, and registers.

import (
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/gpu"
)

func openNamed(t *testing.T, name string) *gpusim.Device {
	t.Helper()
	dev, err := gpusim.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	return dev
}

// Strided loads every stride-th word of shared memory.
func Strided(out []float32, stride int) {
	s := gpu.Shared[[1088]float32]()
	s[gpu.ThreadIdx.X] = 1
	gpu.SyncThreads()
	out[gpu.ThreadIdx.X] = s[stride*gpu.ThreadIdx.X]
}

// TestBanks works out the wavefronts of cc 3.x by hand. Its rows are 32 banks
// of 8 bytes. With banks set to 4 bytes word w lies in bank w mod 32 and row
// w/64; with banks of 8 bytes in bank w/2 mod 32 and row w/64. Words of one
// bank and one row are served together.
func TestBanks(t *testing.T) {
	dev := openNamed(t, "Tesla K20c")
	out := upload(t, dev, ramp(32))
	tests := []struct {
		stride int
		want   map[int]float64 // wavefronts by bank width; 0 is the default
	}{
		{1, map[int]float64{0: 1, 4: 1, 8: 1}},
		{2, map[int]float64{0: 1, 4: 1, 8: 1}},  // word w+32 lies in the row of w
		{3, map[int]float64{0: 1, 4: 1, 8: 2}},  // 8: words 3 and 66 lie in bank 1
		{34, map[int]float64{0: 2, 4: 2, 8: 1}}, // 4: words 0 and 544 lie in bank 0
	}
	for _, test := range tests {
		for banks, want := range test.want {
			rep := launch(t, dev, Strided, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(32), Settings: gpusim.Settings{Banks: banks}}, out, test.stride)
			if got, _ := rep.Metric("shared_load_transactions"); got != want {
				t.Errorf("stride %d, banks set to %d: got %v wavefronts, want %v", test.stride, banks, got, want)
			}
		}
	}
}

func TestBanksRefused(t *testing.T) {
	h200 := open(t)
	_, err := h200.Launch(Strided, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(32), Settings: gpusim.Settings{Banks: 8}}, upload(t, h200, ramp(32)), 1)
	refused(t, "H200", err, diag.NoSetting, "banks of H200 cannot be set to 8 bytes", "Tesla K20c")
	_, err = openNamed(t, "K20c").SpecWith(gpusim.Settings{Banks: 3})
	refused(t, "3 bytes", err, diag.NoSetting, "no device has it")
}

// TestCache: the division changes what an SM holds and what a block may have.
func TestCache(t *testing.T) {
	tests := []struct {
		device string
		cache  gpusim.Cache
		shared int // bytes an SM; 0: refused
	}{
		{"C2050", gpusim.CacheNone, 49152}, {"C2050", gpusim.CacheShared, 49152}, {"C2050", gpusim.CacheL1, 16384}, {"C2050", gpusim.CacheEqual, 0},
		{"K20c", gpusim.CacheNone, 49152}, {"K20c", gpusim.CacheShared, 49152}, {"K20c", gpusim.CacheL1, 16384}, {"K20c", gpusim.CacheEqual, 32768},
		{"GTX 980", gpusim.CacheL1, 0}, {"GTX 280", gpusim.CacheShared, 0}, {"H200", gpusim.CacheL1, 0}, {"H200", gpusim.CacheNone, 233472},
	}
	for _, test := range tests {
		dev := openNamed(t, test.device)
		c := gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(64), Shared: 8192, Settings: gpusim.Settings{Cache: test.cache}}
		rep, err := dev.Launch(Bounded, c, upload(t, dev, ramp(64)))
		if test.shared == 0 {
			refused(t, test.device, err, diag.NoSetting, dev.Name(), "Tesla K20c")
			continue
		}
		if err != nil {
			t.Errorf("%s, %v: %v", test.device, test.cache, err)
			continue
		}
		if got, want := rep.Occupancy.Limits.Shared, test.shared/rep.Occupancy.BlockShared; got != want {
			t.Errorf("%s, %v: shared memory holds %d blocks, want %d", test.device, test.cache, got, want)
		}
	}
	dev := openNamed(t, "K20c")
	c := gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(64), Shared: 20000, Settings: gpusim.Settings{Cache: gpusim.CacheL1}}
	_, err := dev.Launch(Bounded, c, upload(t, dev, ramp(64)))
	refused(t, "16 KB", err, diag.SharedTooLarge, "20000", "16384")
	if got := dev.Spec().Shared.PerSM; got != 49152 {
		t.Errorf("the device itself was set: %d bytes an SM", got)
	}
}

// TestCarveout: less shared memory, fewer blocks, more L1.
func TestCarveout(t *testing.T) {
	dev := open(t)
	for _, tt := range []struct{ percent, blocks int }{{0, 25}, {100, 25}, {50, 14}, {gpusim.CarveoutLeast, 1}} {
		c := gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(64), Shared: 8192, Settings: gpusim.Settings{Carveout: tt.percent}}
		rep := launch(t, dev, Bounded, c, upload(t, dev, ramp(64)))
		if rep.Occupancy.Blocks != tt.blocks {
			t.Errorf("carve-out %d: got %d blocks of 9 KB, want %d", tt.percent, rep.Occupancy.Blocks, tt.blocks)
		}
	}
	_, err := dev.SpecWith(gpusim.Settings{Carveout: 101})
	refused(t, "101 percent", err, diag.NoSetting, "101", "1 to 100")
	_, err = openNamed(t, "K20c").SpecWith(gpusim.Settings{Carveout: 50})
	refused(t, "K20c", err, diag.NoSetting, "Tesla K20c has no carve-out", "H200")
}

func TestMaxRegisters(t *testing.T) {
	dev := open(t)
	c := gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(32)}
	x := upload(t, dev, ramp(128))
	needs := launch(t, dev, Wide, c, x).Resources.Registers
	c.MaxRegisters = needs
	launch(t, dev, Wide, c, x)
	c.MaxRegisters = needs / 2
	r := launch(t, dev, Wide, c, x)
	if r.Resources.Registers > needs/2 || r.Resources.Local == 0 {
		t.Errorf("with half of %d registers: %d are used and %d bytes of local memory, want at most %d and some", needs, r.Resources.Registers, r.Resources.Local, needs/2)
	}
	old := openNamed(t, "C2050")
	c.MaxRegisters = 2
	_, err := old.Launch(Wide, c, upload(t, old, ramp(128)))
	refused(t, "two registers", err, diag.RegisterLimit, "kernel Wide needs", "at most 2", "errors_test.go:")
}

// TestGlobalL1: on a K40 L1 keeps global loads when asked, a line at a time.
func TestGlobalL1(t *testing.T) {
	dev := openNamed(t, "K40")
	const n = 4096
	x := upload(t, dev, ramp(n))
	hits := func(ask bool) (float64, bool) {
		c := gpusim.Config{Grid: gpusim.Dim(n / 128), Block: gpusim.Dim(128), Settings: gpusim.Settings{GlobalL1: ask}}
		return launch(t, dev, loadedTwice, c, x).Metric("global_hit_rate")
	}
	if v, ok := hits(false); ok {
		t.Errorf("not asked: got %v %% hits, want no such metric", v)
	}
	if v, _ := hits(true); v != 50 {
		t.Errorf("asked: got %v %% hits, want 50", v)
	}
	_, err := openNamed(t, "K20c").SpecWith(gpusim.Settings{GlobalL1: true})
	refused(t, "K20c", err, diag.NoSetting, "L1 of Tesla K20c cannot keep global loads", "Tesla K40")
}

// TestPastL1: loads that pass L1 by find nothing there.
func TestPastL1(t *testing.T) {
	dev := openNamed(t, "H200")
	const n = 4096
	x := upload(t, dev, ramp(n))
	for _, past := range []bool{false, true} {
		c := gpusim.Config{Grid: gpusim.Dim(n / 128), Block: gpusim.Dim(128), Settings: gpusim.Settings{PastL1: past}}
		if v, ok := launch(t, dev, loadedTwice, c, x).Metric("global_hit_rate"); ok == past {
			t.Errorf("past L1 %v: got %v %% hits, %v", past, v, ok)
		}
	}
}

// loadedTwice loads each element twice, with a barrier so that both are loads.
func loadedTwice(x []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	v := x[i]
	gpu.SyncThreads()
	x[i] = v + x[i]
}
