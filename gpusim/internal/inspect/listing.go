package inspect

// This file puts the instructions of a kernel beside the lines that they come from.

import (
	"fmt"
	"strings"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/report"
)

// listing is a listing under construction.
type listing struct {
	report.Listing
	line func(diag.Pos) string
}

// Listing returns the instructions of a kernel compiled for a device beside the
// source; line gives the text of a source line.
func Listing(s *arch.Spec, k *ir.Kernel, line func(diag.Pos) string) report.Listing {
	l := listing{report.Listing{Kernel: k.Name, Device: s.Name}, line}
	for _, b := range k.Blocks {
		label := strings.TrimSuffix(fmt.Sprintf("L%d: %s", b.ID, b.Label), ": ")
		for _, in := range b.Instrs {
			l.add(k.Frame(in.Pos).Pos, label, k.InstrString(in))
			label = ""
		}
	}
	return l.Listing
}

// add appends an instruction to the last row, or begins one: at a label, and
// where the line changes.
func (l *listing) add(pos diag.Pos, label, code string) {
	n := len(l.Rows)
	if n == 0 || label != "" || l.Rows[n-1].File != pos.File || l.Rows[n-1].Line != pos.Line {
		l.Rows = append(l.Rows, report.ListingRow{File: pos.File, Line: pos.Line, Source: strings.TrimSpace(l.line(pos)), Label: label})
		n++
	}
	l.Rows[n-1].Code = append(l.Rows[n-1].Code, code)
}
