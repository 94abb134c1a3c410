package glossary

// This file makes the list of references: the documents that the chapters name, and each
// figure of a device with its source, read from the literals of package arch.

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gpucourse/gpusim/arch"
)

const referencesHead = `# References

First the documents that the chapters follow or correct, then each figure of the simulated
devices with its source. Both are made from the notebooks and from package
[arch](../gpusim/arch/devices.go).

A line such as ✓ 4.8 in a chapter shows statement 8 of document 4. Document 1 is *CUDA memory and
variables*, 2 *Global memory*, 3 the Russian slides about constant memory, registers and local memory,
4 *Shared memory and constant memory*, 5 *Shared memory and reduction*.

## Documents, by chapter
`

const figuresHead = `
## Figures of the devices

A source is a short name, often with what was read there. A figure without a source is a choice
of the model, or follows from the figures above it. The short names:

`

func referencesPage(t *testing.T) string {
	var b strings.Builder
	b.WriteString(referencesHead)
	files := chapters(t)
	for _, number := range slices.Sorted(maps.Keys(files)) {
		if list := sourcesOf(t, files[number]); list != "" {
			fmt.Fprintf(&b, "\n### Chapter [%s](%s)\n\n%s", number, files[number], list)
		}
	}
	b.WriteString(figuresHead)
	literals, legend := readArch(t)
	b.WriteString("```text\n" + legend + "```\n")
	for i := range arch.Devices {
		d := &arch.Devices[i]
		for _, l := range literals {
			if l.named(d.Name) {
				fmt.Fprintf(&b, "\n### %s\n\n%s", d.Name, l.table())
			}
		}
	}
	for _, l := range literals {
		if l.of == "Clock" {
			fmt.Fprintf(&b, "\n### Times: `%s`\n\n%s", l.name, l.table())
		}
	}
	return b.String()
}

// sources is the list at the end of a chapter.
var sources = regexp.MustCompile(`(?s)\*\*Sources\*\*\n\n((?:- [^\n]*\n?)+)`)

// sourcesOf returns the documents that a chapter names, as a list.
func sourcesOf(t *testing.T, file string) string {
	text, err := os.ReadFile(filepath.Join(folder, file))
	if err != nil {
		t.Fatal(err)
	}
	var nb struct {
		Cells []struct {
			Source []string `json:"source"`
		} `json:"cells"`
	}
	if err := json.Unmarshal(text, &nb); err != nil {
		t.Fatal(err)
	}
	for _, c := range nb.Cells {
		if m := sources.FindStringSubmatch(strings.Join(c.Source, "")); m != nil {
			return strings.TrimRight(m[1], "\n") + "\n"
		}
	}
	return ""
}

// literal is a composite literal of package arch that describes a device, or its times.
type literal struct {
	name, of string // the variable and its type: Spec or Clock
	rows     []figure
}

// figure is a field with its value and its source.
type figure struct{ field, value, source string }

func (l *literal) named(device string) bool {
	return l.of == "Spec" && slices.ContainsFunc(l.rows, func(f figure) bool { return f.field == "Name" && f.value == fmt.Sprintf("%q", device) })
}

// table is the figures, which have no source of their own where a comment is for several.
func (l *literal) table() string {
	var b strings.Builder
	b.WriteString("| figure | value | source |\n|---|---|---|\n")
	for _, f := range l.rows {
		if f.field != "Name" {
			fmt.Fprintf(&b, "| %s | `%s` | %s |\n", f.field, strings.ReplaceAll(f.value, "|", `\|`), plainCell(f.source))
		}
	}
	return b.String()
}

// readArch returns the literals of package arch, and the list of its sources.
func readArch(t *testing.T) (literals []literal, legend string) {
	files, err := filepath.Glob("../arch/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		fset := token.NewFileSet()
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		f, err := parser.ParseFile(fset, file, text, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		if filepath.Base(file) == "devices.go" {
			legend = legendOf(f)
		}
		r := &reader{fset: fset, comments: commentsOf(fset, f, text)}
		for _, d := range f.Decls {
			if v, ok := d.(*ast.GenDecl); ok && v.Tok == token.VAR {
				for _, s := range v.Specs {
					literals = append(literals, r.literal(s.(*ast.ValueSpec))...)
				}
			}
		}
	}
	if legend == "" {
		t.Error("gpusim/arch/devices.go lists no sources")
	}
	return literals, legend
}

// legendOf returns the list of sources in the comment at the top of devices.go.
func legendOf(f *ast.File) string {
	for _, c := range f.Comments {
		if _, list, found := strings.Cut(c.Text(), "Sources, by the short names used below:\n"); found {
			list, _, _ = strings.Cut(list, "\n\n")
			return list + "\n"
		}
	}
	return ""
}

// comment is a comment, which may stand behind code or alone on its lines.
type comment struct {
	text  string
	alone bool
}

// commentsOf returns the comments of a file by the line that they end on.
func commentsOf(fset *token.FileSet, f *ast.File, text []byte) map[int]comment {
	m := map[int]comment{}
	for _, c := range f.Comments {
		at := fset.Position(c.Pos())
		before := strings.TrimSpace(string(text[at.Offset-at.Column+1 : at.Offset]))
		m[fset.Position(c.End()).Line] = comment{strings.Join(strings.Fields(c.Text()), " "), before == ""}
	}
	return m
}

// reader reads the literals of one file.
type reader struct {
	fset     *token.FileSet
	comments map[int]comment
	rows     []figure
}

func (r *reader) literal(v *ast.ValueSpec) []literal {
	if len(v.Values) != 1 {
		return nil
	}
	c, ok := v.Values[0].(*ast.CompositeLit)
	if !ok {
		return nil
	}
	of, ok := c.Type.(*ast.Ident)
	if !ok || of.Name != "Spec" && of.Name != "Clock" {
		return nil
	}
	r.rows = nil
	r.fields("", c, "")
	return []literal{{v.Names[0].Name, of.Name, r.rows}}
}

// source returns the comment on the line of a field, or the one above it.
func (r *reader) source(field ast.Node) string {
	line := r.fset.Position(field.Pos()).Line
	if c := r.comments[line]; c.text != "" {
		return c.text
	}
	if c := r.comments[line-1]; c.alone {
		return c.text
	}
	return ""
}

// fields reads the fields of a struct literal, those of its structs too. shared is the source
// of the whole.
func (r *reader) fields(path string, c *ast.CompositeLit, shared string) {
	for _, e := range c.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		key, ok := kv.Key.(*ast.Ident)
		if !ok {
			continue
		}
		source := r.source(kv)
		if source == "" {
			source = shared
		}
		if inner, ok := kv.Value.(*ast.CompositeLit); ok && r.deep(inner) {
			r.fields(path+key.Name+" ", inner, source)
			continue
		}
		r.rows = append(r.rows, figure{path + key.Name, r.text(kv.Value), source})
	}
}

// deep reports whether a literal is a struct over several lines.
func (r *reader) deep(c *ast.CompositeLit) bool {
	return r.fset.Position(c.Lbrace).Line != r.fset.Position(c.Rbrace).Line
}

func (r *reader) text(e ast.Expr) string {
	var b strings.Builder
	if err := format.Node(&b, r.fset, e); err != nil {
		panic("BUG: " + err.Error())
	}
	return strings.Join(strings.Fields(b.String()), " ")
}
