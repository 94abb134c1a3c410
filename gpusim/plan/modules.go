package plan

// This file is the calls on modules: variables, and kernels that use them.

import (
	"slices"

	"gpucourse/gpusim"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/driver"
)

// onModule makes a call that is given a module by name.
func (t Thread) onModule(name, module string, do func(*player, *driver.Thread, *driver.Module) error, args ...any) Call {
	return t.call(name, func(p *player, th *driver.Thread) error {
		m, err := p.loaded(module)
		if err != nil {
			return err
		}
		return do(p, th, m)
	}, args...)
}

// ModuleLoad loads the plan's module into the current context and calls it by a
// name.
func (t Thread) ModuleLoad(module string) Call {
	return t.call("ModuleLoad", func(p *player, th *driver.Thread) error {
		if p.module == nil {
			return unknown(diag.ModuleUnloaded, "file", module, "the plan is played without a module: PlayModule")
		}
		m, err := th.ModuleLoad(p.module)
		if err == nil {
			p.modules[module] = m
		}
		return err
	}, module)
}

// ModuleUnload ends a module with its variables.
func (t Thread) ModuleUnload(module string) Call {
	return t.onModule("ModuleUnload", module, func(_ *player, th *driver.Thread, m *driver.Module) error {
		return th.ModuleUnload(m)
	}, module)
}

// ModuleGetGlobal calls the address of a module's variable by a name.
func (t Thread) ModuleGetGlobal(pointer, module, variable string) Call {
	return t.onModule("ModuleGetGlobal", module, func(p *player, th *driver.Thread, m *driver.Module) error {
		at, _, err := th.ModuleGetGlobal(m, variable)
		if err == nil {
			p.pointers[pointer] = at
		}
		return err
	}, pointer, module, variable)
}

// LaunchKernel launches a kernel of a module with so many blocks of so many
// threads. Its arguments are memory by name.
func (t Thread) LaunchKernel(module, kernel string, blocks, threads int, arguments ...string) Call {
	shown := []any{module, kernel, blocks, threads}
	for _, a := range arguments {
		shown = append(shown, a)
	}
	return t.onModule("LaunchKernel", module, func(p *player, th *driver.Thread, m *driver.Module) error {
		f, err := th.ModuleGetFunction(m, kernel)
		if err != nil {
			return err
		}
		var args []any
		for _, name := range arguments {
			at, err := p.pointer(name)
			if err != nil {
				return err
			}
			args = append(args, at)
		}
		p.found, err = th.CheckKernel(gpusim.AllChecks, f, gpusim.Config{Grid: gpusim.Dim(blocks), Block: gpusim.Dim(threads)}, args...)
		if err != nil {
			return err
		}
		return p.found.Fault
	}, shown...)
}

// MemcpyHtoD copies float32 values to memory, from a place on that lies offset
// bytes into it.
func (t Thread) MemcpyHtoD(pointer string, offset int, values ...float64) Call {
	shown := []any{offset}
	host := make([]float32, len(values))
	for i, v := range values {
		host[i] = float32(v)
		shown = append(shown, v)
	}
	return t.onMemory("MemcpyHtoD", pointer, func(th *driver.Thread, at gpusim.DevicePtr) error {
		return th.MemcpyHtoD(at+gpusim.DevicePtr(offset), host)
	}, shown...)
}

// WithValues returns the calls with other float32 values in their copies to the device: value
// says what stands for each. A plan that computes its results then has other results.
func WithValues(calls []Call, value func(float64) float64) []Call {
	other := slices.Clone(calls)
	for i, c := range other {
		if c.Name != "MemcpyHtoD" {
			continue
		}
		var values []float64
		for _, v := range c.Args[2:] {
			values = append(values, value(v.(float64)))
		}
		other[i] = c.Thread.MemcpyHtoD(c.Args[0].(string), c.Args[1].(int), values...)
	}
	return other
}

// MemcpyPointer copies the address of memory into other memory: a variable that
// is a pointer then points there. CUDA: cuMemcpyHtoD(variable, &pointer, sizeof pointer).
func (t Thread) MemcpyPointer(variable, pointer string) Call {
	return t.call("MemcpyPointer", func(p *player, th *driver.Thread) error {
		to, err := p.pointer(variable)
		if err != nil {
			return err
		}
		at, err := p.pointer(pointer)
		if err != nil {
			return err
		}
		return th.MemcpyHtoD(to, []gpusim.DevicePtr{at})
	}, variable, pointer)
}
