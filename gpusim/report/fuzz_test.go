package report_test

// This file writes reports of any names, texts and numbers, and decodes them again.

import (
	"bytes"
	"encoding/binary"
	"encoding/csv"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/occupancy"
	"gpucourse/gpusim/report"
	"gpucourse/gpusim/trace"
)

// decoded is what FuzzJSON reads of a document.
type decoded struct {
	Kernel      string
	Grid        [3]int
	Metrics     map[string]float64
	Lines       []struct{ Source string }
	Diagnostics []struct {
		Message string
		Line    int
	}
}

// FuzzJSON: the JSON of a report fits the schema, and decodes to what the report holds. Its
// text does not panic.
func FuzzJSON(f *testing.F) {
	schema := compiledSchema(f)
	f.Add("Copy[float32]", "x[i] = \"<&>\"", "a race: \x1b[31m\xff", 12, 0.5)
	f.Add("", "", "", 0, -1e300)
	f.Fuzz(func(t *testing.T, kernel, source, message string, n int, value float64) {
		if math.IsNaN(value) || math.IsInf(value, 0) {
			return // a metric that cannot be computed is absent
		}
		n = n&0xffff + 1
		metric := &report.Metric{Name: "m", NVProf: []string{"alias"}, Group: "group", Unit: "%", ByLine: true}
		values := report.Values{{Metric: metric, Value: value}}
		pos := diag.Pos{File: kernel, Line: n}
		list := diag.List{{Code: diag.SharedRace, Message: message, Pos: pos, Source: source}}
		r := &report.Report{
			Occupancy: occupancy.Occupy(&arch.Devices[0], occupancy.BlockResources{Threads: 32}),
			Spec:      &arch.Devices[0], Kernel: kernel, Grid: arch.Dim3{X: n, Y: 1, Z: 1}, Block: arch.Dim3{X: 1, Y: 1, Z: 1},
			Metrics: values, Time: report.Time{Cycles: math.Abs(value), Roofs: []report.Roof{{Resource: source, Cycles: 1, Load: message}}},
			Lines:       []report.Line{{Pos: pos, Source: source, Metrics: values, Cost: trace.InstrCycles{}}},
			Outputs:     []report.Output{{Name: kernel, SHA256: strings.Repeat("0", 64)}},
			Printed:     []report.Printed{{Name: source, Length: n, Elem: report.Element{Bytes: 8, Scalars: []report.Scalar{{Bytes: 8, Float: true}}}, Data: binary.LittleEndian.AppendUint64(nil, math.Float64bits(math.Log(value)))}},
			Diagnostics: list,
		}
		_ = r.Text(n%2 == 0)
		text := r.JSON()
		checkSchema(t, schema, text)
		checkSchema(t, schema, report.ListJSON([][]byte{text, text}))
		selected := report.All(r)
		checkSchema(t, schema, selected.JSON())
		if rows, err := csv.NewReader(bytes.NewReader(selected.CSV())).ReadAll(); err != nil || len(rows) != 2 || len(rows[1]) != len(rows[0]) {
			t.Errorf("got %q, %v, want two rows", rows, err)
		}
		checkSchema(t, schema, report.DiagnosticsJSON("H200", kernel, list))
		checkSchema(t, schema, report.CheckedJSON("H200", kernel, message, list))
		var got decoded
		if err := json.Unmarshal(text, &got); err != nil {
			t.Fatal(err)
		}
		if got.Kernel != valid(kernel) || got.Grid[0] != n || got.Metrics["m"] != value || got.Lines[0].Source != valid(source) ||
			got.Diagnostics[0].Message != valid(message) || got.Diagnostics[0].Line != n {
			t.Errorf("got %+v\nof %s", got, text)
		}
	})
}

// valid is a text as JSON can hold it.
func valid(s string) string {
	var b strings.Builder
	for _, r := range s {
		b.WriteRune(r) // each invalid byte is utf8.RuneError
	}
	return b.String()
}

func compiledSchema(f *testing.F) *jsonschema.Schema {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(report.Schema))
	if err != nil {
		f.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("report", doc); err != nil {
		f.Fatal(err)
	}
	return c.MustCompile("report")
}

func checkSchema(t *testing.T, schema *jsonschema.Schema, text []byte) {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(doc); err != nil {
		t.Errorf("%v\nin %s", err, text)
	}
}
