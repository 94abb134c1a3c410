package check

// This file finds wgmma whose registers are used before the product is done, or that no wgmma.fence comes before. It looks
// at the instructions of a kernel, for each wgmma that some warp has executed.

import (
	"fmt"
	"maps"
	"slices"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/report"
	"gpucourse/gpusim/trace"
)

// productFindings describes what is wrong with the wgmma of the kernel.
func (c *asyncChecker) productFindings() (list []report.Finding) {
	l := c.launch
	known := map[diag.Pos]bool{}
	for _, pc := range slices.Sorted(maps.Keys(c.products)) {
		by := c.products[pc]
		p := l.participant(by)
		add := func(f report.Finding) {
			if !known[p.Pos] {
				list = append(list, f)
			}
			known[p.Pos] = true
		}
		if use, found := c.usedEarly(pc); found {
			by.pc = use
			second := l.participant(by)
			add(report.Finding{Tool: "racecheck", Title: "Race", First: p, Second: &second, Count: 1, Diagnostic: diag.Diagnostic{
				Pos: p.Pos, Code: diag.ProductUnderWay, Source: l.Line(p.Pos),
				Message: fmt.Sprintf("registers of a wgmma are read%s, with no wgmma.wait_group between, in %s", l.otherLine(p.Pos, second.Pos), l.Program.Kernel.Name),
				Hint:    "close the group with wgmma.commit_group and wait with wgmma.wait_group 0 before the sums are read",
			}})
		}
		if c.unfencedProduct(pc) {
			add(l.single(p, "racecheck", "Race", 1, diag.ProductUnderWay, "let the four warps execute wgmma.fence before their first wgmma, and again where other instructions have written its registers",
				"a wgmma with no wgmma.fence before it: what was written to its registers may come too late; in "+l.Program.Kernel.Name).Finding)
		}
	}
	return list
}

// starts returns the PC of the first instruction of each block.
func (g *flowGraph) starts() []int32 {
	first := make([]int32, len(g.k.Blocks))
	for pc := len(g.all) - 1; pc >= 0; pc-- {
		first[g.blockOf[pc]] = int32(pc)
	}
	return first
}

// walk visits the instructions that may follow a PC, each block once, until visit returns false on a path.
func (g *flowGraph) walk(pc int32, visit func(pc int32, in *ir.Instr) bool) {
	starts, seen := g.starts(), map[int32]bool{}
	work := []int32{pc}
	for len(work) > 0 {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		for ; !seen[at]; at++ {
			seen[at] = true
			if in := g.all[at]; !visit(at, in) {
				break
			} else if in.Op.Facts().Term {
				for _, next := range g.k.Blocks[g.blockOf[at]].Succs() {
					work = append(work, starts[next])
				}
				break
			}
		}
	}
}

// usedEarly returns an instruction that stores what is computed from the sums of a wgmma, or decides by it, though no wait
// may have come between.
func (c *asyncChecker) usedEarly(pc int32) (use int32, found bool) {
	g := c.flow.g
	sums := map[ir.Reg]bool{}
	for _, d := range g.all[pc].Dst {
		sums[d] = true
	}
	g.walk(pc+1, func(at int32, in *ir.Instr) bool {
		if found || in.Op == ir.ProductGroup && in.Mod == ir.ProductWait {
			return false
		}
		reads := false
		in.EachUse(func(r ir.Reg) { reads = reads || sums[r] })
		switch {
		case !reads || in.Op == ir.GroupProduct:
		case !in.Op.Facts().Effect && !in.Op.Facts().Memory: // compilers move arithmetic above waits
			for _, d := range in.Dst {
				sums[d] = true
			}
		default:
			use, found = at, true
		}
		return !found
	})
	return use, found
}

// unfencedProduct reports whether a way from the beginning of the kernel to a wgmma has no wgmma.fence.
func (c *asyncChecker) unfencedProduct(pc int32) (unfenced bool) {
	c.flow.g.walk(0, func(at int32, in *ir.Instr) bool {
		unfenced = unfenced || at == pc
		return !unfenced && !(in.Op == ir.ProductGroup && in.Mod == ir.ProductFence)
	})
	return unfenced
}

// mixedFragments describes the fragments of wmma that are used in the place of other ones.
func (l *Launch) mixedFragments() (list []report.Finding) {
	k := l.Program.Kernel
	for _, m := range k.MixedFragments {
		at := func(p ir.PosID) report.Participant {
			pos := k.Called(p).Pos
			return report.Participant{Kind: trace.Load, Pos: pos, Source: l.Line(pos)}
		}
		set, used := at(m.Set), at(m.Used)
		list = append(list, report.Finding{Tool: "racecheck", Title: "Race", First: set, Second: &used, Count: 1, Diagnostic: diag.Diagnostic{
			Pos: used.Pos, Code: diag.FragmentMix, Source: used.Source,
			Message: fmt.Sprintf("a fragment is used as %s, and it was set%s as %s: its elements may lie in other lanes; in %s", m.As, l.otherLine(used.Pos, set.Pos), m.Is, k.Name),
			Hint:    "store the fragment to memory, and load it as the one that is needed",
		}})
	}
	return list
}
