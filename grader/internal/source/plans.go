package source

// This file reads plans. A plan is a package variable of type []plan.Call, written as a
// literal: every element calls a method of plan.Thread, plan.Stream or plan.Report with
// constant arguments.

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"reflect"
	"strings"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/plan"
	"gpucourse/grader/rubric"
	"gpucourse/grader/verdict"
)

// Plan is the calls of a plan with their lines.
type Plan struct {
	Calls []plan.Call
	Lines []verdict.Position
}

// CheckPlan returns feedback when the variable of a plan is missing.
func (s *Submission) CheckPlan(p *rubric.Plan) *verdict.Feedback {
	if decl, ok := s.decls[p.Name].(*ast.GenDecl); ok && decl.Tok == token.VAR {
		return nil
	}
	return &verdict.Feedback{
		Title: "var " + p.Name + " is missing", At: verdict.Position{File: s.File},
		Hint: "keep the name as the stub has it: var " + p.Name + " = []plan.Call{ … }",
	}
}

// Plan reads the calls of a variable.
func (s *Submission) Plan(name string) (*Plan, *verdict.Feedback) {
	var list *ast.CompositeLit
	for _, spec := range s.decls[name].(*ast.GenDecl).Specs {
		v := spec.(*ast.ValueSpec)
		if len(v.Names) == 1 && v.Names[0].Name == name && len(v.Values) == 1 {
			list, _ = v.Values[0].(*ast.CompositeLit)
		}
	}
	if list == nil {
		return nil, s.notAPlan(s.decls[name], "var "+name+" is not a list of calls", "write var "+name+" = []plan.Call{ … }, one call per line")
	}
	p := &Plan{}
	for _, element := range list.Elts {
		c, why := s.step(element)
		if why != "" {
			return nil, s.notAPlan(element, why, `a plan is written out: main.CtxCreate("c1", 0), with names and numbers; it is read, not run`)
		}
		p.Calls, p.Lines = append(p.Calls, c), append(p.Lines, s.position(element))
	}
	return p, nil
}

func (s *Submission) notAPlan(at ast.Node, why, hint string) *verdict.Feedback {
	return &verdict.Feedback{Title: why, At: s.position(at), Hint: hint}
}

// step reads one call: plan.Thread("main").Method(arguments), or of a variable
// or constant that is such a thread. The second result says what it is instead.
func (s *Submission) step(e ast.Expr) (plan.Call, string) {
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return plan.Call{}, s.Print(e) + " is not a call"
	}
	selector, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return plan.Call{}, s.Print(e) + " is not a call of a thread, stream or report"
	}
	thread := s.constant(selector.X, len(s.decls))
	if thread == nil || thread.Kind() != constant.String {
		return plan.Call{}, s.Print(selector.X) + " is no thread, stream or report"
	}
	kind := s.converted(selector.X, len(s.decls))
	if calls[kind] == nil {
		return plan.Call{}, s.Print(selector.X) + " is no thread, stream or report"
	}
	method := reflect.ValueOf(calls[kind][selector.Sel.Name])
	if !method.IsValid() {
		return plan.Call{}, "a " + strings.ToLower(kind) + " has no call " + selector.Sel.Name
	}
	args, why := s.arguments(method.Type(), call.Args)
	if why != "" {
		return plan.Call{}, selector.Sel.Name + ": " + why
	}
	receiver := reflect.ValueOf(constant.StringVal(thread)).Convert(method.Type().In(0))
	return method.Call(append([]reflect.Value{receiver}, args...))[0].Interface().(plan.Call), ""
}

// calls are the calls of the types of package plan. A look for a method by its name would
// make the linker keep every method of the program, which doubles the download of a tab.
var calls = map[string]map[string]any{
	"Thread": {
		"CtxCreate": plan.Thread.CtxCreate, "CtxPushCurrent": plan.Thread.CtxPushCurrent, "CtxPopCurrent": plan.Thread.CtxPopCurrent,
		"CtxSetCurrent": plan.Thread.CtxSetCurrent, "CtxAttach": plan.Thread.CtxAttach, "CtxDetach": plan.Thread.CtxDetach,
		"CtxDestroy": plan.Thread.CtxDestroy, "CtxSynchronize": plan.Thread.CtxSynchronize,
		"DevicePrimaryCtxRetain": plan.Thread.DevicePrimaryCtxRetain, "DevicePrimaryCtxRelease": plan.Thread.DevicePrimaryCtxRelease,
		"MemAlloc": plan.Thread.MemAlloc, "MemFree": plan.Thread.MemFree, "MemsetD8": plan.Thread.MemsetD8,
		"ModuleLoad": plan.Thread.ModuleLoad, "ModuleUnload": plan.Thread.ModuleUnload, "ModuleGetGlobal": plan.Thread.ModuleGetGlobal,
		"LaunchKernel": plan.Thread.LaunchKernel, "MemcpyHtoD": plan.Thread.MemcpyHtoD, "MemcpyPointer": plan.Thread.MemcpyPointer,
	},
	"Stream": {
		"CopyIn": plan.Stream.CopyIn, "Compute": plan.Stream.Compute, "CopyOut": plan.Stream.CopyOut,
		"Record": plan.Stream.Record, "Wait": plan.Stream.Wait,
	},
	reportOf: {
		"LimitedBy": plan.Report.LimitedBy, "Counter": plan.Report.Counter, "Stall": plan.Report.Stall, "Line": plan.Report.Line,
	},
}

// reportOf is the function that names the report of a kernel.
const reportOf = "ReportOf"

// converted returns the type that an expression is converted to: "Thread". It
// is "" when there is none. depth bounds the names that lead to names.
func (s *Submission) converted(e ast.Expr, depth int) string {
	if depth < 0 {
		return ""
	}
	switch e := e.(type) {
	case *ast.ParenExpr:
		return s.converted(e.X, depth)
	case *ast.Ident:
		if value := s.value(e.Name); value != nil {
			return s.converted(value, depth-1)
		}
	case *ast.CallExpr:
		if f, ok := e.Fun.(*ast.SelectorExpr); ok {
			return f.Sel.Name
		}
	}
	return ""
}

// arguments reads the arguments of a method, whose first parameter is the receiver.
func (s *Submission) arguments(method reflect.Type, list []ast.Expr) ([]reflect.Value, string) {
	fixed := method.NumIn() - 1
	if method.IsVariadic() {
		fixed--
	}
	if len(list) < fixed || len(list) > fixed && !method.IsVariadic() {
		return nil, fmt.Sprintf("%s, want %d", diag.Count(len(list), "arguments"), fixed)
	}
	var args []reflect.Value
	for i, e := range list {
		v := s.constant(e, len(s.decls))
		if v == nil {
			return nil, s.Print(e) + " is not a constant"
		}
		want := method.In(min(i+1, method.NumIn()-1))
		if i >= fixed {
			want = want.Elem()
		}
		arg := argument(want.Kind(), v)
		if !arg.IsValid() {
			return nil, fmt.Sprintf("%s is not of type %s", s.Print(e), want)
		}
		args = append(args, arg)
	}
	return args, ""
}

// argument returns a constant as a Go value of a kind; the zero Value when it is
// none.
func argument(kind reflect.Kind, v constant.Value) reflect.Value {
	switch number := v.Kind() == constant.Int || v.Kind() == constant.Float; {
	case kind == reflect.String && v.Kind() == constant.String:
		return reflect.ValueOf(constant.StringVal(v))
	case kind == reflect.Float64 && number:
		f, _ := constant.Float64Val(v)
		return reflect.ValueOf(f)
	case kind == reflect.Int && number:
		if n, whole := constant.Int64Val(constant.ToInt(v)); whole {
			return reflect.ValueOf(int(n))
		}
	}
	return reflect.Value{}
}

// constant computes an expression of literals, named constants and variables;
// a conversion, as plan.Thread("main"), is what it converts. nil is anything
// else. depth bounds the names that lead to names.
func (s *Submission) constant(e ast.Expr, depth int) constant.Value {
	if depth < 0 {
		return nil
	}
	switch e := e.(type) {
	case *ast.BasicLit:
		return constant.MakeFromLiteral(e.Value, e.Kind, 0)
	case *ast.ParenExpr:
		return s.constant(e.X, depth)
	case *ast.Ident:
		if value := s.value(e.Name); value != nil {
			return s.constant(value, depth-1)
		}
	case *ast.CallExpr:
		if f, ok := e.Fun.(*ast.SelectorExpr); ok && len(e.Args) == 1 && calls[f.Sel.Name] != nil {
			if kernel, ok := e.Args[0].(*ast.Ident); ok && f.Sel.Name == reportOf {
				return constant.MakeString(kernel.Name)
			}
			return s.constant(e.Args[0], depth)
		}
	case *ast.UnaryExpr:
		if x := s.constant(e.X, depth); x != nil && e.Op == token.SUB && x.Kind() != constant.String {
			return constant.UnaryOp(e.Op, x, 0)
		}
	case *ast.BinaryExpr:
		return s.binary(e, depth)
	}
	return nil
}

// whole are the operators on integers that constant expressions may have.
var whole = map[token.Token]bool{token.ADD: true, token.SUB: true, token.MUL: true}

func (s *Submission) binary(e *ast.BinaryExpr, depth int) constant.Value {
	x, y := s.constant(e.X, depth), s.constant(e.Y, depth)
	switch {
	case x == nil || y == nil || x.Kind() != constant.Int || y.Kind() != constant.Int:
		return nil
	case whole[e.Op]:
		return constant.BinaryOp(x, e.Op, y)
	}
	if n, ok := constant.Uint64Val(y); ok && e.Op == token.SHL && n < 64 {
		return constant.Shift(x, e.Op, uint(n))
	}
	return nil
}

// value returns the expression that a package constant or variable is given.
func (s *Submission) value(name string) ast.Expr {
	d, ok := s.decls[name].(*ast.GenDecl)
	if !ok {
		return nil
	}
	for _, spec := range d.Specs {
		v, ok := spec.(*ast.ValueSpec)
		if !ok || len(v.Names) != len(v.Values) {
			continue
		}
		for i, n := range v.Names {
			if n.Name == name {
				return v.Values[i]
			}
		}
	}
	return nil
}
