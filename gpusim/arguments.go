package gpusim

// This file binds the arguments of a launch to a kernel's parameters.

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"
	"strings"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/kernel"
	"gpucourse/gpusim/internal/layout"
	"gpucourse/gpusim/internal/simt"
	"gpucourse/gpusim/internal/texture"
	"gpucourse/gpusim/internal/wording"
)

// Named gives a launch its arguments by parameter name instead of by position:
// "n", or "a.Width" for a field of a struct parameter. It is then the only
// argument of the launch. Numbers of any type serve any number parameter that
// can hold their value.
type Named map[string]any

// ParamBuffer gives a launch of a kernel in PTX its parameter block, byte by byte, as its only
// argument: pointers are addresses of the device. Kernel.ParamInfo says what lies where.
// CUDA: CU_LAUNCH_PARAM_BUFFER_POINTER.
type ParamBuffer []byte

// leaf is one scalar or array inside the arguments.
type leaf struct {
	path   string // "n", "a.Elements"
	which  string // "argument 3 (n)"
	value  reflect.Value
	array  *Array           // instead of value
	texels *texture.Texture // beside value, of a texture
	loose  bool             // any number that fits will do
}

// bound is the arguments as the executor takes them.
type bound struct {
	params    []byte
	constants []byte             // constant memory
	windows   []simt.Window      // by VarID-1
	arrays    []*Array           // by VarID-1; nil where the variable is not in global memory
	textures  []*texture.Texture // by VarID-1; nil where the variable is no texture
	lent      []*simt.Allocation // of other devices
	whole     bool               // pointers reach all memory, as a block of parameters does not say more
}

// contents returns readers of the arrays, by VarID-1.
func (b *bound) contents() []*io.SectionReader {
	list := make([]*io.SectionReader, len(b.arrays))
	for i, a := range b.arrays {
		if a != nil && a.block != nil {
			list[i] = a.reader()
		}
	}
	return list
}

// bind checks args against the parameters of a kernel, which uses the variables of a
// loaded module or, with nil, those of no module. The error is a diag.List with
// everything that does not fit.
func (d *Device) bind(c *code, in *loadedModule, args []any) (*bound, error) {
	b := &bound{
		params:   make([]byte, c.IR.ParamBytes),
		windows:  make([]simt.Window, len(c.IR.Vars)),
		arrays:   make([]*Array, len(c.IR.Vars)),
		textures: make([]*texture.Texture, len(c.IR.Vars)),
	}
	if block, ok := paramBuffer(args); ok {
		if err := d.bindBuffer(c, b, block); err != nil {
			return nil, err
		}
		return b, d.bindSymbols(c, in, b)
	}
	leaves, errs := d.leaves(c.Kernel, args)
	if len(errs) > 0 {
		return nil, errs
	}
	for i := range c.IR.Params {
		p := &c.IR.Params[i]
		if v := c.IR.Var(p.Var); v != nil && v.Kind == ir.GlobalVar {
			continue // bindSymbols fills it in
		}
		l, ok := leaves[strings.TrimSuffix(p.Name, ".len")]
		if !ok && p.Unread {
			continue
		}
		if !ok {
			errs = append(errs, c.Diagnose(diag.ArgumentCount, "give it a value; "+c.Usage(), "parameter %s has no value", p.Name))
			continue
		}
		if err := b.set(c, p, l); err != nil {
			errs = append(errs, *err)
		}
	}
	if len(errs) > 0 {
		return nil, errs
	}
	return b, d.bindSymbols(c, in, b)
}

// paramBuffer returns the only argument of a launch, where it is a ParamBuffer.
func paramBuffer(args []any) (block ParamBuffer, ok bool) {
	if len(args) == 1 {
		block, ok = args[0].(ParamBuffer)
	}
	return block, ok
}

// bindBuffer takes the parameters from a block. A pointer reaches all memory, as on hardware: an access
// beyond the allocation that it points into uses the one that it hits. Checkers hold it to its own.
func (d *Device) bindBuffer(c *code, b *bound, block ParamBuffer) error {
	b.whole = true
	if c.Lowered.Origin == nil {
		return c.Diagnose(diag.ArgumentType, c.Usage(), "kernel %s takes no block of parameters", c.Name())
	}
	for i := range c.IR.Params {
		p := &c.IR.Params[i]
		v := c.IR.Var(p.Var)
		if v != nil && v.Kind == ir.GlobalVar {
			continue // bindSymbols fills it in
		}
		end := p.Offset + p.Type.Bytes()
		if end > len(block) {
			return c.Diagnose(diag.ArgumentCount, c.Usage(), "parameter %s of kernel %s lies at bytes %d to %d of %d", p.Name, c.Name(), p.Offset, end-1, len(block))
		}
		copy(b.params[p.Offset:end], block[p.Offset:end])
		if v == nil {
			continue
		}
		if v.Kind == ir.TextureVar {
			if err := d.bindTexture(c, b, p); err != nil {
				return err
			}
			continue
		}
		if owner, alloc := d.context.process.find(d.context, binary.LittleEndian.Uint64(block[p.Offset:])); alloc != nil && d.reachesMemoryOf(owner, alloc, b) {
			a := &Array{block: owner.device.blocks[alloc], length: len(alloc.Data) / v.Elem.Bytes, size: v.Elem.Bytes}
			b.windows[p.Var-1], b.arrays[p.Var-1] = simt.Window{Lo: alloc.Base, Hi: alloc.End()}, a
		}
	}
	return nil
}

// reachesMemoryOf reports whether a kernel reaches an allocation: of its device's context, or of
// another device to whose memory it was given access. Time is that of the device's own memory.
func (d *Device) reachesMemoryOf(owner *deviceContext, alloc *simt.Allocation, b *bound) bool {
	if owner == d.context {
		return true
	}
	if !d.context.process.peers[[2]int{d.number(), owner.handle.Device}] && !alloc.Mapped() {
		return false
	}
	if !slices.Contains(b.lent, alloc) {
		b.lent = append(b.lent, alloc)
	}
	return true
}

// window is the addresses that a kernel reaches from an array.
func (a *Array) window() simt.Window {
	return simt.Window{Lo: a.Address() - uint64(a.front*a.size), Hi: a.Address() + uint64(a.length*a.size)}
}

// leaves flattens the arguments into scalars and arrays by path.
func (d *Device) leaves(k *kernelCode, args []any) (map[string]leaf, diag.List) {
	f := &flattener{device: d, kernel: k, leaves: map[string]leaf{}}
	if len(args) == 1 {
		if named, ok := args[0].(Named); ok {
			f.named(named)
			return f.leaves, f.errs
		}
	}
	if len(args) != len(k.Lowered.Arguments) {
		return nil, diag.List{k.Diagnose(diag.ArgumentCount, k.Usage(), "kernel %s has %s and is launched with %s", k.Name(), diag.Count(len(k.Lowered.Arguments), "parameters"), diag.Count(len(args), "arguments"))}
	}
	for i, arg := range args {
		p := k.Lowered.Arguments[i]
		f.add(leaf{path: p.Name, which: fmt.Sprintf("argument %d (%s)", i+1, p.Name), value: reflect.ValueOf(arg)}, p)
	}
	return f.leaves, f.errs
}

// flattener walks arguments down to their leaves.
type flattener struct {
	device *Device
	kernel *kernelCode
	leaves map[string]leaf
	errs   diag.List
}

func (f *flattener) fail(code diag.Code, hint, format string, args ...any) {
	f.errs = append(f.errs, f.kernel.Diagnose(code, hint, format, args...))
}

// named takes arguments by name, in the order of the names.
func (f *flattener) named(values Named) {
	var names []string
	for name := range values {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		root, _, _ := strings.Cut(name, ".")
		i := slices.IndexFunc(f.kernel.Lowered.Arguments, func(p ir.Argument) bool { return p.Name == root })
		if i < 0 {
			f.fail(diag.ArgumentName, f.kernel.Usage(), "kernel %s has no parameter %s", f.kernel.Name(), root)
			continue
		}
		f.add(leaf{path: name, which: "argument " + name, value: reflect.ValueOf(values[name]), loose: true}, f.kernel.Lowered.Arguments[i])
	}
}

// add takes one argument, or a part of one.
func (f *flattener) add(l leaf, p ir.Argument) {
	if !l.value.IsValid() {
		f.fail(diag.ArgumentType, "pass a value", "%s is nil, kernel %s wants %s", l.which, f.kernel.Name(), p.Type)
		return
	}
	if ptr, ok := l.value.Interface().(DevicePtr); ok {
		if e, slice := p.Slices[l.path]; slice {
			f.addPointer(l, ptr, e)
			return
		}
	}
	if holder, ok := l.value.Interface().(interface{ deviceArray() *Array }); ok {
		f.addArray(l, holder, p)
		return
	}
	if holder, ok := l.value.Interface().(interface{ Object() any }); ok {
		object, _ := holder.Object().(*texture.Texture)
		f.addTexture(l, object)
		return
	}
	if handle, ok := l.value.Interface().(uint64); ok && f.device.textures[handle] != nil && strings.HasPrefix(p.Type, "gpu.Texture") {
		f.addTexture(l, f.device.textures[handle])
		return
	}
	if m, ok := l.value.Interface().(gpu.TensorMap); ok {
		f.addTensorMap(l, m, p)
		return
	}
	switch l.value.Kind() {
	case reflect.Slice:
		f.addSlice(l)
	case reflect.Struct:
		f.addFields(l, p)
	case reflect.Array:
		for i := range l.value.Len() {
			part := l
			part.path, part.value = fmt.Sprintf("%s[%d]", l.path, i), l.value.Index(i)
			f.add(part, p)
		}
	default:
		f.leaves[l.path] = l
	}
}

// addArray takes a Buffer or an Array.
func (f *flattener) addArray(l leaf, holder interface{ deviceArray() *Array }, p ir.Argument) {
	if l.value.Kind() == reflect.Pointer && l.value.IsNil() {
		f.fail(diag.ArgumentType, "allocate it first", "%s is a nil buffer, kernel %s wants %s", l.which, f.kernel.Name(), p.Type)
		return
	}
	l.array = holder.deviceArray()
	if l.array == nil || l.array.block == nil {
		f.fail(diag.ArgumentType, "allocate it first", "%s is a buffer without memory, kernel %s wants %s", l.which, f.kernel.Name(), p.Type)
		return
	}
	if err := l.array.usable("passed to kernel " + f.kernel.Name() + " as " + l.path); err != nil {
		f.errs = append(f.errs, err.(diag.Diagnostic))
		return
	}
	if l.array.block.device != f.device {
		f.fail(diag.OtherDevice, "allocate it on the device that runs the kernel", "%s is memory of another device, or of another context", l.which)
		return
	}
	f.leaves[l.path] = l
}

// addPointer takes the memory from an address to the end of its allocation.
func (f *flattener) addPointer(l leaf, ptr DevicePtr, e ir.Record) {
	alloc := f.device.memory.Find(uint64(ptr))
	if alloc == nil {
		f.fail(diag.BadPointer, "pass an address that was allocated in this context: other memory ends with its own context, and a kernel that uses it then ends with "+illegalAddress,
			"%s is %v, where context %v has no memory", l.which, ptr, f.device.context)
		return
	}
	offset := int(uint64(ptr) - alloc.Base)
	l.array = &Array{block: f.device.blocks[alloc], offset: offset, length: (len(alloc.Data) - offset) / e.Bytes, size: e.Bytes}
	f.leaves[l.path] = l
}

// addSlice takes a slice of device memory, as Buffer.Slice returns it.
func (f *flattener) addSlice(l leaf) {
	alloc, addr := f.device.memory.FindData(l.value.UnsafePointer())
	elem := l.value.Type().Elem()
	l.array = &Array{length: l.value.Len(), size: int(elem.Size()), elem: elem}
	switch {
	case alloc != nil:
		l.array.block = f.device.blocks[alloc]
		l.array.offset = int(addr - alloc.Base)
	case l.value.Len() > 0:
		f.fail(diag.HostSlice, fmt.Sprintf("copy it to the device first: buf, err := gpusim.Upload(dev, %s)", l.path),
			"%s is a slice in the host's memory, or in memory that was freed", l.which)
		return
	default:
		l.array.block = &block{device: f.device, alloc: &simt.Allocation{}}
	}
	f.leaves[l.path] = l
}

// addFields takes the fields of a struct.
func (f *flattener) addFields(l leaf, p ir.Argument) {
	for i := range l.value.NumField() {
		field := l.value.Type().Field(i)
		if field.Name == "_" || field.Type.Size() == 0 {
			continue
		}
		if !field.IsExported() {
			f.fail(diag.ArgumentType, "write it with a capital letter", "%s: field %s of %s cannot be read by the launch", l.which, field.Name, l.value.Type())
			continue
		}
		part := l
		part.path, part.value = f.kernel.FieldPath(l.path+"."+field.Name), l.value.Field(i)
		part.which = fmt.Sprintf("field %s of %s", field.Name, l.which)
		f.add(part, p)
	}
}

// set writes one flattened parameter.
func (b *bound) set(c *code, p *ir.Parameter, l leaf) *diag.Diagnostic {
	switch {
	case kernel.IsTexture(c.IR, p):
		return b.setTexture(c, p, l)
	case p.Var != 0:
		return b.setArray(c, p, l)
	case strings.HasSuffix(p.Name, ".len") && l.array != nil:
		binary.LittleEndian.PutUint32(b.params[p.Offset:], uint32(l.array.length))
		return nil
	case l.array != nil:
		return mismatch(c, l, fmt.Sprintf("an array of %s", l.array.typeName()), p)
	}
	bits, err := scalar(c, p, l)
	if err != nil {
		return err
	}
	var word [8]byte
	binary.LittleEndian.PutUint64(word[:], bits)
	copy(b.params[p.Offset:p.Offset+p.Type.Bytes()], word[:])
	return nil
}

func mismatch(c *code, l leaf, got string, p *ir.Parameter) *diag.Diagnostic {
	d := c.Diagnose(diag.ArgumentType, c.Usage(), "%s is %s, kernel %s wants %s", l.which, got, c.Name(), kernel.Wanted(c.IR, p))
	return &d
}

// typeName is the element type of an array in messages.
func (a *Array) typeName() string {
	return cmp.Or(a.typeOfElem(), a.hostType(), fmt.Sprintf("%d-byte elements", a.size))
}

// setArray writes an array's address and opens its window.
func (b *bound) setArray(c *code, p *ir.Parameter, l leaf) *diag.Diagnostic {
	v := c.IR.Var(p.Var)
	if l.array == nil {
		return mismatch(c, l, l.value.Type().String(), p)
	}
	if typed := c.Lowered.Origin == nil; typed && (l.array.size != c.Elem(p.Name).Bytes || l.array.typed() && !kernel.SameType("[]"+l.array.typeName(), v.GoType) && !ownStruct(c.Kernel, l.array)) {
		return mismatch(c, l, "[]"+l.array.typeName(), p)
	}
	binary.LittleEndian.PutUint64(b.params[p.Offset:], l.array.Address())
	b.windows[p.Var-1] = l.window(c.Kernel)
	b.arrays[p.Var-1] = l.array
	return nil
}

// window is the addresses that a kernel may reach from an argument. A pointer of C reaches its whole
// allocation, also what lies before it.
func (l *leaf) window(k *kernelCode) simt.Window {
	if l.value.IsValid() && l.value.Type() == reflect.TypeFor[DevicePtr]() && k.Unit.Language() == wording.CUDA {
		return simt.Window{Lo: l.array.block.alloc.Base, Hi: l.array.block.alloc.End()}
	}
	return l.array.window()
}

// ownStruct reports whether an array holds structs of the host for a kernel in CUDA C,
// which has structs of its own.
func ownStruct(k *kernelCode, a *Array) bool {
	return k.Unit.Language() == wording.CUDA && a.elem != nil && a.elem.Kind() == reflect.Struct
}

// scalar returns the bits of a number or bool as parameter p holds it.
func scalar(c *code, p *ir.Parameter, l leaf) (uint64, *diag.Diagnostic) {
	t, ok := layout.Number(l.value.Kind().String())
	if !ok {
		return 0, mismatch(c, l, l.value.Type().String(), p)
	}
	exact := t == p.Type && (l.value.Kind() == reflect.Bool) == (kernel.Wanted(c.IR, p) == "bool")
	whole := (l.value.Kind() == reflect.Int || c.Lowered.Origin != nil && l.value.CanInt()) && !p.Type.Float() || l.loose
	if !exact && !whole {
		return 0, mismatch(c, l, l.value.Type().String(), p)
	}
	bits, fits := convert(l.value, p.Type)
	if !fits {
		d := c.Diagnose(diag.ArgumentRange, rangeHint(p.Type, l.value), "%s is %v, which does not fit %s of kernel %s", l.which, l.value, kernel.Wanted(c.IR, p), c.Name())
		return 0, &d
	}
	return bits, nil
}

// rangeHint says what to do with a number that a type does not hold.
func rangeHint(t ir.Type, v reflect.Value) string {
	switch fraction := v.CanFloat() && v.Float() != math.Trunc(v.Float()); {
	case fraction:
	case t == ir.S32:
		return fmt.Sprintf("pass at most %d, or declare the parameter as int64 and compute indices in 64 bits", math.MaxInt32)
	case t == ir.U32:
		return fmt.Sprintf("pass 0 to %d, or declare the parameter as uint64 and compute indices in 64 bits", uint32(math.MaxUint32))
	}
	return "use a value that fits, or a wider parameter"
}

// convert returns v as the bits of t, and whether t can hold it. Floats may
// lose precision, not magnitude.
func convert(v reflect.Value, t ir.Type) (bits uint64, fits bool) {
	if v.Kind() == reflect.Bool {
		if v.Bool() {
			bits = 1
		}
		return bits, true
	}
	switch {
	case t == ir.F32:
		f := toFloat(v)
		return uint64(math.Float32bits(float32(f))), math.IsInf(f, 0) || !math.IsInf(float64(float32(f)), 0)
	case t == ir.F64:
		return math.Float64bits(toFloat(v)), true
	case v.CanFloat():
		whole := int64(v.Float())
		bits, fits = convert(reflect.ValueOf(whole), t)
		return bits, fits && float64(whole) == v.Float()
	case v.CanUint():
		return v.Uint(), fitsUnsigned(v.Uint(), t)
	}
	return uint64(v.Int()), fitsSigned(v.Int(), t)
}

func toFloat(v reflect.Value) float64 {
	switch {
	case v.CanInt():
		return float64(v.Int())
	case v.CanUint():
		return float64(v.Uint())
	}
	return v.Float()
}

func fitsUnsigned(n uint64, t ir.Type) bool {
	bits := 8 * t.Bytes()
	if t.Signed() {
		bits--
	}
	return bits == 64 || n>>bits == 0
}

func fitsSigned(n int64, t ir.Type) bool {
	if n >= 0 {
		return fitsUnsigned(uint64(n), t)
	}
	return t.Signed() && n>>(8*t.Bytes()-1) == -1
}
