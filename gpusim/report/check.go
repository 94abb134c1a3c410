package report

// This file says what a tool found in a launch that it watched.

import (
	"fmt"
	"path/filepath"
	"strings"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/trace"
)

// Finding is two accesses that conflict. The first is the one that stands first in
// the source.
type Finding struct {
	diag.Diagnostic
	First, Second ConflictingAccess
	Count         uint64 // how often in the launch
}

// ConflictingAccess is one of the two accesses of a finding.
type ConflictingAccess struct {
	Kind          trace.Kind
	Pos           diag.Pos
	Block, Thread arch.Dim3
}

// Check is what a tool found in a launch.
type Check struct {
	Tool, Kernel, Device string
	Findings             []Finding
	Whole                bool // false when memory did not suffice to watch all accesses
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
	for _, f := range r.Findings {
		fmt.Fprintf(&b, "%s %s: Race reported between %s at %s in %s\n", rule, f.severity(), access(f.First.Kind), r.Kernel, line(f.First.Pos))
		fmt.Fprintf(&b, "%s     and %s at %s in %s [%s]\n", rule, access(f.Second.Kind), r.Kernel, line(f.Second.Pos), plural(f.Count, "hazard"))
		fmt.Fprintf(&b, "%s     %s\n%s     What to do: %s [%s]\n", rule, f.Message, rule, f.Hint, f.Code)
	}
	if !r.Whole {
		fmt.Fprintf(&b, "%s Warning: the launch uses more memory than can be watched: use a smaller problem\n", rule)
	}
	errors := uint64(r.Errors())
	all := uint64(len(r.Findings))
	fmt.Fprintf(&b, "%s %s SUMMARY: %s displayed (%s, %s)", rule, strings.ToUpper(r.Tool),
		plural(all, "hazard"), plural(errors, "error"), plural(all-errors, "warning"))
	return b.String()
}

// line names a line as compute-sanitizer does: without folders.
func line(p diag.Pos) string { return fmt.Sprintf("%s:%d", filepath.Base(p.File), p.Line) }

// access names a kind of access as compute-sanitizer does.
func access(k trace.Kind) string {
	return [...]string{trace.Load: "Read access", trace.Store: "Write access", trace.Atomic: "Atomic access"}[k]
}

// plural counts things.
func plural(n uint64, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
