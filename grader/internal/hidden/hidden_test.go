package hidden

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gpucourse/grader/rubric"
)

// example is a whole exercise.
const example = "../../selftest/testdata/instructor/hidden/90_hidden"

// load loads the example with another text of its row.
func load(t *testing.T, row string) error {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "90_hidden")
	if err := os.CopyFS(folder, os.DirFS(example)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, RowFile), []byte(row), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := Load(folder)
	return err
}

func exampleRow(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(example, RowFile))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestMisspeltKeys: every key of a row that is written wrong is an error that names the file,
// the key and the right one.
func TestMisspeltKeys(t *testing.T) {
	row := exampleRow(t)
	if err := load(t, row); err != nil {
		t.Fatal(err)
	}
	keys := regexp.MustCompile(`"(\w+)":`).FindAllStringSubmatchIndex(row, -1)
	if len(keys) < 20 {
		t.Fatalf("got %d keys in the example, want 20 at least", len(keys))
	}
	for _, at := range keys {
		key := row[at[2]:at[3]]
		for _, wrong := range []string{key + "s", key[:len(key)-1] + "_", strings.ToUpper(key)} {
			err := load(t, row[:at[2]]+wrong+row[at[3]:])
			if err == nil || !strings.Contains(err.Error(), RowFile+":") || !strings.Contains(err.Error(), `"`+wrong+`"`) || !strings.Contains(err.Error(), `"`+key+`"`) {
				t.Errorf("key %q written %q: got %v, want an error that names both", key, wrong, err)
			}
		}
	}
}

// TestWrongValues: a value that is missing or means nothing is an error.
func TestWrongValues(t *testing.T) {
	for _, c := range []struct{ old, replacement, want string }{
		{`"package": "hidden"`, `"package": ""`, "no package"},
		{`"device": "H200",`, ``, "no device"},
		{`"device": "H200"`, `"device": "H2000"`, "H2000"},
		{`"name": "Double"`, `"name": ""`, "no name"},
		{`[[127], [1], [1000], [8192]]`, `[]`, "no sizes"},
		{`[[127], [1], [1000], [8192]]`, `[[127, 3]]`, "2 numbers"},
		{`[[127], [1], [1000], [8192]]`, `[[-5]]`, "-5"},
		{`"step": 1`, `"step": 0`, "steps of 0"},
		{`, "step": 1`, ``, "steps of 0"},
		{`"to": 1500`, `"to": 1`, "from 2 to 1"},
		{`"from": 2`, `"from": -2`, "-2"},
		{`"to": 1500`, `"to": 2000000000`, "whole number"},
		{`"length": "n", "result": true`, `"length": "n"`, "nothing would be compared"},
		{`{"name": "x", "length": "n"}`, `{"name": "x"}`, "has a length"},
		{`{"name": "n", "value": "n"}`, `{"name": "n", "length": "n"}`, "n"},
		{`{"name": "n", "value": "n"}`, `{"name": "n", "value": "n", "result": true}`, "only an array"},
		{`mem_global_op_ld.sum`, `mem_global_op_ldd.sum`, "did you mean"},
		{`"limit": "n/8 + 4",`, ``, "lacks"},
		{`"limit": "n/8 + 4"`, `"limit": "m/8"`, "m/8"},
		{`"hint":`, `"bound": "most", "hint":`, "at most"},
		{`"grid": ["(n+127)/128"]`, `"grid": []`, "0 expressions"},
	} {
		row := exampleRow(t)
		changed := strings.Replace(row, c.old, c.replacement, 1)
		if changed == row {
			t.Fatalf("%s is not in the example", c.old)
		}
		if err := load(t, changed); err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), RowFile) {
			t.Errorf("%s: got %v, want an error that names the file and says %q", c.replacement, err, c.want)
		}
	}
	goals := regexp.MustCompile(`(?s),\s*"goals": \[.*?\]`).ReplaceAllString(exampleRow(t), "")
	if err := load(t, goals); err == nil || !strings.Contains(err.Error(), "no goals") {
		t.Errorf("without goals: got %v, want an error", err)
	}
}

// TestResultsOfTheReference: expected results are those that the reference computes for the size,
// and launches follow the expressions of the row.
func TestResultsOfTheReference(t *testing.T) {
	e, err := Load(example)
	if err != nil {
		t.Fatal(err)
	}
	k := &e.Kernels[0]
	const n = 300
	c := k.Case(rubric.Size{n}, &rubric.Random{Rand: rand.New(rand.NewPCG(1, 1))})
	if c.Grid != (rubric.Dim{X: 3, Y: 1, Z: 1}) || c.Block != (rubric.Dim{X: 128, Y: 1, Z: 1}) {
		t.Errorf("got %v blocks of %v threads", c.Grid, c.Block)
	}
	y, x := c.Args[0].(*rubric.Array[float32]), c.Args[1].(*rubric.Array[float32])
	if len(y.Want) < n || x.Value().([]float32)[n-1] == 0 {
		t.Fatalf("got %d results for the inputs %v", len(y.Want), x.Value())
	}
	for i, v := range x.Value().([]float32)[:n] {
		if y.Want[i] != 2*v {
			t.Fatalf("result %d is %v, want twice %v", i, y.Want[i], v)
		}
	}
}
