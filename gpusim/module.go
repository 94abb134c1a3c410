package gpusim

// This file finds the kernels of a source.

import (
	"fmt"
	"reflect"
	"slices"
	"sync"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cells"
	"gpucourse/gpusim/internal/compile"
	"gpucourse/gpusim/internal/source"
)

// Module is source that holds kernels.
type Module struct {
	unit source.Unit

	mu      sync.Mutex
	kernels map[string]*Kernel // compiled, by name
}

// LoadOption changes what LoadFile reads.
type LoadOption source.Scope

// Alone is for kernels that use no other package than their own.
const Alone = LoadOption(source.Alone)

// LoadFile reads a Go file, whose kernels may use the other files of its package and other
// packages of its module, except their variables; or the package in a folder. Or it reads a file
// .cu in CUDA C, which may include others of its folder. A kernel of CUDA C takes an array where
// it has a pointer, and is named as in C: "transpose<32,1>".
func LoadFile(path string, options ...LoadOption) (*Module, error) {
	scope := source.Module
	for _, o := range options {
		scope = source.Scope(o)
	}
	return module(source.LoadFile(path, scope))
}

// LoadText reads a text as LoadFile reads a file of that name: "stride.cu" holds CUDA C. It
// includes no files.
func LoadText(name, text string) (*Module, error) {
	return module(source.LoadText(name, []byte(text)))
}

func module(u source.Unit, err error) (*Module, error) {
	if err != nil {
		return nil, err
	}
	return moduleOfUnit(u), nil
}

// recentModules are the modules of the last units: a program that launches a function again
// finds its source again, which is the same unit.
var recentModules struct {
	sync.Mutex
	list []*Module
}

// mostModules bounds the modules that are kept.
const mostModules = 16

// moduleOfUnit returns the module of a unit.
func moduleOfUnit(u source.Unit) *Module {
	recentModules.Lock()
	defer recentModules.Unlock()
	list := recentModules.list
	if i := slices.IndexFunc(list, func(m *Module) bool { return m.unit == u }); i >= 0 {
		return list[i]
	}
	m := &Module{unit: u, kernels: map[string]*Kernel{}}
	recentModules.list = append(list[max(0, len(list)+1-mostModules):], m)
	return m
}

// Kernels lists the kernels of the module in source order.
func (m *Module) Kernels() []string { return m.unit.Kernels() }

// Kernel compiles a kernel of the module. A generic one is named with its type
// arguments, "Copy[float32]". The error is diag.List.
func (m *Module) Kernel(name string) (*Kernel, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if k := m.kernels[name]; k != nil {
		return k, nil
	}
	lowered, err := compile.Lower(m.unit, name, false)
	if err != nil {
		return nil, err
	}
	k := &Kernel{kernelCode: &kernelCode{unit: m.unit, lowered: lowered, symbols: symbolsOf(lowered), codes: map[target]*code{}}}
	m.kernels[name] = k
	return k, nil
}

// Launch returns the configuration with which the host code of a file in CUDA C launches a
// kernel: kernel<<<grid, block, shared>>>(…). ok is false where there is none, or where
// it is not constant.
func (m *Module) Launch(kernel string) (config Config, ok bool) {
	s, ok := m.unit.Launch(kernel)
	return Config{Grid: s.Grid, Block: s.Block, Shared: s.Dynamic}, ok
}

// Compile returns the kernel that Launch runs for a Go function or a *Kernel.
func Compile(kernel any) (*Kernel, error) {
	switch k := kernel.(type) {
	case *Kernel:
		if k != nil && k.unloaded != nil {
			return k.unloaded, nil
		}
		if k != nil {
			return k, nil
		}
	}
	if v := reflect.ValueOf(kernel); v.Kind() != reflect.Func || v.IsNil() {
		return nil, diag.Diagnostic{
			Code:    diag.NotAKernel,
			Message: fmt.Sprintf("%s cannot be launched", describe(kernel)),
			Hint:    "pass the function itself, without calling it, or a kernel of a module",
		}
	}
	unit, name, err := source.LoadFunc(kernel)
	if err != nil {
		return nil, err
	}
	return moduleOfUnit(unit).Kernel(name)
}

// SourceOf returns the file that declares a Go function and its name there, as Launch finds
// them: in a package, a test or the program of a notebook.
func SourceOf(function any) (file, name string, err error) { return source.Find(function) }

// Locate returns where a reader finds a line of a file, and its text: the cell and its line,
// when the file is the program of a notebook.
func Locate(file string, line int) (at diag.Pos, text string) {
	p := cells.Locate(file, line)
	return p.At, p.Text
}

// describe names a value's type in messages.
func describe(v any) string {
	if v == nil {
		return "nil"
	}
	return fmt.Sprintf("a value of type %T", v)
}
