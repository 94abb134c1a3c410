package h100

// This file compares atomics on few words with cas.txt: sums of floats take longer than those of integers where lanes
// share a word.

import (
	_ "embed"
	"fmt"
	"math"
	"strings"
	"testing"

	"gpucourse/gpusim"
)

//go:embed cas.txt
var hotWords string

// TestHotWords: the cycles of a launch whose lanes add to random ones of few words.
func TestHotWords(t *testing.T) {
	m, compared := gpusim.Must(gpusim.LoadFile("cas.cu")), 0
	for row := range strings.Lines(hotWords) {
		var name string
		var words, blocks, threads, n int
		var want float64
		_, err := fmt.Sscanf(row, "%s words=%d blocks=%d threads=%d n=%d elapsed=%f", &name, &words, &blocks, &threads, &n, &want)
		if err != nil {
			t.Fatal(err)
		}
		if words > 4 || blocks == 1 || threads != 256 || name != "add" && name != "addf" {
			continue
		}
		compared++
		dev := open(t)
		d := gpusim.Must(gpusim.Malloc[float32](dev, 1<<10))
		r := gpusim.Must(dev.Launch(gpusim.Must(m.Kernel(name)), gpusim.Config{Grid: gpusim.Dim(blocks), Block: gpusim.Dim(threads)}, d, words, n))
		if got := r.Time.Cycles; math.Abs(got-want) > 0.05*want {
			t.Errorf("%s of %d words: %.0f cycles, measured %.0f", name, words, got, want)
		}
	}
	if compared != 4 {
		t.Errorf("compared %d launches, want 4", compared)
	}
}
