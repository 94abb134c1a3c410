// Package glossary says in plain words what the names in reports, pictures and notebooks mean:
// terms of the field, stall reasons, and all metrics.
//
// It is data. Terms and stall reasons are written here; metrics come from the metric table.
// Page prints all entries as one page, notebooks/glossary.md, to which outputs of notebooks
// link. Every entry has a heading there, and Link returns its address.
package glossary

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"gpucourse/gpusim"

	"gpucourse/gpusim/trace"
)

// File is the name of the page, beside the notebooks.
const File = "glossary.md"

// Entry explains one name.
type Entry struct {
	Name          string   // heading on the page
	Also          []string // other names that find the entry
	Meaning       string   // in plain words
	Chapter       string   // of the notebook that explains it, such as "07"; may be empty
	NsightCompute string   // the metric or section of Nsight Compute; may be empty
	NVProf        string   // nvprof's names; may be empty
	Unit          string   // of metrics
	Group         string   // "terms", "stall reasons", or the table of a report in which a metric stands
}

// Groups that are not tables of a report.
const (
	Terms        = "Terms"
	StallReasons = "Stall reasons"
)

// All returns every entry: terms by name, stall reasons, then metrics in the order of reports.
func All() []Entry {
	return slices.Concat(sortedTerms(), stallEntries(), metricEntries())
}

func sortedTerms() []Entry {
	list := slices.Clone(terms)
	for i := range list {
		list[i].Group = Terms
	}
	slices.SortStableFunc(list, func(a, b Entry) int { return cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)) })
	return list
}

// stallEntries returns an entry for each reason for which warps wait.
func stallEntries() []Entry {
	var list []Entry
	for r := range trace.NumStallReasons {
		s := stalls[r]
		list = append(list, Entry{
			Name: r.String(), Group: StallReasons, Chapter: s.chapter, NVProf: s.nvprof, NsightCompute: StallMetric(r),
			Meaning: "A warp did not issue because " + r.Meaning() + ". " + s.more,
		})
	}
	return list
}

// StallMetric is Nsight Compute's metric of a stall reason.
func StallMetric(r trace.StallReason) string {
	return "smsp__average_warps_issue_stalled_" + r.String() + "_per_issue_active.ratio"
}

// metricEntries returns an entry for each metric. A name of nvprof may have an entry of its
// own, for devices on which it counts something else.
func metricEntries() []Entry {
	var list []Entry
	for _, m := range gpusim.Metrics() {
		e := Entry{Name: m.Name, Also: m.NVProf, Meaning: m.Meaning, Unit: m.Unit, Group: m.Group, NVProf: strings.Join(m.NVProf, ", ")}
		if strings.Contains(m.Name, "__") {
			e.NsightCompute = m.Name
		}
		list = append(list, e)
	}
	return list
}

// Lookup returns the entries that a word names, or else the entries whose names hold it.
// Case and plurals do not matter.
func Lookup(word string) []Entry {
	word = strings.ToLower(strings.TrimSpace(word))
	var exact, part []Entry
	for _, e := range All() {
		switch {
		case e.named(word) || e.named(strings.TrimSuffix(word, "s")):
			exact = append(exact, e)
		case e.holds(word):
			part = append(part, e)
		}
	}
	if len(exact) > 0 {
		return exact
	}
	return part
}

func (e *Entry) names() []string { return append([]string{e.Name}, e.Also...) }

func (e *Entry) named(word string) bool {
	return slices.ContainsFunc(e.names(), func(name string) bool { return strings.ToLower(name) == word })
}

func (e *Entry) holds(part string) bool {
	return slices.ContainsFunc(e.names(), func(name string) bool { return strings.Contains(strings.ToLower(name), part) })
}

// Link is the address of a name's entry, from a notebook.
func Link(name string) string { return File + "#" + anchor(name) }

// anchor is the name of a heading as JupyterLab makes it.
func anchor(name string) string { return url.PathEscape(strings.ReplaceAll(name, " ", "-")) }

// String is the entry as text for a terminal.
func (e Entry) String() string {
	var b strings.Builder
	b.WriteString(strings.Join(e.names(), ", ") + "\n    " + e.Meaning)
	for _, line := range e.facts() {
		fmt.Fprintf(&b, "\n    %s: %s", line[0], line[1])
	}
	return b.String() + "\n"
}

// facts are the entry's small print, title and text.
func (e *Entry) facts() [][2]string {
	all := [][2]string{{"unit", e.Unit}, {"Nsight Compute", e.NsightCompute}, {"nvprof", e.NVProf}, {"chapter", e.Chapter}}
	return slices.DeleteFunc(all, func(f [2]string) bool { return f[1] == "" || f[1] == e.Name })
}
