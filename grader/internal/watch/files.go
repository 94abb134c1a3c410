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

// follow calls saved with each exercise whose file changed, until the context ends. Events
// of the file system are quick; looking at the times of all files once per second finds
// what they miss.
func follow(ctx context.Context, c *course.Course, saved func(*rubric.Exercise)) {
	seen := map[string]os.FileInfo{}
	for i := range rubric.Exercises {
		e := &rubric.Exercises[i]
		seen[e.Name], _ = os.Stat(c.Kernels(e))
	}
	look := func(e *rubric.Exercise) {
		info, _ := os.Stat(c.Kernels(e))
		if changed(seen[e.Name], info) {
			seen[e.Name] = info
			saved(e)
		}
	}
	events, closed := notify(c)
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

// changed reports whether a file was written or replaced. Nil is a missing file.
func changed(before, now os.FileInfo) bool {
	if before == nil || now == nil {
		return before != now
	}
	return !before.ModTime().Equal(now.ModTime()) || before.Size() != now.Size() || !os.SameFile(before, now)
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
