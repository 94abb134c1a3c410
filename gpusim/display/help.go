package display

// This file explains names where they stand: the mouse shows an explanation, a click opens
// the glossary. Both need no script.

import (
	"fmt"

	"gpucourse/gpusim"
	"gpucourse/gpusim/glossary"
	"gpucourse/gpusim/report"
	"gpucourse/gpusim/trace"
)

// Styles of links: within text, and where every text is one.
const (
	quiet = "color:inherit;text-decoration:underline dotted"
	plain = "color:inherit;text-decoration:none"
)

// link is content, which is HTML, that explains itself.
func link(address, title, style, content string) string {
	return fmt.Sprintf(`<a href="%s" title="%s" style="%s">%s</a>`, escape(address), escape(title), style, content)
}

// metricLink is content, which is HTML, that explains a metric.
func metricLink(m *report.Metric, content string) string {
	return link(glossary.Link(m.Name), m.Meaning, quiet, content)
}

// metricTitle is the title of a column, which explains the column's metric.
func metricTitle(c column) string {
	m := gpusim.Metrics().Lookup(c.metric)
	if m == nil {
		panic("BUG: no metric is called " + c.metric)
	}
	return metricLink(m, escape(c.title))
}

// stallNames maps the stall reasons' names to the reasons.
var stallNames = func() map[string]trace.StallReason {
	m := map[string]trace.StallReason{}
	for r := range trace.NumStallReasons {
		m[r.String()] = r
	}
	return m
}()

// stallLink is a stall reason that explains itself.
func stallLink(name string) string {
	return link(glossary.Link(name), "the warp waited because "+stallNames[name].Meaning(), quiet, escape(name))
}
