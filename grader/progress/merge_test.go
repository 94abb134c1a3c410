package progress

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gpucourse/grader/verdict"
)

// TestMerge: progress of a browser and of a terminal become one, in either order and however
// often.
func TestMerge(t *testing.T) {
	at := func(minute int, a Attempt) Attempt {
		a.Time = a.Time.Add(time.Duration(minute) * time.Minute)
		return a
	}
	first, second, third := at(1, attempt("b", verdict.Wasteful, 6)), at(2, attempt("c", verdict.Done, 10)), at(3, attempt("d", verdict.Done, 10))
	files := [2]File{At(filepath.Join(t.TempDir(), "a.json")), At(filepath.Join(t.TempDir(), "b.json"))}
	for i, list := range [][]Attempt{{first, third}, {first, second}} {
		for _, a := range list {
			record(t, files[i], a)
		}
		if err := files[i].Hinted(saxpy, i+1); err != nil {
			t.Fatal(err)
		}
	}
	want := &Progress{Version: Version, Items: map[string]*Item{
		saxpy: {Hint: 2, Count: 3, Best: &second, Attempts: []Attempt{first, second, third}},
	}}
	for _, way := range [][2]File{files, {files[1], files[0]}, files} {
		text, err := os.ReadFile(way[1].Path())
		if err != nil {
			t.Fatal(err)
		}
		if err := way[0].Merge(text); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, read(t, way[0])); diff != "" {
			t.Errorf("progress (-want +got):\n%s", diff)
		}
	}
}

// TestMergeOfOtherFiles: what is no progress changes nothing.
func TestMergeOfOtherFiles(t *testing.T) {
	f := At(filepath.Join(t.TempDir(), "a.json"))
	record(t, f, attempt("b", verdict.Wasteful, 6))
	before := read(t, f)
	for _, text := range []string{"", "{}", `{"version": 99}`, "[1]"} {
		if err := f.Merge([]byte(text)); err == nil {
			t.Errorf("%q: got no error", text)
		}
	}
	if diff := cmp.Diff(before, read(t, f)); diff != "" {
		t.Errorf("progress (-want +got):\n%s", diff)
	}
}
