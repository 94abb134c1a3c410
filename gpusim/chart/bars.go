//go:build !js

package chart

// This file draws bars: one figure of several variants.

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"
)

// Bar is one variant and its figure.
type Bar struct {
	Name  string
	Value float64
}

// Bars draws one bar per variant, lying, with its figure at the end. The unit
// names what is counted, for example "sectors per request".
func Bars(title, unit string, bars ...Bar) *Picture {
	names, data := make([]string, len(bars)), make([]opts.BarData, len(bars))
	longest := 0.0
	for i, b := range bars {
		names[i] = b.Name
		data[i] = opts.BarData{Value: fourDigits(b.Value), ItemStyle: &opts.ItemStyle{Color: colour(i)}}
		longest = max(longest, textWidth(b.Name, textSize))
	}
	bar := charts.NewBar()
	bar.SetGlobalOptions(frame(title)...)
	label := axisLabel()
	label.FontSize, label.Interval = int(textSize), "0"
	bar.SetGlobalOptions(
		charts.WithLegendOpts(opts.Legend{Show: opts.Bool(false)}),
		charts.WithGridOpts(opts.Grid{Left: fmt.Sprint(int(longest) + 30), Right: "90", Top: "50", Bottom: "60"}),
		charts.WithTooltipOpts(opts.Tooltip{Show: opts.Bool(true), Trigger: "axis"}),
		charts.WithXAxisOpts(figures(unit, most(bars))),
		charts.WithYAxisOpts(opts.YAxis{Type: "category", Data: names, Inverse: opts.Bool(true), AxisLabel: label, AxisLine: axisLine()}),
	)
	bar.AddSeries(unit, data, charts.WithLabelOpts(opts.Label{Show: opts.Bool(true), Position: "right", Color: ink, FontSize: float32(textSize)}),
		charts.WithBarChartOpts(opts.BarChart{BarCategoryGap: "35%"}))
	bar.Validate()
	const around, each = 110, 34
	return fromOptions(title, barsAlt(unit, bars), asMap(bar.JSON()), chartWidth, around+each*len(bars))
}

// figures is the axis along lying bars, of which the longest is given. Figures of
// many digits need the room of two.
func figures(unit string, longest float64) opts.XAxis {
	x := opts.XAxis{Type: "value", Name: unit, NameLocation: "middle", NameGap: nameGapX, AxisLabel: axisLabel(), SplitLine: splitLine()}
	if longest >= 1e6 {
		x.SplitNumber = 3
	}
	return x
}

// most is the largest figure.
func most(bars []Bar) (v float64) {
	for _, b := range bars {
		v = max(v, b.Value)
	}
	return v
}

// fourDigits rounds a figure to what is worth reading; counts stay whole.
func fourDigits(v float64) float64 {
	if v == math.Trunc(v) {
		return v
	}
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 4, 64), 64)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return rounded
}

func barsAlt(unit string, bars []Bar) string {
	texts := make([]string, len(bars))
	for i, b := range bars {
		texts[i] = fmt.Sprintf("%s %v", b.Name, fourDigits(b.Value))
	}
	return unit + ": " + strings.Join(texts, ", ") + "."
}
