package gpusim_test

// This file checks what the packages show to their users: no type of an internal
// package, no engine behind pictures and grades, and a short reference.

import (
	"fmt"
	"go/types"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

const (
	modulePath   = "gpucourse/"
	internalPath = "/internal/"
)

// publicPackages are the packages whose API users see.
var publicPackages = []string{
	"gpucourse/gpusim", "gpucourse/gpusim/driver", "gpucourse/gpusim/gpu", "gpucourse/gpusim/chart",
	"gpucourse/gpusim/notebook", "gpucourse/grader", "gpucourse/grader/rubric", "gpucourse/grader/verdict",
}

// TestNoInternalTypes: no exported identifier mentions a type of an internal
// package, also not through the types that it mentions.
func TestNoInternalTypes(t *testing.T) {
	pkgs, err := packages.Load(&packages.Config{Mode: packages.NeedName | packages.NeedTypes | packages.NeedImports}, publicPackages...)
	if err != nil {
		t.Fatal(err)
	}
	if len(pkgs) != len(publicPackages) {
		t.Fatalf("loaded %d packages, want %d", len(pkgs), len(publicPackages))
	}
	for _, p := range pkgs {
		for _, err := range p.Errors {
			t.Fatal(err)
		}
		w := apiWalk{seen: map[types.Type]bool{}}
		for _, name := range p.Types.Scope().Names() {
			if obj := p.Types.Scope().Lookup(name); obj.Exported() {
				w.object(p.Name+"."+name, obj)
			}
		}
		slices.Sort(w.found)
		for _, found := range slices.Compact(w.found) {
			t.Error(found)
		}
	}
}

// apiWalk finds the internal types that exported identifiers reach.
type apiWalk struct {
	seen  map[types.Type]bool
	found []string
}

// object walks a package-level identifier.
func (w *apiWalk) object(path string, obj types.Object) {
	if name, ok := obj.(*types.TypeName); ok && !name.IsAlias() {
		w.named(path, obj.Type().(*types.Named))
		return
	}
	w.walk(path, obj.Type())
}

// walk visits a type that an exported identifier mentions.
func (w *apiWalk) walk(path string, t types.Type) {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		for arg := range t.TypeArgs().Types() {
			w.walk(path, arg)
		}
		w.named(path, t.Origin())
	case *types.Map:
		w.walk(path, t.Key())
		w.walk(path, t.Elem())
	case interface{ Elem() types.Type }: // pointer, slice, array, channel
		w.walk(path, t.Elem())
	case *types.Struct:
		w.fields(path, t)
	case *types.Signature:
		w.signature(path, t)
	case *types.Interface:
		for m := range t.Methods() {
			if m.Exported() {
				w.walk(path+"."+m.Name(), m.Type())
			}
		}
		for e := range t.EmbeddedTypes() {
			w.walk(path, e)
		}
	case *types.Union:
		for term := range t.Terms() {
			w.walk(path, term.Type())
		}
	}
}

// named visits a declared type of this module: its fields and methods.
func (w *apiWalk) named(path string, t *types.Named) {
	pkg := t.Obj().Pkg()
	if pkg == nil || !strings.HasPrefix(pkg.Path()+"/", modulePath) {
		return
	}
	if strings.Contains(pkg.Path(), internalPath) {
		w.found = append(w.found, fmt.Sprintf("%s mentions %s.%s", path, pkg.Path(), t.Obj().Name()))
		return
	}
	if w.seen[t] {
		return
	}
	w.seen[t] = true
	for p := range t.TypeParams().TypeParams() {
		w.walk(path, p.Constraint())
	}
	w.walk(path, t.Underlying())
	for m := range t.Methods() {
		if m.Exported() {
			w.walk(path+"."+m.Name(), m.Type())
		}
	}
}

// fields visits the fields that users see: exported ones, and embedded ones, whose
// own fields and methods they see.
func (w *apiWalk) fields(path string, t *types.Struct) {
	for f := range t.Fields() {
		if f.Exported() || f.Embedded() {
			w.walk(path+"."+f.Name(), f.Type())
		}
	}
}

func (w *apiWalk) signature(path string, t *types.Signature) {
	for p := range t.TypeParams().TypeParams() {
		w.walk(path, p.Constraint())
	}
	for v := range t.Params().Variables() {
		w.walk(path, v.Type())
	}
	for v := range t.Results().Variables() {
		w.walk(path, v.Type())
	}
}

// TestReadersImportNoEngine: pictures, notebooks, grades and the command line get
// along with the public packages, and know nothing of how a launch is simulated.
func TestReadersImportNoEngine(t *testing.T) {
	engines := []string{"simt", "cache", "timing", "dispatch", "replay", "tracefile", "run"}
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "gpucourse/gpusim/chart", "gpucourse/gpusim/notebook", "gpucourse/gpusim/cmd/...", "gpucourse/gpusim/plan", "gpucourse/grader/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		imports := strings.Fields(line)
		for _, path := range imports[1:] {
			_, engine, internal := strings.Cut(path, "gpucourse/gpusim/internal/")
			if first, _, _ := strings.Cut(engine, "/"); internal && slices.Contains(engines, first) {
				t.Errorf("%s imports %s", imports[0], path)
			}
		}
	}
}

// TestReferenceIsShort: `go doc ./gpusim` fits two screens.
func TestReferenceIsShort(t *testing.T) {
	const most = 100
	out, err := exec.Command("go", "doc", "gpucourse/gpusim").Output()
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(string(out), "\n"); got > most {
		t.Errorf("go doc prints %d lines, want %d at most", got, most)
	}
}
