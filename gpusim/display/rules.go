package display

// This file shows what to change in a kernel.

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"gpucourse/gpusim/glossary"
	"gpucourse/gpusim/report"
)

// Styles of the rules.
const (
	rulesStyle = "padding-left:22px;margin:4px 0 0 0"
	ruleStyle  = "margin:4px 0"
	gainStyle  = "background-color:rgba(0,114,178,0.16);border-radius:4px;padding:1px 6px;white-space:nowrap"
)

// ruleList shows what to change, the largest gain first, or nothing.
func ruleList(rules []report.Rule) string {
	if len(rules) == 0 {
		return ""
	}
	var b strings.Builder
	for i := range rules {
		b.WriteString(ruleItem(&rules[i]))
	}
	return `<div class="rules">` + element("b", "", "What to change") + element("ol", rulesStyle, b.String()) + "</div>"
}

func ruleItem(r *report.Rule) string {
	place, gain := "", ""
	if r.Pos.Line > 0 {
		place = " · " + placed(r.Pos, r.Pos.Where())
	}
	if r.Speedup > 0 {
		gain = " " + fmt.Sprintf(`<span style=%q title=%q>%s</span>`, gainStyle, escape("estimated from "+r.Basis), escape(r.Gain()))
	}
	title := link(glossary.Link(r.Term), meaning(r.Term), quiet, element("b", "", escape(r.Name)))
	return element("li", ruleStyle, title+place+gain+element("div", "", whole(capital(r.Text)+"."))+element("div", "", whole(r.Remedy+".")))
}

// whole escapes prose whose lines do not break inside of a number.
func whole(prose string) string { return escape(report.Whole(prose, "\u00a0")) }

// meaning is what the glossary says of a term.
func meaning(term string) string {
	found := glossary.Lookup(term)
	if len(found) == 0 || found[0].Name != term {
		panic("BUG: the glossary has no term " + term)
	}
	return found[0].Meaning
}

// capital is a sentence with its first letter large: in text it follows a colon.
func capital(sentence string) string {
	first, size := utf8.DecodeRuneInString(sentence)
	return string(unicode.ToUpper(first)) + sentence[size:]
}
