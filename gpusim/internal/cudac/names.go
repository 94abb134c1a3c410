package cudac

// This file chooses names: Go's, unless C or CUDA has another use for them.

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"gpucourse/gpusim/internal/intrinsic"
)

// reserved are names that C++, CUDA or the written text uses, besides those of package
// intrinsic.
var reserved = words(`
alignas alignof and and_eq asm auto bitand bitor bool break case catch char char16_t char32_t class compl const
const_cast constexpr continue decltype default delete do double dynamic_cast else enum explicit export extern false
float for friend goto if inline int long mutable namespace new noexcept not not_eq nullptr operator or or_eq private
protected public register reinterpret_cast return short signed sizeof static static_assert static_cast struct switch
template this thread_local throw true try typedef typeid typename union unsigned using virtual void volatile wchar_t
while xor xor_eq NULL INFINITY NAN EOF errno stdin stdout stderr assert offsetof
threadIdx blockIdx blockDim gridDim warpSize dim3 half min max shl shr
abs labs llabs div ldiv exit abort main printf malloc free index rindex remove rename time clock signal select read
write open close link pipe dup access sync send recv connect bind listen accept system rand srand random swab
rsqrt rcbrt logb powi sincos sinpi cospi sincospi asinh acosh atanh llround llrint fdim rhypot norm norm3d norm4d
rnorm erfinv erfcinv erfcx gamma j0 j1 jn y0 y1 yn isinf isfinite frexp modf remainder remquo scalbn
scalbln ilogb nan saturate unix linux Array Pitched Slice equal
`)

func words(text string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(text) {
		m[w] = true
	}
	return m
}

// vectorFields are the fields of CUDA's vector types.
var vectorFields = map[string]string{"X": "x", "Y": "y", "Z": "z", "W": "w"}

// cName returns a Go name as a C name.
func cName(name string) string {
	var b strings.Builder
	for _, r := range name {
		if r < 128 {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, "u%04x", r)
		}
	}
	if name = b.String(); reserved[name] || intrinsic.ByC[name] != nil || strings.HasPrefix(name, "make_") {
		return name + "_"
	}
	return name
}

// unique returns a package-level name that is not taken.
func (w *writer) unique(name string) string {
	base := name
	for n := 2; w.taken[name]; n++ {
		name = fmt.Sprintf("%s%d", base, n)
	}
	w.taken[name] = true
	return name
}

// global returns the name of a package-level object.
func (w *writer) global(obj types.Object) string {
	if w.names[obj] == "" {
		w.names[obj] = w.unique(cName(obj.Name()))
	}
	return w.names[obj]
}

// local returns the name of a variable or constant of the function. C++ has no way to
// use a hidden variable in the declaration that hides it, so that names that hide
// others get a number.
func (f *function) local(obj types.Object) string {
	if n := f.locals[obj]; n != "" {
		return n
	}
	base := cName(obj.Name())
	name := base
	for n := 2; f.hides(obj, name); n++ {
		name = fmt.Sprintf("%s%d", base, n)
	}
	f.locals[obj] = name
	f.used[name] = append(f.used[name], obj)
	return name
}

// hides reports whether a name would hide, or be hidden by, another object of the
// function, or hides a package-level name.
func (f *function) hides(obj types.Object, name string) bool {
	if f.temps[name] || f.packageName(name) {
		return true
	}
	for _, o := range f.used[name] {
		if nested(o.Parent(), obj.Parent()) {
			return true
		}
	}
	return false
}

// packageName reports whether the package declares a name.
func (f *function) packageName(name string) bool {
	switch obj := f.s.Package.Scope().Lookup(name).(type) {
	case nil:
		return f.taken[name] || f.callsMethod(name)
	case *types.TypeName:
		return f.spec[obj] != nil
	default:
		return f.callsMethod(name) || f.mentions(f.decl[f.obj], obj)
	}
}

// callsMethod reports whether the function calls a method of a name, which is a function in C.
func (f *function) callsMethod(name string) bool {
	if f.methods == nil {
		f.methods = map[string]bool{}
		ast.Inspect(f.decl[f.obj], func(n ast.Node) bool {
			if sel, ok := n.(*ast.SelectorExpr); ok {
				if s := f.s.Info.Selections[sel]; s != nil && s.Kind() != types.FieldVal {
					f.methods[sel.Sel.Name] = true
				}
			}
			return true
		})
	}
	return f.methods[name]
}

// nested reports whether scope inner is outer or within it.
func nested(outer, inner *types.Scope) bool {
	for s := inner; s != nil; s = s.Parent() {
		if s == outer {
			return true
		}
	}
	return false
}

// temp returns a new name for a value that has none in Go.
func (f *function) temp(base string) string {
	for n := 1; ; n++ {
		name := fmt.Sprintf("%s%d", base, n)
		if !f.temps[name] && len(f.used[name]) == 0 && !f.packageName(name) {
			f.temps[name] = true
			return name
		}
	}
}

// counterName returns the name of a loop's counter that has none in Go.
func (f *function) counterName() string {
	for _, name := range []string{"i", "j", "k"} {
		if !f.temps[name] && !f.packageName(name) && !f.says(name) {
			f.temps[name] = true
			return name
		}
	}
	return f.temp("i")
}

// says reports whether the function has a name anywhere.
func (f *function) says(name string) bool {
	found := false
	ast.Inspect(f.decl[f.obj], func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && id.Name == name
		return !found
	})
	return found
}

// docText writes a comment above a declaration. Directives are left out.
func docText(doc *ast.CommentGroup, indent string) string {
	if doc == nil {
		return ""
	}
	text := ""
	for _, c := range doc.List {
		if !strings.HasPrefix(c.Text, "//gpu:") && !strings.HasPrefix(c.Text, "//go:") {
			text += indent + strings.TrimRight(c.Text, " ") + "\n"
		}
	}
	for strings.HasSuffix(text, "\n"+indent+"//\n") {
		text = strings.TrimSuffix(text, indent+"//\n")
	}
	return text
}

// fieldComments returns the comments behind the fields of a struct, by the positions of the
// fields' names, and the fields that stand beside the one before: X, Y float32.
func fieldComments(spec ast.Spec) (comments map[token.Pos]string, beside map[token.Pos]bool) {
	comments, beside = map[token.Pos]string{}, map[token.Pos]bool{}
	t, ok := spec.(*ast.TypeSpec)
	if !ok {
		return comments, beside
	}
	s, ok := t.Type.(*ast.StructType)
	if !ok {
		return comments, beside
	}
	for _, field := range s.Fields.List {
		if field.Comment != nil && len(field.Names) > 0 {
			comments[field.Names[len(field.Names)-1].Pos()] = " " + field.Comment.List[0].Text
		}
		for i, name := range field.Names {
			beside[name.Pos()] = i > 0
		}
	}
	return comments, beside
}
