package gpusim

// This file keeps modules that are loaded into contexts: their kernels and variables
// live as long as the module is loaded.

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/contexts"
	"gpucourse/gpusim/internal/kernel"
	"gpucourse/internal/spelling"
)

// loadedModule is a module in a context, with variables of its own.
type loadedModule struct {
	module  *Module
	context *deviceContext
	ended   bool // unloaded, or its context ended
}

// LoadModule implements contexts.Content.
func (c *deviceContext) LoadModule(source any) (contexts.Module, error) {
	m, err := moduleOf(source)
	if err != nil {
		return nil, err
	}
	loaded := &loadedModule{module: m, context: c}
	c.modules = append(c.modules, loaded)
	return loaded, nil
}

// moduleOf finds source.
func moduleOf(source any) (*Module, error) {
	switch s := source.(type) {
	case *Module:
		return s, nil
	case string:
		return LoadFile(s)
	}
	k, err := Compile(source)
	if err != nil {
		return nil, err
	}
	return &Module{kernel.ModuleOf(k.source.Unit)}, nil
}

// Kernels implements contexts.Module.
func (m *loadedModule) Kernels() []string { return m.module.Kernels() }

// Kernel implements contexts.Module.
func (m *loadedModule) Kernel(name string) (any, error) {
	if err := m.usable("asked for kernel " + name); err != nil {
		return nil, err
	}
	k, err := m.module.Kernel(name)
	if err != nil {
		return nil, err
	}
	return &Kernel{source: k.source, module: m}, nil
}

// Unload implements contexts.Module.
func (m *loadedModule) Unload() error {
	if err := m.usable("unloaded"); err != nil {
		return err
	}
	m.ended = true
	m.context.device.dropSymbols(m)
	return nil
}

// Variable implements contexts.Module.
func (m *loadedModule) Variable(name string) (address uint64, bytes int, err error) {
	if err := m.usable("asked for variable " + name); err != nil {
		return 0, 0, err
	}
	var names []string
	for _, kernel := range m.Kernels() {
		k, err := m.module.Kernel(kernel)
		if err != nil {
			continue // a mistake in a kernel hides none of the others
		}
		for i := range k.source.Symbols {
			s := &k.source.Symbols[i]
			names = append(names, s.Name)
			if s.Name == name {
				a, err := m.context.device.store(k.source, s, m)
				if err != nil {
					return 0, 0, err
				}
				return a.Address(), a.length * a.size, nil
			}
		}
	}
	return 0, 0, diag.Called(diag.Diagnostic{
		Code: diag.UnknownSymbol, CUDA: notFound,
		Message: fmt.Sprintf("no kernel of the module uses a gpu.Global or gpu.Constant variable %s", name),
		Hint:    cmp.Or(spelling.Suggest(name, names), "they use: "+strings.Join(slices.Compact(names), ", ")),
	})
}

// usable returns an error when the module is not loaded any more.
func (m *loadedModule) usable(use string) error {
	if m == nil || !m.ended {
		return nil
	}
	return diag.Called(diag.Diagnostic{
		Code: diag.ModuleUnloaded, CUDA: invalidHandle,
		Message: fmt.Sprintf("the module is %s, and it was unloaded or its context %v ended", use, m.context),
		Hint:    "load it again, and ask it for its functions and variables anew",
	})
}

// loadedFor returns the module of a kernel that belongs to one, nil otherwise,
// when the device's context can run it.
func (d *Device) loadedFor(kernel any) (*loadedModule, error) {
	f, ok := kernel.(*Kernel)
	if !ok || f == nil || f.module == nil {
		return nil, nil
	}
	if err := f.module.usable("used through its kernel " + f.Name()); err != nil {
		return nil, err
	}
	if f.module.context != d.context {
		return nil, diag.Called(diag.Diagnostic{
			Code: diag.ModuleUnloaded, CUDA: invalidHandle,
			Message: fmt.Sprintf("the module of kernel %s is loaded in context %v, not in %v", f.Name(), f.module.context, d.context),
			Hint:    "load it in each context that uses it",
		})
	}
	return f.module, nil
}
