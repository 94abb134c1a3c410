package course

// This file writes the plan of a course of 14 weeks, notebooks/plan.md, from the notebooks and the rows of tasks and exercises.

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gpucourse/internal/golden"

	"gpucourse/grader/rubric"
	"gpucourse/grader/task"
)

// week is a week of the plan.
type week struct {
	chapters []string // "07", or "P1" of a project
	book     []int    // chapters of the textbook
}

// weeks are the plan. Projects stand where their chapters are known.
var weeks = []week{
	{[]string{"00", "01"}, []int{1, 2}},
	{[]string{"02", "03"}, []int{2, 5}},
	{[]string{"04"}, []int{3, 4}},
	{[]string{"05", "06"}, []int{20, 22}},
	{[]string{"07", "08"}, []int{6}},
	{[]string{"09", "10"}, []int{4, 7}},
	{[]string{"11", "12"}, []int{4, 5}},
	{[]string{"13", "14"}, []int{5, 6}},
	{[]string{"P1"}, []int{7, 8, 9}},
	{[]string{"15", "16"}, []int{9, 10}},
	{[]string{"17", "18"}, []int{6, 7}},
	{[]string{"19", "20"}, []int{10, 11}},
	{[]string{"21", "P2"}, []int{6, 14}},
	{[]string{"22", "23", "24", "P3"}, []int{6, 16, 20}},
}

// topics are those of chapters of "Programming Massively Parallel Processors", 4th edition, by number.
var topics = map[int]string{
	1: "introduction", 2: "data parallel computing", 3: "multidimensional grids", 4: "architecture and scheduling", 5: "memory and locality",
	6: "performance", 7: "convolution", 8: "stencils", 9: "histograms", 10: "reduction", 11: "prefix sums", 14: "sparse matrices",
	16: "deep learning", 20: "clusters", 22: "advanced practices",
}

// planned is a chapter or a project of the plan.
type planned struct {
	name                         string // of the files: "07_coalescing"
	title                        string // "Coalescing: …"
	sections                     []string
	tasks                        []*task.Task
	text, taskTime, exerciseTime int // minutes
}

func (p *planned) minutes() int { return p.text + p.taskTime + p.exerciseTime }

// link leads to the chapter, or to the text of a project.
func (p *planned) link() string {
	number, _, _ := strings.Cut(p.name, "_")
	if strings.HasPrefix(number, "P") {
		return fmt.Sprintf("[%s](../exercises/%s/README.md)", number, p.name)
	}
	return fmt.Sprintf("[%s](%s.ipynb)", number, p.name)
}

var (
	statedTime = regexp.MustCompile(`\*\*Time\*\*: about (\d+) minutes for the text(?: \([^)]*\))?, (.*?) \*\*You need`)
	section    = regexp.MustCompile(`(?m)^## (\d+ .*)$`)
	markup     = strings.NewReplacer("`", "", "*", "", "|", `\|`)
)

// planOf returns what the plan says of a chapter or project.
func planOf(t *testing.T, number string) *planned {
	t.Helper()
	i := slices.IndexFunc(rubric.Exercises, func(e rubric.Exercise) bool { return strings.HasPrefix(e.Name, number+"_") })
	if i < 0 {
		t.Fatalf("there is no chapter %s", number)
	}
	e := &rubric.Exercises[i]
	p := &planned{name: e.Name, exerciseTime: e.Minutes(), tasks: task.Of(number)}
	for _, row := range p.tasks {
		p.taskTime += row.Minutes()
	}
	if e.Project {
		text, err := os.ReadFile(filepath.Join("../../../exercises", e.Name, "README.md"))
		if err != nil {
			t.Fatal(err)
		}
		first, _, _ := strings.Cut(string(text), "\n")
		p.title = strings.TrimPrefix(first, "# ")
		return p
	}
	nb, err := readDocument(filepath.Join("../..", e.Name+".ipynb"))
	if err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(string(nb.Cells[0].Source), "\n")
	p.title = strings.TrimPrefix(first, "# "+number+" ")
	stated := statedTime.FindStringSubmatch(strings.ReplaceAll(string(nb.Cells[0].Source), "\n", " "))
	if stated == nil {
		t.Fatalf("%s: the first cell states no time", e.Name)
	}
	p.text, _ = strconv.Atoi(stated[1])
	if want := fmt.Sprintf("%d for the tasks and %d for the exercise.", toFive(p.taskTime), toFive(p.exerciseTime)); stated[2] != want {
		t.Errorf("%s: the first cell says %q, want %q", e.Name, stated[2], want)
	}
	for _, c := range nb.Cells {
		if c.Type == "markdown" {
			for _, m := range section.FindAllStringSubmatch(string(c.Source), -1) {
				p.sections = append(p.sections, markup.Replace(m[1]))
			}
		}
	}
	return p
}

// toFive rounds minutes to a multiple of five.
func toFive(minutes int) int { return (minutes + 2) / 5 * 5 }

// hours writes minutes as hours.
func hours(minutes int) string { return fmt.Sprintf("%.1f h", float64(minutes)/60) }

// planPage returns the page.
func planPage(t *testing.T) string {
	var overview, chapters strings.Builder
	for n, w := range weeks {
		var links, tasks, exercises, readings []string
		sum := 0
		for _, number := range w.chapters {
			p := planOf(t, number)
			links, sum = append(links, p.link()+" "+markup.Replace(p.title)), sum+p.minutes()
			if len(p.tasks) > 0 {
				tasks = append(tasks, fmt.Sprintf("%s to %s", p.tasks[0].ID, p.tasks[len(p.tasks)-1].ID))
			}
			exercises = append(exercises, fmt.Sprintf("[%s](../exercises/%[1]s/README.md)", p.name))
			writeChapter(&chapters, p)
		}
		for _, b := range w.book {
			readings = append(readings, fmt.Sprintf("%d %s", b, topics[b]))
		}
		fmt.Fprintf(&overview, "| %d | %s | %s | %s | %s | %s |\n", n+1, strings.Join(links, "; "), strings.Join(tasks, ", "), strings.Join(exercises, ", "), hours(sum), strings.Join(readings, ", "))
	}
	return fmt.Sprintf(`# Plan of 14 weeks

A course of one term: what learners read, answer and write in each week. The last column names chapters of the
textbook *Programming Massively Parallel Processors* by Hwu, Kirk and El Hajj, 4th edition, with their topics.

All times are estimates: nobody has measured learners. The time of a text is what its chapter states. Those of tasks and
exercises follow from a rule that TEACHING.md describes; a project takes ten hours.

| week | chapters | tasks | exercises | time | textbook |
|---|---|---|---|---|---|
%s
## Chapters
%s`, &overview, &chapters)
}

// writeChapter writes sections and times of a chapter or a project.
func writeChapter(b *strings.Builder, p *planned) {
	number, _, _ := strings.Cut(p.name, "_")
	if len(p.tasks) == 0 {
		fmt.Fprintf(b, "\n### %s\n\nThe [project](../exercises/%s/README.md) takes %s.\n", markup.Replace(p.title), p.name, hours(p.exerciseTime))
		return
	}
	fmt.Fprintf(b, "\n### %s %s\n\nText %d min, tasks %d min, [exercise](../exercises/%s/README.md) %d min: %s.\n\n", number, markup.Replace(p.title), p.text, p.taskTime, p.name, p.exerciseTime, hours(p.minutes()))
	fmt.Fprintf(b, "Sections: %s.\n\nTasks: ", strings.Join(p.sections, "; "))
	for i, row := range p.tasks {
		if i > 0 {
			b.WriteString("; ")
		}
		fmt.Fprintf(b, "%s %s (%d min)", row.ID, strings.TrimRight(row.Title, "?."), row.Minutes())
	}
	b.WriteString(".\n")
}

// TestPlan: the page is what the rows and notebooks make of it, each chapter and project is in one week, and the README
// and the first cell have the time of each chapter.
func TestPlan(t *testing.T) {
	golden.Check(t, "../../plan.md", planPage(t))
	readme, err := os.ReadFile("../../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]int{}
	for _, w := range weeks {
		for _, number := range w.chapters {
			seen[number]++
			row := regexp.MustCompile(`(?m)^\| ` + number + ` \|.*\| ` + regexp.QuoteMeta(hours(planOf(t, number).minutes())) + ` \|$`)
			if !strings.HasPrefix(number, "P") && !row.Match(readme) {
				t.Errorf("README.md: chapter %s is without its time: want a row like %s", number, row)
			}
		}
		for _, b := range w.book {
			if topics[b] == "" {
				t.Errorf("chapter %d of the textbook has no topic", b)
			}
		}
	}
	for _, e := range rubric.Exercises {
		if number, _, _ := strings.Cut(e.Name, "_"); seen[number] != 1 {
			t.Errorf("%s is in %d weeks, want 1", e.Name, seen[number])
		}
	}
	if len(weeks) != 14 {
		t.Errorf("got %d weeks, want 14", len(weeks))
	}
}
