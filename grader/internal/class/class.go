// Package class grades a folder of submissions.
//
// A class is a folder of submissions, which package handin finds. Results go to a folder of
// results, a file per submission.
//
// The machine: workers take one submission after the other. Each claims a submission with a
// file lock, which ends with its process, and writes the result in one step. So any number
// of processes may work on one class, and may be killed: what remains is graded by whoever
// comes next, to the same bytes. A result is kept while the submission, the settings and
// the grader stay the same. A shard has every n-th submission, for machines that share
// nothing but the class.
//
// A submission is graded in processes of its own, with limits. See package isolated.
package class

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/gofrs/flock"
	"golang.org/x/sync/errgroup"

	"gpucourse/gpusim/cli"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/sweep"
	"gpucourse/grader/internal/grading"
	"gpucourse/grader/internal/handin"
	"gpucourse/grader/internal/isolated"
	"gpucourse/grader/internal/scores"
	"gpucourse/grader/rubric"
	"gpucourse/grader/verdict"
)

// Class is submissions with what grades them.
type Class struct {
	Submissions []handin.Submission
	Settings    *Settings
	Results     scores.Folder // no path: results are kept in memory only
	Shard       sweep.Shard   // the part of the class that is graded
	// Learner returns the ID of the learner whose submission a name means, "" if nobody's. It may be nil.
	Learner func(submission string) string
	Jobs    int // submissions that are graded at the same time
	Limits  isolated.Limits
	// Graded is called with each result as it comes, one call at a time; it may be nil.
	Graded func(r *scores.Result, kept bool)
	// Warned is called with what is wrong with a submission as a whole, one call at a time; it
	// may be nil.
	Warned func(submission string, warnings []string)
}

// NothingFound is the error of a class in which submissions hold files, and none of the
// exercises that are graded. All results are there.
type NothingFound struct{ Submissions []string }

// Error names the submissions.
func (n *NothingFound) Error() string {
	return fmt.Sprintf("%s handed in files in which no exercise was found, so nothing was graded: %s",
		diag.Count(len(n.Submissions), "submissions"), strings.Join(n.Submissions, ", "))
}

// Grade grades what is not graded, and returns the results by name. With *NothingFound the
// results are complete.
func (c *Class) Grade(ctx context.Context) ([]scores.Result, error) {
	var mine []handin.Submission
	for i, s := range c.Submissions {
		if c.Shard.Has(i) {
			mine = append(mine, s)
		}
	}
	w := &work{Class: c, results: make([]scores.Result, len(mine)), version: cli.Version()}
	var later []int
	err := w.each(ctx, mine, func(i int) error {
		done, err := w.one(ctx, mine[i], i, false)
		if !done && err == nil {
			w.mutex.Lock()
			later = append(later, i)
			w.mutex.Unlock()
		}
		return err
	})
	for _, i := range later { // another process has them: wait for its results
		if _, failed := w.one(ctx, mine[i], i, true); err == nil {
			err = failed
		}
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err == nil && len(w.nothing) > 0 {
		slices.Sort(w.nothing)
		err = &NothingFound{w.nothing}
	}
	return w.results, err
}

// work is one call of Grade.
type work struct {
	*Class
	results []scores.Result
	version string
	nothing []string   // submissions in which nothing was found
	mutex   sync.Mutex // of what workers share
}

// each calls f with the index of every submission, Jobs at a time.
func (w *work) each(ctx context.Context, list []handin.Submission, f func(int) error) error {
	running, ctx := errgroup.WithContext(ctx)
	running.SetLimit(max(1, w.Jobs))
	for i := range list {
		running.Go(func() error {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return f(i)
		})
	}
	return running.Wait()
}

// one grades a submission, unless there is a result of it. It returns false when another
// process grades it, and does not wait.
func (w *work) one(ctx context.Context, s handin.Submission, place int, wait bool) (done bool, err error) {
	found, err := w.Settings.open(s)
	if err != nil {
		return false, err
	}
	defer found.Close()
	parts := w.Settings.parts(found)
	given, warnings := w.Settings.answersIn(found)
	found.Warnings = append(found.Warnings, warnings...)
	graded := fingerprint(w.learner(s.Name), parts, given, w.Settings)
	if w.Results.Path == "" {
		r, err := w.grade(ctx, s, parts, given, graded)
		w.tell(place, r, false)
		w.warn(s, found, given)
		return true, err
	}
	release, claimed, err := w.claim(ctx, s, wait)
	if err != nil || !claimed {
		return false, err
	}
	defer release()
	if r, err := w.Results.Read(s.Name); err == nil && r.Graded == graded && r.Grader == w.version {
		w.tell(place, r, true)
		w.warn(s, found, given)
		return true, nil
	}
	r, err := w.grade(ctx, s, parts, given, graded)
	if err == nil {
		err = w.Results.Write(&r)
	}
	if err == nil {
		w.tell(place, r, false)
		w.warn(s, found, given)
	}
	return true, err
}

// warn tells what is wrong with a submission as a whole.
func (w *work) warn(s handin.Submission, found *handin.Found, given answered) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	warnings := found.Warnings
	answers := len(given) > 0 || len(found.Papers) > 0 && len(w.Settings.tasks) > 0
	if !found.Empty && !answers && !w.Settings.isIn(found) {
		w.nothing = append(w.nothing, s.Name)
		if len(found.Papers) > 0 {
			warnings = append(warnings, "it holds notebooks or progress: -tasks grades the answers in them")
		}
		if len(found.Folders) > 0 {
			warnings = append(warnings, fmt.Sprintf("it holds %s, and these are graded: %s",
				strings.Join(slices.Sorted(maps.Keys(found.Folders)), ", "), strings.Join(w.Settings.Names(), ", ")))
		}
	}
	if w.Warned != nil && len(warnings) > 0 {
		w.Warned(s.Name, warnings)
	}
}

// tell keeps a result.
func (w *work) tell(place int, r scores.Result, kept bool) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.results[place] = r
	if w.Graded != nil {
		w.Graded(&r, kept)
	}
}

// retry is how often a process looks whether another has released a submission.
const retry = 200 * time.Millisecond

// claim locks a submission against other processes.
func (w *work) claim(ctx context.Context, s handin.Submission, wait bool) (release func(), claimed bool, err error) {
	folder := filepath.Join(w.Results.Path, scores.Unfinished)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, false, err
	}
	lock := flock.New(filepath.Join(folder, s.Name+".lock"))
	if wait {
		claimed, err = lock.TryLockContext(ctx, retry)
	} else {
		claimed, err = lock.TryLock()
	}
	return func() { lock.Unlock() }, claimed, err
}

// grade grades a submission.
func (w *work) grade(ctx context.Context, s handin.Submission, parts []isolated.Part, given answered, fingerprint string) (scores.Result, error) {
	var handedIn []isolated.Part
	verdicts := make([][]*verdict.Verdict, len(parts))
	for i, p := range parts {
		if verdicts[i] = absent(p); verdicts[i] == nil {
			handedIn = append(handedIn, p)
		}
	}
	graded := isolated.GradeAll(ctx, handedIn, w.options())
	if ctx.Err() != nil {
		return scores.Result{}, ctx.Err()
	}
	folders := map[string]string{}
	for i, p := range parts {
		folders[p.Exercise.Name] = p.Folder
		if verdicts[i] == nil {
			verdicts[i], graded = graded[0], graded[1:]
		}
		if err := w.kernels(ctx, p.Exercise, verdicts[i], given); err != nil {
			return scores.Result{}, err
		}
	}
	tasks, err := w.tasks(ctx, w.learner(s.Name), given)
	if err != nil {
		return scores.Result{}, err
	}
	r := scores.New(s.Name, folders, append(slices.Concat(verdicts...), tasks...))
	r.Graded, r.Grader = fingerprint, w.version
	return r, nil
}

// options are what all submissions are graded with.
func (w *work) options() isolated.Options {
	return isolated.Options{Limits: w.Limits, Secret: w.Settings.Seed, Sizes: w.Settings.sizes, Processors: 1, Differences: true}
}

// absent returns verdicts on an exercise that is not handed in, or whose folder is no
// folder of the submission's own; and nil otherwise.
func absent(p isolated.Part) []*verdict.Verdict {
	info, err := os.Lstat(p.Folder)
	if err == nil && info.IsDir() {
		return nil
	}
	verdicts := grading.NewVerdicts(p.Exercise, nil)
	for _, v := range verdicts {
		v.State = verdict.NotStarted
		if err == nil {
			v.Stop(verdict.Invalid, &verdict.Feedback{
				Title: p.Exercise.Name + " is no folder", At: verdict.Position{File: p.Folder},
				Hint: "hand in a folder with a file kernel.go, not a link to one",
			})
		}
	}
	return verdicts
}

// open looks for the exercises in a submission.
func (s *Settings) open(sub handin.Submission) (*handin.Found, error) {
	var only *rubric.Exercise
	if len(s.exercises) == 1 {
		only = s.exercises[0].row
	}
	return handin.Open(sub.Path, s.known(), only)
}

// known returns all exercises, those that are graded before others.
func (s *Settings) known() (rows []*rubric.Exercise) {
	for _, e := range slices.Concat(s.exercises, s.all) {
		if !slices.Contains(rows, e.row) {
			rows = append(rows, e.row)
		}
	}
	return rows
}

// Find returns the submission at a path, or the submissions in a folder of many, by name.
func (s *Settings) Find(path string) (list []handin.Submission, many bool, err error) {
	return handin.Split(path, s.known())
}

// isIn reports whether an exercise that is graded was found.
func (s *Settings) isIn(found *handin.Found) bool {
	return slices.ContainsFunc(s.exercises, func(e exercise) bool { return found.Folders[e.row.Name] != "" })
}

// parts returns the exercises to grade, with the folders that were found.
func (s *Settings) parts(found *handin.Found) (parts []isolated.Part) {
	for _, e := range s.exercises {
		parts = append(parts, isolated.Part{Exercise: e.row, Folder: found.Folders[e.row.Name], Hidden: e.hidden})
	}
	return parts
}

func isFolder(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.IsDir()
}
