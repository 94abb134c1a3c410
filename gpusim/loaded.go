package gpusim

// This file loads modules into contexts: kernels and variables that live as
// long as the module is loaded.

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/compile"
)

// LoadedModule is a module in a context. Its variables are its own: a module
// that is loaded twice has them twice. CUDA: CUmodule.
type LoadedModule struct {
	module  *Module
	context *Context
	ended   bool // unloaded, or its context ended
}

// Function is a kernel of a loaded module. It can be launched, by Launch and by
// LaunchKernel, while the module is loaded. CUDA: CUfunction.
type Function struct {
	kernel *Kernel
	module *LoadedModule
}

// Name returns the kernel's name.
func (f *Function) Name() string { return f.kernel.Name() }

// ModuleLoad loads a module into the current context: a path of a Go file or of
// a folder, a *Module, or a Go function, which stands for the file it is in.
// CUDA: cuModuleLoad.
func (t *Thread) ModuleLoad(source any) (*LoadedModule, error) {
	c, err := t.use("ModuleLoad")
	if err != nil {
		return nil, err
	}
	m, err := moduleOf(source)
	if err != nil {
		return nil, err
	}
	loaded := &LoadedModule{module: m, context: c}
	c.modules = append(c.modules, loaded)
	return loaded, nil
}

// moduleOf finds source.
func moduleOf(source any) (*Module, error) {
	switch s := source.(type) {
	case *Module:
		return s, nil
	case string:
		if info, err := os.Stat(s); err == nil && info.IsDir() {
			return LoadFolder(s)
		}
		return LoadFile(s)
	}
	k, err := Compile(source)
	if err != nil {
		return nil, err
	}
	return &Module{k.unit}, nil
}

// ModuleUnload ends a module with its variables. Its functions can no longer be
// launched. CUDA: cuModuleUnload.
func (t *Thread) ModuleUnload(m *LoadedModule) error {
	if _, err := t.use("ModuleUnload"); err != nil {
		return err
	}
	if err := m.usable("unloaded"); err != nil {
		return err
	}
	m.ended = true
	m.context.device.dropSymbols(m)
	return nil
}

// usable returns an error when the module is not loaded any more.
func (m *LoadedModule) usable(use string) error {
	if m == nil || !m.ended {
		return nil
	}
	return diag.Diagnostic{
		Code: diag.ModuleUnloaded, CUDA: invalidHandle,
		Message: fmt.Sprintf("the module is %s, and it was unloaded or its context %v ended", use, m.context),
		Hint:    "load it again, and ask it for its functions and variables anew",
	}
}

// Kernels lists the kernels of the module in source order.
func (m *LoadedModule) Kernels() []string { return m.module.Kernels() }

// ModuleGetFunction returns a kernel of a loaded module. CUDA: cuModuleGetFunction.
func (t *Thread) ModuleGetFunction(m *LoadedModule, name string) (*Function, error) {
	if _, err := t.use("ModuleGetFunction"); err != nil {
		return nil, err
	}
	if err := m.usable("asked for kernel " + name); err != nil {
		return nil, err
	}
	k, err := m.module.Kernel(name)
	if err != nil {
		return nil, err
	}
	return &Function{k, m}, nil
}

// ModuleGetGlobal returns the address and the bytes of a gpu.Global or
// gpu.Constant variable that a kernel of the module uses. CUDA: cuModuleGetGlobal.
func (t *Thread) ModuleGetGlobal(m *LoadedModule, name string) (DevicePtr, int, error) {
	if _, err := t.use("ModuleGetGlobal"); err != nil {
		return 0, 0, err
	}
	if err := m.usable("asked for variable " + name); err != nil {
		return 0, 0, err
	}
	var names []string
	for _, kernel := range m.Kernels() {
		k, err := m.module.Kernel(kernel)
		if err != nil {
			continue // a mistake in a kernel hides none of the others
		}
		for i := range k.symbols {
			s := &k.symbols[i]
			names = append(names, s.Name)
			if s.Name == name {
				a, err := m.context.device.store(k, s, m)
				if err != nil {
					return 0, 0, err
				}
				return DevicePtr(a.Address()), a.length * a.size, nil
			}
		}
	}
	return 0, 0, diag.Diagnostic{
		Code: diag.UnknownSymbol, CUDA: notFound,
		Message: fmt.Sprintf("no kernel of the module uses a gpu.Global or gpu.Constant variable %s", name),
		Hint:    cmp.Or(compile.Suggest(name, names), "they use: "+strings.Join(slices.Compact(names), ", ")),
	}
}

// LaunchKernel runs a kernel in the current context: a Function of a module that
// is loaded there, or anything that Device.Launch takes. A DevicePtr serves a
// slice parameter and reaches to the end of its allocation. CUDA: cuLaunchKernel.
func (t *Thread) LaunchKernel(kernel any, c Config, args ...any) (*Report, error) {
	current, err := t.use("LaunchKernel")
	if err != nil {
		return nil, err
	}
	rep, err := current.device.Launch(kernel, c, args...)
	return rep, asDriver(err)
}

// loadedFor returns the module of a kernel that is a Function, nil otherwise,
// when the device's context can run it.
func (d *Device) loadedFor(kernel any) (*LoadedModule, error) {
	f, ok := kernel.(*Function)
	if !ok || f == nil {
		return nil, nil
	}
	if err := f.module.usable("used through its kernel " + f.Name()); err != nil {
		return nil, err
	}
	if f.module.context != d.context {
		return nil, diag.Diagnostic{
			Code: diag.ModuleUnloaded, CUDA: invalidHandle,
			Message: fmt.Sprintf("the module of kernel %s is loaded in context %v, not in %v", f.Name(), f.module.context, d.context),
			Hint:    "load it in each context that uses it",
		}
	}
	return f.module, nil
}
