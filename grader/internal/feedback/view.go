package feedback

// This file says what the pages show.

import (
	"cmp"
	"fmt"
	"html/template"
	"regexp"
	"slices"
	"strings"

	"gpucourse/gpusim/diag"
	"gpucourse/grader/hints"
	"gpucourse/grader/internal/cards"
	"gpucourse/grader/internal/scores"
	"gpucourse/grader/task"
	"gpucourse/grader/verdict"
)

// Head is what every page has in its first lines.
type Head struct {
	Title     string
	Generator template.HTML
	Style     template.CSS
}

func headOf(title string) Head { return Head{title, generator, template.CSS(style)} }

// learner is the page of a learner.
type learner struct {
	Head
	Name, Score string
	Late        string // "" for in time
	Missing     bool   // nothing was handed in
	Parts       []part
	NotStarted  []string // exercises and chapters of tasks
}

// part is an exercise, or the tasks of a chapter.
type part struct {
	Title, Score, Late string
	Cards              []card
	NotStarted         []string // kernels
	started            bool
}

// card is what a notebook shows of a kernel or a task, with what its marks count; "" for 1.
type card struct {
	HTML  template.HTML
	Worth string
}

// worth says what the marks of an item count.
func worth(i *scores.Item) string {
	p := i.Weighed()
	if p.Weight == 1 {
		return ""
	}
	return fmt.Sprintf("A mark counts %s.", scores.Figure(p.Weight))
}

func learnerOf(r *scores.Result, o Options) learner {
	l := learner{Head: headOf("Feedback: " + shown(r)), Name: shown(r), Score: score(r.Items), Late: late(r.Total()), Missing: r.Missing}
	for _, items := range grouped(r.Items) {
		p := partOf(items, o)
		if p.started {
			l.Parts = append(l.Parts, p)
		} else {
			l.NotStarted = append(l.NotStarted, p.Title)
		}
	}
	return l
}

// shown returns the name of who handed in: that of the roster with the ID, or that of the
// submission.
func shown(r *scores.Result) string {
	if l := r.Learner; l != nil && l.Name != "" && l.Name != l.ID {
		return verdict.Printable(l.Name + " (" + l.ID + ")")
	}
	return verdict.Printable(r.Submission)
}

// score returns "12 of 20 marks", or points where weights or lateness make a difference to the marks
// of the cards.
func score(items []scores.Item) string {
	unit := "marks"
	for i := range items {
		if p := items[i].Weighed(); p.Got != float64(items[i].Marks) || p.Of != float64(items[i].MaxMarks) {
			unit = "points"
		}
	}
	sum := scores.Sum(items)
	return fmt.Sprintf("%s of %s %s", scores.Figure(sum.Got), scores.Figure(sum.Of), unit)
}

// grouped returns the items of each exercise, and of the tasks of each chapter.
func grouped(items []scores.Item) (groups [][]scores.Item) {
	for _, item := range items {
		last := len(groups) - 1
		if last >= 0 && groupOf(&groups[last][0]) == groupOf(&item) {
			groups[last] = append(groups[last], item)
			continue
		}
		groups = append(groups, []scores.Item{item})
	}
	return groups
}

// groupOf returns the title of an item's exercise, or of the tasks of its chapter.
func groupOf(i *scores.Item) string {
	if i.Kind == scores.Task {
		return "Tasks of chapter " + i.Chapter()
	}
	number, name, _ := strings.Cut(i.Exercise, "_")
	return "Exercise " + number + " " + strings.ReplaceAll(name, "_", " ")
}

func partOf(items []scores.Item, o Options) part {
	sum := scores.Sum(items)
	p := part{Title: groupOf(&items[0]), Score: score(items), Late: late(sum)}
	for i := range items {
		item := &items[i]
		if item.State == verdict.NotStarted.String() {
			p.NotStarted = append(p.NotStarted, titleOf(item))
			continue
		}
		p.started = true
		v := item.Verdict()
		v.Kernel = titleOf(item)
		p.Cards = append(p.Cards, card{template.HTML(cards.Stored(v, helpFor(item, o))), worth(item)}) // cards escape what they show
	}
	return p
}

// titleOf returns the name of a kernel, or a task with its title.
func titleOf(i *scores.Item) string {
	if t, err := task.Find(i.Exercise); err == nil {
		return t.ID + " " + t.Title
	}
	return i.Kernel
}

// helpFor returns the hints that the course has for an item. A hidden exercise has none.
func helpFor(i *scores.Item, o Options) []hints.Step {
	steps, err := hints.Of(i.Exercise, i.Kernel)
	if t, found := task.Find(i.Exercise); found == nil {
		steps, err = hints.Titled(t.As(i.Variant).Steps()), nil
	}
	if err != nil {
		return nil
	}
	return slices.DeleteFunc(steps, func(s hints.Step) bool { return s.Number > o.Hints })
}

// index is the lecturer's page.
type index struct {
	Head
	Learners []row
	Items    []itemRow
	Summary  string
}

// row is a learner's line of the index.
type row struct {
	File, Name, Section, Score string
	Percent                    int
	Done, Started              int // items
	Late                       string
	Missing                    bool
}

// itemRow is a kernel or task in the index, over all learners.
type itemRow struct {
	Name              string
	Done, Started, Of int
	Percent           int
	Mistake           string // that most learners meet first; "" for none
	Meet              int    // how many they are
	mistakes          map[string]int
	met               []string // in the order in which they are met
}

func indexOf(results []scores.Result, names []string) index {
	x := index{Head: headOf("Feedback: all learners")}
	for i := range results {
		x.Learners = append(x.Learners, rowOf(&results[i], names[i]))
	}
	x.Items = itemsOf(results)
	x.Summary = diag.Count(len(results), "learners")
	return x
}

func rowOf(r *scores.Result, file string) row {
	total := r.Total()
	out := row{File: file, Name: shown(r), Score: score(r.Items), Late: late(total), Missing: r.Missing}
	if r.Learner != nil {
		out.Section = r.Learner.Section
	}
	if total.Of > 0 {
		out.Percent = int(100 * total.Got / total.Of)
	}
	for i := range r.Items {
		switch r.Items[i].State {
		case scores.Done:
			out.Done++
			out.Started++
		case verdict.NotStarted.String():
		default:
			out.Started++
		}
	}
	return out
}

// late returns "1 day late", and "" for in time.
func late(p scores.Points) string {
	if p.LateDays == 0 {
		return ""
	}
	return diag.Count(p.LateDays, "days") + " late"
}

// itemsOf sums up each kernel and task over all learners.
func itemsOf(results []scores.Result) []itemRow {
	var rows []*itemRow
	byID := map[[2]string]*itemRow{}
	for i := range results {
		for j := range results[i].Items {
			item := &results[i].Items[j]
			id := [2]string{item.Exercise, item.Kernel}
			if byID[id] == nil {
				byID[id] = &itemRow{Name: item.Exercise + " " + item.Kernel, mistakes: map[string]int{}}
				if item.Kind == scores.Task {
					byID[id].Name = titleOf(item)
				}
				rows = append(rows, byID[id])
			}
			byID[id].count(item)
		}
	}
	list := make([]itemRow, len(rows))
	for i, r := range rows {
		r.sumUp()
		list[i] = *r
	}
	return list
}

// count adds the item of a learner.
func (r *itemRow) count(i *scores.Item) {
	r.Of++
	if i.State == verdict.NotStarted.String() {
		return
	}
	r.Started++
	if i.State == scores.Done {
		r.Done++
	}
	if len(i.Feedback) > 0 {
		title := withoutNumbers(i.Feedback[0].Title)
		if r.mistakes[title]++; r.mistakes[title] == 1 {
			r.met = append(r.met, title)
		}
	}
}

// numbers are what differs between mistakes of one kind.
var numbers = regexp.MustCompile(`[0-9]+`)

// withoutNumbers makes mistakes of one kind the same text.
func withoutNumbers(title string) string { return numbers.ReplaceAllString(title, "…") }

func (r *itemRow) sumUp() {
	if r.Of > 0 {
		r.Percent = 100 * r.Done / r.Of
	}
	if len(r.met) > 0 {
		r.Mistake = slices.MaxFunc(r.met, func(a, b string) int { return cmp.Compare(r.mistakes[a], r.mistakes[b]) })
		r.Meet = r.mistakes[r.Mistake]
	}
}
