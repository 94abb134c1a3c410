// Package diag defines the messages of gpusim about mistakes in kernels and in host
// calls. A message has a code, a position and a hint.
//
// A mistake of the learner is a Diagnostic: an error value that the terminal, the
// notebook or the grader shows. A mistake of gpusim itself is a panic whose text
// begins with "BUG: ".
//
// A table explains each Code, and a test produces each Code, so that no code is
// unused.
package diag

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Pos is a position in a source file, or in a cell or a declaration of a notebook
// (CellFile, DeclFile). Line and Col count from 1; 0 means unknown.
type Pos struct {
	File string
	Line int
	Col  int
}

// Diagnostic is one mistake in the source of a kernel or in a host call.
type Diagnostic struct {
	Pos     Pos
	Caller  Pos // the line of the program that made the host call; zero for mistakes in kernels
	Code    Code
	Message string // what is wrong, with the names and numbers of the source; lower case
	CUDA    string // the name of CUDA's error, "cudaErrorInvalidValue"; "" for none
	Hint    string // how to correct it; "" for none
	Source  string // the text of the line at Pos; "" when unknown
	Cause   error  // the error of the context that ended a launch, or ErrNoMemory; nil for none
}

// ErrNoMemory is the cause of an access through a pointer or slice that has no memory behind it.
var ErrNoMemory = errors.New("no memory lies there")

// Is reports whether target is the diagnostic's code.
func (d Diagnostic) Is(target error) bool { return target == d.Code }

// Unwrap returns the cause.
func (d Diagnostic) Unwrap() error { return d.Cause }

// What returns the message with the name of CUDA's error:
// `message: cudaErrorInvalidValue`.
func (d Diagnostic) What() string {
	message := d.Message
	if len(message) > longestMessage {
		message = strings.ToValidUTF8(message[:longestMessage], "") + " …"
	}
	if d.CUDA == "" {
		return message
	}
	return message + ": " + d.CUDA
}

// longestMessage is how many bytes of a message are shown: it may quote a name or a number of any length.
const longestMessage = 2000

// WithCUDA returns d with another name of CUDA's error.
func (d Diagnostic) WithCUDA(name string) Diagnostic {
	d.CUDA = name
	return d
}

// Error returns `file:line:col: message: cudaError… (hint) [code]`. The message of a
// warning begins with "warning: ".
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

// Quoted returns a Diagnostic or a List with the source lines that it lacks, and other
// errors as they are. text gives the line at a position.
func Quoted(err error, text func(Pos) string) error {
	switch e := err.(type) {
	case Diagnostic:
		if e.Source == "" {
			e.Source = text(e.Pos)
		}
		return e
	case List:
		quoted := slices.Clone(e)
		for i := range quoted {
			quoted[i] = Quoted(quoted[i], text).(Diagnostic)
		}
		return quoted
	}
	return err
}

// List is the diagnostics of one compilation or launch, in source order.
type List []Diagnostic

// ListOf returns the diagnostics that an error holds; nil if it holds no diagnostic.
func ListOf(err error) List {
	var list List
	var one Diagnostic
	switch {
	case errors.As(err, &list):
		return list
	case errors.As(err, &one):
		return List{one}
	}
	return nil
}

// shown is the number of diagnostics in the text of a List: a reader begins with the first.
const shown = 20

// Error returns the first diagnostics, one per line, and says how many follow.
func (l List) Error() string {
	var lines []string
	for _, d := range l[:min(len(l), shown)] {
		lines = append(lines, d.Error())
	}
	if more := len(l) - shown; more > 0 {
		lines = append(lines, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(lines, "\n")
}

// Unwrap returns the diagnostics, so that errors.Is finds the code of each.
func (l List) Unwrap() []error {
	errs := make([]error, len(l))
	for i, d := range l {
		errs[i] = d
	}
	return errs
}

// Sort sorts the list by file, line and column, keeps the order of equal positions,
// and removes repetitions.
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
