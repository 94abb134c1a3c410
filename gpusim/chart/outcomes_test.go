package chart

import (
	"strings"
	"testing"

	"gpucourse/gpusim/report"
)

// outcomesCorpus is a message between two threads, without fences and with them, and a
// kernel that leaves one element alone.
func outcomesCorpus() map[string]*Picture {
	return map[string]*Picture{
		"outcomes":      Outcomes("Message passing", []string{"out"}, messages()...),
		"outcomes_none": Outcomes("Nothing written", []string{"y"}, messages()...),
	}
}

func messages() []Variant {
	end := func(turns bool, values ...string) report.Outcome { return report.Outcome{Values: values, Turns: turns} }
	elements := []string{"x[0]", "out[0]", "out[1]"}
	return []Variant{
		{"no fence", &report.Outcomes{Elements: elements, List: []report.Outcome{
			end(true, "1", "0", "0"), end(true, "1", "0", "1"), end(false, "1", "1", "0"), end(true, "1", "1", "1"),
		}}},
		{"a fence on both sides", &report.Outcomes{Elements: elements, List: []report.Outcome{
			end(true, "1", "0", "0"), end(false, "2", "0", "1"), end(true, "1", "0", "1"), end(true, "1", "1", "1"),
		}}},
		{"one element", &report.Outcomes{Elements: elements[:2], List: []report.Outcome{end(true, "1", "5")}}},
	}
}

// TestOutcomesInWords: outcomes that differ in other arrays are one, which threads in
// turns reach if they reach one of them; a variant's outcomes are counted.
func TestOutcomesInWords(t *testing.T) {
	want := "no fence: 4 outcomes allowed; only with weakly ordered memory: out[0] = 1, out[1] = 0.\n" +
		"a fence on both sides: 3 outcomes allowed.\n" +
		"one element: 1 outcome allowed."
	p := Outcomes("", []string{"out"}, messages()...)
	if p.Alt != want {
		t.Errorf("got\n%s\nwant\n%s", p.Alt, want)
	}
	if got := strings.Count(p.SVG(), fateColours[weakly]); got != 2 {
		t.Errorf("got %d boxes of weak outcomes, want one and the legend's", got)
	}
}
