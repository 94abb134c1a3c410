package compile

// This file reads what the source says of the unrolling of its loops. Package ssa knows no
// loop statements, so that a loop of the SSA form is found by the positions in it.

import (
	"bytes"
	"cmp"
	"go/ast"
	"go/token"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
)

// unrollDirective above a loop says how many iterations one pass through the loop
// executes, as CUDA's #pragma unroll does: all of them without a number.
const unrollDirective = "//gpu:unroll"

// maxUnrollDirective bounds the number of a directive.
const maxUnrollDirective = 1 << 20

// loopStmt is a loop statement. unroll is as in ir.Block.
type loopStmt struct {
	from, to token.Pos
	unroll   int
}

// loopStatements returns all loops of the files of sources, none when no directive stands
// in them. It reports directives that cannot be read.
func (s *sources) loopStatements(report func(c *ast.Comment, message string)) (loops []loopStmt) {
	for _, f := range s.files {
		if f.ast == nil || !bytes.Contains(f.text, []byte(unrollDirective)) {
			continue
		}
		above := s.unrollDirectives(f.ast, report)
		ast.Inspect(f.ast, func(n ast.Node) bool {
			switch n.(type) {
			case *ast.ForStmt, *ast.RangeStmt:
				line := s.fileLine(n.Pos()) - 1
				loops = append(loops, loopStmt{n.Pos(), n.End(), above[line].unroll})
				delete(above, line)
			}
			return true
		})
		for _, d := range above {
			report(d.comment, "no loop follows")
		}
	}
	return loops
}

// unrollComment is a directive that was read.
type unrollComment struct {
	comment *ast.Comment
	unroll  int
}

// unrollDirectives returns the directives of a file by their lines.
func (s *sources) unrollDirectives(f *ast.File, report func(*ast.Comment, string)) map[int]unrollComment {
	above := map[int]unrollComment{}
	for _, g := range f.Comments {
		for _, c := range g.List {
			rest, ok := strings.CutPrefix(c.Text, unrollDirective)
			if !ok {
				continue
			}
			n, err := ir.UnrollFull, error(nil)
			if rest = strings.TrimSpace(rest); rest != "" {
				n, err = strconv.Atoi(rest)
			}
			if err != nil || n == 0 || n < ir.UnrollFull || n > maxUnrollDirective {
				report(c, "a number of iterations is expected, or nothing")
				continue
			}
			above[s.fileLine(c.Pos())] = unrollComment{c, n}
		}
	}
	return above
}

// readLoops reads the directives of the kernel's package and of others that it uses.
func (b *build) readLoops() {
	b.loops = b.src.loopStatements(func(c *ast.Comment, message string) {
		if d := b.src.declAt(c.Pos()); d != nil {
			b.faults[d] = append(b.faults[d], b.src.diagnostic(c.Pos(), diag.Unroll,
				"write //gpu:unroll 4 on the line above a loop, or //gpu:unroll for all iterations", "%s: %s", c.Text, message))
		}
	})
}

// unrollOf returns what the source asks of the loop of which b is the header.
func (l *lowerer) unrollOf(b *ssa.BasicBlock) int {
	if len(l.build.loops) == 0 {
		return 0
	}
	fn := b.Parent()
	known, ok := l.unrolls[fn]
	if !ok {
		known = unrollsOf(fn, l.build.loops)
		if l.unrolls == nil {
			l.unrolls = map[*ssa.Function]map[*ssa.BasicBlock]int{}
		}
		l.unrolls[fn] = known
	}
	return known[b]
}

// unrollsOf finds the statements of a function's loops. Of several loops in one statement,
// such as one that has only another loop inside, the inner one is meant.
func unrollsOf(fn *ssa.Function, stmts []loopStmt) map[*ssa.BasicBlock]int {
	type loop struct {
		header *ssa.BasicBlock
		size   int
	}
	inner := map[loopStmt]loop{}
	for _, h := range fn.Blocks {
		body := naturalLoop(h)
		s, ok := statementOf(body, stmts)
		if old, seen := inner[s]; ok && (!seen || len(body) < old.size) {
			inner[s] = loop{h, len(body)}
		}
	}
	unrolls := map[*ssa.BasicBlock]int{}
	for s, l := range inner {
		unrolls[l.header] = s.unroll
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
func statementOf(body map[*ssa.BasicBlock]bool, stmts []loopStmt) (s loopStmt, ok bool) {
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
	around := slices.DeleteFunc(slices.Clone(stmts), func(s loopStmt) bool { return first == 0 || first < s.from || last >= s.to })
	if len(around) == 0 {
		return loopStmt{}, false
	}
	return slices.MinFunc(around, func(a, b loopStmt) int { return cmp.Compare(a.to-a.from, b.to-b.from) }), true
}
