// Package tree makes files of Go without text, in which every token has a place in another
// source.
//
// Nodes are made in any order, and one node may hang in several places. While a file is made,
// a token.Pos stands for a place of the other source (Places.At). File copies the finished
// tree and puts its tokens in the order that a text would have: package go/types finds the
// scope of a name by that. A token without a place has the place of the token before it.
package tree

import (
	"go/ast"
	"go/token"

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
	Fset   *token.FileSet
	AST    *ast.File
	Unroll map[ast.Stmt]int       // of loops for which it is not 0
	Called map[*ast.FuncDecl]bool // the functions that are not inlined
}

// File makes a file: a package with declarations. Tokens in front of the first place have at.
func (p *Places) File(at diag.Pos, decls []ast.Decl) *File {
	f := &File{Fset: token.NewFileSet(), Unroll: map[ast.Stmt]int{}, Called: map[*ast.FuncDecl]bool{}}
	w := &writer{places: p, at: at, base: f.Fset.Base()}
	c := &copier{writer: w, file: f}
	f.AST = &ast.File{Package: w.token(token.NoPos, 1), Name: c.ident(Name("kernels"))}
	f.AST.Decls = c.decls(decls)
	f.AST.FileStart, f.AST.FileEnd = f.AST.Package, token.Pos(w.base+w.size)
	w.addTo(f.Fset.AddFile(at.File, w.base, w.size))
	return f
}

// writer puts tokens in order. Each is as wide as in a text: go/ast computes where nodes end.
type writer struct {
	places *Places
	at     diag.Pos // of the last token
	base   int
	size   int
	tokens []placed
}

// placed is the place of the token at an offset.
type placed struct {
	offset int
	at     diag.Pos
}

// token returns the position of the next token, which may have a place of its own.
func (w *writer) token(own token.Pos, width int) token.Pos {
	w.begin(own)
	w.tokens = append(w.tokens, placed{w.size, w.at})
	w.size += width
	return token.Pos(w.base + w.size - width)
}

func (w *writer) begin(at token.Pos) {
	if at.IsValid() {
		w.at = w.places.list[at-1]
	}
}

// addTo gives the tokens of a file their places.
func (w *writer) addTo(f *token.File) {
	for _, t := range w.tokens {
		f.AddLineColumnInfo(t.offset, t.at.File, t.at.Line, t.at.Col)
	}
}
