// Package scores holds what submissions earned, and writes it in the formats that tables,
// test reports and learning platforms read.
//
// A Result belongs to one submission. It depends on the submission, the instructor's
// settings and the grader's version alone: no time, path or host is in it, so the same
// submission has the same bytes everywhere.
package scores

import (
	"path/filepath"
	"regexp"
	"strings"

	"gpucourse/grader/verdict"
)

// Version is the version of the JSON format, scores.schema.json.
const Version = 2

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

	// What follows is added when results are written.

	Points  *Points  `json:"points,omitempty"`
	Learner *Learner `json:"learner,omitempty"` // nil: not on the roster
	// Missing: the learner is on the roster, and handed in nothing.
	Missing bool `json:"missing,omitempty"`
}

// Item is a kernel, a plan or a task.
type Item struct {
	Kind     string `json:"kind"`     // Exercise or Task
	Exercise string `json:"exercise"` // "07.2" for a task
	Kernel   string `json:"kernel"`
	State    string `json:"state"` // "not valid", "not started", "wrong", "wasteful" or "done"
	Marks    int    `json:"marks"`
	MaxMarks int    `json:"max_marks"`
	Goals    []Goal `json:"goals"`
	// Feedback explains what is missed, as the learner reads it.
	Feedback []Feedback `json:"feedback"`
	Variant  int        `json:"variant,omitempty"` // of a task, which the learner had; 0 is that of the notebook
	Tries    int        `json:"tries,omitempty"`   // wrong sentences of a choice, each of which halved the marks
	Code     string     `json:"code"`              // stands for the source, without comments and layout
	Compiled string     `json:"compiled"`          // stands for the instructions, without names
	// Instructions is the number of instructions of Compiled.
	Instructions int `json:"instructions"`
	// Difference holds the elements around the first wrong one, for a picture.
	Difference *verdict.Difference `json:"difference,omitempty"`
	Points     *Points             `json:"points,omitempty"` // see Result
}

// Goal is a limit with what was measured.
type Goal struct {
	Name  string  `json:"name"`
	Bound string  `json:"bound"` // "limit", "at least" or "exactly"
	Limit float64 `json:"limit"`
	Got   float64 `json:"got"`
	None  bool    `json:"none,omitempty"` // there was nothing to measure
	Met   bool    `json:"met"`
}

// Feedback explains one mistake.
type Feedback struct {
	Title  string `json:"title"`
	File   string `json:"file"`   // from the submission's folder
	Line   int    `json:"line"`   // 0: the file as a whole
	Source string `json:"source"` // of the line
	Notes  []Note `json:"notes"`
	Hint   string `json:"hint"`
	Text   string `json:"text"` // all of it
}

// Note is a labelled text of one or more lines.
type Note struct {
	Label string `json:"label"`
	Text  string `json:"text"`
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
		Kind: kindOf(v), Exercise: v.Exercise, Kernel: v.Kernel, State: v.State.String(), Marks: v.Marks(), MaxMarks: v.MaxMarks(), Difference: v.Difference,
		Variant: v.Variant, Tries: v.Tries, Code: v.Code, Compiled: v.Compiled, Instructions: v.Instructions, Goals: []Goal{}, Feedback: []Feedback{},
	}
	for _, g := range v.Measured {
		item.Goals = append(item.Goals, Goal(g))
	}
	inside := pathsInside(folder, v.Exercise)
	for i := range v.Feedback {
		item.Feedback = append(item.Feedback, feedbackOf(&v.Feedback[i], inside))
	}
	return item
}

// taskID is the ID of a task.
var taskID = regexp.MustCompile(`^\d+\.\d+$`)

func kindOf(v *verdict.Verdict) string {
	if taskID.MatchString(v.Exercise) {
		return Task
	}
	return Exercise
}

func feedbackOf(f *verdict.Feedback, inside *strings.Replacer) Feedback {
	plain := func(text string) string { return inside.Replace(verdict.Printable(text)) }
	out := Feedback{
		Title: plain(f.Title), File: filepath.ToSlash(inside.Replace(f.At.File)), Line: f.At.Line, Source: plain(f.At.Text),
		Hint: plain(f.Hint), Text: inside.Replace(f.String()), Notes: []Note{},
	}
	for _, n := range f.Notes {
		out.Notes = append(out.Notes, Note{n.Label, plain(n.Text)})
	}
	return out
}

// Verdict returns the verdict that an item was made of, as far as it holds it.
func (i *Item) Verdict() *verdict.Verdict {
	v := &verdict.Verdict{Exercise: i.Exercise, Kernel: i.Kernel, GoalsMax: verdict.GoalsFor(i.MaxMarks), Goals: verdict.GoalsFor(i.Marks), Variant: i.Variant, Tries: i.Tries, Difference: i.Difference}
	if err := v.State.UnmarshalText([]byte(i.State)); err != nil {
		v.State = verdict.Invalid // a file that nobody has graded
	}
	for _, g := range i.Goals {
		v.Measured = append(v.Measured, verdict.Goal(g))
	}
	for _, f := range i.Feedback {
		of := verdict.Feedback{Title: f.Title, At: verdict.Position{File: f.File, Line: f.Line, Text: f.Source}, Hint: f.Hint}
		for _, n := range f.Notes {
			of.Notes = append(of.Notes, verdict.Note(n))
		}
		v.Feedback = append(v.Feedback, of)
	}
	return v
}

// pathsInside returns what makes paths in the folder of an exercise begin with the
// exercise's name.
func pathsInside(folder, exercise string) *strings.Replacer {
	if folder == "" {
		return strings.NewReplacer()
	}
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
