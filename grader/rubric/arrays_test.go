package rubric

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gpucourse/gpusim/cpu"

	"pgregory.net/rapid"
)

// TestNumbersHaveProperties: among the arrays of a few launches are all that kernels depend on.
func TestNumbersHaveProperties(t *testing.T) {
	seen := map[string]bool{}
	for run := range 200 {
		rng := &Random{Rand: rand.New(rand.NewPCG(1, uint64(run))), draw: Draw{Turn: run}}
		data := rng.Numbers(100, -50, 50)
		if i := slices.IndexFunc(data, func(v int) bool { return v < -50 || v > 50 }); i >= 0 {
			t.Fatalf("got %d, want a number from -50 to 50", data[i])
		}
		distinct := len(slices.Compact(slices.Sorted(slices.Values(data))))
		seen["all equal"] = seen["all equal"] || distinct == 1
		seen["two values"] = seen["two values"] || distinct == 2
		seen["rising"] = seen["rising"] || slices.IsSorted(data) && distinct > 2
		seen["extreme"] = seen["extreme"] || slices.Contains(data, -50) && slices.Contains(data, 50)
		seen["mixed"] = seen["mixed"] || distinct > 30 && !slices.IsSorted(data)
	}
	for property, found := range seen {
		if !found {
			t.Errorf("got no array that is %s", property)
		}
	}
}

// TestEvenNumbers: they have no property in common, and no factor is special.
func TestEvenNumbers(t *testing.T) {
	rng := &Random{Rand: rand.New(rand.NewPCG(1, 1)), Even: true}
	for range 40 {
		if data := rng.Numbers(100, -50, 50); len(slices.Compact(slices.Sorted(slices.Values(data)))) < 40 {
			t.Errorf("got %v, want mixed numbers", data)
		}
		if f := rng.Factor("a"); f == 0 || f == 1 || f == -1 {
			t.Errorf("got the factor %v", f)
		}
	}
}

// TestErrorsOfSums: what a sum may be off by follows from its terms, not from the sum.
func TestErrorsOfSums(t *testing.T) {
	a := &Array[float32]{n: 1, Init: []float32{0}, Want: []float32{0x1p-20}, Magnitude: []float64{1}}
	for got, right := range map[float32]bool{0x1p-20 + 0x1p-23: true, 0x1p-20 + 0x1p-21: false} {
		if a.right(0, got, 1) != right {
			t.Errorf("%v for 2⁻²⁰ as a sum of terms up to 1: got %v, want %v", got, !right, right)
		}
	}
}

// TestSizesFollowFromTheSeed: they lie within the spans, around warps, and on both sides of
// what is measured; another seed draws others.
func TestSizesFollowFromTheSeed(t *testing.T) {
	k := &Kernel{Sizes: []Size{{1}, {10000}}, Spans: []Span{{2, 1500, 1}}, Less: Size{128}}
	a, b := k.SizesFor(1), k.SizesFor(2)
	if fmt.Sprint(a) == fmt.Sprint(b) || fmt.Sprint(a) != fmt.Sprint(k.SizesFor(1)) {
		t.Errorf("got %v and %v, want sizes that follow from the seed", a, b)
	}
	measured := a[len(a)-1][0]
	if near := a[len(a)-2][0]; near >= measured || near <= measured-warpLanes {
		t.Errorf("got %v, want a size just below the last", a)
	}
	if middle := a[len(a)-3][0]; middle < 1500 || middle > measured {
		t.Errorf("got %v, want a size from 1500 to the last", a)
	}
	if edge := (a[3][0] + 1) % warpLanes; edge > 2 {
		t.Errorf("got %v, want the fourth about a multiple of %d", a, warpLanes)
	}
}

func TestNear(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.Float32Range(1e-30, 1e30).Draw(t, "want")
		got, steps := want, rapid.IntRange(-5, 5).Draw(t, "steps")
		for range max(steps, -steps) {
			got = math.Nextafter32(got, want*float32(1+steps))
		}
		ulp := rapid.IntRange(0, 5).Draw(t, "ulp")
		// Below a power of two the steps are half as wide as above it.
		distance := max(steps, -steps)
		if near(got, want, ulp) && distance > 2*ulp {
			t.Fatalf("%d steps from %v are within %d", steps, want, ulp)
		}
		if !near(got, want, ulp) && distance <= ulp {
			t.Fatalf("%d steps from %v are not within %d", steps, want, ulp)
		}
	})
}

func TestNearByType(t *testing.T) {
	nan := math.NaN()
	tests := []struct {
		got  bool
		want bool
		what string
	}{
		{near(nan, nan, 0), true, "NaN and NaN"},
		{near(nan, 1, 9), false, "NaN and 1"},
		{near(1, 1+0x1p-52, 1), true, "neighbours of float64"},
		{near(1, 1+0x1p-51, 1), false, "neighbours but one"},
		{near[int32](3, 4, 0), false, "3 and 4"},
		{near[uint32](0, math.MaxUint32, 0), false, "the ends of uint32"},
	}
	for _, tt := range tests {
		if tt.got != tt.want {
			t.Errorf("%s: got near %v, want %v", tt.what, tt.got, tt.want)
		}
	}
}

// eachCase calls f with every case of the rubric.
func eachCase(f func(e *Exercise, k *Kernel, size Size, c *Case)) {
	for i := range Exercises {
		for j := range Exercises[i].Kernels {
			k := &Exercises[i].Kernels[j]
			for _, size := range k.Sizes {
				f(&Exercises[i], k, size, k.MakeCase(size, Draw{Seed: 1}))
			}
		}
	}
}

// TestCasesHaveGuardsAndResults says that every case asks for something and
// leaves room to see what is written beside it.
func TestCasesHaveGuardsAndResults(t *testing.T) {
	eachCase(func(_ *Exercise, k *Kernel, size Size, c *Case) {
		written := 0
		for _, arg := range c.Args {
			switch a := arg.(type) {
			case *Array[float32]:
				written += checkGuards(t, k, size, a)
			case *Array[int32]:
				written += checkGuards(t, k, size, a)
			case *Array[float64]:
				written += checkGuards(t, k, size, a)
			}
		}
		if written == 0 {
			t.Errorf("%s %v: nothing is to be written", k.Name, size)
		}
	})
}

// checkGuards returns how many elements the kernel is to write.
func checkGuards[T element](t *testing.T, k *Kernel, size Size, a *Array[T]) int {
	written := 0
	for i := range a.Init {
		if !a.fixed(i) {
			written++
		}
		if i >= a.n && (!a.fixed(i) || a.right(i, 0, 0)) {
			t.Errorf("%s %v: %s[%d] is no guard", k.Name, size, a.name, i)
		}
	}
	return written
}

// wholeRings are the kernels whose blocks have as many elements as threads in any size: their sizes count rings and steps.
var wholeRings = map[string]bool{"Diffuse": true}

// TestSizesTryTheEdges: 127, 128 and 129 elements along some axis of every kernel
// that runs in blocks.
func TestSizesTryTheEdges(t *testing.T) {
	for i := range Exercises {
		if _, err := cpu.Open(Exercises[i].Device); err == nil {
			continue
		}
		for _, k := range Exercises[i].Kernels {
			seen := map[int]bool{}
			for _, size := range k.Sizes {
				for _, n := range size {
					seen[n] = true
				}
			}
			if !wholeRings[k.Name] && (!seen[127] || !seen[128] || !seen[129]) {
				t.Errorf("%s: got sizes %v, want 127, 128 and 129 among them", k.Name, k.Sizes)
			}
		}
	}
}

// TestSearchFindsSizes: a search visits sizes inside the spans and beyond, and follows those that
// are useful, whatever the seed.
func TestSearchFindsSizes(t *testing.T) {
	k := &Kernel{Sizes: []Size{{1, 1, 512}, {300, 40, 2048}}, Spans: []Span{{2, 128, 1}, {1, 50, 1}, {512, 4096, 512}}}
	k.Fits = func(s Size) bool { return 4*s[0] <= s[2] }
	measured := k.Sizes[1]
	for seed := range uint64(20) {
		for what, is := range map[string]func(s Size, blocks float64) bool{
			"width = 333":                    func(s Size, _ float64) bool { return s[0] == 333 },
			"width%32 = 7 and height%32 = 9": func(s Size, _ float64) bool { return s[0]%32 == 7 && s[1]%32 == 9 },
			"width − height = 40":            func(s Size, _ float64) bool { return s[0]-s[1] == 40 },
			"a pitch of 3072 and 5 blocks":   func(s Size, blocks float64) bool { return s[2] == 3072 && blocks == 5 },
			"width · height = 1001":          func(s Size, _ float64) bool { return s[0]*s[1] == 1001 },
		} {
			found := false
			axes := Axes{Extents: []int{0, 1, 2}, Free: map[string][]float64{Blocks: {1, 2, 3, 4, 5, 6, 7, 8}}}
			k.Search(seed, measured, axes, func(s Shape) (useful, more bool) {
				if !k.Fits(s.Size) {
					t.Fatalf("got %v, which does not fit", s.Size)
				}
				found = is(s.Size, s.Wanted[Blocks])
				return false, !found
			})
			if !found {
				t.Errorf("seed %d: found no size with %s", seed, what)
			}
		}
	}
}

// TestNearSizes: sizes differ by a step of one extent, inside the spans.
func TestNearSizes(t *testing.T) {
	k := &Kernel{Spans: []Span{{2, 128, 1}, {8, 64, 8}, {1, 16, 0}}}
	got := fmt.Sprint(k.Near(Size{2, 16, 4}, Size{2, 16, 4}))
	if want := "[[3 16 4] [2 8 4] [2 24 4]]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestInputsFollowFromTheCode: inputs hold the numbers of the code where they can be.
func TestInputsFollowFromTheCode(t *testing.T) {
	d := Draw{Run: 1, Turn: 1, Constants: &Constants{Compared: []float64{-7.25, 1e9}, Others: []float64{3}}}
	rng := &Random{Rand: rand.New(rand.NewPCG(1, 1)), draw: d}
	data := rng.eighths(100, 80)
	if !slices.Contains(data, -7.25) || !slices.Contains(data, 3) || slices.Contains(data, 1e9) {
		t.Errorf("got %v, want −7.25 and 3 among them, and none beyond 10", data)
	}
	if data := rng.anything(100); !slices.Contains(data, 1e9) {
		t.Errorf("got %v, want 10⁹ among them", data)
	}
}

// TestEndsTakeTurns: from size to size the ends are of all pairs of kinds, whatever the seed.
func TestEndsTakeTurns(t *testing.T) {
	for seed := range uint64(20) {
		seen := map[[2]int]bool{}
		for turn := range 20 {
			rng := &Random{Rand: rand.New(rand.NewPCG(seed, uint64(turn))), draw: Draw{Seed: seed, Run: 1, Turn: turn}}
			data := rng.Numbers(50, -1000, 1000)
			seen[[2]int{cmp.Compare(data[0], 0), cmp.Compare(data[len(data)-1], 0)}] = true
		}
		if len(seen) != 9 {
			t.Errorf("seed %d: got the signs %v of the first and the last number, want all nine pairs", seed, seen)
		}
	}
}

// TestPlanted: numbers stand where they are planted, as near as a series may hold them.
func TestPlanted(t *testing.T) {
	d := Draw{Seed: 1, Run: 1, Planted: []Planted{
		{Series: EverySeries, Start: 3}, {Series: 1, First: -2, Start: 7.06, Step: 1}, {Series: 1, Count: 3, Cycle: []float64{-1, -2}}, {Series: 0, Start: 1e9, Count: 1},
	}}
	rng := &Random{Rand: rand.New(rand.NewPCG(1, 1)), draw: d}
	if got, want := rng.Numbers(4, -100, 100), []int{100, 3, 3, 3}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got, want := rng.eighths(6, 800), []float32{-1, -2, -1, 3, 7, 8}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := rng.anything(2); got[0] != 3 || got[1] != 3 {
		t.Errorf("got %v, want 3 twice", got)
	}
	if want := []Series{{4, -100, 100, 1}, {6, -100, 100, 1.0 / 8}, multiplied(2)}; !slices.Equal(rng.series, want) {
		t.Errorf("got the series %v, want %v", rng.series, want)
	}
}
