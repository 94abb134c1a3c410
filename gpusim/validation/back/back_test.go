package main

// This file compares the passes of ptxas with ptxas: from the PTX of nvcc's front end to registers,
// and to the lengths of innermost loops.

import (
	"cmp"
	"flag"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/jedib0t/go-pretty/v6/table"
	"golang.org/x/tools/txtar"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/compile"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/isa"
	"gpucourse/gpusim/internal/source"
)

var every = flag.Bool("every", false, "compare all stored kernels instead of one of four")

// The agreement that is asked: shares of kernels, and of loops.
const (
	equalRegisters = 0.34
	nearRegisters  = 0.64 // with a difference of near at most
	near           = 2
	alikeLoops     = 0.56 // with a difference of alike at most
	alike          = 0.1
)

// worst is how many rows of the largest differences -v shows.
const worst = 40

// compared is one kernel of both compilers.
type compared struct {
	fact
	ours fact
}

// TestBack compares one of four stored kernels; all of them, and those with the largest differences:
//
//	go test ./gpusim/validation/back -every -v
func TestBack(t *testing.T) {
	list := compareAll(t)
	slices.SortStableFunc(list, func(a, b compared) int { return cmp.Compare(b.difference(), a.difference()) })
	rows := table.NewWriter()
	rows.AppendHeader(table.Row{"file", "kernel", "ptxas", "ours", "loops: instructions/accesses", "ours"})
	same, close, loops, agree := 0.0, 0.0, 0.0, 0.0
	for i, c := range list {
		switch d := c.difference(); {
		case d == 0:
			same++
			close++
		case d <= near:
			close++
		}
		n, of := c.loopsAlike()
		loops, agree = loops+float64(of), agree+float64(n)
		if i < worst || *every {
			rows.AppendRow(table.Row{c.File, c.Kernel, c.Registers, c.ours.Registers, written(c.Loops), written(c.ours.Loops)})
		}
	}
	n := float64(len(list))
	t.Logf("\n%s\n%.0f kernels: %.1f %% have ptxas's registers, %.1f %% differ by %d at most; of %.0f innermost loops %.1f %% have its length within %.0f %%",
		rows.Render(), n, 100*same/n, 100*close/n, near, loops, 100*agree/loops, 100*alike)
	if n < 100 || same < equalRegisters*n || close < nearRegisters*n || agree < alikeLoops*loops {
		t.Errorf("want at least %g equal, %g near and %g of the loops", equalRegisters, nearRegisters, alikeLoops)
	}
}

// difference is by how many registers the compilers differ.
func (c compared) difference() int {
	return max(c.Registers-c.ours.Registers, c.ours.Registers-c.Registers)
}

// loopsAlike pairs the innermost loops of both compilers in the order of the code, and returns how
// many are about as long, and how many there are.
func (c compared) loopsAlike() (n, of int) {
	for i := range min(len(c.Loops), len(c.ours.Loops)) {
		want, got := float64(c.Loops[i].Instructions), float64(c.ours.Loops[i].Instructions)
		if math.Abs(want-got) <= alike*want {
			n++
		}
	}
	return n, max(len(c.Loops), len(c.ours.Loops))
}

// compareAll compiles the stored kernels.
func compareAll(t *testing.T) (list []compared) {
	t.Helper()
	archive, facts, err := stored("testdata")
	if err != nil {
		t.Fatal(err)
	}
	units := map[string]source.Unit{}
	for i, f := range facts {
		if i%4 != 0 && !*every {
			continue
		}
		unit, known := units[f.File]
		if !known {
			unit = load(t, archive, f.File)
			units[f.File] = unit
		}
		if unit == nil {
			continue
		}
		k, err := compile.Kernel(unit, f.Kernel, compile.Options{Spec: device})
		if err != nil {
			t.Logf("%s: %s: %v", f.File, f.Kernel, err)
			continue
		}
		list = append(list, compared{f, fact{Registers: k.Usage.Registers, Loops: innermost(k)}})
	}
	return list
}

// device is what ptxas compiled for.
var device = func() *arch.Spec {
	s, err := arch.Find("H100")
	if err != nil {
		panic(err)
	}
	return s
}()

// load reads one module of the archive; nil if it holds what the simulator does not read.
func load(t *testing.T, archive *txtar.Archive, name string) source.Unit {
	t.Helper()
	i := slices.IndexFunc(archive.Files, func(f txtar.File) bool { return f.Name == name })
	unit, err := source.LoadText(strings.TrimSuffix(name, ".cu")+".ptx", archive.Files[i].Data)
	if err != nil {
		t.Log(err)
		return nil
	}
	return unit
}

// innermost returns the innermost loops of a compiled kernel, in the order of the code.
func innermost(k *ir.Kernel) (list []loop) {
	var instrs []*ir.Instr
	first := make([]int, len(k.Blocks)+1) // by block
	for i, b := range k.Blocks {
		first[i] = len(instrs)
		instrs = append(instrs, b.Instrs...)
	}
	first[len(k.Blocks)] = len(instrs)
	ops, _ := isa.Decode(device, instrs, len(k.Regs))
	loops := k.Loops(k.Dominators())
	for _, l := range loops {
		if slices.ContainsFunc(loops, func(o *ir.Loop) bool { return o.Parent == l }) {
			continue
		}
		var sum loop
		for _, b := range l.Blocks {
			for at := first[b]; at < first[b+1]; at++ {
				sum.Instructions += int(ops[at].Slots)
				if m := instrs[at].Op.Facts().Memory; m && instrs[at].Space != ir.Param && instrs[at].Space != ir.Const {
					sum.Accesses++
				}
			}
		}
		list = append(list, sum)
	}
	return list
}
