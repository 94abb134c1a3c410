//go:build !js

package chart

// This file makes pictures of ECharts options. ECharts itself draws them: in this process
// (engine.go), or, for cells of notebooks, in one that serves them (drawer.go).

import (
	"encoding/json"
	"fmt"
)

// drawing is what ECharts draws: options, and a size in pixels.
type drawing struct {
	Option        json.RawMessage
	Width, Height int
}

// fromOptions makes the picture of validated go-echarts options.
func fromOptions(title, alt string, options map[string]any, width, height int) *Picture {
	series, _ := options["series"].([]any) // nil if the chart has no series
	for _, s := range series {
		flatten(s.(map[string]any)["data"])
	}
	text, err := json.Marshal(options)
	if err != nil {
		panic(fmt.Sprintf("BUG: chart: options of %q: %v", title, err))
	}
	return &Picture{Title: title, Alt: alt, Width: width, Height: height, svg: redraw(draw(text, width, height), width, height), option: text}
}

// flatten writes data that have a value and nothing else as their values.
func flatten(data any) {
	list, _ := data.([]any)
	for i := range list {
		if m, ok := list[i].(map[string]any); ok && len(m) == 1 {
			list[i] = m["value"]
		}
	}
}
