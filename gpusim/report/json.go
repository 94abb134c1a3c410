package report

// This file writes a Report as JSON. report.schema.json describes the result.

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"strings"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/occupancy"
)

// Schema is the JSON schema of what JSON, CheckedJSON, DiagnosticsJSON and Selection.JSON
// return.
//
//go:embed report.schema.json
var Schema []byte

// document is the JSON form of a Report.
type document struct {
	Device      string            `json:"device"`
	Kernel      string            `json:"kernel"`
	Grid        [3]int            `json:"grid"`
	Block       [3]int            `json:"block"`
	Resources   Resources         `json:"resources"`
	Compiler    *Compiler         `json:"compiler,omitempty"`
	Occupancy   occupancyJSON     `json:"occupancy"`
	Sampled     *Sampled          `json:"sampled,omitempty"`
	Metrics     Values            `json:"metrics"`
	Aliases     map[string]string `json:"aliases"` // nvprof name → key of metrics
	Time        *timeJSON         `json:"time,omitempty"`
	Rules       []ruleJSON        `json:"rules,omitempty"`
	Lines       []lineJSON        `json:"lines"`
	Outputs     outputs           `json:"outputs"`
	Printed     printed           `json:"printed,omitempty"`
	Diagnostics []diagnosticJSON  `json:"diagnostics"`
}

// checked is the JSON form of what a checker found.
type checked struct {
	Device      string           `json:"device"`
	Kernel      string           `json:"kernel"`
	Tool        string           `json:"tool"`
	Diagnostics []diagnosticJSON `json:"diagnostics"`
}

// failure is the JSON form of a launch that did not end.
type failure struct {
	Device      string           `json:"device"`
	Kernel      string           `json:"kernel"`
	Diagnostics []diagnosticJSON `json:"diagnostics"`
}

type occupancyJSON struct {
	Percent   float64    `json:"percent"`
	Warps     int        `json:"warps"`
	Blocks    int        `json:"blocks"`
	Limiting  []string   `json:"limiting"`
	Limits    limitsJSON `json:"limits"`
	Registers int        `json:"allocated_registers_per_block"`
	Shared    int        `json:"allocated_shared_per_block"`
}

// limitsJSON is blocks by resource; a resource that sets no limit is absent.
type limitsJSON struct {
	Warps     *int `json:"warps,omitempty"`
	Registers *int `json:"registers,omitempty"`
	Shared    *int `json:"shared_memory,omitempty"`
	Blocks    *int `json:"blocks,omitempty"`
	Barriers  *int `json:"barriers,omitempty"`
}

type timeJSON struct {
	Model        string      `json:"model"`
	Cycles       float64     `json:"cycles"`
	Microseconds float64     `json:"microseconds"`
	Limit        string      `json:"limit"`
	Explanation  string      `json:"explanation"`
	WhatIf       []WhatIf    `json:"what_if,omitempty"`
	Waves        *wavesJSON  `json:"waves,omitempty"`
	Rounds       *roundsJSON `json:"rounds,omitempty"`
}

// wavesJSON says how the time of a big grid was found from some of its blocks.
type wavesJSON struct {
	Played int     `json:"played"`
	Total  int     `json:"total"`
	Spread float64 `json:"spread"`
}

// roundsJSON says how many cycles are taken to be like others.
type roundsJSON struct {
	Cycles uint64  `json:"cycles"`
	Spread float64 `json:"spread"`
}

type ruleJSON struct {
	Name    string  `json:"name"`
	Term    string  `json:"term"`
	File    string  `json:"file,omitempty"`
	Line    int     `json:"line,omitempty"`
	Text    string  `json:"text"`
	Remedy  string  `json:"remedy"`
	Speedup float64 `json:"speedup,omitempty"`
	Basis   string  `json:"basis,omitempty"`
}

type lineJSON struct {
	File    string `json:"file"`
	Line    int    `json:"line"`
	Source  string `json:"source"`
	Metrics Values `json:"metrics"`
}

type diagnosticJSON struct {
	Code    diag.Code `json:"code"`
	Warning bool      `json:"warning,omitempty"`
	File    string    `json:"file,omitempty"`
	Line    int       `json:"line,omitempty"`
	Column  int       `json:"column,omitempty"`
	Message string    `json:"message"`
	CUDA    string    `json:"cuda,omitempty"`
	Hint    string    `json:"hint,omitempty"`
	Source  string    `json:"source,omitempty"`
}

// JSON returns the report as indented JSON, ended by a newline. The same
// report always gives the same bytes.
func (r *Report) JSON() []byte {
	return encode(document{
		Device: r.Spec.Name, Kernel: r.Kernel, Grid: extent(r.Grid), Block: extent(r.Block),
		Resources: r.Resources, Compiler: r.Compiler, Occupancy: newOccupancyJSON(r.Occupancy),
		Sampled: r.Sampled, Metrics: r.Metrics, Aliases: aliases(r.Metrics),
		Time: newTimeJSON(r.Time, r.WhatIf), Rules: rulesJSON(r.Rules),
		Lines: linesJSON(r.Lines), Outputs: outputs(r.Outputs), Printed: r.Printed, Diagnostics: diagnosticsJSON(r.Diagnostics),
	})
}

// ListJSON returns several documents as a JSON array: the launches of one command line.
func ListJSON(documents [][]byte) []byte {
	list := make([]json.RawMessage, len(documents))
	for i, d := range documents {
		list[i] = d
	}
	return encode(list)
}

// CheckedJSON returns the JSON of what a checker found in a launch.
func CheckedJSON(device, kernel, tool string, list diag.List) []byte {
	return encode(checked{device, kernel, tool, diagnosticsJSON(list)})
}

// DiagnosticsJSON returns the JSON of a launch that ended in diagnostics.
func DiagnosticsJSON(device, kernel string, list diag.List) []byte {
	return encode(failure{device, kernel, diagnosticsJSON(list)})
}

// OccupancyCurve is the occupancy over one demand: "threads", "registers" or "shared".
type OccupancyCurve struct {
	Name  string
	Steps []occupancy.Step
}

type curveJSON struct {
	Varies string     `json:"varies"`
	Steps  []stepJSON `json:"steps"`
}

type stepJSON struct {
	Value   int     `json:"value"`
	Blocks  int     `json:"blocks"`
	Warps   int     `json:"warps"`
	Percent float64 `json:"percent"`
}

// OccupancyJSON returns the JSON of an occupancy by itself, with curves through it.
func OccupancyJSON(o occupancy.Occupancy, curves []OccupancyCurve) []byte {
	var list []curveJSON
	for _, c := range curves {
		j := curveJSON{Varies: c.Name}
		for _, s := range c.Steps {
			j.Steps = append(j.Steps, stepJSON{s.Value, s.Occupancy.Blocks, s.Occupancy.Warps, Round(s.Occupancy.Percent())})
		}
		list = append(list, j)
	}
	return encode(struct {
		occupancyJSON
		Curves []curveJSON `json:"curves,omitempty"`
	}{newOccupancyJSON(o), list})
}

func newOccupancyJSON(o occupancy.Occupancy) occupancyJSON {
	limiting := []string{}
	for _, name := range o.Limiting.Names() {
		limiting = append(limiting, strings.ReplaceAll(name, " ", "_"))
	}
	l := o.Limits
	return occupancyJSON{
		Percent: Round(o.Percent()), Warps: o.Warps, Blocks: o.Blocks, Limiting: limiting,
		Limits:    limitsJSON{limited(l.Warps), limited(l.Registers), limited(l.Shared), limited(l.Blocks), limited(l.Barriers)},
		Registers: o.BlockRegisters, Shared: o.BlockShared,
	}
}

// limited returns a limit, or nil when there is none.
func limited(n int) *int {
	if n == occupancy.Unlimited {
		return nil
	}
	return &n
}

// encode returns v as this package writes JSON: indented, with <, > and & as
// they are, ended by a newline.
func encode(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		panic("BUG: a report has no JSON: " + err.Error())
	}
	return b.Bytes()
}

func newTimeJSON(t Time, w []WhatIf) *timeJSON {
	if t.Cycles == 0 {
		return nil
	}
	return &timeJSON{t.Model(), t.Cycles, Round(t.Microseconds), t.Limit(), t.Sentence(), w, newWavesJSON(t), newRoundsJSON(t)}
}

func newWavesJSON(t Time) *wavesJSON {
	if t.WaveSampling() == "" {
		return nil
	}
	w := t.Timing.Waves
	return &wavesJSON{w.Played, w.Total, w.Spread}
}

func newRoundsJSON(t Time) *roundsJSON {
	if t.LoopSampling() == "" {
		return nil
	}
	r := t.Timing.Loops
	return &roundsJSON{r.Cycles, r.Spread}
}

func rulesJSON(rules []Rule) []ruleJSON {
	out := make([]ruleJSON, len(rules))
	for i, r := range rules {
		out[i] = ruleJSON{r.Name, r.Term, r.Pos.File, r.Pos.Line, r.Text, r.Remedy, Round(r.Speedup), r.Basis}
	}
	return out
}

func extent(d arch.Dim3) [3]int { return [3]int{d.X, d.Y, d.Z} }

// aliases maps nvprof's names to the keys of the metrics present.
func aliases(v Values) map[string]string {
	m := map[string]string{}
	for _, value := range v {
		for _, name := range value.Metric.NVProf {
			m[name] = value.Metric.Name
		}
	}
	return m
}

func linesJSON(lines []Line) []lineJSON {
	out := make([]lineJSON, len(lines))
	for i, l := range lines {
		out[i] = lineJSON{l.Pos.File, l.Pos.Line, l.Source, l.Metrics}
	}
	return out
}

func diagnosticsJSON(list diag.List) []diagnosticJSON {
	out := make([]diagnosticJSON, len(list))
	for i, d := range list {
		out[i] = diagnosticJSON{d.Code, d.Code.Warning(), d.Pos.File, d.Pos.Line, d.Pos.Col, d.Message, d.CUDA, d.Hint, d.Source}
	}
	return out
}

// MarshalJSON writes the values as an object in the order of the table.
func (v Values) MarshalJSON() ([]byte, error) {
	return object(len(v), func(i int) (string, any) { return v[i].Metric.Name, v[i].Value })
}

// outputs is written as an object from array names to digests.
type outputs []Output

// MarshalJSON writes the digests in the order of the parameters.
func (o outputs) MarshalJSON() ([]byte, error) {
	return object(len(o), func(i int) (string, any) { return o[i].Name, o[i].SHA256 })
}

// object writes a JSON object whose keys stay in the order given.
func object(n int, member func(int) (string, any)) ([]byte, error) {
	b := []byte{'{'}
	for i := range n {
		key, value := member(i)
		for _, part := range []any{key, value} {
			text, err := json.Marshal(part)
			if err != nil {
				return nil, err
			}
			b = append(append(b, text...), ':')
		}
		b[len(b)-1] = ','
	}
	if n > 0 {
		b = b[:len(b)-1]
	}
	return append(b, '}'), nil
}
