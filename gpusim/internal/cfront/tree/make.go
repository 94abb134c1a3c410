package tree

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// This file makes nodes. Where a function takes the place of a token, it is that which package
// ssa gives the instruction: of an operator, of a parenthesis or bracket, of a selected name.

// Name returns a name.
func Name(name string) *ast.Ident { return &ast.Ident{Name: name} }

// Path returns a name with its package, "gpu.Shared", or a name alone.
func Path(path string) ast.Expr {
	pkg, name, qualified := strings.Cut(path, ".")
	if !qualified {
		return Name(path)
	}
	return &ast.SelectorExpr{X: Name(pkg), Sel: Name(name)}
}

// Int returns an integer.
func Int[T int | int64](n T) ast.Expr {
	if n < 0 {
		return Unary(token.SUB, Uint(-uint64(n)), token.NoPos)
	}
	return Uint(uint64(n))
}

// Uint returns an integer.
func Uint(n uint64) ast.Expr {
	return &ast.BasicLit{Kind: token.INT, Value: strconv.FormatUint(n, 10)}
}

// Float returns a finite number.
func Float(f float64) ast.Expr {
	text, negative := strings.CutPrefix(strconv.FormatFloat(f, 'g', -1, 64), "-")
	kind := token.INT
	if strings.ContainsAny(text, ".e") {
		kind = token.FLOAT
	}
	lit := &ast.BasicLit{Kind: kind, Value: text}
	if negative {
		return Unary(token.SUB, lit, token.NoPos)
	}
	return lit
}

// String returns a string.
func String(s string) *ast.BasicLit {
	return &ast.BasicLit{Kind: token.STRING, Value: strconv.Quote(s)}
}

// Paren returns (x).
func Paren(x ast.Expr) ast.Expr { return &ast.ParenExpr{X: x} }

// Star returns what a pointer points to, or the type of a pointer.
func Star(x ast.Expr, at token.Pos) ast.Expr { return &ast.StarExpr{Star: at, X: x} }

// Address returns &x.
func Address(x ast.Expr) ast.Expr { return Unary(token.AND, x, token.NoPos) }

// Not returns !x.
func Not(x ast.Expr) ast.Expr { return Unary(token.NOT, x, token.NoPos) }

// Unary returns op x.
func Unary(op token.Token, x ast.Expr, at token.Pos) ast.Expr {
	return &ast.UnaryExpr{OpPos: at, Op: op, X: x}
}

// Binary returns (x op y).
func Binary(x ast.Expr, op token.Token, y ast.Expr, at token.Pos) ast.Expr {
	return Paren(&ast.BinaryExpr{X: x, OpPos: at, Op: op, Y: y})
}

// Select returns x.name.
func Select(x ast.Expr, name string, at token.Pos) ast.Expr {
	return &ast.SelectorExpr{X: x, Sel: &ast.Ident{NamePos: at, Name: name}}
}

// Index returns x[i], or a function or type with a type argument.
func Index(x, i ast.Expr, at token.Pos) ast.Expr { return &ast.IndexExpr{X: x, Lbrack: at, Index: i} }

// Of returns a generic function or type of a path with a type argument.
func Of(path string, t ast.Expr) ast.Expr { return Index(Path(path), t, token.NoPos) }

// Call returns fun(args).
func Call(fun ast.Expr, at token.Pos, args ...ast.Expr) ast.Expr {
	return &ast.CallExpr{Fun: fun, Lparen: at, Args: args}
}

// Apply returns f(x), of a function or a type.
func Apply(f, x ast.Expr) ast.Expr { return Call(f, token.NoPos, x) }

// Literal returns t{elems}.
func Literal(t ast.Expr, elems ...ast.Expr) ast.Expr { return &ast.CompositeLit{Type: t, Elts: elems} }

// Field returns the value of a field in a literal.
func Field(name string, x ast.Expr) ast.Expr { return &ast.KeyValueExpr{Key: Name(name), Value: x} }

// Array returns the type [n]elem.
func Array(n int, elem ast.Expr) ast.Expr { return &ast.ArrayType{Len: Int(n), Elt: elem} }

// Slice returns the type []elem.
func Slice(elem ast.Expr) ast.Expr { return &ast.ArrayType{Elt: elem} }

// Signature returns the type of a function. The result may be nil.
func Signature(params []*ast.Field, result ast.Expr) *ast.FuncType {
	t := &ast.FuncType{Params: &ast.FieldList{List: params}}
	if result != nil {
		t.Results = &ast.FieldList{List: []*ast.Field{{Type: result}}}
	}
	return t
}

// Param returns a parameter or a field.
func Param(name string, t ast.Expr, at token.Pos) *ast.Field {
	return &ast.Field{Names: []*ast.Ident{{NamePos: at, Name: name}}, Type: t}
}

// Define returns names := x.
func Define(x ast.Expr, names ...string) ast.Stmt {
	s := &ast.AssignStmt{Tok: token.DEFINE, Rhs: []ast.Expr{x}}
	for _, name := range names {
		s.Lhs = append(s.Lhs, Name(name))
	}
	return s
}

// Assign returns to op x.
func Assign(to ast.Expr, op token.Token, x ast.Expr, at token.Pos) ast.Stmt {
	return &ast.AssignStmt{Lhs: []ast.Expr{to}, TokPos: at, Tok: op, Rhs: []ast.Expr{x}}
}

// Set returns to = x.
func Set(to, x ast.Expr) ast.Stmt { return Assign(to, token.ASSIGN, x, token.NoPos) }

// Use returns _ = x.
func Use(x ast.Expr) ast.Stmt { return Set(Name("_"), x) }

// Do returns a call as a statement.
func Do(x ast.Expr) ast.Stmt { return &ast.ExprStmt{X: x} }

// Block returns { list }.
func Block(list []ast.Stmt) *ast.BlockStmt { return &ast.BlockStmt{List: list} }

// If returns an if statement.
func If(c ast.Expr, then ...ast.Stmt) *ast.IfStmt { return &ast.IfStmt{Cond: c, Body: Block(then)} }

// Jump returns a break, a continue or a fallthrough. The label may be "".
func Jump(word token.Token, label string) ast.Stmt {
	s := &ast.BranchStmt{Tok: word}
	if label != "" {
		s.Label = Name(label)
	}
	return s
}

// Label returns a statement with a label.
func Label(name string, s ast.Stmt) ast.Stmt { return &ast.LabeledStmt{Label: Name(name), Stmt: s} }

// Return returns a return statement.
func Return(results ...ast.Expr) ast.Stmt { return &ast.ReturnStmt{Results: results} }

// Count returns for i := int32(from); i < n; i++ { body }.
func Count(i string, from, n int, body ...ast.Stmt) ast.Stmt {
	return &ast.ForStmt{
		Init: Define(Apply(Name("int32"), Int(from)), i),
		Cond: &ast.BinaryExpr{X: Name(i), Op: token.LSS, Y: Int(n)},
		Post: &ast.IncDecStmt{X: Name(i), Tok: token.INC},
		Body: Block(body),
	}
}

// Var declares a variable without a value, in a function.
func Var(name string, t ast.Expr) ast.Stmt {
	return &ast.DeclStmt{Decl: Global(name, t, token.NoPos)}
}

// Global declares a variable of a package.
func Global(name string, t ast.Expr, at token.Pos) ast.Decl {
	return &ast.GenDecl{TokPos: at, Tok: token.VAR, Specs: []ast.Spec{&ast.ValueSpec{Names: []*ast.Ident{{NamePos: at, Name: name}}, Type: t}}}
}

// Struct declares a struct.
func Struct(name string, fields []*ast.Field) ast.Decl {
	return &ast.GenDecl{Tok: token.TYPE, Specs: []ast.Spec{&ast.TypeSpec{Name: Name(name), Type: &ast.StructType{Fields: &ast.FieldList{List: fields}}}}}
}

// Import imports a package under a name.
func Import(name, path string) ast.Decl {
	return &ast.GenDecl{Tok: token.IMPORT, Specs: []ast.Spec{&ast.ImportSpec{Name: Name(name), Path: String(path)}}}
}

// Function declares a function.
func Function(name string, t *ast.FuncType, body []ast.Stmt, at token.Pos) *ast.FuncDecl {
	t.Func = at
	return &ast.FuncDecl{Name: &ast.Ident{NamePos: at, Name: name}, Type: t, Body: Block(body)}
}

// Template is an expression in which names stand for others.
type Template struct {
	text string
	once sync.Once
	x    ast.Expr
}

// NewTemplate returns a template of a text in which %s stand for expressions in turn, and
// %[1]s for the first.
func NewTemplate(text string) *Template { return &Template{text: text} }

var hole = regexp.MustCompile(`%(\[\d+\])?s`)

// argument is the name of the hole for an expression, counted from 1.
func argument(n string) string { return "ʹ" + n }

func (t *Template) parse() {
	n := 0
	text := hole.ReplaceAllStringFunc(t.text, func(h string) string {
		n++
		if h != "%s" {
			return argument(h[2 : len(h)-2])
		}
		return argument(strconv.Itoa(n))
	})
	x, err := parser.ParseExpr(text)
	if err != nil {
		panic("BUG: " + text + ": " + err.Error())
	}
	t.x = x
}

// With returns the expression with others in the places of its holes.
func (t *Template) With(args ...ast.Expr) ast.Expr {
	t.once.Do(t.parse)
	c := &copier{names: map[string]ast.Expr{}}
	for i, x := range args {
		c.names[argument(strconv.Itoa(i+1))] = x
	}
	return c.expr(t.x)
}
