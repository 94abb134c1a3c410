// Package tree makes files of Go without text, in which every token has a place in another
// source.
//
// Nodes are made in any order, and one node may hang in several places. While a file is made,
// a token.Pos stands for a place of the other source (Places.At). File copies the finished
// tree and puts its tokens in the order that a text would have: package go/types finds the
// scope of a name by that. A token without a place has the place of the token before it.
package tree

import (
	"cmp"
	"go/ast"
	"go/token"
	"slices"

	"gpucourse/gpusim/diag"
)

// Places are places in the other source, by the numbers that stand for them.
type Places struct {
	list   []diag.Pos
	number map[diag.Pos]token.Pos
}

// At returns the number of a place. A place without a line has token.NoPos.
func (p *Places) At(at diag.Pos) token.Pos {
	if at.Line == 0 {
		return token.NoPos
	}
	n, known := p.number[at]
	if !known {
		if p.number == nil {
			p.number = map[diag.Pos]token.Pos{}
		}
		p.list = append(p.list, at)
		n = token.Pos(len(p.list))
		p.number[at] = n
	}
	return n
}

// Stmt is a statement whose first token has a place. It may change until the file is made; nil
// stands for none.
type Stmt struct {
	ast.Stmt
	At token.Pos
}

// Expr is an expression whose first token has a place.
type Expr struct {
	ast.Expr
	At token.Pos
}

// Loop is a loop with what its source says of its unrolling, as in ir.Block.
type Loop struct {
	*ast.ForStmt
	Unroll int
}

// Func is a function that is called, not inlined.
type Func struct{ *ast.FuncDecl }

// File is a finished file.
type File struct {
	Fset   *token.FileSet // has the file alone, and no places
	AST    *ast.File
	Unroll map[ast.Stmt]int       // of loops for which it is not 0
	Called map[*ast.FuncDecl]bool // the functions that are not inlined
	runs   []run
}

// run is a place, and the first of the tokens in a row that have it.
type run struct {
	first token.Pos
	at    diag.Pos
}

// Place returns the place of a token in the other source. A position outside of the file gives
// the zero Pos.
func (f *File) Place(p token.Pos) diag.Pos {
	if p < f.AST.FileStart || p >= f.AST.FileEnd {
		return diag.Pos{}
	}
	i, found := slices.BinarySearchFunc(f.runs, p, func(r run, p token.Pos) int { return cmp.Compare(r.first, p) })
	if !found {
		i--
	}
	return f.runs[i].at
}

// File makes a file: a package with declarations. Tokens in front of the first place have at.
func (p *Places) File(at diag.Pos, decls []ast.Decl) *File {
	f := &File{Fset: token.NewFileSet(), Unroll: map[ast.Stmt]int{}, Called: map[*ast.FuncDecl]bool{}}
	w := &writer{places: p, file: f, at: at, next: token.Pos(f.Fset.Base())}
	c := &copier{writer: w, file: f}
	f.AST = &ast.File{Package: w.token(token.NoPos, 1), Name: c.ident(Name("kernels"))}
	f.AST.Decls = c.decls(decls)
	f.AST.FileStart, f.AST.FileEnd = f.AST.Package, w.next
	f.Fset.AddFile(at.File, int(f.AST.FileStart), int(f.AST.FileEnd-f.AST.FileStart))
	return f
}

// writer puts tokens in order. Each is as wide as in a text: go/ast computes where nodes end.
type writer struct {
	places *Places
	file   *File
	at     diag.Pos // of the next token, unless it has its own
	next   token.Pos
}

// token returns the position of the next token, which may have a place of its own.
func (w *writer) token(own token.Pos, width int) token.Pos {
	w.begin(own)
	if n := len(w.file.runs); n == 0 || w.file.runs[n-1].at != w.at {
		w.file.runs = append(w.file.runs, run{w.next, w.at})
	}
	p := w.next
	w.next += token.Pos(width)
	return p
}

func (w *writer) begin(at token.Pos) {
	if at.IsValid() {
		w.at = w.places.list[at-1]
	}
}
