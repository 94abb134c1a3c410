// Package write prints IR as PTX, which ptxas accepts and package ptx reads.
//
// A kernel is written after the passes of nvcc's front end, in the form without phis (pass.Written):
// the registers of PTX are variables, as those of the IR are then. The table (table.go) has a row
// per operation. The objects of a kernel become variables of the module. A local, shared or constant
// access that names its object is relative to it in the IR: in PTX the address of the object is
// added. Each part of a struct or slice that is passed is a parameter of its own.
//
// Functions of floats without an instruction become calls of libdevice, which ptxas leaves to the
// linker (option -c).
//
// Not written: what checkers add, the texts of traps, the call sites of inlined functions.
package write

import (
	"fmt"
	"slices"
	"strings"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/tensormap"
)

// ptxVersion is the version of PTX that is written: of CUDA 12.0, the first for an H100.
const ptxVersion = "8.0"

// Module returns a module with one kernel, for a device.
func Module(k *ir.Kernel, s *arch.Spec) string {
	if k.SSA {
		panic("BUG: a kernel in SSA form is written as PTX")
	}
	m := &module{k: k, spec: s, symbols: map[string]string{}, taken: map[string]bool{}, files: map[string]int{}, externs: map[string]string{}}
	m.entry = m.name(k.Name)
	m.parameters()
	m.objects()
	m.functions()
	var bodies strings.Builder
	for i, f := range k.Funcs {
		bodies.WriteString(m.function(i, f))
	}
	bodies.WriteString(m.kernel())
	var b strings.Builder
	fmt.Fprintf(&b, "// %s\n.version %s\n.target sm_%s\n.address_size %d\n\n", k.Name, ptxVersion, s.CC.Digits(), ir.U64.Bits())
	for _, name := range sortedKeys(m.externs) {
		b.WriteString(m.externs[name])
	}
	b.WriteString(m.variables.String())
	b.WriteString(m.prototypes())
	b.WriteString(bodies.String())
	for _, file := range sortedKeys(m.files) {
		fmt.Fprintf(&b, ".file %d %q\n", m.files[file], file)
	}
	return b.String()
}

func sortedKeys[V any](m map[string]V) []string {
	var list []string
	for key := range m {
		list = append(list, key)
	}
	slices.Sort(list)
	return list
}

// module is a module under construction.
type module struct {
	k         *ir.Kernel
	spec      *arch.Spec
	entry     string // the kernel's name in PTX
	params    []parameter
	funcs     []*function
	symbols   map[string]string // the names of objects, by their names in the IR
	taken     map[string]bool   // names that are used
	files     map[string]int    // numbers of source files
	externs   map[string]string // declarations of functions of the driver and of libdevice, by name
	variables strings.Builder   // declarations of objects and texts
	texts     int               // how many texts are declared
}

// name returns a name for PTX that is like one of the source, and that no other has.
func (m *module) name(source string) string {
	base := strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '_' || r == '$' {
			return r
		}
		return '_'
	}, source)
	if base == "" || '0' <= base[0] && base[0] <= '9' || base[0] == '_' {
		base = "v" + base
	}
	name := base
	for i := 2; m.taken[name]; i++ {
		name = fmt.Sprintf("%s_%d", base, i)
	}
	m.taken[name] = true
	return name
}

// parameter is a parameter of the kernel: a part of the parameter block.
type parameter struct {
	ir.Parameter
	name  string
	whole int // bytes of a tensor map, whose address is taken; 0 for a number
}

// parameters lists the parts of the parameter block. The length of a slice that nothing reads, and the
// address of a variable, are no parameters in PTX.
func (m *module) parameters() {
	read, maps := map[int]bool{}, map[int]bool{}
	for _, k := range m.bodies() {
		k.EachInstr(func(in *ir.Instr) {
			switch {
			case in.Op == ir.Ld && in.Space == ir.Param:
				read[int(in.Off)] = true
			case in.Op == ir.CopyBox:
				if at, ok := boxParameter(in.Src[1]); ok {
					maps[at] = true
				}
			}
		})
	}
	end := 0 // of the last tensor map
	for _, p := range m.k.Params {
		length := strings.HasSuffix(p.Name, ".len") && !read[p.Offset]
		if v := m.k.Var(p.Var); length || v != nil && v.Kind == ir.GlobalVar || p.Offset < end {
			continue
		}
		added := parameter{Parameter: p}
		if maps[p.Offset] {
			p.Name, _, _ = strings.Cut(p.Name, "[")
			added.whole, end = tensormap.Bytes, p.Offset+tensormap.Bytes
		}
		added.name = m.name(m.entry + "_" + p.Name)
		m.params = append(m.params, added)
	}
}

// bodies returns the kernel and the functions that it calls.
func (m *module) bodies() []*ir.Kernel {
	list := []*ir.Kernel{m.k}
	for _, f := range m.k.Funcs {
		list = append(list, f.Body)
	}
	return list
}

// declaration returns the declaration of a parameter.
func (p parameter) declaration() string {
	if p.whole > 0 {
		return fmt.Sprintf(".param .align %d .b8 %s[%d]", tensormap.Align, p.name, p.whole)
	}
	return fmt.Sprintf(".param .%s %s", p.Type, p.name)
}

// parameterAt returns the parameter that has an offset.
func (m *module) parameterAt(off int) parameter {
	for _, p := range m.params {
		if p.Offset <= off && off < p.Offset+max(p.whole, p.Type.Bytes()) {
			return p
		}
	}
	panic(fmt.Sprintf("BUG: no parameter of %s is at offset %d", m.k.Name, off))
}

// kernel returns the text of the kernel.
func (m *module) kernel() string {
	var list []string
	for _, p := range m.params {
		list = append(list, "\t"+p.declaration())
	}
	head := fmt.Sprintf(".visible .entry %s(\n%s\n)\n", m.entry, strings.Join(list, ",\n"))
	if m.k.MaxThreads > 0 {
		head += fmt.Sprintf(".maxntid %d, 1, 1\n", m.k.MaxThreads)
	}
	if m.k.MinBlocks > 0 {
		head += fmt.Sprintf(".minnctapersm %d\n", m.k.MinBlocks)
	}
	if c := m.k.Cluster; c.X > 0 {
		head += fmt.Sprintf(".explicitcluster\n.reqnctapercluster %d, %d, %d\n", c.X, c.Y, c.Z)
	}
	return head + newWriter(m, m.k, nil).body()
}

// file returns the number of a source file.
func (m *module) file(name string) int {
	if m.files[name] == 0 {
		m.files[name] = len(m.files) + 1
	}
	return m.files[name]
}
