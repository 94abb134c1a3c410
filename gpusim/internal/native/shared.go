package native

// This file is the shared memory of the current block: static objects by the
// place in the source that asks for them, and the dynamic bytes.

import (
	"fmt"
	"reflect"
	"runtime"
	"unsafe"
)

// callers is a physical place in the code: the innermost return addresses of a
// call of gpu.Shared. With inlining one place in the source may have several.
type callers struct {
	typ reflect.Type
	pcs [8]uintptr
}

// site is a place in the source that asks for shared memory. Two calls on one
// line of one function are told apart by nth.
type site struct {
	typ      reflect.Type
	function string
	line     int
	nth      int
}

// spot is a site with the chain of calls that leads to it: within one spot
// different addresses are different calls.
type spot struct {
	site
	around string
}

// shared is a block's shared memory.
type shared struct {
	ids     map[callers]site // for the whole run
	spots   map[spot]int     // calls seen at each spot, for the whole run
	objects map[site]any     // *T, for the current block
	dynamic []uint64         // the dynamic bytes, in words that are aligned as any element needs
	bytes   int
}

func newShared() shared { return shared{ids: map[callers]site{}, spots: map[spot]int{}} }

// reset gives the next block fresh memory.
func (s *shared) reset(bytes int) {
	const word = 8
	s.objects = map[site]any{}
	s.dynamic, s.bytes = make([]uint64, (bytes+word-1)/word), bytes
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
	at := callers{typ: typ}
	n := runtime.Callers(skip, at.pcs[:])
	id, ok := s.ids[at]
	if !ok {
		id = s.locate(typ, at.pcs[:n])
		s.ids[at] = id
	}
	return id
}

func (s *shared) locate(typ reflect.Type, pcs []uintptr) site {
	frames := runtime.CallersFrames(pcs)
	f, more := frames.Next()
	id := site{typ: typ, function: f.Function, line: f.Line}
	at := spot{site: id}
	for more {
		f, more = frames.Next()
		at.around += fmt.Sprintf("%s:%d ", f.Function, f.Line)
	}
	id.nth = s.spots[at]
	s.spots[at]++
	return id
}

// DynamicShared returns the launch's dynamic shared memory as elements of T.
func DynamicShared[T any](t *Thread) []T {
	s := &t.run.shared
	var zero T
	size := int(unsafe.Sizeof(zero))
	if size == 0 || s.bytes < size {
		return nil
	}
	return unsafe.Slice((*T)(unsafe.Pointer(&s.dynamic[0])), s.bytes/size)
}
