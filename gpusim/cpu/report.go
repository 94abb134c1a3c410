package cpu

// This file turns what was counted into metrics, by the whole run and by source line.

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/simt"
	"gpucourse/gpusim/report"
)

// Touch is one load or store.
type Touch struct {
	Array string // the parameter's name; "" of the thread's own memory
	Index int    // of the element
	Addr  uint64
	Bytes int
	Store bool
	Level int // that had the line: 0 is L1, len(Spec.Levels) memory
}

// Value is one counter.
type Value struct {
	Name  string  `json:"name"` // perf's, where it has one
	Value float64 `json:"value"`
	Unit  string  `json:"unit"`
}

// Values are counters in the order of the report.
type Values []Value

// Get returns the counter of that name, and whether there is one.
func (v Values) Get(name string) (float64, bool) {
	for _, value := range v {
		if value.Name == name {
			return value.Value, true
		}
	}
	return 0, false
}

// Line is the counters of one source line.
type Line struct {
	Pos     diag.Pos `json:"pos"`
	Source  string   `json:"source"`
	Metrics Values   `json:"metrics"`
}

// Report is what a run did.
type Report struct {
	CPU      string  `json:"cpu"`
	Function string  `json:"function"`
	Metrics  Values  `json:"metrics"`
	Time     Time    `json:"time"`
	Lines    []Line  `json:"lines"`
	Spec     Spec    `json:"-"`
	Walk     []Touch `json:"-"` // the first accesses, one by one
}

// counts is what some instructions did.
type counts struct {
	levels []LevelCounts
	flops  uint64
}

func (c *counts) plus(levels []LevelCounts, flops uint64) {
	for i := range levels {
		c.levels[i].plus(&levels[i])
	}
	c.flops += flops
}

// memory is what crosses between the last cache and memory, in lines.
func (c *counts) memory() (read, written uint64) {
	last := &c.levels[len(c.levels)-1]
	return last.linesIn(), last.LinesOut
}

// flopsOf is how many operations on floating-point numbers an instruction is.
var flopsOf = map[ir.Op]uint64{ir.Add: 1, ir.Sub: 1, ir.Mul: 1, ir.Div: 1, ir.Fma: 2, ir.Min: 1, ir.Max: 1, ir.Math: 1}

// report computes the report of a run.
func (m *Machine) report(f *Function, w *watch, result *simt.Result) *Report {
	r := &Report{CPU: m.Spec.Name, Function: f.Name(), Spec: m.Spec, Walk: w.walk}
	all := counts{levels: slices.Clone(w.end)}
	byPos := map[diag.Pos]*counts{}
	for pc, in := range f.code.Program().Instrs {
		flops := uint64(0)
		if in.Type.Float() {
			flops = flopsOf[in.Op] * result.Threads[pc]
		}
		all.plus(w.byPC[pc], flops)
		if pos := f.pos(pc); pos.Line > 0 && (w.byPC[pc] != nil || flops > 0) {
			if byPos[pos] == nil {
				byPos[pos] = &counts{levels: make([]LevelCounts, len(w.end))}
			}
			byPos[pos].plus(w.byPC[pc], flops)
		}
	}
	r.Time = m.Spec.bound(&all)
	r.Metrics = append(m.Spec.values(&all),
		Value{"line-bytes-used", w.caches.usedBytes(), "bytes per line"}, Value{"cycles", r.Time.Cycles, "cycles"})
	for pos, c := range byPos {
		r.Lines = append(r.Lines, Line{Pos: pos, Source: strings.TrimSpace(f.code.Unit.Line(pos)), Metrics: m.Spec.values(c)})
	}
	slices.SortFunc(r.Lines, func(a, b Line) int {
		return cmp.Or(cmp.Compare(a.Pos.File, b.Pos.File), cmp.Compare(a.Pos.Line, b.Pos.Line))
	})
	return r
}

// event is what perf calls the events of level i: those of the first cache and
// of the last have names there.
func (s *Spec) event(i int) string {
	switch i {
	case 0:
		return "L1-dcache"
	case len(s.Levels) - 1:
		return "LLC"
	}
	return s.Levels[i].Name
}

// values lists the counters.
func (s *Spec) values(c *counts) Values {
	var v Values
	for i := range c.levels {
		n, event := &c.levels[i], s.event(i)
		for _, x := range []struct {
			what  string
			count uint64
		}{{"loads", n.Loads}, {"load-misses", n.LoadMisses}, {"stores", n.Stores}, {"store-misses", n.StoreMisses}} {
			v = append(v, Value{event + "-" + x.what, float64(x.count), "events"})
		}
		v = append(v, Value{event + "-lines-out", float64(n.LinesOut), "lines"})
	}
	read, written := c.memory()
	return append(v,
		Value{"memory-lines-read", float64(read), "lines"},
		Value{"memory-lines-written", float64(written), "lines"},
		Value{"memory-bytes", float64(read+written) * float64(s.LineBytes), "bytes"},
		Value{"flops", float64(c.flops), "operations"})
}

// Metric returns a counter of the whole run by its name, and whether there is one.
func (r *Report) Metric(name string) (float64, bool) { return r.Metrics.Get(name) }

// JSON returns the report for other programs.
func (r *Report) JSON() ([]byte, error) { return json.MarshalIndent(r, "", "  ") }

// String returns the report as tables: the counters, what bounds the time, and
// the source lines.
func (r *Report) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s on one core of %s\n", r.Function, r.CPU)
	fmt.Fprintf(&b, "time %v\n\n", r.Time)
	metrics := report.NewTable("<count", "counter", "unit")
	for _, v := range r.Metrics {
		if v.Value != 0 {
			metrics.Add(report.Number(v.Value), v.Name, v.Unit)
		}
	}
	parts := report.NewTable("<cycles", "at least, for")
	for _, p := range r.Time.Parts {
		parts.Add(report.Number(p.Cycles), p.Name)
	}
	fmt.Fprintf(&b, "%s\n\n%s\n", metrics, parts)
	if len(r.Lines) > 0 {
		fmt.Fprintf(&b, "\n%s\n", r.lineTable())
	}
	return b.String()
}

// LineCounters lists the counters that are shown beside a source line.
func LineCounters() []string {
	return []string{"L1-dcache-loads", "L1-dcache-load-misses", "L1-dcache-stores", "L1-dcache-store-misses", "memory-lines-read"}
}

// lineTable shows what the source lines asked of the first cache and of memory.
func (r *Report) lineTable() *report.Table {
	columns := LineCounters()
	head := []string{"line"}
	for _, c := range columns {
		head = append(head, "<"+c)
	}
	t := report.NewTable(append(head, "source")...)
	for _, l := range r.Lines {
		row := []string{l.Pos.Where()}
		for _, c := range columns {
			cell := ""
			if v, _ := l.Metrics.Get(c); v != 0 {
				cell = report.Number(v)
			}
			row = append(row, cell)
		}
		t.Add(append(row, l.Source)...)
	}
	return t
}
