package source

// This file finds the kernels of a package and the declarations that they reach.

import (
	"go/ast"
	"go/token"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/layout"
	"gpucourse/internal/spelling"
)

// function returns the function declared under name, or nil.
func (s *sources) function(name string) *decl {
	for _, d := range s.named[name] {
		if d.fn() != nil && d.recv == "" {
			return d
		}
	}
	return nil
}

func isGeneric(d *decl) bool { return d.fn().Type.TypeParams != nil }

// noKernel returns the diagnostic for a name that no function has.
func (s *sources) noKernel(name string) diag.Diagnostic {
	var all []string
	for _, d := range s.decls {
		if d.fn() != nil && d.recv == "" {
			all = append(all, d.name)
		}
	}
	hint := "the source has no functions"
	if near := spelling.Nearest(name, all); near != "" {
		hint = "did you mean " + near + "?"
	} else if len(all) > 0 {
		hint = "its functions are " + strings.Join(all, ", ")
	}
	d := s.diagnostic(s.files[0].ast.Package, diag.NoKernel, hint, "no function %s", name)
	d.Pos = diag.Pos{File: d.Pos.File}
	d.Source = ""
	return d
}

func (s *sources) wrongTypeArgs(d *decl, generic bool) diag.Diagnostic {
	if !generic {
		return s.diagnostic(d.fn().Name.Pos(), diag.TypeArguments, "name it without brackets", "kernel %s takes no type arguments", d.name)
	}
	return s.diagnostic(d.fn().Name.Pos(), diag.TypeArguments, "name its types: "+d.name+"[float32]", "kernel %s is generic", d.name)
}

// kernels finds the functions that look like kernels, as Unit.Kernels defines them.
func (s *sources) kernels() []*decl {
	if s.found != nil {
		return s.found
	}
	device := s.deviceFunctions()
	called := map[string]bool{}
	for d := range device {
		maps.Copy(called, callees(d.fn()))
	}
	s.found = []*decl{}
	for d := range device {
		if s.given != nil && d.file != s.given {
			continue // only the given file's kernels are listed
		}
		if f := d.fn(); d.recv == "" && !called[d.name] && f.Type.Results == nil && d.name != "main" && d.name != "init" {
			s.found = append(s.found, d)
		}
	}
	sortDecls(s.found)
	return s.found
}

// deviceFunctions returns the functions that use variables or functions of package
// gpu, use a gpu.Constant or gpu.Global variable, or call such a function. It leaves
// out functions that use package gpusim, which belongs to the host.
func (s *sources) deviceFunctions() map[*decl]bool {
	device := map[*decl]bool{}
	for again := true; again; {
		again = false
		for _, d := range s.decls {
			if d.fn() == nil || d.fn().Body == nil || device[d] || s.usesHost(d) {
				continue
			}
			if usesGPU(d) || s.usesVariable(d) || s.callsAny(d, device) {
				device[d], again = true, true
			}
		}
	}
	return device
}

func (s *sources) callsAny(d *decl, set map[*decl]bool) bool {
	for name := range callees(d.fn()) {
		if slices.ContainsFunc(s.named[name], func(c *decl) bool { return set[c] }) {
			return true
		}
	}
	return false
}

// callees returns the names of the functions and methods that f calls.
func callees(f *ast.FuncDecl) map[string]bool {
	names := map[string]bool{}
	ast.Inspect(f, func(n ast.Node) bool {
		if c, ok := n.(*ast.CallExpr); ok {
			if id := calleeName(c.Fun); id != nil {
				names[id.Name] = true
			}
		}
		return true
	})
	return names
}

func calleeName(e ast.Expr) *ast.Ident {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return e
	case *ast.SelectorExpr:
		return e.Sel
	case *ast.IndexExpr:
		return calleeName(e.X)
	case *ast.IndexListExpr:
		return calleeName(e.X)
	}
	return nil
}

// usesGPU reports whether d uses a variable or function of package gpu.
func usesGPU(d *decl) bool {
	scope := gpuPackage().Scope()
	return namesOf(d, layout.GPUPath, func(name string) bool {
		switch obj := scope.Lookup(name); {
		case obj == nil:
			return true // misspelled
		default:
			return !isTypeName(obj)
		}
	})
}

// usesVariable reports whether d uses a gpu.Constant or gpu.Global variable.
func (s *sources) usesVariable(d *decl) bool {
	onDevice := func(v *decl) bool {
		return v.fn() == nil && namesOf(v, layout.GPUPath, func(name string) bool { return name == "Constant" || name == "Global" })
	}
	for name := range d.uses.plain {
		if slices.ContainsFunc(s.named[name], onDevice) {
			return true
		}
	}
	return false
}

// usesHost reports whether d uses package gpusim.
func (s *sources) usesHost(d *decl) bool {
	return namesOf(d, path.Dir(layout.GPUPath), func(string) bool { return true })
}

// namesOf reports whether d uses a name of package pkgPath that match accepts.
func namesOf(d *decl, pkgPath string, match func(string) bool) bool {
	local := ""
	for _, im := range d.file.ast.Imports {
		if importPath(im) == pkgPath {
			local = importName(im)
		}
	}
	if local == "" || local != "." && !d.uses.plain[local] {
		return false
	}
	if local == "." {
		scope := gpuPackage().Scope()
		for name := range d.uses.plain {
			if scope.Lookup(name) != nil && match(name) {
				return true
			}
		}
		return false
	}
	found := false
	ast.Inspect(d.node, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := sel.X.(*ast.Ident); ok && x.Name == local && match(sel.Sel.Name) {
				found = true
			}
		}
		return !found
	})
	return found
}

func importPath(im *ast.ImportSpec) string {
	p, err := strconv.Unquote(im.Path.Value)
	if err != nil {
		return im.Path.Value
	}
	return p
}

// importName returns the name of an import in its file. By default that is the last
// part of the path without its version.
func importName(im *ast.ImportSpec) string {
	if im.Name != nil {
		return im.Name.Name
	}
	p := importPath(im)
	base := path.Base(p)
	if len(base) > 1 && base[0] == 'v' && strings.Trim(base[1:], "0123456789") == "" {
		base = path.Base(path.Dir(p))
	}
	return strings.TrimPrefix(base, "go-")
}

// reach returns the declarations that the roots and the given names mention,
// directly or through others, in source order. It compares names and does not
// resolve them, so that it may return a declaration too many. It returns a method
// when both its type and its name are mentioned.
func (s *sources) reach(roots []*decl, names mentions) []*decl {
	kept := map[*decl]bool{}
	work := slices.Clone(roots)
	for again := true; again; {
		for _, d := range work {
			kept[d] = true
			names.add(d.uses)
		}
		work = work[:0]
		for _, d := range s.decls {
			if !kept[d] && d.wanted(names) {
				work = append(work, d)
			}
		}
		again = len(work) > 0
	}
	all := slices.Collect(maps.Keys(kept))
	sortDecls(all)
	return all
}

func (d *decl) wanted(names mentions) bool {
	if d.host || d.name == "main" || d.name == "init" && d.fn() != nil {
		return false
	}
	if d.recv != "" {
		return names.plain[d.recv] && names.selected[d.name]
	}
	return slices.ContainsFunc(d.names, func(n string) bool { return names.plain[n] })
}

// reduced returns files with only the given declarations and the imports that they
// mention.
func (s *sources) reduced(keep []*decl) []*ast.File {
	var files []*ast.File
	for _, f := range s.files {
		out := &ast.File{Package: f.ast.Package, Name: f.ast.Name, FileStart: f.ast.FileStart, FileEnd: f.ast.FileEnd}
		uses := map[string]bool{".": true}
		for _, d := range keep {
			if d.file == f {
				out.Decls = append(out.Decls, d.node)
				maps.Copy(uses, d.uses.plain)
			}
		}
		if len(out.Decls) == 0 {
			continue
		}
		out.Imports = slices.DeleteFunc(slices.Clone(f.ast.Imports), func(im *ast.ImportSpec) bool { return !uses[importName(im)] })
		for _, im := range out.Imports {
			g := &ast.GenDecl{TokPos: im.Pos(), Tok: token.IMPORT, Specs: []ast.Spec{im}}
			out.Decls = append([]ast.Decl{g}, out.Decls...)
		}
		files = append(files, out)
	}
	return files
}
