package display

import (
	"strings"
	"testing"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/report"
)

// TestRules: a report with rules shows them with their lines and gains, one without shows no list.
func TestRules(t *testing.T) {
	r := transposition(t)
	if html, _ := Forms(r); strings.Contains(html, `class="rules"`) {
		t.Error("rules are shown that nobody asked for")
	}
	r.Rules = []report.Rule{
		{Name: "Shared memory bank conflicts", Term: "bank conflict", Pos: diag.Pos{File: "k.cu", Line: 7}, Text: "a < b", Remedy: "Pad", Speedup: 3.14, Basis: "counters"},
		{Name: "Small grid", Term: "grid", Text: "few", Remedy: "Launch more"},
	}
	html, text := Forms(r)
	for _, want := range []string{`<div class="rules">`, `<code data-line="7">`, "glossary.md#bank-conflict", "about 3.1× as fast", "A &lt; b."} {
		if !strings.Contains(html, want) {
			t.Errorf("no %q in the card", want)
		}
	}
	if strings.Count(html, "<li") != 2 || !strings.Contains(text, "Small grid: few. Launch more.") {
		t.Errorf("a rule without a line or a gain: got %s", text)
	}
}
