package coalesce

// This file holds the examples printed in NVIDIA's guides, each with its place:
// figures and sections of appendix F are those of the CUDA C Programming Guide
// 4.2, and 8.0's appendix G has the same global figure.

import (
	"fmt"
	"slices"
	"testing"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// ranges lists the transactions of an access as "bytes@address".
func ranges(s *arch.Spec, a *trace.Access) []string {
	var out []string
	for _, t := range Coalesce(s, a, nil) {
		out = append(out, fmt.Sprintf("%d@%d", t.Bytes, t.Addr))
	}
	return out
}

// repeated32 is n transactions of 32 bytes at each of the addresses.
func repeated32(counts ...[2]int) (out []string) {
	for _, c := range counts {
		for range c[0] {
			out = append(out, fmt.Sprintf("32@%d", c[1]))
		}
	}
	return out
}

// warpFigure is figure F-1: a warp reads 4-byte words from address 128 on.
type warpFigure struct {
	index func(i int) int // of the word after the one at 128
	want  map[string][]string
}

func (f warpFigure) check(t *testing.T) {
	for device, want := range f.want {
		s := spec(t, device)
		a := words(s, ir.Global, 4, func(i int) int { return 32 + f.index(i) })
		got := ranges(s, a)
		if slices.Sort(got); !slices.Equal(got, slices.Sorted(slices.Values(want))) {
			t.Errorf("%s: got %v, want %v", device, got, want)
		}
	}
}

func TestGuideF1AlignedSequential(t *testing.T) {
	warpFigure{straight, map[string][]string{
		"8800 GTX": {"64@128", "64@192"},
		"GTX 280":  {"64@128", "64@192"},
		"C2050":    {"128@128"},
		"K20c":     {"128@128"}, // uncached: four sectors of one line
		"H200":     {"128@128"},
	}}.check(t)
}

// TestGuideF1AlignedNonSequential exchanges lanes in both half-warps.
func TestGuideF1AlignedNonSequential(t *testing.T) {
	exchanged := func(i int) int {
		if i%16 == 3 || i%16 == 5 {
			return i ^ 3 ^ 5
		}
		return i
	}
	warpFigure{exchanged, map[string][]string{
		"8800 GTX": repeated32([2]int{8, 128}, [2]int{8, 160}, [2]int{8, 192}, [2]int{8, 224}),
		"GTX 280":  {"64@128", "64@192"},
		"C2050":    {"128@128"},
		"K20c":     {"128@128"},
		"H200":     {"128@128"},
	}}.check(t)
}

func TestGuideF1MisalignedSequential(t *testing.T) {
	warpFigure{func(i int) int { return i + 1 }, map[string][]string{
		"8800 GTX": repeated32([2]int{7, 128}, [2]int{8, 160}, [2]int{8, 192}, [2]int{8, 224}, [2]int{1, 256}),
		"GTX 280":  {"128@128", "64@192", "32@256"},
		"C2050":    {"128@128", "128@256"},
		"K20c":     {"128@128", "32@256"}, // uncached: four sectors of one line, one of the next
		"H200":     {"128@128", "32@256"},
	}}.check(t)
}

// halfWarpFrom is an access of lanes 0 to 15 to successive 4-byte words.
func halfWarpFrom(s *arch.Spec, first int) *trace.Access {
	a := words(s, ir.Global, 4, func(i int) int { return first + i })
	a.Active = trace.MaskOf(0, 16)
	return a
}

// TestBestPracticesUnaligned is the Best Practices Guide 4.1, "A Sequential but
// Misaligned Access Pattern", with its two figures.
func TestBestPracticesUnaligned(t *testing.T) {
	for _, tt := range []struct {
		device string
		first  int // word of lane 0
		want   []string
	}{
		{"GTX 280", 33, []string{"128@128"}},          // in one 128-byte segment
		{"GTX 280", 52, []string{"64@192", "32@256"}}, // split across two
		{"8800 GTX", 33, repeated32([2]int{7, 128}, [2]int{8, 160}, [2]int{1, 192})},
	} {
		s := spec(t, tt.device)
		if got := ranges(s, halfWarpFrom(s, tt.first)); !slices.Equal(got, tt.want) {
			t.Errorf("%s, half-warp from word %d: got %v, want %v", tt.device, tt.first, got, tt.want)
		}
	}
}

// TestBestPracticesStride is the same guide, "Strided Accesses": with a stride
// of 2 half of what moves is used.
func TestBestPracticesStride(t *testing.T) {
	for _, device := range []string{"GTX 280", "C2050", "K20c", "H200"} {
		s := spec(t, device)
		got := Count(s, words(s, ir.Global, 4, func(i int) int { return 2 * i }))
		if got.Sectors*s.Global.SectorBytes != 2*4*s.WarpSize {
			t.Errorf("%s: got %d bytes moved, want twice the %d asked for", device, got.Sectors*s.Global.SectorBytes, 4*s.WarpSize)
		}
	}
}

// TestGuideF321Wide is F.3.2.1 for words of 8 and 16 bytes.
func TestGuideF321Wide(t *testing.T) {
	s := spec(t, "8800 GTX")
	for bytes, want := range map[int][]string{
		8:  {"128@0", "128@128"},
		16: {"128@0", "128@128", "128@256", "128@384"},
	} {
		if got := ranges(s, words(s, ir.Global, bytes, straight)); !slices.Equal(got, want) {
			t.Errorf("%d-byte words: got %v, want %v", bytes, got, want)
		}
	}
}

// TestGuideF321Divergent: coalescing is achieved even if some threads do not
// access memory.
func TestGuideF321Divergent(t *testing.T) {
	s := spec(t, "8800 GTX")
	a := words(s, ir.Global, 4, straight)
	a.Active = 0x5a5a8001
	if got, want := ranges(s, a), []string{"64@0", "64@64"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// ways is how often a request of an access passes the banks on average.
func ways(s *arch.Spec, a *trace.Access) int {
	r := Banks(s, a)
	return r.Wavefronts / r.Ideal
}

// bankExample is an access and its ways of conflict by device.
type bankExample struct {
	bytes int
	index func(i int) int
	want  map[string]int
}

func (e bankExample) check(t *testing.T) {
	t.Helper()
	for device, want := range e.want {
		s := spec(t, device)
		if got := ways(s, words(s, ir.Shared, e.bytes, e.index)); got != want {
			t.Errorf("%s: got %d ways, want %d", device, got, want)
		}
	}
}

// TestGuideF2Strided is figure F-2: strides of one, two and three 32-bit words
// are free of conflicts on cc 3.0; the middle one has two ways on 1.x and 2.x.
func TestGuideF2Strided(t *testing.T) {
	for stride, want := range map[int]map[string]int{
		1: {"GTX 280": 1, "C2050": 1, "K20c": 1, "H200": 1},
		2: {"GTX 280": 2, "C2050": 2, "K20c": 1, "H200": 2},
		3: {"GTX 280": 1, "C2050": 1, "K20c": 1, "H200": 1},
	} {
		bankExample{4, func(i int) int { return stride * i }, want}.check(t)
	}
}

// TestGuideStrideRule is F.3.3.1 and F.4.3.1: as many ways as the stride and
// the number of banks have in their greatest common divisor.
func TestGuideStrideRule(t *testing.T) {
	for stride := 1; stride <= 64; stride++ {
		bankExample{4, func(i int) int { return stride * i }, map[string]int{
			"8800 GTX": gcd(16, stride), "GTX 280": gcd(16, stride), "C2050": gcd(32, stride), "H200": gcd(32, stride),
		}}.check(t)
	}
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// TestGuideF3Irregular is figure F-3: a permutation; threads 3, 4, 6, 7 and 9 in
// one word of bank 5; broadcasts of several words, which take cc 1.x two passes.
func TestGuideF3Irregular(t *testing.T) {
	permutation := func(i int) int { return i * 11 % 32 } // of each half-warp's banks, too
	oneWord := func(i int) int {
		if slices.Contains([]int{3, 4, 6, 7, 9}, i) {
			return 5
		}
		return i
	}
	bankExample{4, permutation, map[string]int{"GTX 280": 1, "C2050": 1, "K20c": 1, "H200": 1}}.check(t)
	bankExample{4, oneWord, map[string]int{"C2050": 1, "K20c": 1, "H200": 1}}.check(t)
	bankExample{4, func(i int) int { return 12 + i/4%2*8 }, map[string]int{"GTX 280": 2, "C2050": 1, "K20c": 1, "H200": 1}}.check(t)
}

// TestGuideF333Bytes: successive chars lie in one bank by fours, and conflict on
// cc 1.x only; chars four apart do not.
func TestGuideF333Bytes(t *testing.T) {
	bankExample{1, straight, map[string]int{"GTX 280": 4, "C2050": 1, "K20c": 1, "H200": 1}}.check(t)
	bankExample{1, func(i int) int { return 4 * i }, map[string]int{"GTX 280": 1, "C2050": 1, "K20c": 1, "H200": 1}}.check(t)
}

// TestGuideF334Doubles: an array of doubles has two ways on cc 1.x, none later.
func TestGuideF334Doubles(t *testing.T) {
	bankExample{8, straight, map[string]int{"8800 GTX": 2, "GTX 280": 2, "C2050": 1, "K20c": 1, "H200": 1}}.check(t)
}

// TestGuideF334Structs: three reads with a stride of three words have no
// conflicts, two reads with a stride of two words have.
func TestGuideF334Structs(t *testing.T) {
	for fields, want := range map[int]int{3: 1, 2: 2} {
		for field := range fields {
			bankExample{4, func(i int) int { return fields*i + field }, map[string]int{"GTX 280": want, "C2050": want}}.check(t)
		}
	}
}

// TestGuideF432Quads: 128-bit accesses have two ways on cc 2.x without two
// threads of a quarter-warp in one bank.
func TestGuideF432Quads(t *testing.T) {
	bankExample{16, straight, map[string]int{"C2050": 2, "K20c": 1, "H200": 1}}.check(t)
}

// TestGuideF5FewerConflicts: on cc 3.x an access has as many wavefronts as on
// 2.x, or fewer: in 32-bit mode all, in 64-bit mode those of 64-bit words.
func TestGuideF5FewerConflicts(t *testing.T) {
	fermi, four, eight := spec(t, "C2050"), generation(t, 3), generation(t, 4)
	for id := range 20000 {
		a := probeCase(id, false)
		a.Space, a.Width = ir.Shared, 32
		limit := Banks(fermi, &a).Wavefronts
		if got := Banks(four, &a).Wavefronts; got > limit {
			t.Fatalf("%s: %d wavefronts in 32-bit mode, %d on cc 2.x", show(&a), got, limit)
		}
		if got := Banks(eight, &a).Wavefronts; a.Bytes == 8 && got > limit {
			t.Fatalf("%s: %d wavefronts in 64-bit mode, %d on cc 2.x", show(&a), got, limit)
		}
	}
}
