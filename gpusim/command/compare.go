package command

// This file is gpusim compile -compare: each half of the compiler beside nvcc's.

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/compile"
	"gpucourse/gpusim/internal/inspect"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/source"
	"gpucourse/gpusim/internal/toolchain"
	"gpucourse/gpusim/report"
)

// front is a kernel as one front end makes it: its PTX, read again.
type front struct {
	name   string
	unit   source.Unit // of the PTX
	kernel string      // its name there
	loads  map[int]accesses
	ptxas  *ir.Assembled // what ptxas makes of it
}

// accesses counts loads, stores and atomics by "ld.global.4": the operation, the space and the
// bytes per lane.
type accesses map[string]int

// String returns the accesses in the order of their names: "4 ld.global.4, st.global.4".
func (a accesses) String() string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(a)) {
		if n := a[name]; n > 1 {
			name = fmt.Sprintf("%d %s", n, name)
		}
		list = append(list, name)
	}
	return strings.Join(list, ", ")
}

// printComparison prints what both front ends make of kernels in CUDA C, line by line, and the registers
// that each back end gives to both.
func (o *compileOptions) printComparison(c *cobra.Command, path string, names []string, opt compile.Options) error {
	path, err := find(path)
	if err != nil {
		return usageError{err}
	}
	flags := o.cuda
	flags.compiler = compilerValue(source.Own)
	own, err := flags.load(path, opt.Spec)
	if err != nil {
		return err
	}
	flags.compiler = compilerValue(source.NVCC)
	real, err := flags.load(path, opt.Spec)
	if err != nil {
		return err
	}
	for _, name := range names {
		text, err := compile.PTX(own, name, opt.Spec, opt.Without)
		if err != nil {
			return err
		}
		ours, err := ownFront(c.Context(), text, opt.Spec)
		if err != nil {
			return err
		}
		theirs := &front{name: "nvcc", unit: real, kernel: name, ptxas: real.(source.Assembler).Assembled(name, opt.Spec, 0)}
		if err := cmp.Or(ours.count(), theirs.count()); err != nil {
			return err
		}
		t, err := halvesTable([]*front{ours, theirs}, opt)
		if err != nil {
			return err
		}
		fmt.Fprintf(c.OutOrStdout(), "%s for %s\n%s\n%s\n", name, opt.Spec.Name, t, linesTable(ours, theirs, real, path))
	}
	return nil
}

// ownFront reads the PTX that the own front end wrote.
func ownFront(ctx context.Context, text string, s *arch.Spec) (*front, error) {
	unit, err := source.LoadText("own.ptx", []byte(text))
	if err != nil {
		return nil, err
	}
	f := &front{name: "own", unit: unit, kernel: unit.Kernels()[0]}
	made, err := toolchain.Assemble(ctx, &toolchain.PTX{Text: []byte(text), Target: "sm_" + s.CC.Digits()}, 0)
	if err != nil {
		return nil, err
	}
	for _, a := range made {
		said := ir.Assembled(a)
		f.ptxas = &said
	}
	return f, nil
}

// count counts the accesses of each line.
func (f *front) count() error {
	k, err := f.unit.Lower(f.kernel, false)
	if err != nil {
		return err
	}
	f.loads = map[int]accesses{}
	k.EachInstr(func(in *ir.Instr) {
		if !in.Op.Facts().Memory || in.Space == ir.Param {
			return
		}
		line := k.Frame(in.Pos).Pos.Line
		if f.loads[line] == nil {
			f.loads[line] = accesses{}
		}
		f.loads[line][in.Access()]++
	})
	return nil
}

// halvesTable has a row for each front end behind which each back end stands.
func halvesTable(fronts []*front, opt compile.Options) (*report.Table, error) {
	t := report.NewTable("front end", "back end", "registers", "stack", "spill stores", "spill loads")
	for _, f := range fronts {
		alone := struct{ source.Unit }{f.unit} // which ptxas says nothing of
		k, err := compile.Kernel(alone, f.kernel, compile.Options{Spec: opt.Spec, MaxRegisters: opt.MaxRegisters})
		if err != nil {
			return nil, err
		}
		r := inspect.Resources(opt.Spec, k)
		t.Add(f.name, "own", number(r.Registers), number(r.StackFrame), number(r.SpillStores), number(r.SpillLoads))
		if a := f.ptxas; a != nil {
			t.Add(f.name, "ptxas", number(a.Registers), number(a.Stack), number(a.SpillStores), number(a.SpillLoads))
		}
	}
	return t, nil
}

// linesTable has a row for each line that accesses memory. A line that is unrolled has more
// accesses.
func linesTable(ours, theirs *front, text source.Unit, file string) *report.Table {
	t := report.NewTable("line", "own", "nvcc", "", "source")
	lines := slices.Collect(maps.Keys(ours.loads))
	lines = slices.AppendSeq(lines, maps.Keys(theirs.loads))
	slices.Sort(lines)
	for _, line := range slices.Compact(lines) {
		own, nvcc, mark := ours.loads[line].String(), theirs.loads[line].String(), ""
		if own != nvcc {
			mark = "≠"
		}
		t.Add(number(line), own, nvcc, mark, strings.TrimSpace(text.Line(diag.Pos{File: file, Line: line})))
	}
	return t
}
