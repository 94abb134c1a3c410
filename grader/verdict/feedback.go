package verdict

// This file holds feedback: a title, a line of the submission, labelled notes, a hint.

import (
	"fmt"
	"os"
	"strings"
	"unicode"

	"gpucourse/gpusim/diag"
)

// Feedback explains one mistake.
type Feedback struct {
	Title string // what is wrong, in one line
	At    Position
	Notes []Note
	Hint  string // what to do about it
}

// Note is a labelled text of one or more lines.
type Note struct{ Label, Text string }

// Position is a line of the submission, in a file or in a cell of a notebook. Line 0 is
// the file as a whole.
type Position struct {
	File string
	Line int
	Text string // of the line, trimmed
}

// At returns the position of gpusim's pos, with the text of its line.
func At(pos diag.Pos, text string) Position {
	return Position{File: pos.File, Line: pos.Line, Text: strings.TrimSpace(text)}
}

// LineOf returns a line of a file with its text.
func LineOf(file string, line int) Position {
	p := Position{File: file, Line: line}
	src, err := os.ReadFile(file)
	if err != nil || line == 0 {
		return p
	}
	if lines := strings.Split(string(src), "\n"); line <= len(lines) {
		p.Text = strings.TrimSpace(lines[line-1])
	}
	return p
}

// String returns "exercises/07_coalescing/kernel.go:24", or "Cell[3]: Line 7".
func (p Position) String() string { return diag.Pos{File: p.File, Line: p.Line}.Where() }

// ShortPath returns a path relative to the repository's root where it lies inside.
func ShortPath(file string) string { return diag.ShortPath(file) }

// Root returns the repository's root: the folder of go.work, at or above the working
// directory.
func Root() (string, error) { return diag.Root() }

// labelWidth is the width of the column of labels.
const labelWidth = 7

// String returns the feedback as it is printed:
//
//	wrong result: y[128] was never written
//	  at      exercises/07_coalescing/kernel.go:24
//	          y[i] = a*x[i] + y[i]
//	  got     3.25
//	  hint    …
func (f *Feedback) String() string {
	notes := []Note{{"at", f.At.String()}, {"", f.At.Text}}
	notes = append(notes, f.Notes...)
	notes = append(notes, Note{"hint", f.Hint})
	text := Printable(f.Title) + "\n"
	for _, n := range notes {
		text += n.String()
	}
	return text
}

// String returns the indented lines of a note, or "" when the text is empty.
func (n Note) String() string {
	if n.Text == "" {
		return ""
	}
	next := "\n" + strings.Repeat(" ", labelWidth+3)
	return fmt.Sprintf("  %-*s %s\n", labelWidth, n.Label, strings.ReplaceAll(Printable(n.Text), "\n", next))
}

// The most that is printed of one text. A submission may quote itself at any length.
const (
	mostLines   = 30
	mostColumns = 600
)

// Printable returns a text of bounded length, whose control characters are visible.
func Printable(text string) string {
	list := strings.Split(text, "\n")
	if len(list) > mostLines {
		list = append(list[:mostLines], fmt.Sprintf("… and %d lines more", len(list)-mostLines))
	}
	for i, line := range list {
		if runes := []rune(line); len(runes) > mostColumns {
			line = string(runes[:mostColumns]) + "…"
		}
		list[i] = strings.Map(visible, line)
	}
	return strings.Join(list, "\n")
}

// visible replaces a control character by its picture: ␛ for escape.
func visible(r rune) rune {
	switch {
	case r == '\t':
		return r
	case r < ' ':
		return '␀' + r
	case r == 0x7f:
		return '␡'
	case 0x80 <= r && r < 0xa0:
		return unicode.ReplacementChar
	}
	return r
}
