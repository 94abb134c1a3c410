package display

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/chart"
	"gpucourse/gpusim/cpu"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/launch"
	"gpucourse/gpusim/internal/metrics"
	"gpucourse/gpusim/report"
	"gpucourse/gpusim/sweep"
)

var mistake = diag.Diagnostic{
	Pos: diag.Pos{File: "/tmp/gonb_1/main.go", Line: 7, Col: 3}, Code: "K101",
	Message: "x[<n>] is out of range", Hint: "test i < n & return", Source: "\tx[i] = 1 // <here>",
}

// launched is the report of a launch of which only the shape is known.
func launched() *report.Report {
	return metrics.Report(&metrics.Launch{
		Shape: launch.Shape{
			Grid: arch.Dim3{X: 2, Y: 3, Z: 1}, Block: arch.Dim3{X: 16, Y: 1, Z: 1}, Registers: 8,
			Spec: &arch.Spec{Name: "Toy", WarpSize: 4, SMs: 1, ClockMHz: 1000, Limits: arch.Limits{ThreadsPerBlock: 64, ThreadsPerSM: 64, WarpsPerSM: 16, BlocksPerSM: 8}},
		},
		Kernel: &ir.Kernel{Name: "Scale", Usage: &ir.Usage{Registers: 8}},
	})
}

// double is run on a CPU.
func double(x []float64, n int) {
	for i := range n {
		x[i] += x[i]
	}
}

// walked is the report of a run on a CPU.
func walked() *cpu.Report {
	m, err := cpu.Open("Toy")
	if err != nil {
		panic(err)
	}
	r, err := m.Run(double, make([]float64, 100), 100)
	if err != nil {
		panic(err)
	}
	return r
}

func shown() map[string]any {
	return map[string]any{
		"diagnostic": error(mistake),
		"list":       error(diag.List{mistake, mistake}),
		"wrapped":    fmt.Errorf("launch: %w", mistake),
		"error":      errors.New("no <device>"),
		"table":      Table{Title: "T & U", Head: []string{"a", "b"}, Rows: [][]any{{"x<y", 1234567.5}, {"z", 2}}},
		"compare":    Compare("both", []string{"launch__block_size", "nonsense"}, Named{"one", launched()}, Named{"two", launched()}),
		"report":     launched(),
		"cpu":        walked(),
		"open":       Guess("sectors", -1, 4),
		"right":      Guess("sectors", 4, 4),
		"wrong":      Guess("sectors", 32, 4),
		"listing": report.Listing{Kernel: "K", Device: "Toy", Rows: []report.ListingRow{
			{File: "k.go", Line: 3, Source: "if a < b {", Label: "L1: if<then>", Code: []string{"setp.lt.s32 %p1, %r2, %r3;", "exit;"}},
		}},
		"sweep": &sweep.Results{Axes: []sweep.Axis{sweep.Over("n", 1, 2)}, Rows: []sweep.Row{
			{Point: map[string]string{"n": "1"}, Time: 2.5}, {Point: map[string]string{"n": "2"}, Error: "too <large>"},
		}},
		"text": "plain <text>",
	}
}

// TestHTMLSurvivesUntrusted: JupyterLab drops scripts, style elements, inline
// SVG and event handlers from notebooks that are not trusted.
func TestHTMLSurvivesUntrusted(t *testing.T) {
	dropped := regexp.MustCompile(`(?i)<(script|style|svg|iframe|link)|\son\w+=`)
	for name, v := range shown() {
		if found := dropped.FindString(render(v).html); found != "" {
			t.Errorf("%s: the HTML holds %q, which an untrusted notebook loses", name, found)
		}
	}
}

func TestEveryFormTellsTheSame(t *testing.T) {
	for name, want := range map[string][]string{
		"diagnostic": {"main.go:7:3", "out of range", "K101", "What to do"},
		"wrapped":    {"main.go:7:3", "out of range"},
		"error":      {"no &lt;device&gt;"},
		"table":      {"T &amp; U", "x&lt;y", "1\u00a0234\u00a0567.5"},
		"compare":    {"launch_<wbr>_<wbr>block_<wbr>size", "no such counter", "16"},
		"report":     {"Scale&lt;&lt;&lt;(2,3), 16&gt;&gt;&gt; on Toy", "Threads in the grid", "96"},
		"cpu":        {"double on one core of Toy", "at least 208 cycles", "L1 and memory", "L1-dcache-load-misses", "memory-lines-written", "x[i] += x[i]"},
		"open":       {"sectors: 4", "no guess yet"},
		"right":      {"✓", "as you predicted"},
		"wrong":      {"✗", "sectors: 4", "predicted 32"},
		"sweep":      {"time, µs", "2.500", "too &lt;large&gt;"},
		"text":       {"plain &lt;text&gt;"},
	} {
		got := render(shown()[name])
		for _, part := range want {
			if !strings.Contains(got.html, part) {
				t.Errorf("%s: the HTML lacks %q:\n%s", name, part, got.html)
			}
		}
		if got.text == "" || strings.Contains(got.text, "<td") {
			t.Errorf("%s: text is %q", name, got.text)
		}
	}
}

func TestPictureKeepsItsImageWithoutScripts(t *testing.T) {
	p := chart.Bars("Sectors", "sectors", chart.Bar{Name: "one", Value: 4})
	o := render(p)
	if !strings.Contains(o.html, `<img alt="Sectors. sectors: one 4."`) || !strings.Contains(o.html, "data:image/svg+xml,") {
		t.Errorf("no static image in %.200s", o.html)
	}
	if both := render([]*chart.Picture{p, p}); strings.Count(both.html, "<img ") != 2 || strings.Count(both.text, "one 4") != 2 {
		t.Errorf("two pictures: %.200s\n%s", both.html, both.text)
	}
	if !strings.Contains(o.text, "one 4") {
		t.Errorf("text form: %q", o.text)
	}
}

// TestMissingReport: a learner who ignores the error of a launch sees why there is no
// report, whatever is done with it.
func TestMissingReport(t *testing.T) {
	var none *report.Report
	for what, text := range map[string]string{
		"Show": render(none).html, "text": render(none).text, "Println": fmt.Sprintln(none), "Text": none.Text(true),
		"Metric": panicOf(func() { none.Metric("gld_transactions") }),
	} {
		if !strings.Contains(text, "no report: the launch failed") || !strings.Contains(text, "notebook.Must") {
			t.Errorf("%s: got %q", what, text)
		}
	}
}

// panicOf returns what f panics with.
func panicOf(f func()) (text string) {
	defer func() { text = fmt.Sprint(recover()) }()
	f()
	return ""
}

// TestReportWithoutTime: a launch that was not to be timed shows no time.
func TestReportWithoutTime(t *testing.T) {
	r := launched()
	for cycles, want := range map[float64]bool{0: false, 100: true} {
		r.Time = report.Time{Cycles: cycles, LaunchCycles: cycles}
		if got := render(r).html; strings.Contains(got, "µs") != want {
			t.Errorf("%v cycles: got %q, want a time: %v", cycles, got, want)
		}
	}
}
