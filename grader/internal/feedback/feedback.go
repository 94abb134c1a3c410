// Package feedback writes results as pages of HTML: one per learner, with the cards of the
// notebooks, and an index for the lecturer.
//
// Each page is one file: it loads nothing, runs no script, and links only to pages beside it.
// A learner's page names no other learner and not the index, so it may be given away. The same
// results make the same bytes.
//
// Names and code of learners are text that anybody may have written. Templates escape it, and
// file names hold letters, digits and hyphens of ASCII alone.
package feedback

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"gpucourse/grader/internal/scores"
)

// IndexFile is the lecturer's page.
const IndexFile = "index.html"

// generator stands in every page, so that Write replaces no file of anybody else.
const generator = `<meta name="generator" content="gpucourse grader">`

//go:embed pages.html
var templates string

//go:embed pages.css
var style string

var pages = template.Must(template.New("").Parse(templates))

// Options choose what pages show.
type Options struct {
	// Hints is how many steps of the hints a page shows; the last one is the solution.
	Hints int
}

// Pages returns the pages of results by file name.
func Pages(results []scores.Result, o Options) map[string][]byte {
	names := namesOf(results)
	files := map[string][]byte{IndexFile: rendered("index", indexOf(results, names))}
	for i := range results {
		files[names[i]] = rendered("learner", learnerOf(&results[i], o))
	}
	return files
}

// namesOf returns the files of results: by the ID of the roster, if there is one and no other page
// has that name.
func namesOf(results []scores.Result) []string {
	taken := map[string]int{}
	for i := range results {
		taken[FileName(results[i].Submission)]++
	}
	names := make([]string, len(results))
	for i := range results {
		names[i] = FileName(results[i].Submission)
		if l := results[i].Learner; l != nil && taken[FileName(l.ID)] == 0 {
			names[i] = FileName(l.ID)
			taken[names[i]]++
		}
	}
	return names
}

func rendered(name string, data any) []byte {
	var b bytes.Buffer
	if err := pages.ExecuteTemplate(&b, name, data); err != nil {
		panic("BUG: " + err.Error())
	}
	return b.Bytes()
}

// plainName is a name that is a file name everywhere.
var plainName = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]{0,59}$`)

// reservedName is what no page of a learner may be called: the index, and devices of Windows.
var reservedName = regexp.MustCompile(`^(index|con|prn|aux|nul|com[0-9]|lpt[0-9])$`)

// unsafe is what a file name does not take over from a name.
var unsafe = regexp.MustCompile(`[^a-z0-9]+`)

// mostSlug is the most characters that a file name takes over from a name.
const mostSlug = 40

// FileName returns the file of a submission's page. A name with other characters than lower case
// letters, digits, hyphens and underscores is shortened to those, and has a sum of the whole name.
func FileName(submission string) string {
	if plainName.MatchString(submission) && !reservedName.MatchString(submission) {
		return submission + ".html"
	}
	const bytesOfSum = 6
	slug := strings.ToLower(submission)
	slug = strings.Trim(unsafe.ReplaceAllString(slug, "-"), "-")
	sum := sha256.Sum256([]byte(submission))
	return fmt.Sprintf("%s~%x.html", cmp.Or(slug[:min(len(slug), mostSlug)], "page"), sum[:bytesOfSum])
}

// Write writes pages into a folder, and removes pages that were written there before. It refuses
// a folder with other files.
func Write(folder string, files map[string][]byte) error {
	entries, err := os.ReadDir(folder)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	for _, e := range entries {
		if !isPage(filepath.Join(folder, e.Name())) {
			return fmt.Errorf("%s holds %q, which is no page of feedback: name a new folder", folder, e.Name())
		}
	}
	for _, e := range entries {
		if err := os.Remove(filepath.Join(folder, e.Name())); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// isPage reports whether a file is a page that Write has written.
func isPage(file string) bool {
	info, err := os.Lstat(file)
	if err != nil || !info.Mode().IsRegular() || filepath.Ext(file) != ".html" {
		return false
	}
	text, err := os.ReadFile(file)
	return err == nil && bytes.Contains(text[:min(len(text), 1<<10)], []byte(generator))
}
