package report_test

import (
	"bytes"
	"encoding/csv"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/occupancy"
	"gpucourse/gpusim/report"
)

// program is a program of two kernels, of which one was timed, on two devices.
func program(t *testing.T) *report.Program {
	t.Helper()
	spec, err := arch.Find("H200")
	if err != nil {
		t.Fatal(err)
	}
	timed := &report.Report{Spec: spec, Kernel: "add", Grid: arch.Dim3{X: 4, Y: 1, Z: 1}, Block: arch.Dim3{X: 32, Y: 2, Z: 1}, Time: report.Time{Cycles: 1, Microseconds: 2.5}}
	timed.Occupancy = occupancy.Occupy(spec, occupancy.BlockResources{Threads: 32})
	timed.Rules = []report.Rule{{Name: "Small grid", Speedup: 2}}
	p := &report.Program{
		Launches: []*report.Launches{
			{Kernel: "scale", Grid: arch.Dim3{X: 1, Y: 1, Z: 1}, Block: arch.Dim3{X: 1, Y: 1, Z: 1}, Calls: 1},
			{Kernel: "add", Device: 1, Grid: timed.Grid, Block: timed.Block, Calls: 3, Timed: timed},
		},
		Timeline: &report.Timeline{Devices: []string{"H200", "A100"}},
		Leaks:    diag.List{{Code: diag.MemoryLeak, Message: "left"}},
	}
	us := time.Microsecond
	for _, a := range []report.Activity{
		{Device: 0, Engine: report.EngineCopyIn, Stream: "default", Name: "copy to device", Start: 1 * us, End: 3 * us, Bytes: 3000},
		{Device: 1, Engine: report.EngineCompute, Stream: "default", Name: "add", Start: 4 * us, End: 6 * us},
		{Device: 0, Engine: report.EngineCopyIn, Stream: "stream 1", Name: "copy to device", Start: 2 * us, End: 6 * us, Bytes: 3000},
	} {
		p.Timeline.Totals.Add(a)
	}
	return p
}

// TestProgramTables: kernels come by time, copies are summed over streams, and there is a row per stream.
func TestProgramTables(t *testing.T) {
	p := program(t)
	want := map[string]string{
		"Kernels": "add,1: A100,\"4\",\"32,2\",3,2.5,7.5,100 %,50 %,launch overhead,\"Small grid, about 2× as fast\"\nscale,0: H200,1,1,1,,,,,,",
		"Copies":  "copy to device,0: H200,2,6 000,6,1",
		"Streams": "default,0: H200,1,2,1,3\ndefault,1: A100,1,2,4,6\nstream 1,0: H200,1,4,2,6",
	}
	for _, table := range p.Tables() {
		got, err := csv.NewReader(strings.NewReader(string(table.CSV()))).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(strings.NewReader(want[table.Title])).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		for i, row := range rows {
			for j, cell := range row {
				if cell != got[i+1][j] {
					t.Errorf("%s, row %d, %s: got %q, want %q", table.Title, i, got[0][j], got[i+1][j], cell)
				}
			}
		}
		delete(want, table.Title)
	}
	if len(want) > 0 {
		t.Errorf("no tables for %v", want)
	}
}

// TestProgramText: the end says how long all took, what counts another's time, and leaks.
func TestProgramText(t *testing.T) {
	p := program(t)
	text := p.Text(false)
	for _, want := range []string{"take 5 µs", "2 launches computed results alone", "1 allocation not freed"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if p.Errors() != 0 {
		t.Errorf("%d errors without tools", p.Errors())
	}
	p.Tool = "memcheck"
	if text := p.Text(false); p.Errors() != 1 || !strings.Contains(text, "Error: left") {
		t.Errorf("%d errors with tools:\n%s", p.Errors(), text)
	}
}

// TestCheckAdd: what is found again counts once more, and what is new is listed.
func TestCheckAdd(t *testing.T) {
	at := func(line int, n uint64) report.Finding {
		return report.Finding{Diagnostic: diag.Diagnostic{Code: diag.SharedRace, Pos: diag.Pos{File: "a.cu", Line: line}}, Count: n}
	}
	all := &report.Check{Findings: []report.Finding{at(1, 2)}, Whole: true}
	all.Add(&report.Check{Findings: []report.Finding{at(1, 3), at(2, 1)}})
	if len(all.Findings) != 2 || all.Findings[0].Count != 5 || all.Whole {
		t.Errorf("got %+v", all)
	}
}

// TestProgramJSON: the document is as the schema has it, with and without reports and findings.
func TestProgramJSON(t *testing.T) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(report.Schema))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("report", doc); err != nil {
		t.Fatal(err)
	}
	schema := c.MustCompile("report")
	p := program(t)
	p.Launches[1].Timed = nil // a Report of a real launch is compared in package metrics
	for range 2 {
		got, err := jsonschema.UnmarshalJSON(bytes.NewReader(p.JSON()))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(got); err != nil {
			t.Errorf("%v\nof %s", err, p.JSON())
		}
		p.Tool, p.Checks = "memcheck", []*report.Check{{Tool: "memcheck", Kernel: "add", Device: "H200"}}
		p.Mistakes = diag.List{{Code: diag.BadPointer, Message: "no", Pos: diag.Pos{File: "a.cu", Line: 3}}}
	}
}

// TestLongNames: the names of a library's kernels stay short in the text, and whole in the tables
// for programs.
func TestLongNames(t *testing.T) {
	const name = "cub::_V_300500_SM_900::detail::radix_sort::DeviceRadixSortOnesweepKernel<cub::_V_300500_SM_900::detail::policy<int,unsigned long long>,(cub::SortOrder)0,int,cuda::std::__4::identity>"
	p := program(t)
	p.Launches[0].Kernel = name
	if got, want := p.Text(false), "\n…::DeviceRadixSortOnesweepKernel<policy<int,unsigned …rder)0,int,identity>  "; !strings.Contains(got, want) {
		t.Errorf("the text lacks %q:\n%s", want, got)
	}
	if got := string(p.Tables()[0].CSV()); !strings.Contains(got, name) {
		t.Errorf("the table lacks the whole name:\n%s", got)
	}
}
