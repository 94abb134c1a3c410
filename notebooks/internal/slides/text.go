package slides

// This file finds what slides say in the texts and outputs of a notebook.

import (
	"html/template"
	"regexp"
	"strings"
	"unicode"
)

// The paragraphs of a text that ask and explain.
const (
	predicts = "**Predict.**"
	explains = "**Explain.**"
)

var (
	link   = regexp.MustCompile(`\[([^\]]*)\]\([^)\s]*[./#][^)\s]*\)`)
	fenced = regexp.MustCompile("(?s)```.*?```")
	item   = regexp.MustCompile(`(?m)^(?:- |\d+\. )(.*)$`)
	// label is a word in bold type before the first sentence of a paragraph.
	label = regexp.MustCompile(`^\*\*[^*.]*\.\*\* `)
	// sentenceEnd is the end of a sentence: a mark, what closes it, and space before a new beginning.
	sentenceEnd = regexp.MustCompile("[.?!][*_`\")]*\\s+")
	// titledTable is a table of measured values with its title.
	titledTable = regexp.MustCompile(`(?s)<div style="font-weight:bold;margin:8px 0 2px 0">([^<]*)</div><div style="overflow-x:auto">(<table>.*?</table>)</div>`)
	tags        = regexp.MustCompile(`<[^>]*>`)
	anchors     = regexp.MustCompile(`</?a\b[^>]*>`)
	titles      = regexp.MustCompile(` title="[^"]*"`)
)

// muchText is how many characters of a table fit in large letters.
const muchText = 350

// withoutLinks keeps the words of links.
func withoutLinks(text string) string { return link.ReplaceAllString(text, "$1") }

// plain returns a line of Markdown without its marks.
func plain(text string) string {
	return strings.NewReplacer("*", "", "`", "").Replace(withoutLinks(text))
}

// notForSlides are the beginnings of paragraphs that speak to somebody who works in the notebook.
var notForSlides = regexp.MustCompile(`^(` + regexp.QuoteMeta(predicts) + `|\*\*Time\*\*|\*\*How to|Where scripts may run)`)

// paragraphs are those of a text that hold sentences: no tables, lists, code, quotes, headings or questions.
func paragraphs(text string) (list []string) {
	for p := range strings.SplitSeq(fenced.ReplaceAllString(text, ""), "\n\n") {
		p = strings.TrimSpace(p)
		if p == "" || strings.ContainsAny(p[:1], "|>#<-(") || item.MatchString(p) || notForSlides.MatchString(p) {
			continue
		}
		list = append(list, p)
	}
	return list
}

// sentences returns the first sentence of each of the first paragraphs.
func sentences(text string, most int) (list []template.HTML) {
	for _, p := range paragraphs(text) {
		if s := firstSentence(label.ReplaceAllString(p, "")); len(list) < most && strings.HasSuffix(strings.TrimRight(s, "*_`\")"), ".") {
			list = append(list, inline(s))
		}
	}
	return list
}

// firstSentence returns the first sentence of a text.
func firstSentence(text string) string {
	text = strings.Join(strings.Fields(withoutLinks(text)), " ")
	for _, at := range sentenceEnd.FindAllStringIndex(text, -1) {
		next := []rune(text[at[1]:])[0]
		if unicode.IsUpper(next) || strings.ContainsRune("`*_\"(", next) {
			return strings.TrimSpace(text[:at[1]])
		}
	}
	return text
}

// items are the first items of a list in a text.
func items(text string) (list []template.HTML) {
	for _, m := range item.FindAllStringSubmatch(text, mostPoints) {
		list = append(list, inline(strings.TrimRight(m[1], ";")))
	}
	return list
}

// question is what a section asks to predict.
func question(text string) template.HTML {
	for p := range strings.SplitSeq(text, "\n\n") {
		if asked, found := strings.CutPrefix(strings.TrimSpace(p), predicts); found {
			return inline(strings.Join(strings.Fields(asked), " "))
		}
	}
	return ""
}

// tables are the small tables of an output, each with its title.
func tables(html string) (list []slide) {
	for _, m := range titledTable.FindAllStringSubmatch(html, -1) {
		if rows := strings.Count(m[2], "<tr"); rows <= mostRows+1 {
			bare := titles.ReplaceAllString(anchors.ReplaceAllString(m[2], ""), "")
			list = append(list, slide{Caption: unescape.Replace(m[1]), Table: template.HTML(bare), Dense: len(tags.ReplaceAllString(bare, "")) > muchText})
		}
	}
	return list
}

// unescape turns the entities of titles back into text.
var unescape = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&#39;", "'", "&#34;", `"`, "&#43;", "+", "&amp;", "&")
