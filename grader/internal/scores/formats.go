package scores

// This file writes results as text and JSON, and for Gradescope and exercism. JUnit's
// format is in junit.go, tables are in tables.go.

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gpucourse/gpusim/report"
	"gpucourse/grader/verdict"
)

// Format is a way to write results.
type Format struct {
	Name string
	// One says that the format is of one submission.
	One   bool
	Write func([]Result) []byte
}

// Formats lists the formats.
var Formats = []Format{
	{Name: "text", Write: text},
	{Name: "json", Write: jsonText},
	{Name: "csv", Write: csvText},
	{Name: "gradebook", Write: gradebook},
	{Name: "junit", Write: junit},
	{Name: "gradescope", One: true, Write: func(r []Result) []byte { return gradescope(&r[0]) }},
	{Name: "exercism", One: true, Write: func(r []Result) []byte { return exercism(&r[0]) }},
}

// FindFormat returns the format of a name, or nil.
func FindFormat(name string) *Format {
	i := slices.IndexFunc(Formats, func(f Format) bool { return f.Name == name })
	if i < 0 {
		return nil
	}
	return &Formats[i]
}

// Names lists the names of the formats.
func Names() (names []string) {
	for _, f := range Formats {
		names = append(names, f.Name)
	}
	return names
}

// text returns the items of one submission with their feedback, or a row per submission.
func text(results []Result) []byte {
	if len(results) == 1 {
		return []byte(itemText(&results[0]))
	}
	t := report.NewTable("submission", "<done", "<wasteful", "<wrong", "<not valid", "<not started", "<marks", "<of")
	sum := Points{}
	for i := range results {
		r := &results[i]
		total := r.Total()
		row := []string{verdict.Printable(r.Submission)}
		for _, s := range []verdict.State{verdict.Done, verdict.Wasteful, verdict.Wrong, verdict.Invalid, verdict.NotStarted} {
			row = append(row, strconv.Itoa(r.count(s.String())))
		}
		t.Add(append(row, Figure(total.Got), Figure(total.Of))...)
		sum.Got, sum.Of = Rounded(sum.Got+total.Got), Rounded(sum.Of+total.Of)
	}
	return fmt.Appendf(nil, "%s\n%d submissions, %s of %s marks\n", t, len(results), Figure(sum.Got), Figure(sum.Of))
}

func itemText(r *Result) string {
	t := report.NewTable("exercise", "kernel", "state", "<marks", "<of")
	var feedback strings.Builder
	for i := range r.Items {
		item := &r.Items[i]
		p := item.Weighed()
		t.Add(item.Exercise, item.Kernel, item.State, Figure(p.Got), Figure(p.Of))
		if len(item.Feedback) > 0 {
			fmt.Fprintf(&feedback, "%s %s: %s\n%s\n", item.Exercise, item.Kernel, item.State, item.text())
		}
	}
	total := r.Total()
	return fmt.Sprintf("%s%s\n%s: %s of %s marks\n", &feedback, t, verdict.Printable(r.Submission), Figure(total.Got), Figure(total.Of))
}

// Schema is the JSON schema of the JSON format.
//
//go:embed scores.schema.json
var Schema []byte

func jsonText(results []Result) []byte { return indented(results) }

func indented(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		panic("BUG: results that are no JSON: " + err.Error())
	}
	return b.Bytes()
}

// gradescopeResults is results.json of Gradescope's autograders.
type gradescopeResults struct {
	Score            float64          `json:"score"`
	Output           string           `json:"output"`
	StdoutVisibility string           `json:"stdout_visibility"`
	Tests            []gradescopeTest `json:"tests"`
}

type gradescopeTest struct {
	Name       string   `json:"name"`
	Number     string   `json:"number"`
	Score      float64  `json:"score"`
	MaxScore   float64  `json:"max_score"`
	Output     string   `json:"output"`
	Tags       []string `json:"tags"`
	Visibility string   `json:"visibility"`
}

func gradescope(r *Result) []byte {
	out := gradescopeResults{
		Score: r.Total().Got, Output: fmt.Sprintf("%d of %d kernels, plans and tasks are done.", r.count(Done), len(r.Items)),
		StdoutVisibility: "hidden", Tests: []gradescopeTest{},
	}
	place := 0
	for i := range r.Items {
		item := &r.Items[i]
		if place++; i > 0 && r.Items[i-1].Exercise != item.Exercise {
			place = 1
		}
		number, tag := fmt.Sprintf("%s.%d", item.Chapter(), place), item.Exercise
		if item.Kind == Task {
			number, tag = "T"+item.Exercise, item.Chapter()+" tasks"
		}
		p := item.Weighed()
		out.Tests = append(out.Tests, gradescopeTest{
			Name: item.Exercise + " " + item.Kernel, Number: number, Score: p.Got, MaxScore: p.Of,
			Output: item.State + "\n" + item.text(), Tags: []string{tag}, Visibility: "visible",
		})
	}
	return indented(out)
}

// exercismResults is results.json of exercism's test runners, version 3.
type exercismResults struct {
	Version int            `json:"version"`
	Status  string         `json:"status"`
	Message *string        `json:"message"`
	Tests   []exercismTest `json:"tests"`
}

type exercismTest struct {
	Name     string  `json:"name"`
	Status   string  `json:"status"`
	Message  *string `json:"message"`
	TestCode string  `json:"test_code"`
	TaskID   int     `json:"task_id"`
}

// exercismVersion is the version of exercism's specification.
const exercismVersion = 3

// exercism returns a test per kernel and plan; its task is its place in the exercise.
func exercism(r *Result) []byte {
	out := exercismResults{Version: exercismVersion, Status: "pass", Tests: []exercismTest{}}
	errors := 0
	for i := range r.Items {
		item := &r.Items[i]
		t := exercismTest{Name: item.Kernel, Status: "pass", TaskID: i + 1, TestCode: item.goals()}
		if item.State != Done {
			t.Status, out.Status = "fail", "fail"
			if item.State == verdict.Invalid.String() {
				t.Status = "error"
				errors++
			}
			message := item.message()
			t.Message = &message
		}
		out.Tests = append(out.Tests, t)
	}
	if errors == len(r.Items) {
		message := "there is nothing to grade"
		if errors > 0 {
			message = r.Items[0].message()
		}
		out.Status, out.Message = "error", &message
	}
	return indented(out)
}

// message says what is missed.
func (i *Item) message() string {
	if len(i.Feedback) == 0 {
		return i.State
	}
	return i.text()
}

// goals says what is asked for: right results and the goals.
func (i *Item) goals() string {
	text := "results as plain Go computes them"
	for _, g := range i.Goals {
		text += fmt.Sprintf("\n%s: %s %s", g.Name, g.Bound, verdict.Figure(g.Limit))
	}
	return text
}
