package pass

// This file runs the passes on the texts of testdata: each folder is named
// after a pass, each file holds one kernel before and after it.

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"gpucourse/gpusim/internal/ir"
)

var update = flag.Bool("update", false, "write what the passes give into testdata")

func TestGoldens(t *testing.T) {
	files, err := filepath.Glob("testdata/*/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no goldens in testdata: %v", err)
	}
	for _, file := range files {
		t.Run(file, func(t *testing.T) { golden(t, file, filepath.Base(filepath.Dir(file))) })
	}
}

// golden compares what the pass makes of the file's first part with its second.
func golden(t *testing.T, file, name string) {
	a, err := txtar.ParseFile(file)
	if err != nil || len(a.Files) == 0 {
		t.Fatalf("want a txtar file with a part called before: %v", err)
	}
	k := parse(t, string(a.Files[0].Data))
	find(t, name).Run(k)
	check(t, k)
	got := k.String()
	if *update {
		a.Files = []txtar.File{a.Files[0], {Name: "after", Data: []byte(got)}}
		if err := os.WriteFile(file, txtar.Format(a), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if len(a.Files) != 2 {
		t.Fatalf("%s has no part called after; go test -run Goldens -update writes it", file)
	}
	if diff := cmp.Diff(string(a.Files[1].Data), got); diff != "" {
		t.Errorf("after %s (-want +got; go test -run Goldens -update accepts it):\n%s", name, diff)
	}
}

// find returns the pass of Default with that name.
func find(t testing.TB, name string) Pass {
	for _, p := range Default {
		if p.Name == name {
			return p
		}
	}
	t.Fatalf("no pass is called %s", name)
	return Pass{}
}

// parse reads a kernel and verifies it.
func parse(t testing.TB, text string) *ir.Kernel {
	t.Helper()
	k, err := ir.Parse(text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	check(t, k)
	return k
}

func check(t testing.TB, k *ir.Kernel) {
	t.Helper()
	if err := ir.Verify(k); err != nil {
		t.Fatalf("%v\n%v", err, k)
	}
}

func TestOrder(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range Default {
		if p.Doc == "" || p.Run == nil {
			t.Errorf("pass %s has no Doc or no Run", p.Name)
		}
		for _, before := range p.After {
			if !seen[before] {
				t.Errorf("pass %s runs before %s", p.Name, before)
			}
		}
		seen[p.Name] = true
	}
}

func TestWithoutLeavesOut(t *testing.T) {
	for _, p := range Without("fuse", "unroll") {
		if p.Name == "fuse" || p.Name == "unroll" {
			t.Errorf("pass %s is still there", p.Name)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("leaving out a pass that does not exist: want a panic")
		}
	}()
	Without("frobnicate")
}

func TestRunTellsOfEachPass(t *testing.T) {
	k := parse(t, ".entry K() .ssa {\nL0: exit;\n}")
	var got []string
	Run(k, Default, func(name string, after *ir.Kernel) {
		if after != k {
			t.Errorf("after %s: told of another kernel", name)
		}
		got = append(got, name)
	})
	for i, p := range Default {
		if i >= len(got) || got[i] != p.Name {
			t.Fatalf("got %v, want the passes of Default in order", got)
		}
	}
	if k.SSA {
		t.Error("the kernel is still in SSA form")
	}
}
