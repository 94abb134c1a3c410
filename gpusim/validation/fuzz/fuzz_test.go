package fuzz

// This file tests the generator: its kernels are valid Go, end, and depend only on the
// seed. It also tests that shrinking finds the one statement that matters.

import (
	"strings"
	"testing"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/launch"
	_ "gpucourse/internal/collect"
)

func TestGenerateIsDeterministic(t *testing.T) {
	for seed := range uint64(20) {
		if a, b := Generate(seed).Text(), Generate(seed).Text(); a != b {
			t.Fatalf("seed %d gives two kernels:\n%s\n%s", seed, a, b)
		}
	}
}

func TestKernelsRunNatively(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	var list []*Kernel
	for seed := range uint64(40) {
		list = append(list, Generate(seed))
	}
	b, err := BatchOf(list)
	if err != nil {
		t.Fatal(err)
	}
	results, err := b.Native(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for i, o := range results {
		if o.Err != "" {
			t.Errorf("%s:\n%s", o.Err, list[i].Text())
		}
	}
}

// TestShrink shrinks a kernel as long as its text contains a word.
func TestShrink(t *testing.T) {
	for seed := range uint64(2) {
		k := Generate(seed)
		for _, what := range []string{"fallthrough", "gpu.Shfl", "gpu.SyncThreads"} {
			if !strings.Contains(k.Text(), what) {
				continue
			}
			small, err := Shrink(k, 50, func(tries []*Kernel) ([]bool, error) {
				found := make([]bool, len(tries))
				for i, k := range tries {
					found[i] = strings.Contains(k.Text(), what)
				}
				return found, nil
			})
			if err != nil || !strings.Contains(small.Text(), what) || small.Size() > 25 {
				t.Fatalf("seed %d shrunk to size %d (error %v), want at most 25 with %s:\n%s", seed, small.Size(), err, what, small.Text())
			}
		}
	}
}

// TestJoin reads the launch of a kernel from its text.
func TestJoin(t *testing.T) {
	k := Generate(3)
	b, err := Join([]string{k.Text()})
	if err != nil {
		t.Fatal(err)
	}
	if want := (Launch{Name: k.Name, Shape: launch.Shape{Grid: arch.Dim3(k.Grid), Block: arch.Dim3(k.Block), Dynamic: k.Shared}}); b.Launches[0] != want {
		t.Errorf("got %+v, want %+v", b.Launches[0], want)
	}
	if _, err := Join([]string{"func K() {}"}); err == nil || !strings.Contains(err.Error(), "func K() {}") {
		t.Errorf("a text without a launch: got error %v", err)
	}
}
