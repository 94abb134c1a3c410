package handin

// This file finds notebooks and files of progress.

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"gpucourse/grader/internal/answers"
)

// mostPapers is the most notebooks and files of progress that count.
const mostPapers = 200

// papers finds files with answers in a submission, and in what was unpacked of it.
func (s *search) papers(path string, info os.FileInfo) {
	if info.Mode().IsRegular() && answers.Holds(path) {
		s.paper(path, filepath.Base(path))
	}
	roots := []string{s.found.unpacked}
	if info.IsDir() {
		roots = append(roots, path)
	}
	for _, root := range roots {
		if root != "" {
			s.papersIn(root)
		}
	}
}

// papersIn walks over a folder as far as it is looked at for exercises. Names come from the
// submission or from the archive, whose folder has the name of nobody.
func (s *search) papersIn(root string) {
	entries := 0
	filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil || path == root {
			return nil // what cannot be read holds nothing
		}
		shown, _ := filepath.Rel(root, path)
		if root == s.found.unpacked {
			shown = inArchive(shown)
		}
		entries++
		switch {
		case entries > mostEntries:
			return fs.SkipAll
		case isHidden(e.Name()) && e.IsDir(), strings.Count(shown, string(filepath.Separator)) > mostDepth:
			return skip(e)
		case e.Type().IsRegular() && !isHidden(e.Name()) && answers.Holds(path):
			s.paper(path, shown)
		}
		return nil
	})
}

func skip(e fs.DirEntry) error {
	if e.IsDir() {
		return fs.SkipDir
	}
	return nil
}

// inArchive returns a path without the two folders that stand for the archive.
func inArchive(path string) string {
	parts := strings.SplitN(path, string(filepath.Separator), 3)
	return parts[len(parts)-1]
}

func (s *search) paper(path, shown string) {
	s.found.Empty = false
	if len(s.found.Papers) == mostPapers {
		s.warn("there are more than %d notebooks and files of progress: the rest does not count", mostPapers)
		return
	}
	s.found.Papers = append(s.found.Papers, Paper{path, filepath.ToSlash(shown)})
}
