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

// TestMergeOfVariants: the variants of a lecturer replace those before. Attempts with other numbers are dropped, and those
// with the same numbers stay.
func TestMergeOfVariants(t *testing.T) {
	f := At(filepath.Join(t.TempDir(), "a.json"))
	done := attempt("48", verdict.Done, 4)
	for _, id := range []string{"00.1", "07.1", saxpy} {
		if err := f.Record(map[string]Attempt{id: done}); err != nil {
			t.Fatal(err)
		}
	}
	before := read(t, f)
	given := &Progress{Version: Version, Order: 2, Variants: map[string]int{"07.1": 3}, Items: map[string]*Item{}}
	if err := f.Merge(given.Text()); err != nil {
		t.Fatal(err)
	}
	after := read(t, f)
	want := &Progress{Version: Version, Order: 2, Variants: given.Variants, Items: map[string]*Item{"00.1": before.Items["00.1"], saxpy: before.Items[saxpy]}}
	if diff := cmp.Diff(want, after); diff != "" {
		t.Errorf("progress (-want +got):\n%s", diff)
	}
	if err := f.Merge(before.Text()); err != nil { // of a browser that has no variants
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, read(t, f)); diff != "" {
		t.Errorf("progress (-want +got):\n%s", diff)
	}
}
