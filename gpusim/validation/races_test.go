package validation

// This file runs racecheck on the measured kernels. They have no races. A kernel from which
// a barrier was removed has one, between lines on both sides of the barrier.

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/internal/check"
	"gpucourse/gpusim/internal/compile"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/pass"
	"gpucourse/gpusim/internal/simt"
	"gpucourse/gpusim/internal/source"
	"gpucourse/gpusim/report"
	"gpucourse/gpusim/trace"
	"gpucourse/gpusim/validation/cases"
	"gpucourse/gpusim/validation/fuzz"
	"gpucourse/gpusim/validation/kernels"
	"gpucourse/gpusim/validation/unseenkernels"
	"gpucourse/gpusim/validation/unseenlaunches"
)

// racy are the kernels that have races, with the reason.
var racy = map[string]string{}

// needless are the barriers that can be removed without a race, by function and number in
// it, with the reason.
var needless = map[string]string{
	"SetRowReadRow 1": "a thread reads what it wrote",
	"SetColReadCol 1": "a thread reads what it wrote",
	"RectRowRow 1":    "a thread reads what it wrote",
	"RectColCol 1":    "a thread reads what it wrote",
	"scanTree 3":      "a thread reads what it wrote in the last turn of the loop",
}

// tried is the most threads of a launch that is checked.
const tried = 1 << 20

// corpus returns the launches of each kernel of a folder, by its name without type
// arguments, smallest first.
func corpus(folder string) map[string][]cases.Case {
	all := byKernel(unseenkernels.Cases())
	if folder == "kernels" {
		all = byKernel(kernels.Cases())
		// One kernel is only in unseenlaunches.
		for name, list := range byKernel(unseenlaunches.Cases()) {
			if all[name] == nil {
				all[name] = list
			}
		}
	}
	for _, list := range all {
		slices.SortStableFunc(list, func(a, b cases.Case) int { return a.Threads() - b.Threads() })
	}
	return all
}

// byKernel groups the cases that have arguments by kernel.
func byKernel(list []cases.Case) map[string][]cases.Case {
	all := map[string][]cases.Case{}
	for _, c := range list {
		if c.Args != nil {
			name, _, _ := strings.Cut(compiledName(c.Kernel), "[")
			all[name] = append(all[name], c)
		}
	}
	return all
}

// compiledName returns the kernel's name in a module, with its type arguments.
func compiledName(kernel any) string { return gpusim.Must(gpusim.Compile(kernel)).Name() }

// checked has tools watch the launch of a case, with a kernel in place of its own.
func checked(t *testing.T, tools gpusim.Tools, c cases.Case, kernel any) *report.Check {
	t.Helper()
	dev := gpusim.Must(gpusim.Open(testSpec.Name))
	args := c.Args()
	for i := range args {
		args[i] = upload(t, dev, args[i])
	}
	config := gpusim.Config{Grid: gpusim.Dim3(c.Grid), Block: gpusim.Dim3(c.Block), Shared: c.Shared, MaxShared: c.Shared}
	found, err := dev.Check(tools, kernel, config, args...)
	if err != nil {
		t.Fatalf("%s: %v", c.Name, err)
	}
	if !found.Whole {
		t.Fatalf("%s is too large to be checked", c.Name)
	}
	return found
}

func TestKernelsHaveNoRaces(t *testing.T) {
	if testing.Short() {
		t.Skip("checks every kernel of the corpus")
	}
	for _, folder := range folders {
		for name, list := range corpus(folder) {
			found := checked(t, gpusim.AllChecks, list[0], list[0].Kernel)
			if races, known := len(found.Findings) > 0, racy[name] != ""; races != known {
				t.Errorf("%s, %s: has races is %v, want %v\n%s", name, list[0].Name, races, known, found)
			}
		}
	}
}

// folders are the packages of measured kernels.
var folders = []string{"kernels", "unseenkernels"}

// barrier is a SyncThreads that a test removes.
type barrier struct {
	file, function string
	place          int // in its function, from 1
	line           int
	loops          [][2]int // first and last line of each loop around it
	from, to       int      // bytes of the statement
	kernels        []string // functions that execute it
}

func (b *barrier) String() string { return fmt.Sprintf("%s %d", b.function, b.place) }

// barriersOf finds the barriers of a package.
func barriersOf(t *testing.T, folder string) []*barrier {
	t.Helper()
	fset := token.NewFileSet()
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var list []*barrier
	callers := map[string][]string{} // by the functions that they call
	for _, file := range files {
		f, err := parser.ParseFile(fset, file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				list = append(list, barriersIn(fset, file, fn)...)
				noteCalls(callers, fn)
			}
		}
	}
	for _, b := range list {
		b.kernels = append(callers[b.function], b.function)
	}
	return list
}

// barriersIn finds the barriers of one function.
func barriersIn(fset *token.FileSet, file string, fn *ast.FuncDecl) (list []*barrier) {
	var stack []ast.Node
	ast.Inspect(fn, func(n ast.Node) bool {
		if n == nil {
			stack = stack[:len(stack)-1]
			return true
		}
		if call, ok := n.(*ast.CallExpr); ok && isSync(call) {
			b := &barrier{file: file, function: fn.Name.Name, place: len(list) + 1, line: fset.Position(n.Pos()).Line, from: fset.Position(n.Pos()).Offset, to: fset.Position(n.End()).Offset}
			for _, outer := range stack {
				switch outer.(type) {
				case *ast.ForStmt, *ast.RangeStmt:
					b.loops = append(b.loops, [2]int{fset.Position(outer.Pos()).Line, fset.Position(outer.End()).Line})
				}
			}
			list = append(list, b)
		}
		stack = append(stack, n)
		return true
	})
	return list
}

func isSync(call *ast.CallExpr) bool {
	s, ok := call.Fun.(*ast.SelectorExpr)
	return ok && s.Sel.Name == "SyncThreads"
}

// noteCalls adds a function to the callers of the functions that it calls.
func noteCalls(callers map[string][]string, fn *ast.FuncDecl) {
	ast.Inspect(fn, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			if id, ok := call.Fun.(*ast.Ident); ok {
				callers[id.Name] = append(callers[id.Name], fn.Name.Name)
			}
		}
		return true
	})
}

// without returns the kernels of a package without the barrier.
func (b *barrier) without(t *testing.T, folder string) *gpusim.Module {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(folder)); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(b.file)
	if err != nil {
		t.Fatal(err)
	}
	text = slices.Concat(text[:b.from], []byte("_ = 0"), text[b.to:])
	if err := os.WriteFile(filepath.Join(dir, filepath.Base(b.file)), text, 0o644); err != nil {
		t.Fatal(err)
	}
	module, err := gpusim.LoadFile(dir)
	if err != nil {
		t.Fatal(err)
	}
	return module
}

// parts reports whether the barrier stood between two lines, or shares a loop with one of
// them.
func (b *barrier) parts(first, second int) bool {
	if first <= b.line && b.line <= second {
		return true
	}
	return slices.ContainsFunc(b.loops, func(l [2]int) bool {
		return l[0] <= first && first <= l[1] || l[0] <= second && second <= l[1]
	})
}

// races returns the findings of the first launch without the barrier that has any.
func (b *barrier) races(t *testing.T, folder string, all map[string][]cases.Case) []report.Finding {
	t.Helper()
	module := b.without(t, folder)
	for _, name := range b.kernels {
		for _, c := range all[name] {
			if c.Threads() > tried {
				continue
			}
			kernel := gpusim.Must(module.Kernel(compiledName(c.Kernel)))
			if found := checked(t, gpusim.Racecheck, c, kernel); len(found.Findings) > 0 {
				return found.Findings
			}
		}
	}
	return nil
}

// TestLostBarriersAreFound removes one barrier in three, with -every each.
func TestLostBarriersAreFound(t *testing.T) {
	if testing.Short() {
		t.Skip("checks every kernel of the corpus that has barriers, once a barrier")
	}
	for _, folder := range folders {
		all := corpus(folder)
		for i, b := range barriersOf(t, folder) {
			if i%oneIn != 0 && !*every {
				continue
			}
			races := b.races(t, folder, all)
			for _, f := range races {
				if !b.parts(f.First.Pos.Line, f.Second.Pos.Line) {
					t.Errorf("%s, lost in line %d: %v", b, b.line, f.Diagnostic)
				}
			}
			if found, want := len(races) > 0, needless[b.String()] == ""; found != want {
				t.Errorf("%s, lost in line %d of %s: found is %v, want %v", b, b.line, b.file, found, want)
			}
		}
	}
}

// racesOf returns the races of a random kernel that the given passes compile.
func racesOf(t *testing.T, seed uint64, passes []pass.Pass) []report.Finding {
	t.Helper()
	b, err := fuzz.BatchOf([]*fuzz.Kernel{fuzz.Generate(seed)})
	if err != nil {
		t.Fatal(err)
	}
	u, err := source.LoadText("kernels.go", []byte(b.Source))
	if err != nil {
		t.Fatal(err)
	}
	l := b.Launches[0]
	k, err := compile.Kernel(u, l.Name, compile.Options{Passes: passes})
	if err != nil {
		t.Fatal(err)
	}
	var checkers *check.Set
	args, _ := fuzz.Args(l.GridThreads())
	err = Launch{Shape: onTestDevice(l), Args: args, Budget: budget, Observe: func(p *simt.Program) trace.Observer {
		checkers = check.New(check.Tools, &check.Launch{
			Shape: onTestDevice(l), Program: p, Windows: make([]simt.Window, len(k.Vars)), Line: u.Line, Bytes: 1 << 30,
		})
		return checkers.Observer
	}}.Run(k)
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	list, _ := checkers.Findings()
	return list
}

// TestRandomKernelsHaveNoRaces: random kernels have one result for any order of threads, so
// they have no races. Some have races when their barriers are removed.
func TestRandomKernelsHaveNoRaces(t *testing.T) {
	const count = 60
	forgotten := sabotaged(func(_ *ir.Kernel, in *ir.Instr) {
		if in.Op == ir.Bar {
			*in = ir.Instr{Op: ir.Membar, Mod: ir.ScopeBlock, Pos: in.Pos}
		}
	}, false)
	noticed := 0
	for seed := range uint64(count) {
		for _, f := range racesOf(t, seed, plain) {
			t.Errorf("seed %d: %v", seed, f.Diagnostic)
		}
		if len(racesOf(t, seed, forgotten)) > 0 {
			noticed++
		}
	}
	t.Logf("%d of %d kernels that lost their barriers have races", noticed, count)
	if noticed == 0 {
		t.Error("no kernel that lost its barriers has a race: the kernels test nothing")
	}
}
