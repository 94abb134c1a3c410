package display

import (
	"cmp"
	"os"
	"path/filepath"
	"testing"

	"gpucourse/gpusim/diag"
)

// TestWhereLinks: only files that are below JupyterLab's folder are links.
func TestWhereLinks(t *testing.T) {
	root := t.TempDir()
	kernel := filepath.Join(root, "exercises", "07 <new>", "kernel.go")
	at := diag.Pos{File: kernel, Line: 19}
	if err := cmp.Or(os.MkdirAll(filepath.Dir(kernel), 0o755), os.WriteFile(kernel, nil, 0o644)); err != nil {
		t.Fatal(err)
	}
	plain := escape(kernel) + ":19"
	if got := where(at); got != plain {
		t.Errorf("outside of JupyterLab: got %s, want %s", got, plain)
	}
	t.Setenv(serverRoot, root)
	t.Setenv(notebookDir, filepath.Join(root, "notebooks"))
	if got, want := where(at), `<a href="../exercises/07%20%3Cnew%3E/kernel.go#line=18">`+plain+"</a>"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	work := filepath.Join(root, "work")
	if err := cmp.Or(os.Mkdir(work, 0o755), os.Symlink(filepath.Join("..", "exercises"), filepath.Join(work, "exercises"))); err != nil {
		t.Fatal(err)
	}
	t.Run("linked", func(t *testing.T) {
		t.Setenv(serverRoot, work)
		t.Setenv(notebookDir, filepath.Join(work, "notebooks"))
		if got, want := LinkTo(at), "../exercises/07%20%3Cnew%3E/kernel.go#line=18"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
	for _, p := range []diag.Pos{
		{File: filepath.Join(filepath.Dir(root), "other", "kernel.go"), Line: 19},
		{File: filepath.Join(root, "notebooks", "text.cu"), Line: 19}, // nobody wrote it
		{File: diag.CellFile(3), Line: 19},
	} {
		if got, want := where(p), escape(p.Where()); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
