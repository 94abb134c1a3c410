package native

// This file is the shared memory of the current block: static objects, by the place
// in the source that declares them, and dynamic shared memory.

import (
	"fmt"
	"reflect"
	"runtime"
	"unsafe"

	"gpucourse/gpusim/internal/padding"
)

// returnAddresses is the innermost return addresses of a call of gpu.Shared. With
// inlining, one place in the source may have several.
type returnAddresses struct {
	typ reflect.Type
	pcs [8]uintptr
}

// site is a call of gpu.Shared in the source; nth numbers the calls on one line.
type site struct {
	typ      reflect.Type
	function string
	line     int
	nth      int
}

// callPath is a site and the calls that lead to it. Different return addresses with
// the same call path are different calls on the line.
type callPath struct {
	site
	chain string
}

// shared is a block's shared memory.
type shared struct {
	sites        map[returnAddresses]site // for the whole run
	calls        map[callPath]int         // calls seen at each spot, for the whole run
	objects      map[site]any             // *T, for the current block
	dynamic      []uint64                 // the dynamic bytes, in words that are aligned as any element needs
	dynamicBytes int
}

func newShared() shared { return shared{sites: map[returnAddresses]site{}, calls: map[callPath]int{}} }

// reset gives the next block fresh memory.
func (s *shared) reset(bytes int) {
	const word = 8
	s.objects = map[site]any{}
	s.dynamic, s.dynamicBytes = make([]uint64, padding.Units(bytes, word)), bytes
}

// Shared returns the block's object for the place that called gpu.Shared.
func Shared[T any](t *Thread) *T {
	s := &t.run.shared
	id := s.site(reflect.TypeFor[T]())
	if s.objects[id] == nil {
		s.objects[id] = new(T)
	}
	return s.objects[id].(*T)
}

// site finds the place in the source that called gpu.Shared[typ].
func (s *shared) site(typ reflect.Type) site {
	const skip = 4 // runtime.Callers, site, native.Shared, gpu.Shared
	at := returnAddresses{typ: typ}
	n := runtime.Callers(skip, at.pcs[:])
	id, ok := s.sites[at]
	if !ok {
		id = s.locate(typ, at.pcs[:n])
		s.sites[at] = id
	}
	return id
}

func (s *shared) locate(typ reflect.Type, pcs []uintptr) site {
	frames := runtime.CallersFrames(pcs)
	f, more := frames.Next()
	id := site{typ: typ, function: f.Function, line: f.Line}
	at := callPath{site: id}
	for more {
		f, more = frames.Next()
		at.chain += fmt.Sprintf("%s:%d ", f.Function, f.Line)
	}
	id.nth = s.calls[at]
	s.calls[at]++
	return id
}

// DynamicShared returns the launch's dynamic shared memory as elements of T.
func DynamicShared[T any](t *Thread) []T {
	s := &t.run.shared
	var zero T
	size := int(unsafe.Sizeof(zero))
	if size == 0 || s.dynamicBytes < size {
		return nil
	}
	return unsafe.Slice((*T)(unsafe.Pointer(&s.dynamic[0])), s.dynamicBytes/size)
}
