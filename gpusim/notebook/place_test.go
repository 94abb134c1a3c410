package notebook

import (
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"gpucourse/gpusim/diag"
)

// TestWhereLinks: only files below JupyterLab's folder are links.
func TestWhereLinks(t *testing.T) {
	root := t.TempDir()
	kernel := filepath.Join(root, "exercises", "07 <new>", "kernel.go")
	at := diag.Pos{File: kernel, Line: 19}
	plain := escape(kernel) + ":19"
	if got := where(at); got != plain {
		t.Errorf("outside of JupyterLab: got %s, want %s", got, plain)
	}
	t.Setenv(serverRoot, root)
	t.Setenv(notebookDir, filepath.Join(root, "notebooks"))
	if got, want := where(at), `<a href="../exercises/07%20%3Cnew%3E/kernel.go">`+plain+"</a>"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for _, p := range []diag.Pos{
		{File: filepath.Join(filepath.Dir(root), "other", "kernel.go"), Line: 19},
		{File: diag.CellFile(3), Line: 19},
	} {
		if got, want := where(p), escape(p.Where()); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// atLine calls callSite as Show does.
func atLine() runtime.Frame { return callSite() }

// TestMistakesGetALine: a mistake without a position gets the line that shows it; others keep theirs.
func TestMistakesGetALine(t *testing.T) {
	known := diag.Diagnostic{Pos: diag.Pos{File: "kernel.go", Line: 3}, Source: "x[0] = 1"}
	for _, v := range []any{known, diag.List{known}, 3} {
		if got := placed(v, atLine()); !reflect.DeepEqual(got, v) {
			t.Errorf("got %#v, want %#v", got, v)
		}
	}
	list := diag.List{{Code: diag.NoSource}, known}
	got := placed(list, atLine()).(diag.List)          // the line
	one := placed(list[0], atLine()).(diag.Diagnostic) // the line
	for _, d := range []diag.Diagnostic{got[0], one} {
		if filepath.Base(d.Pos.File) != "place_test.go" || !strings.Contains(d.Source, "atLine()") || !strings.HasSuffix(d.Source, "// the line") {
			t.Errorf("got %v at %q, want the line that calls atLine", d, d.Source)
		}
	}
	if got[1] != known || list[0].Pos != (diag.Pos{}) {
		t.Errorf("got %v of %v", got, list)
	}
}
