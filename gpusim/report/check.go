package report

// This file says what tools found in a launch that they watched.

import (
	"fmt"
	"slices"
	"strings"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/trace"
)

// Finding is a mistake of a kernel, with the threads that showed it. A race has two
// threads, of which the first is the one whose line stands first in the source.
type Finding struct {
	diag.Diagnostic
	Tool   string       // that found it
	Title  string       // what compute-sanitizer calls it: "Race", "Uninitialized memory read"
	First  Participant  // zero when the launch ended with it: the message names the thread
	Second *Participant // nil when it is about one thread
	Count  uint64       // how often in the launch
}

// Participant is a thread and what it did.
type Participant struct {
	Kind          trace.Kind
	Pos           diag.Pos
	Source        string // the text of the line at Pos
	Block, Thread arch.Dim3
}

// Check is what tools found in a launch.
type Check struct {
	Tool           string // names of the tools, separated by commas
	Kernel, Device string
	Findings       []Finding
	Notes          []Note // where threads meet at an element, and what allows it
	Whole          bool   // false when the launch was too large to watch all accesses
	Fault          error  // ended the launch, and is the last finding; nil is none
}

// Note says which rule allows what looks like a race.
type Note struct {
	Pos   diag.Pos // of the first access that it allows
	Text  string   // "threads meet at sum: atomic and volatile accesses may …"
	Count uint64   // of accesses that it allows
}

// Add adds what tools found in another launch of the same kernel. What is found again counts
// once more.
func (r *Check) Add(o *Check) {
	for _, f := range o.Findings {
		i := slices.IndexFunc(r.Findings, func(g Finding) bool {
			return g.Code == f.Code && g.Pos == f.Pos && (g.Second == nil) == (f.Second == nil) && (f.Second == nil || g.Second.Pos == f.Second.Pos)
		})
		if i < 0 {
			r.Findings = append(r.Findings, f)
		} else {
			r.Findings[i].Count += f.Count
		}
	}
	r.Whole = r.Whole && o.Whole
}

// Diagnostics returns the findings as a list, warnings too.
func (r *Check) Diagnostics() diag.List {
	var list diag.List
	for _, f := range r.Findings {
		list = append(list, f.Diagnostic)
	}
	return list
}

// Errors returns the number of findings that are not warnings.
func (r *Check) Errors() int {
	n := 0
	for _, f := range r.Findings {
		if !f.Code.Warning() {
			n++
		}
	}
	return n
}

// severity names a finding's weight as compute-sanitizer does.
func (f *Finding) severity() string {
	if f.Code.Warning() {
		return "Warning"
	}
	return "Error"
}

// rule begins each line, as it does with compute-sanitizer.
const rule = "========="

// String returns the findings in the form of compute-sanitizer.
func (r *Check) String() string {
	var b strings.Builder
	for i := range r.Findings {
		r.Findings[i].write(&b, r.Kernel)
	}
	if !r.Whole {
		fmt.Fprintf(&b, "%s Warning: some accesses were not watched, because the launch needs more memory than a tool may take: use a smaller problem, or allow more with -checkbytes (Options.CheckBytes)\n", rule)
	}
	errors := uint64(r.Errors())
	of := strings.ToUpper(r.Tool)
	if strings.Contains(of, ",") {
		of = "ERROR"
	}
	fmt.Fprintf(&b, "%s %s SUMMARY: %s, %s", rule, of, diag.Count(errors, "errors"), diag.Count(uint64(len(r.Findings))-errors, "warnings"))
	return b.String()
}

// Allowed returns the notes, one per line.
func (r *Check) Allowed() string {
	var b strings.Builder
	for _, n := range r.Notes {
		fmt.Fprintf(&b, "%s Note: %s, at %s [%s]\n", rule, n.Text, n.Pos.Where(), diag.Count(n.Count, "times"))
	}
	return b.String()
}

// write writes the finding: what and where, the second thread of a race, the message.
func (f *Finding) write(b *strings.Builder, kernel string) {
	fmt.Fprintf(b, "%s %s: %s", rule, f.severity(), f.Title)
	if f.Second == nil {
		fmt.Fprintf(b, " at %s in %s [%s]\n", kernel, f.Pos.Where(), diag.Count(f.Count, "times"))
	} else {
		fmt.Fprintf(b, " reported between %s at %s in %s\n", access(f.First.Kind), kernel, f.First.Pos.Where())
		fmt.Fprintf(b, "%s     and %s at %s in %s [%s]\n", rule, access(f.Second.Kind), kernel, f.Second.Pos.Where(), diag.Count(f.Count, "hazards"))
	}
	fmt.Fprintf(b, "%s     %s\n%s     What to do: %s [%s]\n", rule, f.What(), rule, f.Hint, f.Code)
}

// access names a kind of access as compute-sanitizer does.
func access(k trace.Kind) string {
	return [...]string{trace.Load: "Read access", trace.Store: "Write access", trace.Atomic: "Atomic access"}[k]
}
