package chart

import (
	"fmt"
	"strings"
	"testing"
)

// differenceCorpus is a result that nobody finished, and one in which threads wrote the
// elements of others.
func differenceCorpus() map[string]*Picture {
	missing := Difference{Array: "out", First: 128}
	for i := 125; i < 135; i++ {
		e := Element{Index: i, Want: fmt.Sprint(float64(i) / 8), Got: "-6.2598534e+18", Wrong: i >= 128, Written: i < 128}
		own := &Writer{Block: fmt.Sprint(i / 128), Thread: fmt.Sprint(i % 128), Lane: i % 32}
		if e.Written {
			e.Got, e.Thread = e.Want, own
		} else {
			e.Owner = own
		}
		missing.Elements = append(missing.Elements, e)
	}
	crossed := Difference{Array: "y", First: 1}
	for i := range 6 {
		thread := i % 2 * 3 / 2 // threads 0 and 1 write by turns
		crossed.Elements = append(crossed.Elements, Element{
			Index: i, Want: fmt.Sprint(i), Got: fmt.Sprint(i % 2 * 100), Wrong: i > 0, Written: true,
			Thread: &Writer{Block: "(0, 1)", Thread: fmt.Sprintf("(%d, 0)", thread), Lane: thread},
		})
	}
	crossed.Elements[5].Fixed = true
	return map[string]*Picture{"difference_missing": missing.Draw(), "difference_crossed": crossed.Draw()}
}

// TestDifferenceLinks: each written element has one link, of the colour of its thread, and
// only a thread that should have written is drawn with a dashed line.
func TestDifferenceLinks(t *testing.T) {
	for name, want := range map[string]struct{ links, dashed int }{
		"difference_missing": {3, 7 + 1}, // and one in the key
		"difference_crossed": {6, 1},
	} {
		svg := differenceCorpus()[name].SVG()
		if got := strings.Count(svg, `stroke-opacity="0.75"`); got != want.links {
			t.Errorf("%s: got %d links, want %d", name, got, want.links)
		}
		if got := strings.Count(svg, "stroke-dasharray"); got != want.dashed {
			t.Errorf("%s: got %d dashed boxes, want %d", name, got, want.dashed)
		}
	}
}
