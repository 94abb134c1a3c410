package inspect

// This file follows the registers of a thread along a kernel.

import (
	"cmp"
	"slices"
	"strings"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/regalloc"
	"gpucourse/gpusim/report"
)

// LiveRegisters returns the registers in use around each instruction of a kernel
// compiled for a device with at most so many registers per thread, 0 for the
// device's limit; line gives the text of a source line.
func LiveRegisters(s *arch.Spec, k *ir.Kernel, most int, line func(diag.Pos) string) report.LiveRegisters {
	l := report.LiveRegisters{Kernel: k.Name, Device: s.Name, Registers: k.Usage.Registers, Limit: k.Usage.Limit}
	lines := map[diag.Pos]*report.LiveLine{}
	for _, u := range regalloc.Uses(k, regalloc.TargetOf(s, k, most)) {
		pos := k.Frame(u.In.Pos).Pos
		p := report.LivePoint{Line: pos.Line, Instr: k.InstrString(u.In), Registers: u.Words, Values: names(k, u.Held)}
		l.Points = append(l.Points, p)
		at := diag.Pos{File: pos.File, Line: pos.Line}
		if known := lines[at]; known == nil || known.Registers < p.Registers {
			lines[at] = &report.LiveLine{File: pos.File, Source: strings.TrimRight(line(pos), "\n"), LivePoint: p}
		}
	}
	for _, line := range lines {
		l.Lines = append(l.Lines, *line)
	}
	slices.SortFunc(l.Lines, func(x, y report.LiveLine) int {
		return cmp.Or(cmp.Compare(x.File, y.File), cmp.Compare(x.Line, y.Line))
	})
	return l
}

// names returns the names of values in the source, each once, in the order of
// their registers.
func names(k *ir.Kernel, regs []ir.Reg) []string {
	var list []string
	for _, r := range regs {
		if n := k.Regs[r].Name; n != "" && !slices.Contains(list, n) {
			list = append(list, n)
		}
	}
	return list
}
