package source

// This file type-checks what kernels use of other packages of their module.

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"path/filepath"
	"slices"
	"sync"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/layout"
)

// helper is another package of the kernel's module. Its build has no kernels: it holds all
// functions, types and constants that a device can have.
type helper struct {
	*build
	files []*ast.File // the sound declarations
}

// helpers are the other packages that a build and its helpers use.
type helpers struct {
	byPath map[string]*helper // nil: a package that kernels cannot use, or that is being read
	order  []*helper          // each after those that it imports
}

// Import implements types.Importer.
func (b *build) Import(path string) (*types.Package, error) {
	if pkg, err := (importer{}).Import(path); err == nil {
		return pkg, nil
	}
	h, known := b.helpers.byPath[path]
	if !known {
		b.helpers.byPath[path] = nil
		if h = b.readHelper(path); h != nil {
			b.helpers.byPath[path] = h
			b.helpers.order = append(b.helpers.order, h)
		}
	}
	if h == nil {
		return nil, fmt.Errorf("package %s is not for kernels", path)
	}
	return h.pkg, nil
}

// ownNames are the names of packages whose functions the compiler writes itself.
var ownNames = map[string]bool{"gpu": true, "math": true, "bits": true, cudaPath: true}

// readHelper reads and checks another package of the module; nil if there is none.
func (b *build) readHelper(path string) *helper {
	folder, ok := b.src.ownFolder(path)
	if !ok {
		return nil
	}
	files, err := readFolder(folder, false)
	if err != nil {
		return nil
	}
	s := &sources{fset: b.src.fset, read: contentKey(files)}
	if s.parse(nil, files); len(s.files) == 0 || ownNames[s.files[0].ast.Name.Name] {
		return nil
	}
	s.index()
	keep := slices.DeleteFunc(slices.Clone(s.decls), func(d *decl) bool { return d.host || d.name == "main" || d.name == "init" && d.fn() != nil })
	if len(s.overLimits(keep)) > 0 {
		return nil
	}
	b.src.keepHelper(folder, s)
	h := &helper{build: &build{src: s, path: path, helpers: b.helpers, faults: map[*decl]diag.List{}, launches: map[*decl]diag.List{}}}
	errs := h.check(keep, nil)
	h.readDirectives()
	for _, d := range keep {
		if more := append(h.refuse(d), h.refuseVariable(d)...); len(more) > 0 {
			h.faults[d] = append(h.faults[d], more...)
		}
	}
	h.attribute(errs)
	h.files = h.clean(keep, nil, "")
	return h
}

// ownFolder returns the folder of a package of the same module.
func (s *sources) ownFolder(pkg string) (folder string, ok bool) {
	file, err := filepath.Abs(s.files[0].name)
	if err != nil || s.alone || pkg == path.Dir(layout.GPUPath) {
		return "", false
	}
	return folderOf(pkg, file)
}

// refuseVariable refuses a variable of the device that another package than the kernel's
// declares: the host finds variables by the name in the kernel's package.
func (b *build) refuseVariable(d *decl) diag.List {
	if g, ok := d.node.(*ast.GenDecl); !ok || g.Tok != token.VAR {
		return nil
	}
	return diag.List{b.src.diagnostic(d.node.Pos(), diag.PackageVariable, "declare it in the package of the kernel",
		"%s is a variable of another package than the kernel's", d.name)}
}

// inHelper returns the mistakes in a name of another package where a type error says that
// the package lacks it; ok is false when it is no such package.
func (b *build) inHelper(pkg, name string, err types.Error) (list diag.List, ok bool) {
	h := b.importedAs(pkg, b.src.declAt(err.Pos))
	if h == nil {
		return nil, false
	}
	for _, d := range h.src.named[name] {
		list = append(list, h.diagnose(d)...)
	}
	if len(list) == 0 {
		list = diag.List{b.src.diagnostic(err.Pos, diag.Undefined, b.suggest(name, func() []string { return h.pkg.Scope().Names() }), "undefined: %s.%s", pkg, name)}
	}
	return list, true
}

// importedAs returns the package that the file of a declaration imports under a name; nil for
// packages that do not belong to the module.
func (b *build) importedAs(name string, d *decl) *helper {
	if d == nil {
		return nil
	}
	for _, im := range d.file.ast.Imports {
		if importName(im) == name {
			return b.helpers.byPath[importPath(im)]
		}
	}
	return nil
}

// foreign returns a diagnostic about a name of another package that a declaration uses, or
// something that it uses; nil if there is none.
func (b *build) foreign(d *decl) (list diag.List) {
	for used := range b.closure(d) {
		b.eachIdent(used, func(id *ast.Ident) {
			if pkg, ok := b.info.Uses[id].(*types.PkgName); ok && b.helpers.byPath[pkg.Imported().Path()] != nil {
				list = append(list, b.src.diagnostic(id.Pos(), diag.HostPackage, "copy what is used of it to the package of the kernel",
					"package %s is not the kernel's: only that package is written in CUDA C", id.Name))
			}
		})
	}
	return list.Sort()
}

// otherPackages are the packages of its module that a Unit uses beside that of the kernel.
type otherPackages struct {
	mu      sync.Mutex
	folders []string
	sources []*sources
}

// keepHelper keeps the files of another package: their lines are quoted.
func (s *sources) keepHelper(folder string, h *sources) {
	h.others = s.others
	s.others.mu.Lock()
	defer s.others.mu.Unlock()
	if slices.Contains(s.others.folders, folder) {
		return // another build has read it
	}
	s.others.folders, s.others.sources = append(s.others.folders, folder), append(s.others.sources, h)
}

// current reports whether the other packages are as they were when they were read.
func (o *otherPackages) current() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	for i, folder := range o.folders {
		files, err := readFolder(folder, false)
		if err != nil || contentKey(files) != o.sources[i].read {
			return false
		}
	}
	return true
}

// text returns the source line at p in another package, or "".
func (o *otherPackages) text(p diag.Pos) string {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, s := range o.sources {
		if text := s.ownText(p); text != "" {
			return text
		}
	}
	return ""
}
