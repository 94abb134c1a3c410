//go:build !js

package chart

// This file draws sweeps: figures of launches over sizes, shapes of blocks or devices.

import (
	"math"
	"slices"
	"strings"

	"gpucourse/gpusim/sweep"
)

// Sweep draws figures of a sweep, a picture each: over the first axis of numbers, with a line for each value
// of the first other axis. Each point of the remaining axes has pictures of its own. Without an axis of
// numbers a launch is a bar. Without figures it draws the usual ones.
func Sweep(r *sweep.Results, figures ...sweep.Figure) (pictures []*Picture) {
	if len(figures) == 0 {
		figures = sweep.Usual()
	}
	s := newSweepPlot(r)
	for _, rows := range s.groups(s.rest) {
		for _, f := range figures {
			if s.x == nil {
				pictures = append(pictures, s.bars(f, rows))
			} else {
				pictures = append(pictures, s.curves(f, rows))
			}
		}
	}
	return pictures
}

// sweepPlot is a sweep with what its axes become.
type sweepPlot struct {
	*sweep.Results
	x    *sweep.Axis // along the pictures; nil for bars
	line []string    // names of the axis that has a line per value
	rest []string    // names of the axes that have pictures per point
}

func newSweepPlot(r *sweep.Results) *sweepPlot {
	s := &sweepPlot{Results: r}
	for i, a := range r.Axes {
		_, numbers := a.Numbers()
		switch {
		case s.x == nil && numbers && len(a.Values) > 1:
			s.x = &r.Axes[i]
		case len(s.line) == 0 && len(a.Values) > 1:
			s.line = []string{a.Name}
		default:
			s.rest = append(s.rest, a.Name)
		}
	}
	if s.x == nil {
		s.line, s.rest = nil, nil
	}
	return s
}

// sweepGroup is launches with equal values on some axes.
type sweepGroup struct {
	name string // "device=H100"
	rows []*sweep.Row
}

// groups divides all rows by their values on some axes.
func (s *sweepPlot) groups(axes []string) []sweepGroup {
	rows := make([]*sweep.Row, len(s.Rows))
	for i := range s.Rows {
		rows[i] = &s.Rows[i]
	}
	return divided(rows, axes)
}

// divided groups rows by their values on some axes, in the order of the rows.
func divided(rows []*sweep.Row, axes []string) (list []sweepGroup) {
	for _, r := range rows {
		var names []string
		for _, a := range axes {
			names = append(names, a+"="+r.Point[a])
		}
		name := strings.Join(names, " ")
		i := slices.IndexFunc(list, func(g sweepGroup) bool { return g.name == name })
		if i < 0 {
			i = len(list)
			list = append(list, sweepGroup{name: name})
		}
		list[i].rows = append(list[i].rows, r)
	}
	return list
}

// title names a figure, and the point of the axes that stand still.
func (g sweepGroup) title(f sweep.Figure) string {
	title := strings.ToUpper(f.Name[:1]) + f.Name[1:]
	if strings.Contains(f.Name, "__") {
		title = f.Name
	}
	if g.name != "" {
		title += ", " + g.name
	}
	return title
}

// curves draws a figure over the axis of numbers.
func (s *sweepPlot) curves(f sweep.Figure, g sweepGroup) *Picture {
	numbers, _ := s.x.Numbers()
	p := Plot{Title: g.title(f), X: Axis{Name: s.x.Name, Log: logBase(numbers)}, Y: Axis{Name: f.Name + ", " + f.Unit}}
	low, high := math.Inf(1), 0.0
	for _, l := range divided(g.rows, s.line) {
		one := Series{Name: l.name}
		if l.name == "" {
			one.Name = f.Name
		}
		for _, r := range l.rows {
			if y, ok := f.Of(r); ok {
				one.Add(numbers[slices.Index(s.x.Values, r.Point[s.x.Name])], y)
				low, high = min(low, y), max(high, y)
			}
		}
		if len(one.Points) > 0 {
			p.Series = append(p.Series, one)
		}
	}
	const decades = 30 // from which ratio on small values would lie on the axis
	if p.X.Log != 0 && f.Unit != "%" && low > 0 && high/low > decades {
		p.Y.Log = 10
	}
	return Curve(p)
}

// bars draws a figure of each launch.
func (s *sweepPlot) bars(f sweep.Figure, g sweepGroup) *Picture {
	var list []Bar
	for _, r := range g.rows {
		if v, ok := f.Of(r); ok {
			var values []string
			for _, a := range s.Axes {
				values = append(values, r.Point[a.Name])
			}
			list = append(list, Bar{strings.Join(values, ", "), v})
		}
	}
	return Bars(g.title(f), f.Unit, list...)
}

// logBase is the base of the axis of numbers that grow by one factor; otherwise 0, for a linear axis.
func logBase(numbers []float64) int {
	const same = 0.1 // by how much factors differ at most: whole numbers are rounded
	if len(numbers) < 3 || numbers[0] <= 0 {
		return 0
	}
	factor := numbers[1] / numbers[0]
	for i := 2; i < len(numbers); i++ {
		if math.Abs(numbers[i]/numbers[i-1]/factor-1) > same {
			return 0
		}
	}
	if factor <= 1+same {
		return 0
	}
	if bits := math.Log2(factor); bits != math.Round(bits) {
		return 10
	}
	// ECharts marks each power of the base along less than ten of them.
	const powers = 10
	base := 2
	for math.Pow(float64(base), powers) <= numbers[len(numbers)-1]/numbers[0] {
		base *= 2
	}
	return base
}
