package cards

// This file tests the pages in both forms.

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"unicode"

	"gpucourse/gpusim"
	"gpucourse/grader/hints"
	"gpucourse/grader/internal/grading"
	"gpucourse/grader/internal/isolated"
	"gpucourse/grader/internal/judge"
	"gpucourse/grader/progress"
	"gpucourse/grader/rubric"
	"gpucourse/grader/task"
	"gpucourse/grader/verdict"
	_ "gpucourse/internal/collect"
)

// TestMain keeps the attempts of tests out of the learner's file.
func TestMain(m *testing.M) {
	os.Setenv(progress.Variable, "off")
	os.Exit(m.Run())
}

// recorded has attempts recorded in a file of the test, and returns the file.
func recorded(t *testing.T) progress.File {
	path := filepath.Join(t.TempDir(), "progress.json")
	t.Setenv(progress.Variable, path)
	return progress.At(path)
}

// Negate is a kernel with the name that task 00.2 asks for.
func Negate(out, in []float32, n int) { out[0] = -in[0] }

// Positive is a kernel with another name.
func Positive(out, in []float32, n int) { out[0] = in[0] }

// TestWrongKinds: an answer of another kind is told what to write, and is no attempt.
func TestWrongKinds(t *testing.T) {
	file := recorded(t)
	var none func(out, in []float32, n int)
	tests := []struct {
		id     string
		answer any
		want   []string
	}{
		{"77.1", 1, []string{`no task "77.1"`, "00.1", "07.7"}},
		{"07.99", 1, []string{`no task "07.99"`, "07.1"}},
		{"00.2", nil, []string{"a kernel", "got nil", `lesson.Try("00.2", Negate)`}},
		{"00.2", none, []string{"got nil", `lesson.Try("00.2", Negate)`}},
		{"00.2", 8, []string{"got the number 8", `lesson.Try("00.2", Negate)`}},
		{"00.2", Positive, []string{"func Negate", "this is func Positive", `lesson.Try("00.2", Negate)`}},
		{"00.2", func(out, in []float32, n int) {}, []string{"func Negate"}},
		{"00.1", "eight", []string{"a number", `the text "eight"`, `lesson.Try("00.1", 7)`}},
		{"00.1", Negate, []string{"a number", "got a function"}},
		{"07.3", "z", []string{"the letter of a sentence", `the text "z"`}},
		{"07.3", 2, []string{"the letter of a sentence", "the number 2"}},
		{"07.5", 64, []string{"gpusim.Config{Grid"}},
		{"07.5", gpusim.Config{Grid: gpusim.Dim(1), Settings: gpusim.Settings{Banks: 8}}, []string{"Grid, Block and Shared alone"}},
	}
	for _, tt := range tests {
		p := Try(tt.id, tt.answer)
		for _, want := range tt.want {
			if !strings.Contains(p.Text, want) {
				t.Errorf("Try(%q, %v): got %q, want it to say %q", tt.id, tt.answer, p.Text, want)
			}
		}
	}
	if p := Check("99"); !strings.Contains(p.Text, `lesson.Check("00")`) {
		t.Errorf("got %q, want it to say what to write", p.Text)
	}
	if p, err := file.Read(); err != nil || len(p.Items) > 0 {
		t.Errorf("got attempts %v, %v, want none", p.Items, err)
	}
}

// TestVariants: a learner with numbers of their own sees them, and is judged by them.
func TestVariants(t *testing.T) {
	file := recorded(t)
	row := gpusim.Must(task.Find("00.1"))
	own := row.As(2)
	given := progress.Progress{Version: progress.Version, Order: 3, Variants: map[string]int{"00.1": 2}}
	if err := file.Merge(given.Text()); err != nil {
		t.Fatal(err)
	}
	p := Try("00.1", row.Ask.(task.Number).Answer())
	if p.Verdicts[0].State != verdict.Wrong || !strings.Contains(p.Text, own.Text) || !strings.Contains(p.HTML, "3000 elements") {
		t.Errorf("the answer of the book: got\n%s\nwant wrong, and the question with other numbers", p.Text)
	}
	if p := Try("00.1", own.Ask.(task.Number).Answer()); p.Verdicts[0].State != verdict.Done {
		t.Errorf("the answer to the variant: got\n%s\nwant done", p.Text)
	}
	if got := order(); got != 3 {
		t.Errorf("sentences of choices have order %d, want 3", got)
	}
}

// TestAttemptsAreRecorded: the page and the overview show what has been done.
func TestAttemptsAreRecorded(t *testing.T) {
	file := recorded(t)
	ask := task.Tasks[0].Ask.(task.Number)
	Try("00.1", task.Unanswered)
	Try("00.1", ask.Misread[0].Number())
	p := Try("00.1", ask.Answer())
	read, err := file.Read()
	if err != nil {
		t.Fatal(err)
	}
	if item := read.Item("00.1"); item.Count != 2 || !item.Done() {
		t.Errorf("got %+v, want 2 attempts, the last one done", item)
	}
	if want := "00.1 " + task.Tasks[0].Title + " ✓"; !strings.Contains(p.HTML, want) {
		t.Errorf("the page does not have %q", want)
	}
	all := fmt.Sprintf("1 of %d", len(task.Tasks))
	if text := Overview().Text; !strings.Contains(text, "1 of 6") || !strings.Contains(text, all) {
		t.Errorf("got\n%s\nwant 1 of 6 tasks of chapter 00, and %s", text, all)
	}
	Try("00.2", Negate)
	if read, err = file.Read(); err != nil || read.Item("00.2").Best.State != verdict.Wrong {
		t.Errorf("got %+v, %v, want a wrong attempt", read.Item("00.2"), err)
	}
}

var every = flag.Bool("every", false, "grade every submission twice, not a choice of them")

// oneIn is how many submissions share a comparison without -every.
const oneIn = 9

// submissions returns the folders with submissions of exercises: the stubs, the wrong
// attempts of the grader's own tests, and the first solutions, of kernels, functions for a
// CPU and plans: full marks read alike in all. The first of each exercise and one in nine of the
// others are taken, and none of the projects, which take the longest; with -every all. A short
// test takes the first wrong one of each exercise.
func submissions(t *testing.T) (folders []string) {
	var patterns = []string{"../../stubs/*", "../../selftest/testdata/wrong/*/*", "../../../solutions/0[0-3]_*"}
	seen, all := map[string]bool{}, 0
	for i, pattern := range patterns {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: %v, %v", pattern, found, err)
		}
		for _, folder := range found {
			exercise := filepath.Base(folder)
			if _, err := os.Stat(filepath.Join(folder, "kernel.go")); err != nil || testing.Short() && (i != 1 || seen[exercise]) {
				continue
			}
			if e, err := exerciseOf(exercise); err == nil && e.Project && !*every {
				continue
			}
			first := !seen[exercise]
			seen[exercise] = true
			if all++; *every || first || all%oneIn == 0 {
				folders = append(folders, folder)
			}
		}
	}
	t.Logf("%d of %d submissions", len(folders), all)
	return folders
}

// standings are the lines that only Check has: how far an open kernel has come.
var standings = regexp.MustCompile(`(?m)^cycles \d+.*, par .*, best known .*\n`)

// TestCheckAgrees: Check says of every submission, byte for byte, what the grader says. That a
// process of its own changes no verdict is tested by package selftest. All submissions:
//
//	go test ./grader/internal/cards -every -run CheckAgrees
func TestCheckAgrees(t *testing.T) {
	for _, folder := range submissions(t) {
		t.Run(strings.TrimPrefix(filepath.ToSlash(folder), "../../"), func(t *testing.T) {
			t.Parallel()
			e, err := exerciseOf(filepath.Base(folder))
			if err != nil {
				t.Fatal(err)
			}
			verdicts := grading.New().Grade(e, folder)
			want := ""
			for _, v := range verdicts {
				want += v.String()
			}
			want += verdict.Score(verdicts)
			if got := standings.ReplaceAllString(checkFolder(e, folder, isolated.DefaultLimits(), false).Text, ""); !strings.HasPrefix(got, want) {
				t.Errorf("got\n%s\nwant it to begin with\n%s", got, want)
			}
		})
	}
}

// everyPage returns a page of every kind and state.
var everyPage = sync.OnceValue(func() map[string]Page {
	pages := map[string]Page{
		"failure": Try("77.1", 1), "unanswered": Try("07.1", task.Unanswered), "choice": Try("07.3", "a"),
		"launch": Try("07.5", gpusim.Config{Grid: gpusim.Dim(40), Block: gpusim.Dim(24)}), "overview": Overview(),
	}
	for id, files := range map[string][]string{"00.2": {"stub.go", "wrong_sum.go", "solution.go"}, "07.2": {"wrong_turned.go"}, "07.7": {"solution.go"}} {
		row := gpusim.Must(task.Find(id))
		for _, file := range files {
			path := filepath.Join("../../task/_code", id, file)
			pages[id+" "+file] = taskPage(row, judge.File(context.Background(), row, path), nil)
		}
	}
	e := gpusim.Must(exerciseOf("14"))
	pages["exercise"] = checkFolder(e, "../../selftest/testdata/wrong/even_padding/14_bank_conflicts", isolated.DefaultLimits(), false)
	return pages
})

// What JupyterLab's sanitizer keeps, as far as cards use it.
var (
	keptTags   = []string{"div", "span", "b", "p", "em", "strong", "code", "pre", "table", "tbody", "tr", "th", "td", "details", "summary", "img", "ul", "li", "script"}
	keptStyles = []string{
		"background-color", "border", "border-collapse", "border-left", "border-radius", "border-top", "color", "cursor", "display", "float",
		"font-size", "height", "margin", "margin-left", "margin-top", "max-width", "min-width", "opacity", "overflow", "overflow-wrap", "overflow-x", "padding", "padding-top",
		"text-align", "text-decoration", "vertical-align", "white-space", "width", "word-break",
	}
	tags   = regexp.MustCompile(`<([a-z0-9]+)[ >]`)
	styles = regexp.MustCompile(`style="([^"]*)"`)
	script = regexp.MustCompile(`(?s)<script>.*?</script>| src="data:[^"]*"`)
)

// TestCardsSurvive: cards hold only what is left of them in a notebook that is not trusted,
// and every element ends.
func TestCardsSurvive(t *testing.T) {
	for name, p := range everyPage() {
		html := script.ReplaceAllString(p.HTML, "")
		for _, m := range tags.FindAllStringSubmatch(html, -1) {
			if !slices.Contains(keptTags, m[1]) {
				t.Errorf("%s: JupyterLab removes the tag %s", name, m[1])
			}
		}
		for _, m := range styles.FindAllStringSubmatch(html, -1) {
			for _, property := range strings.Split(strings.TrimSuffix(m[1], ";"), ";") {
				if key, _, _ := strings.Cut(property, ":"); !slices.Contains(keptStyles, strings.TrimSpace(key)) {
					t.Errorf("%s: the style %q is not known to survive", name, property)
				}
			}
		}
		for _, tag := range []string{"div", "details", "table", "tr", "td", "span"} {
			if begun, ended := strings.Count(html, "<"+tag), strings.Count(html, "</"+tag+">"); begun < ended || tag != "td" && tag != "tr" && begun != ended {
				t.Errorf("%s: %d times <%s>, %d times </%s>", name, begun, tag, ended, tag)
			}
		}
		if strings.Contains(html, "ZgotmplZ") || strings.Contains(html, "<nil>") {
			t.Errorf("%s: a value was not filled in", name)
		}
	}
}

// TestHintsOpenOneByOne: hint 2 lies inside hint 1, and so on.
func TestHintsOpenOneByOne(t *testing.T) {
	html := everyPage()["00.2 stub.go"].HTML
	at := 0
	for _, want := range []string{"Hint 1 of 4", "Hint 2 of 4", "Hint 3 of 4", "Hint 4 of 4"} {
		next := strings.Index(html[at:], want)
		if next < 0 || strings.Contains(html[at:at+next], "</details>") {
			t.Fatalf("%s does not lie inside the hint before it", want)
		}
		at += next
	}
}

// inJupyterLab has the test run as a cell of a notebook does, in a folder like a learner's.
func inJupyterLab(t *testing.T) {
	root, err := verdict.Root()
	work := t.TempDir()
	if err := cmp.Or(err, os.Symlink(filepath.Join(root, "exercises"), filepath.Join(work, "exercises")), os.CopyFS(filepath.Join(work, "notebooks"), os.DirFS(filepath.Join(root, "notebooks")))); err != nil {
		t.Fatal(err)
	}
	t.Setenv("GONB_JUPYTER_ROOT", work)
	t.Setenv("GONB_DIR", filepath.Join(work, "notebooks"))
	t.Chdir(filepath.Join(work, "notebooks"))
}

// TestSolvedLeadsOn: a solved exercise links the notebook of the next chapter.
// One that lacks a kernel does not, and neither does the last.
func TestSolvedLeadsOn(t *testing.T) {
	inJupyterLab(t)
	for i := range rubric.Exercises {
		e := &rubric.Exercises[i]
		var verdicts []*verdict.Verdict
		for _, k := range kernelsOf(e) {
			verdicts = append(verdicts, &verdict.Verdict{Exercise: e.Name, Kernel: k.name, State: verdict.Done})
		}
		link := linkedNotebook.FindStringSubmatch(exercisePage(e, "", verdicts, nil, nil).HTML)
		if last := i == len(rubric.Exercises)-1 || rubric.Exercises[i+1].Project; last != (link == nil) {
			t.Fatalf("%s: link %q", e.Name, link)
		} else if !last {
			if want := rubric.Exercises[i+1].Name + ".ipynb"; link[1] != want {
				t.Errorf("%s leads to %s, want %s", e.Name, link[1], want)
			}
		}
		verdicts[0].State = verdict.NotStarted
		if html := exercisePage(e, "", verdicts, nil, nil).HTML; linkedNotebook.MatchString(html) {
			t.Errorf("%s leads on though %s is not done", e.Name, verdicts[0].Kernel)
		}
	}
}

var linkedNotebook = regexp.MustCompile(`<a href="([^"#]+ipynb)">`)

// TestCardsLead: in JupyterLab each task leads to its cell, each chapter to its notebook, a project to none, and the
// line of a mistake to the file. A line of a cell is no link: the cell stands above the card.
func TestCardsLead(t *testing.T) {
	inJupyterLab(t)
	overview := Overview().HTML
	for i := range task.Tasks {
		row := &task.Tasks[i]
		notebook, cell, _ := strings.Cut(taskLink(row.Chapter(), row.ID), "#cell-id=")
		text, err := os.ReadFile(notebook)
		if err != nil || !strings.Contains(string(text), `"id": "`+cell+`"`) {
			t.Errorf("task %s leads to %s of %s, which does not exist (%v)", row.ID, cell, notebook, err)
		}
		for _, to := range []string{taskLink(row.Chapter(), row.ID), chapterLink(row.Chapter())} {
			if !strings.Contains(overview, `href="`+to+`"`) {
				t.Errorf("the overview does not lead to %s", to)
			}
		}
	}
	for i := range rubric.Exercises {
		if e := &rubric.Exercises[i]; e.Project && strings.Contains(overview, e.Name+".ipynb") {
			t.Errorf("the overview leads to a notebook of %s, which has none", e.Name)
		}
	}
	file, err := filepath.EvalSymlinks("../exercises/07_coalescing/kernel.go")
	if err != nil {
		t.Fatal(err)
	}
	w := &writer{}
	w.place(verdict.Position{File: file, Line: 3})
	w.place(verdict.Position{File: "Cell[3]", Line: 3})
	if links := regexp.MustCompile(`href="([^"]*)"`).FindAllStringSubmatch(w.String(), -1); len(links) != 1 || links[0][1] != "../exercises/07_coalescing/kernel.go#line=2" {
		t.Errorf("got links %q, want one to line 3 of the file", links)
	}
}

// TestUntouchedCardsMeasure: the card of a kernel that nobody has changed has its goals, with what is measured, and no hint on
// them. A kernel that misses a goal after a change has the hint, folded.
func TestUntouchedCardsMeasure(t *testing.T) {
	e := gpusim.Must(exerciseOf("00"))
	hint := e.Kernels[0].Goals[0].Hint
	stub := checkFolder(e, "../../stubs/00_start", isolated.DefaultLimits(), true).HTML
	if !strings.Contains(stub, "not started") || !strings.Contains(stub, e.Kernels[0].Goals[0].Name) || strings.Contains(stub, string(sentence(hint))) {
		t.Errorf("got\n%s\nwant the goals of a kernel that is not started, without %q", stub, hint)
	}
	changed := checkFolder(e, "../../selftest/testdata/wrong/add_in_every_block/00_start", isolated.DefaultLimits(), true).HTML
	if !strings.Contains(changed, "A hint on this goal</summary>") {
		t.Errorf("got\n%s\nwant a folded hint on a goal", changed)
	}
}

// TestHintsHaveNoStaircase: a hint inside another begins where the outer one begins.
func TestHintsHaveNoStaircase(t *testing.T) {
	begins := hintMargin.FindAllStringSubmatch(everyPage()["00.2 stub.go"].HTML, -1)
	if len(begins) != hints.Steps {
		t.Fatalf("%d hints, want %d", len(begins), hints.Steps)
	}
	for i, left := range begins {
		if left[1] != "0" {
			t.Errorf("hint %d is indented by %s", i+1, left[1])
		}
	}
}

var hintMargin = regexp.MustCompile(`<details style="margin:\S+ \S+ \S+ (\S+)"><summary[^>]*>Hint `)

// TestPictures: a wrong result and a missed goal have pictures, a right answer has none.
func TestPictures(t *testing.T) {
	pages := everyPage()
	for name, want := range map[string]string{
		"00.2 wrong_sum.go": "is the first wrong element", "07.2 wrong_turned.go": "32 sectors", "exercise": "wavefronts",
		"00.2 solution.go": "", "00.2 stub.go": "",
	} {
		html := pages[name].HTML
		if found := strings.Contains(html, "<img"); found != (want != "") || !strings.Contains(html, want) {
			t.Errorf("%s: got a picture: %v, want one that says %q", name, found, want)
		}
	}
}

// TestLinesAddUp: the lines of a missed goal are of the launch that was measured, whose size and inputs are drawn. Three
// lines of Winner make all its accesses of local memory.
func TestLinesAddUp(t *testing.T) {
	e := gpusim.Must(exerciseOf("11"))
	const folder = "../../stubs/11_local_memory"
	g := grading.New()
	g.Untouched, g.Only = true, []string{"Winner"}
	v := g.Grade(e, folder)[0]
	missed := missedGoals(e, v, filepath.Join(folder, "kernel.go"))
	sum := 0
	for _, line := range missed[0].Lines {
		n, err := strconv.Atoi(strings.Map(func(r rune) rune {
			if !unicode.IsDigit(r) {
				return -1
			}
			return r
		}, line.Value))
		if err != nil {
			t.Fatal(err)
		}
		sum += n
	}
	if got := v.Measured[0].Got; float64(sum) != got {
		t.Errorf("the lines %v make %d sectors, the goal has %v", missed[0].Lines, sum, got)
	}
}

// TestBars: the parts of a bar fill it.
func TestBars(t *testing.T) {
	tests := []struct {
		goal             verdict.Goal
		used, over, rest int
	}{
		{verdict.Goal{Bound: "limit", Limit: 100, Got: 50}, barWidth / 2, 0, barWidth / 2},
		{verdict.Goal{Bound: "limit", Limit: 50, Got: 100}, barWidth / 2, barWidth / 2, 0},
		{verdict.Goal{Bound: "at least", Limit: 50, Got: 100}, barWidth, 0, 0},
		{verdict.Goal{Bound: "limit"}, 0, 0, barWidth},
	}
	for _, tt := range tests {
		if b := barOf(tt.goal); b.Used != tt.used || b.Over != tt.over || b.Rest != tt.rest {
			t.Errorf("%v: got %d, %d, %d, want %d, %d, %d", tt.goal, b.Used, b.Over, b.Rest, tt.used, tt.over, tt.rest)
		}
	}
}

// TestNeedsAreTold: a goal that is missed although its own limit holds says so.
func TestNeedsAreTold(t *testing.T) {
	const told = "another limit is missed"
	tests := []struct {
		goal verdict.Goal
		told bool
	}{
		{verdict.Goal{Bound: "limit", Limit: 64}, true},
		{verdict.Goal{Bound: "limit", Limit: 64, Met: true}, false},
		{verdict.Goal{Bound: "limit", Limit: 64, Got: 65}, false},
		{verdict.Goal{Bound: "limit", Limit: 64, None: true}, false},
		{verdict.Goal{Bound: "at least", Limit: 64, Got: 65}, true},
		{verdict.Goal{Bound: "at least", Limit: 64, Got: 63}, false},
		{verdict.Goal{Bound: "exactly", Limit: 64, Got: 64}, true},
		{verdict.Goal{Bound: "exactly", Limit: 64, Got: 32}, false},
	}
	for _, tt := range tests {
		if b := barOf(tt.goal); strings.Contains(b.Should, told) != tt.told {
			t.Errorf("%v: got %q, want it to say %q: %v", tt.goal, b.Should, told, tt.told)
		}
	}
}

// BenchmarkTry measures the judging of a kernel that is right, with its card.
func BenchmarkTry(b *testing.B) {
	row, err := task.Find("07.2")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		taskPage(row, judge.File(context.Background(), row, "../../task/_code/07.2/solution.go"), nil)
	}
}

// BenchmarkTryWrong measures the same for a wrong result, with its picture.
func BenchmarkTryWrong(b *testing.B) {
	row, err := task.Find("00.2")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		taskPage(row, judge.File(context.Background(), row, "../../task/_code/00.2/wrong_sum.go"), nil)
	}
}

// TestChapters: every exercise is found by the number of its chapter.
func TestChapters(t *testing.T) {
	for i := range rubric.Exercises {
		e := &rubric.Exercises[i]
		if got, err := exerciseOf(e.Name[:2]); err != nil || got != e {
			t.Errorf("%s: got %v, %v", e.Name[:2], got, err)
		}
	}
}

// TestSentences: hints become sentences, and code stays as it is.
func TestSentences(t *testing.T) {
	for text, want := range map[string]string{
		"":                          "",
		"no thread wrote it":        "No thread wrote it.",
		"a lane uses 4 bytes: why?": "A lane uses 4 bytes: why?",
		"gpu.ThreadIdx.X chooses":   "gpu.ThreadIdx.X chooses.",
		"i is too large":            "i is too large.",
		"found is read by thread 0": "found is read by thread 0.",
		"compare `a` with b < c":    "Compare <code>a</code> with b &lt; c.",
	} {
		if got := string(sentence(text)); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
