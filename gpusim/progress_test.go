package gpusim

// This file looks at what is told of long launches, with a clock of its own.

import (
	"slices"
	"testing"
	"time"

	"gpucourse/gpusim/gpu"
)

// TestProgressText: a short launch says nothing; a long one says which of its
// parts it is in, not too often, and takes the text away.
func TestProgressText(t *testing.T) {
	var told []string
	p := newProgress(&Config{}, "Scale", func(text string) { told = append(told, text) })
	p.began = p.start
	at := func(after time.Duration, doing string, done int) {
		p.doing, p.done, p.total = doing, done, 40
		p.refresh(p.start.Add(after))
	}
	at(time.Second, "running", 10)
	p.finish()
	at(2100*time.Millisecond, "running", 20)
	at(2200*time.Millisecond, "running", 30)
	p.began = p.start.Add(3 * time.Second)
	at(4*time.Second, "timing", 5)
	at(5*time.Second, "timing", 0)
	p.finish()
	want := []string{"Scale: running, 20 of 40 blocks, 2 s, about 2s more", "Scale: timing, 5 of 40 blocks, 4 s, about 7s more", "Scale: timing, 0 of 40 blocks, 5 s", ""}
	if !slices.Equal(told, want) {
		t.Errorf("got %q, want %q", told, want)
	}
}

// TestProgressOfBothParts: who asks for it is told of the run and of the clock.
func TestProgressOfBothParts(t *testing.T) {
	const blocks = 300
	ends := 0
	dev := Must(Open("H200"))
	x := Must(Malloc[float32](dev, 32*blocks))
	c := Config{Grid: Dim(blocks), Block: Dim(32), Options: Options{Progress: func(done, total int) {
		if done == total {
			ends++
		}
	}}}
	Must(dev.Launch(clear1, c, x))
	if ends < 2 {
		t.Errorf("%d parts told of their end, want 2", ends)
	}
}

// clear1 writes one number a thread.
func clear1(x []float32) { x[gpu.BlockIdx.X*gpu.BlockDim.X+gpu.ThreadIdx.X] = 1 }
