//go:build !js

package chart

// This file draws curves: a figure against another, one line a series.

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"
	"github.com/go-echarts/go-echarts/v2/types"
)

// Point is one place on a curve, in the units of the axes.
type Point struct{ X, Y float64 }

// Series is one curve, or one set of measured points.
type Series struct {
	Name     string
	Points   []Point
	Measured bool   // on real hardware: drawn as diamonds without a line
	Mark     bool   // places on another series: drawn as measured points are
	Roof     string // a limit: a grey line of this type, "solid", "dashed" or "dotted", without marks
	Ceiling  bool   // with Roof: the line is black and thick
	Symbol   string // ECharts' mark of the points; "" is a circle
	Colour   int    // from 1: series that belong together share one; 0 takes the next
}

// Add adds a point.
func (s *Series) Add(x, y float64) { s.Points = append(s.Points, Point{x, y}) }

// Axis names what is counted and its unit, for example "stride, elements".
type Axis struct {
	Name string
	Log  int // base of a logarithmic axis; 0 is linear
}

// Plot is a set of curves over the same axes.
type Plot struct {
	Title  string
	X, Y   Axis
	Series []Series
}

// Size of charts, pixels.
const (
	chartWidth  = 720
	chartHeight = 400
)

// Curve draws a plot. Points that a logarithmic axis cannot show are left out.
func Curve(p Plot) *Picture {
	const firstRow, bottom = 78, 62
	names := make([]string, len(p.Series))
	for i, s := range p.Series {
		names[i] = s.Name
	}
	below := legendPitch * (legendRows(names) - 1) // what a longer legend takes
	line := charts.NewLine()
	line.SetGlobalOptions(frame(p.Title)...)
	line.SetGlobalOptions(
		charts.WithGridOpts(opts.Grid{Left: "85", Right: "64", Top: fmt.Sprint(firstRow + below), Bottom: fmt.Sprint(bottom)}),
		charts.WithXAxisOpts(xAxis(p.X)),
		charts.WithYAxisOpts(yAxis(p.Y)),
		charts.WithTooltipOpts(opts.Tooltip{Show: opts.Bool(true), Trigger: "axis"}),
	)
	for i, s := range p.Series {
		line.AddSeries(s.Name, p.points(s), look(i, s)...)
	}
	line.Validate()
	options := asMap(line.JSON())
	setBase(options, "xAxis", p.X.Log)
	setBase(options, "yAxis", p.Y.Log)
	return fromOptions(p.Title, p.alt(), options, chartWidth, chartHeight+below)
}

// legendWidth is of the picture, so that letters wider than ECharts thinks have room.
const legendWidth = "94%"

// legendPitch is from one row of a legend to the next, pixels.
const legendPitch = 22

// legendGap is behind each name of a legend, pixels.
const legendGap = 8

// frame is what all charts share: white ground, title, legend.
func frame(title string) []charts.GlobalOpts {
	return []charts.GlobalOpts{
		charts.WithInitializationOpts(opts.Initialization{BackgroundColor: panel}),
		charts.WithAnimation(false),
		charts.WithColorsOpts(palette),
		charts.WithTitleOpts(opts.Title{Title: title, Left: fmt.Sprint(margin - 5), Top: "8",
			TitleStyle: &opts.TextStyle{Color: ink, FontSize: int(titleSize)}}),
		charts.WithLegendOpts(opts.Legend{Show: opts.Bool(true), Left: fmt.Sprint(margin - 5), Top: "40", Width: legendWidth,
			TextStyle: &opts.TextStyle{Color: ink, FontSize: int(textSize), Padding: []int{0, legendGap, 0, 0}}}),
	}
}

const nameGapX, nameGapY = 38, 58

func xAxis(a Axis) opts.XAxis {
	const clear = 13 // of the lowest label of the other axis
	label := axisLabel()
	label.Margin = clear
	return opts.XAxis{Type: kind(a), Name: a.Name, NameLocation: "middle", NameGap: nameGapX, Scale: opts.Bool(true),
		AxisLabel: label, AxisLine: axisLine(), SplitLine: splitLine()}
}

func yAxis(a Axis) opts.YAxis {
	return opts.YAxis{Type: kind(a), Name: a.Name, NameLocation: "middle", NameGap: nameGapY,
		AxisLabel: axisLabel(), AxisLine: axisLine(), SplitLine: splitLine()}
}

func axisLabel() *opts.AxisLabel {
	return &opts.AxisLabel{Color: ink, FontSize: 12, HideOverlap: opts.Bool(true), ShowMinLabel: opts.Bool(true), ShowMaxLabel: opts.Bool(true)}
}

func axisLine() *opts.AxisLine { return &opts.AxisLine{LineStyle: &opts.LineStyle{Color: faint}} }

func splitLine() *opts.SplitLine {
	return &opts.SplitLine{Show: opts.Bool(true), LineStyle: &opts.LineStyle{Color: ghost}}
}

func kind(a Axis) string {
	if a.Log != 0 {
		return "log"
	}
	return "value"
}

// mostSymbols is up to how many points of a line are marked.
const mostSymbols = 40

// look gives measured points diamonds and no line, simulated ones a line with
// small circles.
func look(i int, s Series) []charts.SeriesOpts {
	if s.Colour > 0 {
		i = s.Colour - 1
	}
	c := colour(i)
	chart := opts.LineChart{Symbol: "circle", SymbolSize: 6, ShowSymbol: opts.Bool(len(s.Points) <= mostSymbols)}
	style := opts.LineStyle{Width: 2, Color: c}
	switch {
	case s.Measured, s.Mark:
		chart.Symbol, chart.SymbolSize = "diamond", 12
		style.Opacity = types.Float(opts.Float(0))
	case s.Roof != "":
		chart.Symbol = "none"
		c, style.Type = faint, s.Roof
		if s.Ceiling {
			c, style.Width = ink, 3
		}
		style.Color = c
	case s.Symbol != "":
		chart.Symbol, chart.SymbolSize = s.Symbol, 11
		style.Width = 1
	}
	return []charts.SeriesOpts{
		charts.WithLineChartOpts(chart), charts.WithLineStyleOpts(style), charts.WithItemStyleOpts(opts.ItemStyle{Color: c}),
	}
}

// legendRows is how many rows ECharts needs to name the series, by widths that
// are on the wide side.
func legendRows(names []string) int {
	const icon, room = 42.0 + legendGap, 0.94 * chartWidth
	rows, used := 1, 0.0
	for _, name := range names {
		w := icon + textWidth(name, textSize)
		if used > 0 && used+w > room {
			rows, used = rows+1, 0
		}
		used += w
	}
	return rows
}

// points returns those that the axes can show.
func (p Plot) points(s Series) []opts.LineData {
	var data []opts.LineData
	for _, at := range s.Points {
		if shows(p.X, at.X) && shows(p.Y, at.Y) {
			data = append(data, opts.LineData{Value: []float64{at.X, at.Y}})
		}
	}
	return data
}

func shows(a Axis, v float64) bool {
	return !math.IsNaN(v) && !math.IsInf(v, 0) && (a.Log == 0 || v > 0)
}

// alt tells each curve's ends and extremes.
func (p Plot) alt() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s against %s.", p.Y.Name, p.X.Name)
	for _, s := range p.Series {
		if len(s.Points) == 0 {
			continue
		}
		first, last := s.Points[0], s.Points[len(s.Points)-1]
		byY := func(a, b Point) int { return int(math.Copysign(1, a.Y-b.Y)) }
		low, high := slices.MinFunc(s.Points, byY), slices.MaxFunc(s.Points, byY)
		fmt.Fprintf(&b, " %s: %.4g at %.4g to %.4g at %.4g; least %.4g, most %.4g.",
			s.Name, first.Y, first.X, last.Y, last.X, low.Y, high.Y)
	}
	return b.String()
}

// asMap turns go-echarts' options into plain JSON values, so that what it has
// no field for can be set.
func asMap(options any) map[string]any {
	text, err := json.Marshal(options)
	if err != nil {
		panic(fmt.Sprintf("BUG: chart: %v", err))
	}
	var m map[string]any
	if err := json.Unmarshal(text, &m); err != nil {
		panic(fmt.Sprintf("BUG: chart: %v", err))
	}
	return m
}

// setBase sets the base of a logarithmic axis, which go-echarts leaves out.
func setBase(options map[string]any, axis string, base int) {
	if base != 0 {
		options[axis].([]any)[0].(map[string]any)["logBase"] = base
	}
}
