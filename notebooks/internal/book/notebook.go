package book

// This file rewrites a stored notebook for Sphinx: folds become directives, pictures become
// files, links in outputs lead to pages, kernels and tasks get links to the workbench, and the
// answers of predictions are marked, so that the page closes them.

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html"
	"path"
	"regexp"
	"slices"
	"strings"

	"gpucourse/internal/ipynb"
)

// notebook is a notebook's file. What is not read here stays as it is.
type notebook struct {
	Cells         []*cell         `json:"cells"`
	Metadata      json.RawMessage `json:"metadata"`
	NBFormat      int             `json:"nbformat"`
	NBFormatMinor int             `json:"nbformat_minor"`
}

// cell is a cell. All keys that nbformat demands are written for both types of cells: Sphinx
// reads no others.
type cell struct {
	Type     string          `json:"cell_type"`
	Count    *int            `json:"execution_count,omitempty"`
	ID       string          `json:"id"`
	Metadata json.RawMessage `json:"metadata"`
	Outputs  *[]output       `json:"outputs,omitempty"`
	Source   ipynb.Text      `json:"source"`
}

// output is what a cell shows: data, or a stream's name and text.
type output struct {
	Type     string                `json:"output_type"`
	Data     map[string]ipynb.Text `json:"data,omitempty"`
	Metadata json.RawMessage       `json:"metadata,omitempty"`
	Stream   string                `json:"name,omitempty"`
	Text     ipynb.Text            `json:"text,omitempty"`
}

func readNotebook(text []byte) (*notebook, error) {
	var n notebook
	err := json.Unmarshal(text, &n)
	return &n, err
}

// notebook returns a notebook's file as Sphinx is to read it.
func (s *source) notebook(n *notebook) ([]byte, error) {
	known, answers := newDeclarations(), answers{}
	var cells []*cell
	for i, c := range n.Cells {
		if answers.endBefore(c) {
			cells = append(cells, c.beside("answer", ends))
		}
		added, err := s.cell(c, known, answers.beginAt(n.Cells[i:]))
		if err != nil {
			return nil, err
		}
		cells = append(cells, added...)
	}
	n.Cells = cells
	return json.Marshal(n)
}

// cell rewrites a cell. It returns the cell, in two parts if it answers a question, with its
// links to the workbench.
func (s *source) cell(c *cell, known *declarations, answers bool) (cells []*cell, err error) {
	task := c.task()
	if c.Type == "markdown" {
		c.Source = ipynb.Text(folds(string(c.Source)))
		cells = []*cell{c}
		if task != "" && s.outputs {
			cells = append(cells, c.beside("try", tryLink(task)))
		}
		return cells, nil
	}
	if err := s.show(c, task); err != nil {
		return nil, err
	}
	links := openLinks(known.links(string(c.Source)))
	if m := graded.FindStringSubmatch(string(c.Source)); m != nil {
		links = tryLink(exercisePlace(m[1])) + links
	}
	cells = c.parts(answers)
	if links != "" && s.outputs {
		cells = slices.Insert(cells, 1, c.beside("open", links))
	}
	return cells, nil
}

// graded is the call by which a cell has an exercise graded.
var graded = regexp.MustCompile(`(?m)^lesson\.Check\("(\d\d)"`)

// beside returns a cell of the book's own after c.
func (c *cell) beside(what, text string) *cell {
	return &cell{Type: "markdown", ID: c.ID + "-" + what, Metadata: json.RawMessage("{}"), Source: ipynb.Text(text)}
}

// task returns the number of the task that the cell belongs to, or "".
func (c *cell) task() string {
	var m struct{ Task string }
	if json.Unmarshal(c.Metadata, &m) != nil {
		return ""
	}
	return m.Task
}

// show rewrites the outputs of a cell, which may belong to a task.
func (s *source) show(c *cell, task string) error {
	if c.Outputs == nil || !s.outputs {
		c.Outputs = &[]output{}
		return nil
	}
	for i := range *c.Outputs {
		o := &(*c.Outputs)[i]
		if svg := o.Data[ipynb.SVG]; svg != "" {
			text, err := s.picture(string(svg), string(o.Data[ipynb.Plain]))
			if err != nil {
				return err
			}
			o.Data = map[string]ipynb.Text{ipynb.HTML: ipynb.Text(text)}
			continue
		}
		if o.Data == nil {
			continue
		}
		text := strings.ReplaceAll(rewriteLinks(string(o.Data[ipynb.HTML])), noGuess, "")
		if task != "" {
			text = strings.Replace(text, runAgain, here(task), 1)
		}
		o.Data[ipynb.HTML] = ipynb.Text(text)
	}
	return nil
}

// size finds the width and the height of a picture.
var size = regexp.MustCompile(`^<svg [^>]*?\bwidth='(\d+)[\d.]*' height='(\d+)`)

// picture writes an SVG file and returns the HTML that shows it. The class says that the
// picture has a background of its own, so the theme leaves it as it is in the dark.
func (s *source) picture(svg, words string) (string, error) {
	sum := sha256.Sum256([]byte(svg))
	name := "pictures/" + hex.EncodeToString(sum[:8]) + ".svg"
	m := size.FindStringSubmatch(svg)
	if m == nil {
		return "", fmt.Errorf("a picture without a size: %.80s", svg)
	}
	err := s.write("static/"+name, []byte(svg))
	return fmt.Sprintf(`<img class="dark-light" loading="lazy" src="../_static/%s" width="%s" height="%s" alt="%s">`, name, m[1], m[2], html.EscapeString(words)), err
}

var href = regexp.MustCompile(`href="([^"]*)"`)

// rewriteLinks makes links of outputs, which lead to files, lead to pages.
func rewriteLinks(text string) string {
	return href.ReplaceAllStringFunc(text, func(all string) string {
		return `href="` + html.EscapeString(pageOf(html.UnescapeString(href.FindStringSubmatch(all)[1]))) + `"`
	})
}

// pageOf returns the page, and the place on it, that shows what a link of an output names.
func pageOf(link string) string {
	if strings.Contains(link, "://") {
		return link
	}
	file, place, _ := strings.Cut(link, "#")
	if task, ok := strings.CutPrefix(place, "cell-id=task-"); ok { // its cell is graded in the workbench
		return "workbench:course.html#" + strings.ReplaceAll(task, "-", ".")
	}
	switch path.Ext(file) {
	case ".md", ".ipynb":
		file = strings.TrimSuffix(file, path.Ext(file)) + ".html"
	case ".cu": // a cell of the page wrote it
		return "#"
	case ".go":
		file, place = path.Dir(file)+"/README.html", "kernel.go"
	}
	if place != "" {
		file += "#" + anchor(place)
	}
	return file
}

var notInAnchor = regexp.MustCompile(`[^\p{L}\p{N}_\- ]`)

// anchor returns the name that Sphinx gives to a heading, which is GitHub's.
func anchor(heading string) string {
	return notInAnchor.ReplaceAllString(strings.ToLower(strings.ReplaceAll(heading, " ", "-")), "")
}
