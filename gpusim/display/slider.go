package display

// This file shows what one value changes: a slider where scripts run, and the same steps as
// folds anywhere else.

import (
	"fmt"
	"strings"

	"gpucourse/gpusim/chart"
)

// Steps is something shown for each of several values.
type Steps struct {
	Title string // what is varied and its unit: "offset, elements"
	steps []step
	first int
}

type step struct {
	label string
	shown output
}

// Slider calls show for each value and returns what a reader turns through: one step per
// value. All steps are made at once, so that the slider works in a saved notebook, without a
// kernel. show returns anything that Show displays, or a list of such things.
func Slider[T any](title string, values []T, show func(T) any) Steps {
	s := Steps{Title: title}
	for _, v := range values {
		s.steps = append(s.steps, step{fmt.Sprintf("%s: %v", title, v), together(show(v))})
	}
	return s
}

// From returns the same steps, of which readers see the i-th first.
func (s Steps) From(i int) Steps {
	s.first = i
	return s
}

// together renders a value, or a list of values one below the other.
func together(v any) output {
	list, ok := v.([]any)
	if !ok {
		return render(v)
	}
	var html, text []string
	for _, one := range list {
		o := render(one)
		html, text = append(html, o.html), append(text, o.text)
	}
	return output{strings.Join(html, ""), strings.Join(text, "\n")}
}

// render makes folds, one of them open. The script makes a slider of them.
func (s Steps) render() output {
	var html, text strings.Builder
	for i, one := range s.steps {
		open := ""
		if i == s.first {
			open = " open"
		}
		fmt.Fprintf(&html, "<details%s>%s%s</details>", open, element("summary", "", escape(one.label)), one.shown.html)
		fmt.Fprintf(&text, "%s\n%s\n", one.label, one.shown.text)
	}
	id := chart.Class(html.String())
	return output{
		fmt.Sprintf(`<div class="%s">%s%s</div>`, id, html.String(), chart.Script(fmt.Sprintf("g.slide(%q)", id))),
		strings.TrimSuffix(text.String(), "\n"),
	}
}
