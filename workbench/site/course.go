package site

// This file writes what the page of the tasks shows before anything is graded: one file per
// chapter, with the tasks and the exercise as notebook and folder have them.

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"

	"gpucourse/grader/hints"
	"gpucourse/grader/progress"
	"gpucourse/grader/rubric"
	"gpucourse/grader/stubs"
	"gpucourse/grader/task"
	"gpucourse/grader/verdict"
)

// courseFolder holds a file per chapter.
const courseFolder = "course"

// chapter is a chapter with what can be attempted.
type chapter struct {
	Number string `json:"number"`
	Name   string `json:"name"`
	Page   string `json:"page"` // of the book, from the folder of the notebooks, without its ending
	Items  []item `json:"items,omitempty"`
	// Files are what the grader reads beside the learner's answer: the kernels of plans, and
	// those from which the answers of tasks are computed.
	Files map[string]string `json:"files,omitempty"`
}

// numberOf returns "07" of 07_coalescing.
func numberOf(e *rubric.Exercise) string {
	number, _, _ := strings.Cut(e.Name, "_")
	return number
}

// chapters returns the chapters without their items.
func chapters(root string) (list []chapter, err error) {
	for i := range rubric.Exercises {
		c, err := nameOf(root, &rubric.Exercises[i])
		if err != nil {
			return nil, err
		}
		list = append(list, c)
	}
	return list, nil
}

// nameOf names a chapter as the title of its notebook does: "# 07 Coalescing: …". A project has the name of its page,
// "# Project 1: …".
func nameOf(root string, e *rubric.Exercise) (chapter, error) {
	if e.Project {
		text, err := os.ReadFile(filepath.Join(root, "exercises", e.Name, "README.md"))
		title, _, _ := strings.Cut(string(text), "\n")
		_, name, _ := strings.Cut(title, ": ")
		return chapter{Number: numberOf(e), Name: name, Page: "../exercises/" + e.Name + "/README"}, err
	}
	var notebook struct {
		Cells []struct {
			Source []string `json:"source"`
		} `json:"cells"`
	}
	file := filepath.Join(root, "notebooks", e.Name+".ipynb")
	text, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(text, &notebook)
	}
	if err != nil {
		return chapter{}, fmt.Errorf("%s: %w", file, err)
	}
	c := chapter{Number: numberOf(e), Page: e.Name}
	title := strings.TrimSpace(notebook.Cells[0].Source[0])
	c.Name = strings.TrimPrefix(title, "# "+c.Number+" ")
	return c, nil
}

// item is a task or an exercise.
type item struct {
	ID    string `json:"id"` // "07.2"; the chapter's number of an exercise
	Title string `json:"title"`
	Ask   string `json:"ask"` // "kernel", "number", "launch", "choice", "exercise"
	HTML  string `json:"html"`
	Stub  string `json:"stub,omitempty"` // the text of the editor
	File  string `json:"file,omitempty"` // where that text is graded
	Unit  string `json:"unit,omitempty"` // of a number
	// Choose has the sentences of a choice in each order.
	Choose [][]option `json:"options,omitempty"`
	None   string     `json:"none,omitempty"` // the answer that is no choice: it shows the report
	Launch *shape     `json:"launch,omitempty"`
	Parts  []part     `json:"parts"`
	// Minutes is an estimate of the time that it takes.
	Minutes int `json:"minutes"`
	// Variants are the same item with the numbers of learners of a class: variant 1, 2 …
	Variants []item `json:"variants,omitempty"`
}

// option is a sentence to choose.
type option struct {
	Letter string `json:"letter"`
	HTML   string `json:"html"`
}

// part is an item of progress: the task itself, or a kernel or plan of the exercise.
type part struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Marks int    `json:"marks"` // that it can earn
	Goals []goal `json:"goals,omitempty"`
	Hints []hint `json:"hints"`
}

// hint is a step of help.
type hint struct {
	Title string `json:"title"`
	HTML  string `json:"html"`
}

// shape is a launch in the form of the page.
type shape struct {
	Grid   string `json:"grid"`
	Block  string `json:"block"`
	Shared int    `json:"shared"`
}

// writeCourse writes the file of each chapter.
func writeCourse(root, dir string) error {
	if err := os.MkdirAll(filepath.Join(dir, courseFolder), 0o755); err != nil {
		return err
	}
	for i := range rubric.Exercises {
		c, err := chapterOf(root, &rubric.Exercises[i])
		if err != nil {
			return err
		}
		text, err := json.Marshal(c)
		if err != nil {
			panic("BUG: " + err.Error())
		}
		if err := os.WriteFile(filepath.Join(dir, courseFolder, c.Number+".json"), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

func chapterOf(root string, e *rubric.Exercise) (chapter, error) {
	c, err := nameOf(root, e)
	if err != nil {
		return c, err
	}
	for _, t := range task.Of(c.Number) {
		i := taskItem(t)
		for variant := range t.Variants() {
			if variant > 0 {
				i.Variants = append(i.Variants, taskItem(t.As(variant)))
			}
		}
		c.Items = append(c.Items, i)
	}
	c.Files = map[string]string{}
	sources := []string{"gpusim/plan/streams.go"}
	if len(c.Items) > 0 {
		sources = append(sources, "grader/task/"+e.Name+".go")
	}
	for _, source := range sources {
		text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(source)))
		if err != nil {
			return c, err
		}
		c.Files["gpucourse/"+source] = string(text) // as -trimpath names it
	}
	last, err := exerciseItem(root, c.Number, e)
	c.Items = append(c.Items, last)
	return c, err
}

// onPage rewrites what a text says of the cells of a notebook: the page has none.
var onPage = strings.NewReplacer("Run the cell, look at", "Look at", "The cell above", "A cell of the chapter", "the cell above", "a cell of the chapter")

func taskItem(t *task.Task) item {
	_, text, _ := strings.Cut(t.Markdown(), "\n") // the title stands above
	text = onPage.Replace(text)
	p := part{ID: t.ID, Name: t.Title, Marks: verdict.MaxMarks(0), Hints: rendered(hints.Titled(t.Steps()))}
	i := item{ID: t.ID, Title: t.Title, HTML: markdown(text), Minutes: t.Minutes()}
	switch ask := t.Ask.(type) {
	case task.Kernel:
		i.Ask, i.Stub, i.File, p.Marks = "kernel", string(t.Code("stub.go")), "task.go", verdict.MaxMarks(len(ask.Goals))
		p.Goals = goalsOf(ask.Wanted(cmp.Or(ask.Device, task.Device)))
	case task.Program:
		i.Ask, i.Stub, i.File, p.Marks = "kernel", string(t.Code("stub.go")), "task.go", verdict.MaxMarks(len(ask.Goals))
		p.Goals = goalsOf(ask.Wanted())
	case task.Number:
		i.Ask, i.Unit = "number", ask.Unit
	case task.Choice:
		i.Ask, i.None = "choice", task.Unchosen
		text, _, _ = strings.Cut(text, "\n\n- ") // the sentences stand beside the buttons
		for order := range task.Orders {
			i.Choose = append(i.Choose, optionsOf(t, order))
		}
		i.HTML = markdown(text)
	case task.Configuration:
		s := task.ShapeOf(ask.Stub)
		i.Ask, p.Marks = "launch", verdict.MaxMarks(len(ask.Goals))
		p.Goals = goalsOf(ask.Wanted(cmp.Or(ask.Device, task.Device)))
		i.Launch = &shape{extent(s.Grid), extent(s.Block), s.Shared}
	}
	i.Parts = []part{p}
	return i
}

// optionsOf returns the sentences of a choice in an order.
func optionsOf(t *task.Task, order int) (list []option) {
	for _, s := range t.Sentences(order) {
		list = append(list, option{s.Letter, strings.TrimSuffix(strings.TrimPrefix(markdown(s.Text), "<p>"), "</p>\n")})
	}
	return list
}

// extent writes "8,4" of (8, 4, 1).
func extent(d rubric.Dim) string {
	text := fmt.Sprintf("%d,%d,%d", d.X, d.Y, d.Z)
	return strings.TrimSuffix(strings.TrimSuffix(text, ",1"), ",1")
}

func exerciseItem(root, number string, e *rubric.Exercise) (item, error) {
	title := "Exercise " + number
	if e.Project {
		title = "Project " + strings.TrimPrefix(number, "P")
	}
	i := item{ID: number, Title: title, Minutes: e.Minutes(), Ask: "exercise", File: "exercises/" + e.Name + "/kernel.go"}
	text, err := os.ReadFile(filepath.Join(root, "exercises", e.Name, "README.md"))
	if err != nil {
		return i, err
	}
	statement, _, _ := strings.Cut(string(text), "\n## Work on it\n") // what follows is about terminals
	_, statement, _ = strings.Cut(statement, "\n")
	stub, err := stubs.Source(e.Name)
	if err != nil {
		return i, err
	}
	i.HTML, i.Stub = markdown(statement), string(stub)
	for k := range e.Kernels {
		k := &e.Kernels[k]
		i.Parts = append(i.Parts, part{ID: progress.ID(e.Name, k.Name), Name: k.Name, Marks: verdict.MaxMarks(len(k.Goals)), Goals: goalsOf(k.Wanted(e.Device))})
	}
	for p := range e.Plans {
		p := &e.Plans[p]
		i.Parts = append(i.Parts, part{ID: progress.ID(e.Name, p.Name), Name: p.Name, Marks: verdict.MaxMarks(len(p.Goals)), Goals: goalsOf(p.Wanted())})
	}
	for at := range i.Parts {
		steps, err := hints.Of(e.Name, i.Parts[at].Name)
		if err != nil {
			return i, err
		}
		i.Parts[at].Hints = rendered(steps)
	}
	return i, nil
}

func rendered(steps []hints.Step) (list []hint) {
	for _, s := range steps {
		list = append(list, hint{s.Title, markdown(onPage.Replace(s.Text))})
	}
	return list
}

var (
	reader = goldmark.New(goldmark.WithExtensions(extension.Table))
	// away is a link to a file of the repository, which the page does not have.
	away = regexp.MustCompile(`<a href="[^"]*">(.*?)</a>`)
)

func markdown(text string) string {
	var b bytes.Buffer
	if err := reader.Convert([]byte(text), &b); err != nil {
		panic("BUG: " + err.Error())
	}
	return away.ReplaceAllString(b.String(), "$1")
}
