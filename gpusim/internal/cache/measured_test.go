package cache

// The hierarchy against launches of caches.cu on an H200.

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/coalesce"
	"gpucourse/gpusim/internal/dispatch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
	"gpucourse/gpusim/validation/h200"
)

// use is how a phase of caches.cu uses memory.
type use struct {
	kind     trace.Kind
	volatile bool
	lane     int // bytes of a word
}

var (
	ca   = use{trace.Load, false, 4}
	cg   = use{trace.Load, true, 4} // past L1, as volatile loads are
	st   = use{trace.Store, false, 4}
	st1  = use{trace.Store, false, 1}
	red  = use{trace.Atomic, false, 4}
	mebi = 1 << 20
	far  = 512 << 20
)

// phase is a phase of caches.cu: all threads together use bytes/stride words.
type phase struct {
	use                 use
	base, bytes, stride int
	turn, blocks        int // block b does the work of block b+turn; only so many have work
}

// smsByBlock returns the SMs in the order in which they get their first blocks.
func smsByBlock(s *arch.Spec) []int {
	sms := make([]int, s.SMs)
	for sm, block := range dispatch.New(s, 0, s.SMs).Rank() {
		sms[block] = sm
	}
	return sms
}

// program plays phases with one block per SM. Warps and SMs take turns.
func program(h *Hierarchy, shared, blocks, warps int, phases ...phase) trace.CacheCounts {
	var c trace.CacheCounts
	h.Begin(shared)
	now, sms := uint64(0), smsByBlock(h.spec)
	for _, p := range phases {
		stride, working := max(p.stride, p.use.lane), blocks
		if p.blocks > 0 {
			working = p.blocks
		}
		lanes := h.spec.WarpSize
		n, step := p.bytes/stride, working*warps*lanes
		for i := 0; i < n; i += step {
			for w := range warps {
				for block := range blocks {
					b := (block + p.turn) % blocks
					first := i + (b*warps+w)*lanes
					if b >= working || first >= n {
						continue
					}
					a := trace.Access{Space: ir.Global, Kind: p.use.kind, Volatile: p.use.volatile, Bytes: p.use.lane, Width: lanes,
						Active: trace.Mask(uint64(1)<<min(lanes, n-first) - 1), Base: uint64(p.base + first*stride), DX: int64(stride)}
					h.Access(sms[block], now, &a, &c)
				}
			}
			now++
		}
	}
	end := h.End()
	c.Plus(&end)
	return c
}

// args splits the name of a case into its kind and its numbers.
func args(name string) (string, []int) {
	parts := strings.Split(name, "_")
	var v []int
	for len(parts) > 1 {
		var n int
		if _, err := fmt.Sscanf(parts[len(parts)-1], "%d", &n); err != nil {
			break
		}
		v, parts = append([]int{n}, v...), parts[:len(parts)-1]
	}
	return strings.Join(parts, "_"), v
}

// l2Programs are the phases of the kinds of case in group l2.
var l2Programs = map[string]func(v []int) []phase{
	"read": func(v []int) []phase {
		return []phase{{use: cg, bytes: v[0] * mebi}, {use: cg, bytes: v[0] * mebi, turn: v[1]}}
	},
	"readone": func(v []int) []phase {
		return []phase{{use: cg, bytes: v[0] * mebi, blocks: 1}, {use: cg, bytes: v[0] * mebi, blocks: 1}}
	},
	"write":    func(v []int) []phase { return []phase{{use: st, bytes: v[0] * mebi}} },
	"writeone": func(v []int) []phase { return []phase{{use: st, bytes: v[0] * mebi, blocks: 1}} },
	"writeread": func(v []int) []phase {
		return []phase{{use: st, bytes: v[0] * mebi}, {use: cg, bytes: v[0] * mebi, turn: 61}}
	},
	"readwrite": func(v []int) []phase {
		return []phase{{use: cg, bytes: v[0] * mebi}, {use: st, bytes: v[0] * mebi, turn: 61}}
	},
	"writetwice": func(v []int) []phase { return []phase{{use: st, bytes: v[0] * mebi}, {use: st, bytes: v[0] * mebi}} },
	"sparse":     func(v []int) []phase { return []phase{{use: st, bytes: v[1] << 10 * v[0], stride: v[0]}} },
	"readsparse": func(v []int) []phase {
		p := phase{use: cg, bytes: v[1] << 10 * v[0], stride: v[0]}
		return []phase{p, p}
	},
	"dirtythen": func(v []int) []phase {
		return []phase{{use: st, bytes: v[0] * mebi}, {use: cg, base: far, bytes: v[1] * mebi}}
	},
	"readthen": func(v []int) []phase {
		return []phase{{use: cg, bytes: v[0] * mebi}, {use: cg, base: far, bytes: v[1] * mebi}, {use: cg, bytes: v[0] * mebi}}
	},
	"readwritethen": func(v []int) []phase {
		return []phase{{use: cg, bytes: v[0] * mebi}, {use: st, base: far, bytes: v[1] * mebi}, {use: cg, bytes: v[0] * mebi}}
	},
}

// l2Cases are the cases of group l2 that are played, a third of them, and how
// far DRAM traffic may be from the device's, in hundredths of what went through
// L2. A line written in part is written back later than here, and about
// the point where all ways are in use sets fill less evenly.
var l2Cases = map[string]int{
	"read_8_61": 1, "read_30_0": 1, "read_36_61": 5, "read_44_1": 13, "read_52_0": 2, "readone_28": 2,
	"write_24": 3, "write_28": 2, "write_64": 2, "writeone_40": 2, "writetwice_40": 2, "writeread_28": 6, "writeread_64": 2,
	"readwrite_32": 1, "dirtythen_16_32": 3, "dirtythen_24_48": 3, "dirtythen_32_24": 4, "readthen_8_32": 3, "readwritethen_16_24": 4,
	"sparse_32_256": 1, "sparse_128_64": 1, "sparse_128_192": 30, "sparse_128_512": 20, "sparse_256_512": 20,
	"readsparse_64_384": 1, "readsparse_128_320": 5, "readsparse_256_512": 3,
}

func TestL2AsMeasured(t *testing.T) {
	if testing.Short() {
		t.Skip("plays some hundred megabytes of accesses")
	}
	s := spec(t, "H200")
	for _, m := range h200.CacheCases("l2") {
		slack, ok := l2Cases[m.Name]
		if !ok {
			continue
		}
		name, v := args(m.Name)
		h := NewHierarchy(s)
		h.LeaveDirty(s.Caches.ProfilerDirty)
		c := program(h, m.SharedBytes, s.SMs, arch.MaxLanes, l2Programs[name](v)...)
		through := m.L2Reads + m.L2Writes
		near(t, m.Name+" DRAM reads", int(c.DRAMReads), m.DRAMReads, through*slack/100)
		near(t, m.Name+" DRAM writes", int(c.DRAMWrites), m.DRAMWrites, through*slack/100)
		near(t, m.Name+" L2 reads", int(c.L2Reads), m.L2Reads, through/10)
		near(t, m.Name+" L2 writes", int(c.L2Writes), m.L2Writes, 0)
	}
}

const kibi = 1 << 10

// l1Programs are cases of group l1 that show a rule of L1 each; one warp plays them.
var l1Programs = map[string][]phase{
	"st_ld":             {{use: st, bytes: 4 * kibi}, {use: ca, bytes: 4 * kibi}},
	"st_ld_ld":          {{use: st, bytes: 4 * kibi}, {use: ca, bytes: 4 * kibi}, {use: ca, bytes: 4 * kibi}},
	"ld_st_ld":          {{use: ca, bytes: 4 * kibi}, {use: st, bytes: 4 * kibi}, {use: ca, bytes: 4 * kibi}},
	"ld_stsome_ld":      {{use: ca, bytes: 4 * kibi}, {use: st, bytes: 4 * kibi, stride: 32}, {use: ca, bytes: 4 * kibi}},
	"ldsome_st_ld":      {{use: ca, bytes: 4 * kibi, stride: 128}, {use: st, bytes: 4 * kibi}, {use: ca, bytes: 4 * kibi}},
	"ldsome_stsome_ld":  {{use: ca, bytes: 4 * kibi, stride: 128}, {use: st, base: 32, bytes: 4 * kibi, stride: 128}, {use: ca, bytes: 4 * kibi}},
	"stsome_ld":         {{use: st, bytes: 4 * kibi, stride: 32}, {use: ca, bytes: 4 * kibi}},
	"st1_ld":            {{use: st1, bytes: 4 * kibi}, {use: ca, bytes: 4 * kibi}},
	"ld_red_ld":         {{use: ca, bytes: 4 * kibi}, {use: red, bytes: 4 * kibi}, {use: ca, bytes: 4 * kibi}},
	"ld_vol_ld":         {{use: ca, bytes: 4 * kibi}, {use: cg, bytes: 4 * kibi}, {use: ca, bytes: 4 * kibi}},
	"vol_ld":            {{use: cg, bytes: 4 * kibi}, {use: ca, bytes: 4 * kibi}},
	"cg_cg_ld":          {{use: cg, bytes: 4 * kibi}, {use: cg, bytes: 4 * kibi}, {use: ca, bytes: 4 * kibi}},
	"nc_nc_ld":          {{use: ca, bytes: 4 * kibi}, {use: ca, bytes: 4 * kibi}, {use: ca, bytes: 4 * kibi}},
	"stsome1_ld0":       {{use: ca, bytes: 4 * kibi, stride: 128}, {use: st, base: 32, bytes: 4 * kibi, stride: 128}, {use: ca, bytes: 4 * kibi, stride: 128}},
	"stsome1_ld1_ld0":   {{use: ca, bytes: 4 * kibi, stride: 128}, {use: st, base: 32, bytes: 4 * kibi, stride: 128}, {use: ca, base: 32, bytes: 4 * kibi, stride: 128}, {use: ca, bytes: 4 * kibi, stride: 128}},
	"ld_red1_ld0":       {{use: ca, bytes: 4 * kibi}, {use: red, base: 32, bytes: 4 * kibi, stride: 128}, {use: ca, bytes: 4 * kibi, stride: 128}, {use: ca, base: 32, bytes: 4 * kibi, stride: 128}},
	"ld_vol1_ld0":       {{use: ca, bytes: 4 * kibi}, {use: cg, base: 32, bytes: 4 * kibi, stride: 128}, {use: ca, bytes: 4 * kibi, stride: 128}},
	"sector_steps":      {{use: ca, bytes: 4 * kibi, stride: 128}, {use: ca, base: 32, bytes: 4 * kibi, stride: 128}, {use: ca, bytes: 4 * kibi, stride: 128}, {use: ca, bytes: 4 * kibi}},
	"cyclic_128":        {{use: ca, bytes: 128 * kibi}, {use: ca, bytes: 128 * kibi}, {use: ca, bytes: 128 * kibi}, {use: ca, bytes: 128 * kibi}},
	"cyclic_216":        {{use: ca, bytes: 216 * kibi}, {use: ca, bytes: 216 * kibi}, {use: ca, bytes: 216 * kibi}, {use: ca, bytes: 216 * kibi}},
	"carve_75_48":       {{use: ca, bytes: 48 * kibi}, {use: ca, bytes: 48 * kibi}},
	"carve_50_112":      {{use: ca, bytes: 112 * kibi}, {use: ca, bytes: 112 * kibi}},
	"st_evicts_192":     {{use: ca, bytes: 128 * kibi}, {use: st, base: far, bytes: 192 * kibi}, {use: ca, bytes: 128 * kibi}},
	"strided_4096_1024": {{use: ca, bytes: 4 * mebi, stride: 4096}, {use: ca, bytes: 4 * mebi, stride: 4096}},
}

// TestL1AsMeasured: hits and what goes on to L2 equal the device's.
func TestL1AsMeasured(t *testing.T) {
	s, played := spec(t, "H200"), 0
	for _, m := range h200.CacheCases("l1") {
		phases, ok := l1Programs[m.Name]
		if !ok {
			continue
		}
		played++
		c := program(NewHierarchy(s), m.SharedBytes, 1, 1, phases...)
		got := fmt.Sprintf("loads %d, hits %d, to L2 %d and %d", c.L1Hits+c.L1Misses, c.L1Hits, c.L2Reads, c.L2Writes)
		if want := fmt.Sprintf("loads %d, hits %d, to L2 %d and %d", m.Loads, m.LoadHits, m.L2Reads, m.L2Writes); got != want {
			t.Errorf("%s:\ngot  %s\nwant %s", m.Name, got, want)
		}
	}
	if played != len(l1Programs) {
		t.Errorf("got %d of %d cases", played, len(l1Programs))
	}
}

// TestReadsAreJoined: SMs of one group that read the same lines at the same time
// make as many reads of L2 as the device's, to a twentieth; SMs that read
// different sectors of the lines make one each.
func TestReadsAreJoined(t *testing.T) {
	s, lines := spec(t, "H200"), 512
	for _, m := range h200.CacheCases("join") {
		var set string
		var how, warps int
		if _, err := fmt.Sscanf(m.Name, "join %s warm=%d warps=%d", &set, &how, &warps); err != nil {
			t.Fatal(err)
		}
		if how == 1 { // hits are joined as it happens
			continue
		}
		n := strings.Count(set, "+") + 1
		if how == 2 && n > 2 {
			continue
		}
		h := NewHierarchy(s)
		h.Begin(m.SharedBytes)
		var c trace.CacheCounts
		for line := range lines {
			for sm := range n {
				a := trace.Access{Space: ir.Global, Bytes: 4, Base: uint64(line * 4224), DX: 4, Width: s.WarpSize,
					Active: trace.MaskOf(0, s.WarpSize)}
				if how == 2 && sm%2 == 1 {
					a.Active = trace.MaskOf(0, s.Global.SectorBytes/a.Bytes)
				}
				h.Access(sm, uint64(line), &a, &c)
			}
		}
		near(t, m.Name, int(c.L2Reads), m.L2Reads, m.L2Reads/20)
	}
}

// TestConservation: on any device and for any accesses, what goes into a level
// comes out of it.
func TestConservation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := &arch.Devices[rapid.IntRange(0, len(arch.Devices)-1).Draw(t, "device")]
		h := NewHierarchy(s)
		h.Begin(s.Shared.PerSM / 2)
		var c trace.CacheCounts
		var looked, loaded uint64
		for now := range rapid.IntRange(1, 200).Draw(t, "accesses") {
			a := drawAccess(t, s)
			before := c
			h.Access(rapid.IntRange(0, s.SMs-1).Draw(t, "sm"), uint64(now), a, &c)
			n := uint64(coalesce.Count(s, a).Sectors)
			if a.Kind == trace.Load {
				loaded += n
				if l1 := c.L1Hits + c.L1Misses - before.L1Hits - before.L1Misses; l1 != 0 {
					looked += n
				}
			}
		}
		if c.L1Hits+c.L1Misses != looked {
			t.Fatalf("%s: L1 has %d hits and %d misses of %d sectors", s.Name, c.L1Hits, c.L1Misses, looked)
		}
		if c.L2ReadHits > c.L2Reads || c.L2Reads > loaded-c.L1Hits || c.L2WriteHits > c.L2Writes || c.L2AtomicHits > c.L2Atomics {
			t.Fatalf("%s: L2 has more than it was asked for: %+v, %d loaded", s.Name, c, loaded)
		}
		end, unit := h.End(), uint64(max(1, s.Caches.DRAMBytes/s.Global.SectorBytes))
		if missed := c.L2Reads - c.L2ReadHits + c.L2Atomics - c.L2AtomicHits; s.Caches.L2.Bytes > 0 && c.DRAMReads > missed*unit {
			t.Fatalf("%s: %d sectors fetched for %d missed", s.Name, c.DRAMReads, missed)
		}
		if s.Caches.L2.Bytes > 0 && end.DRAMWrites > c.L2Writes+end.L2Writes+c.L2Atomics {
			t.Fatalf("%s: %d sectors written back of %d", s.Name, end.DRAMWrites, c.L2Writes+c.L2Atomics)
		}
	})
}

// drawAccess draws a global access of one or two strides.
func drawAccess(t *rapid.T, s *arch.Spec) *trace.Access {
	word := 1 << rapid.IntRange(0, 4).Draw(t, "log bytes")
	return &trace.Access{
		Space: ir.Global, Kind: trace.Kind(rapid.IntRange(0, 1).Draw(t, "kind")), Bytes: word,
		Active: trace.Mask(rapid.Uint32Range(1, 1<<s.WarpSize-1).Draw(t, "mask")),
		Base:   uint64(word * rapid.IntRange(1<<10, 1<<12).Draw(t, "word")),
		DX:     int64(word * rapid.IntRange(-9, 40).Draw(t, "dx")),
		DY:     int64(word * rapid.IntRange(0, 300).Draw(t, "dy")),
		Width:  s.WarpSize >> rapid.IntRange(0, 2).Draw(t, "rows"), Volatile: rapid.Bool().Draw(t, "volatile"),
	}
}

// near reports a count further from the device's than slack, beside the few
// hundred sectors of code, parameters and barriers.
func near(t *testing.T, what string, got, want, slack int) {
	t.Helper()
	const others = 300
	if d := got - want; d < -slack-others || d > slack+others {
		t.Errorf("%s: got %d, want %d within %d", what, got, want, slack)
	}
}

// spec returns a device or fails the test.
func spec(t testing.TB, name string) *arch.Spec {
	t.Helper()
	s, err := arch.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
