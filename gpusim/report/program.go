package report

// This file is what a whole program did: its kernels, its copies, its streams.

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
)

// Program is what a program did on the devices.
type Program struct {
	Launches []*Launches // in the order of their first call
	Profiled *Report     // of the launch that was asked for; nil when none was
	Timeline *Timeline
	Tool     string    // names of the tools that watched, separated by commas; empty for none
	Checks   []*Check  // what the tools found in launches, one per kernel and shape with findings
	Mistakes diag.List // of calls of the host, where tools watched
	Leaks    diag.List // memory that was not freed
}

// Launches are the launches of one kernel with one shape on one device. One of them is timed;
// the others compute results, and count as much time.
type Launches struct {
	Kernel      string
	Device      int
	Grid, Block arch.Dim3
	Shared      int // bytes of dynamic shared memory per block
	Calls       int
	Timed       *Report // nil when no launch was timed
}

// Microseconds is the time of all launches; 0 when none was timed.
func (l *Launches) Microseconds() float64 {
	if l.Timed == nil {
		return 0
	}
	return l.Timed.Time.Microseconds * float64(l.Calls)
}

// Reports are those of the timed launches, and that of the launch that was asked for.
func (p *Program) Reports() (list []*Report) {
	for _, l := range p.Launches {
		if l.Timed != nil {
			list = append(list, l.Timed)
		}
	}
	if p.Profiled != nil && !slices.Contains(list, p.Profiled) {
		list = append(list, p.Profiled)
	}
	return list
}

// Found is what the tools found in the host's part; without tools nothing.
func (p *Program) Found() diag.List {
	if p.Tool == "" {
		return nil
	}
	return append(slices.Clone(p.Mistakes), p.Leaks...)
}

// Errors is how many mistakes the tools found, without warnings.
func (p *Program) Errors() int {
	if p.Tool == "" {
		return 0
	}
	n := len(p.Found())
	for _, c := range p.Checks {
		n += c.Errors()
	}
	return n
}

// Tables are what the program did: kernels, copies, streams. Tables without rows are left out.
func (p *Program) Tables() (list []TitledTable) {
	return p.tables(func(kernel string) string { return kernel })
}

// tables are the tables with other names of kernels.
func (p *Program) tables(name func(kernel string) string) (list []TitledTable) {
	for _, t := range []TitledTable{{"Kernels", p.kernels(name)}, {"Copies", p.copies()}, {"Streams", p.streams()}} {
		if len(t.rows) > 0 {
			list = append(list, t)
		}
	}
	return list
}

// TitledTable is a table with its title.
type TitledTable struct {
	Title string
	*Table
}

// kernels has a row per kernel and shape, the longest first.
func (p *Program) kernels(name func(kernel string) string) *Table {
	list, all := slices.Clone(p.Launches), 0.0
	for _, l := range list {
		all += l.Microseconds()
	}
	slices.SortStableFunc(list, func(a, b *Launches) int { return cmp.Compare(b.Microseconds(), a.Microseconds()) })
	t := NewTable("kernel", "device", "grid", "block", "<launches", "<µs each", "<µs", "<%", "<occupancy", "limit", "what to change first")
	for _, l := range list {
		row := []string{name(l.Kernel), p.device(l.Device), short(l.Grid), short(l.Block), Number(float64(l.Calls))}
		t.Add(append(row, l.timing(all)...)...)
	}
	return t
}

// timing is the cells of what is known from the timed launch; all is the time of all kernels.
func (l *Launches) timing(all float64) []string {
	r := l.Timed
	if r == nil {
		return make([]string, 6)
	}
	rule := ""
	if len(r.Rules) > 0 {
		rule = r.Rules[0].Title()
	}
	return []string{
		Number(r.Time.Microseconds), Number(l.Microseconds()), percent(l.Microseconds() / max(all, 1e-9)),
		percent(r.Occupancy.Percent() / 100), r.Time.Limit(), rule,
	}
}

// Characters of a kernel's name in a table for people, with its template arguments and without.
const (
	mostOfName = 72
	mostOfBase = 44
)

var (
	// versions are namespaces that say for what a library was built, as in cub::_V_300500_SM_900::detail.
	versions   = regexp.MustCompile(`\b_V_\w+::|\b__\d+::`)
	namespaces = regexp.MustCompile(`\b(?:\w+::)+`)
)

// brief shortens a long name of a kernel of a library: the namespaces, and the template arguments in
// the middle.
func brief(kernel string) string {
	if len(kernel) <= mostOfName {
		return kernel
	}
	base, arguments, found := strings.Cut(versions.ReplaceAllString(kernel, ""), "<")
	for len(base) > mostOfBase && strings.Contains(base, "::") {
		_, base, _ = strings.Cut(strings.TrimPrefix(base, "…::"), "::")
		base = "…::" + base
	}
	if !found {
		return base
	}
	list := []rune(namespaces.ReplaceAllString(arguments, ""))
	if half := (mostOfName - len([]rune(base))) / 2; len(list) > 2*half {
		return base + "<" + string(list[:half]) + "…" + string(list[len(list)-half:])
	}
	return base + "<" + string(list)
}

func percent(share float64) string { return fmt.Sprintf("%.0f %%", 100*share) }

// device names a device where there are several.
func (p *Program) device(n int) string {
	if len(p.Timeline.Devices) < 2 {
		return ""
	}
	return fmt.Sprintf("%d: %s", n, p.Timeline.Devices[n])
}

// short is an extent without the last directions that are 1.
func short(d arch.Dim3) string {
	text := strings.TrimSuffix(d.String(), ",1")
	return strings.TrimSuffix(text, ",1")
}

// copies has a row per kind of copy and device.
func (p *Program) copies() *Table {
	t := NewTable("copies", "device", "<calls", "<bytes", "<µs", "<GB/s")
	moved := slices.DeleteFunc(slices.Clone(p.Timeline.Totals), func(c Total) bool { return c.Bytes == 0 })
	for _, c := range moved.by(func(c Total) Total { return Total{Device: c.Device, Name: c.Name} }) {
		t.Add(c.Name, p.device(c.Device), Number(float64(c.Count)), Number(float64(c.Bytes)), micros(c.Busy), Number(float64(c.Bytes)/float64(max(c.Busy, 1))))
	}
	return t
}

// streams has a row per stream, where there are several.
func (p *Program) streams() *Table {
	t := NewTable("stream", "device", "<pieces of work", "<µs busy", "<from µs", "<to µs")
	list := p.Timeline.Totals.by(func(c Total) Total { return Total{Device: c.Device, Stream: c.Stream} })
	if len(list) < 2 {
		return t
	}
	for _, c := range list {
		t.Add(c.Stream, p.device(c.Device), Number(float64(c.Count)), micros(c.Busy), micros(c.Start), micros(c.End))
	}
	return t
}

func micros(t time.Duration) string { return Number(float64(t) / float64(time.Microsecond)) }

// Text returns the tables, what was found, and the report that was asked for.
func (p *Program) Text(colour bool) string {
	var b strings.Builder
	for _, t := range p.tables(brief) {
		b.WriteString(t.String() + "\n\n")
	}
	b.WriteString(p.summary() + p.findings())
	if p.Profiled != nil {
		b.WriteString("\n" + p.Profiled.Text(colour))
	}
	return b.String()
}

// findings is what the tools found; without tools, how much memory was not freed.
func (p *Program) findings() string {
	if p.Tool == "" {
		return p.leaked()
	}
	var b strings.Builder
	for _, c := range p.Checks {
		b.WriteString(c.Allowed() + c.String() + "\n")
	}
	for _, d := range p.Found() {
		fmt.Fprintf(&b, "%s Error: %s\n", rule, d.Error())
	}
	fmt.Fprintf(&b, "%s PROGRAM SUMMARY: %s\n", rule, diag.Count(p.Errors(), "errors"))
	return b.String()
}

func (p *Program) leaked() string {
	if len(p.Leaks) == 0 {
		return ""
	}
	return diag.Count(len(p.Leaks), "allocations") + " not freed; -check memcheck lists them.\n"
}

// summary is how long the devices worked; empty where they did nothing that was timed.
func (p *Program) summary() string {
	from, to := p.Timeline.Extent()
	if to == from {
		return ""
	}
	repeated := 0
	for _, l := range p.Launches {
		if l.Timed != nil {
			repeated += l.Calls - 1
		}
	}
	text := fmt.Sprintf("From their first work to their last the devices take %s µs.", micros(to-from))
	if repeated > 0 {
		text += fmt.Sprintf(" %s computed results alone and count the time of the timed launch of their kernel and shape.", diag.Count(repeated, "launches"))
	}
	return text + "\n"
}
