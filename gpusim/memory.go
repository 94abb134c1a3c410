package gpusim

// This file allocates device memory and copies it.

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"reflect"
	"runtime"
	"time"
	"unsafe"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/internal/kernel"
	"gpucourse/gpusim/internal/layout"
	"gpucourse/gpusim/internal/simt"
)

// Array is elements in device memory whose type may be known only at run time.
type Array struct {
	block  *block
	offset int          // of the first element in the allocation, bytes
	length int          // elements
	size   int          // bytes an element
	front  int          // elements before the first that a kernel reaches, too
	elem   reflect.Type // nil when only the kernel knows
	goType string       // of an element in the kernel's source; "" when elem says it, or nothing
}

// block is one allocation, shared by all views of it.
type block struct {
	device    *Device
	alloc     *simt.Allocation
	what      string // "Malloc[float32](dev, 1024)"
	ended     string // what ended it, "Free"; "" while it lives
	symbol    bool   // of a variable, which lives as long as the device's context
	pos       diag.Pos
	kind      MemoryKind
	pages     *pages // of managed memory
	unwritten span   // of bytes that neither the host nor a launch can have written
	sampled   string // the kernel of the last launch that wrote it, if that was sampled
	result    bool   // the host says that a kernel must write it: ForWriting
}

// span is the bytes from lo to hi.
type span struct{ lo, hi int }

// without returns the span without some bytes; what is left of it behind them, where they
// lie within.
func (s span) without(lo, hi int) span {
	switch {
	case lo >= hi || hi <= s.lo || s.hi <= lo:
		return s
	case s.lo < lo && s.hi <= hi:
		return span{s.lo, lo}
	}
	return span{min(hi, s.hi), s.hi}
}

// MallocArray allocates zeroed memory for n elements of size bytes each, of
// whatever type the kernel they are passed to says.
func (d *Device) MallocArray(n, size int) (*Array, error) {
	return d.malloc(n, size, nil, fmt.Sprintf("MallocArray(%d, %d)", n, size))
}

// UploadArray allocates memory for the elements of a slice of any type that a
// device can hold, and copies them there.
func (d *Device) UploadArray(slice any) (*Array, error) {
	v := reflect.ValueOf(slice)
	if v.Kind() != reflect.Slice {
		return nil, elementError(fmt.Sprintf("UploadArray copies a slice, not %T", slice), "pass a slice of numbers or structs")
	}
	a, err := d.mallocOf(v.Type().Elem(), v.Len(), "UploadArray")
	if err != nil {
		return nil, err
	}
	a.wrote()
	copy(a.contents(), sliceBytes(v))
	return a, nil
}

// mallocOf allocates n elements of type t.
func (d *Device) mallocOf(t reflect.Type, n int, call string) (*Array, error) {
	if reason, hint := unfit(t); reason != "" {
		return nil, elementError(fmt.Sprintf("%s cannot be in device memory: %s", t, reason), hint)
	}
	return d.malloc(n, int(t.Size()), t, fmt.Sprintf("%s of %d %s", call, n, t))
}

func (d *Device) malloc(n, size int, elem reflect.Type, what string) (*Array, error) {
	bytes, err := d.bytesOf(n, size, what)
	if err != nil {
		return nil, err
	}
	if err := d.context.ready(what); err != nil {
		return nil, err
	}
	before := d.memory.Counts().Micros
	alloc, err := d.memory.Alloc(bytes, d.spec.Global.AllocAlign, what)
	if err != nil {
		return nil, d.memoryError(err, what)
	}
	d.spend(d.memory.Counts().Micros - before)
	b := d.own(alloc, what)
	b.unwritten = span{0, len(alloc.Data)}
	return &Array{block: b, length: n, size: size, elem: elem}, nil
}

// own keeps an allocation as a block of the device.
func (d *Device) own(alloc *simt.Allocation, what string) *block {
	b := &block{device: d, alloc: alloc, what: what, pos: diag.Caller()}
	d.blocks[alloc] = b
	return b
}

// spend lets the host take a time, in microseconds.
func (d *Device) spend(micros float64) {
	d.clock().Spend(time.Duration(micros * float64(time.Microsecond)))
}

func (d *Device) memoryError(err error, what string) error {
	var full *simt.OutOfMemory
	if !errors.As(err, &full) {
		panic("BUG: allocation failed: " + err.Error())
	}
	if full.Host {
		return diag.Called(diag.Diagnostic{
			Code: diag.OutOfMemory, CUDA: memoryAllocation,
			Message: fmt.Sprintf("%s: this machine gives the simulator no %d bytes more", what, full.Asked),
			Hint:    "use a smaller problem, or raise the memory limit of the process (ulimit -v)",
		})
	}
	hint := "free what is no longer needed, or use a smaller problem"
	if full.Limit < d.spec.Global.Bytes {
		hint += fmt.Sprintf("; %s has %d bytes, of which the simulator lends %d", d.spec.Name, d.spec.Global.Bytes, full.Limit)
	}
	return diag.Called(diag.Diagnostic{
		Code:    diag.OutOfMemory,
		Message: fmt.Sprintf("%s: %d bytes do not fit, %d of %d are in use", what, full.Asked, full.Used, full.Limit),
		CUDA:    memoryAllocation,
		Hint:    hint,
	})
}

func elementError(message, hint string) error {
	return diag.Called(diag.Diagnostic{Code: diag.ElementType, Message: message, Hint: hint})
}

// unfit says why memory of a device cannot hold a type and what to do, or
// returns two empty strings.
func unfit(t reflect.Type) (reason, hint string) {
	if t.Size() == 0 {
		return fmt.Sprintf("%s has no bytes", t), "use numbers, bool, and arrays and structs of them"
	}
	switch t.Kind() {
	case reflect.Int, reflect.Uint:
		return fmt.Sprintf("%s has 64 bits here and 32 on the device", t), fmt.Sprintf("use %s32", t.Kind())
	case reflect.Array:
		return unfit(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if t.Field(i).Type.Size() == 0 {
				continue // gpu.Align16, which only aligns
			}
			if reason, hint := unfit(t.Field(i).Type); reason != "" {
				return fmt.Sprintf("field %s: %s", t.Field(i).Name, reason), hint
			}
		}
		return "", ""
	}
	if _, number := layout.Number(t.Kind().String()); !number {
		return fmt.Sprintf("%s is not plain data", t), "use numbers, bool, and arrays and structs of them"
	}
	return "", ""
}

// Len returns the number of elements.
func (a *Array) Len() int { return a.length }

// Address returns the device address of the first element, 0 of memory without
// bytes.
func (a *Array) Address() uint64 { return a.block.alloc.Base + uint64(a.offset) }

// View returns elements lo to hi-1 as an array of its own, in the same memory.
// It panics, as slicing does, when they are not there.
func (a *Array) View(lo, hi int) *Array {
	if lo < 0 || hi < lo || hi > a.length {
		panic(fmt.Sprintf("gpusim: view [%d:%d] of an array of %d elements", lo, hi, a.length))
	}
	view := *a
	view.offset += lo * a.size
	view.length, view.front = hi-lo, 0
	return &view
}

// From returns the elements from first on, for a kernel that also reaches those before it: what a pointer
// x + first of C is. It panics when there is no such element.
func (a *Array) From(first int) *Array {
	view := a.View(first, a.length)
	view.front = first
	return view
}

// Raw returns the memory of the array as an array of bytes.
func (a *Array) Raw() *Array {
	return &Array{block: a.block, offset: a.offset, length: a.length * a.size, size: 1}
}

// Bytes returns the contents: the device's own memory, not a copy.
func (a *Array) Bytes() []byte {
	a.wrote()
	a.block.alloc.Share()
	return a.contents()
}

// wrote marks the array as written: its caller may write.
func (a *Array) wrote() {
	a.block.unwritten = a.block.unwritten.without(a.offset, a.offset+a.length*a.size)
}

// ForWriting tells initcheck that a kernel must write the array before it reads it: the
// contents stay, and count as written by nobody, as those of a new allocation do. An
// output that the host has uploaded is such an array. Of an allocation only one stretch can
// be without contents: of views apart from each other the last one counts.
func (a *Array) ForWriting() {
	a.block.unwritten, a.block.result = span{a.offset, a.offset + a.length*a.size}, true
}

// contents is Bytes for a caller that only reads, and that keeps the array until it has.
func (a *Array) contents() []byte {
	return a.block.alloc.Bytes(a.offset, a.offset+a.length*a.size)
}

// ReadAt implements io.ReaderAt: it copies contents from a byte of the array on. What FillWith has not filled stays so.
func (a *Array) ReadAt(p []byte, off int64) (int, error) { return a.reader().ReadAt(p, off) }

// reader reads the contents.
func (a *Array) reader() *io.SectionReader {
	return io.NewSectionReader(a.block.alloc, int64(a.offset), int64(a.length*a.size))
}

// FillWith fills a new array: fill writes the bytes of the elements from first on. Of an array of 64 MB or more it fills
// a piece when a kernel or the host first uses it, so that a large array takes memory only where it is used. What
// fill writes depends only on its arguments, as pieces come in any order, and several at the same time. A launch returns
// an error of fill. nil leaves zeros.
func (a *Array) FillWith(fill func(first int, elements []byte) error) error {
	a.wrote()
	if a.length*a.size == 0 || fill == nil {
		return nil
	}
	size := a.size
	return a.block.alloc.FillWith(size, func(at int, data []byte) error { return fill(at/size, data) })
}

// filled returns an error where the memory of the device does not hold what FillWith promised.
func (d *Device) filled() error {
	name, err := d.memory.Unfilled()
	if err == nil {
		return nil
	}
	return diag.Called(diag.Diagnostic{Code: diag.BadHostMemory, CUDA: invalidValue, Message: fmt.Sprintf("%s could not be filled: %v", name, err), Hint: "let the values be there as long as the array is used"})
}

// Free gives the memory back. Freeing it twice is an error, as is using any
// view of it afterwards.
func (a *Array) Free() error {
	if err := a.usable("freed again"); err != nil {
		return err
	}
	if a.block.symbol {
		return diag.Called(diag.Diagnostic{Code: diag.FreedMemory, Message: a.block.what + " is freed", CUDA: invalidValue, Hint: "variables live as long as their context"})
	}
	if a.offset != 0 {
		return diag.Called(diag.Diagnostic{Code: diag.FreedMemory, Message: fmt.Sprintf("a view that begins %d bytes into %s is freed", a.offset, a.block.what), CUDA: invalidValue, Hint: "free the buffer itself"})
	}
	a.block.free("Free")
	return nil
}

// free gives the memory of a live block back, when the device's work has ended:
// so an H200 does it, whatever the stream (validation/h200/host/transfers.txt).
func (b *block) free(by string) {
	b.device.Synchronize()
	before := b.device.memory.Counts().Micros
	if !b.device.memory.Free(b.alloc) {
		panic("BUG: a live allocation is not in its device's memory")
	}
	b.device.spend(b.device.memory.Counts().Micros - before)
	delete(b.device.blocks, b.alloc)
	b.ended = by
}

// usable returns an error when the memory was freed, or cannot be reached any more.
func (a *Array) usable(use string) error {
	if a == nil || a.block == nil {
		return diag.Called(diag.Diagnostic{Code: diag.BadPointer, CUDA: invalidValue, Message: "a buffer without memory is " + use, Hint: "make it with Malloc or Upload, and look at the error"})
	}
	if a.block.ended == "" {
		return a.block.device.context.whole(a.block.what + " is " + use)
	}
	return diag.Called(diag.Diagnostic{Code: diag.FreedMemory, Message: fmt.Sprintf("memory of %s is %s after %s", a.block.what, use, a.block.ended), CUDA: invalidValue, Hint: "free it once, when nothing uses it any more"})
}

// CopyFrom copies host values to the first elements of the array: a slice, an
// array, a pointer to one, or a single value. It goes to the default stream and
// is waited for. CUDA: cudaMemcpy.
func (a *Array) CopyFrom(host any) error {
	if err := a.usable("copied"); err != nil {
		return err
	}
	s := a.block.device.DefaultStream()
	err := s.CopyFrom(a, host)
	if err == nil && a.block.device.pinned(host) {
		s.Synchronize()
	}
	return err
}

// write copies host values to the first elements.
func (a *Array) write(host any) error {
	from, ok := a.pointing(host)
	err := a.usable("copied")
	if !ok {
		from, err = a.hostBytes(host)
	}
	if err == nil {
		a.wrote()
		if n := copy(a.contents(), from); n == len(a.block.alloc.Data) {
			a.block.sampled = ""
		}
		runtime.KeepAlive(a)
	}
	return err
}

// CopyTo copies from the array's first elements as many as host has: a slice,
// or a pointer to an array or a single value. It goes to the default stream and
// is waited for. CUDA: cudaMemcpy.
func (a *Array) CopyTo(host any) error {
	if err := a.usable("copied"); err != nil {
		return err
	}
	s := a.block.device.DefaultStream()
	err := s.CopyTo(host, a)
	if err == nil {
		s.Synchronize()
	}
	return err
}

// read copies as many of the first elements as host has.
func (a *Array) read(host any) error {
	if k := reflect.ValueOf(host).Kind(); k != reflect.Slice && k != reflect.Pointer {
		return elementError(fmt.Sprintf("%s cannot be copied to %T", a.block.what, host), "pass a slice or a pointer")
	}
	if pointer, ok := host.(*DevicePtr); ok && a.points() {
		*pointer = DevicePtr(binary.LittleEndian.Uint64(a.Bytes()))
		return a.usable("copied")
	}
	to, err := a.hostBytes(host)
	if err == nil {
		err = a.executed()
	}
	if err == nil && len(to) > 0 {
		_, err = a.reader().ReadAt(to, 0)
	}
	return err
}

// executed returns an error when the contents would be those of a launch that was sampled.
func (a *Array) executed() error {
	kernel := a.block.sampled
	if kernel == "" {
		return nil
	}
	return diag.Called(diag.Diagnostic{
		Code:    diag.SampledMemory,
		Message: fmt.Sprintf("%s is read after a sampled launch of %s, which executed only some of its blocks and left memory as it was", a.block.what, kernel),
		Hint:    "launch it with Options.Sample = SampleNever, or with -sample never, to have results",
	})
}

// hostBytes checks that host is values that a may be copied from or to, and
// returns their memory.
func (a *Array) hostBytes(host any) ([]byte, error) {
	if err := a.usable("copied"); err != nil {
		return nil, err
	}
	v, elem, n := hostValues(host)
	for elem != nil && !a.holds(elem) && elem.Kind() == reflect.Array {
		n *= elem.Len()
		elem = elem.Elem()
	}
	if !a.holds(elem) {
		return nil, elementError(fmt.Sprintf("%s cannot be copied from or to %s", a.block.what, describe(host)), a.copyHint())
	}
	if n > a.length {
		return nil, diag.Called(diag.Diagnostic{Code: diag.CopySize, Message: fmt.Sprintf("a copy of %d elements goes beyond the %d of %s", n, a.length, a.block.what), CUDA: invalidValue, Hint: "copy a part of the host's values, or allocate more"})
	}
	return unsafe.Slice((*byte)(v.UnsafePointer()), n*a.size), nil
}

// hostValues returns a slice, or a pointer to what is no slice, with the type
// and the number of the values there. The result is not valid when host is
// nothing of the kind.
func hostValues(host any) (v reflect.Value, elem reflect.Type, n int) {
	v = reflect.ValueOf(host)
	switch v.Kind() {
	case reflect.Slice:
		return v, v.Type().Elem(), v.Len()
	case reflect.Pointer:
		if v.IsNil() {
			return reflect.Value{}, nil, 0
		}
	case reflect.Invalid:
		return v, nil, 0
	default:
		at := reflect.New(v.Type())
		at.Elem().Set(v)
		v = at
	}
	return v, v.Type().Elem(), 1
}

// holds reports whether the elements of a are of a type.
func (a *Array) holds(t reflect.Type) bool {
	switch {
	case t == nil || int(t.Size()) != a.size:
		return false
	case a.elem != nil:
		return t == a.elem
	}
	return a.goType == "" || kernel.SameType(t.String(), a.hostType())
}

// narrow is what the host calls the integers that have 32 bits on the device.
var narrow = map[string]string{"int": "int32", "uint": "uint32"}

// hostType is goType as the host spells it.
func (a *Array) hostType() string { return cmp.Or(narrow[a.goType], a.goType) }

// copyHint says which values can be copied.
func (a *Array) copyHint() string {
	if t := cmp.Or(a.typeOfElem(), a.hostType()); t != "" {
		return "use values of type " + t
	}
	return fmt.Sprintf("use values of %d bytes", a.size)
}

// typed reports whether the type of the elements is known.
func (a *Array) typed() bool { return a.elem != nil || a.goType != "" }

// typeOfElem is the name of elem, or "".
func (a *Array) typeOfElem() string {
	if a.elem == nil {
		return ""
	}
	return a.elem.String()
}

// sliceBytes returns the bytes of a slice of plain data.
func sliceBytes(v reflect.Value) []byte {
	return unsafe.Slice((*byte)(v.UnsafePointer()), v.Len()*int(v.Type().Elem().Size()))
}

// Buffer is elements of type T in device memory.
type Buffer[T any] struct{ array *Array }

// Malloc allocates zeroed device memory for n elements. CUDA: cudaMalloc, whose
// memory is not zeroed.
func Malloc[T any](d *Device, n int) (*Buffer[T], error) {
	a, err := d.mallocOf(reflect.TypeFor[T](), n, "Malloc")
	if err != nil {
		return nil, err
	}
	return &Buffer[T]{a}, nil
}

// Upload allocates device memory for the elements of a host slice and copies
// them there.
func Upload[T any](d *Device, host []T) (*Buffer[T], error) {
	b, err := Malloc[T](d, len(host))
	if err != nil {
		return nil, err
	}
	return b, b.CopyFrom(host)
}

// MallocPitch allocates a matrix whose rows begin at addresses aligned for
// coalescing. It is passed to a kernel as gpu.Pitched[T]. CUDA: cudaMallocPitch.
func MallocPitch[T any](d *Device, width, height int) (gpu.Pitched[T], error) {
	size := int(reflect.TypeFor[T]().Size())
	what := fmt.Sprintf("MallocPitch of %d × %d %s", width, height, reflect.TypeFor[T]())
	if width < 0 || height < 0 {
		return gpu.Pitched[T]{}, negativeSize(what)
	}
	if _, ok := product(width, height, max(size, 1)); !ok {
		return gpu.Pitched[T]{}, d.tooLarge(what + " does not fit")
	}
	stride := pitchStride(width, size, d.spec.Global.PitchAlign)
	b, err := Malloc[T](d, stride*height)
	if err != nil {
		return gpu.Pitched[T]{}, err
	}
	return gpu.Pitched[T]{Data: b.Slice(), Width: width, Height: height, Stride: stride}, nil
}

// pitchStride returns the least stride in elements, at least width, whose
// bytes are a multiple of align.
func pitchStride(width, size, align int) int {
	stride := width
	for size > 0 && stride*size%align != 0 {
		stride++
	}
	return stride
}

// Len returns the number of elements.
func (b *Buffer[T]) Len() int { return b.array.length }

// Address returns the device address of the first element.
func (b *Buffer[T]) Address() uint64 { return b.array.Address() }

// ForWriting is Array.ForWriting.
func (b *Buffer[T]) ForWriting() { b.array.ForWriting() }

// Free gives the memory back. CUDA: cudaFree.
func (b *Buffer[T]) Free() error { return b.array.Free() }

// CopyFrom copies host to the first elements. CUDA: cudaMemcpy to the device.
func (b *Buffer[T]) CopyFrom(host []T) error { return b.array.CopyFrom(host) }

// CopyTo copies the first len(host) elements to host. CUDA: cudaMemcpy to the host.
func (b *Buffer[T]) CopyTo(host []T) error { return b.array.CopyTo(host) }

// Host returns a copy of the contents.
func (b *Buffer[T]) Host() ([]T, error) {
	host := make([]T, b.Len())
	return host, b.CopyTo(host)
}

// View returns elements lo to hi-1 as a buffer of its own, in the same memory.
// It panics, as slicing does, when they are not there.
func (b *Buffer[T]) View(lo, hi int) *Buffer[T] { return &Buffer[T]{b.array.View(lo, hi)} }

// Slice returns the device memory as a Go slice, to be put into a struct that
// is passed to a kernel.
func (b *Buffer[T]) Slice() []T {
	first := unsafe.Pointer(unsafe.SliceData(b.array.Bytes()))
	return unsafe.Slice((*T)(first), b.Len())
}

// deviceArray returns what Launch binds.
func (b *Buffer[T]) deviceArray() *Array { return b.array }

func (a *Array) deviceArray() *Array { return a }
