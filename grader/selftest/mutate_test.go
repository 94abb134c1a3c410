package selftest

// This file makes mutants: solutions with one edit.

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"iter"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gpucourse/grader/internal/source"
	"gpucourse/grader/verdict"
)

// mutant is a submission with one edit.
type mutant struct {
	operator *operator
	what     string // "Add: if i < n {: < becomes <="
	unit     string // the function, constant or variable that has the edit
	src      []byte
}

// operator is a kind of edit.
type operator struct {
	name string
	// edits returns what the operator can do to a node.
	edits func(f *sourceFile, n ast.Node) []edit
	// named: every kernel that has the edit must be refused, and the feedback must name a
	// line that takes part. nil: it is enough that one kernel gets less than full marks.
	named func(v *verdict.Verdict) bool
}

// edit is a change of the source.
type edit struct {
	what    string // "< becomes <="
	patches []patch
}

// deletions are the edits that make a kernel racy or let it read what nobody has written.
var deletions = []operator{
	{"barrier removed", func(f *sourceFile, n ast.Node) []edit { return removeCalls(f, n, "gpu.Sync") }, namesRace},
	{"fence removed", func(f *sourceFile, n ast.Node) []edit { return removeCalls(f, n, "gpu.Threadfence") }, namesRace},
	{"atomic made plain", plainUpdates, namesRace},
	{"mask narrowed", narrowMasks, namesWarpFunction},
	{"initialisation removed", removeInitialisations, namesLine},
}

// operators are all kinds of edits.
var operators = append(deletions, []operator{
	{"barrier weakened", weakenBarriers, namesRace},
	{"update removed", removeUpdates, nil},
	{"variable zeroed", zeroVariables, nil},
	{"return removed", removeReturns, nil},
	{"condition always true", func(f *sourceFile, n ast.Node) []edit { return condition(f, n, "true") }, nil},
	{"condition never true", func(f *sourceFile, n ast.Node) []edit { return condition(f, n, "false") }, nil},
	{"other operator", otherOperators, nil},
	{"other name", otherNames, nil},
	{"other constant", otherConstants, nil},
	{"directive removed", removeDirectives, nil},
	{"call removed", removeSteps, nil},
	{"calls exchanged", exchangeSteps, nil},
}...)

// mutate returns every mutant of a submission.
func mutate(f *sourceFile, some []operator) []mutant {
	var mutants []mutant
	times := map[string]int{}
	for name, unit := range f.units() {
		ast.Inspect(unit, func(n ast.Node) bool {
			for i := range some {
				for _, e := range some[i].edits(f, n) {
					what := fmt.Sprintf("%s: %s: %s", name, f.line(e.patches[0].from), e.what)
					if times[what]++; times[what] > 1 {
						what += fmt.Sprintf(" (number %d)", times[what])
					}
					mutants = append(mutants, mutant{&some[i], what, name, f.apply(e.patches)})
				}
			}
			return true
		})
	}
	return mutants
}

// units returns the functions of the file and its constants, variables and types, each by
// its first name.
func (f *sourceFile) units() iter.Seq2[string, ast.Node] {
	return func(yield func(string, ast.Node) bool) {
		for _, d := range f.syntax.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && !yield(fn.Name.Name, fn) {
				return
			}
			g, ok := d.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, spec := range g.Specs {
				if name := nameOf(spec); name != "" && !yield(name, spec) {
					return
				}
			}
		}
	}
}

// nameOf returns the first name that a part of a declaration declares; "" for an import.
func nameOf(spec ast.Spec) string {
	switch spec := spec.(type) {
	case *ast.ValueSpec:
		return spec.Names[0].Name
	case *ast.TypeSpec:
		return spec.Name.Name
	}
	return ""
}

// line returns the trimmed text of the line at an offset.
func (f *sourceFile) line(offset int) string {
	from := strings.LastIndexByte(string(f.src[:offset]), '\n') + 1
	text, _, _ := strings.Cut(string(f.src[from:]), "\n")
	return strings.TrimSpace(text)
}

// becomes replaces the text of a node, or of an operator.
func (f *sourceFile) becomes(pos token.Pos, old, replacement string) edit {
	at := f.offset(pos)
	return edit{old + " becomes " + replacement, []patch{{at, at + len(old), replacement}}}
}

// remove takes a statement out of a block. The names in it stay used.
func (f *sourceFile) remove(s ast.Stmt) edit {
	return edit{f.text(s) + " removed", f.around(s, "if false { ", " }")}
}

// statements returns the statements of a block.
func statements(n ast.Node) []ast.Stmt {
	switch n := n.(type) {
	case *ast.BlockStmt:
		return n.List
	case *ast.CaseClause:
		return n.Body
	}
	return nil
}

// removeStatements removes the statements of a block that are chosen.
func removeStatements(f *sourceFile, n ast.Node, chosen func(ast.Stmt) bool) (list []edit) {
	for _, s := range statements(n) {
		if chosen(s) {
			list = append(list, f.remove(s))
		}
	}
	return list
}

// swaps are what replaces an operator or a name.
var swaps = map[string][]string{
	"<": {"<=", ">"}, ">=": {">", "<"}, "<=": {"<"}, ">": {">="}, "==": {"!="}, "!=": {"=="},
	"+": {"-"}, "-": {"+"}, "*": {"+"}, "/": {"*", "%"}, "%": {"/"},
	"&&": {"||"}, "||": {"&&"}, "+=": {"="}, "*=": {"="},
	"X": {"Y"}, "Y": {"X"},
	"ThreadIdx": {"BlockIdx"}, "BlockIdx": {"ThreadIdx"}, "BlockDim": {"GridDim"}, "GridDim": {"BlockDim"},
	"LaneID": {"WarpID"}, "WarpID": {"LaneID"},
	"ShflUpSync": {"ShflDownSync"}, "ShflDownSync": {"ShflUpSync"}, "ShflXorSync": {"ShflUpSync"},
	"min": {"max"}, "max": {"min"},
}

func (f *sourceFile) swapped(pos token.Pos, before, old string) (list []edit) {
	for _, s := range swaps[old] {
		list = append(list, f.becomes(pos, before+old, before+s))
	}
	return list
}

func otherOperators(f *sourceFile, n ast.Node) []edit {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		return f.swapped(n.OpPos, "", n.Op.String())
	case *ast.AssignStmt:
		return f.swapped(n.TokPos, "", n.Tok.String())
	case *ast.CallExpr:
		if name, ok := n.Fun.(*ast.Ident); ok {
			return f.swapped(n.Pos(), "", name.Name)
		}
	}
	return nil
}

func otherNames(f *sourceFile, n ast.Node) []edit {
	if s, ok := n.(*ast.SelectorExpr); ok {
		return f.swapped(s.Pos(), types.ExprString(s.X)+".", s.Sel.Name)
	}
	return nil
}

// otherConstants adds and subtracts 1.
func otherConstants(f *sourceFile, n ast.Node) []edit {
	lit, ok := n.(*ast.BasicLit)
	if !ok || lit.Kind != token.INT {
		return nil
	}
	v, err := strconv.Atoi(lit.Value)
	if err != nil {
		return nil
	}
	list := []edit{f.becomes(lit.Pos(), lit.Value, strconv.Itoa(v+1))}
	if v > 0 {
		list = append(list, f.becomes(lit.Pos(), lit.Value, strconv.Itoa(v-1)))
	}
	return list
}

func condition(f *sourceFile, n ast.Node, value string) []edit {
	if s, ok := n.(*ast.IfStmt); ok {
		return []edit{f.becomes(s.Cond.Pos(), f.text(s.Cond), value)}
	}
	return nil
}

// removeCalls removes statements that call a function whose name begins so.
func removeCalls(f *sourceFile, n ast.Node, prefix string) []edit {
	return removeStatements(f, n, func(s ast.Stmt) bool {
		_, call := s.(*ast.ExprStmt)
		return call && strings.HasPrefix(f.text(s), prefix)
	})
}

// weakenBarriers lets only a warp wait where the block must, and lets nobody wait at a fence.
func weakenBarriers(f *sourceFile, n ast.Node) (list []edit) {
	for _, s := range statements(n) {
		if text := f.text(s); text == "gpu.SyncThreads()" {
			list = append(list, f.becomes(s.Pos(), text, "gpu.SyncWarp()"), f.becomes(s.Pos(), text, "gpu.Threadfence()"))
		}
	}
	return list
}

// plainOperators are the operators of the atomics that have one.
var plainOperators = map[string]string{
	"AtomicAdd": " + ", "AtomicSub": " - ", "AtomicAnd": " & ", "AtomicOr": " | ", "AtomicXor": " ^ ",
}

// plainUpdates turns statements that call an atomic into plain updates.
func plainUpdates(f *sourceFile, n ast.Node) []edit {
	s, ok := n.(*ast.ExprStmt)
	if !ok {
		return nil
	}
	call := s.X.(*ast.CallExpr)
	fun, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || plainOperators[fun.Sel.Name] == "" {
		return nil
	}
	x := strings.TrimPrefix(f.text(call.Args[0]), "&")
	if !strings.HasPrefix(f.text(call.Args[0]), "&") {
		x = "*" + x
	}
	return []edit{f.becomes(s.Pos(), f.text(s), x+" = "+x+plainOperators[fun.Sel.Name]+f.text(call.Args[1]))}
}

// narrowMasks leaves lanes out of the mask of a warp function.
func narrowMasks(f *sourceFile, n ast.Node) (list []edit) {
	if s, ok := n.(*ast.SelectorExpr); ok && s.Sel.Name == "FullMask" {
		for _, mask := range []string{"0xffff", "0x7fffffff"} {
			list = append(list, f.becomes(s.Pos(), f.text(s), mask))
		}
	}
	return list
}

// removeInitialisations removes assignments that set elements or what a pointer points to.
func removeInitialisations(f *sourceFile, n ast.Node) []edit {
	return removeStatements(f, n, func(s ast.Stmt) bool {
		set, ok := s.(*ast.AssignStmt)
		return ok && set.Tok == token.ASSIGN && !isName(set.Lhs[0])
	})
}

func isName(e ast.Expr) bool {
	_, ok := e.(*ast.Ident)
	return ok
}

// removeUpdates removes other assignments to what exists, and increments.
func removeUpdates(f *sourceFile, n ast.Node) []edit {
	return removeStatements(f, n, func(s ast.Stmt) bool {
		if _, counts := s.(*ast.IncDecStmt); counts {
			return true
		}
		set, ok := s.(*ast.AssignStmt)
		return ok && set.Tok != token.DEFINE && (set.Tok != token.ASSIGN || isName(set.Lhs[0]))
	})
}

// zeroVariables gives new variables the zero value of their type.
func zeroVariables(f *sourceFile, n ast.Node) (list []edit) {
	s, ok := n.(*ast.AssignStmt)
	if !ok || s.Tok != token.DEFINE || len(s.Lhs) != len(s.Rhs) {
		return nil
	}
	for i, value := range s.Rhs {
		text := f.text(value)
		if strings.HasPrefix(text, "gpu.Shared") || strings.HasPrefix(text, "gpu.DynamicShared") || text == "0" || strings.HasSuffix(text, "(0)") {
			continue
		}
		e := edit{f.text(s.Lhs[i]) + " zeroed", append(f.around(value, "zero(", ")"), patch{len(f.src), len(f.src), zeroFunction})}
		list = append(list, e)
	}
	return list
}

const zeroFunction = "\nfunc zero[T any](T) (z T) { return z }\n"

// removeReturns removes returns without a value.
func removeReturns(f *sourceFile, n ast.Node) []edit {
	return removeStatements(f, n, func(s ast.Stmt) bool {
		r, ok := s.(*ast.ReturnStmt)
		return ok && len(r.Results) == 0
	})
}

func removeDirectives(f *sourceFile, n ast.Node) (list []edit) {
	fn, ok := n.(*ast.FuncDecl)
	if !ok || fn.Doc == nil {
		return nil
	}
	for _, c := range fn.Doc.List {
		if strings.HasPrefix(c.Text, "//gpu:") {
			list = append(list, f.becomes(c.Pos(), c.Text, "//"))
		}
	}
	return list
}

// steps returns the calls of a plan.
func steps(n ast.Node) []ast.Expr {
	if list, ok := n.(*ast.CompositeLit); ok && len(list.Elts) > 0 {
		if _, ok := list.Elts[0].(*ast.CallExpr); ok {
			return list.Elts
		}
	}
	return nil
}

func removeSteps(f *sourceFile, n ast.Node) (list []edit) {
	for _, s := range steps(n) {
		from, to := f.offset(s.Pos()), f.offset(s.End())
		list = append(list, edit{f.text(s) + " removed", []patch{{from, to + 1, ""}}})
	}
	return list
}

// exchangeSteps exchanges different neighbours of one thread or stream.
func exchangeSteps(f *sourceFile, n ast.Node) (list []edit) {
	all := steps(n)
	for i := range max(len(all)-1, 0) {
		a, b := all[i], all[i+1]
		if f.text(a) == f.text(b) || f.receiver(a) != f.receiver(b) {
			continue
		}
		list = append(list, edit{f.text(a) + " exchanged with " + f.text(b), []patch{
			{f.offset(a.Pos()), f.offset(a.End()), f.text(b)}, {f.offset(b.Pos()), f.offset(b.End()), f.text(a)},
		}})
	}
	return list
}

// receiver returns "main" of main.MemAlloc("x", 64).
func (f *sourceFile) receiver(call ast.Expr) string {
	name, _, _ := strings.Cut(f.text(call), ".")
	return name
}

// uses reports whether a function or variable uses another, directly or not.
func (f *sourceFile) uses(user, used string) bool {
	if f.mentions == nil {
		f.mentions = map[string][]string{}
		for name, unit := range f.units() {
			f.mentions[name] = mentionedIn(unit)
		}
	}
	return f.reaches(user, used, map[string]bool{})
}

func (f *sourceFile) reaches(user, used string, seen map[string]bool) bool {
	if user == used {
		return true
	}
	seen[user] = true
	return slices.ContainsFunc(f.mentions[user], func(next string) bool { return !seen[next] && f.reaches(next, used, seen) })
}

// mentionedIn returns the names in a declaration. A plan has names in strings.
func mentionedIn(unit ast.Node) (names []string) {
	ast.Inspect(unit, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			names = append(names, n.Name)
		case *ast.BasicLit:
			names = append(names, strings.Trim(n.Value, `"`))
		}
		return true
	})
	return names
}

// namesLine: the feedback names a line of the file.
func namesLine(v *verdict.Verdict) bool {
	at := v.Feedback[0].At
	return filepath.Base(at.File) == source.KernelFile && at.Line > 0
}

// namesRace: a checker has found the mistake, in a line that uses memory.
func namesRace(v *verdict.Verdict) bool {
	byChecker := slices.ContainsFunc(v.Feedback[0].Notes, func(n verdict.Note) bool { return n.Label == "checker" })
	return byChecker && namesLine(v) && strings.ContainsAny(v.Feedback[0].At.Text, "[*")
}

// namesWarpFunction: the feedback names a line that calls a warp function.
func namesWarpFunction(v *verdict.Verdict) bool {
	return namesLine(v) && strings.Contains(v.Feedback[0].At.Text, "Sync(")
}
