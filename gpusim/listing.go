package gpusim

// This file puts a kernel's instructions beside the lines they come from.

import (
	"fmt"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
)

// Listing is the instructions of a kernel, in their order, beside the source.
type Listing struct {
	Kernel, Device string
	Rows           []ListingRow
}

// ListingRow is a run of instructions that come from one line of the source. A
// line has several where others' instructions lie between its own.
type ListingRow struct {
	File   string
	Line   int
	Source string   // the line, without the space around it
	Label  string   // where branches to the first instruction go: "L2: for.body"
	Code   []string // the instructions, as Kernel.String prints them
}

// Listing compiles a kernel for a launch and returns its instructions beside the
// source. Of c it looks at Banks, Cache, MaxRegisters and Passes.
func (d *Device) Listing(kernel any, c Config) (Listing, error) {
	spec, k, err := d.codeFor(kernel, &c)
	if err != nil {
		return Listing{}, err
	}
	return ListingOf(spec, k.ir, k.unit.Line), nil
}

// ListingOf lists a kernel compiled for a device; line gives the text of a
// source line.
func ListingOf(s *Spec, k *ir.Kernel, line func(diag.Pos) string) Listing {
	l := Listing{Kernel: k.Name, Device: s.Name}
	for _, b := range k.Blocks {
		label := strings.TrimSuffix(fmt.Sprintf("L%d: %s", b.ID, b.Label), ": ")
		for _, in := range b.Instrs {
			l.add(k.Frame(in.Pos).Pos, label, k.InstrString(in), line)
			label = ""
		}
	}
	return l
}

// add appends an instruction to the last row, or begins one: at a label, and
// where the line changes.
func (l *Listing) add(pos diag.Pos, label, code string, line func(diag.Pos) string) {
	n := len(l.Rows)
	if n == 0 || label != "" || l.Rows[n-1].File != pos.File || l.Rows[n-1].Line != pos.Line {
		l.Rows = append(l.Rows, ListingRow{File: pos.File, Line: pos.Line, Source: strings.TrimSpace(line(pos)), Label: label})
		n++
	}
	l.Rows[n-1].Code = append(l.Rows[n-1].Code, code)
}

// Where names the row's line: "tile.go:12".
func (r ListingRow) Where() string { return fmt.Sprintf("%s:%d", filepath.Base(r.File), r.Line) }

// listingWidth is how much of a source line the text of a listing shows.
const listingWidth = 48

// String returns the listing as text in two columns, the source left.
func (l Listing) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s on %s\n", l.Kernel, l.Device)
	for _, r := range l.Rows {
		if r.Label != "" {
			fmt.Fprintf(&b, "%*s │ %s\n", listingWidth, "", r.Label)
		}
		left := fmt.Sprintf("%4d  %s", r.Line, strings.ReplaceAll(r.Source, "\t", " "))
		for _, code := range r.Code {
			fmt.Fprintf(&b, "%s │     %s\n", fit(left, listingWidth), code)
			left = ""
		}
	}
	return b.String()
}

// fit makes a text as wide as asked: with spaces, or with its end cut off.
func fit(s string, width int) string {
	n := utf8.RuneCountInString(s)
	if n <= width {
		return s + strings.Repeat(" ", width-n)
	}
	return string([]rune(s)[:width-1]) + "…"
}
