//go:build !js && !notebookcell

package chart

// This file runs ECharts.

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"sync"

	"github.com/dop251/goja"
)

// echartsSource is Apache ECharts 5.6.0 as published on npm; its licence and
// notice lie beside it. The notebook server hands out the same file.
//
//go:embed static/echarts.min.js
var echartsSource string

// liveSource makes pictures live on a page; static ones label their axes with it.
//
//go:embed static/gpucourse.js
var liveSource string

// engine is the interpreter with ECharts loaded. It takes 0.2 s to start, so
// that there is one a process, and goja allows one caller at a time.
var engine struct {
	sync.Mutex
	draw goja.Callable
}

const drawScript = `(function (option, width, height) {
	var c = echarts.init(null, null, { renderer: "svg", ssr: true, width: width, height: height });
	c.setOption(gpucourse.revive(JSON.parse(option)));
	var s = c.renderToSVGString();
	c.dispose();
	return s;
})`

// widths has ECharts measure text as this package does.
const widths = `echarts.setPlatformAPI({ measureText: function (text, font) {
	var size = /([\d.]+)px/.exec(font);
	return { width: textWidth(text, size ? +size[1] : 12) };
} })`

// startEngine loads ECharts; it wants timers to exist, never to fire.
func startEngine() goja.Callable {
	vm := goja.New()
	run := func(name, src string) goja.Value {
		v, err := vm.RunScript(name, src)
		if err != nil {
			panic(fmt.Sprintf("BUG: chart: %s: %v", name, err))
		}
		return v
	}
	run("timers", "var setTimeout = function () { return 0 }, clearTimeout = setTimeout")
	run("echarts.min.js", echartsSource)
	run("gpucourse.js", liveSource)
	if err := vm.Set("textWidth", textWidth); err != nil {
		panic(fmt.Sprintf("BUG: chart: %v", err))
	}
	run("widths", widths)
	draw, _ := goja.AssertFunction(run("draw", drawScript))
	return draw
}

// draw returns the SVG that ECharts makes of options. A failure is ours: learners give
// numbers.
func draw(option []byte, width, height int) string {
	engine.Lock()
	defer engine.Unlock()
	if engine.draw == nil {
		engine.draw = startEngine()
	}
	vm := goja.New()
	v, err := engine.draw(goja.Undefined(), vm.ToValue(string(option)), vm.ToValue(width), vm.ToValue(height))
	if err != nil {
		panic(fmt.Sprintf("BUG: chart: ECharts: %v in %s", err, option))
	}
	return v.String()
}

// Serve draws for cells of notebooks, which are linked without ECharts: it reads drawings
// from r and writes the SVG of each to w, until r ends.
func Serve(r io.Reader, w io.Writer) error {
	in, out := json.NewDecoder(r), json.NewEncoder(w)
	for {
		var d drawing
		if err := in.Decode(&d); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		if err := out.Encode(draw(d.Option, d.Width, d.Height)); err != nil {
			return err
		}
	}
}
