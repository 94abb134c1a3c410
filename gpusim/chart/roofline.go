//go:build !js

package chart

// This file draws rooflines: operations per second against operations per byte.

import (
	"fmt"
	"math"
	"slices"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/report"
)

// Roofline draws what launches reach, on the device of the first, below what it can
// do: operations on floats per second against operations for each byte. A level of
// memory is a slope, a kind of operation a ceiling; where DRAM's slope meets a
// ceiling is a ridge point. Each launch stands once for each level, at the
// operations for each byte of that level; launches of one kernel share a colour and
// a line. Launches without operations on floats or without a time do not show.
func Roofline(reports ...*report.Report) *Picture {
	if len(reports) == 0 {
		panic("chart: Roofline of no launches")
	}
	spec := reports[0].Spec
	r := roofline{peaks: spec.Peaks(), from: 0.1, to: 100}
	runs := r.launches(reports)
	r.widen(runs)
	p := Plot{
		Title: "Roofline of " + spec.Name,
		X:     Axis{"operations on floats per byte", 10}, Y: Axis{"Gflop/s: billion operations per second", 10},
	}
	p.Series = append(r.roofs(), runs...)
	return Curve(p)
}

// giga is the unit of operations.
const giga = 1e9

// roofline is what the roofs are drawn from, and how far along the axis.
type roofline struct {
	peaks    arch.Peaks
	from, to float64
}

// level is a level of memory, and the bytes that a launch moves there.
type level struct {
	name  string
	speed float64
	moved func(*report.Report) float64
}

func (r *roofline) levels() []level {
	all := []level{
		{"DRAM", r.peaks.DRAM, bytesOf(1, "dram__bytes_read.sum", "dram__bytes_write.sum")},
		{"L2", r.peaks.L2, sectorsOf("lts__t_sectors_srcunit_tex_op_read.sum", "lts__t_sectors_srcunit_tex_op_write.sum")},
		{"L1", r.peaks.L1, sectorsOf("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum")},
	}
	return slices.DeleteFunc(all, func(l level) bool { return l.speed == 0 })
}

// bytesOf adds up metrics of which one is so many bytes.
func bytesOf(each float64, metrics ...string) func(*report.Report) float64 {
	return func(r *report.Report) float64 {
		sum := 0.0
		for _, m := range metrics {
			v, _ := r.Metric(m)
			sum += each * v
		}
		return sum
	}
}

// sectorsOf adds up metrics that count sectors.
func sectorsOf(metrics ...string) func(*report.Report) float64 {
	return func(r *report.Report) float64 { return bytesOf(float64(r.Spec.Global.SectorBytes), metrics...)(r) }
}

// roofs are the slopes, the ceilings and the ridge points.
func (r *roofline) roofs() []Series {
	top := max(r.peaks.Float, r.peaks.Double)
	var out []Series
	for i, l := range r.levels() {
		out = append(out, Series{Name: fmt.Sprintf("%s, %sbyte/s", l.name, short(l.speed)), Points: []Point{{r.from, r.from * l.speed / giga}, {top / l.speed, top / giga}}, Roof: dashes[i]})
	}
	fast := r.levels()[len(r.levels())-1].speed
	ridge := Series{Name: "ridge points of DRAM", Mark: true, Colour: len(palette)}
	for i, c := range []struct {
		name string
		peak float64
	}{{"float32", r.peaks.Float}, {"float64", r.peaks.Double}} {
		out = append(out, Series{Name: fmt.Sprintf("%s, %sflop/s", c.name, short(c.peak)), Points: []Point{{c.peak / fast, c.peak / giga}, {r.to, c.peak / giga}}, Roof: dashes[i], Ceiling: true})
		ridge.Points = append(ridge.Points, Point{c.peak / r.peaks.DRAM, c.peak / giga})
	}
	return append(out, ridge)
}

// short writes a rate with three digits and the letter of its thousands.
func short(v float64) string {
	const letters = " kMGTP"
	i := 0
	for ; v >= 1000 && i < len(letters)-1; i++ {
		v /= 1000
	}
	return fmt.Sprintf("%.3g %s", v, letters[i:i+1])
}

// launches makes a series for each kernel and level.
func (r *roofline) launches(reports []*report.Report) []Series {
	var kernels []string
	byName := map[string][]Series{}
	for _, rep := range reports {
		if _, seen := byName[rep.Kernel]; !seen {
			kernels = append(kernels, rep.Kernel)
			byName[rep.Kernel] = r.empty(rep.Kernel, len(kernels))
		}
		for i, l := range r.levels() {
			flops, seconds, bytes := flopsOf(rep), rep.Time.Microseconds/1e6, l.moved(rep)
			if flops > 0 && seconds > 0 && bytes > 0 {
				s := &byName[rep.Kernel][i]
				s.Points = append(s.Points, Point{flops / bytes, flops / seconds / giga})
			}
		}
	}
	var out []Series
	for _, name := range kernels {
		slices.Reverse(byName[name]) // DRAM on top of what may be at the same place
		out = append(out, slices.DeleteFunc(byName[name], func(s Series) bool { return len(s.Points) == 0 })...)
	}
	return out
}

// empty is the series of the n-th kernel, one a level.
func (r *roofline) empty(kernel string, n int) []Series {
	var out []Series
	for i, l := range r.levels() {
		out = append(out, Series{Name: kernel + ", by " + l.name, Colour: n, Symbol: symbols[i]})
	}
	return out
}

// symbols and dashes are ECharts' marks and lines of the levels.
var (
	symbols = []string{"diamond", "emptyCircle", "emptyTriangle"}
	dashes  = []string{"solid", "dashed", "dotted"}
)

func flopsOf(r *report.Report) float64 {
	return bytesOf(1, "flop_count_sp", "flop_count_dp")(r)
}

// widen makes room for launches beyond the usual, in powers of ten.
func (r *roofline) widen(runs []Series) {
	for _, s := range runs {
		for _, at := range s.Points {
			r.from = min(r.from, math.Pow(10, math.Floor(math.Log10(at.X))))
			r.to = max(r.to, math.Pow(10, math.Ceil(math.Log10(at.X))))
		}
	}
}
