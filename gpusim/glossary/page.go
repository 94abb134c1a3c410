package glossary

// This file prints the glossary as a page of Markdown.

import (
	"fmt"
	"strings"
)

const pageHead = `# Glossary

What the names in reports, pictures and notebooks mean. The last part lists every counter,
with Nsight Compute's name and nvprof's. In a terminal, ` + "`go run gpucourse/gpusim/cmd/gpusim glossary WORD`" + `
prints an entry.
`

// Page is the page. notebooks maps a chapter, such as "07", to the notebook's file.
func Page(notebooks map[string]string) string {
	var b strings.Builder
	b.WriteString(pageHead)
	group := ""
	for _, e := range All() {
		if e.Group != group {
			group = e.Group
			fmt.Fprintf(&b, "\n## %s\n", group)
		}
		fmt.Fprintf(&b, "\n#### %s\n\n%s\n", heading(e.Name), e.Meaning)
		if line := e.small(notebooks); line != "" {
			fmt.Fprintf(&b, "\n%s\n", line)
		}
	}
	return b.String()
}

// heading escapes underscores, which would be emphasis.
func heading(name string) string { return strings.ReplaceAll(name, "__", `\_\_`) }

// small is the entry's facts in one line.
func (e *Entry) small(notebooks map[string]string) string {
	var parts []string
	for _, f := range e.facts() {
		switch file, known := notebooks[f[1]]; {
		case f[0] == "chapter" && known:
			parts = append(parts, fmt.Sprintf("Chapter [%s](%s)", f[1], file))
		case f[0] == "unit":
			parts = append(parts, "Unit: "+f[1])
		default:
			parts = append(parts, fmt.Sprintf("%s: `%s`", f[0], f[1]))
		}
	}
	return strings.Join(parts, " · ")
}
