package validation

// This file launches random kernels as programs do: on a device, with a choice of passes,
// and with variables that the host sets.

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"unsafe"

	"gpucourse/gpusim"
	"gpucourse/gpusim/internal/compile"
	"gpucourse/gpusim/internal/pass"
	"gpucourse/gpusim/internal/source"
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
	_, out, err = launchRandom(m, l, nil, gpusim.Config{Without: without, Options: gpusim.Options{NoTime: true, NoCaches: true}})
	return out, err
}

// launchWritten prints a kernel as PTX, without fused products, and runs that on a new device.
func launchWritten(u source.Unit, l fuzz.Launch) (out fuzz.Outputs, err error) {
	defer panicked(&err)
	without, err := pass.LeftOut("-fuse")
	if err != nil {
		return out, err
	}
	text, err := compile.PTX(u, l.Name, testSpec, without)
	if err != nil {
		return out, err
	}
	m, err := ptxModule(text)
	if err != nil {
		return out, err
	}
	l.Name = m.Kernels()[0]
	_, out, err = launchRandom(m, l, inWritten, gpusim.Config{Without: gpusim.PassFuse, Options: gpusim.Options{NoTime: true, NoCaches: true}})
	return out, err
}

// inWritten returns the arguments of a kernel that is printed as PTX: the length of a slice is a
// parameter of its own where the kernel reads it, and a pointer that is not known to be one is a number.
func inWritten(k *gpusim.Kernel, args []any) (list []any) {
	next := 0
	for _, p := range k.Parameters() {
		if strings.HasSuffix(p.Name, "_len") {
			list = append(list, int32(args[next-1].(*gpusim.Array).Len()))
			continue
		}
		a := args[next]
		if array, ok := a.(*gpusim.Array); ok && !p.Slice {
			a = array.Address()
		}
		list, next = append(list, a), next+1
	}
	return list
}

// ptxModule loads a text of PTX.
func ptxModule(text string) (*gpusim.Module, error) {
	dir, err := os.MkdirTemp("", "ptx")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "kernel.ptx")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		return nil, err
	}
	return gpusim.LoadFile(file)
}

// launchRandom is launchOnDevice with a configuration, and with what makes arguments of those of the
// batch; nil: they are passed as they are. It returns the report, too.
func launchRandom(m *gpusim.Module, l fuzz.Launch, passed func(*gpusim.Kernel, []any) []any, c gpusim.Config) (rep *gpusim.Report, out fuzz.Outputs, err error) {
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
	if passed != nil {
		args = passed(k, args)
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
