package course

// This file checks what a reader meets on the way through a chapter.

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

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

const (
	// codeColumns is how many characters of a line of code a window of 1400 pixels shows beside
	// the file browser: see TestLearner.
	codeColumns = 120
	// cellLines is how many lines half of all code cells have at most.
	cellLines  = 20
	tabColumns = 4
)

// TestCodeCellsAreShort: code is read without scrolling sideways, and what does not belong to the
// subject stands in package notebook.
func TestCodeCellsAreShort(t *testing.T) {
	var lengths []int
	for file, d := range chapterDocuments(t) {
		for _, c := range d.Cells {
			if c.Type != "code" {
				continue
			}
			lines := strings.Split(strings.TrimSpace(string(c.Source)), "\n")
			lengths = append(lengths, len(lines))
			for i, line := range lines {
				wide := utf8.RuneCountInString(strings.ReplaceAll(line, "\t", strings.Repeat(" ", tabColumns)))
				if wide > codeColumns {
					t.Errorf("%s: cell %s, line %d has %d columns, more than %d", file, c.ID, i+1, wide, codeColumns)
				}
			}
		}
	}
	slices.Sort(lengths)
	if median := lengths[len(lengths)/2]; median > cellLines {
		t.Errorf("the median of %d code cells has %d lines, more than %d", len(lengths), median, cellLines)
	}
}

// linesToSkip is how many lines a cell has at most that is shown although nobody reads or changes it.
const linesToSkip = 12

// work is what a cell has for a reader: a guess, a task, a slider, or a kernel.
var work = regexp.MustCompile(`(?i)guess|your |lesson\.|notebook\.slider|(?m:^func (\([^)]*\) )?(?-i:[A-Z]))`)

// TestCodeToSkipIsFolded: JupyterLab shows no code of cells that compare with a real device, and none of other long cells
// without work for the reader. It shows the code of all others.
func TestCodeToSkipIsFolded(t *testing.T) {
	for file, d := range chapterDocuments(t) {
		for _, c := range d.Cells {
			text := string(c.Source)
			runs := c.Type == "code" && strings.Contains("\n"+text, "\n%%\n")
			long := strings.Count(strings.TrimSpace(text), "\n")+1 > linesToSkip
			skip := runs && !work.MatchString(text) && (long || c.ID == "real-device")
			if folded := strings.Contains(string(c.Metadata), "source_hidden"); folded != skip {
				t.Errorf("%s: cell %s: got folded: %v, want %v", file, c.ID, folded, skip)
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
