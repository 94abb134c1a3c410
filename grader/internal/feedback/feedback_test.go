package feedback

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gpucourse/grader/internal/handin"
	"gpucourse/grader/internal/isolated"
	"gpucourse/grader/internal/scores"
	"gpucourse/grader/rubric"
	"gpucourse/grader/verdict"
)

func TestMain(m *testing.M) {
	isolated.Serve()
	os.Exit(m.Run())
}

// hostileNames are names of folders that a learner may hand in.
var hostileNames = []string{
	"-rf", "..", "a b", "a\nb", "a\tb", "a\x1b[2Jb", "a\xff", "\ufffd", "é", "ß", "ﬁ", "日本", "\u202egnp.exe", "a\u0000b", "CON", "con", "nul", "COM1", "index", "index.html",
	"INDEX", "a.html", "a/b", `a\b`, `x"><script>alert(1)</script>`, "<img src=x onerror=alert(1)>", "{{.Name}}", "javascript:alert(1)", "http://x", "//x", "#a", "a?b=c", "%2e%2e", "a%00",
	"=1+1", "$(x)", "`x`", strings.Repeat("long", 60), "a'b", "A1", "a1", "~",
}

// TestFileNames: each name has a file of its own, whose name needs no care anywhere.
func TestFileNames(t *testing.T) {
	safe, seen := regexp.MustCompile(`^[a-z0-9][a-z0-9_~-]{0,70}\.html$`), map[string]string{IndexFile: "the index"}
	for _, name := range hostileNames {
		file := FileName(name)
		if other, taken := seen[file]; taken || !safe.MatchString(file) || reservedName.MatchString(strings.TrimSuffix(file, ".html")) {
			t.Errorf("%q: got %q, which %q has too, or which is no safe name", name, file, other)
		}
		seen[file] = name
	}
	if got := FileName("a1"); got != "a1.html" {
		t.Errorf("got %q, want a1.html", got)
	}
}

// TestFilesOfLearners: a page has the ID of the roster for its name, unless another page has it.
func TestFilesOfLearners(t *testing.T) {
	results := []scores.Result{{Submission: "One_7_file", Learner: &scores.Learner{ID: "a1"}}, {Submission: "a2", Learner: &scores.Learner{ID: "A2"}}, {Submission: "x y", Learner: &scores.Learner{ID: "b3"}}, {Submission: "b3"}}
	got := namesOf(results)
	if got[0] != "a1.html" || got[3] != "b3.html" || got[2] != FileName("x y") || got[1] == got[0] {
		t.Errorf("got %v", got)
	}
	if len(Pages(results, Options{})) != 5 {
		t.Error("two learners have one page")
	}
}

// withEvil makes the texts of a submission markup.
const withEvil = `</pre></div><script>alert("x")</script><img src=x onerror=alert(1)> {{.}} a_long_word_without_a_break_` + "`</code>`"

// class returns results: a wrong kernel, a wasteful one, a right one, and one of each state with
// hostile texts, by hostile names too.
func class(t testing.TB) (results []scores.Result) {
	t.Helper()
	for i, from := range []string{"../../selftest/testdata/wrong/add_last_forgotten/00_start", "../../selftest/testdata/wrong/even_padding/14_bank_conflicts", "../../../solutions/00_start"} {
		name := filepath.Base(from)
		e := &rubric.Exercises[slices.IndexFunc(rubric.Exercises, func(e rubric.Exercise) bool { return e.Name == name })]
		verdicts := isolated.Grade(t.Context(), e, from, isolated.Options{Differences: true})
		results = append(results, scores.New(fmt.Sprint("a", i+1), map[string]string{name: from}, verdicts))
	}
	results = append(results, evil(hostileNames[0]), evil(hostileNames[14]))
	return append(results, scores.Result{Submission: "b9", Missing: true, Learner: &scores.Learner{ID: "b9", Section: withEvil}})
}

// evil returns a result with an item per state, all of whose texts are markup.
func evil(name string) scores.Result {
	r := scores.Result{Submission: name, Learner: &scores.Learner{ID: name, Name: withEvil, Section: withEvil}}
	for s := verdict.Invalid; s <= verdict.Done; s++ {
		v := &verdict.Verdict{Exercise: "90_hidden", Kernel: withEvil + fmt.Sprint(int(s)), State: s, GoalsMax: 1}
		if s != verdict.Done && s != verdict.NotStarted {
			v.Feedback = []verdict.Feedback{{Title: withEvil, At: verdict.Position{File: withEvil, Line: 3, Text: withEvil}, Notes: []verdict.Note{{Label: withEvil, Text: withEvil}}, Hint: withEvil}}
		}
		if s >= verdict.Wasteful {
			v.Measured = []verdict.Goal{{Name: withEvil, Bound: "limit", Limit: 4, Got: 4.5}}
		}
		if s == verdict.Wrong {
			v.Difference = &verdict.Difference{Array: withEvil, First: 1, Elements: []verdict.Element{{Index: 1, Got: withEvil, Want: withEvil, Wrong: true}}}
		}
		r.Items = append(r.Items, scores.New(name, nil, []*verdict.Verdict{v}).Items...)
	}
	return r
}

// tag is an element of a page.
var tag = regexp.MustCompile(`(?i)<\s*(script|iframe|object|embed|link|form|img src=x)`)

// TestPages: pages hold what the cards hold, escaped, and the same bytes each time.
func TestPages(t *testing.T) {
	results := class(t)
	files := Pages(results, Options{Hints: 4})
	if len(files) != len(results)+1 {
		t.Fatalf("got %d pages of %d learners", len(files), len(results))
	}
	for name, text := range files {
		if found := tag.Find(text); found != nil {
			t.Errorf("%s holds %s", name, found)
		}
		if len(text) > 1<<20 || bytes.Contains(text, []byte("ZgotmplZ")) {
			t.Errorf("%s has %d bytes, or a text that a template refused", name, len(text))
		}
	}
	again := Pages(results, Options{Hints: 4})
	if !maps.EqualFunc(files, again, bytes.Equal) {
		t.Error("the same results make other pages")
	}
	for file, want := range map[string][]string{
		"a1.html": {"not right yet", "kernel.go:", "Hint 1 of 4", "Hint 4 of 4", "<img alt="},
		"a3.html": {"done", "at most"},
		"b9.html": {"Nothing was handed in."},
		IndexFile: {`href="./a1.html"`, `href="./b9.html"`, "nothing handed in"},
	} {
		for _, part := range want {
			if !strings.Contains(string(files[file]), part) {
				t.Errorf("%s does not hold %q", file, part)
			}
		}
	}
}

// TestPoints: a page says points where they are not the marks of its cards, and what a mark counts.
func TestPoints(t *testing.T) {
	r := evil("a1")
	plain := string(Pages([]scores.Result{r}, Options{})["a1.html"])
	for i := range r.Items {
		r.Items[i].Points = &scores.Points{Got: 0.5 * float64(r.Items[i].Marks), Of: 0.5 * float64(r.Items[i].MaxMarks), Weight: 0.5, LateDays: 2}
	}
	weighed := string(Pages([]scores.Result{r}, Options{})["a1.html"])
	for want, in := range map[string]string{"8 of 30 marks": plain, "4 of 15 points": weighed, "A mark counts 0.5.": weighed, "2 days late": weighed} {
		if !strings.Contains(in, want) {
			t.Errorf("a page does not hold %q", want)
		}
	}
	if strings.Contains(plain, "A mark counts") || strings.Contains(plain, "points") {
		t.Error("a page without weights speaks of them")
	}
}

// TestHints: no page shows more hints than it is to show.
func TestHints(t *testing.T) {
	results := class(t)[:1]
	for n := range 5 {
		text := string(Pages(results, Options{Hints: n})["a1.html"])
		for step := 1; step <= 4; step++ {
			if got := strings.Contains(text, fmt.Sprintf("Hint %d of 4", step)); got != (step <= n) {
				t.Errorf("with %d hints, hint %d is shown: %v", n, step, got)
			}
		}
	}
}

// TestWrite: pages that were there are replaced, and no other file is.
func TestWrite(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "pages")
	first, second := Pages([]scores.Result{evil("a1"), evil("a2")}, Options{}), Pages([]scores.Result{evil("a1")}, Options{})
	for _, files := range []map[string][]byte{first, second} {
		if err := Write(folder, files); err != nil {
			t.Fatal(err)
		}
	}
	if entries, err := os.ReadDir(folder); err != nil || len(entries) != 2 {
		t.Errorf("got %v, %v, want the index and a1", entries, err)
	}
	if err := os.WriteFile(filepath.Join(folder, "thesis.html"), []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Write(folder, second); err == nil || !strings.Contains(err.Error(), `"thesis.html"`) {
		t.Errorf("got %v, want an error that names the file", err)
	}
}

// TestNamesOfSubmissions: names of package handin have files of their own.
func TestNamesOfSubmissions(t *testing.T) {
	folder := t.TempDir()
	seen := map[string]bool{}
	for _, name := range hostileNames {
		if os.Mkdir(filepath.Join(folder, name), 0o700) != nil {
			continue // a name that this file system does not hold
		}
	}
	list, many, err := handin.Split(folder, nil)
	if err != nil || !many {
		t.Fatalf("got %v, %v", many, err)
	}
	for _, s := range list {
		seen[FileName(s.Name)] = true
	}
	if len(seen) != len(list) || len(list) < 25 {
		t.Errorf("got %d files for %d submissions", len(seen), len(list))
	}
}
