package glossary

// This file makes the index of the course: for each word of the glossary the chapters that
// speak of it, and for each counter the chapters that measure it.

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gpucourse/gpusim"
)

const indexHead = `# Index

Where the course speaks of a word. The chapter that explains it is in bold type; the others
use it several times. Each word leads to its entry in the [glossary](glossary.md).
`

const countersHead = `
## Counters

The chapters whose cells measure a counter, by the name of Nsight Compute. The glossary has
its meaning and nvprof's name.
`

// chapterText is what a chapter says, in words and in code.
type chapterText struct{ words, code string }

// cellsOf reads the chapters, by number.
func cellsOf(t *testing.T) map[string]chapterText {
	all := map[string]chapterText{}
	for number, file := range chapters(t) {
		text, err := os.ReadFile(filepath.Join(folder, file))
		if err != nil {
			t.Fatal(err)
		}
		var nb struct {
			Cells []struct {
				Type   string   `json:"cell_type"`
				Source []string `json:"source"`
			} `json:"cells"`
		}
		if err := json.Unmarshal(text, &nb); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		var c chapterText
		for _, cell := range nb.Cells {
			if cell.Type == "code" {
				c.code += strings.Join(cell.Source, "") + "\n"
			} else {
				c.words += strings.Join(cell.Source, "") + "\n"
			}
		}
		all[number] = c
	}
	return all
}

func indexPage(t *testing.T) string {
	texts, files := cellsOf(t), chapters(t)
	var b strings.Builder
	b.WriteString(indexHead)
	letter := ""
	for _, e := range slices.Concat(sortedTerms(), stallEntries()) {
		in := e.chaptersIn(texts)
		if len(in) == 0 {
			continue
		}
		if first := strings.ToUpper(e.Name[:1]); first != letter {
			letter = first
			b.WriteString("\n")
		}
		where := chapterLinks(in, e.Chapter, files)
		if len(in) > most && e.Chapter != "" {
			where = chapterLinks([]string{e.Chapter}, e.Chapter, files) + ", and in most chapters"
		}
		fmt.Fprintf(&b, "- [%s](%s): %s\n", e.Name, onHost(e.Name), where)
	}
	b.WriteString(countersHead + "\n")
	for _, m := range gpusim.Metrics() {
		if in := measuredIn(append([]string{m.Name}, m.NVProf...), texts); len(in) > 0 {
			fmt.Fprintf(&b, "- [`%s`](%s): %s\n", m.Name, onHost(m.Name), chapterLinks(in, "", files))
		}
	}
	return b.String()
}

// notInAnchor is what a code host leaves out of the anchor of a heading.
var notInAnchor = regexp.MustCompile(`[^\p{L}\p{N} _-]`)

// onHost is the address of an entry where a code host shows the glossary. In JupyterLab
// anchors are written otherwise: see Link.
func onHost(name string) string {
	return File + "#" + strings.ReplaceAll(notInAnchor.ReplaceAllString(strings.ToLower(name), ""), " ", "-")
}

const (
	often = 3  // times that a chapter uses a word for which the index names it
	most  = 10 // chapters that the index names for a word
)

// chaptersIn lists the chapter that explains an entry and those that use its names often.
func (e *Entry) chaptersIn(texts map[string]chapterText) (in []string) {
	quoted := make([]string, len(e.names()))
	for i, name := range e.names() {
		quoted[i] = regexp.QuoteMeta(name)
	}
	word := regexp.MustCompile(`(?i)\b(` + strings.Join(quoted, "|") + `)s?\b`)
	for _, number := range slices.Sorted(maps.Keys(texts)) {
		if number == e.Chapter || len(word.FindAllString(texts[number].words, often)) == often {
			in = append(in, number)
		}
	}
	return in
}

// measuredIn lists the chapters whose code has one of the names as a string.
func measuredIn(names []string, texts map[string]chapterText) (in []string) {
	for _, number := range slices.Sorted(maps.Keys(texts)) {
		if slices.ContainsFunc(names, func(name string) bool { return strings.Contains(texts[number].code, `"`+name+`"`) }) {
			in = append(in, number)
		}
	}
	return in
}

// chapterLinks lists chapters as links, one of them in bold type.
func chapterLinks(in []string, explains string, files map[string]string) string {
	links := make([]string, len(in))
	for i, number := range in {
		links[i] = fmt.Sprintf("[%s](%s)", number, files[number])
		if number == explains {
			links[i] = "**" + links[i] + "**"
		}
	}
	return strings.Join(links, ", ")
}
