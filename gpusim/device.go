// Package gpusim is the host's side of the simulated GPU: devices, memory,
// kernels, launches and their reports.
//
// A Device has a description (its Spec) and an address space of its own. Memory
// of a device lives in Go memory that the device owns: a Buffer[T] is a typed
// view of it, and copies go in and out as with cudaMemcpy. A kernel is a Go
// function that is found by its source, compiled, and interpreted; it is never
// called. Launch checks a configuration as CUDA does, binds the arguments to
// the kernel's parameters, runs every block, and returns a Report.
//
//	dev, err := gpusim.Open("H200")
//	x, err := gpusim.Upload(dev, []float32{1, 2, 3})
//	rep, err := dev.Launch(Double, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(32)}, x, x.Len())
//
// Errors that a learner can mend are diag.Diagnostic or diag.List values: each
// has a code, names, numbers and a remedy. A Device, its buffers and its
// launches belong to one goroutine at a time.
//
// A program that shows contexts makes a Host: its threads, each with a stack of
// contexts, call as a program of CUDA's driver API does.
//
// Work is done when it is given to a stream, so results never depend on time. The
// Timeline of a host says when its devices would have done it: copies beside
// kernels, streams and events, and what allocations and calls take.
//
// Not modelled: kernels that reach the memory of another device, reading host
// memory before an asynchronous copy to it has ended.
package gpusim

import (
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/simt"
)

// hostMemory bounds the memory of one simulated device, in bytes: a large
// device has more memory than the machine that simulates it.
const hostMemory = 4 << 30

// Device is one simulated GPU as one context sees it: the primary context,
// unless it comes from a Context.
type Device struct {
	spec     *arch.Spec
	memory   *simt.Memory
	variants map[Settings]*arch.Spec     // spec as Set gave it
	context  *Context                    // that the memory belongs to
	symbols  map[symbolKey]*Array        // gpu.Constant and gpu.Global variables
	blocks   map[*simt.Allocation]*block // that live in memory
}

// Open returns a new device of the given name, with all its memory free. Two
// devices opened under one name share nothing.
func Open(name string) (*Device, error) {
	h, err := NewHost(name)
	if err != nil {
		return nil, err
	}
	return h.devices[0], nil
}

// Name returns the device's name.
func (d *Device) Name() string { return d.spec.Name }

// Spec returns the device's description. It must not be changed.
func (d *Device) Spec() *arch.Spec { return d.spec }

// Must returns v, and panics when err is not nil. It is for notebooks and
// examples, where a cell should simply fail.
func Must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// Properties returns the figures of the device. CUDA: cudaGetDeviceProperties.
func (d *Device) Properties() []arch.Property { return d.spec.Properties() }

// Peaks returns the most that the device can do.
func (d *Device) Peaks() arch.Peaks { return d.spec.Peaks() }
