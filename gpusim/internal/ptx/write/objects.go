package write

// This file declares objects in memory and texts.

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"gpucourse/gpusim/internal/ir"
)

// objects declares the objects of the module that the kernel and its functions access, in the order of
// their addresses. A kernel without dynamic shared memory whose static one is rounded up has some in
// other kernels of its file: then it is declared here too.
func (m *module) objects() {
	byName := map[string]*ir.Var{}
	for _, k := range m.bodies() {
		for id := range accessed(k) {
			if v := k.Var(id); ofModule(v) {
				byName[v.Name] = v
			}
		}
	}
	list := slices.SortedFunc(maps.Values(byName), func(a, b *ir.Var) int {
		return cmp.Or(cmp.Compare(a.Space, b.Space), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Offset, b.Offset), cmp.Compare(a.Name, b.Name))
	})
	for _, v := range list {
		m.symbols[v.Name] = m.name(v.Name)
		m.variables.WriteString(declaration(v, m.symbols[v.Name]) + "\n")
	}
	shared := 0
	for i := range m.k.Vars {
		if v := &m.k.Vars[i]; v.Space == ir.Shared {
			shared = max(shared, v.Offset+v.Bytes)
		}
	}
	dynamic := slices.ContainsFunc(list, func(v *ir.Var) bool { return v.Kind == ir.DynamicShared })
	if m.k.SharedBytes > shared && !dynamic {
		m.variables.WriteString(declaration(&ir.Var{Kind: ir.DynamicShared}, m.name("dynamic")) + "\n")
	}
}

// ofModule reports whether an object is a variable of the module.
func ofModule(v *ir.Var) bool {
	return v.Kind == ir.GlobalVar || v.Space == ir.Shared || v.Space == ir.Const
}

// variableAt returns the variable in global memory whose address lies at an offset in the parameter
// block; 0 if there is none.
func variableAt(k *ir.Kernel, off int) ir.VarID {
	for _, p := range k.Params {
		if v := k.Var(p.Var); p.Offset == off && v != nil && v.Kind == ir.GlobalVar {
			return p.Var
		}
	}
	return 0
}

// accessed returns the objects that a kernel or function accesses, or whose address it takes.
func accessed(k *ir.Kernel) map[ir.VarID]bool {
	used := map[ir.VarID]bool{}
	k.EachInstr(func(in *ir.Instr) {
		id := in.Root
		if in.Op == ir.Ld && in.Space == ir.Param {
			id = variableAt(k, int(in.Off))
		}
		if id != 0 {
			used[id] = true
		}
	})
	return used
}

// symbol returns the name of an object. A local one is declared in the function at its first use.
func (w *writer) symbol(id ir.VarID) string {
	v := w.k.Var(id)
	if v.Space != ir.Local {
		return w.m.symbols[v.Name]
	}
	if w.locals[id] == "" {
		w.locals[id] = w.m.name(v.Name)
		w.declarations = append(w.declarations, declaration(v, w.locals[id]))
	}
	return w.locals[id]
}

// declaration returns the declaration of an object.
func declaration(v *ir.Var, name string) string {
	align := max(v.Align, 1)
	if v.Kind == ir.DynamicShared {
		return fmt.Sprintf(".extern .shared .align %d .b8 %s[];", max(align, dynamicAlign), name)
	}
	element := v.Elem.Bytes
	if element < 1 || element > ir.U64.Bytes() || element&(element-1) != 0 || v.Bytes%element != 0 {
		element = 1
	}
	linkage := ""
	if v.Kind == ir.GlobalVar || v.Kind == ir.ConstVar {
		linkage = ".visible "
	}
	return fmt.Sprintf("%s.%s .align %d .b%d %s[%d]%s;", linkage, v.Space, align, element*8, name, max(v.Bytes/element, 1), initial(v, element))
}

// dynamicAlign is the alignment of dynamic shared memory in bytes.
const dynamicAlign = 16

// initial returns the first elements of an object.
func initial(v *ir.Var, element int) string {
	if len(v.Initial) == 0 {
		return ""
	}
	var list []string
	for at := 0; at < len(v.Initial); at += element {
		bits := uint64(0)
		for i := range min(element, len(v.Initial)-at) {
			bits |= uint64(v.Initial[at+i]) << (8 * i)
		}
		list = append(list, fmt.Sprint(bits))
	}
	return " = {" + strings.Join(list, ", ") + "}"
}

// text declares a text and returns its name.
func (m *module) text(s string) string {
	name := m.name(fmt.Sprintf("$str%d", m.texts))
	m.texts++
	var list []string
	for _, c := range append([]byte(s), 0) {
		list = append(list, fmt.Sprint(c))
	}
	fmt.Fprintf(&m.variables, ".global .align 1 .b8 %s[%d] = {%s};\n", name, len(list), strings.Join(list, ", "))
	return name
}
