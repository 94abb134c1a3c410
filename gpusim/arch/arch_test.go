package arch

import (
	"strings"
	"testing"
)

func TestDevicesAreValid(t *testing.T) {
	seen := map[string]bool{}
	for i := range Devices {
		s := &Devices[i]
		if err := validate(s); err != nil {
			t.Error(err)
		}
		if key := shortName(plain(s.Name)); seen[key] {
			t.Errorf("two devices answer to %q", key)
		} else {
			seen[key] = true
		}
	}
}

func TestValidateNamesWhatIsWrong(t *testing.T) {
	tests := []struct {
		name  string
		spoil func(*Spec)
		want  string
	}{
		{"warp", func(s *Spec) { s.WarpSize = 64 }, "64 lanes a warp"},
		{"threads", func(s *Spec) { s.Limits.ThreadsPerSM = 2000 }, "not 2000 threads"},
		{"banks", func(s *Spec) { s.Shared.Banks = 31 }, "power of two, have 31"},
		{"optin", func(s *Spec) { s.Shared.PerBlockOptin = s.Shared.PerSM }, "shared bytes of"},
		{"sector", func(s *Spec) { s.Global.SectorBytes = 256 }, "lines of 128 bytes in sectors of 256"},
		{"modes", func(s *Spec) { s.Shared.BankModes = []int{2, 8} }, "banks of 4 bytes set to 8"},
		{"mode", func(s *Spec) { s.Shared.BankModes = []int{2} }, "pieces of 4 bytes, can be set to [2]"},
		{"split", func(s *Spec) { s.Shared.Splits[CacheL1] = 1 << 20 }, "1048576 shared bytes of 233472 when l1 is preferred"},
		{"default split", func(s *Spec) { s.Shared.Splits[CacheL1] = 1 << 10 }, "0 without a preference"},
		{"configs", func(s *Spec) { s.Shared.Configs = []int{1 << 14} }, "233472 shared bytes configured as one of [16384]"},
		{"line", func(s *Spec) { s.Caches.L2 = Cache{Bytes: 1 << 20, LineBytes: 96} }, "the L2 must be a power of two, have 96"},
		{"ways", func(s *Spec) { s.Caches.ReadOnly = Cache{Bytes: 1 << 10, LineBytes: 128, Ways: 3} }, "read-only cache: 8 lines are not sets of 3"},
		{"bytes", func(s *Spec) { s.Caches.ConstMid = Cache{Bytes: 100, LineBytes: 64} }, "100 bytes are not lines of 64"},
		{"L2", func(s *Spec) { s.Caches.L2 = Cache{Bytes: 1 << 20, LineBytes: 128} }, "an L2 of 62914560 bytes caches 1048576"},
		{"unified", func(s *Spec) { s.Caches.Unified, s.Caches.L1.Bytes = 1<<18, 1<<10 }, "an L1 of 1024 bytes, 28672 are left of 262144"},
		{"division", func(s *Spec) {
			s.Caches.Unified, s.Caches.L1 = 1<<18, Cache{Bytes: 28 << 10, LineBytes: 128, Ways: 56}
		}, "L1 beside 8192 shared bytes: 1984 lines are not sets of 56"},
		{"no L1", func(s *Spec) { s.Caches.L1, s.Caches.Unified = Cache{}, 0 }, "no L1, but global loads in it"},
		{"no constants", func(s *Spec) { s.Caches.Const = Cache{} }, "no constant cache"},
		{"memory", func(s *Spec) { s.Caches.DRAMBytes = 48 }, "from memory must be a power of two, have 48"},
		{"no division", func(s *Spec) { s.Caches.Unified, s.Shared.Configs = 1<<18, nil }, "divide 262144 bytes in no known way"},
		{"joined", func(s *Spec) { s.Clusters.SMs = 0 }, "4 reads coalesced where clusters are not known"},
		{"dirty", func(s *Spec) { s.Caches.L2DirtyWays = 33 }, "33 of 32 ways"},
		{"rule", func(s *Spec) { s.Global.Coalesce = 0 }, "no coalescing rule 0"},
		{"slow L2", func(s *Spec) { s.Rates.L2BytesPerSecond = 1e9 }, "passes 4.4721e+12 from memory on"},
		{"queues", func(s *Spec) { s.Transfer.Queues = 0 }, "3 copy engines, 0 queues"},
		{"link", func(s *Spec) { s.Transfer.Host.ToDevice = Link{} }, "0 bytes a second"},
		{"pages", func(s *Spec) { s.Transfer.PageBytes = 0 }, "faults on pages of 0 bytes"},
		{"small", func(s *Spec) { s.Alloc.SmallBytes = 1 << 30 }, "requests of 1073741824 bytes share blocks of 2097152"},
		{"rate", func(s *Spec) { s.Rates.DRAMBytesPerSecond = 0 }, "rates must be positive"},
	}
	for _, tt := range tests {
		s := h200
		tt.spoil(&s)
		if err := validate(&s); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want an error with %q", tt.name, err, tt.want)
		}
	}
}

func TestFind(t *testing.T) {
	for typed, want := range map[string]string{
		"H200": "H200", "h200": "H200", "NVIDIA H200": "H200", "K20c": "Tesla K20c", "tesla-k20c": "Tesla K20c",
		"GTX 280": "GeForce GTX 280", "gtx280": "GeForce GTX 280", "8800 gtx": "GeForce 8800 GTX", "toy4": "Toy4", "C2050": "Tesla C2050",
		"K40": "Tesla K40", "280": "GeForce GTX 280", "3090": "GeForce RTX 3090", "RTX 4090": "GeForce RTX 4090", "h100": "H100", "B200": "B200",
		"NVIDIA GeForce RTX 3090": "GeForce RTX 3090", "nvidia tesla t4": "Tesla T4", "V-100": "Tesla V100", "a100": "A100", "p100": "Tesla P100",
	} {
		if s, err := Find(typed); err != nil || s.Name != want {
			t.Errorf("Find(%q): got %v, %v, want %s", typed, s, err, want)
		}
	}
}

func TestFindGivesACopy(t *testing.T) {
	a, _ := Find("H200")
	a.SMs = 1
	if b, _ := Find("H200"); b.SMs != 132 {
		t.Errorf("got %d SMs, want 132: changing one caller's Spec changed the table", b.SMs)
	}
}

func TestFindSuggests(t *testing.T) {
	for typed, want := range map[string]string{
		"H20":                  `did you mean "H200"?`,
		"K20":                  `did you mean "Tesla K20c"?`,
		"C2075":                `did you mean "Tesla C2050"?`,
		"100":                  `did you mean "Tesla P100", "Tesla V100", "A100" or "H100"?`,
		"GTX":                  `did you mean "GeForce 8800 GTX", "GeForce GTX 280" or "GeForce GTX 980"?`,
		"8800":                 `did you mean "GeForce 8800 GTX"?`,
		"RTX 3080":             `did you mean "GeForce RTX 3090"?`,
		"A100-SXM4-40GB":       `did you mean "A100"?`,
		"Tesla V100-SXM2-16GB": `did you mean "Tesla V100"?`,
		"H":                    `no device is called "H"; the devices are`,
		"":                     `no device is called ""; the devices are GeForce 8800 GTX`,
		"zzzzz":                `no device is called "zzzzz"; the devices are`,
	} {
		if _, err := Find(typed); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Find(%q): got %v, want an error with %q", typed, err, want)
		}
	}
}
