package source

// This file reads directives: comments above functions and loops. In CUDA C words of the
// language say the same, and package cfront has read them.

import (
	"bytes"
	"fmt"
	"go/ast"
	"maps"
	"strconv"
	"strings"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/limit"
	"gpucourse/gpusim/internal/lower"
)

// noinlineDirective above a function keeps it from being inlined, as CUDA's __noinline__ does.
const noinlineDirective = "//gpu:noinline"

// boundsDirective above a kernel says how large its blocks are, and how many of them an SM
// should hold, as CUDA's __launch_bounds__ does: "//gpu:launchbounds 256 4".
const boundsDirective = "//gpu:launchbounds"

// clusterDirective above a kernel gives the extents of its clusters in blocks, as CUDA's
// __cluster_dims__ does: "//gpu:cluster 4", "//gpu:cluster 2 2 1".
const clusterDirective = "//gpu:cluster"

// unrollDirective above a loop says how many iterations one pass through the loop
// executes, as CUDA's #pragma unroll does: all of them without a number.
const unrollDirective = "//gpu:unroll"

// readDirectives reads what the source says of functions and loops of the package.
func (b *build) readDirectives() {
	b.called = map[*ast.FuncDecl]bool{}
	if c := b.src.cuda; c != nil {
		maps.Copy(b.called, c.File.Called)
		b.loops = loopStatements(c.File.AST, c.File.Unroll)
		return
	}
	for _, f := range b.src.files {
		if f.ast != nil && bytes.Contains(f.text, []byte(noinlineDirective)) {
			b.readNoinline(f.ast)
		}
		if f.ast != nil && bytes.Contains(f.text, []byte(unrollDirective)) {
			b.loops = append(b.loops, loopStatements(f.ast, b.unrolled(f.ast))...)
		}
	}
}

// readNoinline notes the functions of a file that are not to be inlined.
func (b *build) readNoinline(f *ast.File) {
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Doc == nil {
			continue
		}
		for _, c := range fn.Doc.List {
			if strings.TrimSpace(c.Text) == noinlineDirective {
				b.called[fn] = true
			}
		}
	}
}

// launchBounds returns the launch bounds of a kernel, and the mistakes in them.
func (s *sources) launchBounds(d *ast.FuncDecl) (b lower.Bounds, errs diag.List) {
	if c := s.cuda; c != nil {
		return lower.Bounds{MaxThreads: c.MaxThreads, MinBlocks: c.MinBlocks, Cluster: c.Cluster}, nil
	}
	if d.Doc == nil {
		return b, nil
	}
	for _, c := range d.Doc.List {
		if rest, ok := strings.CutPrefix(c.Text, clusterDirective); ok {
			b.Cluster = arch.Dim3{Y: 1, Z: 1}
			n, err := fmt.Sscan(rest, &b.Cluster.X, &b.Cluster.Y, &b.Cluster.Z)
			if n != len(strings.Fields(rest)) || min(b.Cluster.X, b.Cluster.Y, b.Cluster.Z) < 1 {
				errs = append(errs, s.diagnostic(c.Pos(), diag.LaunchBounds, "write //gpu:cluster 4, or //gpu:cluster 2 2 1", "%s: one to three numbers are expected: the extents of a cluster in blocks (%v)", c.Text, err))
			}
		}
		rest, ok := strings.CutPrefix(c.Text, boundsDirective)
		if !ok {
			continue
		}
		n, err := fmt.Sscan(rest, &b.MaxThreads, &b.MinBlocks)
		if n == 0 || n == 1 && len(strings.Fields(rest)) > 1 || b.MaxThreads <= 0 || b.MinBlocks < 0 {
			errs = append(errs, s.diagnostic(c.Pos(), diag.LaunchBounds,
				"write //gpu:launchbounds 256, or //gpu:launchbounds 256 4", "%s: two numbers are expected: threads per block and blocks per SM (%v)", c.Text, err))
		}
	}
	return b, errs
}

// loopStatements returns all loops of a file in which some have a directive.
func loopStatements(f *ast.File, unroll map[ast.Stmt]int) (loops []lower.Loop) {
	if len(unroll) == 0 {
		return nil
	}
	eachLoop(f, func(s ast.Stmt) {
		loops = append(loops, lower.Loop{From: s.Pos(), To: s.End(), Unroll: unroll[s]})
	})
	return loops
}

func eachLoop(f *ast.File, do func(ast.Stmt)) {
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ForStmt:
			do(n)
		case *ast.RangeStmt:
			do(n)
		}
		return true
	})
}

// unrolled returns the loops of a file with a directive. It reports directives that cannot be
// read.
func (b *build) unrolled(f *ast.File) map[ast.Stmt]int {
	above, unroll := b.unrollDirectives(f), map[ast.Stmt]int{}
	eachLoop(f, func(s ast.Stmt) {
		line := b.src.fileLine(s.Pos()) - 1
		if d, ok := above[line]; ok {
			unroll[s] = d.unroll
			delete(above, line)
		}
	})
	for _, d := range above {
		b.wrongUnroll(d.comment, "no loop follows")
	}
	return unroll
}

// unrollComment is a directive that was read.
type unrollComment struct {
	comment *ast.Comment
	unroll  int
}

// unrollDirectives returns the directives of a file by their lines.
func (b *build) unrollDirectives(f *ast.File) map[int]unrollComment {
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
			if err != nil || n == 0 || n < ir.UnrollFull || n > limit.Unroll {
				b.wrongUnroll(c, "a number of iterations is expected, or nothing")
				continue
			}
			above[b.src.fileLine(c.Pos())] = unrollComment{c, n}
		}
	}
	return above
}

// wrongUnroll reports a directive of a loop.
func (b *build) wrongUnroll(c *ast.Comment, message string) {
	if d := b.src.declAt(c.Pos()); d != nil {
		b.faults[d] = append(b.faults[d], b.src.diagnostic(c.Pos(), diag.Unroll,
			"write //gpu:unroll 4 on the line above a loop, or //gpu:unroll for all iterations", "%s: %s", c.Text, message))
	}
}
