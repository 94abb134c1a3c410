package course

// This file gives back exercises as they were handed out.

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gpucourse/grader/internal/source"
	"gpucourse/grader/rubric"
	"gpucourse/grader/stubs"
	"gpucourse/grader/verdict"
)

// Reset gives back the whole file of an exercise as it was handed out. It returns the path
// of a copy of the learner's file; "" when there was none.
func (c *Course) Reset(e *rubric.Exercise) (backup string, err error) {
	stub, err := stubs.Source(e.Name)
	if err != nil {
		return "", err
	}
	return c.replace(e, stub)
}

// ResetTarget gives back one kernel or plan. What else the stub's kernel uses comes back
// too, if it is missing.
func (c *Course) ResetTarget(t Target) (backup string, err error) {
	sub, feedback := source.Read(c.Folder(t.Exercise), t.Exercise.Package)
	if feedback != nil {
		return "", fmt.Errorf("%v: %s; without a kernel's name, reset gives back the whole file", feedback.At, feedback.Title)
	}
	text, err := os.ReadFile(sub.File)
	if err != nil {
		return "", err
	}
	stub := source.Stub(t.Exercise)
	reset := restore(string(text), sub, stub, t.Name)
	again, err := source.Parse(sub.File, []byte(reset))
	if err != nil || !again.Same(stub, t.Name) {
		return "", fmt.Errorf("%s uses other declarations of %s that you changed: reset the whole exercise instead (leave out %s)", t.Name, verdict.ShortPath(sub.File), t.Name)
	}
	return c.replace(t.Exercise, []byte(reset))
}

// restore returns the text of a submission with the stub's declaration of a name.
func restore(text string, sub, stub *source.Submission, name string) string {
	from, to := sub.Span(name)
	if to == 0 { // it was removed
		text = strings.TrimRight(text, "\n") + "\n\n" + stub.Text(name) + "\n"
	} else {
		text = text[:from] + stub.Text(name) + text[to:]
	}
	for _, used := range stub.Uses(name) {
		if _, to := sub.Span(used); to == 0 && used != name && !strings.Contains(text, stub.Text(used)) {
			text = strings.TrimRight(text, "\n") + "\n\n" + stub.Text(used) + "\n"
		}
	}
	return text[:sub.AfterPackage()] + missingImports(sub, stub) + text[sub.AfterPackage():]
}

// missingImports declares what the stub imports and the submission does not.
func missingImports(sub, stub *source.Submission) string {
	text := ""
	for _, path := range stub.Imports() {
		if !slices.Contains(sub.Imports(), path) {
			text += "\n\nimport " + path
		}
	}
	return text
}

// replace writes the file of an exercise and keeps a copy of what it replaces.
func (c *Course) replace(e *rubric.Exercise, text []byte) (backup string, err error) {
	file := c.Kernels(e)
	old, err := os.ReadFile(file)
	if err == nil {
		backup, err = c.backUp(e, old)
	}
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return "", fmt.Errorf("nothing was changed, because no copy can be kept: %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return backup, err
	}
	return backup, os.WriteFile(file, text, 0o644)
}

// backUp keeps a copy under work/backup. Its name ends in .txt, or Go would build it.
func (c *Course) backUp(e *rubric.Exercise, text []byte) (string, error) {
	dir := filepath.Join(c.Root, "work", "backup", e.Name)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	file, err := os.CreateTemp(dir, time.Now().Format("kernel-20060102-150405-*.go.txt"))
	if err != nil {
		return "", err
	}
	_, err = file.Write(text)
	return file.Name(), errors.Join(err, file.Close())
}
