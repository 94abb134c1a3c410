// Package slides makes slides for lectures: an HTML file per chapter, from the chapter's notebook as it is stored.
//
// A notebook becomes slides in its order. A section begins with its heading, the first sentences of its text and the
// question that it asks to predict. Each stored picture is a slide, and so is each small table of measured values. An
// explanation becomes a list of the first sentences of its paragraphs. The last slide names the tasks and the exercise.
//
// A file needs no network and no other file. Each slide has 1280 by 720 pixels, on the screen and in print.
package slides

import (
	"bytes"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html/template"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/yuin/goldmark"

	"gpucourse/internal/ipynb"
)

//go:embed slides.html
var pageText string

var page = template.Must(template.New("slides").Parse(pageText))

// deck is the slides of a chapter.
type deck struct {
	Title  string
	Slides []slide
}

// slide is a slide: what it has of each kind is shown from top to bottom.
type slide struct {
	Number, Of int
	Heading    template.HTML
	Points     []template.HTML // sentences
	Ask        template.HTML   // a question to the class
	Picture    template.URL
	Words      string // of the picture, for those who do not see it
	Caption    string
	Table      template.HTML
	Dense      bool // the table has much text
}

// notebook is what is read of a notebook's file.
type notebook struct {
	Cells []cell `json:"cells"`
}

type cell struct {
	Type     string     `json:"cell_type"`
	ID       string     `json:"id"`
	Source   ipynb.Text `json:"source"`
	Metadata struct{ Task string }
	Outputs  []struct {
		Data map[string]ipynb.Text `json:"data"`
	} `json:"outputs"`
}

// Write writes the slides of chapters into a folder, of all where none is named, and returns their number. A name is a number
// such as 07.
func Write(root, dir string, names []string) (int, error) {
	files, err := filepath.Glob(filepath.Join(root, "notebooks", "*.ipynb"))
	if err != nil {
		panic("BUG: " + err.Error())
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return 0, err
	}
	written := 0
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".ipynb")
		number, _, _ := strings.Cut(name, "_")
		if len(names) > 0 && !slices.Contains(names, number) && !slices.Contains(names, name) {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return written, err
		}
		if text, err = Of(text); err != nil {
			return written, fmt.Errorf("%s: %w", file, err)
		}
		if err := os.WriteFile(filepath.Join(dir, name+".html"), text, 0o644); err != nil {
			return written, err
		}
		written++
	}
	if written == 0 {
		return 0, fmt.Errorf("no chapter is called %s: write a number such as 07", strings.Join(names, ", "))
	}
	return written, nil
}

// Of returns the slides of a notebook's text.
func Of(text []byte) ([]byte, error) {
	var n notebook
	if err := json.Unmarshal(text, &n); err != nil {
		return nil, err
	}
	d, err := deckOf(&n)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = page.Execute(&b, d)
	return b.Bytes(), err
}

// deckOf makes slides of the cells.
func deckOf(n *notebook) (*deck, error) {
	w := &writer{}
	for i := range n.Cells {
		c := &n.Cells[i]
		switch {
		case c.Metadata.Task != "":
			w.task(c)
		case strings.HasPrefix(c.ID, exerciseID): // the outputs of these cells depend on the learner
		case c.Type == "markdown":
			w.text(string(c.Source))
		default:
			w.outputs(c)
		}
	}
	if w.deck.Title == "" {
		return nil, fmt.Errorf("the notebook has no title")
	}
	w.tasks()
	for i := range w.deck.Slides {
		w.deck.Slides[i].Number, w.deck.Slides[i].Of = i+1, len(w.deck.Slides)
	}
	return &w.deck, nil
}

// exerciseID begins the ids of cells that show a learner's exercise.
const exerciseID = "exercise"

// writer collects the slides.
type writer struct {
	deck    deck
	heading template.HTML // of the section
	titles  []template.HTML
}

func (w *writer) add(s slide) {
	s.Heading = w.heading
	w.deck.Slides = append(w.deck.Slides, s)
}

// The most that a slide shows.
const (
	mostPoints = 5
	mostRows   = 9
	mostTasks  = 12
)

// task keeps the title of a task.
func (w *writer) task(c *cell) {
	if first, _, _ := strings.Cut(string(c.Source), "\n"); c.Type == "markdown" {
		w.titles = append(w.titles, inline(strings.TrimPrefix(first, "### ")))
	}
}

// tasks are the last slide.
func (w *writer) tasks() {
	w.heading = "Tasks of the chapter"
	w.add(slide{Points: w.titles[:min(mostTasks, len(w.titles))]})
}

// text makes a slide of a text cell: of the title, of a section or of an explanation.
func (w *writer) text(source string) {
	first, rest, _ := strings.Cut(source, "\n")
	title, isTitle := strings.CutPrefix(first, "# ")
	level := strings.TrimLeft(first, "#")
	switch {
	case isTitle:
		w.deck.Title, w.heading = plain(title), inline(title)
		w.add(slide{Points: append(sentences(rest, 1), items(rest)...)})
	case level != first: // a section
		w.heading = inline(strings.TrimSpace(level))
		w.add(slide{Points: sentences(rest, 2), Ask: question(rest)})
	case strings.HasPrefix(first, explains):
		if points := sentences(strings.TrimPrefix(source, explains), mostPoints); len(points) > 0 {
			w.add(slide{Points: points})
		}
	}
}

// outputs makes slides of the pictures and tables that a cell shows.
func (w *writer) outputs(c *cell) {
	for _, o := range c.Outputs {
		if svg := o.Data[ipynb.SVG]; svg != "" {
			words := string(o.Data[ipynb.Plain])
			caption, _, _ := strings.Cut(words, ". ")
			w.add(slide{
				Picture: template.URL("data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString([]byte(svg))),
				Words:   words, Caption: caption,
			})
		}
		for _, t := range tables(string(o.Data[ipynb.HTML])) {
			w.add(t)
		}
	}
}

// inline returns a line of Markdown as HTML, without links.
func inline(text string) template.HTML {
	var b bytes.Buffer
	if err := goldmark.Convert([]byte(withoutLinks(text)), &b); err != nil {
		panic("BUG: " + err.Error())
	}
	html := strings.TrimSpace(b.String())
	return template.HTML(strings.TrimSuffix(strings.TrimPrefix(html, "<p>"), "</p>")) // goldmark leaves raw HTML out
}
