// Package class grades a folder of submissions.
//
// A submission is a folder with a folder per exercise, such as 07_coalescing/kernel.go, or
// with these in a folder exercises, as in a copy of the repository. A class is a folder of
// submissions. Results go to a folder of results, a file per submission.
//
// The machine: workers take one submission after the other. Each claims a submission with a
// file lock, which ends with its process, and writes the result in one step. So any number
// of processes may work on one class, and may be killed: what remains is graded by whoever
// comes next, to the same bytes. A result is kept while the submission, the settings and
// the grader stay the same. A Shard takes every n-th submission, for machines that share
// nothing but the class.
//
// A submission is graded in processes of its own, with limits. See package isolated.
package class

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/gofrs/flock"
	"golang.org/x/sync/errgroup"

	"gpucourse/gpusim/cli"
	"gpucourse/grader/internal/grading"
	"gpucourse/grader/internal/isolated"
	"gpucourse/grader/internal/scores"
	"gpucourse/grader/internal/source"
	"gpucourse/grader/verdict"
)

// Submission is a folder that a learner hands in.
type Submission struct {
	Name   string // of its folder
	Folder string // that holds the folders of exercises
}

// exercisesFolder is the folder of exercises in a copy of the repository.
const exercisesFolder = "exercises"

// Find returns the submission in a folder, or the submissions in a folder of many, by name.
// names are the exercises'. The folder of a single exercise, with kernel.go, is a
// submission when there is one name.
func Find(folder string, names []string) (list []Submission, many bool, err error) {
	folder, err = filepath.Abs(folder)
	if err != nil {
		return nil, false, err
	}
	if at := exercisesIn(folder, names); at != "" {
		return []Submission{{filepath.Base(folder), at}}, false, nil
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, false, err
	}
	found := false
	for _, e := range entries {
		if !e.IsDir() || strings.HasPrefix(e.Name(), ".") {
			continue
		}
		inside := filepath.Join(folder, e.Name())
		at := exercisesIn(inside, names)
		if found = found || at != ""; at == "" {
			at = inside // nothing is handed in: it gets no marks
		}
		list = append(list, Submission{e.Name(), at})
	}
	if !found {
		return nil, false, fmt.Errorf("%s is no submission and holds none: a submission is a folder with folders such as %s", folder, names[0])
	}
	return list, true, nil
}

// exercisesIn returns the folder, in a submission, that holds folders of exercises, or "".
func exercisesIn(folder string, names []string) string {
	for _, at := range []string{folder, filepath.Join(folder, exercisesFolder)} {
		for _, name := range names {
			if isFolder(filepath.Join(at, name)) {
				return at
			}
		}
	}
	if len(names) == 1 {
		if exists(filepath.Join(folder, source.KernelFile)) {
			return folder
		}
	}
	return ""
}

// Shard is part Index of Of parts of a class. The zero value is all of it.
type Shard struct{ Index, Of int }

// Class is submissions with what grades them.
type Class struct {
	Submissions []Submission
	Settings    *Settings
	Results     scores.Folder // no path: results are kept in memory only
	Shard       Shard
	Jobs        int // submissions that are graded at the same time
	Limits      isolated.Limits
	// Graded is called with each result as it comes, one call at a time; it may be nil.
	Graded func(r *scores.Result, kept bool)
}

// Grade grades what is not graded, and returns the results by name.
func (c *Class) Grade(ctx context.Context) ([]scores.Result, error) {
	var mine []Submission
	for i, s := range c.Submissions {
		if c.Shard.Of == 0 || i%c.Shard.Of == c.Shard.Index {
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
	return w.results, err
}

// work is one call of Grade.
type work struct {
	*Class
	results []scores.Result
	version string
	mutex   sync.Mutex // of what workers share
}

// each calls f with the index of every submission, Jobs at a time.
func (w *work) each(ctx context.Context, list []Submission, f func(int) error) error {
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
func (w *work) one(ctx context.Context, s Submission, place int, wait bool) (done bool, err error) {
	parts := w.Settings.parts(s)
	graded := fingerprint(parts, w.Settings)
	if w.Results.Path == "" {
		r, err := w.grade(ctx, s, parts, graded)
		w.tell(place, r, false)
		return true, err
	}
	release, claimed, err := w.claim(ctx, s, wait)
	if err != nil || !claimed {
		return false, err
	}
	defer release()
	if r, err := w.Results.Read(s.Name); err == nil && r.Graded == graded && r.Grader == w.version {
		w.tell(place, r, true)
		return true, nil
	}
	r, err := w.grade(ctx, s, parts, graded)
	if err == nil {
		err = w.Results.Write(&r)
	}
	if err == nil {
		w.tell(place, r, false)
	}
	return true, err
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
func (w *work) claim(ctx context.Context, s Submission, wait bool) (release func(), claimed bool, err error) {
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
func (w *work) grade(ctx context.Context, s Submission, parts []isolated.Part, fingerprint string) (scores.Result, error) {
	var handedIn []isolated.Part
	verdicts := make([][]*verdict.Verdict, len(parts))
	for i, p := range parts {
		if verdicts[i] = absent(p); verdicts[i] == nil {
			handedIn = append(handedIn, p)
		}
	}
	graded := isolated.GradeAll(ctx, handedIn, isolated.Options{
		Limits: w.Limits, Secret: w.Settings.Seed, Sizes: w.Settings.sizes, Processors: 1,
	})
	if ctx.Err() != nil {
		return scores.Result{}, ctx.Err()
	}
	folders := map[string]string{}
	for i, p := range parts {
		folders[p.Exercise.Name] = p.Folder
		if verdicts[i] == nil {
			verdicts[i], graded = graded[0], graded[1:]
		}
	}
	r := scores.New(s.Name, folders, slices.Concat(verdicts...))
	r.Graded, r.Grader = fingerprint, w.version
	return r, nil
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

// parts returns the exercises of a submission.
func (s *Settings) parts(sub Submission) (parts []isolated.Part) {
	for _, e := range s.exercises {
		folder := filepath.Join(sub.Folder, e.row.Name)
		if len(s.exercises) == 1 && !isFolder(folder) && exists(filepath.Join(sub.Folder, source.KernelFile)) {
			folder = sub.Folder
		}
		parts = append(parts, isolated.Part{Exercise: e.row, Folder: folder, Hidden: e.hidden})
	}
	return parts
}

func isFolder(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.IsDir()
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
