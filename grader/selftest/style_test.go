package selftest

// This file checks the prose that learners read: spelling, the length of sentences, phrases
// that are not plain English, and how hard it is to read. The checker is Vale, with the
// rules of testdata/vale.

import (
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gpucourse/grader/task"
)

// valePackage is the checker with its version. It is no tool of go.mod, because it would
// bring its own versions of many packages.
const valePackage = "github.com/vale-cli/vale/v3/cmd/vale@v3.21.0"

// hardest is the highest grade of Flesch and Kincaid that a text may have: how many years
// of school it takes to read sentences of that length with words of that many syllables.
// What the words mean is not measured.
const hardest = 7

// passage is a piece of prose with its place: a file, a cell, a task.
type passage struct{ place, markdown string }

// page is passages that are checked as one file.
type page struct {
	name     string
	passages []passage
}

// markdown returns the text of the page, and for each of its lines the place.
func (p *page) markdown() (text string, places []string) {
	var b strings.Builder
	for _, one := range p.passages {
		part := strings.TrimRight(one.markdown, "\n") + "\n\n"
		b.WriteString(part)
		for n := range strings.Count(part, "\n") {
			places = append(places, fmt.Sprintf("%s, line %d", one.place, n+1))
		}
	}
	return b.String(), places
}

// TestStyle checks all pages, and prints how hard each is to read.
func TestStyle(t *testing.T) {
	program := needsVale(t)
	folder, places := t.TempDir(), map[string][]string{}
	for _, p := range allPages(t) {
		text, at := p.markdown()
		file := filepath.Join(folder, p.name+".md")
		places[file] = at
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	found := vale(t, program, folder)
	for _, file := range slices.Sorted(maps.Keys(places)) {
		for _, a := range found[file] {
			judge(t, strings.TrimSuffix(filepath.Base(file), ".md"), places[file], a)
		}
	}
}

// mistakes is a text in which each rule finds something.
const mistakes = `The warp loads four sectors a request and and waits for a look.

This sentence goes on and on and on because nobody who wrote it could find the place at which it would have been good for its readers to end it and begin anew.

The schedular picks a warp.
`

// TestStyleFindsMistakes: every rule is in force.
func TestStyleFindsMistakes(t *testing.T) {
	program := needsVale(t)
	file := filepath.Join(t.TempDir(), "page.md")
	if err := os.WriteFile(file, []byte(mistakes), 0o644); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, a := range vale(t, program, filepath.Dir(file))[file] {
		got = append(got, fmt.Sprint(a.Check, " ", a.Line))
	}
	for _, want := range []string{"Plain.Rates 1", "Vale.Repetition 1", "Plain.Plain 1", "Plain.Sentences 3", "Vale.Spelling 5", "Plain.Grade 1"} {
		if !slices.Contains(got, want) {
			t.Errorf("got %v, want %s among them", got, want)
		}
	}
}

// needsVale returns the program that .ci/run installs: the build of Vale takes longer than the tests of
// a package. It skips a test where the version of valePackage is not installed.
func needsVale(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("-short: Vale reads every page")
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Skip(err)
	}
	program := filepath.Join(cache, "gpucourse", "vale", "vale")
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		t.Skipf("Vale is not installed; .ci/run installs it: %v", err)
	}
	if _, version, _ := strings.Cut(valePackage, "@"); info.Main.Version != version {
		t.Skipf("%s has version %s, want %s; .ci/run installs it", program, info.Main.Version, version)
	}
	return program
}

// alert is what Vale found.
type alert struct {
	Check, Message, Match string
	Line                  int
}

// judge reports an alert, or the grade of a page.
func judge(t *testing.T, page string, places []string, a alert) {
	t.Helper()
	if a.Check != "Plain.Grade" {
		t.Errorf("%s: %q: %s (%s)", places[a.Line-1], a.Match, a.Message, a.Check)
		return
	}
	grade, err := strconv.ParseFloat(a.Message, 64)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%-30s grade %.1f", page, grade)
	if grade > hardest {
		t.Errorf("%s: grade %.1f, at most %d: use shorter sentences and shorter words", page, grade, hardest)
	}
}

// vale returns what Vale finds in the files of a folder.
func vale(t *testing.T, program, folder string) (found map[string][]alert) {
	t.Helper()
	out, err := runVale(program, folder)
	for range 9 { // Vale gives a formula two seconds, which may pass on a machine that is busy
		if err == nil || !strings.Contains(err.Error(), "did not finish within") {
			break
		}
		out, err = runVale(program, folder)
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(out, &found); err != nil {
		t.Fatalf("vale: %v\n%s", err, out)
	}
	return found
}

func runVale(program, folder string) ([]byte, error) {
	cmd := exec.Command(program, "--config", "testdata/vale/vale.ini", "--no-exit", "--output=JSON", folder)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("vale: %w\n%s%s", err, out, &stderr)
	}
	return out, nil
}

// allPages collects the prose.
func allPages(t *testing.T) []page {
	t.Helper()
	pages := append(taskPages(), predictionsPage(t))
	for _, pattern := range []string{"README.md", "TEACHING.md", "notebooks/glossary.md", "notebooks/index.md", "notebooks/cuda.md", "exercises/*/README.md", "solutions/*/hints.md", "notebooks/*.ipynb"} {
		files, err := filepath.Glob(filepath.Join("..", "..", pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			pages = append(pages, pageOf(t, file))
		}
	}
	if len(pages) < 40 {
		t.Fatalf("only %d pages were found", len(pages))
	}
	return pages
}

// pageOf reads a file of Markdown, or a notebook's text cells.
func pageOf(t *testing.T, file string) page {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	name := strings.TrimPrefix(filepath.ToSlash(file), "../../")
	p := page{name: strings.ReplaceAll(name, "/", " ")}
	if filepath.Ext(file) != ".ipynb" {
		p.passages = []passage{{name, string(text)}}
		return p
	}
	var nb struct {
		Cells []struct {
			Type   string   `json:"cell_type"`
			ID     string   `json:"id"`
			Source []string `json:"source"`
		} `json:"cells"`
	}
	if err := json.Unmarshal(text, &nb); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	for _, c := range nb.Cells {
		if c.Type == "markdown" {
			p.passages = append(p.passages, passage{name + ", cell " + c.ID, strings.Join(c.Source, "")})
		}
	}
	return p
}

// predictionsPage returns what the notebooks say to wrong guesses.
func predictionsPage(t *testing.T) page {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "..", "notebooks", "notebook", "predictions_*.go"))
	if err != nil || len(files) == 0 {
		t.Fatal("no predictions", err)
	}
	p := page{name: "predictions"}
	for _, file := range files {
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(tree, func(n ast.Node) bool {
			row, ok := n.(*ast.KeyValueExpr)
			if !ok {
				return true
			}
			if text, ok := row.Value.(*ast.BasicLit); ok && text.Kind == token.STRING {
				said, err := strconv.Unquote(text.Value)
				if err != nil {
					t.Fatal(err)
				}
				p.passages = append(p.passages, passage{filepath.Base(file), sentence(strings.ToUpper(said[:1]) + said[1:])})
			}
			return true
		})
	}
	return p
}

// taskPages returns a page per chapter of what its tasks say besides their text, which the
// notebooks have.
func taskPages() (pages []page) {
	for _, row := range task.Tasks {
		name := "tasks " + row.Chapter()
		if len(pages) == 0 || pages[len(pages)-1].name != name {
			pages = append(pages, page{name: name})
		}
		p := &pages[len(pages)-1]
		for _, said := range taskSays(&row) {
			p.passages = append(p.passages, passage{"task " + row.ID, sentence(said)})
		}
	}
	return pages
}

// taskSays lists what a task says to its learner.
func taskSays(row *task.Task) []string {
	says := []string{row.Hints.Question, row.Hints.Look, row.Hints.Solution}
	switch ask := row.Ask.(type) {
	case task.Number:
		says = append(says, ask.Because, ask.Nudge)
		for _, m := range ask.Misread {
			says = append(says, m.Says)
		}
	case task.Choice:
		says = append(says, ask.Because)
		for _, o := range ask.Options {
			says = append(says, o.Text, o.Says)
		}
	}
	return slices.DeleteFunc(says, func(s string) bool { return s == "" })
}

// sentence ends a text, which a card may continue.
func sentence(text string) string {
	if strings.ContainsAny(text[len(text)-1:], ".?!:`") {
		return text
	}
	return text + "."
}
