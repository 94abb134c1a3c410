package ir

// This file compares the control-flow analyses with their definitions, on
// random graphs.

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// randomGraph is a kernel of empty blocks with random branches. Registers are
// written and read at random, so it is not in SSA form.
func randomGraph(t *rapid.T) *Kernel {
	n := rapid.IntRange(1, 9).Draw(t, "blocks")
	k := &Kernel{Name: "G", Regs: []RegInfo{{}, {Type: Pred}, {Type: S32}, {Type: S32}, {Type: S64}}}
	for id := range BlockID(n) {
		b := &Block{ID: id}
		for range rapid.IntRange(0, 2).Draw(t, "instructions") {
			r := Reg(rapid.IntRange(2, 3).Draw(t, "written"))
			s := Reg(rapid.IntRange(2, 3).Draw(t, "read"))
			b.Instrs = append(b.Instrs, &Instr{Op: Mov, Type: S32, Dst: []Reg{r}, Src: []Operand{R(s)}})
		}
		b.Instrs = append(b.Instrs, randomEnd(t, n))
		k.Blocks = append(k.Blocks, b)
	}
	return k
}

func randomEnd(t *rapid.T, n int) *Instr {
	ways := 0
	if n > 1 {
		ways = rapid.IntRange(0, min(2, n-1)).Draw(t, "ways")
	}
	var targets []BlockID
	for len(targets) < ways {
		if b := BlockID(rapid.IntRange(1, n-1).Draw(t, "target")); !slices.Contains(targets, b) {
			targets = append(targets, b)
		}
	}
	return [...]*Instr{{Op: Exit}, {Op: Bra, Targets: targets}, {Op: CBra, Src: []Operand{R(1)}, Targets: targets}}[ways]
}

// reach returns the blocks reachable from one block without entering another.
func reach(k *Kernel, from, without BlockID) map[BlockID]bool {
	seen := map[BlockID]bool{}
	var visit func(BlockID)
	visit = func(b BlockID) {
		if b != without && !seen[b] {
			seen[b] = true
			for _, s := range k.Blocks[b].Succs() {
				visit(s)
			}
		}
	}
	visit(from)
	return seen
}

// exits reports whether a block without successors is in the set.
func exits(k *Kernel, set map[BlockID]bool) bool {
	for b := range set {
		if len(k.Blocks[b].Succs()) == 0 {
			return true
		}
	}
	return false
}

func TestDominatorsByDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := randomGraph(t)
		dom := k.Dominators()
		all := reach(k, 0, -1)
		for a := range k.Blocks {
			without := reach(k, 0, BlockID(a))
			for b := range k.Blocks {
				want := all[BlockID(a)] && all[BlockID(b)] && !without[BlockID(b)]
				if got := dom.Dominates(BlockID(a), BlockID(b)); got != want {
					t.Fatalf("L%d dominates L%d: got %v, want %v\n%v", a, b, got, want, k)
				}
			}
		}
	})
}

func TestPostDominatorsByDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := randomGraph(t)
		pdom := k.PostDominators()
		for b := range k.Blocks {
			if !exits(k, reach(k, BlockID(b), -1)) {
				if !pdom.Reachable(BlockID(b)) {
					t.Fatalf("L%d of an endless loop has no post-dominator\n%v", b, k)
				}
				continue
			}
			for a := range k.Blocks {
				want := a == b || !exits(k, reach(k, BlockID(b), BlockID(a)))
				if got := pdom.Dominates(BlockID(a), BlockID(b)); got != want && onlyEnds(k) {
					t.Fatalf("L%d post-dominates L%d: got %v, want %v\n%v", a, b, got, want, k)
				}
			}
		}
	})
}

// onlyEnds reports whether every block can reach an exit.
func onlyEnds(k *Kernel) bool {
	for b := range k.Blocks {
		if !exits(k, reach(k, BlockID(b), -1)) {
			return false
		}
	}
	return true
}

func TestLivenessByDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := randomGraph(t)
		live := k.Liveness()
		for b := range reach(k, 0, -1) {
			for r := Reg(1); int(r) < len(k.Regs); r++ {
				if got, want := live.In[b].Has(r), readFirst(k, b, r, map[BlockID]bool{}); got != want {
					t.Fatalf("register %d live at the start of L%d: got %v, want %v\n%v", r, b, got, want, k)
				}
			}
		}
	})
}

// readFirst reports whether some path from the start of b reads r before writing it.
func readFirst(k *Kernel, b BlockID, r Reg, seen map[BlockID]bool) bool {
	if seen[b] {
		return false
	}
	seen[b] = true
	for _, in := range k.Blocks[b].Instrs {
		if in.Reads(r) {
			return true
		}
		if slices.Contains(in.Dst, r) {
			return false
		}
	}
	return slices.ContainsFunc(k.Blocks[b].Succs(), func(s BlockID) bool { return readFirst(k, s, r, seen) })
}

func TestReversePostOrderPutsDominatorsFirst(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := randomGraph(t)
		order := k.ReversePostOrder()
		if len(order) != len(reach(k, 0, -1)) {
			t.Fatalf("got %v, want every reachable block once\n%v", order, k)
		}
		dom := k.Dominators()
		for i, b := range order {
			for _, later := range order[i+1:] {
				if dom.Dominates(later, b) {
					t.Fatalf("L%d comes before L%d, which dominates it: %v\n%v", b, later, order, k)
				}
			}
		}
	})
}

func TestLoopsNest(t *testing.T) {
	k := mustParse(t, body("", `L0: setp.eq.s32 %p1, 1, 2; bra L1;
		L1: @%p1 bra L2, else L6, meet L6;
		L2: bra L3;
		L3: @%p1 bra L3, else L4, meet L4;
		L4: @%p1 bra L1, else L5, meet L5;
		L5: bra L1;
		L6: exit;`))
	var got []string
	for _, l := range k.Loops(k.Dominators()) {
		got = append(got, fmt.Sprintf("L%d latches %v blocks %v depth %d", l.Header, l.Latches, l.Blocks, l.Depth))
	}
	want := []string{"L1 latches [4 5] blocks [1 2 3 4 5] depth 1", "L3 latches [3] blocks [3] depth 2"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestRenumberAndPermute(t *testing.T) {
	k := mustParse(t, body(".ssa", `L0: setp.eq.s32 %p1, 1, 2; @%p1 bra L2, else L3;
		L1: bra L3;
		L2: bra L3;
		L3: phi.s32 %r2, [1, L0], [2, L1], [3, L2]; exit;`))
	k.Renumber(func(b *Block) bool { return b.ID != 1 })
	k.Permute([]BlockID{0, 2, 1})
	want := body(".ssa", `L0: setp.eq.s32 %p1, 1, 2; @%p1 bra L2, else L1;
		L1: phi.s32 %r2, [1, L0], [3, L2]; exit;
		L2: bra L1;`)
	if diff := cmp.Diff(mustParse(t, want).String(), k.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
