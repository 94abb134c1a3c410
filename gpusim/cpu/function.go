package cpu

// This file finds a function's source, compiles it and binds its arguments.

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
	"unsafe"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/kernel"
	"gpucourse/gpusim/internal/launch"
	"gpucourse/gpusim/internal/layout"
	"gpucourse/gpusim/internal/simt"
	"gpucourse/gpusim/internal/source"
	"gpucourse/gpusim/internal/uniform"
	"gpucourse/gpusim/report"
)

// Function is a compiled function.
type Function struct {
	code  *kernel.Code
	shape launch.Shape // of a launch
}

// Name returns the function's name.
func (f *Function) Name() string { return f.code.IR.Name }

// LoadOption changes what Load reads.
type LoadOption source.Scope

// Alone is for functions that use no other package than their own.
const Alone = LoadOption(source.Alone)

// Load compiles a function of a Go file, which may use the other files of its
// package and other packages of its module, or of the package in a folder. A mistake in it is a diag.List.
func Load(path, name string, options ...LoadOption) (*Function, error) {
	scope := source.Module
	for _, o := range options {
		scope = source.Scope(o)
	}
	u, err := source.LoadFile(path, scope)
	if err != nil {
		return nil, err
	}
	return compiled(u, name)
}

// load returns what Run was given as a Function.
func load(function any) (*Function, error) {
	if f, ok := function.(*Function); ok && f != nil {
		return f, nil
	}
	if v := reflect.ValueOf(function); v.Kind() != reflect.Func || v.IsNil() {
		return nil, errNotLoaded
	}
	unit, name, err := source.LoadFunc(function)
	if err != nil {
		return nil, err
	}
	return compiled(unit, name)
}

// one is the extent of the grid and of the block: a function runs in one thread.
var one = arch.Dim3{X: 1, Y: 1, Z: 1}

func compiled(unit source.Unit, name string) (*Function, error) {
	spec, err := arch.Find(executor)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	k, err := kernel.ModuleOf(unit).Kernel(name)
	if err != nil {
		return nil, err
	}
	code, err := k.For(kernel.Target{Spec: spec})
	if err != nil {
		return nil, err
	}
	f := &Function{code, launch.Shape{Spec: spec, Grid: one, Block: one}.Of(code.IR)}
	for i := range code.IR.Vars {
		if v := &code.IR.Vars[i]; v.Kind != ir.ParamSlice && v.Space != ir.Local {
			return nil, f.refuse(diag.NotAKernel, "use slices and local variables", fmt.Sprintf("%s uses %s, which is memory of a GPU", name, v.Name))
		}
	}
	return f, nil
}

// Conditions returns what the function decides by its numbers and the lengths of its slices,
// whatever these hold.
func (f *Function) Conditions() *report.Conditions { return uniform.Conditions(f.code.Unit, f.Name()) }

// pos is where an instruction was written.
func (f *Function) pos(pc int) diag.Pos {
	p := f.code.IR.Frame(f.code.Program().Instrs[pc].Pos).Pos
	return diag.Pos{File: p.File, Line: p.Line}
}

// bound is the arguments as the executor takes them.
type bound struct {
	params  []byte
	windows []simt.Window // by VarID−1
	memory  *simt.Memory
	arrays  []array // by argument; without memory where it is a number
}

// array is a slice of the caller and its copy.
type array struct {
	name  string
	elem  int // bytes
	host  []byte
	alloc *simt.Allocation
}

// bind checks the arguments and copies the slices among them.
func (f *Function) bind(args []any) (*bound, error) {
	if len(args) != len(f.code.IR.Arguments) {
		return nil, f.refuse(diag.ArgumentCount, f.code.Usage(), fmt.Sprintf("%s has %s and is given %s", f.Name(), diag.Count(len(f.code.IR.Arguments), "parameters"), diag.Count(len(args), "arguments")))
	}
	rules := arch.Allocator{BlockBytes: hostMemory, SmallBytes: hostMemory} // one block, filled from its start
	b := &bound{
		params: make([]byte, f.code.IR.ParamBytes), windows: make([]simt.Window, len(f.code.IR.Vars)),
		memory: simt.NewMemory(&rules, hostMemory), arrays: make([]array, len(args)),
	}
	for i, arg := range args {
		if err := f.bindOne(b, i, reflect.ValueOf(arg)); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// bindOne gives parameter i its value.
func (f *Function) bindOne(b *bound, i int, v reflect.Value) error {
	p := &f.code.IR.Arguments[i]
	elem, isSlice := p.Slices[p.Name]
	switch {
	case isSlice && v.IsValid() && v.Kind() == reflect.Slice && kernel.SameType(v.Type().String(), p.Type):
		return f.bindSlice(b, i, v, elem.Bytes)
	case !isSlice:
		if n, ok := number(p.Type, v); ok {
			q := f.parameter(p.Name)
			setNumber(b.params[q.Offset:], n)
			return nil
		}
	}
	what := "nil"
	if v.IsValid() {
		what = fmt.Sprintf("%v of type %s", v, v.Type())
		if v.Kind() == reflect.Slice {
			what = v.Type().String()
		}
	}
	return f.refuse(diag.ArgumentType, f.code.Usage()+", numbers and slices of them", fmt.Sprintf("argument %d (%s) is %s", i+1, p.Name, what))
}

// bindSlice copies a slice and opens the function's window to the copy. The same
// slice given twice is one array.
func (f *Function) bindSlice(b *bound, i int, v reflect.Value, elem int) error {
	host := unsafe.Slice((*byte)(v.UnsafePointer()), v.Len()*elem)
	a := array{name: f.code.IR.Arguments[i].Name, elem: elem, host: host}
	for _, other := range b.arrays[:i] {
		switch {
		case !overlap(host, other.host):
		case len(host) == len(other.host) && &host[0] == &other.host[0]:
			a.alloc = other.alloc
		default:
			return f.refuse(diag.ArgumentType, "pass slices that are the same, or apart", fmt.Sprintf("%s and %s have elements in common", other.name, a.name))
		}
	}
	if a.alloc == nil {
		var err error
		if a.alloc, err = b.memory.Alloc(len(host), Align, a.name); err != nil {
			return f.refuse(diag.OutOfMemory, "use smaller slices", err.Error())
		}
		copy(a.alloc.Data, host)
	}
	b.arrays[i] = a
	q := f.parameter(a.name)
	binary.LittleEndian.PutUint64(b.params[q.Offset:], a.alloc.Base)
	b.windows[q.Var-1] = simt.Window{Lo: a.alloc.Base, Hi: a.alloc.End()}
	binary.LittleEndian.PutUint32(b.params[f.parameter(a.name+".len").Offset:], uint32(v.Len()))
	return nil
}

// overlap reports whether two pieces of memory have bytes in common.
func overlap(a, b []byte) bool {
	if len(a) == 0 || len(b) == 0 {
		return false
	}
	first, second := uintptr(unsafe.Pointer(&a[0])), uintptr(unsafe.Pointer(&b[0]))
	return first < second+uintptr(len(b)) && second < first+uintptr(len(a))
}

// parameter finds a parameter as the code has it.
func (f *Function) parameter(name string) *ir.Parameter {
	for i := range f.code.IR.Params {
		if f.code.IR.Params[i].Name == name {
			return &f.code.IR.Params[i]
		}
	}
	panic("BUG: " + f.Name() + " has no parameter " + name)
}

// narrow names what a parameter of a type of 32 bits on the device holds.
var narrow = map[string]string{"int": "int32", "uint": "uint32"}

// number returns a value as a parameter of a type holds it. An int serves every
// integer that it fits.
func number(name string, v reflect.Value) (n reflect.Value, ok bool) {
	want := layout.GoType(cmp.Or(narrow[name], name))
	if want == nil || !v.IsValid() {
		return n, false
	}
	n = reflect.New(want).Elem()
	switch {
	case v.Type() == want:
		return v, true
	case v.CanInt() && n.CanInt():
		n.SetInt(v.Int())
		return n, !n.OverflowInt(v.Int())
	case v.CanInt() && n.CanUint() && v.Int() >= 0:
		n.SetUint(uint64(v.Int()))
		return n, !n.OverflowUint(uint64(v.Int()))
	}
	return n, false
}

// setNumber writes a number into the parameter block.
func setNumber(at []byte, v reflect.Value) {
	var bits uint64
	switch {
	case v.CanInt():
		bits = uint64(v.Int())
	case v.CanUint():
		bits = v.Uint()
	case v.Kind() == reflect.Float32:
		bits = uint64(math.Float32bits(float32(v.Float())))
	case v.CanFloat():
		bits = math.Float64bits(v.Float())
	case v.Bool():
		bits = 1
	}
	var word [8]byte
	binary.LittleEndian.PutUint64(word[:], bits)
	copy(at[:v.Type().Size()], word[:])
}

// copyBack gives the caller's slices what the function wrote.
func (b *bound) copyBack() {
	for _, a := range b.arrays {
		if a.alloc != nil {
			a.alloc.ReadAt(a.host, 0)
		}
	}
}

// element is the address of an element of the slice that is argument arg.
func (b *bound) element(arg, index int) uint64 {
	a := &b.arrays[arg]
	return a.alloc.Base + uint64(index*a.elem)
}

// touch names what lies at an address.
func (b *bound) touch(addr uint64, bytes int, store bool, found int) Touch {
	t := Touch{Bytes: bytes, Store: store, Level: found, Addr: addr}
	for i := range b.arrays {
		if a := &b.arrays[i]; a.alloc != nil && a.alloc.Base <= addr && addr < a.alloc.End() {
			t.Array, t.Index = a.name, int(addr-a.alloc.Base)/a.elem
			break
		}
	}
	return t
}
