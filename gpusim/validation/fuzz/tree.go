package fuzz

// This file is the syntax tree of a kernel: expressions and statements are formats whose
// verbs stand for their parts.

import (
	"fmt"
	"regexp"
	"strings"
)

// Expr is a typed expression. Form is Go source with %s for each of Args.
type Expr struct {
	Type Type
	Form string
	Args []*Expr
}

func (e *Expr) String() string {
	args := make([]any, len(e.Args))
	for i, a := range e.Args {
		args[i] = a
	}
	return fmt.Sprintf(e.Form, args...)
}

func (e *Expr) size() int {
	n := 1
	for _, a := range e.Args {
		n += a.size()
	}
	return n
}

func (e *Expr) clone() *Expr {
	c := &Expr{Type: e.Type, Form: e.Form, Args: make([]*Expr, len(e.Args))}
	for i, a := range e.Args {
		c.Args[i] = a.clone()
	}
	return c
}

// Stmt is a statement. Bodies[i] stands between Lines[i] and Lines[i+1]; the
// holes of all Lines are filled from Exprs in order.
type Stmt struct {
	Lines   []string
	Exprs   []*Expr
	Bodies  [][]*Stmt
	Label   string // of a loop; printed only where something jumps to it
	Counter string // of a loop
	Var     string // what it declares
	Unwrap  bool   // its bodies may replace it
	Keep    bool   // may not be removed
}

func (s *Stmt) size() int {
	n := 1
	for _, e := range s.Exprs {
		n += e.size()
	}
	for _, b := range s.Bodies {
		for _, t := range b {
			n += t.size()
		}
	}
	return n
}

func (s *Stmt) clone() *Stmt {
	c := *s
	c.Exprs = make([]*Expr, len(s.Exprs))
	for i, e := range s.Exprs {
		c.Exprs[i] = e.clone()
	}
	c.Bodies = make([][]*Stmt, len(s.Bodies))
	for i, b := range s.Bodies {
		c.Bodies[i] = cloneAll(b)
	}
	return &c
}

func cloneAll(list []*Stmt) []*Stmt {
	c := make([]*Stmt, len(list))
	for i, s := range list {
		c[i] = s.clone()
	}
	return c
}

// walk visits every statement, and the place of every expression.
func walk(list []*Stmt, stmt func(*Stmt), expr func(**Expr)) {
	for _, s := range list {
		stmt(s)
		for i := range s.Exprs {
			walkExpr(&s.Exprs[i], expr)
		}
		for _, b := range s.Bodies {
			walk(b, stmt, expr)
		}
	}
}

func walkExpr(e **Expr, visit func(**Expr)) {
	visit(e)
	for i := range (*e).Args {
		walkExpr(&(*e).Args[i], visit)
	}
}

// printBody prints a list. A variable that nothing else in the list uses is
// assigned to _, because Go refuses unused ones.
func printBody(b *strings.Builder, list []*Stmt) {
	for i, s := range list {
		s.print(b, printBody)
		if s.Var != "" && !used(list[i+1:], s.Var) {
			fmt.Fprintf(b, "_ = %s\n", s.Var)
		}
	}
}

// printRaw prints a list as it is.
func printRaw(b *strings.Builder, list []*Stmt) {
	for _, s := range list {
		s.print(b, printRaw)
	}
}

// print prints a statement, and its bodies with a function.
func (s *Stmt) print(b *strings.Builder, body func(*strings.Builder, []*Stmt)) {
	var inner strings.Builder
	rest := s.Exprs
	for i, line := range s.Lines {
		holes := strings.Count(line, "%s")
		args := make([]any, holes)
		for j := range args {
			args[j] = rest[j]
		}
		rest = rest[holes:]
		fmt.Fprintf(&inner, line+"\n", args...)
		if i >= len(s.Bodies) {
			continue
		}
		if s.Counter != "" && !used(s.Bodies[i], s.Counter) {
			fmt.Fprintf(&inner, "_ = %s\n", s.Counter)
		}
		body(&inner, s.Bodies[i])
	}
	if text := inner.String(); s.Label != "" && (strings.Contains(text, "break "+s.Label+"\n") || strings.Contains(text, "continue "+s.Label+"\n")) {
		fmt.Fprintf(b, "%s:\n", s.Label)
	}
	b.WriteString(inner.String())
}

// targets are the plain variables on the left of an assignment: Go does not
// count them as uses.
var targets = regexp.MustCompile(`(?m)^\w+(?:, \w+)*(?:\+\+|--| [-+*&|^]{0,2}= )`)

// used reports whether a list of statements uses a variable.
func used(list []*Stmt, name string) bool {
	text := raw(list)
	return containsWord(text, name) && containsWord(targets.ReplaceAllString(text, ""), name)
}

// named reports whether a list of statements names a variable at all.
func named(list []*Stmt, name string) bool { return containsWord(raw(list), name) }

func raw(list []*Stmt) string {
	var b strings.Builder
	printRaw(&b, list)
	return b.String()
}

// containsWord reports whether text contains name as a whole word.
func containsWord(text, name string) bool {
	for at := 0; ; {
		i := strings.Index(text[at:], name)
		if i < 0 {
			return false
		}
		before, after := at+i-1, at+i+len(name)
		if (before < 0 || !wordByte(text[before])) && (after == len(text) || !wordByte(text[after])) {
			return true
		}
		at += i + 1
	}
}

func wordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// function is a helper of a kernel.
type function struct {
	name    string
	params  []variable
	results []Type
	body    []*Stmt
	// noinline: h is not inlined. depth is the depth of recursion, which calls pass as the
	// last argument; 0: h is not recursive.
	noinline bool
	depth    int
}

func (f *function) print(b *strings.Builder) {
	params, results := make([]string, len(f.params)), make([]string, len(f.results))
	for i, p := range f.params {
		params[i] = p.name + " " + p.typ.String()
	}
	for i, r := range f.results {
		results[i] = r.String()
	}
	if f.depth > 0 {
		params = append(params, depthParam+" int32")
	}
	if f.noinline {
		b.WriteString("//gpu:noinline\n")
	}
	fmt.Fprintf(b, "func %s(%s) (%s) {\n", f.name, strings.Join(params, ", "), strings.Join(results, ", "))
	printBody(b, f.body)
	b.WriteString("}\n\n")
}

func (f *function) clone() *function {
	c := *f
	c.body = cloneAll(f.body)
	return &c
}
