package course

// This file tests the learner's copies of the notebooks.

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gpucourse/grader/progress"
	"gpucourse/grader/task"
)

// chapter is the text of a notebook with one cell.
func chapter(source, outputs string) string {
	return `{"cells":[{"cell_type":"code","id":"a","source":["` + source + `"],"outputs":[` + outputs + `]}],"nbformat":4}`
}

// learner is a repository with two chapters, whose work folder is made.
type learner struct {
	t    *testing.T
	root string
}

func newLearner(t *testing.T) *learner {
	l := &learner{t, t.TempDir()}
	for _, folder := range []string{"notebooks", "exercises", "solutions", "gpusim"} {
		if err := os.Mkdir(filepath.Join(l.root, folder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	l.write("README.md", "the course")
	l.write("exercises/kernel.go", "package kernels")
	l.write("notebooks/00_start.ipynb", chapter("x := 1", ""))
	l.write("notebooks/07_coalescing.ipynb", chapter("y := 1", ""))
	l.write("notebooks/glossary.md", "warp")
	l.write("notebooks/main.go", "package main")
	if said := l.start(); said != "" {
		t.Errorf("the first start says %q", said)
	}
	return l
}

// start prepares the work folder and returns what the learner is told.
func (l *learner) start() string {
	l.t.Helper()
	var out bytes.Buffer
	if err := prepareWork(l.root, "go1.99", &out); err != nil {
		l.t.Fatal(err)
	}
	return out.String()
}

func (l *learner) write(name, text string) {
	l.t.Helper()
	writeFile(l.t, filepath.Join(l.root, name), text)
}

// has checks that a file has a text; "" means that there is none.
func (l *learner) has(name, want string) {
	l.t.Helper()
	text, err := os.ReadFile(filepath.Join(l.root, name))
	if string(text) != want || (err == nil) != (want != "") {
		l.t.Errorf("%s holds %q (%v), want %q", name, text, err, want)
	}
}

func TestWorkFolderHasWhatALearnerNeeds(t *testing.T) {
	l := newLearner(t)
	l.has("work/notebooks/00_start.ipynb", chapter("x := 1", ""))
	l.has("work/notebooks/glossary.md", "warp")
	l.has("work/notebooks/main.go", "")
	l.has("work/notebooks/../README.md", "the course")
	l.has("work/exercises/kernel.go", "package kernels")
}

// TestCopiesHaveNoOutputs: a learner predicts before the output is seen. Nothing else of the
// notebook changes, and new outputs alone are no new version.
func TestCopiesHaveNoOutputs(t *testing.T) {
	l := newLearner(t)
	const ran = `{"data":{"text/html":["<b>4</b>"]},"metadata":{},"output_type":"display_data"}`
	l.write("notebooks/09_new.ipynb", chapter("z := 1", ran))
	l.start()
	copied, err := readDocument(filepath.Join(l.root, "work/notebooks/09_new.ipynb"))
	if err != nil || len(copied.Cells) != 1 || len(copied.Cells[0].Outputs) != 0 || copied.Cells[0].Source != "z := 1" {
		t.Errorf("the copy is %+v, %v", copied, err)
	}
	if got := whereLearnerStopped(l.root); got != "00_start.ipynb" {
		t.Errorf("a fresh copy counts as the learner's work: the course opens %s", got)
	}
	l.write("notebooks/09_new.ipynb", chapter("z := 1", strings.Replace(ran, "4", "5", 1)))
	if said := l.start(); said != "" {
		t.Errorf("the sources are the same, and the learner is told %q", said)
	}
}

// TestCopiesHaveVariants: the tasks of a learner with numbers of their own say these, in notebooks that the learner has not
// changed. Such a notebook is not the learner's work.
func TestCopiesHaveVariants(t *testing.T) {
	l := newLearner(t)
	row, err := task.Find("07.5")
	if err != nil {
		t.Fatal(err)
	}
	cell := func(kind, source string) string {
		text, err := json.Marshal(source)
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprintf(`{"cell_type":%q,"id":%[1]q,"metadata":{"task":"07.5"},"source":%s}`, kind, text)
	}
	l.write("notebooks/09_new.ipynb", fmt.Sprintf(`{"cells":[%s,%s],"metadata":{},"nbformat":4,"nbformat_minor":5}`, cell("markdown", row.Markdown()), cell("code", row.Source())))
	l.start()
	p := progress.Progress{Version: progress.Version, Variants: map[string]int{"07.5": 1}}
	if err := progress.In(l.root).Merge(p.Text()); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		l.start()
		copied, err := readDocument(filepath.Join(l.root, "work/notebooks/09_new.ipynb"))
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range []string{row.As(1).Markdown(), row.As(1).Source()} {
			if got := string(copied.Cells[i].Source); got != want {
				t.Errorf("cell %d is\n%s\nwant\n%s", i, got, want)
			}
		}
	}
	if got := whereLearnerStopped(l.root); got != "00_start.ipynb" {
		t.Errorf("the copy counts as the learner's work: the course opens %s", got)
	}
}

func TestCopiesFollowTheCourse(t *testing.T) {
	l := newLearner(t)
	l.write("work/notebooks/00_start.ipynb", chapter("x := 1", `{"ran":1}`))
	if said := l.start(); said != "" {
		t.Errorf("nothing changed, and the learner is told %q", said)
	}
	l.has("work/notebooks/00_start.ipynb", chapter("x := 1", `{"ran":1}`))
	l.write("notebooks/00_start.ipynb", chapter("x := 2", ""))
	l.write("notebooks/glossary.md", "warp, lane")
	if said := l.start(); !strings.Contains(said, "00_start.ipynb: the course has a new version") {
		t.Errorf("the learner is told %q", said)
	}
	l.has("work/notebooks/00_start.ipynb", chapter("x := 2", ""))
	l.has("work/notebooks/glossary.md", "warp, lane")
	if err := os.Remove(filepath.Join(l.root, "notebooks/07_coalescing.ipynb")); err != nil {
		t.Fatal(err)
	}
	l.start()
	l.has("work/notebooks/07_coalescing.ipynb", "")
}

func TestChangesOfTheLearnerAreKept(t *testing.T) {
	l := newLearner(t)
	l.write("work/notebooks/07_coalescing.ipynb", chapter("mine", ""))
	l.write("work/notebooks/own.ipynb", chapter("notes", ""))
	if said := l.start(); said != "" {
		t.Errorf("the course did not change, and the learner is told %q", said)
	}
	l.write("notebooks/07_coalescing.ipynb", chapter("y := 2", ""))
	if said := l.start(); !strings.Contains(said, "yours, with your changes, is now 07_coalescing.yours1.ipynb") {
		t.Errorf("the learner is told %q", said)
	}
	l.has("work/notebooks/07_coalescing.ipynb", chapter("y := 2", ""))
	l.has("work/notebooks/07_coalescing.yours1.ipynb", chapter("mine", ""))
	l.write("work/notebooks/07_coalescing.ipynb", "{ not a notebook")
	l.write("notebooks/07_coalescing.ipynb", chapter("y := 3", ""))
	l.start()
	l.has("work/notebooks/07_coalescing.yours1.ipynb", chapter("mine", ""))
	l.has("work/notebooks/07_coalescing.yours2.ipynb", "{ not a notebook")
	l.has("work/notebooks/own.ipynb", chapter("notes", ""))
	if err := os.Remove(filepath.Join(l.root, "work/notebooks/.originals.json")); err != nil {
		t.Fatal(err)
	}
	l.write("work/notebooks/00_start.ipynb", chapter("mine too", ""))
	l.start()
	l.has("work/notebooks/00_start.yours1.ipynb", chapter("mine too", ""))
}

func TestCourseOpensWhereTheLearnerStopped(t *testing.T) {
	l := newLearner(t)
	if got := whereLearnerStopped(l.root); got != "00_start.ipynb" {
		t.Errorf("the first start opens %s", got)
	}
	l.write("work/notebooks/07_coalescing.ipynb", chapter("mine", ""))
	if got := whereLearnerStopped(l.root); got != "07_coalescing.ipynb" {
		t.Errorf("the second start opens %s", got)
	}
	l.write("work/notebooks/00_start.ipynb", chapter("x := 1", `{"ran":1}`))
	later := time.Now().Add(time.Hour)
	if err := os.Chtimes(filepath.Join(l.root, "work/notebooks/00_start.ipynb"), later, later); err != nil {
		t.Fatal(err)
	}
	if got := whereLearnerStopped(l.root); got != "00_start.ipynb" {
		t.Errorf("the third start opens %s", got)
	}
}
