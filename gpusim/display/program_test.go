package display

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/report"
)

// TestDocumentOfProgram: the page of a program has its tables, the picture and the report of each
// kernel, and needs no other file.
func TestDocumentOfProgram(t *testing.T) {
	r := transposition(t)
	p := &report.Program{
		Launches: []*report.Launches{{Kernel: "transposed<float>", Grid: r.Grid, Block: arch.Dim3{X: 32, Y: 32, Z: 1}, Calls: 2, Timed: r}},
		Timeline: &report.Timeline{Devices: []string{"H200"}},
	}
	work := report.Activity{Engine: report.EngineCompute, Stream: "default", Name: "transposed", End: time.Millisecond}
	p.Timeline.Activities = []report.Activity{work}
	p.Timeline.Totals.Add(work)
	page := Document("a.cu <b>", p)
	for _, want := range []string{"<title>a.cu &lt;b&gt;</title>", "transposed&lt;float&gt;", "When the devices worked", "<img", "<details>", "wavefronts per shared load"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	for _, address := range regexp.MustCompile(`(?:href|src)="([^"]*)"`).FindAllStringSubmatch(page, -1) {
		if !strings.HasPrefix(address[1], "data:") {
			t.Errorf("the page needs %s", address[1])
		}
	}
}

// TestProgramTablesBreak: long advice breaks into lines, so that a narrow page shows it; numbers do not.
func TestProgramTablesBreak(t *testing.T) {
	r := transposition(t)
	p := &report.Program{
		Launches: []*report.Launches{{Kernel: "k", Grid: r.Grid, Block: r.Block, Calls: 1000, Timed: r}},
		Timeline: &report.Timeline{Devices: []string{"H200"}},
	}
	html := Document("a.cu", p)
	table := html[strings.Index(html, "<table"):strings.Index(html, "</table>")]
	if strings.Contains(table, "nowrap") || !strings.Contains(table, "1\u00a0000") {
		t.Errorf("the table of kernels is %s", table)
	}
}
