package chart

import (
	"testing"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/report"
)

// TestFew: of a line with many accesses two are drawn, of every other line all.
func TestFew(t *testing.T) {
	var list []*report.Sample
	for line, times := range map[int]int{3: 25, 7: 1, 9: manyOfLine} {
		for range times {
			list = append(list, &report.Sample{Pos: diag.Pos{File: "k.go", Line: line}})
		}
	}
	if got, want := len(few(list)), fewOfLine+1+manyOfLine; got != want {
		t.Errorf("%d accesses are drawn, want %d", got, want)
	}
}
