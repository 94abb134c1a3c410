package site_test

// This file compares the verdicts on tasks and exercises in the tab with native ones:
// solutions, stubs, other right ways, wrong attempts.

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"

	"strings"
	"testing"

	"gpucourse/grader/progress"
	lesson "gpucourse/grader/tab"
	"gpucourse/grader/task"
	"gpucourse/workbench/programs"
)

// attempt is an answer with the files that it is graded from.
type attempt struct {
	Name  string            `json:"name"`
	Words []string          `json:"words"`
	Files map[string]string `json:"files"`
	// Chapter is the one whose files the tab has too.
	Chapter string `json:"chapter"`
}

// nothing is a file of progress with nothing in it but an order of sentences: each attempt is the first.
const nothing = `{"version": 3, "order": 1, "items": {}}`

func newAttempt(name string, words ...string) attempt {
	return attempt{Name: name, Words: append([]string{"lesson"}, words...), Files: map[string]string{"go.mod": "module gpucourse\n", "progress.json": nothing}}
}

// exerciseAttempts are all submissions of exercises in the repository.
func exerciseAttempts(t *testing.T) (list []attempt) {
	for _, pattern := range []string{"../../solutions/*", "../../grader/stubs/*", "../../grader/selftest/testdata/right/*/*", "../../grader/selftest/testdata/wrong/*/*"} {
		files, err := filepath.Glob(pattern + "/kernel.go")
		if err != nil || len(files) < 20 {
			t.Fatalf("%s: %d files, %v", pattern, len(files), err)
		}
		for _, file := range files {
			exercise := filepath.Base(filepath.Dir(file))
			a := newAttempt(file, "check", exercise[:2])
			a.Chapter = exercise[:2]
			a.Files["exercises/"+exercise+"/kernel.go"] = text(t, file)
			list = append(list, a)
		}
	}
	return list
}

func text(t *testing.T, file string) string {
	t.Helper()
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(source)
}

// taskAttempts are all answers to a task that its row knows.
func taskAttempts(t *testing.T, row *task.Task) (list []attempt) {
	add := func(words ...string) {
		a := newAttempt(row.ID+" "+strings.Join(words, " "), append([]string{"try", row.ID}, words...)...)
		a.Chapter = row.Chapter()
		list = append(list, a)
	}
	switch ask := row.Ask.(type) {
	case task.Kernel, task.Program:
		files, err := filepath.Glob(filepath.Join("../../grader/task/_code", row.ID, "*.go"))
		if err != nil || len(files) < 4 {
			t.Fatalf("%s: files %v, %v", row.ID, files, err)
		}
		for _, file := range files {
			add("task.go")
			a := &list[len(list)-1]
			a.Name, a.Files["task.go"] = file, text(t, file)
		}
	case task.Number:
		add(fmt.Sprint(ask.Answer()))
		add("123456789")
		for _, m := range ask.Misread {
			add(fmt.Sprint(m.Number()))
		}
	case task.Choice:
		for _, s := range row.Sentences(1) {
			add(s.Letter)
		}
	case task.Configuration:
		for _, c := range append([]task.WrongConfiguration{{Config: ask.Stub}, {Config: ask.Solution}}, ask.Wrong...) {
			add("-grid", extent(c.Config.Grid.X, c.Config.Grid.Y, c.Config.Grid.Z), "-block", extent(c.Config.Block.X, c.Config.Block.Y, c.Config.Block.Z), "-shared", fmt.Sprint(c.Config.Shared))
		}
	}
	return list
}

// everyNthTask is how many attempts at tasks share a comparison without -every, which takes ten
// minutes of processor time.
const everyNthTask = 96

func attempts(t *testing.T) []attempt {
	var tasks []attempt
	for i := range task.Tasks {
		tasks = append(tasks, taskAttempts(t, &task.Tasks[i])...)
	}
	return append(exercisesOfSample(exerciseAttempts(t)), oneIn(everyNthTask, tasks)...)
}

// exercisesOfSample returns a solution, a stub, another right way and a wrong attempt, with -every all.
// They are of the exercise that takes least time: others take up to a minute in a tab.
func exercisesOfSample(list []attempt) (some []attempt) {
	folders := map[string]bool{}
	for _, a := range list {
		kind := filepath.Dir(filepath.Dir(filepath.Dir(a.Name)))
		if *every || a.Chapter == "00" && !folders[kind] {
			some, folders[kind] = append(some, a), true
		}
	}
	return some
}

// oneIn returns the first of n attempts, the one after the next n and so on, with -every all.
func oneIn(n int, list []attempt) (some []attempt) {
	for i, a := range list {
		if *every || i%n == 0 {
			some = append(some, a)
		}
	}
	return some
}

// TestVerdicts compares verdicts, texts and pictures.
func TestVerdicts(t *testing.T) {
	x := open(t)
	list := attempts(t)
	x.visit(t, x.address+"course.html")
	write(t, filepath.Join(x.dir, "data", "attempts.json"), []byte(quoted(list)))
	x.begin(t)
	t.Chdir(t.TempDir())
	t.Setenv(progress.Variable, "progress.json")
	for i, a := range list {
		t.Run(a.Name, func(t *testing.T) {
			want := natively(t, &a)
			if got := x.graded(t, i); got != want {
				t.Errorf("in the tab\n%.3000s\nnatively\n%.3000s", got, want)
			}
		})
	}
}

// begin starts to grade the attempts in the tab.
func (x *tab) begin(t *testing.T) {
	x.eval(t, `(async () => {
		const list = await (await fetch("data/attempts.json")).json();
		const simulator = new course.simulator.constructor(600000);
		window.graded = [];
		let done = Promise.resolve();
		list.forEach((a, i) => {
			done = done.then(async () => {
				const more = (await (await fetch("course/" + a.chapter + ".json")).json()).files;
				return simulator.run(a.words, { ...a.files, ...more });
			});
			window.graded[i] = done.then((r) => [String(r.code), r.stdout, r.stderr]);
		});
	})()`)
}

func (x *tab) graded(t *testing.T, i int) string {
	var texts [3]string
	if err := json.Unmarshal([]byte(x.eval(t, fmt.Sprintf("window.graded[%d]", i))), &texts); err != nil {
		t.Fatal(err)
	}
	return shown(t, texts[0], texts[1], texts[2])
}

func natively(t *testing.T, a *attempt) string {
	for name, content := range a.Files {
		write(t, name, []byte(content))
	}
	var stdout, stderr strings.Builder
	code := programs.Run(t.Context(), a.Words, &stdout, &stderr)
	return shown(t, fmt.Sprint(code), stdout.String(), stderr.String())
}

var picture = regexp.MustCompile(`<img[^>]*>`)

// shown is what a command line printed, without the HTML but for its pictures: the tab has
// its hints elsewhere.
func shown(t *testing.T, code, stdout, stderr string) string {
	if code != "0" {
		return code + stderr
	}
	var a lesson.Answer
	if err := json.Unmarshal([]byte(stdout), &a); err != nil {
		t.Fatalf("%s: %v", stdout, err)
	}
	return a.Text + quoted(a.Verdicts) + strings.Join(picture.FindAllString(a.HTML, -1), "\n")
}
