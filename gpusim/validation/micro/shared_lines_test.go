package micro

// This file has the rows for lines that warps and blocks share.

import (
	"fmt"

	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/validation/h200"
)

// chainLines are the ways of chain.cu to share lines; the first shares none. The steps are
// the distances between iterations, warps and blocks, and a factor for all of them.
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

// chains: the ratio of loads of shared lines to loads of a warp's own lines, when all SMs
// saturate L2.
func (b *bench) chains() []row {
	const iterations, warps = 24, 32
	p := zeros[gpu.Uint4](b.device, fours*lanes)
	defer p.Free()
	l := launch{kernel: Fours, shape: shape{b.device.Spec().SMs, warps * lanes}, without: InOrder, pastL1: true}
	var own row
	var rows []row
	for i, lines := range chainLines {
		if b.leavesOut() && i > 0 {
			continue
		}
		s := lines.steps
		measured := h200.Chain(warps, lines.name)["slowest"]
		simulated := b.between(l, iterations, p, b.word, s[0], s[1], s[2], s[3]) / iterations
		if i == 0 {
			own = row{measured: measured, simulated: simulated}
		}
		rows = append(rows, row{name: "chain " + lines.name, measured: measured / own.measured, simulated: simulated / own.simulated, bandwidth: true})
	}
	return append(rows, row{name: "chain cycles per load of own lines", measured: own.measured, simulated: own.simulated, bandwidth: true})
}

// sameStores: stores of all blocks to the same words. Fewer are simulated than were
// measured, to save time.
func (b *bench) sameStores() []row {
	const measured, simulated, words = 64, 16, 1 << 18
	p := zeros[uint32](b.device, words)
	defer p.Free()
	var rows []row
	for _, want := range h200.Same() {
		blocks := int(want["blocks"])
		if blocks > 1 && blocks < b.device.Spec().SMs || b.leavesOut() {
			continue
		}
		turns := simulated
		if blocks == 1 { // quick, and the fence at the end counts once
			turns = measured
		}
		apart, mask := uint32(want["lane"]/4), uint32(want["bytes"]/4)-1
		took := b.timed(launch{kernel: StoreSame, shape: shape{blocks, 1024}, without: Plain}, turns, p, apart, mask)
		name := fmt.Sprintf("same blocks=%d bytes=%g lane=%g", blocks, want["bytes"], want["lane"])
		rows = append(rows, row{name: name, measured: want["cycles"], simulated: took * measured / float64(turns), bandwidth: true})
	}
	return rows
}
