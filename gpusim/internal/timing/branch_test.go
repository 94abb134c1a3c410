package timing

// The rings and turns of branches.txt: what branches that are taken cost a scheduler.

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/validation/h200"
)

// branching is a program whose warps walk so many turns through blocks of so many instructions
// in an order, with a branch behind each and an exit that it leaves out.
func branching(warps, turns int, sizes, order []int) *program {
	p := &program{registers: 2, blocks: [][][]step{make([][]step, warps)}}
	var blocks [][]step
	for i, n := range sizes {
		from, next := len(p.instrs), order[(slices.Index(order, i)+1)%len(order)]
		for range n {
			p.instrs = append(p.instrs, &ir.Instr{Op: ir.BarWarp})
		}
		to := []ir.BlockID{ir.BlockID(2 * next), ir.BlockID(2 * len(sizes))}
		p.instrs = append(p.instrs, &ir.Instr{Op: ir.CBra, Src: []ir.Operand{ir.R(1)}, Targets: to}, &ir.Instr{Op: ir.Exit})
		var block []step
		for pc := from; pc <= from+n; pc++ {
			block = append(block, step{pc: int32(pc)})
		}
		blocks = append(blocks, block)
	}
	var walk []step
	for range turns {
		for _, i := range order {
			walk = append(walk, blocks[i]...)
		}
	}
	walk = append(walk, step{pc: int32(len(p.instrs))})
	p.instrs = append(p.instrs, &ir.Instr{Op: ir.Exit})
	for w := range warps {
		p.blocks[0][w] = walk
	}
	return p
}

// walkOf is the blocks and the order of a row of branches.txt; none when it has other branches.
func walkOf(name string) (sizes, order []int) {
	var n, blocks int
	switch {
	case strings.HasPrefix(name, "div-"):
		_, _ = fmt.Sscanf(name, "div-%d", &blocks)
		sizes = slices.Repeat([]int{4, 8}, blocks)
	case strings.HasPrefix(name, "ring-"):
		_, _ = fmt.Sscanf(name, "ring-%d-%d", &n, &blocks)
		sizes = slices.Repeat([]int{n}, blocks)
	}
	for i := range sizes {
		order = append(order, i)
	}
	if strings.HasSuffix(name, "-back") {
		slices.Reverse(order[1:])
	}
	return sizes, order
}

// TestBranchesTakeWhatWasMeasured compares cycles of a turn, of a scheduler with eight warps.
// On the device branches ahead of div cost 0.29 issue slots each, here none; branches of
// rings cost it nothing, here a slot where they lead back.
func TestBranchesTakeWhatWasMeasured(t *testing.T) {
	const warps = 8
	s, rows := alone(t, "H200"), 0
	for name, want := range h200.Branches() {
		sizes, order := walkOf(name)
		if len(sizes) == 0 {
			continue
		}
		rows++
		took := slope(t, 20, func(turns int) (*program, Launch) {
			p := branching(warps*s.Clock.Schedulers, turns, sizes, order)
			return p, p.launch(s, 1)
		}) / warps
		more := 0.0
		if strings.HasPrefix(name, "ring") {
			more = float64(len(order))
		}
		if least := want["warps8"]; took < 0.95*least || took > 1.03*least+more {
			t.Errorf("%s: %.2f cycles, want %.2f to %.2f", name, took, least, least+more)
		}
	}
	if rows == 0 {
		t.Error("nothing was compared")
	}
}
