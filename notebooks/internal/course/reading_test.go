package course

// This file checks what a reader meets on the way through a chapter.

import (
	"path/filepath"
	"strings"
	"testing"

	"gpucourse/gpusim/glossary"
)

// chapterDocuments returns the notebooks as they are stored, by file name.
func chapterDocuments(t *testing.T) map[string]*document {
	t.Helper()
	files, err := filepath.Glob("../../*.ipynb")
	if err != nil || len(files) == 0 {
		t.Fatalf("got files %v, %v", files, err)
	}
	list := map[string]*document{}
	for _, file := range files {
		d, err := readDocument(file)
		if err != nil {
			t.Fatal(err)
		}
		list[filepath.Base(file)] = d
	}
	return list
}

// TestPredictionsStandBesideTheirCells: a text that ends by asking for a prediction is
// followed by the cell that takes the guess, and by no task.
func TestPredictionsStandBesideTheirCells(t *testing.T) {
	for file, d := range chapterDocuments(t) {
		for i, c := range d.Cells[:len(d.Cells)-1] {
			paragraphs := strings.Split(strings.TrimSpace(string(c.Source)), "\n\n")
			asks := c.Type == "markdown" && strings.HasPrefix(paragraphs[len(paragraphs)-1], "**Predict.**")
			if next := d.Cells[i+1]; asks && (next.Type != "code" || strings.HasPrefix(next.ID, "task-")) {
				t.Errorf("%s: cell %s asks for a prediction, and %s follows it", file, c.ID, next.ID)
			}
		}
	}
}

// TestEveryChapterGradesItsExercise: nobody needs a terminal to be graded.
func TestEveryChapterGradesItsExercise(t *testing.T) {
	for file, d := range chapterDocuments(t) {
		call, found := `lesson.Check("`+file[:2]+`")`, false
		for _, c := range d.Cells {
			found = found || c.Type == "code" && strings.Contains(string(c.Source), call)
		}
		if !found {
			t.Errorf("%s: no cell has %s", file, call)
		}
	}
}

// TestStallReasonsInTables: a table that gives nvprof's name beside Nsight Compute's name of
// a stall reason gives the glossary's.
func TestStallReasonsInTables(t *testing.T) {
	names := map[string]string{}
	for _, e := range glossary.All() {
		if e.Group == glossary.StallReasons {
			names[e.NsightCompute] = e.NVProf
		}
	}
	for file, d := range chapterDocuments(t) {
		for _, c := range d.Cells {
			for line := range strings.Lines(string(c.Source)) {
				checkStallRow(t, file, line, names)
			}
		}
	}
}

func checkStallRow(t *testing.T, file, line string, names map[string]string) {
	for nsight, nvprof := range names {
		beside := strings.HasPrefix(line, "|") && strings.Contains(line, "`"+nsight+"`") && strings.Contains(line, "`stall_")
		if beside && !strings.Contains(line, "`"+nvprof+"`") {
			t.Errorf("%s: nvprof calls it %q:\n%s", file, nvprof, line)
		}
	}
}
