package report

// This file prints a Report for people.

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/fatih/color"
	"github.com/jedib0t/go-pretty/v6/text"
)

// String returns the report as text without colour.
func (r *Report) String() string { return r.Text(false) }

// Text returns the report as tables: the launch, every metric with both names,
// and the source lines. With colour it marks titles for a terminal.
func (r *Report) Text(colour bool) string {
	if r == nil {
		return Missing
	}
	title := color.New(color.Bold)
	if !colour {
		title.DisableColor()
	} else {
		title.EnableColor()
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s on %s (compute capability %d.%d, %s)\n",
		title.Sprint(r.Kernel), r.Spec.Name, r.Spec.CC.Major, r.Spec.CC.Minor, r.Spec.Evidence)
	for _, line := range r.Compiler.Text(r.Resources.Allocation()) {
		b.WriteString(line + "\n")
	}
	b.WriteString(r.launchText() + "\n")
	for _, group := range r.groups() {
		fmt.Fprintf(&b, "%s\n%s\n\n", title.Sprint(group[0].Metric.Group), r.metricTable(group))
	}
	if len(r.Lines) > 0 {
		fmt.Fprintf(&b, "%s\n%s\n\n", title.Sprint("By source line"), r.lineTable())
	}
	for _, o := range r.Outputs {
		b.WriteString(o.String() + "\n")
	}
	for _, p := range r.Printed {
		b.WriteString(p.String() + "\n")
	}
	for _, d := range r.Diagnostics {
		b.WriteString(d.Error() + "\n")
	}
	return b.String()
}

// launchText is the head: shape, resources, occupancy and time, a line each.
func (r *Report) launchText() string {
	o, res := r.Occupancy, r.Resources
	lines := []string{
		fmt.Sprintf("grid %s, block %s: %s of %s", r.Grid, r.Block, Counted(r.Grid.Count(), "block"), Counted(r.Block.Count(), "thread")),
		fmt.Sprintf("a thread: %d registers, %d bytes of local memory (spills: %d bytes stored, %d loaded); a block: %d + %d bytes of shared memory, static + dynamic",
			res.Registers, res.Local, res.SpillStores, res.SpillLoads, res.SharedStatic, res.SharedDynamic),
		fmt.Sprintf("occupancy %.0f %%: an SM holds %s, %s; limited by %s", o.Percent(), Counted(o.Blocks, "block"), Counted(o.Warps, "warp"), strings.Join(o.Limiting.Names(), " and ")),
	}
	if r.Sampled != nil {
		lines = append(lines, indented("sampled: "+r.Sampled.String()))
	}
	if t := r.Time; t.Cycles > 0 {
		lines = append(lines, fmt.Sprintf("time %s%s cycles, %.2f µs", t.AtLeast(), Number(t.Cycles), t.Microseconds), indented(t.Sentence()))
		for _, sampling := range []string{t.WaveSampling(), t.LoopSampling()} {
			if sampling != "" {
				lines = append(lines, sampling)
			}
		}
	}
	lines = append(lines, r.rulesText()...)
	for _, w := range r.WhatIf {
		lines = append(lines, w.String())
	}
	return strings.Join(lines, "\n") + "\n"
}

// rulesInText is how many rules a text shows; those behind them have the smaller gains.
const rulesInText = 3

// rulesText is what to change, a paragraph per rule.
func (r *Report) rulesText() (lines []string) {
	if len(r.Rules) > 0 {
		lines = append(lines, "what to change:")
	}
	for _, rule := range r.Rules[:min(rulesInText, len(r.Rules))] {
		lines = append(lines, indented(rule.String()))
	}
	return lines
}

// textWidth is the most characters of a line of prose.
const textWidth = 100

// indented wraps prose and indents it by two spaces.
func indented(prose string) string {
	const indent, glue = "  ", "\ue000" // no text has this character
	var b strings.Builder
	for line := range strings.Lines(text.WrapSoft(Whole(prose, glue), textWidth-len(indent))) {
		b.WriteString(indent + strings.TrimRight(strings.ReplaceAll(line, glue, " "), " \n") + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// thousands matches the space before three digits of a number.
var thousands = regexp.MustCompile(`(\d) (\d{3})\b`)

// Whole replaces the spaces inside of numbers, so that lines do not break there.
func Whole(prose, space string) string {
	once := thousands.ReplaceAllString(prose, "${1}"+space+"${2}")
	return thousands.ReplaceAllString(once, "${1}"+space+"${2}") // matches do not overlap
}

// groups splits the metrics by group and drops those in which nothing happened.
func (r *Report) groups() []Values {
	var groups []Values
	start := 0
	for i := range r.Metrics {
		if i+1 < len(r.Metrics) && r.Metrics[i+1].Metric.Group == r.Metrics[i].Metric.Group {
			continue
		}
		if g := r.Metrics[start : i+1]; !g.zero() {
			groups = append(groups, g)
		}
		start = i + 1
	}
	return groups
}

// zero reports whether all values are 0.
func (v Values) zero() bool {
	for _, value := range v {
		if value.Value != 0 {
			return false
		}
	}
	return true
}

func (r *Report) metricTable(values Values) string {
	t := NewTable("metric", "<value", "unit", "nvprof")
	for _, v := range values {
		value := Number(v.Value)
		if w := r.within(v.Metric); w > 0 {
			value += " ± " + Number(w)
		}
		t.Add(v.Metric.Name, value, v.Metric.Unit, strings.Join(v.Metric.NVProf, ", "))
	}
	return t.String()
}

// lineColumn sums some metrics of a line.
type lineColumn struct {
	Title   string
	Metrics []string
}

// lineColumns are shown beside a source line.
var lineColumns = []lineColumn{
	{"warp inst", []string{"inst_executed"}},
	{"transactions/load", []string{"gld_transactions_per_request"}},
	{"transactions/store", []string{"gst_transactions_per_request"}},
	{"wavefronts", []string{"shared_load_transactions", "shared_store_transactions"}},
	{"conflicts", []string{"shared_ld_bank_conflict", "shared_st_bank_conflict"}},
}

// cell prints the sum, or nothing when it is 0.
func (c lineColumn) cell(l Line) string {
	sum := 0.0
	for _, name := range c.Metrics {
		v, _ := l.Metrics.Get(name)
		sum += v
	}
	if sum == 0 {
		return ""
	}
	return Number(sum)
}

// sourceWidth is how much of a source line the table of lines shows.
const sourceWidth = 200

func (r *Report) lineTable() string {
	header := []string{"line"}
	for _, c := range lineColumns {
		header = append(header, "<"+c.Title)
	}
	t := NewTable(append(header, "source")...)
	for _, l := range r.Lines {
		row := []string{l.Pos.Where()}
		for _, c := range lineColumns {
			row = append(row, c.cell(l))
		}
		t.Add(append(row, cut(l.Source, sourceWidth))...)
	}
	return t.String()
}

// exact is the largest number whose digits are all known.
const exact = 1 << 53

// Counted prints a number with its noun: "1 block", "64 blocks".
func Counted(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return Number(float64(n)) + " " + noun
}

// Number prints a number with spaces between thousands and at most two decimals.
func Number(v float64) string {
	if math.Abs(v) > exact {
		return strconv.FormatFloat(v, 'g', 4, 64)
	}
	digits, fraction, _ := strings.Cut(strconv.FormatFloat(v, 'f', 2, 64), ".")
	for i := len(digits) - 3; i > 0 && digits[i-1] != '-'; i -= 3 {
		digits = digits[:i] + " " + digits[i:]
	}
	if fraction = strings.TrimRight(fraction, "0"); fraction != "" {
		return digits + "." + fraction
	}
	return digits
}

// Bytes prints a number of bytes with its unit, in steps of 1024.
func Bytes(v float64) string {
	units := []string{"B", "KB", "MB", "GB", "TB"}
	i := 0
	for ; v >= 1024 && i < len(units)-1; i++ {
		v /= 1024
	}
	return Number(v) + " " + units[i]
}

// Round keeps the 4 decimals that reports show of a number, so that a printed
// value does not show the last bits of a division.
func Round(v float64) float64 {
	const places = 1e4
	return math.Round(v*places) / places
}
