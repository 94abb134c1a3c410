package source

// This file holds the limits of the compiler, and the checks that need only the
// syntax. A source of a few lines can describe a type, a constant or a call tree that
// doubles with each declaration. The type checker and package ssa would expand it.

import (
	"go/ast"
	"go/token"
	"slices"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/limit"
)

// listed returns the mistakes that a compilation lists. The last one says how many more
// there are.
func (s *sources) listed(all diag.List) diag.List {
	if len(all) <= limit.Mistakes {
		return all
	}
	more := s.diagnosticAt(all[limit.Mistakes].Pos, diag.TooManyMistakes, "correct the first ones, and compile again",
		"from here on %d more mistakes are not listed", len(all)-limit.Mistakes)
	return append(all[:limit.Mistakes:limit.Mistakes], more)
}

// expansion is what a kind of declaration describes when the names in it are replaced
// by what they stand for: the bytes of a constant string, or the parts of a type.
type expansion struct {
	limit int
	leaf  int                   // the size of a name that is declared elsewhere
	named map[string][]ast.Expr // what each name stands for; a local name may hide another
	sizes map[string]int
	// own returns what an expression has itself, and the expressions that it is made of.
	own func(ast.Expr) (size int, parts []ast.Expr)
}

// size returns the size of e, or a little more than the limit when that is less.
func (x *expansion) size(e ast.Expr) int {
	if id, ok := e.(*ast.Ident); ok {
		return x.sizeOf(id.Name)
	}
	n, parts := x.own(e)
	for _, p := range parts {
		n = min(n+x.size(p), x.limit+1)
	}
	return n
}

func (x *expansion) sizeOf(name string) int {
	if n, ok := x.sizes[name]; ok {
		return n
	}
	n := 0
	if len(x.named[name]) == 0 {
		n = x.leaf
	}
	x.sizes[name] = x.leaf // for a name that is declared by itself, which go/types reports
	for _, e := range x.named[name] {
		n = max(n, x.size(e))
	}
	x.sizes[name] = n
	return n
}

// first reports whether e is too large, and made of parts that are not.
func (x *expansion) first(e ast.Expr) bool {
	if x.size(e) <= x.limit {
		return false
	}
	_, parts := x.own(e)
	return !slices.ContainsFunc(parts, func(p ast.Expr) bool { return x.size(p) > x.limit })
}

// constantBytes returns the bytes of a string literal, and the parts of an expression.
func constantBytes(e ast.Expr) (int, []ast.Expr) {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind == token.STRING {
			return len(e.Value), nil
		}
	case *ast.ParenExpr:
		return 0, []ast.Expr{e.X}
	case *ast.CallExpr: // a conversion
		if len(e.Args) == 1 {
			return 0, e.Args
		}
	case *ast.BinaryExpr:
		return 0, []ast.Expr{e.X, e.Y}
	}
	return 0, nil
}

// typeParts returns the types that a value of type e holds. What a pointer, a slice or
// a function refers to does not count.
func typeParts(e ast.Expr) (int, []ast.Expr) {
	switch e := e.(type) {
	case *ast.StructType:
		return 1, fieldTypes(e.Fields)
	case *ast.InterfaceType:
		return 1, fieldTypes(e.Methods)
	case *ast.ArrayType:
		if e.Len != nil {
			return 1, []ast.Expr{e.Elt}
		}
	case *ast.ParenExpr:
		return 0, []ast.Expr{e.X}
	case *ast.IndexExpr:
		return 1, []ast.Expr{e.X, e.Index}
	case *ast.IndexListExpr:
		return 1, append([]ast.Expr{e.X}, e.Indices...)
	}
	return 1, nil
}

// fieldTypes returns the type of each field.
func fieldTypes(l *ast.FieldList) (types []ast.Expr) {
	for _, f := range l.List {
		for range max(1, len(f.Names)) {
			types = append(types, f.Type)
		}
	}
	return types
}

// limiter checks declarations against the limits.
type limiter struct {
	src       *sources
	constants expansion
	types     expansion
	depths    map[string]int // of types by name
	over      map[*decl]diag.List
}

// overLimits returns the mistakes of declarations that the type checker would take too
// long for.
func (s *sources) overLimits(keep []*decl) map[*decl]diag.List {
	l := &limiter{
		src:       s,
		constants: expansion{limit: limit.ConstantBytes, named: map[string][]ast.Expr{}, sizes: map[string]int{}, own: constantBytes},
		types:     expansion{limit: limit.TypeParts, leaf: 1, named: map[string][]ast.Expr{}, sizes: map[string]int{}, own: typeParts},
		depths:    map[string]int{},
		over:      map[*decl]diag.List{},
	}
	deep := map[*decl]bool{}
	for _, d := range keep {
		if deep[d] = l.nesting(d); !deep[d] {
			ast.Inspect(d.node, l.collect)
		}
	}
	for _, d := range keep {
		if !deep[d] {
			l.expansions(d)
		}
	}
	return l.over
}

func (l *limiter) say(d *decl, p token.Pos, code diag.Code, hint, format string, args ...any) {
	l.over[d] = append(l.over[d], l.src.diagnostic(p, code, hint, format, args...))
}

// collect notes what the constants and types under a node stand for.
func (l *limiter) collect(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.GenDecl:
		if n.Tok == token.CONST {
			l.collectConstants(n)
		}
	case *ast.TypeSpec:
		l.types.named[n.Name.Name] = append(l.types.named[n.Name.Name], n.Type)
	}
	return true
}

// collectConstants notes the values of constants. One without a value repeats the
// values above it.
func (l *limiter) collectConstants(g *ast.GenDecl) {
	var values []ast.Expr
	for _, s := range g.Specs {
		s := s.(*ast.ValueSpec)
		if len(s.Values) > 0 {
			values = s.Values
		}
		for i, id := range s.Names {
			if i < len(values) {
				l.constants.named[id.Name] = append(l.constants.named[id.Name], values[i])
			}
		}
	}
}

// depth returns how many named types stand behind one another in e. The type checker takes time
// with its cube.
func (l *limiter) depth(e ast.Expr) (deepest int) {
	id, ok := e.(*ast.Ident)
	if !ok {
		_, parts := typeParts(e)
		for _, p := range parts {
			deepest = max(deepest, l.depth(p))
		}
		return deepest
	}
	if n, ok := l.depths[id.Name]; ok {
		return n
	}
	l.depths[id.Name] = 0 // for a type that is declared by itself, which go/types reports
	for _, of := range l.types.named[id.Name] {
		deepest = max(deepest, l.depth(of)+1)
	}
	l.depths[id.Name] = deepest
	return deepest
}

// expansions reports the constants and types of d that are too large.
func (l *limiter) expansions(d *decl) {
	ast.Inspect(d.node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if l.constants.size(n) == 0 {
				return true
			}
			if l.constants.first(n) {
				l.say(d, n.Pos(), diag.ConstantSize, "a kernel needs a string only as the format of gpu.Printf; write a short one",
					"a constant string has more than %d bytes", limit.ConstantBytes)
			}
			return l.constants.size(n) > limit.ConstantBytes
		case *ast.TypeSpec:
			if l.depth(n.Type) == limit.Nesting {
				l.say(d, n.Pos(), diag.NestingDepth, "declare it with the type itself", "more than %d types stand behind type %s", limit.Nesting-1, n.Name.Name)
			}
			if l.types.first(n.Type) {
				l.say(d, n.Pos(), diag.TypeSize, "use an array, or a slice, of a smaller type",
					"type %s has more than %d fields and types in it", n.Name.Name, limit.TypeParts)
			}
		}
		return true
	})
}

// nesting reports the first place in d that is nested too deep, or where d has too many
// cases.
func (l *limiter) nesting(d *decl) bool {
	w := walk{}
	ast.Inspect(d.node, w.visit)
	if w.at == nil {
		return false
	}
	l.say(d, w.at.Pos(), w.code, w.hint, "%s has more than %d %s", d.name, w.limit, w.what)
	return true
}

// walk counts what surrounds a node of a syntax tree, up to the first limit.
type walk struct {
	around                   []ast.Node
	levels, operators, cases int
	at                       ast.Node // where a limit is passed; nil for nowhere
	code                     diag.Code
	limit                    int
	what, hint               string
}

func (w *walk) visit(n ast.Node) bool {
	if n == nil {
		last := len(w.around) - 1
		w.count(w.around[last], -1)
		w.around = w.around[:last]
		return true
	}
	switch {
	case w.at != nil:
	case w.levels == limit.Nesting:
		w.stop(n, diag.NestingDepth, limit.Nesting, "statements or expressions inside one another", nestingHint)
	case w.operators == limit.Operands:
		w.stop(n, diag.NestingDepth, limit.Operands, "operators in an expression", "compute a part of it in a variable of its own")
	case w.cases > limit.Cases:
		w.stop(n, diag.TooLarge, limit.Cases, "cases", "use a table in constant memory")
	}
	if w.at != nil {
		return false
	}
	w.around = append(w.around, n)
	w.count(n, 1)
	return true
}

func (w *walk) stop(n ast.Node, code diag.Code, limit int, what, hint string) {
	w.at, w.code, w.limit, w.what, w.hint = n, code, limit, what, hint
}

// count adds node n, or takes it out behind its end. Cases stay: all of a declaration count.
func (w *walk) count(n ast.Node, by int) {
	if isLevel(n) {
		w.levels += by
	}
	switch n := n.(type) {
	case *ast.BinaryExpr:
		w.operators += by
	case *ast.CaseClause:
		w.cases += max(by, 0) * max(1, len(n.List))
	}
}

const nestingHint = "move an inner part to a function, a type or a variable of its own"

// isLevel reports whether what is inside n is nested one deeper. A chain of else if is not.
// A chain of operators has its own limit, limit.Operands, with the parentheses around them.
func isLevel(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.BlockStmt, *ast.LabeledStmt:
		return true
	case *ast.BinaryExpr:
		return false
	case *ast.ParenExpr:
		_, operator := n.X.(*ast.BinaryExpr)
		return !operator
	}
	_, ok := n.(ast.Expr)
	return ok
}
