package gpusim

// This file copies between host and device in streams.

import (
	"reflect"

	"gpucourse/gpusim/internal/timeline"
)

// holder is a Buffer or an Array.
type holder interface{ deviceArray() *Array }

// arrayOf returns the memory of a buffer; nil for a nil buffer.
func arrayOf(h holder) *Array {
	if h == nil || reflect.ValueOf(h).IsNil() {
		return nil
	}
	return h.deviceArray()
}

// CopyFrom copies host values to the first elements of a buffer: a slice, an
// array, a pointer to one, or a single value. From page-locked memory (MallocHost,
// HostRegister) the copy is asynchronous; from other memory the host first moves
// the values to page-locked buffers, and returns when that is done.
// CUDA: cudaMemcpyAsync to the device.
func (s *Stream) CopyFrom(to holder, host any) error {
	a := arrayOf(to)
	if err := s.reaches(a, "CopyFrom"); err != nil {
		return err
	}
	if err := a.write(host); err != nil {
		return err
	}
	s.moveIn(a, host)
	return nil
}

// CopyTo copies from a buffer's first elements as many as host has: a slice, or
// a pointer to an array or a single value. To page-locked memory the copy is
// asynchronous; to other memory the host waits for it.
// CUDA: cudaMemcpyAsync to the host.
func (s *Stream) CopyTo(host any, from holder) error {
	a := arrayOf(from)
	if err := s.reaches(a, "CopyTo"); err != nil {
		return err
	}
	if err := a.read(host); err != nil {
		return err
	}
	s.moveOut(a, host)
	return nil
}

// Memset sets all bytes of some memory, as one piece of work. CUDA: cudaMemsetAsync, and
// cudaMemset2DAsync with an array per row.
func (s *Stream) Memset(value byte, rows ...*Array) error {
	bytes := 0
	for _, a := range rows {
		if err := s.reaches(a, "Memset"); err != nil {
			return err
		}
		if err := a.usable("set"); err != nil {
			return err
		}
		a.wrote()
		a.block.alloc.Set(a.offset, a.offset+a.length*a.size, value)
		bytes += a.length * a.size
	}
	s.lane.Set(timeline.Copy{Name: "memset", Bytes: bytes})
	return nil
}

// moveIn gives a copy to the device its time. Mapped memory is the host's own.
func (s *Stream) moveIn(a *Array, host any) {
	c := timeline.Copy{Name: "copy to device", Bytes: sizeOf(host)}
	switch {
	case a.block.alloc.Mapped():
	case s.device.pinned(host):
		s.lane.ToDevice(c)
	default:
		s.lane.StagedToDevice(c)
	}
}

// moveOut gives a copy to the host its time.
func (s *Stream) moveOut(a *Array, host any) {
	c := timeline.Copy{Name: "copy to host", Bytes: sizeOf(host)}
	switch {
	case a.block.alloc.Mapped():
	case s.device.pinned(host):
		s.lane.FromDevice(c)
	default:
		s.lane.StagedFromDevice(c)
	}
}

// sizeOf is the size of host values.
func sizeOf(host any) int {
	_, elem, n := hostValues(host)
	return n * int(elem.Size())
}
