package diag

import (
	"os"
	"path/filepath"
	"testing"
)

// TestPlaces: the folder of this test is gpusim/diag of a repository, whose root has the
// go.work.
func TestPlaces(t *testing.T) {
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	elsewhere := filepath.Join(t.TempDir(), "kernel.go")
	for _, tt := range []struct {
		pos           Pos
		where, string string
	}{
		{Pos{}, "", ""},
		{Pos{File: "kernel.go"}, "kernel.go", "kernel.go"},
		{Pos{File: "kernel.go", Line: 7, Col: 3}, "kernel.go:7", "kernel.go:7:3"},
		{Pos{File: filepath.Join(here, "diag.go"), Line: 7, Col: 3}, "gpusim/diag/diag.go:7", "gpusim/diag/diag.go:7:3"},
		{Pos{File: filepath.Join(here, "../../exercises/07_coalescing/kernel.go"), Line: 19}, "exercises/07_coalescing/kernel.go:19", "exercises/07_coalescing/kernel.go:19"},
		{Pos{File: elsewhere, Line: 7}, elsewhere + ":7", elsewhere + ":7"},
		{Pos{File: CellFile(3), Line: 7, Col: 3}, "Cell[3]: Line 7", "Cell[3]: Line 7"},
		{Pos{File: DeclFile("func", "Scale"), Line: 2, Col: 3}, "func Scale: Line 2", "func Scale: Line 2"},
	} {
		if got := tt.pos.Where(); got != tt.where {
			t.Errorf("%#v: Where is %q, want %q", tt.pos, got, tt.where)
		}
		if got := tt.pos.String(); got != tt.string {
			t.Errorf("%#v: String is %q, want %q", tt.pos, got, tt.string)
		}
	}
	t.Chdir(filepath.Dir(elsewhere)) // no root: the working directory counts
	if got := ShortPath(elsewhere); got != "kernel.go" {
		t.Errorf("got %s, want kernel.go", got)
	}
}

func TestFrom(t *testing.T) {
	at := Pos{File: CellFile(3), Line: 7}
	for here, want := range map[Pos]string{
		{File: CellFile(3), Line: 1}: "line 7",
		{File: CellFile(4), Line: 7}: "Cell[3]: Line 7",
		{File: "kernel.go", Line: 7}: "Cell[3]: Line 7",
	} {
		if got := at.From(here); got != want {
			t.Errorf("from %v: got %q, want %q", here, got, want)
		}
	}
}

// TestQuoted: quoting fills in what is missing and keeps what is there.
func TestQuoted(t *testing.T) {
	text := func(p Pos) string { return "text of " + p.File }
	list := List{{Pos: Pos{File: "a"}}, {Pos: Pos{File: "b"}, Source: "known"}}
	got := Quoted(list, text).(List)
	if got[0].Source != "text of a" || got[1].Source != "known" || list[0].Source != "" {
		t.Errorf("got %v from %v", got, list)
	}
	if d := Quoted(list[0], text).(Diagnostic); d.Source != "text of a" {
		t.Errorf("got %v", d)
	}
	if got := Quoted(os.ErrNotExist, text); got != os.ErrNotExist {
		t.Errorf("got %v", got)
	}
}
