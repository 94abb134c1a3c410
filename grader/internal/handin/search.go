package handin

// This file walks over the folders of a submission.

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gpucourse/grader/rubric"
)

// The most folders inside one another, and the most files and folders, that are looked at.
const (
	mostDepth   = 12
	mostEntries = 5000
)

// search is one call of Open.
type search struct {
	known      []*rubric.Exercise
	found      *Found
	root       string
	candidates []candidate
	entries    int
	members    int   // files in archives
	spaces     int   // folders that were made
	bytes      int64 // that were unpacked
	names      []string
	failed     error
}

// place is a folder or file of the submission.
type place struct {
	path  string
	shown string // from the submission
	depth int
	// inside is the exercise that a folder around it is named after; nil for none.
	inside *rubric.Exercise
}

// exercisesFolder is the folder of exercises in a copy of the repository.
const exercisesFolder = "exercises"

// in returns an entry of a folder.
func (p place) in(name string) place {
	return place{path: filepath.Join(p.path, name), shown: filepath.Join(p.shown, name), depth: p.depth + 1, inside: p.inside}
}

// folder looks for exercises in a folder.
func (s *search) folder(p place) {
	entries, err := os.ReadDir(p.path)
	switch {
	case err != nil:
		s.warn("%s cannot be read", s.shown(p))
		return
	case p.depth > mostDepth:
		s.warn("%s lies in more than %d folders: it was not looked at", s.shown(p), mostDepth)
		return
	}
	for _, e := range entries {
		if strings.EqualFold(e.Name(), exercisesFolder) && e.IsDir() && s.isCopy(p.in(e.Name())) {
			s.found.Empty = false
			s.beside(p, e.Name(), entries)
			s.folder(p.in(e.Name()))
			return
		}
	}
	for _, e := range entries {
		if s.entries++; s.entries > mostEntries {
			s.warn("there are more than %d files and folders: the rest was not looked at", mostEntries)
			return
		}
		s.entry(p.in(e.Name()), e)
	}
}

// beside warns of what lies beside a folder of exercises that is in no copy of the repository: it
// may be the work of others.
func (s *search) beside(p place, chosen string, entries []os.DirEntry) {
	if exists(filepath.Join(p.path, "go.mod")) {
		return
	}
	var others []string
	for _, e := range entries {
		if e.Name() != chosen && !isHidden(e.Name()) && (e.IsDir() || isArchive(e.Name()) || isGo(e.Name())) {
			others = append(others, fmt.Sprintf("%q", e.Name()))
		}
	}
	if len(others) > 0 {
		s.warn("%s is taken for that of a copy of the repository: %s beside it was not looked at; give the folder another name if it is a learner's", filepath.Join(p.shown, chosen), some(others, len(others)))
	}
}

// isCopy reports whether a folder holds the folder of an exercise by its whole name.
func (s *search) isCopy(p place) bool {
	return slices.ContainsFunc(s.known, func(e *rubric.Exercise) bool { return exists(filepath.Join(p.path, e.Name)) })
}

func (s *search) entry(p place, e os.DirEntry) {
	if isHidden(e.Name()) {
		return
	}
	if len(s.names) < mostNames {
		s.names = append(s.names, p.shown)
	}
	named, by := s.named(e.Name())
	switch {
	case e.IsDir():
		s.namedFolder(p, named, by)
		return
	case by == byName && named != nil:
		s.add(named, p, by, true) // it is no folder: grading says so
	case !e.Type().IsRegular():
		s.warn("%s is no regular file or folder: it was not looked at", s.shown(p))
	default:
		s.file(p)
	}
	s.found.Empty = false
}

// namedFolder looks at a folder whose name may mean an exercise.
func (s *search) namedFolder(p place, named *rubric.Exercise, by match) {
	if named != nil {
		p.inside = named
	}
	files, before := goFiles(p.path), len(s.candidates)
	e := s.ofFiles(p, files)
	switch {
	case len(files) > 0 && named != nil && by == byName:
		s.add(named, p, by, true)
	case len(files) > 0 && e != nil && e == named:
		s.add(e, p, by, true)
		s.subfolders(p)
	case len(files) > 0 && e != nil:
		s.add(e, p, byDeclarations, true)
		s.subfolders(p)
	default:
		s.folder(p)
	}
	switch {
	case named == nil || len(s.candidates) > before:
	case by == byName:
		s.add(named, p, by, true) // it has no file: grading says so
	case p.depth > 0:
		s.found.Empty = false
		s.warn("%s has the name of %s, and no Go file is in it", s.shown(p), named.Name)
	}
}

// ofFiles returns the one exercise that the Go files of a folder belong to: nil when they belong
// to several. What they declare counts, and otherwise the name of the folder.
func (s *search) ofFiles(p place, files []string) (all *rubric.Exercise) {
	for _, file := range files {
		e := s.declared(file)
		if e != nil && all != nil && e != all {
			return nil
		}
		if e != nil {
			all = e
		}
	}
	if all == nil {
		return p.inside
	}
	return all
}

// subfolders looks at the folders and archives in a folder, and not at its files.
func (s *search) subfolders(p place) {
	entries, _ := os.ReadDir(p.path)
	p.inside = nil
	for _, e := range entries {
		if e.IsDir() || isArchive(e.Name()) {
			s.entry(p.in(e.Name()), e)
		}
	}
}

// file looks at a file by itself.
func (s *search) file(p place) {
	name := filepath.Base(p.path)
	if isArchive(name) {
		s.archive(p)
		return
	}
	if !isGo(name) {
		return
	}
	named, _ := s.named(strings.TrimSuffix(strings.ToLower(name), ".go"))
	switch e := s.declared(p.path); {
	case e != nil:
		s.add(e, p, byDeclarations, false)
	case named != nil:
		s.add(named, p, byPart, false)
	case p.inside != nil:
		s.add(p.inside, p, byPart, false)
	default:
		s.warn("%s declares no function of an exercise: it belongs to none", s.shown(p))
	}
}

func (s *search) add(e *rubric.Exercise, p place, by match, isDir bool) {
	s.found.Empty = false
	s.candidates = append(s.candidates, candidate{exercise: e, place: p, by: by, isDir: isDir})
}

// mostNames is how many entries a warning lists.
const mostNames = 8

// seen lists some of what is there.
func (s *search) seen() string {
	if len(s.names) == 0 {
		return filepath.Base(s.root)
	}
	return some(s.names, s.entries)
}

// some lists the first of all names.
func some(names []string, all int) string {
	names = names[:min(len(names), mostNames)]
	text := strings.Join(names, ", ")
	if more := all - len(names); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}
