// Package progress keeps what a learner has done in a file: attempts at kernels and plans
// of exercises and at tasks in notebooks, and how many hints the learner has asked for.
//
// The file is work/progress.json at the repository's root, which git ignores. The
// environment variable GPUCOURSE_PROGRESS names another file, or is "off". It holds JSON
// with a version. Every change reads the file, changes it and replaces it by a rename,
// under a lock on a file beside it, so that a notebook, a terminal and a test may write at
// the same time. Readers need no lock.
//
// An item is what can be attempted. The id of a kernel or plan is its folder and its name,
// "07_coalescing/Saxpy"; the id of a task is its number, "07.3".
//
// Progress is a service to the learner. A file that cannot be read or written is an error
// to be shown, and no reason to stop grading.
package progress

import (
	"maps"
	"slices"
	"time"

	"gpucourse/grader/verdict"
)

// Version is the version of the file that this package writes. Files of earlier versions
// are read too: attempts of version 1 had no sources, files of version 2 no order, and files of version 3 no variants.
const Version = 4

// mostAttempts is the number of attempts that an item keeps. The best one is kept too.
const mostAttempts = 20

// Progress is the content of the file.
type Progress struct {
	Version  int              `json:"version"`
	Order    int              `json:"order,omitempty"`    // of the sentences of choices; 0: not drawn
	Variants map[string]int   `json:"variants,omitempty"` // of tasks by their ids, as a lecturer handed them out; none is 0
	Items    map[string]*Item `json:"items"`              // by id
}

// Item is a kernel, a plan or a task with its attempts.
type Item struct {
	Hint     int       `json:"hint,omitempty"`     // the last step of the hints that was shown; 0 is none
	Count    int       `json:"count"`              // attempts, those that are no longer kept included
	Best     *Attempt  `json:"best,omitempty"`     // the first of those with most marks; nil without attempts
	Attempts []Attempt `json:"attempts,omitempty"` // the oldest first
}

// Attempt is one verdict on a submission.
type Attempt struct {
	Time     time.Time          `json:"time"`
	Code     string             `json:"code,omitempty"` // stands for the code: attempts at the same code are equal
	State    verdict.State      `json:"state"`
	Marks    int                `json:"marks"`
	MaxMarks int                `json:"maxMarks"`
	Goals    []Goal             `json:"goals,omitempty"`    // those that were measured
	Size     string             `json:"size,omitempty"`     // of the launch that was counted: "n = 9984"
	Counters map[string]float64 `json:"counters,omitempty"` // by their Nsight Compute names
	// Source is the kernel with all that it uses, so that it can be graded elsewhere. Only the
	// best attempt keeps it.
	Source string `json:"source,omitempty"`
}

// Goal is a limit with what was measured. It has the fields of a goal of a verdict.
type Goal struct {
	Name  string  `json:"name"`
	Bound string  `json:"bound"` // "limit" (at most), "at least" or "exactly"
	Limit float64 `json:"limit"`
	Got   float64 `json:"got"`
	None  bool    `json:"none,omitempty"` // there was nothing to measure
	Met   bool    `json:"met"`
}

// Of returns the attempt that a verdict is on, at a time.
func Of(v *verdict.Verdict, at time.Time) Attempt {
	a := Attempt{Time: at.UTC().Truncate(time.Second), Code: v.Code, State: v.State, Marks: v.Marks(), MaxMarks: v.MaxMarks(), Counters: v.Counters, Size: v.Size}
	for _, g := range v.Measured {
		a.Goals = append(a.Goals, Goal(g))
	}
	return a
}

// ID returns the id of a kernel or plan of an exercise.
func ID(exercise, kernel string) string { return exercise + "/" + kernel }

// Item returns the item of an id, which is empty when nothing is known of it.
func (p *Progress) Item(id string) Item {
	if item := p.Items[id]; item != nil {
		return *item
	}
	return Item{}
}

// Last returns the last attempt, or nil.
func (i *Item) Last() *Attempt { return i.back(1) }

// Before returns the attempt before the last one, or nil.
func (i *Item) Before() *Attempt { return i.back(2) }

func (i *Item) back(n int) *Attempt {
	if len(i.Attempts) < n {
		return nil
	}
	return &i.Attempts[len(i.Attempts)-n]
}

// Done reports whether the item was done in any attempt.
func (i *Item) Done() bool { return i.Best != nil && i.Best.State == verdict.Done }

// Wrong returns the code of each different attempt that was wrong, up to the first that was done.
func (i *Item) Wrong() (codes []string) {
	for _, a := range i.Attempts {
		if a.State == verdict.Done {
			break
		}
		if a.State == verdict.Wrong && !slices.Contains(codes, a.Code) {
			codes = append(codes, a.Code)
		}
	}
	return codes
}

// add records an attempt. It reports false when there is nothing new: the same code with
// the same outcome as the last time (a file that is not Go has no code), or the first verdict on what nobody has started.
func (i *Item) add(a Attempt) bool {
	last := i.Last()
	switch {
	case last == nil && a.State == verdict.NotStarted:
		return false
	case i.Best != nil && i.Best.Source == "" && a.Source != "" && i.Best.same(&a):
		best := *i.Best // of a file of version 1
		best.Source, i.Best = a.Source, &best
		return true
	case last != nil && (a.Code != "" || a.State == verdict.Invalid) && last.same(&a):
		return false
	}
	i.Count++
	if best := a; i.Best == nil || a.Marks > i.Best.Marks {
		i.Best = &best
	}
	a.Source = ""
	i.Attempts = append(i.Attempts, a)
	i.Attempts = i.Attempts[max(0, len(i.Attempts)-mostAttempts):]
	return true
}

// same reports whether two attempts had the same code and the same outcome.
func (a *Attempt) same(b *Attempt) bool {
	return a.Code == b.Code && a.State == b.State && a.Marks == b.Marks && a.MaxMarks == b.MaxMarks &&
		maps.Equal(a.Counters, b.Counters)
}
