package kernel

// This file keeps the kernels of a source.

import (
	"slices"
	"sync"

	"gpucourse/gpusim/internal/source"
)

// Module is a unit of source with its kernels.
type Module struct {
	Unit source.Unit

	mu      sync.Mutex
	kernels map[string]*Kernel // lowered, by name
}

// recentModules are the modules of the last units: a program that launches a function again
// finds its source again, which is the same unit.
var recentModules struct {
	sync.Mutex
	list []*Module
}

// mostModules bounds the modules that are kept.
const mostModules = 16

// ModuleOf returns the module of a unit.
func ModuleOf(u source.Unit) *Module {
	recentModules.Lock()
	defer recentModules.Unlock()
	list := recentModules.list
	if i := slices.IndexFunc(list, func(m *Module) bool { return m.Unit == u }); i >= 0 {
		return list[i]
	}
	m := &Module{Unit: u, kernels: map[string]*Kernel{}}
	recentModules.list = append(list[max(0, len(list)+1-mostModules):], m)
	return m
}

// Kernel lowers a kernel of the module, once.
func (m *Module) Kernel(name string) (*Kernel, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if k := m.kernels[name]; k != nil {
		return k, nil
	}
	k, err := New(m.Unit, name)
	if err == nil {
		m.kernels[name] = k
	}
	return k, err
}
