package book

// This file writes what Sphinx reads.

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

// source is the folder that Sphinx reads, with the paths of the repository.
type source struct {
	root, dir string
	outputs   bool // of cells are written
}

// writeSource writes the texts of the repository into a folder. Without outputs it is what
// translators read.
func writeSource(root, dir string, outputs bool) error {
	s := &source{root, dir, outputs}
	for _, step := range []func() error{s.made, s.locale, s.notebooks, s.pages, s.exercises} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// toRoot leads from the folder sphinx to the repository's root, which is where its files go.
const toRoot = "../../../../"

// made writes the files that only the book has.
func (s *source) made() error {
	const top = "sphinx"
	return fs.WalkDir(made, top, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := made.ReadFile(name)
		if err != nil {
			return err
		}
		text = bytes.ReplaceAll(text, []byte(toRoot), nil)
		return s.write(strings.TrimPrefix(name, top+"/"), text)
	})
}

// localeFolder is where the catalogues of translations are.
func localeFolder(root string) string {
	return filepath.Join(root, "notebooks", "internal", "book", "locale")
}

func (s *source) locale() error {
	return os.CopyFS(filepath.Join(s.dir, "locale"), os.DirFS(localeFolder(s.root)))
}

func (s *source) notebooks() error {
	return s.each("notebooks/*.ipynb", func(name string, text []byte) error {
		n, err := readNotebook(text)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if text, err = s.notebook(n); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		return s.write(name, text)
	})
}

// entry begins an entry of the glossary. Its headings leave a level out, which Sphinx forbids.
var entry = regexp.MustCompile(`(?m)^#### `)

// pages writes the pages beside the notebooks, and the files that they link to.
func (s *source) pages() error {
	err := s.each("notebooks/*.md", func(name string, text []byte) error {
		return s.write(name, entry.ReplaceAll(text, []byte("### ")))
	})
	if err != nil {
		return err
	}
	for _, pattern := range []string{"gpusim/CUDA-C.md", "gpusim/gpu/gpu.go", "gpusim/arch/devices.go", "gpusim/chart/testdata/readme.svg"} {
		if err := s.each(pattern, s.write); err != nil {
			return err
		}
	}
	return nil
}

// exercises writes the text of each exercise, with a link to where it is graded and its file
// at the end.
func (s *source) exercises() error {
	return s.each("exercises/*/README.md", func(name string, text []byte) error {
		file := path.Join(path.Dir(name), "kernel.go")
		code, err := os.ReadFile(filepath.Join(s.root, filepath.FromSlash(file)))
		if err != nil {
			return err
		}
		var b bytes.Buffer
		title, rest, _ := strings.Cut(folds(string(text)), "\n")
		number, _, _ := strings.Cut(path.Base(path.Dir(name)), "_")
		b.WriteString(title + "\n" + tryLink(exercisePlace(number)) + rest)
		fmt.Fprintf(&b, "\n## kernel.go\n\n```go\n%s```\n", code)
		b.WriteString(openLinks(exerciseLinks(string(code))))
		return s.write(name, b.Bytes())
	})
}

// each calls do with the files of the repository that match a pattern.
func (s *source) each(pattern string, do func(name string, text []byte) error) error {
	files, err := fs.Glob(os.DirFS(s.root), pattern)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	if len(files) == 0 {
		return fmt.Errorf("%s: no such file", pattern)
	}
	for _, name := range files {
		text, err := os.ReadFile(filepath.Join(s.root, filepath.FromSlash(name)))
		if err != nil {
			return err
		}
		if err := do(name, text); err != nil {
			return err
		}
	}
	return nil
}

func (s *source) write(name string, text []byte) error {
	file := filepath.Join(s.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, text, 0o644)
}

// fold is a part of a text that is closed until the reader opens it. HTML cannot be
// translated, so it becomes a directive of course_book.py, between tildes because a title may
// hold code between backquotes.
var fold = regexp.MustCompile(`(?s)<details><summary>(.*?)</summary>\n(.*?)\n?</details>`)

// inSummary is the HTML in the titles of folds, as Markdown.
var inSummary = strings.NewReplacer("<code>", "`", "</code>", "`", "<b>", "**", "</b>", "**", "&lt;", "<", "&gt;", ">", "&amp;", "&")

func folds(text string) string {
	return fold.ReplaceAllStringFunc(text, func(all string) string {
		m := fold.FindStringSubmatch(all)
		return "~~~~~{fold} " + inSummary.Replace(m[1]) + "\n" + strings.TrimSpace(m[2]) + "\n~~~~~"
	})
}
