package watch

// This file notices that an exercise was saved.

import (
	"context"
	"os"
	"path/filepath"
	"time"

	"github.com/fsnotify/fsnotify"

	"gpucourse/grader/internal/course"
	"gpucourse/grader/rubric"
)

// The times of looking at files.
const (
	settle = 30 * time.Millisecond // after the last event of a save; editors write in several steps
	poll   = time.Second           // for file systems that send no events
)

// files are the files of all exercises as they were last seen: nil is a missing file.
type files struct {
	course *course.Course
	seen   map[string]os.FileInfo // by exercise
}

func newFiles(c *course.Course) *files {
	f := &files{c, map[string]os.FileInfo{}}
	for i := range rubric.Exercises {
		f.changed(&rubric.Exercises[i])
	}
	return f
}

// changed reports whether the file of an exercise was written or replaced since the last
// time.
func (f *files) changed(e *rubric.Exercise) bool {
	before := f.seen[e.Name]
	now, err := os.Stat(f.course.Kernels(e))
	if err != nil {
		now = nil
	}
	f.seen[e.Name] = now
	if before == nil || now == nil {
		return before != now
	}
	return !before.ModTime().Equal(now.ModTime()) || before.Size() != now.Size() || !os.SameFile(before, now)
}

// follow calls saved with each exercise whose file changed, until the context ends. Events
// of the file system are quick; looking at the times of all files once per second finds
// what they miss.
func (f *files) follow(ctx context.Context, saved func(*rubric.Exercise)) {
	look := func(e *rubric.Exercise) {
		if f.changed(e) {
			saved(e)
		}
	}
	events, closed := notify(f.course)
	defer closed()
	ticker := time.NewTicker(poll)
	defer ticker.Stop()
	settled := time.NewTimer(time.Hour)
	pending := map[string]*rubric.Exercise{}
	for {
		select {
		case <-ctx.Done():
			return
		case event := <-events:
			if e := exerciseAt(event.Name); e != nil {
				pending[e.Name] = e
				settled.Reset(settle)
			}
		case <-settled.C:
			for name, e := range pending {
				delete(pending, name)
				look(e)
			}
		case <-ticker.C:
			for i := range rubric.Exercises {
				look(&rubric.Exercises[i])
			}
		}
	}
}

// notify returns the events in the folders of all exercises; none where the system has no
// such events left.
func notify(c *course.Course) (events <-chan fsnotify.Event, closed func()) {
	watcher, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, func() {}
	}
	for i := range rubric.Exercises {
		_ = watcher.Add(c.Folder(&rubric.Exercises[i])) // a folder without events is polled
	}
	go func() {
		for range watcher.Errors { // what an error hides is polled
		}
	}()
	return watcher.Events, func() { watcher.Close() }
}

// exerciseAt returns the exercise whose folder a file lies in, or nil.
func exerciseAt(file string) *rubric.Exercise {
	name := filepath.Base(filepath.Dir(file))
	for i := range rubric.Exercises {
		if rubric.Exercises[i].Name == name {
			return &rubric.Exercises[i]
		}
	}
	return nil
}
