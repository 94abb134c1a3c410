package gpusim

// This file finds kernels and compiles them, once each.

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cells"
	"gpucourse/gpusim/internal/compile"
	"gpucourse/gpusim/internal/cudac"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/pass"
	"gpucourse/gpusim/internal/simt"
	"gpucourse/gpusim/internal/source"
	"gpucourse/gpusim/report"
)

// Module is source that holds kernels.
type Module struct {
	unit source.Unit

	mu      sync.Mutex
	kernels map[string]*Kernel // compiled, by name
}

// LoadFile reads a Go file, whose kernels may use the other files of its package and other
// packages of its module, except their variables. Or it reads a file .cu in CUDA C, which may include others of its folder. A kernel of CUDA C takes an
// array where it has a pointer, and is named as in C: "transpose<32,1>".
func LoadFile(path string) (*Module, error) { return module(source.LoadFile(path, source.Module)) }

// LoadText reads a text as LoadFile reads a file of that name: "stride.cu" holds CUDA C. It
// includes no files.
func LoadText(name, text string) (*Module, error) {
	return module(source.LoadText(name, []byte(text)))
}

// LoadFileAlone is LoadFile for kernels that use no other package than their own.
func LoadFileAlone(path string) (*Module, error) { return module(source.LoadFile(path, source.Alone)) }

// LoadFolder reads the package in a folder.
func LoadFolder(path string) (*Module, error) { return module(source.LoadFolder(path)) }

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
	code, err := compile.Kernel(m.unit, name, compile.Options{})
	if err != nil {
		return nil, err
	}
	k := newKernel(m.unit, code)
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

// Kernel is a compiled kernel, ready to be launched on any device.
type Kernel struct {
	unit    source.Unit
	ir      *ir.Kernel
	symbols []symbol

	unloaded *Kernel       // the same kernel without a module; nil for itself
	module   *loadedModule // that the kernel belongs to; nil for none

	mu       sync.Mutex
	made     map[target]*Kernel // for devices
	programs map[*arch.Spec]*simt.Program
}

// target is what code depends on beside its source.
type target struct {
	spec         *arch.Spec
	maxRegisters int
	passes       string // as pass.Select has it
	checked      bool   // compiled for checkers
}

// Name returns the kernel's name.
func (k *Kernel) Name() string { return k.ir.Name }

func elementOf(r ir.Record) report.Element {
	out := report.Element{Bytes: r.Bytes, Scalars: make([]report.Scalar, len(r.Scalars))}
	for i, s := range r.Scalars {
		out.Scalars[i] = report.Scalar{Offset: s.Offset, Bytes: s.Type.Bytes(), Float: s.Type.Float(), Signed: s.Type.Signed()}
	}
	return out
}

// Parameters lists what the kernel takes, in order. The names are those of Named.
func (k *Kernel) Parameters() []report.Parameter {
	var out []report.Parameter
	for i := range k.ir.Params {
		p := &k.ir.Params[i]
		if v := k.ir.Var(p.Var); v != nil && v.Kind == ir.GlobalVar {
			continue
		}
		if strings.HasSuffix(p.Name, ".len") && i > 0 && k.ir.Params[i-1].Var != 0 {
			continue
		}
		param := report.Parameter{Name: p.Name, Type: k.wanted(p), Slice: p.Var != 0 && !k.isTexture(p), Texture: k.isTexture(p)}
		if param.Slice {
			param.Elem = elementOf(k.elem(p.Name))
		}
		out = append(out, param)
	}
	return out
}

// CUDA returns the kernel as CUDA C, with all that it uses. The error says what CUDA C
// cannot express; a kernel that was written in CUDA C has no other text.
func (k *Kernel) CUDA() (string, error) {
	p, err := cudac.Write(k.unit, k.Name())
	if err != nil {
		return "", err
	}
	return p.Standalone(), nil
}

// String returns the kernel's instructions.
func (k *Kernel) String() string { return k.ir.String() }

// newKernel returns the kernel for one compilation's code. Variables are found
// by their index in that code, and another compilation may number them differently.
func newKernel(u source.Unit, code *ir.Kernel) *Kernel {
	return &Kernel{unit: u, ir: code, symbols: symbolsOf(code), programs: map[*arch.Spec]*simt.Program{}}
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

// on returns the kernel compiled for a device by all passes, with at most so many
// registers per thread; 0 stands for what the device allows.
func (k *Kernel) on(spec *arch.Spec, maxRegisters int) *Kernel {
	made, err := k.compiledFor(target{spec: spec, maxRegisters: maxRegisters})
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return made
}

// compiledFor returns the kernel compiled for a target. The error is about the
// names of passes.
func (k *Kernel) compiledFor(t target) (*Kernel, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if made := k.made[t]; made != nil {
		return made, nil
	}
	passes, err := pass.Select(t.passes)
	if err != nil {
		return nil, diag.Diagnostic{Code: diag.NoSetting, Message: err.Error(), Hint: "gpusim compile -passes list says what each does"}
	}
	code, err := compile.Kernel(k.unit, k.ir.Name, compile.Options{Passes: passes, Spec: t.spec, MaxRegisters: t.maxRegisters, Checked: t.checked})
	if err != nil {
		panic("BUG: " + k.ir.Name + " compiles for no device, but not for " + t.spec.Name + ": " + err.Error())
	}
	made := newKernel(k.unit, code)
	if k.made == nil {
		k.made = map[target]*Kernel{}
	}
	k.made[t] = made
	return made, nil
}

// program returns the kernel made ready for a device.
func (k *Kernel) program(spec *arch.Spec) *simt.Program {
	k.mu.Lock()
	defer k.mu.Unlock()
	p := k.programs[spec]
	if p == nil {
		p = simt.Decode(k.ir, spec)
		k.programs[spec] = p
	}
	return p
}
