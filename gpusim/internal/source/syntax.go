package source

// This file hands out the type-checked syntax of a kernel, for writers of other
// languages.

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"gpucourse/gpusim/diag"
)

// Syntax is the type-checked source of a kernel.
type Syntax struct {
	Fset     *token.FileSet
	Package  *types.Package
	Info     *types.Info
	Kernel   *ast.FuncDecl
	TypeArgs []types.Type // of a generic kernel
	Decls    []ast.Decl   // what the kernel uses, in source order
	Comments []*ast.CommentGroup
	// Rounded has the positions of products and quotients that an explicit conversion
	// rounds: of the operator, or of the statement for *= and /=.
	Rounded map[token.Pos]bool

	src *sources
}

// Syntax returns the syntax of a kernel. The error is a diag.List of the mistakes in
// the kernel.
func (u *Go) Syntax(kernel string) (*Syntax, error) {
	if _, err := u.Lower(kernel, false); err != nil {
		return nil, err
	}
	b, d, errs := u.built(kernel)
	if len(errs) == 0 {
		errs = b.foreign(d)
	}
	if len(errs) > 0 {
		return nil, errs.Sort()
	}
	s := &Syntax{Fset: b.src.fset, Package: b.pkg, Info: b.info, Kernel: d.fn(), Rounded: b.rounded, src: b.src}
	if b.instance != nil {
		s.TypeArgs = b.instance.TypeArgs()
	}
	for used := range b.closure(d) {
		s.Decls = append(s.Decls, used.node)
	}
	slices.SortFunc(s.Decls, func(a, b ast.Decl) int { return int(a.Pos()) - int(b.Pos()) })
	for _, f := range b.src.files {
		s.Comments = append(s.Comments, f.ast.Comments...)
	}
	return s, nil
}

// Refuse returns a diagnostic that quotes the source line at p.
func (s *Syntax) Refuse(p token.Pos, code diag.Code, hint, format string, args ...any) diag.Diagnostic {
	return s.src.diagnostic(p, code, hint, format, args...)
}

// CalleeName returns the name of what a call calls, nil when it has none.
func CalleeName(e ast.Expr) *ast.Ident { return calleeName(e) }
