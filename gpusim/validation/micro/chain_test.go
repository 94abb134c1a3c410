package micro

// Loads of lines that warps share against an H200: how much longer they take than those of
// lines of their own, where all SMs ask L2 for as much as they can.

import (
	"math"
	"testing"

	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/validation/h200"
)

// chainOff is by how much the cycles of shared lines, in those of own lines, may be off.
const chainOff = 0.15

// chainLines are chain.cu's ways to share lines: the first not at all. Steps are from one turn,
// warp and block to the next, and of all of them.
var chainLines = []struct {
	name  string
	steps [4]uint32
}{
	{"own", [4]uint32{7919, 977, 32 * 977, 1}},
	{"apart", [4]uint32{1, 8, 512, 7919}},
	{"shared", [4]uint32{1, 1, 512, 7919}},
	{"shared_near", [4]uint32{1, 1, 64, 1}},
	{"same", [4]uint32{1, 0, 512, 7919}},
	{"same_all", [4]uint32{1, 0, 0, 7919}},
}

// TestChain holds loads of shared lines to what they took on the device.
func TestChain(t *testing.T) {
	if testing.Short() {
		t.Skip("launches on the whole chip")
	}
	const turns, warps = 24, 32
	b := newBench(t)
	p := zeros[gpu.Uint4](b.device, fours*lanes)
	defer p.Free()
	l := launch{kernel: Fours, shape: shape{b.device.Spec().SMs, warps * lanes}, passes: InOrder, pastL1: true}
	var own row
	for i, lines := range chainLines {
		s := lines.steps
		r := row{name: lines.name, measured: h200.Chain(warps, lines.name)["slowest"], simulated: b.between(l, turns, p, b.word, s[0], s[1], s[2], s[3]) / turns}
		if i == 0 {
			own = r
		}
		want, got := r.measured/own.measured, r.simulated/own.simulated
		t.Logf("%-12s %4.0f cycles, %.3f of own lines; here %4.0f, %.3f", r.name, r.measured, want, r.simulated, got)
		if math.Abs(got/want-1) > chainOff {
			t.Errorf("loads of %s lines take %.3f of own ones, measured %.3f", r.name, got, want)
		}
	}
}
