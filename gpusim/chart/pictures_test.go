package chart

// This file is the corpus of launches and plots that the tests draw. The
// samples are made as the simulator makes them, by coalesce from an access.

import (
	"fmt"
	"maps"
	"sync"

	"gpucourse/gpusim"
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/occupancy"
	"gpucourse/gpusim/report"
	"gpucourse/gpusim/trace"
)

const allocation = 0x7f0000000000

// access is one access of a full warp: lane i at start + i·stride bytes.
type access struct {
	device        string
	space         ir.Space
	kind          trace.Kind
	name, source  string
	start, stride int64
	bytes         int
	idle          trace.Mask
}

// launch is a report with that one access as its sample.
func (a access) launch() *report.Report {
	spec, err := arch.Find(a.device)
	if err != nil {
		panic(err)
	}
	base := uint64(allocation)
	if a.space != ir.Global {
		base = 0
	}
	s := report.Sample{Pos: diag.Pos{File: "kernel.go", Line: 7}, Source: "\t" + a.source, Var: a.name, Access: trace.Access{
		Space: a.space, Kind: a.kind, Bytes: a.bytes, Base: base + uint64(a.start), DX: a.stride, Width: arch.MaxLanes,
		Active: trace.Mask(uint64(1)<<spec.WarpSize-1) &^ a.idle,
	}}
	if a.space == ir.Global || a.space == ir.Local {
		s.Transactions = gpusim.Explain(spec, &s.Access).Transactions
	}
	return &report.Report{Spec: spec, Kernel: "Kernel", Samples: []report.Sample{s}}
}

func lanesCorpus() map[string]access {
	g := ir.Global
	return map[string]access{
		"lanes_unit":    {"H200", g, trace.Store, "x", "x[i] = float32(gpu.ThreadIdx.X)", 0, 4, 4, 0},
		"lanes_1000":    {"H200", g, trace.Store, "x", "x[1000*i] = float32(gpu.ThreadIdx.X)", 0, 4000, 4, 0},
		"lanes_offset":  {"H200", g, trace.Load, "in", "out[i] = in[i+1]", 4, 4, 4, 0},
		"lanes_vector":  {"H200", g, trace.Load, "v", "sum += v[i].X", 0, 16, 16, 0},
		"lanes_same":    {"H200", g, trace.Load, "x", "out[i] = x[0]", 0, 0, 4, 0},
		"lanes_idle":    {"H200", g, trace.Load, "x", "if i%2 == 0 { s += x[2*i] } // a line of source that is much too long for the room that the title leaves", 0, 8, 4, 0xaaaaaaaa},
		"lanes_fermi":   {"Tesla C2050", g, trace.Load, "in", "out[i] = in[3*i+1]", 4, 12, 4, 0},
		"lanes_kepler":  {"Tesla K20c", g, trace.Load, "in", "out[i] = in[3*i+1]", 4, 12, 4, 0},
		"lanes_segment": {"GeForce GTX 280", g, trace.Load, "in", "out[i] = in[i+1]", 4, 4, 4, 0},
		"lanes_strict":  {"GeForce 8800 GTX", g, trace.Load, "in", "out[i] = in[i+1]", 4, 4, 4, 0},
		"lanes_toy":     {"Toy4", g, trace.Load, "in", "out[i] = in[2*i]", 0, 8, 4, 0},
	}
}

func stepsCorpus() map[string]access {
	return map[string]access{
		"steps_offset": {"GeForce GTX 280", ir.Global, trace.Load, "in", "out[i] = in[i+1]", 4, 4, 4, 0},
		"steps_stride": {"GeForce GTX 280", ir.Global, trace.Load, "in", "out[i] = in[7*i]", 0, 28, 4, 0},
	}
}

func banksCorpus() map[string]access {
	return map[string]access{
		"banks_row":    {"H200", ir.Shared, trace.Load, "tile", "s += tile[0][tx]", 0, 4, 4, 0},
		"banks_two":    {"H200", ir.Shared, trace.Load, "tile", "s += tile[0][2*tx]", 0, 8, 4, 0},
		"banks_column": {"H200", ir.Shared, trace.Load, "tile", "s += tile[tx][0]", 0, 128, 4, 0},
		"banks_same":   {"H200", ir.Shared, trace.Load, "tile", "s += tile[0][0]", 0, 0, 4, 0},
		"banks_double": {"H200", ir.Shared, trace.Load, "tile", "s += tile[0][tx]", 0, 8, 8, 0},
		"banks_toy":    {"Toy4", ir.Shared, trace.Load, "a", "s += a[tx][0]", 0, 16, 4, 0},
	}
}

func constantsCorpus() map[string]access {
	return map[string]access{
		"constants_one":  {"H200", ir.Const, trace.Load, "Coef", "s += Coef.V[k]", 12, 0, 4, 0},
		"constants_all":  {"H200", ir.Const, trace.Load, "Table", "s += Table.V[tx]", 0, 4, 4, 0},
		"constants_idle": {"Toy4", ir.Const, trace.Load, "Table", "s += Table.V[tx]", 8, 8, 8, 2},
	}
}

func localsCorpus() map[string]access {
	return map[string]access{
		"locals_same":   {"H200", ir.Local, trace.Store, "a", "a[k] = in[i]", 8, 0, 4, 0},
		"locals_own":    {"H200", ir.Local, trace.Load, "a", "s += a[gpu.ThreadIdx.X%32]", 0, 4, 4, 0},
		"locals_double": {"Toy4", ir.Local, trace.Load, "a", "s += a[k]", 8, 0, 8, 2},
	}
}

// lives is a kernel of three lines, one of which is not known.
func lives() report.LiveRegisters {
	line := func(n, registers int, source string, values ...string) report.LiveLine {
		return report.LiveLine{File: "kernel.go", Source: source, LivePoint: report.LivePoint{Line: n, Instr: "add.f32 %f1, %f2, %f3", Registers: registers, Values: values}}
	}
	l := report.LiveRegisters{Kernel: "Kernel", Device: "H200", Registers: 12, Limit: 255, Lines: []report.LiveLine{
		line(7, 4, "\ti := gpu.ThreadIdx.X", "i"), line(8, 11, "\t\tsum += in[i] * weight[i]", "i", "sum"), line(9, 5, ""),
	}}
	for _, at := range l.Lines {
		l.Points = append(l.Points, at.LivePoint)
	}
	return l
}

func plots() map[string]Plot {
	var model, real []Point
	for stride := 1.0; stride <= 32; stride *= 2 {
		model = append(model, Point{stride, 4800 / min(stride, 8)})
		real = append(real, Point{stride, 3900 / min(stride, 8)})
	}
	return map[string]Plot{
		"curve_stride": {
			Title:  "Useful bandwidth against stride",
			X:      Axis{"stride, elements of 4 bytes", 2},
			Y:      Axis{"useful bandwidth, GB/s", 10},
			Series: []Series{{Name: "simulated bound", Points: model}, {Name: "measured on H200", Points: real, Measured: true}},
		},
		"curve_legend": {
			Title: "A legend of two rows",
			X:     Axis{Name: "offset, elements"},
			Y:     Axis{Name: "GB/s that threads asked for"},
			Series: []Series{
				{Name: "4-byte words, bound", Points: model, Colour: 1}, {Name: "4-byte words, measured", Points: real, Measured: true, Colour: 1},
				{Name: "8-byte words, bound", Points: model}, {Name: "8-byte words, measured", Points: real, Measured: true},
				{Name: "16-byte words, bound", Points: model}, {Name: "16-byte words, measured", Points: real, Measured: true},
			},
		},
		"curve_bytes": {
			Title:  "Cycles per load against the bytes in use",
			X:      Axis{"bytes in use", 2},
			Y:      Axis{Name: "cycles per load"},
			Series: []Series{{Name: "one thread", Points: []Point{{1 << 12, 33}, {1 << 16, 34}, {1 << 20, 270}, {1 << 26, 780}}}},
		},
		"curve_linear": {
			Title:  "Sectors against offset",
			X:      Axis{Name: "offset, elements of 4 bytes"},
			Y:      Axis{Name: "sectors per request"},
			Series: []Series{{Name: "4-byte words", Points: []Point{{0, 4}, {1, 5}, {7, 5}, {8, 4}, {9, 5}}}},
		},
	}
}

// pictures returns the whole corpus, drawn once.
var pictures = sync.OnceValue(drawAll)

// drawAll draws the whole corpus.
func drawAll() map[string]*Picture {
	all := map[string]*Picture{
		"bars": Bars("Sectors per request, by layout", "sectors per request",
			Bar{"12-byte structs", 12}, Bar{"16-byte structs, aligned", 16}, Bar{"structure of arrays", 4}),
		"nothing": Lanes(lanesCorpus()["lanes_unit"].launch(), "y"),
	}
	for name, a := range lanesCorpus() {
		all[name] = Lanes(a.launch())
	}
	for name, a := range stepsCorpus() {
		all[name] = Steps(a.launch())
	}
	maps.Copy(all, divergences())
	for name, a := range banksCorpus() {
		all[name] = Banks(a.launch())
	}
	for name, a := range constantsCorpus() {
		all[name] = Constants(a.launch())
	}
	for name, p := range plots() {
		all[name] = Curve(p)
	}
	maps.Copy(all, sweepPictures())
	maps.Copy(all, walkPictures())
	for name, p := range bankMaps() {
		all[name] = p
	}
	maps.Copy(all, timelines())
	maps.Copy(all, differenceCorpus())
	for i, p := range Occupancy("Tesla K40", kepler().OccupancyCurves(occupancy.BlockResources{Threads: 256, Registers: 40, Shared: 4096})) {
		all[fmt.Sprintf("occupancy_%d", i)] = p
	}
	for name, a := range localsCorpus() {
		all[name] = Locals(a.launch())
	}
	for name, moments := range contextsCorpus() {
		all[name] = Contexts("Contexts of two threads", moments)
	}
	maps.Copy(all, shufflesCorpus())
	maps.Copy(all, outcomesCorpus())
	maps.Copy(all, timePictures())
	all["live"] = LiveRegisters(lives())
	all["live_curve"] = LiveRegistersCurve(lives())
	all["strips"] = Strips("Points in memory", lanesCorpus()["lanes_unit"].launch().Spec, 192, stripsCorpus()...)
	all["readme"] = Stack("One store of one warp, in two kernels", all["lanes_unit"], all["lanes_1000"])
	return all
}

// stripsCorpus is structures, and a row that begins before the strip and ends
// behind it.
func stripsCorpus() []Strip {
	points := Strip{Name: "array of structures"}
	for i := range 16 {
		points.Parts = append(points.Parts, Part{Name: string("xyz"[i%3]), From: 12*(i/3) + 4*(i%3), Bytes: 4, Series: i % 3})
	}
	return []Strip{points, {Name: "row 7", Parts: []Part{{Name: "end of row 6", From: -10, Bytes: 46, Series: 0}, {Name: "row 7", From: 36, Bytes: 4004, Series: 1}}}}
}

func kepler() *gpusim.Device {
	dev, err := gpusim.Open("K40")
	if err != nil {
		panic(err)
	}
	return dev
}
