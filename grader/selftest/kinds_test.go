package selftest

// This file makes small wrong variants of the kinds that pass for right: they are wrong for
// some sizes, values, lengths or blocks alone, or in some orders of the threads.

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"gpucourse/gpusim/cpu"
	"gpucourse/grader/rubric"
)

// kinds are operators beside those of mutate_test.go. Those that are named "… where" do
// something wrong under a condition.
var kinds = []operator{
	{"barrier or fence missing where", eachWhere(isWait, ""), nil},
	{"atomic in two steps where", eachWhere(isAtomic, "two steps"), nil},
	{"store missing where", eachWhere(isStore, ""), nil},
	{"bound missing where", boundsWhere, nil},
	{"atomic in two steps", func(f *sourceFile, n ast.Node) []edit { return twoSteps(f, n) }, nil},
	{"one attempt of a loop", oneAttempt, nil},
	{"statements exchanged", exchangeStatements, nil},
	{"index one further", otherIndexes, nil},
	{"inner bound one off", otherLimits, nil},
}

// when is a condition under which something wrong is done, with what it looks at.
type when struct{ name, text string }

// conditions returns what a kernel may tell launches, values and blocks by.
func conditions(f *sourceFile, fn *ast.FuncDecl) (list []when) {
	e, k := f.kernel(fn.Name.Name)
	switch _, err := cpu.Open(e.Device); {
	case err == nil:
		return nil // a fault there has another form
	case k == nil:
		return byPlace
	}
	params, written := map[string]string{}, f.written()
	for _, p := range fn.Type.Params.List {
		for _, name := range p.Names {
			params[name.Name] = f.text(p.Type)
		}
	}
	sizes := k.SizesFor(*variantSeed)
	last := sizes[len(sizes)-1]
	for i, name := range k.SizeNames {
		if params[name] == "int" {
			list = append(list, when{"size", fmt.Sprintf("%s == %d", name, last[i])}, when{"size", fmt.Sprintf("%s > %d", name, last[i]/2)},
				when{"size", fmt.Sprintf("%s%%2 == 1", name)})
		}
	}
	for _, p := range fn.Type.Params.List {
		for _, name := range p.Names {
			list = append(list, ofParameter(name.Name, f.text(p.Type), written[name.Name])...)
		}
	}
	return append(list, byPlace...)
}

var byPlace = []when{
	{"block", "gpu.BlockIdx.X == 0"}, {"block", "gpu.BlockIdx.X == gpu.GridDim.X-1"}, {"block", "gpu.BlockIdx.X == 3"}, {"grid", "gpu.GridDim.X > 8"},
}

// ofParameter returns conditions on a parameter. What the kernel writes is not looked at.
func ofParameter(name, kind string, written bool) []when {
	switch {
	case kind == "float32":
		return []when{{"factor", name + " < 0"}, {"factor", name + " == 0"}, {"factor", name + " > 1.6"}}
	case written:
		return []when{{"length", fmt.Sprintf("len(%s)%%32 == 0", name)}}
	case kind == "[]float32":
		return []when{{"value", name + "[0] < 0"}, {"value", name + "[0] == 0"}, {"value", name + "[0] != " + name + "[0]"}, {"value", name + "[0] == " + name + "[1]"},
			{"length", fmt.Sprintf("len(%s)%%32 == 0", name)}}
	case kind == "[]int32":
		return []when{{"value", name + "[0] < 0"}, {"value", name + "[0] == 0"}, {"value", name + "[0] == " + name + "[1]"}, {"value", name + "[0] > 1<<20"}}
	}
	return nil
}

// kernel returns the exercise of the file and its kernel of a name; nil for other functions.
func (f *sourceFile) kernel(name string) (*rubric.Exercise, *rubric.Kernel) {
	i := slices.IndexFunc(rubric.Exercises, func(e rubric.Exercise) bool { return e.Package == f.syntax.Name.Name })
	e := &rubric.Exercises[i]
	if j := slices.IndexFunc(e.Kernels, func(k rubric.Kernel) bool { return k.Name == name }); j >= 0 {
		return e, &e.Kernels[j]
	}
	return e, nil
}

// reached marks, in an edit, where something wrong is done under a condition. A variant with a
// fault there tells whether any launch comes there.
const reached = "/* reached */"

// fault is a fault that no compiler sees.
const fault = "beyond.V[gpu.GridDim.X+1<<20] = 1"

const faultVariable = "\nvar beyond gpu.Global[[4]int32]\n"

// eachWhere returns an operator that replaces the chosen statements of a function under each
// condition. Its edits are those of the function, not of the statements.
func eachWhere(chosen func(*sourceFile, ast.Stmt) bool, instead string) func(*sourceFile, ast.Node) []edit {
	return func(f *sourceFile, n ast.Node) (list []edit) {
		fn, ok := n.(*ast.FuncDecl)
		if !ok || fn.Body == nil {
			return nil
		}
		all := conditions(f, fn)
		ast.Inspect(fn.Body, func(n ast.Node) bool {
			for _, s := range statements(n) {
				if !chosen(f, s) {
					continue
				}
				wrong := ""
				if instead != "" {
					wrong = twoSteps(f, s)[0].patches[0].text
				}
				for _, c := range all {
					list = append(list, edit{
						fmt.Sprintf("%s missing where %s", f.text(s), c.text),
						append(f.around(s, "if "+c.text+" { "+reached+wrong+" } else { ", " }"), f.end(wrong)...),
					})
				}
			}
			return true
		})
		return list
	}
}

// boundsWhere makes conditions with a bound true under other conditions.
func boundsWhere(f *sourceFile, n ast.Node) (list []edit) {
	fn, ok := n.(*ast.FuncDecl)
	if !ok || fn.Body == nil {
		return nil
	}
	all := conditions(f, fn)
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		s, ok := n.(*ast.IfStmt)
		if !ok || s.Init != nil {
			return true
		}
		if b, ok := s.Cond.(*ast.BinaryExpr); ok && slices.Contains([]token.Token{token.LSS, token.LEQ, token.GTR, token.GEQ, token.LAND, token.LOR}, b.Op) {
			for _, c := range all {
				list = append(list, edit{
					fmt.Sprintf("if %s: turned about where %s", f.text(s.Cond), c.text),
					append(f.around(s, "if "+c.text+" { "+reached+" } \n", ""), f.around(s.Cond, "("+c.text+") != (", ")")...),
				})
			}
		}
		return true
	})
	return list
}

func isWait(f *sourceFile, s ast.Stmt) bool {
	_, call := s.(*ast.ExprStmt)
	return call && (strings.HasPrefix(f.text(s), "gpu.Sync") || strings.HasPrefix(f.text(s), "gpu.Threadfence"))
}

func isAtomic(f *sourceFile, s ast.Stmt) bool { return len(twoSteps(f, s)) > 0 }

func isStore(_ *sourceFile, s ast.Stmt) bool {
	set, ok := s.(*ast.AssignStmt)
	return ok && set.Tok != token.DEFINE && !isName(set.Lhs[0])
}

// end returns a patch that puts helper functions to the end of the file, if text needs them.
func (f *sourceFile) end(text string) []patch {
	if !strings.Contains(text, "twoSteps(") {
		return nil
	}
	return []patch{{len(f.src), len(f.src), twoStepsFunction}}
}

// twoStepsFunction adds to a word as somebody does who thinks that two atomics are one.
const twoStepsFunction = "\nfunc twoSteps[T int32 | uint32 | float32](p *T, v T) (old T) {\n\told = gpu.AtomicAdd(p, 0)\n\tgpu.AtomicExch(p, old+v)\n\treturn old\n}\n"

// twoSteps makes an atomic addition two atomics: it loses updates.
func twoSteps(f *sourceFile, n ast.Node) []edit {
	s, ok := n.(ast.Stmt)
	if !ok || strings.Contains(f.text(s), "{") || strings.Count(f.text(s), "gpu.AtomicAdd(") != 1 {
		return nil
	}
	if set, ok := s.(*ast.AssignStmt); ok && set.Tok == token.DEFINE {
		return nil
	}
	text := strings.Replace(f.text(s), "gpu.AtomicAdd(", "twoSteps(", 1)
	at := f.offset(s.Pos())
	return []edit{{f.text(s) + " in two steps", append([]patch{{at, f.offset(s.End()), text}}, f.end(text)...)}}
}

// oneAttempt makes a loop with a compare-and-swap try once.
func oneAttempt(f *sourceFile, n ast.Node) []edit {
	loop, ok := n.(*ast.ForStmt)
	if !ok || !strings.Contains(f.text(loop), "gpu.AtomicCAS") || loop.Cond == nil {
		return nil
	}
	return []edit{{f.text(loop.Cond) + " once", append(f.around(loop, "tries := 0\n", ""), f.around(loop.Cond, "tries < 1 && (", ")")...)}}
}

// exchangeStatements exchanges neighbours of which one writes what the other uses, or one of
// which waits.
func exchangeStatements(f *sourceFile, n ast.Node) (list []edit) {
	all := statements(n)
	for i := range max(0, len(all)-1) {
		a, b := all[i], all[i+1]
		if f.text(a) == f.text(b) || !f.depend(a, b) {
			continue
		}
		list = append(list, edit{firstLine(f.text(a)) + " exchanged with " + firstLine(f.text(b)), []patch{
			{f.offset(a.Pos()), f.offset(a.End()), f.text(b)}, {f.offset(b.Pos()), f.offset(b.End()), f.text(a)},
		}})
	}
	return list
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// depend reports whether the order of two statements may matter.
func (f *sourceFile) depend(a, b ast.Stmt) bool {
	for _, s := range []ast.Stmt{a, b} {
		if _, leaves := s.(*ast.ReturnStmt); leaves {
			return false
		}
	}
	if isWait(f, a) != isWait(f, b) {
		other := a
		if isWait(f, a) {
			other = b
		}
		return strings.ContainsAny(f.text(other), "[*")
	}
	return writes(a, b) || writes(b, a)
}

// writes reports whether a statement assigns to a name that another one mentions.
func writes(a, b ast.Stmt) bool {
	mentioned := mentionedIn(b)
	found := false
	ast.Inspect(a, func(n ast.Node) bool {
		var to []ast.Expr
		switch n := n.(type) {
		case *ast.AssignStmt:
			to = n.Lhs
		case *ast.IncDecStmt:
			to = []ast.Expr{n.X}
		}
		for _, e := range to {
			found = found || slices.Contains(mentioned, base(e))
		}
		return true
	})
	return found
}

// base returns the name of the variable that an expression is a part of.
func base(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.IndexExpr:
		return base(e.X)
	case *ast.SelectorExpr:
		return base(e.X)
	case *ast.StarExpr:
		return base(e.X)
	case *ast.ParenExpr:
		return base(e.X)
	}
	return ""
}

// otherIndexes adds and subtracts 1 in an index.
func otherIndexes(f *sourceFile, n ast.Node) []edit {
	at, ok := n.(*ast.IndexExpr)
	if !ok || strings.HasPrefix(f.text(at.X), "gpu.") {
		return nil
	}
	var list []edit
	for _, by := range []string{" + 1", " - 1"} {
		list = append(list, edit{f.text(at) + ": index" + by, f.around(at.Index, "(", ")"+by)})
	}
	return list
}

// otherLimits moves the limit of a loop by one.
func otherLimits(f *sourceFile, n ast.Node) (list []edit) {
	var limit ast.Expr
	switch n := n.(type) {
	case *ast.ForStmt:
		if b, ok := n.Cond.(*ast.BinaryExpr); ok {
			limit = b.Y
		}
	case *ast.RangeStmt:
		limit = n.X
	}
	if limit == nil {
		return nil
	}
	for _, by := range []string{" + 1", " - 1"} {
		list = append(list, edit{f.text(limit) + by, f.around(limit, "(", ")"+by)})
	}
	return list
}
