package source

// This file finds the source of a function value at run time: in a package, a test
// or a notebook cell.

import (
	"fmt"
	"go/ast"
	"go/types"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"

	"golang.org/x/mod/modfile"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cells"
)

// LoadFunc returns a Unit of the source file of fn, a Go function, and the name of
// fn in it. It refuses closures and method values, which have no declaration.
func LoadFunc(fn any) (Unit, string, error) {
	path, line, name, err := locate(fn)
	if err != nil {
		return nil, "", err
	}
	v := reflect.ValueOf(fn)
	u, err := loadGoFile(fromHere(path), Module)
	if err != nil {
		return nil, "", err
	}
	base, _, generic := strings.Cut(name, "[")
	if u.src.function(name) == nil && strings.Contains(name, ".func") {
		generic = true
		if u, base, err = u.instantiatedAt(path, line, v.Type()); err != nil {
			return nil, "", err
		}
	}
	if !generic {
		return u, name, nil
	}
	targs, err := u.typeArguments(base, v.Type())
	if err != nil {
		return nil, "", err
	}
	return u, base + targs, nil
}

// Find returns the file of fn, a Go function at package level, and its name.
func Find(fn any) (file, name string, err error) {
	file, _, name, err = locate(fn)
	return file, name, err
}

// locate returns the file of fn, the line that it begins on, and its name. A function
// literal has a name with ".func" in it.
func locate(fn any) (path string, line int, name string, err error) {
	v := reflect.ValueOf(fn)
	if v.Kind() != reflect.Func || v.IsNil() {
		return "", 0, "", noSource(fmt.Sprintf("%T is not a function", fn), "pass the kernel's name, without calling it")
	}
	f := runtime.FuncForPC(v.Pointer())
	path, line = f.FileLine(f.Entry())
	name = f.Name()[strings.LastIndex(f.Name(), "/")+1:]
	pkg, name, _ := strings.Cut(name, ".")
	if strings.HasSuffix(name, "-fm") {
		return "", 0, "", noSource(name[:len(name)-3]+" is a method", "make the kernel a function at package level")
	}
	path, err = sourceFile(path, pkg)
	return path, line, name, err
}

// instantiatedAt returns the generic function with the signature of fn that a line
// mentions with type arguments, and its package. Inside a generic function such a
// mention compiles to an unnamed function value, of which only the line is known.
func (u *Go) instantiatedAt(path string, line int, fn reflect.Type) (*Go, string, error) {
	for _, f := range u.src.files {
		if filepath.Base(f.name) != filepath.Base(path) {
			continue
		}
		for _, x := range u.src.instantiated(f, line) {
			of, name, err := u.mentioned(f, x, path)
			if err != nil {
				return nil, "", err
			}
			if d := of.src.function(name); d == nil || !isGeneric(d) || !sameShape(d.fn().Type, fn) {
				continue
			}
			if u.src.hasLiteral(f, line, fn) {
				return nil, "", noSource("a function literal and "+name+" are on one line, so that either may be meant", "put them on separate lines")
			}
			return of, name, nil
		}
	}
	return nil, "", noSource("a function literal has no name", "declare the kernel with func Name(…) at package level")
}

// instantiated returns the expressions on a line that have type arguments.
func (s *sources) instantiated(f *file, line int) (list []ast.Expr) {
	ast.Inspect(f.ast, func(n ast.Node) bool {
		var x ast.Expr
		switch n := n.(type) {
		case *ast.IndexExpr:
			x = n.X
		case *ast.IndexListExpr:
			x = n.X
		}
		if x != nil && s.fileLine(x.Pos()) == line {
			list = append(list, x)
		}
		return true
	})
	return list
}

// hasLiteral reports whether a function literal with the signature of fn begins on a
// line of a file.
func (s *sources) hasLiteral(f *file, line int, fn reflect.Type) (found bool) {
	ast.Inspect(f.ast, func(n ast.Node) bool {
		if lit, ok := n.(*ast.FuncLit); ok && s.fileLine(lit.Pos()) == line && sameShape(lit.Type, fn) {
			found = true
		}
		return !found
	})
	return found
}

// mentioned returns the name that x mentions and the package of that name. x is in
// the file at path.
func (u *Go) mentioned(f *file, x ast.Expr, path string) (*Go, string, error) {
	if id, ok := x.(*ast.Ident); ok {
		return u, id.Name, nil
	}
	sel, ok := x.(*ast.SelectorExpr)
	if !ok {
		return u, "", nil
	}
	for _, im := range f.ast.Imports {
		if id, ok := sel.X.(*ast.Ident); ok && importName(im) == id.Name {
			of, err := loadImported(importPath(im), path, sel.Sel.Name)
			return of, sel.Sel.Name, err
		}
	}
	return u, "", nil
}

// loadImported returns a Unit of a package of the same module that a file imports
// for a kernel.
func loadImported(pkg, file, kernel string) (*Go, error) {
	if dir, ok := folderOf(pkg, file); ok {
		return loadGoFolder(fromHere(dir), Module)
	}
	return nil, noSource(kernel+" is named inside a generic function, and its package "+pkg+" is not one of the same module",
		"name the kernel outside of generic functions")
}

// folderOf returns the folder of a package, if it is of the same module as a file.
func folderOf(pkg, file string) (folder string, ok bool) {
	for dir := filepath.Dir(file); ; dir = filepath.Dir(dir) {
		text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		if err != nil && dir != filepath.Dir(dir) {
			continue
		}
		rest, ok := strings.CutPrefix(pkg+"/", modfile.ModulePath(text)+"/")
		return filepath.Join(dir, rest), ok && err == nil
	}
}

// sameShape reports whether a declaration has as many parameters and results as a
// function type.
func sameShape(d *ast.FuncType, fn reflect.Type) bool {
	return d.Params.NumFields() == fn.NumIn() && d.Results.NumFields() == fn.NumOut()
}

func noSource(what, hint string) error {
	return diag.List{{Code: diag.NoSource, Message: "no kernel source: " + what, Hint: hint}}
}

// sourceFile returns the path of a source file. A program built with -trimpath does
// not know its folder; GoNB names the folder of a notebook's program.
func sourceFile(path, pkg string) (string, error) {
	if _, err := os.Stat(path); err == nil {
		return path, nil
	}
	if program, ok := cells.Program(path); ok && pkg == "main" {
		return program, nil
	}
	return "", noSource(path+" cannot be read", "run the program where its source is, built without -trimpath; or load the file with gpusim.LoadFile")
}

// fromHere returns the path relative to the working folder when the file is below
// it. Messages show this path.
func fromHere(path string) string {
	here, err := os.Getwd()
	if err != nil {
		return path
	}
	if short, err := filepath.Rel(here, path); err == nil && filepath.IsLocal(short) {
		return short
	}
	return path
}

// typeArguments returns the type arguments of an instance of a generic kernel,
// "[float32]". It compares the parameters of both.
func (u *Go) typeArguments(kernel string, instance reflect.Type) (string, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	d := u.src.function(kernel)
	if d == nil {
		return "", diag.List{u.src.noKernel(kernel)}
	}
	b := u.buildFor(kernel, d)
	obj, ok := b.info.Defs[d.fn().Name].(*types.Func)
	if !ok {
		return "", b.diagnose(d)
	}
	sig := obj.Signature()
	found := map[*types.TypeParam]reflect.Type{}
	for i := range min(sig.Params().Len(), instance.NumIn()) {
		unify(sig.Params().At(i).Type(), instance.In(i), found)
	}
	var args []string
	for i := range sig.TypeParams().Len() {
		p := sig.TypeParams().At(i)
		t := found[p]
		if t == nil {
			return "", noSource(fmt.Sprintf("type argument %s of %s does not show in its parameters", p.Obj().Name(), kernel),
				"use it in a parameter's type")
		}
		args = append(args, b.spell(t))
	}
	return "[" + strings.Join(args, ", ") + "]", nil
}

// unify compares a generic type with an instance and records the type arguments.
func unify(generic types.Type, instance reflect.Type, found map[*types.TypeParam]reflect.Type) {
	if p, ok := types.Unalias(generic).(*types.TypeParam); ok {
		found[p] = instance
		return
	}
	switch g := generic.Underlying().(type) {
	case *types.Slice:
		if instance.Kind() == reflect.Slice {
			unify(g.Elem(), instance.Elem(), found)
		}
	case *types.Array:
		if instance.Kind() == reflect.Array {
			unify(g.Elem(), instance.Elem(), found)
		}
	case *types.Pointer:
		if instance.Kind() == reflect.Pointer {
			unify(g.Elem(), instance.Elem(), found)
		}
	case *types.Struct:
		for i := range g.NumFields() {
			if instance.Kind() == reflect.Struct && i < instance.NumField() {
				unify(g.Field(i).Type(), instance.Field(i).Type, found)
			}
		}
	}
}

// spell prints a type as the package of the kernel writes it.
func (b *build) spell(t reflect.Type) string {
	s := t.String()
	return strings.ReplaceAll(s, b.pkg.Name()+".", "")
}
