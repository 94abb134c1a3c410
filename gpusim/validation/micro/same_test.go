package micro

// Stores of blocks to the same words against an H200: how far they are off in the mean.

import (
	"fmt"
	"math"
	"testing"

	"gpucourse/gpusim/validation/h200"
)

// sameOff is by how much the cycles of same.txt may be off, the geometric mean: what an
// SM's stores to one line wait for is modelled roughly, what they wait for in L2 by slices.
const sameOff = 1.5

// TestSame holds the stores of one SM and of all to the same words to what they took.
func TestSame(t *testing.T) {
	if testing.Short() {
		t.Skip("launches on the whole chip")
	}
	rows := newBench(t).sameStores()
	sum := 0.0
	for _, r := range rows {
		t.Logf("%-42s %9.0f %9.0f %.2f", r.name, r.measured, r.simulated, r.ratio())
		sum += math.Abs(math.Log(r.ratio()))
	}
	off := math.Exp(sum / float64(len(rows)))
	t.Logf("%d rows are off by a factor of %.2f in the mean", len(rows), off)
	if off > sameOff {
		t.Errorf("want %.2f at most", sameOff)
	}
}

// sameStores: what stores of all blocks to the same words take.
func (b *bench) sameStores() []row {
	const turns, words = 64, 1 << 18
	p := zeros[uint32](b.device, words)
	defer p.Free()
	var rows []row
	for _, want := range h200.Same() {
		blocks := int(want["blocks"])
		if blocks > 1 && blocks < b.device.Spec().SMs {
			continue
		}
		apart, mask := uint32(want["lane"]/4), uint32(want["bytes"]/4)-1
		took := b.timed(launch{kernel: StoreSame, shape: shape{blocks, 1024}, passes: Plain}, turns, p, apart, mask)
		name := fmt.Sprintf("same blocks=%d bytes=%g lane=%g", blocks, want["bytes"], want["lane"])
		rows = append(rows, row{name: name, measured: want["cycles"], simulated: took})
	}
	return rows
}
