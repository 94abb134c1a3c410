package source

// This file reads what the source says of the unrolling of its loops.

import (
	"bytes"
	"go/ast"
	"strconv"
	"strings"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/lower"
)

// unrollDirective above a loop says how many iterations one pass through the loop
// executes, as CUDA's #pragma unroll does: all of them without a number.
const unrollDirective = "//gpu:unroll"

// maxUnrollDirective bounds the number of a directive.
const maxUnrollDirective = 1 << 20

// loopStatements returns all loops of the files of sources, none when no directive stands
// in them. It reports directives that cannot be read.
func (s *sources) loopStatements(report func(c *ast.Comment, message string)) (loops []lower.Loop) {
	for _, f := range s.files {
		if f.ast == nil || !bytes.Contains(f.text, []byte(unrollDirective)) {
			continue
		}
		above := s.unrollDirectives(f.ast, report)
		ast.Inspect(f.ast, func(n ast.Node) bool {
			switch n.(type) {
			case *ast.ForStmt, *ast.RangeStmt:
				line := s.fileLine(n.Pos()) - 1
				loops = append(loops, lower.Loop{From: n.Pos(), To: n.End(), Unroll: above[line].unroll})
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
