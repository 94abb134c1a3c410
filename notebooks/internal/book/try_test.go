package book

// This file tests which parts of a notebook the page closes.

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpucourse/internal/ipynb"
)

// TestAnswers checks where an answer ends that a cell with a guess begins. Cells are divided by
// lines of dashes; those that begin with a comment are code.
func TestAnswers(t *testing.T) {
	const guess = "// guess\n%%\nrun()"
	for name, c := range map[string]struct{ cells, want string }{
		"an explanation of its own":  {guess + "\n---\n**Explain.** So.\n---\nGo on.", "**Explain.** So.\n---\nEND\n---\nGo on."},
		"the next question":          {guess + "\n---\n**Explain.** So.\n\n**Predict.** How?", "**Explain.** So.\n\nEND\n\n**Predict.** How?"},
		"what leads to the question": {guess + "\n---\n**Explain.** So.\n\nAnd so.\n\nNow this.\n\n**Predict.** How?", "And so.\n\nEND\n\nNow this.\n\n**Predict.** How?"},
		"a heading":                  {guess + "\n---\n**Explain.** So.\n\n## 2 Next\n\nNow this.\n\n**Predict.** How?", "So.\n\nEND\n\n## 2 Next\n\nNow this."},
		"no explanation":             {guess + "\n---\nNow this.\n\n**Predict.** How?", "---\nEND\n---\nNow this."},
		"a question without a guess": {"**Predict.** How?\n---\n// cell\n%%\nrun()\n---\n**Explain.** So.\n---\nGo on.", "So.\n---\nEND\n---\nGo on."},
		"results between":            {guess + "\n---\n// more\n---\n**Explain.** So.\n---\n// next", "**Explain.** So.\n---\nEND\n---\n// next"},
	} {
		got := pageCells(t, strings.Split(c.cells, "\n---\n"))
		if !strings.Contains(got, c.want) || strings.Count(got, "END") != 1 {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, c.want)
		}
	}
	if got := pageCells(t, []string{"Look.", "// a cell\n%%\nrun()", "**Explain.** So.", "Go on."}); strings.Contains(got, "END") {
		t.Errorf("a cell without a question: %s", got)
	}
}

// TestAnswersOfTheCourse checks that no explanation stands open behind its question.
func TestAnswersOfTheCourse(t *testing.T) {
	files, err := filepath.Glob("../../*.ipynb")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d notebooks (%v)", len(files), err)
	}
	closed := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		n, err := readNotebook(text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := (&source{dir: t.TempDir()}).notebook(n); err != nil {
			t.Fatal(err)
		}
		question := false
		for _, c := range n.Cells {
			text := string(c.Source)
			if string(c.Metadata) == string(prediction) {
				question = false
				closed++
			}
			if c.Type == "markdown" && question && explains.MatchString(text) {
				t.Errorf("%s shows %.80q", file, text)
			}
			question = question || predicts.MatchString(text)
		}
	}
	if closed < 100 {
		t.Errorf("%d answers are closed", closed)
	}
}

// pageCells returns the texts of cells as Sphinx reads them, with END for the end of an answer.
func pageCells(t *testing.T, texts []string) string {
	t.Helper()
	var n notebook
	for _, text := range texts {
		c := &cell{Type: "markdown", Metadata: json.RawMessage("{}"), Source: ipynb.Text(text)}
		if strings.HasPrefix(text, "//") {
			c.Type = "code"
		}
		n.Cells = append(n.Cells, c)
	}
	if _, err := (&source{outputs: true}).notebook(&n); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range n.Cells {
		got = append(got, strings.ReplaceAll(string(c.Source), ends, "END"))
	}
	return strings.Join(got, "\n---\n")
}
