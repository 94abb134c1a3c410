package nvcc

import (
	"encoding/csv"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
	_ "gpucourse/internal/collect"
)

const validation = "../../validation"

// TestArraysAsMeasured compares the rule for local arrays with what nvcc did with each.
func TestArraysAsMeasured(t *testing.T) {
	const file, asMeasured = validation + "/h200/compiler/arrays.csv", 0.9
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil || len(rows) < 2 {
		t.Fatalf("%s: %d rows, %v", file, len(rows), err)
	}
	right := 0
	for _, row := range rows[1:] {
		n, _ := strconv.Atoi(row[1])
		accesses, _ := strconv.Atoi(row[2])
		if CUDA13.ArrayInRegisters(Array{Elements: n, Accesses: accesses, Loop: row[0] == "loop"}) == (row[3] == "0") {
			right++
		}
	}
	if all := len(rows) - 1; float64(right) < asMeasured*float64(all) {
		t.Errorf("%d of %d arrays are where the compiler has them, want %.0f %%", right, all, 100*asMeasured)
	}
}

// TestLatenciesAgreeWithTheClock: the cycles that the scheduler assumes are those of the
// H200, and at most 12 more, in which an address or an index is computed.
func TestLatenciesAgreeWithTheClock(t *testing.T) {
	s, err := arch.Find("H200")
	if err != nil {
		t.Fatal(err)
	}
	const address = 12
	c := s.Clock
	for _, test := range []struct {
		in    ir.Instr
		clock int
	}{
		{ir.Instr{Op: ir.Ld, Space: ir.Global}, c.Memory.L2},
		{ir.Instr{Op: ir.Ld, Space: ir.Local}, c.Memory.L1},
		{ir.Instr{Op: ir.Ld, Space: ir.Shared}, c.Memory.Shared},
		{ir.Instr{Op: ir.Ld, Space: ir.Const}, c.Memory.Const},
		{ir.Instr{Op: ir.Shfl}, c.Ops[arch.ClassShuffle].Latency},
		{ir.Instr{Op: ir.Redux}, c.Ops[arch.ClassReduce].Latency},
		{ir.Instr{Op: ir.Setp}, c.Ops[arch.ClassCompare].Latency},
		{ir.Instr{Op: ir.Add}, c.Ops[arch.ClassAdd].Latency},
	} {
		if got := CUDA13.Latency(&test.in); got < test.clock || got > test.clock+address {
			t.Errorf("%v: the scheduler assumes %d cycles, the H200 takes %d", test.in.Op, got, test.clock)
		}
	}
}

var (
	source   = regexp.MustCompile(`\bguess\b|\bLLVM: \w+|\barch\.Clock\b|\b(h[12]00/[\w/]+\.(?:txt|csv|cu))\b`)
	profiles = []string{"cuda13.go"}
)

// TestNumbersHaveSources: a comment names the source of each number of a profile, on its line,
// on the line of the literal around it, or above it. A measurement that it names exists.
func TestNumbersHaveSources(t *testing.T) {
	numbers := 0
	for _, file := range profiles {
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, file, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		comments := commentsByLine(fset, f)
		var around []int // the lines of the fields around
		ast.PreorderStack(f, nil, func(n ast.Node, stack []ast.Node) bool {
			lit, ok := n.(*ast.BasicLit)
			if !ok || lit.Kind != token.INT || lit.Value == "0" {
				return true
			}
			around = around[:0]
			for _, s := range append(stack, n) {
				if kv, ok := s.(*ast.KeyValueExpr); ok {
					around = append(around, fset.Position(kv.Pos()).Line)
				}
			}
			numbers++
			if !sourced(t, comments, around) {
				t.Errorf("%v: no comment names the source of %s", fset.Position(lit.Pos()), lit.Value)
			}
			return true
		})
	}
	if numbers < 50 {
		t.Errorf("%d numbers found, want at least 50", numbers)
	}
}

// commentsByLine returns the comments that speak of each line: one behind code speaks of its
// own line, another one of the line below.
func commentsByLine(fset *token.FileSet, f *ast.File) map[int]string {
	code := map[int]bool{}
	ast.Inspect(f, func(n ast.Node) bool {
		if kv, ok := n.(*ast.KeyValueExpr); ok {
			code[fset.Position(kv.Pos()).Line] = true
		}
		return true
	})
	comments := map[int]string{}
	for _, g := range f.Comments {
		line := fset.Position(g.Pos()).Line
		if !code[line] {
			line = fset.Position(g.End()).Line + 1
		}
		comments[line] += g.Text()
	}
	return comments
}

// sourced reports whether a comment of one of the lines names a source.
func sourced(t *testing.T, comments map[int]string, lines []int) bool {
	for _, line := range lines {
		m := source.FindStringSubmatch(comments[line])
		if m == nil {
			continue
		}
		if m[1] != "" {
			if _, err := os.Stat(filepath.Join(validation, m[1])); err != nil {
				t.Errorf("there is no measurement %s", m[1])
			}
		}
		return true
	}
	return false
}

// TestLaunchBounds: registers per thread are those of ptxas 13 for sm_90, for a kernel that could use
// more. It ignores bounds that no SM can hold.
func TestLaunchBounds(t *testing.T) {
	s, err := arch.Find("H200")
	if err != nil {
		t.Fatal(err)
	}
	p := new(Profile) // the rule is of every compiler
	for _, c := range []struct{ threads, blocks, limit int }{
		{256, 8, 32}, {1024, 1, 64}, {2048, 1, 32}, {1024, 2, 32},
		{160, 8, 48}, {96, 5, 128}, {700, 2, 40}, {288, 2, 96}, {288, 1, 168}, {416, 3, 48}, {64, 9, 96}, {33, 12, 80},
		{1024, 3, 64}, {700, 3, 80}, {256, 33, 255}, {2049, 0, 255}, {math.MaxInt32, 1, 255},
	} {
		k := &ir.Kernel{MaxThreads: c.threads, MinBlocks: c.blocks}
		if got := p.RegisterLimit(s, k, 0); got != c.limit {
			t.Errorf("__launch_bounds__(%d, %d): got at most %d registers, want %d", c.threads, c.blocks, got, c.limit)
		}
	}
}

// TestHeldAsMeasured compares what divisions of integers hold with the values that are live in ptxas's code: a
// sum needs its operands and its result.
func TestHeldAsMeasured(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(validation, "h200/compiler/held.txt"))
	if err != nil {
		t.Fatal(err)
	}
	live := map[string]int{}
	for row := range strings.Lines(string(text)) {
		var name string
		var n int
		if _, err := fmt.Sscan(row, &name, &n); err != nil {
			t.Fatal(err)
		}
		live[name] = n
	}
	for name, in := range map[string]*ir.Instr{
		"div_s32": {Op: ir.Div, Type: ir.S32}, "rem_s32": {Op: ir.Rem, Type: ir.S32},
		"div_u32": {Op: ir.Div, Type: ir.U32}, "rem_u32": {Op: ir.Rem, Type: ir.U32},
	} {
		if got, want := CUDA13.Held(in), live[name]-live["sum_s32"]; got != want {
			t.Errorf("%s holds %d registers, measured %d", name, got, want)
		}
	}
}
