package gpusim_test

// This file checks what the packages show to their users: no type of an internal
// package, no engine behind pictures and grades, and a short reference.

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os/exec"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/cpu"

	"golang.org/x/tools/go/packages"
)

const (
	modulePath   = "gpucourse/"
	internalPath = "/internal/"
)

// material is what learners hand in and what tests alone import: it has no API.
var material = regexp.MustCompile(`/(internal|validation|exercises|solutions|testdata|selftest|stubs|examples)(/|$)`)

// publicPackages are the packages whose API users see.
func publicPackages(t *testing.T) (list []string) {
	t.Helper()
	out, err := exec.Command("go", "list", "-f", `{{if ne .Name "main"}}{{.ImportPath}}{{end}}`, modulePath+"...").Output()
	if err != nil {
		t.Fatal(err)
	}
	for path := range strings.FieldsSeq(string(out)) {
		if !material.MatchString(path) {
			list = append(list, path)
		}
	}
	return list
}

// TestNoInternalTypes: no exported identifier mentions a type of an internal
// package, also not through the types that it mentions.
func TestNoInternalTypes(t *testing.T) {
	list := publicPackages(t)
	pkgs, err := packages.Load(&packages.Config{Mode: packages.NeedName | packages.NeedTypes | packages.NeedImports}, list...)
	if err != nil {
		t.Fatal(err)
	}
	if len(pkgs) != len(list) || len(list) < 20 {
		t.Fatalf("loaded %d packages of %d, want 20 at least", len(pkgs), len(list))
	}
	for _, p := range pkgs {
		for _, err := range p.Errors {
			t.Fatal(err)
		}
		for _, found := range internalTypes(p.Types) {
			t.Error(found)
		}
	}
}

// internalTypes tells which exported identifiers of a package mention internal types.
func internalTypes(p *types.Package) []string {
	w := apiWalk{seen: map[types.Type]bool{}}
	for _, name := range p.Scope().Names() {
		if obj := p.Scope().Lookup(name); obj.Exported() {
			w.object(p.Name()+"."+name, obj)
		}
	}
	slices.Sort(w.found)
	return slices.Compact(w.found)
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

// leaky mentions the internal type T in every way that the walk must see. Names that
// begin with Leak do.
const leaky = `package face

import "gpucourse/gpusim/internal/secret"

type LeakAlias = secret.T
type LeakField struct{ F *secret.T }
type LeakEmbedded struct{ secret.T }
type LeakMethod int
func (*LeakMethod) M() []secret.T { return nil }
type LeakBound[X interface{ secret.T }] struct{ x X }
type LeakInterface interface{ M(map[secret.T]int) }
type LeakMap map[string]func(secret.T)
type LeakArgument = Generic[secret.T]
type LeakThrough struct{ Inner hidden }
var LeakVar [2]secret.T
const LeakConst secret.N = 1
func LeakParam(func(chan secret.T)) {}
func LeakResult() (int, secret.T) { return 0, secret.T{} }
func LeakTypeParam[X ~[]secret.T](x X) {}

type Generic[X any] struct{ x X }
type Hides struct{ t secret.T }
func (Hides) m(secret.T) {}
func unexported(secret.T) {}
type hidden struct{ F secret.T }
`

// TestInternalTypesAreFound: TestNoInternalTypes can fail, for each way of mentioning a type.
func TestInternalTypesAreFound(t *testing.T) {
	fset := token.NewFileSet()
	check := func(path, source string, imports types.Importer) *types.Package {
		file, err := parser.ParseFile(fset, path, source, 0)
		if err != nil {
			t.Fatal(err)
		}
		p, err := (&types.Config{Importer: imports}).Check(path, fset, []*ast.File{file}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	secret := check("gpucourse/gpusim/internal/secret", "package secret; type T struct{ A int }; type N int", nil)
	face := check("gpucourse/gpusim/face", leaky, only{secret})
	found := strings.Join(internalTypes(face), "\n")
	for _, name := range face.Scope().Names() {
		leaks := strings.Contains(found, "face."+name+" ") || strings.Contains(found, "face."+name+".")
		if want := strings.HasPrefix(name, "Leak"); leaks != want {
			t.Errorf("%s: found is %v, want %v", name, leaks, want)
		}
	}
}

// only imports one package.
type only struct{ pkg *types.Package }

func (o only) Import(string) (*types.Package, error) { return o.pkg, nil }

// TestConfigurationIsData: what a launch is given holds typed choices alone: no state of the
// launch and no context, which belong to calls, and no text.
func TestConfigurationIsData(t *testing.T) {
	for _, c := range []reflect.Type{reflect.TypeFor[gpusim.Config](), reflect.TypeFor[gpusim.Options](), reflect.TypeFor[gpusim.Settings](), reflect.TypeFor[cpu.Machine]()} {
		for _, f := range reflect.VisibleFields(c) {
			if !f.IsExported() {
				t.Errorf("%s.%s is state of a launch", c, f.Name)
			}
			if f.Type == reflect.TypeFor[context.Context]() {
				t.Errorf("%s.%s is a context", c, f.Name)
			}
			if f.Type.Kind() == reflect.String {
				t.Errorf("%s.%s is text, not a typed choice", c, f.Name)
			}
		}
	}
}

// readers are the packages that show, compute or grade what a launch reported.
var readers = []string{
	"gpucourse/gpusim/chart", "gpucourse/gpusim/report", "gpucourse/gpusim/internal/metrics", "gpucourse/gpusim/display", "gpucourse/notebooks/notebook",
	"gpucourse/gpusim/plan", "gpucourse/gpusim/command", "gpucourse/gpusim/cmd/...", "gpucourse/grader/...",
}

// engines are the folders of gpusim/internal that simulate a launch.
var engines = []string{"simt", "coalesce", "cache", "timing", "dispatch", "tracefile", "untimed", "run"}

// TestReadersImportNoEngine: pictures, notebooks, grades and the command line get
// along with the public packages, and know nothing of how a launch is simulated.
func TestReadersImportNoEngine(t *testing.T) {
	out, err := exec.Command("go", append([]string{"list", "-f", `{{.ImportPath}} {{join .Imports " "}}`}, readers...)...).Output()
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(out), "\n"); n < len(readers) {
		t.Errorf("%d packages were looked at, want %d at least", n, len(readers))
	}
	for line := range strings.Lines(string(out)) {
		imports := strings.Fields(line)
		for _, path := range imports[1:] {
			if isEngine(path) {
				t.Errorf("%s imports %s", imports[0], path)
			}
		}
	}
	if !isEngine("gpucourse/gpusim/internal/timing/sm") || isEngine("gpucourse/gpusim/trace") {
		t.Error("isEngine tells engines and readers not apart")
	}
}

// isEngine reports whether a package belongs to an engine.
func isEngine(path string) bool {
	folder, internal := strings.CutPrefix(path, "gpucourse/gpusim/internal/")
	first, _, _ := strings.Cut(folder, "/")
	return internal && slices.Contains(engines, first)
}

// TestReferenceIsShort: `go doc ./gpusim` fits two screens.
func TestReferenceIsShort(t *testing.T) {
	const most = 93
	out, err := exec.Command("go", "doc", "gpucourse/gpusim").Output()
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(string(out), "\n"); got > most {
		t.Errorf("go doc prints %d lines, want %d at most", got, most)
	}
}
