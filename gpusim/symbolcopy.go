package gpusim

// This file copies to and from the variables of kernels as the CUDA runtime
// does: by symbol, or by the address of one.

import (
	"encoding/binary"
	"fmt"
	"reflect"
	"strings"

	"gpucourse/gpusim/diag"
)

// MemcpyToSymbol copies host values to a gpu.Global or gpu.Constant variable that
// a kernel uses, from a place on that lies offset bytes into it. A variable that
// is a slice or a pointer takes a buffer or a DevicePtr: it then points to that
// memory. CUDA: cudaMemcpyToSymbol.
func (d *Device) MemcpyToSymbol(kernel any, name string, host any, offset int) error {
	a, err := d.symbolAt(kernel, name, offset)
	if err != nil {
		return err
	}
	return a.CopyFrom(host)
}

// MemcpyFromSymbol copies from a variable, as many values as host has: a slice,
// or what a pointer points to. CUDA: cudaMemcpyFromSymbol.
func (d *Device) MemcpyFromSymbol(host any, kernel any, name string, offset int) error {
	a, err := d.symbolAt(kernel, name, offset)
	if err != nil {
		return err
	}
	return a.CopyTo(host)
}

// GetSymbolAddress returns the device address of a variable. CUDA: cudaGetSymbolAddress.
func (d *Device) GetSymbolAddress(kernel any, name string) (DevicePtr, error) {
	a, err := d.Symbol(kernel, name)
	if err != nil {
		return 0, err
	}
	return DevicePtr(a.Address()), nil
}

// GetSymbolSize returns the bytes of a variable. CUDA: cudaGetSymbolSize.
func (d *Device) GetSymbolSize(kernel any, name string) (int, error) {
	a, err := d.Symbol(kernel, name)
	if err != nil {
		return 0, err
	}
	return a.length * a.size, nil
}

// symbolAt is a variable without its first offset bytes.
func (d *Device) symbolAt(kernel any, name string, offset int) (*Array, error) {
	a, err := d.Symbol(kernel, name)
	if err != nil {
		return nil, err
	}
	if offset < 0 || offset > a.length*a.size || offset%a.size != 0 {
		return nil, diag.Called(diag.Diagnostic{
			Code: diag.CopySize, CUDA: invalidValue,
			Message: fmt.Sprintf("a copy begins %d bytes into %s, which has %d bytes", offset, a.block.what, a.length*a.size),
			Hint:    fmt.Sprintf("begin at a multiple of the %d bytes of an element", a.size),
		})
	}
	part := *a
	part.offset += offset
	part.length -= offset / a.size
	return &part, nil
}

// Memcpy copies from the device to the host or the other way, or within the
// device: a DevicePtr stands for device memory, a slice or a pointer for host
// values. There must be as many bytes at the address as the host has, or as
// bytes says for copies within the device. CUDA: cudaMemcpy with cudaMemcpyDefault.
func (d *Device) Memcpy(to, from any, bytes int) error {
	const call = "Memcpy"
	if err := d.context.ready(call); err != nil {
		return err
	}
	if bytes < 0 {
		return asRuntime(negativeBytes(call, bytes))
	}
	target, err := d.either(call, to, bytes)
	if err != nil {
		return err
	}
	source, err := d.either(call, from, bytes)
	if err != nil {
		return err
	}
	copy(target, source)
	return nil
}

// either returns n bytes of device memory or of host values.
func (d *Device) either(call string, at any, n int) ([]byte, error) {
	if p, device := at.(DevicePtr); device {
		bytes, err := d.context.Bytes(call, uint64(p), n)
		return bytes, asRuntime(err)
	}
	bytes, err := hostBytes(call, at)
	if err == nil && n > len(bytes) {
		err = diag.Called(diag.Diagnostic{Code: diag.CopySize, CUDA: invalidValue, Message: fmt.Sprintf("%s: %d bytes, the host's values have %d", call, n, len(bytes)), Hint: "copy as many bytes as there are"})
	}
	if err != nil {
		return nil, err
	}
	return bytes[:n], nil
}

// pointerSize is the bytes of an address in device memory.
const pointerSize = 8

// points reports whether the elements are slices or pointers.
func (a *Array) points() bool {
	return strings.HasPrefix(a.goType, "[]") || strings.HasPrefix(a.goType, "*")
}

// pointing returns what a slice or pointer variable holds that points to host's
// memory. Slices hold their length, an int of the device, after the address. It
// reports false when the variable is none or host no device memory.
func (a *Array) pointing(host any) ([]byte, bool) {
	if !a.points() {
		return nil, false
	}
	bytes := make([]byte, a.size)
	switch h := host.(type) {
	case DevicePtr:
		if a.size != pointerSize {
			return nil, false // no length is known
		}
		binary.LittleEndian.PutUint64(bytes, uint64(h))
	case interface{ deviceArray() *Array }:
		if reflect.ValueOf(host).IsNil() {
			return nil, false
		}
		binary.LittleEndian.PutUint64(bytes, h.deviceArray().Address())
		if a.size > pointerSize {
			binary.LittleEndian.PutUint32(bytes[pointerSize:], uint32(h.deviceArray().length))
		}
	default:
		return nil, false
	}
	return bytes, true
}
