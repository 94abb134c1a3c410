package gpusim_test

// This file checks the documents: the map of packages in RATIONALE.md, the paths and links
// of every Markdown file, and the measurements that comments name.

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const rationale = "RATIONALE.md"

var (
	codeSpan = regexp.MustCompile("`([^`\n]+)`") // text between backticks
	numbers  = regexp.MustCompile(`\d+`)
)

// TestRationaleHasEveryPackage: the map has a row for each package that has a level, and each row
// has the first sentence of the package's comment.
func TestRationaleHasEveryPackage(t *testing.T) {
	rows := rowsOf(t, "## Map")
	mapped := map[string]string{}
	for _, row := range rows {
		mapped[strings.Trim(row[1], "`")] = row[2]
	}
	for path, sentence := range packageSentences(t) {
		got, ok := mapped[path]
		_, placed := levels[path]
		switch {
		case !ok && placed && sentence != "":
			t.Errorf("the map in %s lacks package %s: %s", rationale, path, sentence)
		case ok && got != sentence:
			t.Errorf("the map in %s says of %s:\n%s\nthe package comment says:\n%s", rationale, path, got, sentence)
		}
		delete(mapped, path)
	}
	for path := range mapped {
		t.Errorf("the map in %s has %s, which is no package", rationale, path)
	}
}

// TestRationaleNamesWhatExists: the files of each change are as many as its last column allows, and
// the identifiers that follow a file are declared there.
func TestRationaleNamesWhatExists(t *testing.T) {
	for _, row := range rowsOf(t, "## Where would I change …") {
		var files []string
		declared := map[string]bool{}
		for _, m := range codeSpan.FindAllStringSubmatch(row[1], -1) {
			name := m[1]
			switch {
			case strings.HasSuffix(name, ".go"):
				files = append(files, name)
				declared = declarations(t, filepath.Join("..", name))
			case strings.HasPrefix(name, "-"): // an option of the command
			case !declared[name]:
				t.Errorf("%s: %v do not declare %s", row[0], files, name)
			}
		}
		if least, most := bounds(t, row[2]); len(files) < least || len(files) > most {
			t.Errorf("%s: the row has the %d files %v, and says %s", row[0], len(files), files, row[2])
		}
	}
}

// bounds returns the least and the largest number in a text.
func bounds(t *testing.T, text string) (least, most int) {
	t.Helper()
	var all []int
	for _, digits := range numbers.FindAllString(text, -1) {
		n, err := strconv.Atoi(digits)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, n)
	}
	if len(all) == 0 {
		t.Fatalf("%q has no number", text)
	}
	return slices.Min(all), slices.Max(all)
}

// rowsOf returns the cells of the table below a heading of RATIONALE.md, without its header.
func rowsOf(t *testing.T, heading string) (rows [][]string) {
	t.Helper()
	text, err := os.ReadFile(rationale)
	if err != nil {
		t.Fatal(err)
	}
	_, below, ok := strings.Cut(string(text), "\n"+heading+"\n")
	if !ok {
		t.Fatalf("%s has no heading %q", rationale, heading)
	}
	section, _, _ := strings.Cut(below, "\n## ")
	for line := range strings.Lines(section) {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "|") {
			cells := strings.Split(strings.Trim(line, "|"), " | ")
			for i := range cells {
				cells[i] = strings.TrimSpace(cells[i])
			}
			rows = append(rows, cells)
		}
	}
	if len(rows) < 3 {
		t.Fatalf("%s: %q has no table", rationale, heading)
	}
	return rows[2:]
}

// packageSentences returns the first sentence of each package's comment, by path.
func packageSentences(t *testing.T) map[string]string {
	t.Helper()
	out, err := exec.Command("go", "list", "-f", "{{.ImportPath}}|{{.Doc}}", module+"...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	sentences := map[string]string{}
	for line := range strings.Lines(string(out)) {
		path, sentence, _ := strings.Cut(strings.TrimSpace(line), "|")
		sentences[strings.TrimPrefix(path, module)] = sentence
	}
	return sentences
}

// declarations returns the top-level names of a Go file, and its fields as Type.Field.
func declarations(t *testing.T, file string) map[string]bool {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			names[d.Name.Name] = true
		case *ast.GenDecl:
			for _, s := range d.Specs {
				addNames(names, s)
			}
		}
	}
	return names
}

func addNames(names map[string]bool, s ast.Spec) {
	switch s := s.(type) {
	case *ast.ValueSpec:
		for _, n := range s.Names {
			names[n.Name] = true
		}
	case *ast.TypeSpec:
		names[s.Name.Name] = true
		if st, ok := s.Type.(*ast.StructType); ok {
			for _, f := range st.Fields.List {
				for _, n := range f.Names {
					names[s.Name.Name+"."+n.Name] = true
				}
			}
		}
	}
}

var (
	// link is a link or an image of Markdown.
	link = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	// place is a code span that names a file or folder of the repository.
	place = regexp.MustCompile(`^(gpusim|grader|notebooks|exercises|solutions)/[\w./-]*\w/?$`)
)

// TestDocumentsNameWhatExists: relative links of Markdown files lead to files and headings,
// and paths in backticks exist. The links of pages that are built elsewhere are checked in the book.
func TestDocumentsNameWhatExists(t *testing.T) {
	for _, file := range filesOf(t, ".md") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			if !strings.Contains(m[1], "://") && !strings.Contains(file, "/sphinx/") && !leadsSomewhere(t, file, m[1]) {
				t.Errorf("%s: the link %s leads nowhere", file, m[1])
			}
		}
		for _, m := range codeSpan.FindAllStringSubmatch(string(text), -1) {
			if place.MatchString(m[1]) && !exists(filepath.Join("..", m[1])) {
				t.Errorf("%s: there is no %s", file, m[1])
			}
		}
	}
}

// validationFolder holds what is measured and the programs that measure it. A folder for each
// device has one folder per subject, files of its own, or both.
const validationFolder = "validation"

// TestCitedMeasurementsExist: Go files and Markdown files cite measurements by a folder and a
// file of validation, such as l2/window.txt or h100/masks.txt.
func TestCitedMeasurementsExist(t *testing.T) {
	files := measuredFiles(t)
	cited := 0
	for _, file := range slices.Concat(filesOf(t, ".go"), filesOf(t, ".md")) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		names, missing := citations(string(text), files)
		cited += len(names)
		for _, name := range missing {
			t.Errorf("%s: there is no measurement %s", file, name)
		}
	}
	if cited == 0 {
		t.Error("no file cites a measurement")
	}
}

// TestMissingMeasurementsAreFound: a file that is gone is missed in every folder of validation.
func TestMissingMeasurementsAreFound(t *testing.T) {
	files := map[string]bool{"h200/l2/window.txt": true, "h100/masks.txt": true, "fuzzcuda/common.h": true}
	// The missing names are in two parts, because this file is read for citations too.
	const text = "See l2/window.txt, h200/l2/" + "gone.txt, h100/masks.txt, `h100/" + "gone.csv`, fuzzcuda/common.h and other/thing.txt."
	names, missing := citations(text, files)
	if want := []string{"h200/l2/" + "gone.txt", "h100/" + "gone.csv"}; len(names) != 5 || !slices.Equal(missing, want) {
		t.Errorf("got citations %q, of which %q are missing; want %q", names, missing, want)
	}
}

// measuredFiles returns the files of validation that can be cited, by their path below it.
func measuredFiles(t *testing.T) map[string]bool {
	t.Helper()
	files := map[string]bool{}
	for _, extension := range strings.Split(citedExtensions, "|") {
		for _, file := range filesOf(t, "."+extension) {
			name, below := strings.CutPrefix(filepath.ToSlash(file), "../gpusim/"+validationFolder+"/")
			if below && !commonFolder.MatchString(name) {
				files[name] = true
			}
		}
	}
	return files
}

// commonFolder is in the path of a file whose folder other packages have too.
var commonFolder = regexp.MustCompile(`(^|/)(testdata|include)/`)

const citedExtensions = "txt|csv|json|cu|cuh|sh|py|h"

// citations returns the files of validation that a text cites, by their path or the end of it,
// and those that do not exist.
func citations(text string, files map[string]bool) (names, missing []string) {
	ends, folders := map[string]bool{}, map[string]bool{}
	for file := range files {
		for parts := strings.Split(file, "/"); len(parts) > 1; parts = parts[1:] {
			ends[strings.Join(parts, "/")] = true
			folders[regexp.QuoteMeta(strings.Join(parts[:len(parts)-1], "/"))] = true
		}
	}
	longest := slices.SortedFunc(maps.Keys(folders), func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	citation := regexp.MustCompile(`\b(?:` + strings.Join(longest, "|") + `)/\w+\.(?:` + citedExtensions + `)\b`)
	for _, name := range citation.FindAllString(text, -1) {
		names = append(names, name)
		if !ends[name] {
			missing = append(missing, name)
		}
	}
	return names, missing
}

// filesOf returns the files of the repository with an extension, without those of hidden
// folders and of the learner's folder work.
func filesOf(t *testing.T, extension string) (files []string) {
	t.Helper()
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		switch name := d.Name(); {
		case err != nil:
			return err
		case d.IsDir() && (strings.HasPrefix(name, ".") && name != ".." || path == filepath.Join("..", "work")):
			return filepath.SkipDir
		case strings.HasSuffix(name, extension):
			files = append(files, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Fatalf("there is no %s file", extension)
	}
	return files
}

// leadsSomewhere reports whether a relative link leads to a file, and to a heading of it if
// the link names one.
func leadsSomewhere(t *testing.T, from, to string) bool {
	t.Helper()
	to, heading, _ := strings.Cut(to, "#")
	target := from
	if to != "" {
		target = filepath.Join(filepath.Dir(from), to)
	}
	if heading == "" || !strings.HasSuffix(target, ".md") {
		return exists(target)
	}
	text, err := os.ReadFile(target)
	return err == nil && slices.Contains(anchors(string(text)), heading)
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// notInAnchor is what a heading's anchor leaves out.
var notInAnchor = regexp.MustCompile(`[^\p{L}\p{N} _-]`)

// anchors returns the anchors of a Markdown text's headings.
func anchors(text string) (list []string) {
	for line := range strings.Lines(text) {
		if title := strings.TrimLeft(line, "#"); len(title) < len(line) && strings.HasPrefix(title, " ") {
			title = notInAnchor.ReplaceAllString(strings.ToLower(strings.TrimSpace(title)), "")
			list = append(list, strings.ReplaceAll(title, " ", "-"))
		}
	}
	return list
}
