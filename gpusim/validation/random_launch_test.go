package validation

// This file launches random kernels as programs do: on a device, with a choice of passes,
// and with variables that the host sets.

import (
	"os"
	"path/filepath"
	"reflect"
	"unsafe"

	"gpucourse/gpusim"
	"gpucourse/gpusim/validation/fuzz"
)

// moduleOf loads the kernels of a batch.
func moduleOf(b fuzz.Batch) (*gpusim.Module, error) {
	dir, err := os.MkdirTemp("", "random")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "kernels.go")
	if err := os.WriteFile(file, []byte(b.Source), 0o644); err != nil {
		return nil, err
	}
	return gpusim.LoadFile(file)
}

// launchOnDevice runs one kernel of a module on a new device. It returns panics as errors.
func launchOnDevice(m *gpusim.Module, l fuzz.Launch, without gpusim.Passes) (out fuzz.Outputs, err error) {
	_, out, err = launchRandom(m, l, gpusim.Config{Without: without, Options: gpusim.Options{NoTime: true, NoCaches: true}})
	return out, err
}

// launchRandom is launchOnDevice with a configuration. It returns the report, too.
func launchRandom(m *gpusim.Module, l fuzz.Launch, c gpusim.Config) (rep *gpusim.Report, out fuzz.Outputs, err error) {
	defer panicked(&err)
	k, err := m.Kernel(l.Name)
	if err != nil {
		return nil, out, err
	}
	dev, err := gpusim.Open(testSpec.Name)
	if err != nil {
		return nil, out, err
	}
	h := &hostCopy{dev: dev, arrays: map[unsafe.Pointer]*gpusim.Array{}}
	args, out := fuzz.Args(l.GridThreads())
	for i, a := range args {
		if reflect.TypeOf(a).Kind() == reflect.Slice {
			if args[i], err = h.upload(a); err != nil {
				return nil, out, err
			}
		}
	}
	values := fuzz.Symbols(&out)
	for _, s := range k.Symbols() {
		a, err := dev.Symbol(k, s.Name)
		if err != nil {
			return nil, out, err
		}
		h.bind(a, unsafe.Slice((*byte)(reflect.ValueOf(values[s.Name]).UnsafePointer()), len(a.Bytes())))
	}
	c.Grid, c.Block, c.Shared = l.Grid, l.Block, l.Dynamic
	c.Stack, c.Instructions = stackBytes, budget
	rep, err = dev.Launch(k, c, args...)
	h.download()
	return rep, out, err
}

// hostCopy maps arrays of the host to their copies on a device.
type hostCopy struct {
	dev    *gpusim.Device
	arrays map[unsafe.Pointer]*gpusim.Array // by the host's first byte
	copies []func()                         // device to host
}

// upload copies a slice to the device. Slices that share an array of the host share its
// copy.
func (h *hostCopy) upload(slice any) (*gpusim.Array, error) {
	v := reflect.ValueOf(slice)
	if a := h.arrays[v.UnsafePointer()]; a != nil {
		return a, nil
	}
	a, err := h.dev.MallocArray(v.Len(), int(v.Type().Elem().Size()))
	if err != nil {
		return nil, err
	}
	h.arrays[v.UnsafePointer()] = a
	h.bind(a, sliceBytes(v))
	return a, nil
}

// bind copies host bytes to an array, and back when the launch has ended.
func (h *hostCopy) bind(a *gpusim.Array, host []byte) {
	copy(a.Bytes(), host)
	h.copies = append(h.copies, func() { copy(host, a.Bytes()) })
}

func (h *hostCopy) download() {
	for _, back := range h.copies {
		back()
	}
}
