package sweep

// This file holds what a sweep found: a row per launch.

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gpucourse/gpusim"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/report"
)

// Row is one launch. A number that the launch does not have is 0.
type Row struct {
	Point   map[string]string  `json:"point"` // by axis
	Error   string             `json:"error,omitempty"`
	Code    diag.Code          `json:"code,omitempty"` // of the error
	Cycles  float64            `json:"cycles,omitempty"`
	Time    float64            `json:"us,omitempty"` // microseconds
	Limit   string             `json:"limit,omitempty"`
	Roof    string             `json:"roof,omitempty"` // the resource that bounds the launch
	OfRoof  float64            `json:"of_roof_percent,omitempty"`
	L2      float64            `json:"l2_bytes_per_second,omitempty"`
	Sampled *Sampled           `json:"sampled,omitempty"` // nil where all blocks were executed
	Metrics map[string]float64 `json:"metrics,omitempty"` // by their names
}

// Sampled is how many blocks of a launch were executed, and of how many.
type Sampled struct {
	Executed int `json:"executed"`
	Blocks   int `json:"blocks"`
}

// String is empty where all blocks were executed.
func (s *Sampled) String() string {
	if s == nil {
		return ""
	}
	return fmt.Sprintf("%d of %d blocks", s.Executed, s.Blocks)
}

// rowOf returns the row of a launch.
func rowOf(p Point, r *report.Report, err error) Row {
	row := Row{Point: p.byAxis()}
	if err != nil {
		row.Error = err.Error()
		if list := diag.ListOf(err); len(list) > 0 {
			row.Code = list[0].Code
		}
		return row
	}
	if r.Sampled != nil {
		row.Sampled = &Sampled{r.Sampled.Executed, r.Sampled.Blocks}
	}
	row.Metrics = map[string]float64{}
	for _, v := range r.Metrics {
		row.Metrics[v.Metric.Name] = v.Value
	}
	if r.Time.Cycles == 0 {
		return row
	}
	row.Cycles, row.Time, row.Limit = r.Time.Cycles, r.Time.Microseconds, r.Time.Limit()
	sectors := r.Metrics.Sum("lts__t_sectors_srcunit_tex_op_read.sum", "lts__t_sectors_srcunit_tex_op_write.sum",
		"lts__t_sectors_srcunit_tex_op_atom.sum", "lts__t_sectors_srcunit_tex_op_red.sum")
	row.L2 = sectors * float64(r.Spec.Global.SectorBytes) / (r.Time.Microseconds / 1e6)
	if len(r.Time.Roofs) > 0 {
		row.Roof, row.OfRoof = r.Time.Roofs[0].Resource, 100*r.Time.Roofs[0].Cycles/r.Time.Cycles
	}
	return row
}

// Results are the rows of a sweep.
type Results struct {
	Of      string // what was launched
	Version string // of the simulator
	Axes    []Axis
	Rows    []Row   // in the order of points
	Missing []Point // points without a row
}

// Figure is a number of each launch that tables and pictures show.
type Figure struct {
	Name, Unit string
	of         func(*Row) (float64, bool)
}

// Of returns the figure of a launch, and whether the launch has one.
func (f Figure) Of(r *Row) (float64, bool) { return f.of(r) }

const giga = 1e9

var usual = []Figure{
	{"time", "µs", counted(1, func(r *Row) float64 { return r.Time })},
	{"DRAM", "GB/s", metric("dram__bytes.sum.per_second", giga)},
	{"L2", "GB/s", counted(giga, func(r *Row) float64 { return r.L2 })},
	{"share of the roof", "%", counted(1, func(r *Row) float64 { return r.OfRoof })},
}

// counted is a figure in a unit; a launch without a time does not have it.
func counted(unit float64, of func(*Row) float64) func(*Row) (float64, bool) {
	return func(r *Row) (float64, bool) { return of(r) / unit, r.Time > 0 }
}

// metric is a metric in a unit.
func metric(name string, unit float64) func(*Row) (float64, bool) {
	return func(r *Row) (float64, bool) {
		v, ok := r.Metrics[name]
		return v / unit, ok
	}
}

// Usual returns the figures that a sweep shows unless metrics are chosen: the time, the bandwidths of DRAM and
// L2, and the percentage of the roof.
func Usual() []Figure { return slices.Clone(usual) }

// Figures returns the figures of some metrics, by Nsight Compute's or nvprof's names.
func Figures(names ...string) (list []Figure, err error) {
	for _, name := range names {
		m := gpusim.Metrics().Lookup(name)
		if m == nil {
			return nil, fmt.Errorf("no metric is called %s; gpusim metrics lists them", name)
		}
		list = append(list, Figure{name, m.Unit, named(name)})
	}
	return list, nil
}

// named is the first metric of a name that a launch has: on some devices another metric has a name of
// nvprof.
func named(name string) func(*Row) (float64, bool) {
	return func(r *Row) (float64, bool) {
		for _, m := range gpusim.Metrics() {
			if v, ok := r.Metrics[m.Name]; ok && (m.Name == name || slices.Contains(m.NVProf, name)) {
				return v, true
			}
		}
		return 0, false
	}
}

// Table has a row per launch: its point, figures, and what limits it or why it did not run. Without figures
// it has the usual ones.
func (r *Results) Table(list ...Figure) *report.Table {
	if len(list) == 0 {
		list = usual
	}
	var titles []string
	for _, a := range r.Axes {
		if _, numbers := a.Numbers(); numbers {
			titles = append(titles, "<"+a.Name)
		} else {
			titles = append(titles, a.Name)
		}
	}
	for _, f := range list {
		titles = append(titles, fmt.Sprintf("<%s, %s", f.Name, f.Unit))
	}
	t := report.NewTable(append(titles, "roof", "limited by", "executed")...)
	for i := range r.Rows {
		t.Add(r.Rows[i].cells(r.Axes, list)...)
	}
	return t
}

// cells are the row of a table.
func (r *Row) cells(axes []Axis, list []Figure) (cells []string) {
	for _, a := range axes {
		cells = append(cells, r.Point[a.Name])
	}
	for _, f := range list {
		cell := "-"
		if v, ok := f.Of(r); ok {
			cell = figure(v)
		}
		cells = append(cells, cell)
	}
	why, _, _ := strings.Cut(r.Error, "\n")
	return append(cells, r.Roof, cmp.Or(string(r.Code), why, r.Limit), r.Sampled.String())
}

// Errors returns the different errors of launches with a code, of which the table has the code alone.
func (r *Results) Errors() (list []string) {
	for _, row := range r.Rows {
		if row.Code != "" && !slices.Contains(list, row.Error) {
			list = append(list, row.Error)
		}
	}
	return list
}

// figure writes whole numbers as they are, and others with four digits.
func figure(v float64) string {
	if v == math.Trunc(v) {
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	digits := 3 - int(math.Floor(math.Log10(math.Abs(v))))
	return strconv.FormatFloat(v, 'f', max(0, digits), 64)
}

// String returns the table with the usual figures.
func (r *Results) String() string { return r.Table().String() }
