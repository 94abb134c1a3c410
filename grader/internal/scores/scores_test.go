package scores

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"gpucourse/grader/verdict"
)

// odd is text that a submission might hold.
const odd = "a <b> & \"c\" ]]> \x1b[2J\x00\xff\té\nnext"

// states returns a result with an item per state, named by odd text.
func states(name string) Result {
	var verdicts []*verdict.Verdict
	for s := verdict.Invalid; s <= verdict.Done; s++ {
		v := &verdict.Verdict{Exercise: "07_coalescing", Kernel: fmt.Sprint("K", int(s)), State: s, GoalsMax: 1, Code: "c", Compiled: "i", Instructions: 7}
		if s >= verdict.Wasteful {
			v.Measured = []verdict.Goal{{Name: "sectors", Bound: "limit", Limit: 4, Got: 4.5}}
		}
		if s == verdict.Done {
			v.Goals = 1
		}
		if s != verdict.Done && s != verdict.NotStarted {
			v.Feedback = []verdict.Feedback{{Title: odd, At: verdict.Position{File: "/class/x/07_coalescing/kernel.go", Line: 3}, Hint: odd}}
		}
		verdicts = append(verdicts, v)
	}
	r := New(name, map[string]string{"07_coalescing": "/class/x/07_coalescing"}, verdicts)
	r.Graded, r.Grader = strings.Repeat("0", 64), "v1"
	return r
}

// alone returns a result with only the item of one state.
func alone(state int) Result {
	r := states("x")
	r.Items = r.Items[state : state+1]
	return r
}

func fits(t *testing.T, schema []byte, text []byte) {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("schema.json", doc); err != nil {
		t.Fatal(err)
	}
	compiled, err := c.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	if err := compiled.Validate(value); err != nil {
		t.Errorf("%v: %s", err, text)
	}
}

func schemaFile(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestJSONFitsItsSchema(t *testing.T) {
	fits(t, Schema, jsonText([]Result{states(odd), states("b")}))
}

func TestGradescopeFitsItsStructure(t *testing.T) {
	r := states("x")
	text := gradescope(&r)
	fits(t, schemaFile(t, "gradescope.schema.json"), text)
	var out gradescopeResults
	if err := json.Unmarshal(text, &out); err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for _, test := range out.Tests {
		sum += test.Score
	}
	if want := float64(r.Marks); sum != want || out.Score != want || want == 0 {
		t.Errorf("got score %v and a sum of %v, want %d", out.Score, sum, r.Marks)
	}
	if got, want := out.Tests[1].Number, "07.2"; got != want {
		t.Errorf("got number %s, want %s", got, want)
	}
}

// TestExercismFitsItsStructure: an error is the status of all only where no test ran.
func TestExercismFitsItsStructure(t *testing.T) {
	invalid, done := alone(int(verdict.Invalid)), alone(int(verdict.Done))
	all := states("x")
	tests := []struct {
		result Result
		want   string
	}{{all, "fail"}, {invalid, "error"}, {done, "pass"}, {alone(int(verdict.Wasteful)), "fail"}, {alone(int(verdict.NotStarted)), "fail"}}
	for _, test := range tests {
		text := exercism(&test.result)
		fits(t, schemaFile(t, "exercism.schema.json"), text)
		var out exercismResults
		if err := json.Unmarshal(text, &out); err != nil || out.Status != test.want {
			t.Errorf("got status %s, %v, want %s in %s", out.Status, err, test.want, text)
		}
	}
}

func TestJUnitFitsItsSchema(t *testing.T) {
	schema := readXSD(t, schemaFile(t, "junit-10.xsd"))
	text := junit([]Result{states(odd), states("b")})
	schema.validate(t, text)
	for _, want := range []string{`tests="10" failures="4" errors="2"`, `skipped="1"`, `<error type="not valid"`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("got %s, want it to hold %s", text, want)
		}
	}
}

func TestCSV(t *testing.T) {
	rows, err := csv.NewReader(bytes.NewReader(csvText([]Result{states("=1+1"), states(odd)}))).ReadAll()
	if err != nil || len(rows) != 11 {
		t.Fatalf("got %d rows, %v, want 11", len(rows), err)
	}
	if got, want := strings.Join(rows[5], "|"), "'=1+1|07_coalescing|K4|done|6|6||exercise||1|0|6|6"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestTextIsPrintable: no submission controls the terminal.
func TestTextIsPrintable(t *testing.T) {
	for _, results := range [][]Result{{states(odd)}, {states(odd), states("b")}} {
		if got := text(results); bytes.ContainsAny(got, "\x1b\x00\x07") {
			t.Errorf("got control characters in %q", got)
		}
	}
	if got := SimilarText(Similar([]Result{states(odd), states("b")})); bytes.ContainsAny(got, "\x1b\x00") {
		t.Errorf("got control characters in %q", got)
	}
}

// TestPathsAreInside: where a submission lies does not show.
func TestPathsAreInside(t *testing.T) {
	r := states("x")
	f := r.Items[0].Feedback[0]
	if f.File != "07_coalescing/kernel.go" || !strings.Contains(f.Text, "at      07_coalescing/kernel.go:3") {
		t.Errorf("got %q, %q, want the path from the submission's folder", f.File, f.Text)
	}
}

func TestSigned(t *testing.T) {
	dir := t.TempDir()
	public, err := NewKey(filepath.Join(dir, "teacher.pem"))
	if err != nil {
		t.Fatal(err)
	}
	private, _, err := ReadKey(filepath.Join(dir, "teacher.pem"))
	if err != nil {
		t.Fatal(err)
	}
	_, pub, err := ReadKey(public)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := NewKey(filepath.Join(dir, "teacher.pem")); err == nil {
		t.Error("a key was replaced")
	}
	r := states("x")
	written := Folder{Path: filepath.Join(dir, "results"), Private: private}
	if err := written.Write(&r); err != nil {
		t.Fatal(err)
	}
	reader := Folder{Path: written.Path, Public: pub}
	if got, err := reader.All(); err != nil || len(got) != 1 || got[0].Marks != r.Marks {
		t.Fatalf("got %v, %v, want the result", got, err)
	}
	text, err := os.ReadFile(written.File("x"))
	if err != nil {
		t.Fatal(err)
	}
	changed := bytes.Replace(text, []byte(`"marks": 6`), []byte(`"marks": 9`), 1)
	if bytes.Equal(changed, text) {
		t.Fatalf("nothing was changed in %s", text)
	}
	for what, spoil := range map[string]func() error{
		"another mark":      func() error { return os.WriteFile(written.File("x"), changed, 0o600) },
		"no signature":      func() error { return os.Remove(filepath.Join(written.Path, "x.json.sig")) },
		"another's result":  func() error { return os.Rename(written.File("x"), written.File("y")) },
		"half of the file":  func() error { return os.WriteFile(written.File("x"), text[:len(text)/2], 0o600) },
		"an empty result":   func() error { return os.WriteFile(written.File("x"), nil, 0o600) },
		"a result as a dir": func() error { os.Remove(written.File("x")); return os.Mkdir(written.File("x"), 0o700) },
	} {
		if err := written.Write(&r); err != nil {
			t.Fatal(err)
		}
		if err := spoil(); err != nil {
			t.Fatal(err)
		}
		if _, err := reader.Read("x"); err == nil {
			t.Errorf("%s: got a result, want an error", what)
		}
		os.RemoveAll(written.Path)
	}
}

// TestMerge: results of shards become one list; two results of one submission must be the
// same.
func TestMerge(t *testing.T) {
	a, b := Folder{Path: t.TempDir()}, Folder{Path: t.TempDir()}
	for name, folder := range map[string]Folder{"x": a, "z": a, "y": b} {
		r := states(name)
		if err := folder.Write(&r); err != nil {
			t.Fatal(err)
		}
	}
	x := states("x")
	if err := b.Write(&x); err != nil {
		t.Fatal(err)
	}
	got, err := Merge([]Folder{a, b})
	if err != nil || len(got) != 3 || got[0].Submission != "x" || got[2].Submission != "z" {
		t.Fatalf("got %v, %v, want x, y, z", got, err)
	}
	x.Marks++
	if err := b.Write(&x); err != nil {
		t.Fatal(err)
	}
	if _, err := Merge([]Folder{a, b}); err == nil {
		t.Error("two results of one submission were merged")
	}
}

// TestSimilar groups equal code, also where the sources differ.
func TestSimilar(t *testing.T) {
	a, b, c := alone(int(verdict.Done)), alone(int(verdict.Done)), alone(int(verdict.Done))
	a.Submission, b.Submission, c.Submission = "a", "b", "c"
	b.Items[0].Code = "other source"
	c.Items[0].Compiled = "other code"
	ofTasks := alone(int(verdict.Done))
	ofTasks.Items[0].Kind = Task
	got := Similar([]Result{a, b, c, alone(int(verdict.NotStarted)), ofTasks})
	if len(got) != 1 || strings.Join(got[0].Submissions, " ") != "a b" || got[0].Source {
		t.Errorf("got %+v, want a and b, with other sources", got)
	}
}
