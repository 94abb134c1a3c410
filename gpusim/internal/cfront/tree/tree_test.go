package tree

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"slices"
	"testing"

	"gpucourse/gpusim/diag"
)

// everyNode is Go with each kind of node that File takes.
const everyNode = `package kernels

import gpu "gpucourse/gpusim/gpu"

type pair struct {
	_    [4]int8
	x, y *int32
}

var table gpu.Global[[4]float32]

func f(a []int32, p *pair) int32 {
	var t pair
	t.x = &a[0]
	i := int32(-1.5)
	g := func(n int32, h func(int32) bool) { i += n }
	_ = pair{x: t.x, y: p.y}
	*p.x, a[1] = *p.y, gpu.Add(i, (i<<2)&3)
outer:
	for i := int32(0); i < 7; i++ {
		if !(i > 3) {
			continue outer
		} else {
			break
		}
	}
	for {
		switch i {
		case 1, 2:
			fallthrough
		default:
			g(i, nil)
			return i
		}
	}
}
`

// TestOrder holds the order of the tokens in a file against that of go/parser in the file's text.
func TestOrder(t *testing.T) {
	parsed, err := parser.ParseFile(token.NewFileSet(), "k.go", everyNode, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	bare := (&copier{file: &File{AST: &ast.File{}}}).decls(parsed.Decls)
	made := new(Places).File(diag.Pos{File: "k.cu", Line: 1, Col: 1}, bare)
	want, got := positions(parsed.Decls), positions(made.AST.Decls)
	if len(want) < 150 || len(got) != len(want) {
		t.Fatalf("got %d tokens, want %d, at least 150", len(got), len(want))
	}
	inText := func(list []token.Pos) []int {
		order := make([]int, len(list))
		for i := range order {
			order[i] = i
		}
		slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(list[i], list[j]) })
		return order
	}
	if !slices.Equal(inText(got), inText(want)) {
		t.Errorf("got the order %v, want %v", inText(got), inText(want))
	}
}

// positions returns the positions of all tokens below declarations.
func positions(decls []ast.Decl) (list []token.Pos) {
	for _, d := range decls {
		ast.Inspect(d, func(n ast.Node) bool {
			if n == nil {
				return false
			}
			v := reflect.Indirect(reflect.ValueOf(n))
			for i := range v.NumField() {
				if p, ok := v.Field(i).Interface().(token.Pos); ok && p.IsValid() && v.Type().Field(i).Name != "ValueEnd" {
					list = append(list, p)
				}
			}
			return true
		})
	}
	return list
}

// TestPlaces: a token has its own place or that of the token before, and a node that hangs in
// two places has two.
func TestPlaces(t *testing.T) {
	var p Places
	at := func(line int) diag.Pos { return diag.Pos{File: "k.cu", Line: line, Col: line + 10} }
	shared := Binary(Name("a"), token.ADD, Name("b"), p.At(at(2)))
	body := []ast.Stmt{
		&Stmt{Stmt: Use(shared), At: p.At(at(4))}, &Stmt{}, &Stmt{Stmt: Use(shared), At: p.At(at(6))},
		&Loop{ForStmt: &ast.ForStmt{Body: Block(nil)}, Unroll: 3},
	}
	f := p.File(at(1), []ast.Decl{&Func{Function("f", Signature(nil, nil), body, p.At(at(3)))}})
	fn := f.AST.Decls[0].(*ast.FuncDecl)
	if list := fn.Body.List; len(list) != 3 || f.Unroll[list[2]] != 3 || !f.Called[fn] {
		t.Fatalf("got %d statements, unrolled %v, called %v", len(list), f.Unroll, f.Called)
	}
	first, second := fn.Body.List[0].(*ast.AssignStmt), fn.Body.List[1].(*ast.AssignStmt)
	for _, c := range []struct {
		at   token.Pos
		line int
	}{
		{f.AST.Package, 1}, {fn.Name.Pos(), 3}, {fn.Body.Lbrace, 3}, {first.Pos(), 4}, {first.TokPos, 4},
		{operator(first), 2}, {first.End() - 1, 2}, {second.Pos(), 6}, {operator(second), 2}, {fn.Body.Rbrace, 2},
	} {
		if got := f.Place(c.at); got != at(c.line) {
			t.Errorf("token %d: got %v, want %v", c.at, got, at(c.line))
		}
	}
	if operator(first) == operator(second) {
		t.Error("two tokens have one position")
	}
}

// operator returns the position of the operator in _ = (a + b).
func operator(s *ast.AssignStmt) token.Pos {
	return s.Rhs[0].(*ast.ParenExpr).X.(*ast.BinaryExpr).OpPos
}

// TestTemplate fills the holes of a template.
func TestTemplate(t *testing.T) {
	got := NewTemplate("f(%s, -%[1]s<<2)").With(Name("x"))
	if x := got.(*ast.CallExpr); x.Args[0] != x.Args[1].(*ast.BinaryExpr).X.(*ast.UnaryExpr).X || x.Lparen.IsValid() {
		t.Errorf("got %v, want one x in two places, without positions", x)
	}
}
