package lower

// This file finds the loops of the SSA form for which the source has a directive. Package ssa
// knows no loop statements, so that a loop is found by the positions in it.

import (
	"cmp"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// unrollOf returns what the source asks of the loop of which b is the header.
func (l *lowerer) unrollOf(b *ssa.BasicBlock) int {
	if len(l.src.Loops) == 0 {
		return 0
	}
	fn := b.Parent()
	known, ok := l.unrolls[fn]
	if !ok {
		known = unrollsOf(fn, l.src.Loops)
		if l.unrolls == nil {
			l.unrolls = map[*ssa.Function]map[*ssa.BasicBlock]int{}
		}
		l.unrolls[fn] = known
	}
	return known[b]
}

// unrollsOf finds the statements of a function's loops. Of several loops in one statement,
// such as one that has only another loop inside, the inner one is meant.
func unrollsOf(fn *ssa.Function, stmts []Loop) map[*ssa.BasicBlock]int {
	type loop struct {
		header *ssa.BasicBlock
		size   int
	}
	inner := map[Loop]loop{}
	for _, h := range fn.Blocks {
		body := naturalLoop(h)
		s, ok := statementOf(body, stmts)
		if old, seen := inner[s]; ok && (!seen || len(body) < old.size) {
			inner[s] = loop{h, len(body)}
		}
	}
	unrolls := map[*ssa.BasicBlock]int{}
	for s, l := range inner {
		unrolls[l.header] = s.Unroll
	}
	return unrolls
}

// naturalLoop returns the blocks of the loop with a header, none when h is no header.
func naturalLoop(h *ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	var work []*ssa.BasicBlock
	for _, p := range h.Preds {
		if h.Dominates(p) {
			work = append(work, p)
		}
	}
	if work == nil {
		return nil
	}
	body := map[*ssa.BasicBlock]bool{h: true}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if !body[b] {
			body[b] = true
			work = append(work, b.Preds...)
		}
	}
	return body
}

// statementOf returns the smallest statement that holds everything in the loop. A phi has
// the position of its variable's declaration.
func statementOf(body map[*ssa.BasicBlock]bool, stmts []Loop) (s Loop, ok bool) {
	first, last := token.Pos(0), token.Pos(0)
	for b := range body {
		for _, in := range b.Instrs {
			if _, phi := in.(*ssa.Phi); phi || !in.Pos().IsValid() {
				continue
			}
			if first == 0 || in.Pos() < first {
				first = in.Pos()
			}
			last = max(last, in.Pos())
		}
	}
	around := slices.DeleteFunc(slices.Clone(stmts), func(s Loop) bool { return first == 0 || first < s.From || last >= s.To })
	if len(around) == 0 {
		return Loop{}, false
	}
	return slices.MinFunc(around, func(a, b Loop) int { return cmp.Compare(a.To-a.From, b.To-b.From) }), true
}
