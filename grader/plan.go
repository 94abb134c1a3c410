package grader

// This file grades plans: lists of host calls. A plan is a package variable of
// type []plan.Call, written out as a literal; it is read as text and played in
// the simulator.
//
//	read     every element is a call of a method of plan.Thread or plan.Stream, its
//	         arguments are constants
//	play     the calls are made in order; the first that fails ends the grading
//	compare  what the task asks for beside that
//	measure  counts against limits

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"reflect"
	"strings"

	"gpucourse/gpusim"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/plan"
)

// Plan is one plan that the learner hands in.
type Plan struct {
	Name    string // of the variable
	Devices []string
	Kernels []string // of the submission, that the plan launches and that must stay as they are
	Checks  []PlanCheck
	Goals   []PlanGoal
}

// PlanCheck is something that a right plan does. It returns what is wrong, or "".
type PlanCheck struct {
	Wrong func(*plan.Outcome) string
	Hint  string
}

// PlanGoal is an upper limit on a count.
type PlanGoal struct {
	Name  string // "contexts left"
	Count func(*plan.Outcome) int
	Limit int
	Hint  string
}

// steps are the calls of a plan with their places.
type steps struct {
	calls  []plan.Call
	places []Place
}

// gradePlan sends one plan down the line, as far as it gets.
func gradePlan(v *Verdict, e *Exercise, p *Plan, sub *submission) {
	decl, ok := sub.decls[p.Name].(*ast.GenDecl)
	if !ok || decl.Tok != token.VAR {
		v.Feedback = []Feedback{{
			Title: "var " + p.Name + " is missing", Place: Place{File: sub.file},
			Hint: "keep the name as the stub has it: var " + p.Name + " = []plan.Call{ … }",
		}}
		return
	}
	if sub.same(stub(e), p.Name) {
		v.State = NotStarted
		return
	}
	playPlan(v, e, p, sub)
}

// playPlan reads, plays and judges.
func playPlan(v *Verdict, e *Exercise, p *Plan, sub *submission) {
	list, feedback := sub.plan(p.Name)
	if feedback != nil {
		v.Feedback = []Feedback{*feedback}
		return
	}
	module, feedback := p.module(e, sub)
	if feedback != nil {
		v.Feedback = []Feedback{*feedback}
		return
	}
	outcome, err := plan.PlayModule(p.Devices, module, list.calls...)
	if err != nil {
		panic("BUG: a plan's devices: " + err.Error())
	}
	if v.Feedback = p.judge(outcome, module, list, sub); len(v.Feedback) > 0 {
		v.State = Wrong
		return
	}
	v.Feedback = p.measure(outcome, sub)
	v.Goals = len(p.Goals) - len(v.Feedback)
	v.State = Done
	if len(v.Feedback) > 0 {
		v.State = Wasteful
	}
}

// module returns the kernels of the submission, which must be those of the stub;
// nil when the plan has none.
func (p *Plan) module(e *Exercise, sub *submission) (*gpusim.Module, *Feedback) {
	if len(p.Kernels) == 0 {
		return nil, nil
	}
	for _, name := range p.Kernels {
		if at := sub.decls[name]; at != nil && !sub.same(stub(e), name) {
			return nil, sub.notAPlan(at, "func "+name+" was changed", "leave the kernels and their variables as the stub has them: the plans are the exercise")
		}
	}
	m, err := gpusim.LoadFolder(sub.folder)
	if err != nil {
		f := refused(problems(err))
		return nil, &f
	}
	return m, nil
}

// judge returns the first call that failed, or the first check that did.
func (p *Plan) judge(o *plan.Outcome, m *gpusim.Module, list *steps, sub *submission) []Feedback {
	for i, a := range o.Answers {
		if a.Err == nil {
			continue
		}
		f := Feedback{Title: a.Err.Error(), Place: list.places[i]}
		if d, ok := a.Err.(diag.Diagnostic); ok {
			f.Title, f.Hint = d.What(), d.Hint
		}
		f.Notes = append([]Note{{"call", fmt.Sprintf("%d of %d", i+1, len(o.Answers))}}, p.stacksBefore(m, list.calls[:i])...)
		return []Feedback{f}
	}
	for _, c := range p.Checks {
		if wrong := c.Wrong(o); wrong != "" {
			return []Feedback{{Title: wrong, Place: sub.place(sub.decls[p.Name]), Hint: c.Hint}}
		}
	}
	return nil
}

// stacksBefore tells the stacks as calls leave them, the current contexts last.
func (p *Plan) stacksBefore(m *gpusim.Module, calls []plan.Call) []Note {
	before, err := plan.PlayModule(p.Devices, m, calls...)
	if err != nil || len(before.History) == 0 {
		return nil
	}
	var notes []Note
	for _, s := range before.History[len(before.History)-1].Stacks {
		var names []string
		for _, c := range s.Contexts {
			names = append(names, c.Name)
		}
		text := strings.Join(names, ", ") + " (the last one is current)"
		if len(names) == 0 {
			text = "empty"
		}
		notes = append(notes, Note{"stack", s.Thread + ": " + text})
	}
	return notes
}

// measure returns feedback for each goal that is missed.
func (p *Plan) measure(o *plan.Outcome, sub *submission) []Feedback {
	var missed []Feedback
	for _, g := range p.Goals {
		if got := g.Count(o); got > g.Limit {
			missed = append(missed, Feedback{
				Title: fmt.Sprintf("goal missed: %d %s, limit %d", got, g.Name, g.Limit),
				Place: sub.place(sub.decls[p.Name]), Hint: g.Hint,
			})
		}
	}
	return missed
}

// plan reads the calls of a variable.
func (s *submission) plan(name string) (*steps, *Feedback) {
	var list *ast.CompositeLit
	for _, spec := range s.decls[name].(*ast.GenDecl).Specs {
		v := spec.(*ast.ValueSpec)
		if len(v.Names) == 1 && v.Names[0].Name == name && len(v.Values) == 1 {
			list, _ = v.Values[0].(*ast.CompositeLit)
		}
	}
	if list == nil {
		return nil, s.notAPlan(s.decls[name], "var "+name+" is no list of calls", "write var "+name+" = []plan.Call{ … }, a call a line")
	}
	steps := &steps{}
	for _, element := range list.Elts {
		c, why := s.step(element)
		if why != "" {
			return nil, s.notAPlan(element, why, `a plan is written out: main.CtxCreate("c1", 0), with names and numbers; it is read, not run`)
		}
		steps.calls, steps.places = append(steps.calls, c), append(steps.places, s.place(element))
	}
	return steps, nil
}

func (s *submission) notAPlan(at ast.Node, why, hint string) *Feedback {
	return &Feedback{Title: why, Place: s.place(at), Hint: hint}
}

// step reads one call: plan.Thread("main").Method(arguments), or of a variable
// or constant that is such a thread. The second result says what it is instead.
func (s *submission) step(e ast.Expr) (plan.Call, string) {
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return plan.Call{}, s.print(e) + " is no call"
	}
	selector, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return plan.Call{}, s.print(e) + " is no call of a thread"
	}
	thread := s.constant(selector.X, len(s.decls))
	if thread == nil || thread.Kind() != constant.String {
		return plan.Call{}, s.print(selector.X) + " is no thread"
	}
	kind := s.converted(selector.X, len(s.decls))
	of := receivers[kind]
	if of == nil {
		return plan.Call{}, s.print(selector.X) + " is no thread"
	}
	method := of(constant.StringVal(thread)).MethodByName(selector.Sel.Name)
	if !method.IsValid() || method.Type().NumOut() != 1 || method.Type().Out(0) != reflect.TypeFor[plan.Call]() {
		return plan.Call{}, "a " + strings.ToLower(kind) + " has no call " + selector.Sel.Name
	}
	args, why := s.arguments(method.Type(), call.Args)
	if why != "" {
		return plan.Call{}, selector.Sel.Name + ": " + why
	}
	return method.Call(args)[0].Interface().(plan.Call), ""
}

// receivers are the types of package plan that have calls.
var receivers = map[string]func(name string) reflect.Value{
	"Thread": func(name string) reflect.Value { return reflect.ValueOf(plan.Thread(name)) },
	"Stream": func(name string) reflect.Value { return reflect.ValueOf(plan.Stream(name)) },
}

// converted returns the type that an expression is converted to: "Thread". It
// is "" when there is none. depth bounds the names that lead to names.
func (s *submission) converted(e ast.Expr, depth int) string {
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

// arguments reads the arguments of a method.
func (s *submission) arguments(method reflect.Type, list []ast.Expr) ([]reflect.Value, string) {
	fixed := method.NumIn()
	if method.IsVariadic() {
		fixed--
	}
	if len(list) < fixed || len(list) > fixed && !method.IsVariadic() {
		return nil, fmt.Sprintf("%d arguments, want %d", len(list), fixed)
	}
	var args []reflect.Value
	for i, e := range list {
		v := s.constant(e, len(s.decls))
		if v == nil {
			return nil, s.print(e) + " is no constant"
		}
		want := method.In(min(i, method.NumIn()-1))
		if i >= fixed {
			want = want.Elem()
		}
		arg := argument(want.Kind(), v)
		if !arg.IsValid() {
			return nil, fmt.Sprintf("%s is no %s", s.print(e), want)
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
func (s *submission) constant(e ast.Expr, depth int) constant.Value {
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
		if f, ok := e.Fun.(*ast.SelectorExpr); ok && len(e.Args) == 1 && receivers[f.Sel.Name] != nil {
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

func (s *submission) binary(e *ast.BinaryExpr, depth int) constant.Value {
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
func (s *submission) value(name string) ast.Expr {
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
