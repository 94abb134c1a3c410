package ir

// This file tests reconvergence points.

import (
	"slices"
	"testing"
)

func TestReconvergencePoints(t *testing.T) {
	for _, c := range []struct {
		name   string
		blocks string
		want   map[BlockID]BlockID // by block that branches
	}{
		{"if and else", `L0: @%p1 bra L1, else L2; L1: bra L3; L2: bra L3; L3: exit;`, map[BlockID]BlockID{0: 3}},
		{"guard", `L0: @%p1 bra L1, else L2; L1: exit; L2: bra L3; L3: @%p1 bra L4, else L5; L4: bra L5; L5: exit;`, map[BlockID]BlockID{0: 2, 3: 5}},
		{"return in an if", `L0: @%p1 bra L1, else L4; L1: @%p1 bra L2, else L3; L2: exit; L3: bra L5; L4: bra L5; L5: exit;`, map[BlockID]BlockID{0: 5, 1: 3}},
		{"return in a loop", `L0: bra L1; L1: @%p1 bra L2, else L3; L2: exit; L3: @%p1 bra L1, else L4; L4: exit;`, map[BlockID]BlockID{1: 3, 3: 4}},
		{"barrier behind a long return", `L0: @%p1 bra L1, else L4; L1: @%p1 bra L2, else L3; L2: add.s32 %r2, 1, 2; add.s32 %r2, 1, 2; add.s32 %r2, 1, 2; add.s32 %r2, 1, 2; exit; L3: bra L5; L4: bra L5; L5: bar.sync; exit;`, map[BlockID]BlockID{0: 5, 1: 3}},
		{"panic in both arms", `L0: @%p1 bra L1, else L3; L1: @%p1 bra L2, else L5; L2: trap "a"; L3: @%p1 bra L4, else L5; L4: trap "b"; L5: exit;`, map[BlockID]BlockID{0: 5, 1: 5, 3: 5}},
		{"branches on the way to a return", `L0: @%p1 bra L1, else L4; L1: @%p1 bra L2, else L3; L2: bra L3; L3: exit; L4: bra L5; L5: exit;`, map[BlockID]BlockID{0: 1, 1: 3}},
		{"endless loop", `L0: @%p1 bra L1, else L2; L1: bra L1; L2: exit;`, map[BlockID]BlockID{0: 2}},
	} {
		k := mustParse(t, ".visible .entry K()\n{\n"+c.blocks+"\n}")
		points := k.ReconvergencePoints()
		for b, want := range c.want {
			if points[b] != want {
				t.Errorf("%s: the lanes of L%d reconverge at L%d, want L%d", c.name, b, points[b], want)
			}
		}
	}
}

// In a kernel with one exit lanes reconverge at the immediate post-dominator.
func TestReconvergenceWithOneExit(t *testing.T) {
	for name, text := range texts(t) {
		k := mustParse(t, text)
		exits := slices.DeleteFunc(slices.Clone(k.Blocks), func(b *Block) bool { return len(b.Succs()) > 0 })
		if len(exits) > 1 {
			continue
		}
		pdom := k.PostDominators()
		for i, got := range k.ReconvergencePoints() {
			if k.Blocks[i].Term().Op == CBra && got != pdom.Idom(BlockID(i)) {
				t.Errorf("%s: L%d reconverges at L%d, want L%d", name, i, got, pdom.Idom(BlockID(i)))
			}
		}
	}
}
