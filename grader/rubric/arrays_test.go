package rubric

import (
	"math"
	"math/rand/v2"
	"testing"

	"gpucourse/gpusim/cpu"

	"pgregory.net/rapid"
)

func TestDistinct(t *testing.T) {
	seen := map[float32]bool{}
	for _, v := range distinct(1000, rand.New(rand.NewPCG(1, 1))) {
		if seen[v] || v <= 0 {
			t.Fatalf("got %v twice or not positive", v)
		}
		seen[v] = true
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
		if i >= len(a.Init)-guard && !a.fixed(i) {
			t.Errorf("%s %v: %s[%d] is no guard", k.Name, size, a.name, i)
		}
	}
	return written
}

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
			if !seen[127] || !seen[128] || !seen[129] {
				t.Errorf("%s: got sizes %v, want 127, 128 and 129 among them", k.Name, k.Sizes)
			}
		}
	}
}
