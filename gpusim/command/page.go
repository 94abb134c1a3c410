package command

// This file writes what the workbench shows of a launch: one document with HTML for reading,
// and numbers for heat beside the source, for tables and for comparisons.

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"gpucourse/gpusim"
	"gpucourse/gpusim/chart"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/display"
	"gpucourse/gpusim/report"
)

// pageFormat is JSON for the workbench; it follows the page and may change with it.
const pageFormat = "page"

// page is a launch as the workbench shows it. A launch that failed has only Card and Mistakes;
// one that was checked has Heading and Text, too.
type page struct {
	Heading      string          `json:"heading"`
	Card         string          `json:"card"`     // HTML
	Pictures     string          `json:"pictures"` // HTML
	Microseconds float64         `json:"microseconds"`
	Tiles        []pageTile      `json:"tiles"`
	Metrics      []pageMetric    `json:"metrics"`
	Lines        []pageLine      `json:"lines"`
	Parameters   []pageParameter `json:"parameters"`
	Arrays       []pageArray     `json:"arrays"`
	Mistakes     []pageMistake   `json:"mistakes"`
	Text         string          `json:"text,omitempty"` // what a checker prints in a terminal
}

type pageTile struct {
	Name   string `json:"name"`
	Value  string `json:"value"`
	Metric string `json:"metric"`
}

type pageMetric struct {
	Group   string   `json:"group"`
	Name    string   `json:"name"`
	Aliases []string `json:"aliases,omitempty"`
	Unit    string   `json:"unit"`
	Value   string   `json:"value"`
	Meaning string   `json:"meaning"`
}

// pageLine is what a source line cost.
type pageLine struct {
	Line      int     `json:"line"`
	Time      float64 `json:"time"`      // share of the warps' time, 0 to 1
	Sectors   float64 `json:"sectors"`   // that its loads and stores moved
	Conflicts float64 `json:"conflicts"` // wavefronts beyond the least
	Accesses  string  `json:"accesses"`  // pictures of the first warp's, HTML; empty for none
	Figures   string  `json:"figures"`   // in words
}

type pageParameter struct {
	Name    string `json:"name"`
	Type    string `json:"type"`
	Accepts string `json:"accepts"`
}

// pageArray is an array that the launch wrote.
type pageArray struct {
	Name   string       `json:"name"`
	Length int          `json:"length"` // scalars
	First  []string     `json:"first"`
	Plot   [][2]float64 `json:"plot"` // least and largest value of equal parts, in their order
}

type pageMistake struct {
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Message string `json:"message"`
}

// Sizes of what a page shows of an array.
const (
	firstValues = 64
	plotParts   = 240
	mostPlotted = 1 << 30 // bytes
)

// newPage describes a launch that has ended.
func newPage(r *gpusim.Report, k *gpusim.Kernel, values gpusim.Named) page {
	p := page{Heading: display.Heading(r), Card: display.Summary(r), Pictures: display.HTML(pictures(r)...), Microseconds: r.Time.Microseconds}
	for _, t := range display.Tiles(r) {
		p.Tiles = append(p.Tiles, pageTile(t))
	}
	for _, v := range r.Metrics {
		if v.Value != 0 {
			p.Metrics = append(p.Metrics, pageMetric{v.Metric.Group, v.Metric.Name, v.Metric.NVProf, v.Metric.Unit, report.Number(v.Value), v.Metric.Meaning})
		}
	}
	p.Lines = pageLines(r)
	for _, param := range k.Parameters() {
		p.Parameters = append(p.Parameters, pageParameter{param.Name, param.Type, accepts(param)})
		if a, ok := values[param.Name].(*gpusim.Array); ok && written(r, param.Name) {
			p.Arrays = append(p.Arrays, newPageArray(param, a))
		}
	}
	return p
}

func written(r *gpusim.Report, name string) bool {
	return slices.ContainsFunc(r.Outputs, func(o report.Output) bool { return o.Name == name })
}

// accepts says what a parameter takes.
func accepts(p report.Parameter) string {
	switch {
	case p.Texture:
		return "WIDTHxHEIGHT or LENGTH with a fill, then words: " + textureFor(p)
	case p.Slice:
		return "a length, then how it is filled: " + fillExamples()
	case p.Type == "bool":
		return "true or false"
	}
	return "a number, or an expression such as 1<<20"
}

// pageLines lists the lines of the file; code from other files has no place on the page.
func pageLines(r *gpusim.Report) (list []pageLine) {
	all := 0.0
	for i := range r.Lines {
		all += float64(r.Lines[i].Cost.Issued + r.Lines[i].Cost.Stalled())
	}
	for i := range r.Lines {
		of := &r.Lines[i]
		l := pageLine{Line: of.Pos.Line, Time: float64(of.Cost.Issued+of.Cost.Stalled()) / max(all, 1)}
		l.Sectors = of.Metrics.Sum("gld_transactions", "gst_transactions", "local_load_transactions", "local_store_transactions")
		l.Conflicts = of.Metrics.Sum("shared_ld_bank_conflict", "shared_st_bank_conflict", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum")
		l.Accesses = accessesOf(r, of.Pos)
		l.Figures = l.words(of)
		list = append(list, l)
	}
	return list
}

// words are the figures of a line in a sentence's place.
func (l *pageLine) words(of *report.Line) string {
	text := fmt.Sprintf("%.0f %% of the warps' time", 100*l.Time)
	for _, m := range []struct{ metric, what string }{
		{"inst_executed", "warp instructions"},
		{"gld_transactions", "sectors loaded"}, {"gld_transactions_per_request", "per load"},
		{"gst_transactions", "sectors stored"}, {"gst_transactions_per_request", "per store"},
		{"shared_load_transactions", "wavefronts of shared loads"}, {"shared_store_transactions", "wavefronts of shared stores"},
	} {
		if v, ok := of.Metrics.Get(m.metric); ok && v != 0 {
			text += " · " + report.Number(v) + " " + m.what
		}
	}
	return text
}

// accessesOf draws the accesses of one line.
func accessesOf(r *gpusim.Report, at diag.Pos) string {
	one := *r
	one.Paths, one.Samples = nil, nil
	for _, s := range r.Samples {
		if s.Pos.File == at.File && s.Pos.Line == at.Line {
			one.Samples = append(one.Samples, s)
		}
	}
	if len(one.Samples) == 0 {
		return ""
	}
	return display.HTML(pictures(chart.First(&one))...)
}

func newPageArray(p report.Parameter, array *gpusim.Array) pageArray {
	a := pageArray{Name: p.Name, First: []string{}, Plot: [][2]float64{}}
	if p.Elem.Bytes == 0 || len(p.Elem.Scalars) == 0 {
		return a
	}
	each := len(p.Elem.Scalars)
	a.Length = array.Len() * each
	plotted := array.Len()*p.Elem.Bytes <= mostPlotted
	if !plotted {
		array = array.View(0, min(array.Len(), firstValues))
	}
	data := array.Bytes()
	at := func(i int) (float64, string) {
		s := p.Elem.Scalars[i%each]
		digits := 6
		if s.Bytes > float32Bytes {
			digits = 8
		}
		return s.Read(data[i/each*p.Elem.Bytes:], digits)
	}
	for i := range min(len(data)/p.Elem.Bytes*each, firstValues) {
		_, text := at(i)
		a.First = append(a.First, text)
	}
	parts := min(a.Length, plotParts)
	if !plotted {
		parts = 0
	}
	for part := range parts {
		low, high := math.Inf(1), math.Inf(-1)
		for i := part * a.Length / parts; i < (part+1)*a.Length/parts; i++ {
			if v, _ := at(i); !math.IsNaN(v) && !math.IsInf(v, 0) {
				low, high = min(low, v), max(high, v)
			}
		}
		if low <= high {
			a.Plot = append(a.Plot, [2]float64{report.Round(low), report.Round(high)})
		}
	}
	return a
}

// failedPage describes a launch that ended in mistakes of the source or of the run.
func failedPage(err error) page {
	p := page{Card: display.HTML(err)}
	for _, d := range diag.ListOf(err) {
		p.Mistakes = append(p.Mistakes, pageMistake{d.Pos.Line, d.Pos.Col, d.What()})
	}
	return p
}

// checkedPage describes what a checker found.
func checkedPage(found *report.Check) page {
	p := page{}
	if list := found.Diagnostics(); len(list) > 0 {
		p = failedPage(list)
	}
	errors := found.Errors()
	p.Heading = fmt.Sprintf("%s, %s", report.Counted(errors, "error"), report.Counted(len(found.Findings)-errors, "warning"))
	p.Text = found.Allowed() + found.String()
	return p
}

// JSON returns the page, ended by a newline, with <, > and & as they are.
func (p page) JSON() []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(p); err != nil {
		panic("BUG: a page has no JSON: " + err.Error())
	}
	return b.Bytes()
}
