// Package answers reads what a learner answered to the tasks: from notebooks, whose cells hold
// every answer as it was written, and from files of progress, which hold the kernels of the best
// attempts, numbers, all letters that were tried, and launches.
//
// A verdict that such a file holds counts for nothing, as anybody can write one. An answer counts
// when it is there to be judged again.
//
// Nothing of a notebook is executed. A number or a launch must be written as constants.
package answers

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"gpucourse/grader/task"
)

// Answer is an answer to a task, or the source of a kernel of an exercise.
type Answer struct {
	ID   string // of the item of progress: "07.2", or "07_coalescing/Saxpy"
	From string // the file that holds it, as the submission names it
	// Value is a float64, a letter or a gpusim.Config; nil for a kernel.
	Value any
	// Program is a Go program with the kernel, of package main. It begins with Head, which is a part
	// of the learner's first line, or a line above it.
	Program, Head string
	// Unread says why an answer cannot be judged; "" for one that can.
	Unread string
}

// Text stands for all of an answer.
func (a *Answer) Text() string { return fmt.Sprintf("%s %v %q %s", a.ID, a.Value, a.Program, a.Unread) }

// The ends of names of files with answers.
const (
	notebookEnd = ".ipynb"
	progressEnd = ".json"
)

// mostBytes is the most that is read of a file: notebooks hold pictures.
const mostBytes = 16 << 20

// IsNamed reports whether a file may hold answers, by its name.
func IsNamed(name string) bool {
	end := strings.ToLower(filepath.Ext(name))
	return end == notebookEnd || end == progressEnd
}

// Holds reports whether a file is a notebook or a file of progress.
func Holds(file string) bool {
	switch strings.ToLower(filepath.Ext(file)) {
	case notebookEnd:
		return true
	case progressEnd:
		text, err := read(file)
		return err == nil && isProgress(text)
	}
	return false
}

// read returns the text of a regular file of bounded size.
func read(file string) ([]byte, error) {
	info, err := os.Lstat(file)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("it is no regular file")
	case info.Size() > mostBytes:
		return nil, fmt.Errorf("it has %d MB, and %d are read", info.Size()>>20, mostBytes>>20)
	}
	return os.ReadFile(file)
}

// Read returns the answers in a file, without those that nobody has begun. shown is its name.
func Read(file, shown string) ([]Answer, error) {
	text, err := read(file)
	if err != nil {
		return nil, err
	}
	var list []Answer
	if strings.ToLower(filepath.Ext(file)) == notebookEnd {
		list, err = ofNotebook(text)
	} else {
		list, err = ofProgress(text)
	}
	for i := range list {
		list[i].From = shown
	}
	return list, err
}

// isProgress reports whether a text has the keys of a file of progress.
func isProgress(text []byte) bool {
	var p struct {
		Version *int
		Items   map[string]json.RawMessage
	}
	return bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) && json.Unmarshal(text, &p) == nil && p.Version != nil && p.Items != nil
}

// asked returns the task of an ID, or nil.
func asked(id string) *task.Task {
	t, err := task.Find(id)
	if err != nil {
		return nil
	}
	return t
}
