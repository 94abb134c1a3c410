package display

import (
	"regexp"
	"strings"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/glossary"
	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/report"
)

// transposed reads a tile by columns: each load of shared memory takes 32 wavefronts.
func transposed(out, in []float32, n int) {
	tile := gpu.Shared[[32][32]float32]()
	tx, ty := gpu.ThreadIdx.X, gpu.ThreadIdx.Y
	tile[ty][tx] = in[(gpu.BlockIdx.Y*32+ty)*n+gpu.BlockIdx.X*32+tx]
	gpu.SyncThreads()
	out[(gpu.BlockIdx.X*32+ty)*n+gpu.BlockIdx.Y*32+tx] = tile[tx][ty]
}

func transposition(t *testing.T) *report.Report {
	t.Helper()
	dev, err := gpusim.Open("H200")
	if err != nil {
		t.Fatal(err)
	}
	const n = 256
	in, out := gpusim.Must(gpusim.Malloc[float32](dev, n*n)), gpusim.Must(gpusim.Malloc[float32](dev, n*n))
	r, err := dev.Launch(transposed, gpusim.Config{Grid: gpusim.Dim(n/32, n/32), Block: gpusim.Dim(32, 32)}, out, in, n)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestFirstViewIsACard: what is not folded is the launch, its limit, about ten counters and
// three source lines.
func TestFirstViewIsACard(t *testing.T) {
	r := transposition(t)
	first, _, _ := strings.Cut(render(r).html, "<details>")
	for _, part := range []string{"transposed&lt;&lt;&lt;(8,8), (32,32)&gt;&gt;&gt; on H200", "4 KB of shared memory", " µs", "wavefronts per shared load", "tile[tx][ty]", "mio_throttle"} {
		if !strings.Contains(first, part) {
			t.Errorf("the first view lacks %q:\n%s", part, first)
		}
	}
	if n := strings.Count(first, tileStyle); n < 8 || n > 13 {
		t.Errorf("the card has %d counters, want about ten", n)
	}
	if n := strings.Count(first, "<tr>"); n != 1+3 {
		t.Errorf("the first view has a table of %d rows, want a header and three lines", n)
	}
}

// TestCardOfSample: the first view says that counters are estimates.
func TestCardOfSample(t *testing.T) {
	r := transposition(t)
	r.Sampled = &report.Sampled{Executed: 2053, Blocks: 20000, Kinds: 1, Unseen: 30}
	first, _, _ := strings.Cut(render(r).html, "<details>")
	if want := "Sampled: 2 053 of 20 000 blocks were executed, and the counters are estimates"; !strings.Contains(first, want) {
		t.Errorf("the first view lacks %q:\n%s", want, first)
	}
}

// TestEveryCounterIsBehindTheCard: nothing that was counted is lost.
func TestEveryCounterIsBehindTheCard(t *testing.T) {
	r := transposition(t)
	html := render(r).html
	for _, v := range r.Metrics {
		if v.Value != 0 && !strings.Contains(html, ">"+escape(v.Metric.Name)+"</a>") {
			t.Errorf("the report lacks %s", v.Metric.Name)
		}
	}
}

// TestLinksOfReports: each link explains itself and leads to an entry of the glossary.
func TestLinksOfReports(t *testing.T) {
	targets := map[string]bool{}
	for _, e := range glossary.All() {
		targets[escape(glossary.Link(e.Name))] = true
	}
	links := regexp.MustCompile(`<a href="([^"]*)" title="([^"]*)"`).FindAllStringSubmatch(render(transposition(t)).html, -1)
	if len(links) < 60 {
		t.Errorf("the report has %d links", len(links))
	}
	for _, l := range links {
		if !targets[l[1]] || len(l[2]) < 15 {
			t.Errorf("%s leads nowhere, or its explanation %q is short", l[1], l[2])
		}
	}
}

// TestWhatIf: what saves time comes first and is shown as a share; what saves none is not shown.
func TestWhatIf(t *testing.T) {
	r := transposition(t)
	r.WhatIf = []report.WhatIf{{Without: "this", Ratio: 0.75}, {Without: "that", Ratio: 1}, {Without: "those", Ratio: 0.5}}
	html := Summary(r)
	first, second := strings.Index(html, ">those</td>"), strings.Index(html, ">this</td>")
	if first < 0 || second < first || strings.Contains(html, "that</td>") || !strings.Contains(html, "50 %") {
		t.Errorf("got\n%s", html)
	}
	r.WhatIf = r.WhatIf[1:2]
	if html := Summary(r); !strings.Contains(html, "as long without that.") {
		t.Errorf("got\n%s", html)
	}
}
