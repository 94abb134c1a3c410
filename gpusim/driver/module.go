package driver

// This file loads modules into contexts: kernels and variables that live as long as
// the module is loaded.

import (
	"gpucourse/gpusim"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/contexts"
	"gpucourse/gpusim/report"
)

// Module is a module in a context. Its variables are its own: a module that is
// loaded twice has them twice. CUDA: CUmodule.
type Module struct{ loaded contexts.Module }

// Kernels lists the kernels of the module in source order.
func (m *Module) Kernels() []string { return m.loaded.Kernels() }

// ModuleLoad loads a module into the current context: a path of a Go file or of
// a folder, a *gpusim.Module, or a Go function, which stands for the file it is in.
// CUDA: cuModuleLoad.
func (t *Thread) ModuleLoad(source any) (*Module, error) {
	c, err := t.use("ModuleLoad")
	if err != nil {
		return nil, err
	}
	loaded, err := c.handle.Content.LoadModule(source)
	if err != nil {
		return nil, err
	}
	return &Module{loaded}, nil
}

// noModule refuses a module that was not loaded.
func noModule(call string) error {
	return diag.Called(diag.Diagnostic{Code: diag.ModuleUnloaded, CUDA: "CUDA_ERROR_INVALID_HANDLE", Message: call + ": the module was not loaded", Hint: "load it with ModuleLoad, and look at the error"})
}

// none reports whether a module is nil, or not from ModuleLoad.
func (m *Module) none() bool { return m == nil || m.loaded == nil }

// ModuleUnload ends a module with its variables. Its functions can no longer be
// launched. CUDA: cuModuleUnload.
func (t *Thread) ModuleUnload(m *Module) error {
	if _, err := t.use("ModuleUnload"); err != nil {
		return err
	}
	if m.none() {
		return noModule("ModuleUnload")
	}
	return m.loaded.Unload()
}

// ModuleGetFunction returns a kernel of a loaded module. It can be launched, by Device.Launch
// and by LaunchKernel, while the module is loaded. CUDA: cuModuleGetFunction, CUfunction.
func (t *Thread) ModuleGetFunction(m *Module, name string) (*gpusim.Kernel, error) {
	if _, err := t.use("ModuleGetFunction"); err != nil {
		return nil, err
	}
	if m.none() {
		return nil, noModule("ModuleGetFunction")
	}
	k, err := m.loaded.Kernel(name)
	if err != nil {
		return nil, err
	}
	return k.(*gpusim.Kernel), nil
}

// ModuleGetGlobal returns the address and the bytes of a gpu.Global or
// gpu.Constant variable that a kernel of the module uses. CUDA: cuModuleGetGlobal.
func (t *Thread) ModuleGetGlobal(m *Module, name string) (DevicePtr, int, error) {
	if _, err := t.use("ModuleGetGlobal"); err != nil {
		return 0, 0, err
	}
	if m.none() {
		return 0, 0, noModule("ModuleGetGlobal")
	}
	address, bytes, err := m.loaded.Variable(name)
	return DevicePtr(address), bytes, err
}

// LaunchKernel runs a kernel in the current context: a Function of a module that
// is loaded there, or anything that Device.Launch takes. A DevicePtr serves a
// slice parameter and reaches to the end of its allocation. CUDA: cuLaunchKernel.
func (t *Thread) LaunchKernel(kernel any, c gpusim.Config, args ...any) (*gpusim.Report, error) {
	current, err := t.use("LaunchKernel")
	if err != nil {
		return nil, err
	}
	rep, err := current.Device().Launch(kernel, c, args...)
	return rep, asDriver(err)
}

// CheckKernel is LaunchKernel under the eyes of tools, as Device.Check is Device.Launch.
func (t *Thread) CheckKernel(tools gpusim.Tools, kernel any, c gpusim.Config, args ...any) (*report.Check, error) {
	current, err := t.use("CheckKernel")
	if err != nil {
		return nil, err
	}
	found, err := current.Device().Check(tools, kernel, c, args...)
	if err != nil {
		return nil, asDriver(err)
	}
	found.Fault = asDriver(found.Fault)
	return found, nil
}
