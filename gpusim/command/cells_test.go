package command

// This file checks kernels in cells of a notebook: what is found must be found in the
// cell, on the line that holds the quoted source.

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cells/gonbtest"
	_ "gpucourse/internal/collect"
)

// failing is kernels that stop a launch, or whose launch is refused.
const failing = `package failing

import "gpucourse/gpusim/gpu"

// Divide divides by zero.
//
//gpusim:check -grid 1 -block 32 x=32
func Divide(x []int32) {
	x[gpu.ThreadIdx.X] = 1 / x[gpu.ThreadIdx.X]
}

// Endless never ends.
//
//gpusim:check -grid 1 -block 32 -instructions 10000 x=32
func Endless(x []int32) {
	for x[0] == 0 {
		x[1]++
	}
}

// Late is stopped by the clock.
//
//gpusim:check -grid 1 -block 32 -deadline 1ms x=32
func Late(x []int32) {
	for x[0] == 0 {
		x[1]++
	}
}

// Width has a width that is no power of two.
//
//gpusim:check -grid 1 -block 32 x=32 w=5
func Width(x []int32, w int) {
	t := gpu.ThreadIdx.X
	x[t] = gpu.ShflDownSync(gpu.FullMask, x[t], 1, w)
}

// Mask names lanes that do not take part.
//
//gpusim:check -grid 1 -block 32 x=32
func Mask(x []int32) {
	if gpu.ThreadIdx.X < 16 {
		gpu.SyncWarp(gpu.FullMask)
	}
}

// Apart waits for threads that have ended.
//
//gpusim:check -grid 1 -block 64 x=64
func Apart(x []int32) {
	if gpu.ThreadIdx.X < 32 {
		return
	}
	gpu.SyncThreads()
}

// Wide has more threads than a block may have.
//
//gpusim:check -grid 1 -block 2048 x=32
func Wide(x []int32) { x[0] = 1 }
`

// TestFindingsInCells compares what is found in a file with what is found in a cell that
// holds the text of the file, for all faulty kernels.
func TestFindingsInCells(t *testing.T) {
	extra := filepath.Join(t.TempDir(), "failing.go")
	if err := os.WriteFile(extra, []byte(failing), 0o644); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("testdata/check/faulty/*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files: %v", err)
	}
	reached := map[diag.Code]bool{}
	for _, file := range append(files, extra) {
		for _, code := range findInCells(t, file) {
			reached[code] = true
		}
	}
	for _, info := range diag.CheckCodes() {
		if !reached[info.Code] && !slices.Contains(ofPrograms, info.Code) && info.Code != diag.UnsetVariable { // which only C has
			t.Errorf("no kernel has a %s", info.Code)
		}
	}
	for _, code := range []diag.Code{
		diag.IndexOutOfRange, diag.DivideByZero, diag.InstructionBudget, diag.DeadlinePassed, diag.ShuffleWidth, diag.WarpMask,
		diag.BarrierDivergence, diag.BlockTooLarge, diag.InnerIndex,
	} {
		if !reached[code] {
			t.Errorf("no kernel has a %s", code)
		}
	}
}

// withColumn is a position in a file, as messages name those of other lines.
var withColumn = regexp.MustCompile(`[\w/]+\.go:(\d+):\d+`)

// findInCells checks the kernels of a file in a cell. It returns the codes of what was
// found.
func findInCells(t *testing.T, file string) (codes []diag.Code) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	kernels := kernelsOf(t, file)
	nb := gonbtest.New(t)
	nb.Execute("%%\nprintln()")
	cell := nb.Execute(string(text))
	nb.Execute("!ls\n%%\nprintln()")
	for _, k := range kernels {
		want, there := k.check(t), *k
		there.file = nb.Program()
		got := there.check(t)
		for i, f := range got {
			codes = append(codes, diag.Code(f.Code))
			line := nb.Line(cell, f.Line)
			if f.File != diag.CellFile(cell) || strings.TrimSpace(f.Source) != strings.TrimSpace(line) || line == "" {
				t.Errorf("%s: %s, line %d quotes %q, the cell's line is %q", k.name, f.File, f.Line, f.Source, line)
			}
			got[i].File = file
		}
		for i := range want {
			want[i].Message = withColumn.ReplaceAllString(want[i].Message, diag.CellFile(cell)+": Line $1")
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s in a file, then in a cell:\n%s", k.name, diff)
		}
	}
	return codes
}
