package answers

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gpucourse/gpusim"
	"gpucourse/grader/internal/source"
	"gpucourse/grader/progress"
	"gpucourse/grader/task"
	"gpucourse/grader/verdict"
)

// notebook returns a file with code cells.
func notebook(t *testing.T, cells ...string) string {
	t.Helper()
	type cell struct {
		Type   string `json:"cell_type"`
		Source any    `json:"source"`
	}
	var list []cell
	for i, c := range cells {
		if i%2 == 0 {
			list = append(list, cell{"code", strings.SplitAfter(c, "\n")})
		} else {
			list = append(list, cell{"code", c})
		}
		list = append(list, cell{"markdown", "lesson.Try(\"07.1\", 5)"})
	}
	text, err := json.Marshal(map[string]any{"cells": list})
	if err != nil {
		t.Fatal(err)
	}
	return put(t, "a1.ipynb", string(text))
}

func put(t *testing.T, name, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// readFile returns the answers of a file.
func readFile(t *testing.T, file string) []Answer {
	t.Helper()
	list, err := Read(file, "shown")
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestValues: numbers, letters and launches are read as constants.
func TestValues(t *testing.T) {
	for call, want := range map[string]any{
		`lesson.Try("07.1", 8)`:                  8.0,
		`lesson.Try("07.1", 4*32) // 4 per lane`: 128.0,
		`lesson.Try("07.1", -3.5)`:               -3.5,
		`lesson.Try("07.1", (1<<10)/8 + 0x10)`:   144.0,
		`lesson.Try("07.1", -1)`:                 nil,
		`lesson.Try("07.3", "b")`:                "b",
		`lesson.Try("07.3", "?")`:                nil,
		"lesson.Try(`07.3`, `c`)":                "c",
		`lesson.Try("99.3", "b")`:                nil,
		`fmt.Println("lesson.Try(\"07.1\", 8)")`: nil,
		`// lesson.Try("07.1", 8)`:               nil,
		`if true { lesson.Try("07.1", 9) }`:      9.0,
		`x := ; lesson.Try("07.1", 9)`:           nil,
		`lesson.Try("07.1", len("four"))`:        4.0,
		`lesson.Try("07.1", n)`:                  "write it as a constant",
		`lesson.Try("07.1", "eight")`:            "which is no number",
		`lesson.Try("07.1", os.Getpid())`:        "write it as a constant",
		`lesson.Try("07.3", letter)`:             "write the letter itself",
		`lesson.Try("07.5", gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(24)})`:       nil,
		`lesson.Try("07.5", gpusim.Config{Grid: gpusim.Dim(2*20), Block: gpusim.Dim(24, 2)})`: gpusim.Config{Grid: gpusim.Dim(40), Block: gpusim.Dim(24, 2)},
		`lesson.Try("07.5", gpusim.Config{Grid: gpusim.Dim3{X: 2, Y: 3, Z: 4}, Shared: 64})`:  gpusim.Config{Grid: gpusim.Dim(2, 3, 4), Shared: 64},
		`lesson.Try("07.5", gpusim.Config{Grid: gpusim.Dim(1.5)})`:                            "no whole number",
		`lesson.Try("07.5", gpusim.Config{Grid: gpusim.Dim(1, 2, 3, 4)})`:                     "one to three numbers",
		`lesson.Try("07.5", gpusim.Config{Grid: blocks})`:                                     "no gpusim.Dim",
		`lesson.Try("07.5", gpusim.Config{Options: gpusim.Options{}})`:                        "leave Options out",
		`lesson.Try("07.5", c)`: "write gpusim.Config",
		`lesson.Try("07.5", gpusim.Config{Grid: gpusim.Dim(1e300)})`: "no whole number",
		`lesson.Try("07.1", ` + strings.Repeat("1+", 2000) + `1)`:    "too long",
		`lesson.Try("07.1", 1e999999999)`:                            "write it as a constant",
		`lesson.Try("07.1", 0x1p-999999999)`:                         0.0,
		`lesson.Try("07.1", 1<<1000000000)`:                          "write it as a constant",
	} {
		list := readFile(t, notebook(t, "%%\n"+call))
		got := any(nil)
		if len(list) == 1 {
			if got = list[0].Value; list[0].Unread != "" {
				got = list[0].Unread
			}
		}
		text, isText := want.(string)
		told, gotText := got.(string)
		if isText && gotText && strings.Contains(told, text) {
			continue
		}
		if !cmp.Equal(got, want) || len(list) > 1 {
			t.Errorf("%.80s: got %v, want %v", call, got, want)
		}
	}
}

// TestPrograms: the program of a cell has its declarations on their lines, and below them what
// other cells declare: the last before it, or the first behind it.
func TestPrograms(t *testing.T) {
	list := readFile(t, notebook(t,
		"func half(x float32) float32 { return x }\n\ntype pair struct{ a, b float32 }",
		"!ls\n%env X=1\nfunc half(x float32) float32 { return x / 2 }\n",
		"broken(",
		"import \"math\"\n\n// Double is mine.\n//gpu:launchbounds 128 1\nfunc Double(out, in []float32, width, height int) {\n\tout[0] = half(in[0]) + later\n}\n\nfunc main() { }\n%%\nlesson.Try(\"07.2\", Double)",
		"const later = 1\n",
		"const later = 2\nfunc Double() {}",
	))
	if len(list) != 1 || list[0].Program == "" {
		t.Fatalf("got %+v, want one program", list)
	}
	text := list[0].Program
	sub, err := source.Parse("main.go", []byte(text))
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	if got, want := sub.Text("half"), "func half(x float32) float32 { return x / 2 }"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := sub.LineOf("Double").Line; got != 5 {
		t.Errorf("got Double on line %d of the cell, want 5:\n%s", got, text)
	}
	for part, times := range map[string]int{"const later = 1": 1, "const later": 1, "func Double": 1, "//gpu:launchbounds": 1, "type pair": 1, "import \"math\"": 1} {
		if got := strings.Count(text, part); got != times {
			t.Errorf("got %q %d times, want %d:\n%s", part, got, times, text)
		}
	}
}

// TestDirectiveFirst: a directive in the first line of a cell stays alone on its line.
func TestDirectiveFirst(t *testing.T) {
	a := readFile(t, notebook(t, "//gpu:launchbounds 128 1\nfunc Double() {}\n%%\nlesson.Try(\"07.2\", Double)"))[0]
	if text, found := strings.CutPrefix(a.Program, a.Head); !found || !strings.HasPrefix(text, "//gpu:") || !strings.HasSuffix(a.Head, "\n") {
		t.Errorf("got\n%s", a.Program)
	}
}

// TestManyAnswers: a large notebook takes no more than some time.
func TestManyAnswers(t *testing.T) {
	var cells []string
	for i := range 3000 {
		cells = append(cells, fmt.Sprintf("func helper%d() {}\nfunc Double() { helper%d() }\n%%%%\nlesson.Try(\"07.2\", Double)", i, i))
	}
	if list := readFile(t, notebook(t, cells...)); len(list) != MostAnswers {
		t.Errorf("got %d answers, want %d", len(list), MostAnswers)
	}
	if _, err := Read(notebook(t, strings.Repeat("// long\n", mostCode/8+1)), "shown"); err == nil || !strings.Contains(err.Error(), "more than 1 MB") {
		t.Errorf("got %v, want an error of too much code", err)
	}
}

// TestUntouched: a notebook as it is handed out answers nothing.
func TestUntouched(t *testing.T) {
	files, err := filepath.Glob("../../../notebooks/*.ipynb")
	if err != nil || len(files) < 20 {
		t.Fatalf("got %d notebooks, %v", len(files), err)
	}
	for _, file := range files {
		for _, a := range readFile(t, file) {
			t.Errorf("%s: got an answer to task %s: %+v", file, a.ID, a)
		}
	}
}

// TestProgress: attempts are read as far as they can be judged again.
func TestProgress(t *testing.T) {
	attempt := func(code, source string) *progress.Item {
		a := progress.Attempt{Time: time.Unix(0, 0).UTC(), Code: code, Source: source, State: verdict.Done, Marks: 8, MaxMarks: 8}
		return &progress.Item{Count: 1, Best: &a}
	}
	shape := task.ShapeOf(gpusim.Config{Grid: gpusim.Dim(40), Block: gpusim.Dim(24, 2), Shared: 8})
	text, err := json.Marshal(progress.Progress{Version: progress.Version, Items: map[string]*progress.Item{
		"07.1": attempt("128", ""), "07.2": attempt("0123", "func Double() {}\n"), "07.3": attempt("b", ""), "07.5": attempt(fmt.Sprint(shape), ""),
		"07.4": attempt("4567", ""), "07_coalescing/Saxpy": attempt("89ab", "import \"math\"\n\nfunc Saxpy() {}\n"), "00.1": attempt("many", ""),
	}})
	if err != nil {
		t.Fatal(err)
	}
	file := put(t, "a1.json", string(text))
	if !Holds(file) {
		t.Error("it is no file of progress")
	}
	var got []string
	for _, a := range readFile(t, file) {
		got = append(got, fmt.Sprintf("%s %v %q %s", a.ID, a.Value, a.Program, a.Unread))
	}
	want := []string{
		`00.1 0 "" the attempt holds no number: "many"`, `07.1 128 "" `, `07.2 <nil> "package main; func Double() {}\n" `, `07.3 b "" `,
		`07.4 <nil> "" the file holds a verdict, and no kernel that could be graded: run the cell again, or hand in the notebook`,
		fmt.Sprintf(`07.5 %v "" `, gpusim.Config{Grid: gpusim.Dim(40), Block: gpusim.Dim(24, 2), Shared: 8}),
		`07_coalescing/Saxpy <nil> "package main; import \"math\"\n\nfunc Saxpy() {}\n" `,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestOtherFiles: what holds no answers is an error, or no such file.
func TestOtherFiles(t *testing.T) {
	for name, text := range map[string]string{"a.ipynb": "", "b.ipynb": "{}", "c.ipynb": `{"cells": 3}`, "d.ipynb": `{"cells": [{"cell_type": 1}]}`, "e.json": `{"version": 99, "items": {}}`, "f.json": `{"version": 1, "items": {"07.1": 3}}`} {
		if list, err := Read(put(t, name, text), name); err == nil {
			t.Errorf("%s: got %v, want an error", name, list)
		}
	}
	for name, text := range map[string]string{"a.json": `{"name": "x"}`, "b.json": `[1]`, "c.json": "", "d.txt": `{"version": 1, "items": {}}`, "e.json": `{"version": "1", "items": {}}`} {
		if Holds(put(t, name, text)) {
			t.Errorf("%s: %s is taken for a file of answers", name, text)
		}
	}
}
