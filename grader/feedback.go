package grader

// This file is what a learner reads: short blocks of labelled lines.

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Feedback explains one mistake.
type Feedback struct {
	Title string // what is wrong, in one line
	Place Place
	Notes []Note
	Hint  string // what to do about it
}

// Note is one labelled line.
type Note struct{ Label, Text string }

// Place is a line of the submission. Line 0 means the file as a whole.
type Place struct {
	File string
	Line int
	Text string // of the line, trimmed
}

// placeIn returns the place of a line, with its text.
func placeIn(file string, line int) Place {
	p := Place{File: file, Line: line}
	src, err := os.ReadFile(file)
	if err != nil || line == 0 {
		return p
	}
	if lines := strings.Split(string(src), "\n"); line <= len(lines) {
		p.Text = strings.TrimSpace(lines[line-1])
	}
	return p
}

// String returns "exercises/07_coalescing/kernel.go:24".
func (p Place) String() string {
	switch {
	case p.File == "":
		return ""
	case p.Line == 0:
		return shown(p.File)
	}
	return fmt.Sprintf("%s:%d", shown(p.File), p.Line)
}

// shown shortens a path to one that can be opened from the repository's root.
func shown(file string) string {
	root, err := Root()
	if err != nil {
		return file
	}
	if rel, err := filepath.Rel(root, file); err == nil && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel)
	}
	return file
}

// Root returns the folder of go.mod, at or above the working directory.
func Root() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for ; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		if dir == filepath.Dir(dir) {
			return "", fmt.Errorf("no go.mod above the working directory")
		}
	}
}

// String returns the block as printed:
//
//	wrong result: y[128] was never written
//	  at     exercises/07_coalescing/kernel.go:24
//	         y[i] = a*x[i] + y[i]
//	  got    3.25
//	  hint   …
func (f *Feedback) String() string {
	var b strings.Builder
	fmt.Fprintln(&b, f.Title)
	line := func(label, text string) {
		if text != "" {
			fmt.Fprintf(&b, "  %-7s %s\n", label, strings.ReplaceAll(text, "\n", "\n          "))
		}
	}
	line("at", f.Place.String())
	line("", f.Place.Text)
	for _, n := range f.Notes {
		line(n.Label, n.Text)
	}
	line("hint", f.Hint)
	return b.String()
}
