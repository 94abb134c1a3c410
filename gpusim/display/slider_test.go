package display

import (
	"fmt"
	"strings"
	"testing"

	"gpucourse/gpusim/chart"
)

func TestSliderIsFoldsWithoutScripts(t *testing.T) {
	s := Slider("offset", []int{0, 8, 9}, func(v int) any {
		return []any{fmt.Sprintf("<%d>", v), chart.Bars("B", "sectors", chart.Bar{Name: "one", Value: float64(v)})}
	}).From(1)
	o := render(s)
	for part, want := range map[string]int{"<details>": 2, "<details open><summary>offset: 8</summary>": 1, "&lt;9&gt;": 1, "data:image/svg+xml,": 3, "g.slide(": 1} {
		if got := strings.Count(o.html, part); got != want {
			t.Errorf("the HTML has %q %d times, want %d", part, got, want)
		}
	}
	for _, part := range []string{"offset: 0\n<0>", "one 9"} {
		if !strings.Contains(o.text, part) {
			t.Errorf("the text lacks %q:\n%s", part, o.text)
		}
	}
}
