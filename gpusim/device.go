// Package gpusim is CUDA's runtime API for simulated GPUs: devices, memory, kernels,
// launches and their reports.
//
//	dev, err := gpusim.Open("H200")
//	x, err := gpusim.Upload(dev, []float32{1, 2, 3})
//	rep, err := dev.Launch(Double, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(32)}, x, x.Len())
//
// A kernel is a Go function. Launch finds its source, compiles it, interprets every
// block, and returns a Report; the function itself is never called. Package driver
// is the driver API: contexts, threads, modules.
//
// Errors are diag.Diagnostic or diag.List values: each has a code, names, numbers
// and a remedy. errors.Is(err, diag.OutOfMemory) asks for a code.
//
// Work is done when it is given to a stream; Device.Timeline says when a device
// would have done it. A device, its buffers and its launches belong to one goroutine
// at a time.
package gpusim

import (
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/contexts"
	"gpucourse/gpusim/internal/simt"
	"gpucourse/gpusim/internal/texture"
)

// Device is one simulated GPU as one context sees it: the primary context, unless
// it comes from a driver.Context.
type Device struct {
	spec     *arch.Spec
	memory   *simt.Memory
	variants map[Settings]*arch.Spec     // spec as Set gave it
	context  *deviceContext              // that the memory belongs to
	symbols  map[symbolKey]*Array        // gpu.Constant and gpu.Global variables
	blocks   map[*simt.Allocation]*block // that live in memory
	textures map[uint64]*texture.Texture // by the handles of texture objects
}

// Open returns a new device of the given name, with all its memory free. Two
// devices opened under one name share nothing.
func Open(name string) (*Device, error) {
	devices, err := OpenAll(name)
	if err != nil {
		return nil, err
	}
	return devices[0], nil
}

// OpenAll returns new devices of the given names in one process, which can copy from
// each other's memory.
func OpenAll(names ...string) ([]*Device, error) {
	p, err := openProcess(contexts.NewSystem(len(names)), names)
	if err != nil {
		return nil, err
	}
	return p.devices, nil
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
