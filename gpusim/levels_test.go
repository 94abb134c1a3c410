package gpusim_test

// This file keeps the house in order: a package imports lower levels only.

import (
	"encoding/json"
	"os/exec"
	"path"
	"strings"
	"testing"
)

// levels gives each package its level. A package imports packages of lower levels only.
var levels = map[string]int{
	"internal/spelling":              -1, // package arch needs it
	"gpusim/cli":                     0,
	"gpusim/arch":                    0,
	"gpusim/diag":                    0,
	"gpusim/internal/hash":           0,
	"gpusim/internal/padding":        -1, // package printf needs it
	"gpusim/internal/num":            0,
	"gpusim/internal/num/mufu":       -1, // package num needs it
	"gpusim/internal/num/tensor":     1,
	"gpusim/internal/tensormap":      1,
	"gpusim/internal/texture":        1,
	"gpusim/internal/cells":          1,
	"gpusim/internal/cells/gonbtest": 0,
	"gpusim/internal/native":         1,
	"gpusim/internal/limit":          0,
	"gpusim/internal/cfront/lex":     1,
	"gpusim/internal/cfront/number":  0,
	"gpusim/internal/cfront/syntax":  2,
	"gpusim/internal/cfront/tree":    1,
	"gpusim/internal/cfront":         4,
	"gpusim/internal/hostc":          4,
	"gpusim/internal/heap":           1,
	"gpusim/occupancy":               1,
	"gpusim/trace":                   1,
	"gpusim/internal/ir":             2,
	"gpusim/internal/intrinsic":      3,
	"gpusim/internal/fragment":       3,
	"gpusim/internal/wording":        4,
	"gpusim/internal/nvcc":           3,
	"gpusim/gpu":                     2,
	"gpusim/report":                  2,
	"gpusim/internal/dispatch":       2,
	"gpusim/internal/launch":         3,
	"gpusim/internal/isa":            3,
	"gpusim/internal/coalesce":       3,
	"gpusim/internal/pass":           5,
	"gpusim/internal/regalloc":       4,
	"gpusim/internal/layout":         3,
	"gpusim/internal/lower":          4,
	"gpusim/internal/printf":         0,
	"gpusim/internal/ptx":            4,
	"gpusim/internal/ptx/syntax":     1,
	"gpusim/internal/toolchain":      1,
	"gpusim/internal/ptx/write":      4,
	"gpusim/internal/source":         5,
	"gpusim/internal/compile":        6,
	"gpusim/internal/contexts":       5,
	"gpusim/internal/simt":           4,
	"gpusim/internal/cache":          4,
	"gpusim/internal/check":          5,
	"gpusim/internal/litmus":         5,
	"gpusim/internal/cudac":          7,
	"gpusim/internal/uniform":        7,
	"gpusim/internal/kernel":         7,
	"gpusim/internal/verify":         8,
	"gpusim/internal/inspect":        7,
	"gpusim/internal/tracefile":      4,
	"gpusim/internal/sampling":       1,
	"gpusim/internal/untimed":        5,
	"gpusim/internal/timeline":       5,
	"gpusim/internal/timing/sample":  5,
	"gpusim/internal/timing/mem":     5,
	"gpusim/internal/timing/sm":      6,
	"gpusim/internal/timing":         7,
	"gpusim/internal/metrics":        7,
	"gpusim/cpu":                     8,
	"gpusim/internal/run":            8,
	"gpusim/internal/rules":          5,
	"gpusim":                         9,
	"gpusim/driver":                  10,
	"gpusim/sweep":                   10,
	"gpusim/internal/propose":        10,
	"gpusim/internal/fatbin":         0,
	"gpusim/internal/cudart":         10,
	"gpusim/internal/program":        11,
	"gpusim/glossary":                10,
	"gpusim/chart":                   11,
	"gpusim/plan":                    11,
	"gpusim/display":                 12,
	"notebooks/notebook":             13,
	"gpusim/command":                 13,
	"gpusim/cmd/gpusim":              14,
	"grader/stubs":                   0,
	"grader/verdict":                 1,
	"grader/progress":                2,
	"grader/rubric":                  12,
	"grader/internal/simulator":      13,
	"grader/internal/source":         13,
	"grader/internal/hostrun":        13,
	"grader/internal/process":        13,
	"grader/internal/strictjson":     0,
	"grader/internal/hidden":         14,
	"grader/internal/evidence":       14,
	"grader/internal/grading":        15,
	"grader/task":                    13,
	"grader/internal/handin":         15,
	"grader/internal/answers":        14,
	"grader/internal/isolated":       16,
	"grader/internal/judge":          17,
	"grader/internal/cards":          18,
	"grader/lesson":                  19,
	"grader/tab":                     19,
	"grader/hints":                   14,
	"grader/internal/course":         17,
	"grader/internal/scores":         3,
	"grader/internal/marks":          4,
	"grader/internal/answerkey":      15,
	"grader/internal/feedback":       19,
	"grader/internal/class":          18,
	"grader/internal/watch":          18,
	"grader/internal/commands":       20,
	"grader":                         21,
	"workbench/programs":             20,
	"workbench/site":                 21,
	"workbench/site/examples":        3,
	"workbench":                      22,
	"internal/axe":                   0,
	"internal/collect":               0,
	"internal/gofiles":               0,
	"internal/golden":                0,
	"notebooks/internal/draw":        20,
	"internal/ipynb":                 0,
	"notebooks/internal/setup":       20,
	"notebooks/internal/book":        22,
	"notebooks/internal/slides":      20,
	"notebooks/internal/course":      23,
	"notebooks":                      24,
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
			if strings.HasPrefix(imp, "github.com/janpfeifer/gonb") && p.ImportPath != module+"notebooks/notebook" {
				t.Errorf("%s imports %s: only notebooks/notebook may", p.ImportPath, imp)
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
