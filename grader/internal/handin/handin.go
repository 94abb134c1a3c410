// Package handin finds the exercises in what a learner hands in: a folder, an archive (zip,
// tar, tar.gz) or a single Go file, in whatever way the learner has packed it.
//
// A folder of an exercise is found at any depth up to mostDepth, in archives too, by its name:
// the whole name, the number or the topic, in any case, alone or among other words. A Go file
// is found by what it declares: the package or the functions of an exercise. Where a short
// name and the declarations disagree, the declarations count. In a copy of the repository only
// the folder exercises counts.
//
// Where several places hold one exercise, these rules choose, in this order: a file that was
// changed before one that is as it was handed out; the whole name before a part of it, and a
// part before declarations alone; fewer folders around it; the first by path. A warning names
// the other places, unless they hold the same bytes.
//
// Notebooks and files of progress are found at any depth too, for their answers to tasks.
//
// Nothing outside of the submission is read: links are not followed, and an archive writes only
// Go files, notebooks, JSON and archives, below a folder of its own. Whatever is left out is named in a warning.
package handin

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gpucourse/grader/internal/source"
	"gpucourse/grader/rubric"
	"gpucourse/grader/stubs"
	"gpucourse/grader/verdict"
)

// Found is what was found of a submission.
type Found struct {
	// Folders are those of the exercises, by name, each with a file kernel.go as far as there
	// is one.
	Folders map[string]string
	// Papers are the notebooks and files of progress, by the names that the submission has for them.
	Papers []Paper
	// Warnings say what was left out, and why.
	Warnings []string
	// Empty: there is no file at all.
	Empty bool

	unpacked string // a folder for what is no folder of the submission; "" for none
}

// Paper is a file with answers to tasks.
type Paper struct{ Path, Shown string }

// Close removes what was unpacked. The folders may be gone then.
func (f *Found) Close() {
	if f.unpacked != "" {
		os.RemoveAll(f.unpacked)
	}
}

// Open looks for exercises in a folder or a file. only is the exercise of a file that nothing
// else tells; it may be nil.
func Open(path string, known []*rubric.Exercise, only *rubric.Exercise) (*Found, error) {
	s := &search{known: known, found: &Found{Folders: map[string]string{}, Empty: true}, root: path}
	info, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	switch root := (place{path: path, inside: only}); {
	case info.IsDir():
		named, _ := s.named(filepath.Base(path))
		s.namedFolder(root, named, byPart)
	case info.Mode().IsRegular():
		s.found.Empty = false
		s.file(root)
	default:
		s.found.Empty = false
		s.warn("it is no regular file or folder: it was not looked at")
	}
	s.papers(path, info)
	for _, e := range known {
		s.choose(e)
	}
	if len(s.found.Folders) == 0 && len(s.found.Papers) == 0 && !s.found.Empty {
		s.warn("no exercise was found: hand in a folder such as %s with %s, an archive of it, a Go file with the functions of an exercise, or a notebook; there is %s",
			known[0].Name, source.KernelFile, s.seen())
	}
	return s.found, s.failed
}

// candidate is a place that may hold an exercise.
type candidate struct {
	exercise *rubric.Exercise
	place
	by    match
	isDir bool
}

// match says what an exercise was found by, the best first.
type match int

const (
	byName         match = iota // the whole name
	byPart                      // its number or topic
	byDeclarations              // the package or functions of the file
)

// choose takes one of the candidates for an exercise.
func (s *search) choose(e *rubric.Exercise) {
	var list []*candidate
	for i := range s.candidates {
		if c := &s.candidates[i]; c.exercise == e {
			list = append(list, c)
		}
	}
	if len(list) == 0 {
		return
	}
	slices.SortStableFunc(list, func(a, b *candidate) int {
		return cmp.Or(cmp.Compare(untouched(a), untouched(b)), cmp.Compare(a.by, b.by), cmp.Compare(a.depth, b.depth), cmp.Compare(a.shown, b.shown))
	})
	best := list[0]
	for _, other := range list[1:] {
		if untouched(other) == 0 && !bytes.Equal(best.text(), other.text()) {
			s.warn("%s is in %s and in %s: the first is graded", e.Name, best.shown, other.shown)
		}
	}
	folder, err := s.folderOf(best)
	s.fail(err)
	s.found.Folders[e.Name] = folder
}

// untouched returns 1 for a candidate that is the stub or has no file, and 0 otherwise.
func untouched(c *candidate) int {
	text, stub := c.text(), c.exercise.Stub
	if stub == nil {
		stub, _ = stubs.Source(c.exercise.Name) // a hidden exercise has its own
	}
	if len(text) == 0 || bytes.Equal(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")), stub) {
		return 1
	}
	return 0
}

// kernelFile returns the file of a candidate that holds the kernels; "" for none. Where no file
// has the right name it is the one that declares most.
func (c *candidate) kernelFile() string {
	if !c.isDir {
		return c.path
	}
	if info, err := os.Lstat(c.path); err != nil || !info.IsDir() {
		return "" // a link to a folder is not followed
	}
	if file := filepath.Join(c.path, source.KernelFile); exists(file) {
		return file
	}
	best, most := "", 0
	for _, file := range goFiles(c.path) {
		if n := declarationsIn(file).of(c.exercise) + 1; n > most {
			best, most = file, n
		}
	}
	return best
}

func (c *candidate) text() []byte {
	text, _ := readGo(c.kernelFile()) // what cannot be read is graded as missing
	return text
}

// folderOf returns a folder with a file kernel.go, which is the candidate itself where it has
// one, or nothing like it.
func (s *search) folderOf(c *candidate) (string, error) {
	file := c.kernelFile()
	if c.isDir && (file == "" || filepath.Base(file) == source.KernelFile) {
		return c.path, nil
	}
	folder, err := s.space(c.exercise.Name)
	if err != nil {
		return "", err
	}
	if c.isDir {
		for _, beside := range goFiles(c.path) {
			err = errors.Join(err, copyFile(beside, filepath.Join(folder, filepath.Base(beside))))
		}
		return folder, errors.Join(err, os.Rename(filepath.Join(folder, filepath.Base(file)), filepath.Join(folder, source.KernelFile)))
	}
	return folder, copyFile(file, filepath.Join(folder, source.KernelFile))
}

// space makes a new folder of a name, among what is unpacked.
func (s *search) space(name string) (string, error) {
	if s.found.unpacked == "" {
		at, err := os.MkdirTemp("", "gpucourse-*")
		if err != nil {
			return "", err
		}
		s.found.unpacked = at
	}
	s.spaces++
	folder := filepath.Join(s.found.unpacked, fmt.Sprint(s.spaces), name)
	return folder, os.MkdirAll(folder, 0o700)
}

// mostOfFile is more than the grader reads of a kernel file, so that a larger one is refused by
// its size.
const mostOfFile = 1 << 20

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return nil // what cannot be read is graded as missing
	}
	defer in.Close()
	return writeFile(to, io.LimitReader(in, mostOfFile))
}

// writeFile writes a new file.
func writeFile(file string, text io.Reader) error {
	out, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, text)
	return errors.Join(err, out.Close())
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// warn adds a warning. The submission names its files: control characters are made visible.
func (s *search) warn(format string, args ...any) {
	text := verdict.Printable(strings.ReplaceAll(fmt.Sprintf(format, args...), "\n", "␊"))
	if len(s.found.Warnings) < mostWarnings && !slices.Contains(s.found.Warnings, text) {
		s.found.Warnings = append(s.found.Warnings, text)
	}
}

const mostWarnings = 20

// fail keeps an error of this machine: no submission causes it.
func (s *search) fail(err error) { s.failed = errors.Join(s.failed, err) }
