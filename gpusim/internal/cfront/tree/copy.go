package tree

import (
	"fmt"
	"go/ast"
	"go/token"
)

// This file copies trees: the finished one, and the templates of expressions.

// copier copies a tree in the order of a text.
type copier struct {
	writer *writer             // nil for a template, whose tokens have no places
	names  map[string]ast.Expr // what stands for a name of a template
	file   *File               // what the nodes say besides, of a file
}

// token returns the position of the next token, one character wide.
func (c *copier) token(own token.Pos) token.Pos { return c.wide(own, 1) }

// begin notes the place of the next token.
func (c *copier) begin(at token.Pos) {
	if c.writer != nil {
		c.writer.begin(at)
	}
}

func (c *copier) wide(own token.Pos, width int) token.Pos {
	if c.writer == nil {
		return token.NoPos
	}
	return c.writer.token(own, width)
}

func (c *copier) ident(x *ast.Ident) *ast.Ident {
	return &ast.Ident{NamePos: c.wide(x.NamePos, len(x.Name)), Name: x.Name}
}

// copied copies a list; one of no elements is nil, as package ssa expects it.
func copied[T any](list []T, one func(T) T) (copies []T) {
	for _, x := range list {
		copies = append(copies, one(x))
	}
	return copies
}

// expr copies an expression or a type; nil stands for none.
func (c *copier) expr(x ast.Expr) ast.Expr {
	switch x := x.(type) {
	case nil:
		return nil
	case *Expr:
		c.begin(x.At)
		return c.expr(x.Expr)
	case *ast.Ident:
		if to := c.names[x.Name]; to != nil {
			return to
		}
		return c.ident(x)
	case *ast.BasicLit:
		return &ast.BasicLit{ValuePos: c.wide(x.ValuePos, len(x.Value)), Kind: x.Kind, Value: x.Value}
	case *ast.ParenExpr:
		return &ast.ParenExpr{Lparen: c.token(x.Lparen), X: c.expr(x.X), Rparen: c.token(x.Rparen)}
	case *ast.SelectorExpr:
		return &ast.SelectorExpr{X: c.expr(x.X), Sel: c.ident(x.Sel)}
	case *ast.IndexExpr:
		return &ast.IndexExpr{X: c.expr(x.X), Lbrack: c.token(x.Lbrack), Index: c.expr(x.Index), Rbrack: c.token(x.Rbrack)}
	case *ast.CallExpr:
		return &ast.CallExpr{Fun: c.expr(x.Fun), Lparen: c.token(x.Lparen), Args: copied(x.Args, c.expr), Rparen: c.token(x.Rparen)}
	case *ast.StarExpr:
		return &ast.StarExpr{Star: c.token(x.Star), X: c.expr(x.X)}
	case *ast.UnaryExpr:
		return &ast.UnaryExpr{OpPos: c.token(x.OpPos), Op: x.Op, X: c.expr(x.X)}
	case *ast.BinaryExpr:
		return &ast.BinaryExpr{X: c.expr(x.X), OpPos: c.token(x.OpPos), Op: x.Op, Y: c.expr(x.Y)}
	case *ast.CompositeLit:
		return &ast.CompositeLit{Type: c.expr(x.Type), Lbrace: c.token(x.Lbrace), Elts: copied(x.Elts, c.expr), Rbrace: c.token(x.Rbrace)}
	case *ast.KeyValueExpr:
		return &ast.KeyValueExpr{Key: c.expr(x.Key), Colon: c.token(x.Colon), Value: c.expr(x.Value)}
	case *ast.FuncLit:
		return &ast.FuncLit{Type: c.funcType(x.Type), Body: c.block(x.Body)}
	case *ast.ArrayType:
		return &ast.ArrayType{Lbrack: c.token(x.Lbrack), Len: c.expr(x.Len), Elt: c.expr(x.Elt)}
	case *ast.StructType:
		return &ast.StructType{Struct: c.token(x.Struct), Fields: c.fields(x.Fields)}
	case *ast.FuncType:
		return c.funcType(x)
	}
	panic(fmt.Sprintf("BUG: expression %T", x))
}

func (c *copier) funcType(t *ast.FuncType) *ast.FuncType {
	return &ast.FuncType{Func: c.token(t.Func), Params: c.fields(t.Params), Results: c.results(t.Results)}
}

// fields copies parameters, or the fields of a struct.
func (c *copier) fields(l *ast.FieldList) *ast.FieldList {
	return &ast.FieldList{Opening: c.token(l.Opening), List: copied(l.List, c.field), Closing: c.token(l.Closing)}
}

// results copies results, which stand in no parentheses.
func (c *copier) results(l *ast.FieldList) *ast.FieldList {
	if l == nil {
		return nil
	}
	return &ast.FieldList{List: copied(l.List, c.field)}
}

func (c *copier) field(f *ast.Field) *ast.Field {
	return &ast.Field{Names: copied(f.Names, c.ident), Type: c.expr(f.Type)}
}

// stmts copies statements. It leaves out each Stmt that has no statement.
func (c *copier) stmts(list []ast.Stmt) (copies []ast.Stmt) {
	for _, s := range list {
		if s := c.stmt(s); s != nil {
			copies = append(copies, s)
		}
	}
	return copies
}

func (c *copier) block(b *ast.BlockStmt) *ast.BlockStmt {
	return &ast.BlockStmt{Lbrace: c.token(b.Lbrace), List: c.stmts(b.List), Rbrace: c.token(b.Rbrace)}
}

// stmt copies a statement; nil stands for none.
func (c *copier) stmt(s ast.Stmt) ast.Stmt {
	switch s := s.(type) {
	case nil:
		return nil
	case *Stmt:
		if s.Stmt == nil {
			return nil
		}
		c.begin(s.At)
		return c.stmt(s.Stmt)
	case *Loop:
		loop := c.loop(s.ForStmt)
		if s.Unroll != 0 {
			c.file.Unroll[loop] = s.Unroll
		}
		return loop
	case *ast.ForStmt:
		return c.loop(s)
	case *ast.AssignStmt:
		return &ast.AssignStmt{Lhs: copied(s.Lhs, c.expr), TokPos: c.token(s.TokPos), Tok: s.Tok, Rhs: copied(s.Rhs, c.expr)}
	case *ast.IncDecStmt:
		return &ast.IncDecStmt{X: c.expr(s.X), TokPos: c.token(s.TokPos), Tok: s.Tok}
	case *ast.DeclStmt:
		return &ast.DeclStmt{Decl: c.decl(s.Decl)}
	case *ast.ExprStmt:
		return &ast.ExprStmt{X: c.expr(s.X)}
	case *ast.BlockStmt:
		return c.block(s)
	case *ast.IfStmt:
		return &ast.IfStmt{If: c.token(s.If), Cond: c.expr(s.Cond), Body: c.block(s.Body), Else: c.stmt(s.Else)}
	case *ast.SwitchStmt:
		return &ast.SwitchStmt{Switch: c.token(s.Switch), Tag: c.expr(s.Tag), Body: c.block(s.Body)}
	case *ast.CaseClause:
		return &ast.CaseClause{Case: c.token(s.Case), List: copied(s.List, c.expr), Colon: c.token(s.Colon), Body: c.stmts(s.Body)}
	case *ast.LabeledStmt:
		return &ast.LabeledStmt{Label: c.ident(s.Label), Colon: c.token(s.Colon), Stmt: c.stmt(s.Stmt)}
	case *ast.BranchStmt:
		return c.branch(s)
	case *ast.ReturnStmt:
		return &ast.ReturnStmt{Return: c.wide(s.Return, len(token.RETURN.String())), Results: copied(s.Results, c.expr)}
	}
	panic(fmt.Sprintf("BUG: statement %T", s))
}

func (c *copier) loop(s *ast.ForStmt) *ast.ForStmt {
	return &ast.ForStmt{For: c.token(s.For), Init: c.stmt(s.Init), Cond: c.expr(s.Cond), Post: c.stmt(s.Post), Body: c.block(s.Body)}
}

func (c *copier) branch(s *ast.BranchStmt) *ast.BranchStmt {
	b := &ast.BranchStmt{TokPos: c.wide(s.TokPos, len(s.Tok.String())), Tok: s.Tok}
	if s.Label != nil {
		b.Label = c.ident(s.Label)
	}
	return b
}

func (c *copier) decls(list []ast.Decl) []ast.Decl { return copied(list, c.decl) }

func (c *copier) decl(d ast.Decl) ast.Decl {
	switch d := d.(type) {
	case *Func:
		f := c.function(d.FuncDecl)
		c.file.Called[f] = true
		return f
	case *ast.FuncDecl:
		return c.function(d)
	case *ast.GenDecl:
		return &ast.GenDecl{TokPos: c.token(d.TokPos), Tok: d.Tok, Specs: copied(d.Specs, c.spec)}
	}
	panic(fmt.Sprintf("BUG: declaration %T", d))
}

func (c *copier) function(d *ast.FuncDecl) *ast.FuncDecl {
	keyword := c.token(d.Type.Func)
	f := &ast.FuncDecl{Name: c.ident(d.Name), Type: &ast.FuncType{Func: keyword, Params: c.fields(d.Type.Params), Results: c.results(d.Type.Results)}}
	f.Body = c.block(d.Body)
	return f
}

func (c *copier) spec(s ast.Spec) ast.Spec {
	switch s := s.(type) {
	case *ast.ImportSpec:
		im := &ast.ImportSpec{Name: c.ident(s.Name), Path: c.expr(s.Path).(*ast.BasicLit)}
		c.file.AST.Imports = append(c.file.AST.Imports, im)
		return im
	case *ast.TypeSpec:
		return &ast.TypeSpec{Name: c.ident(s.Name), Type: c.expr(s.Type)}
	case *ast.ValueSpec:
		return &ast.ValueSpec{Names: copied(s.Names, c.ident), Type: c.expr(s.Type)}
	}
	panic(fmt.Sprintf("BUG: declaration %T", s))
}
