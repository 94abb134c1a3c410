package report

// This file says in which states a small launch may leave memory.

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
)

// Outcomes lists every outcome that the memory consistency model allows for a launch.
type Outcomes struct {
	Kernel, Device string
	Elements       []string  // that the kernel writes: "out[0]"
	List           []Outcome // in ascending order of the values
	Executions     int       // consistent executions that were found
}

// Outcome is the contents of Elements when the launch has ended.
type Outcome struct {
	Values []string
	// Turns is true when threads also reach the outcome by making one access after
	// the other on one memory. Only weakly ordered memory reaches the others.
	Turns bool
	Reads []Observation // of one execution that ends so
}

// Observation is what a read returned, and the write it read from.
type Observation struct {
	Element, Value string
	Reader, Writer Operation
	Initial        bool // the value is that before the launch; there is no Writer
}

// Operation is one access of a thread.
type Operation struct {
	Block, Thread arch.Dim3
	Pos           diag.Pos
}

// String returns a table of the outcomes, and for each that needs weakly ordered
// memory the reads that lead to it.
func (o *Outcomes) String() string {
	var b strings.Builder
	fmt.Fprintln(&b, o.Title())
	t := table.NewWriter()
	head, rows := o.Table()
	t.AppendHeader(tableRow(head))
	for _, row := range rows {
		t.AppendRow(tableRow(row))
	}
	t.Style().Format.Header = 0
	fmt.Fprintln(&b, t.Render())
	b.WriteString(o.Witnesses())
	return strings.TrimSuffix(b.String(), "\n")
}

func tableRow(cells []string) (row table.Row) {
	for _, cell := range cells {
		row = append(row, cell)
	}
	return row
}

// Title says how many outcomes there are.
func (o *Outcomes) Title() string {
	return fmt.Sprintf("%s on %s: %s", o.Kernel, o.Device, diag.Count(len(o.List), "outcomes"))
}

// Table returns a row per outcome: the values, and whether threads in turns end so.
func (o *Outcomes) Table() (head []string, rows [][]string) {
	for _, x := range o.List {
		rows = append(rows, append(slices.Clone(x.Values), map[bool]string{true: "yes", false: "no"}[x.Turns]))
	}
	return append(slices.Clone(o.Elements), "in turns"), rows
}

// Witnesses returns, for each outcome that needs weakly ordered memory, the reads that lead
// to it; "" if no outcome needs it.
func (o *Outcomes) Witnesses() string {
	var b strings.Builder
	for _, x := range o.List {
		if !x.Turns {
			fmt.Fprintf(&b, "%s: threads in turns never end so. One execution:\n%s", o.describe(x), x.steps())
		}
	}
	return b.String()
}

// describe names an outcome: "out[0] = 1, out[1] = 0".
func (o *Outcomes) describe(x Outcome) string {
	parts := make([]string, len(o.Elements))
	for i, e := range o.Elements {
		parts[i] = e + " = " + x.Values[i]
	}
	return strings.Join(parts, ", ")
}

// steps lists the reads of an execution, one per line.
func (x *Outcome) steps() string {
	var b strings.Builder
	for _, r := range x.Reads {
		from := "the value before the launch"
		if !r.Initial {
			from = "written by " + r.Writer.String()
		}
		fmt.Fprintf(&b, "  %v reads %s = %s, %s\n", r.Reader, r.Element, r.Value, from)
	}
	return b.String()
}

// String returns "block (1, 0, 0) thread (0, 0, 0) at k.go:12".
func (s Operation) String() string {
	return fmt.Sprintf("block (%d, %d, %d) thread (%d, %d, %d) at %s",
		s.Block.X, s.Block.Y, s.Block.Z, s.Thread.X, s.Thread.Y, s.Thread.Z, s.Pos.Where())
}

type outcomesJSON struct {
	Device     string        `json:"device"`
	Kernel     string        `json:"kernel"`
	Elements   []string      `json:"elements"`
	Executions int           `json:"executions"`
	Outcomes   []outcomeJSON `json:"outcomes"`
}

type outcomeJSON struct {
	Values []string          `json:"values"`
	Turns  bool              `json:"turns"`
	Reads  []observationJSON `json:"reads"`
}

type observationJSON struct {
	Element string         `json:"element"`
	Value   string         `json:"value"`
	Reader  operationJSON  `json:"reader"`
	Writer  *operationJSON `json:"writer,omitempty"`
}

type operationJSON struct {
	Block  [3]int `json:"block"`
	Thread [3]int `json:"thread"`
	File   string `json:"file"`
	Line   int    `json:"line"`
}

// JSON returns the outcomes as indented JSON, ended by a newline.
func (o *Outcomes) JSON() []byte {
	doc := outcomesJSON{Device: o.Device, Kernel: o.Kernel, Elements: o.Elements, Executions: o.Executions, Outcomes: []outcomeJSON{}}
	for _, x := range o.List {
		row := outcomeJSON{Values: x.Values, Turns: x.Turns, Reads: []observationJSON{}}
		for _, r := range x.Reads {
			row.Reads = append(row.Reads, r.json())
		}
		doc.Outcomes = append(doc.Outcomes, row)
	}
	return encode(doc)
}

func (r *Observation) json() observationJSON {
	out := observationJSON{Element: r.Element, Value: r.Value, Reader: r.Reader.json()}
	if !r.Initial {
		writer := r.Writer.json()
		out.Writer = &writer
	}
	return out
}

func (s Operation) json() operationJSON {
	return operationJSON{extent(s.Block), extent(s.Thread), s.Pos.File, s.Pos.Line}
}
