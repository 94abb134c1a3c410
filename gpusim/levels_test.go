package gpusim_test

// This file keeps the house in order: a package imports lower levels only.

import (
	"encoding/json"
	"os/exec"
	"path"
	"strings"
	"testing"
)

// levels gives each room its storey. A package may import packages of lower
// storeys, and of its own where siblings lists the pair.
var levels = map[string]int{
	"gpusim/internal/arch":             0,
	"gpusim/internal/diag":             0,
	"gpusim/internal/num":              0,
	"gpusim/internal/texture":          0,
	"gpusim/internal/native":           1,
	"gpusim/internal/heap":             1,
	"gpusim/internal/ir":               1,
	"gpusim/gpu":                       2,
	"gpusim/internal/compile/pass":     2,
	"gpusim/internal/compile/regalloc": 2,
	"gpusim/internal/trace":            2,
	"gpusim/internal/compile":          3,
	"gpusim/internal/simt":             3,
	"gpusim/internal/memsys":           3,
	"gpusim/internal/check":            4,
	"gpusim/internal/driver":           4,
	"gpusim/internal/replay":           4,
	"gpusim/internal/clock":            5,
	"gpusim/internal/timeline":         4,
	"gpusim/internal/timing":           4,
	"gpusim/internal/report":           6,
	"gpusim/cpu":                       7,
	"gpusim":                           7,
	"gpusim/chart":                     8,
	"gpusim/plan":                      8,
	"gpusim/notebook":                  9,
	"gpusim/cmd/gpusim":                9,
	"grader":                           9,
	"notebooks":                        10,
}

const module = "gpucourse/"

type listed struct {
	ImportPath string
	Imports    []string
}

func TestImportsGoDown(t *testing.T) {
	for _, p := range goList(t) {
		name := strings.TrimPrefix(p.ImportPath, module)
		level, placed := levels[name]
		if !placed {
			if !unplaced(name) {
				t.Errorf("package %s has no level in levels_test.go", name)
			}
			continue
		}
		for _, imp := range p.Imports {
			imp, ours := strings.CutPrefix(imp, module)
			if below, ok := levels[imp]; ours && ok && below >= level {
				t.Errorf("%s (level %d) imports %s (level %d): imports must go down", name, level, imp, below)
			}
		}
	}
}

// Only package notebook may speak to the notebook kernel.
func TestOnlyNotebookImportsGonbui(t *testing.T) {
	for _, p := range goList(t) {
		for _, imp := range p.Imports {
			if strings.HasPrefix(imp, "github.com/janpfeifer/gonb") && p.ImportPath != module+"gpusim/notebook" {
				t.Errorf("%s imports %s: only gpusim/notebook may", p.ImportPath, imp)
			}
		}
	}
}

// unplaced reports whether a package is course or test material, which sits
// above the house and which nothing in it imports.
func unplaced(name string) bool {
	top, _, _ := strings.Cut(name, "/")
	return top == "exercises" || top == "solutions" || top == "grader" ||
		strings.HasPrefix(name, "gpusim/validation") || strings.Contains(name, "testdata")
}

func goList(t *testing.T) []listed {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Imports", path.Join(module, "..."))
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var packages []listed
	for dec := json.NewDecoder(strings.NewReader(string(out))); dec.More(); {
		var p listed
		if err := dec.Decode(&p); err != nil {
			t.Fatal(err)
		}
		packages = append(packages, p)
	}
	if len(packages) == 0 {
		t.Fatal("go list found no packages")
	}
	return packages
}
