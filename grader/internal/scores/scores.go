// Package scores holds what submissions earned, and writes it in the formats that tables,
// test reports and learning platforms read.
//
// A Result belongs to one submission. It depends on the submission, the instructor's
// settings and the grader's version alone: no time, path or host is in it, so the same
// submission has the same bytes everywhere.
package scores

import (
	"path/filepath"
	"strings"

	"gpucourse/grader/verdict"
)

// Version is the version of the JSON format, scores.schema.json.
const Version = 1

// Result is what one submission earned.
type Result struct {
	Version    int    `json:"version"`
	Submission string `json:"submission"`
	// Graded is a SHA-256 of what was graded: the files and the instructor's settings.
	Graded   string `json:"graded"`
	Grader   string `json:"grader"` // its version
	Marks    int    `json:"marks"`
	MaxMarks int    `json:"max_marks"`
	Items    []Item `json:"items"`
}

// Item is a kernel or plan.
type Item struct {
	Exercise string `json:"exercise"`
	Kernel   string `json:"kernel"`
	State    string `json:"state"` // "not valid", "not started", "wrong", "wasteful" or "done"
	Marks    int    `json:"marks"`
	MaxMarks int    `json:"max_marks"`
	Goals    []Goal `json:"goals"`
	// Feedback explains what is missed, as the learner reads it.
	Feedback []Feedback `json:"feedback"`
	Code     string     `json:"code"`     // stands for the source, without comments and layout
	Compiled string     `json:"compiled"` // stands for the instructions, without names
	// Instructions is the number of instructions of Compiled.
	Instructions int `json:"instructions"`
}

// Goal is a limit with what was measured.
type Goal struct {
	Name  string  `json:"name"`
	Bound string  `json:"bound"` // "limit", "at least" or "exactly"
	Limit float64 `json:"limit"`
	Got   float64 `json:"got"`
	Met   bool    `json:"met"`
}

// Feedback explains one mistake.
type Feedback struct {
	Title string `json:"title"`
	File  string `json:"file"` // from the submission's folder
	Line  int    `json:"line"` // 0: the file as a whole
	Text  string `json:"text"` // all of it
}

// Done is the state of an item with full marks.
var Done = verdict.Done.String()

// New returns the result of a submission with its verdicts. folders are those of the
// submission's exercises.
func New(submission string, folders map[string]string, verdicts []*verdict.Verdict) Result {
	r := Result{Version: Version, Submission: valid(submission), Items: []Item{}}
	for _, v := range verdicts {
		item := itemOf(v, folders[v.Exercise])
		r.Items = append(r.Items, item)
		r.Marks, r.MaxMarks = r.Marks+item.Marks, r.MaxMarks+item.MaxMarks
	}
	return r
}

func itemOf(v *verdict.Verdict, folder string) Item {
	item := Item{
		Exercise: v.Exercise, Kernel: v.Kernel, State: v.State.String(), Marks: v.Marks(), MaxMarks: v.MaxMarks(),
		Code: v.Code, Compiled: v.Compiled, Instructions: v.Instructions, Goals: []Goal{}, Feedback: []Feedback{},
	}
	for _, g := range v.Measured {
		item.Goals = append(item.Goals, Goal{g.Name, g.Bound, g.Limit, g.Got, g.Met})
	}
	inside := pathsInside(folder, v.Exercise)
	for i := range v.Feedback {
		f := &v.Feedback[i]
		item.Feedback = append(item.Feedback, Feedback{
			Title: inside.Replace(verdict.Printable(f.Title)), File: filepath.ToSlash(inside.Replace(f.At.File)), Line: f.At.Line, Text: inside.Replace(f.String()),
		})
	}
	return item
}

// pathsInside returns what makes paths in the folder of an exercise begin with the
// exercise's name.
func pathsInside(folder, exercise string) *strings.Replacer {
	var pairs []string
	for _, path := range []string{folder, verdict.ShortPath(folder)} {
		asJSON := string([]rune(path)) // a process of its own answers so
		pairs = append(pairs, path+"/", exercise+"/", asJSON+"/", exercise+"/")
	}
	return strings.NewReplacer(pairs...)
}

// AllDone reports whether every item of every result is done.
func AllDone(results []Result) bool {
	for i := range results {
		for _, item := range results[i].Items {
			if item.State != Done {
				return false
			}
		}
	}
	return true
}

// count returns how many items have a state.
func (r *Result) count(state string) (n int) {
	for _, item := range r.Items {
		if item.State == state {
			n++
		}
	}
	return n
}

// text returns all feedback on an item.
func (i *Item) text() string {
	var b strings.Builder
	for _, f := range i.Feedback {
		b.WriteString(f.Text)
	}
	return b.String()
}

// title returns the title of the first feedback on an item, or "".
func (i *Item) title() string {
	if len(i.Feedback) == 0 {
		return ""
	}
	return i.Feedback[0].Title
}

// valid returns a name as JSON can hold it.
func valid(name string) string { return strings.ToValidUTF8(name, "\uFFFD") }
