// Package diag holds what gpusim says to a learner: coded, positioned messages
// with a remedy.
//
// A Diagnostic is a value, never a panic: learner mistakes are data that flow
// to the terminal, the notebook and the grader. Mistakes of gpusim itself
// panic with a text that begins "BUG: ".
//
// Each Code stands in the table of codes.go with a meaning and an example that
// a test compiles or runs, so that a code cannot exist without being reachable.
package diag

import (
	"fmt"
	"slices"
	"strings"
)

// Pos is a place in a source file. Line and Col count from 1; 0 is unknown.
type Pos struct {
	File string
	Line int
	Col  int
}

// String returns file:line:col, leaving out what is unknown.
func (p Pos) String() string {
	switch {
	case p.Line == 0:
		return p.File
	case p.Col == 0:
		return fmt.Sprintf("%s:%d", p.File, p.Line)
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col)
}

// Diagnostic is one thing that is wrong with a learner's code or launch.
type Diagnostic struct {
	Pos     Pos
	Code    Code
	Message string // lower case, with the learner's own names and numbers
	CUDA    string // what CUDA answers in this case, by its name; "" where it has no answer
	Hint    string // what to do about it
	Source  string // the text of the line at Pos, when known
}

// What returns the message and CUDA's name: `message: cudaErrorInvalidValue`.
func (d Diagnostic) What() string {
	if d.CUDA == "" {
		return d.Message
	}
	return d.Message + ": " + d.CUDA
}

// WithCUDA returns d with the name of CUDA's error.
func (d Diagnostic) WithCUDA(name string) Diagnostic {
	d.CUDA = name
	return d
}

// Error returns `file:line:col: message: CUDA's name (hint) [code]`. A warning
// says so before its message.
func (d Diagnostic) Error() string {
	var b strings.Builder
	if s := d.Pos.String(); s != "" {
		b.WriteString(s + ": ")
	}
	if d.Code.Warning() {
		b.WriteString("warning: ")
	}
	b.WriteString(d.What())
	if d.Hint != "" {
		b.WriteString(" (" + d.Hint + ")")
	}
	fmt.Fprintf(&b, " [%s]", d.Code)
	return b.String()
}

// List is every diagnostic of one compilation or launch, in source order.
type List []Diagnostic

// Error joins the diagnostics, one a line.
func (l List) Error() string {
	lines := make([]string, len(l))
	for i, d := range l {
		lines[i] = d.Error()
	}
	return strings.Join(lines, "\n")
}

// Sort orders the list by file, line and column, keeping equal positions as
// they were found, and drops exact repetitions.
func (l List) Sort() List {
	slices.SortStableFunc(l, func(a, b Diagnostic) int {
		if c := strings.Compare(a.Pos.File, b.Pos.File); c != 0 {
			return c
		}
		if a.Pos.Line != b.Pos.Line {
			return a.Pos.Line - b.Pos.Line
		}
		return a.Pos.Col - b.Pos.Col
	})
	return slices.Compact(l)
}

// Err returns the list as an error, or nil when it is empty.
func (l List) Err() error {
	if len(l) == 0 {
		return nil
	}
	return l
}
