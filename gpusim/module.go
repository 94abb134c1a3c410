package gpusim

// This file finds the kernels of a source.

import (
	"fmt"
	"reflect"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cells"
	"gpucourse/gpusim/internal/kernel"
	"gpucourse/gpusim/internal/source"
)

// Module is source that holds kernels.
type Module struct{ source *kernel.Module }

// LoadOption changes what LoadFile reads, or what compiles it.
type LoadOption uint8

// The options of LoadFile.
const (
	// Alone is for kernels in Go that use no other package than their own.
	Alone LoadOption = iota + 1
	// NVCC and Clang have a file .cu compiled by nvcc or clang, for the H200, where gpusim toolchain
	// finds them. Without an option the simulator's own front end compiles it, which knows a subset.
	NVCC
	Clang
)

// compilers are the options that choose one.
var compilers = map[LoadOption]source.Compiler{NVCC: source.NVCC, Clang: source.Clang}

// LoadFile reads a Go file, whose kernels may use the other files of its package and other
// packages of its module, except their variables; or the package in a folder. Or it reads a file
// .cu in CUDA C, which may include others of its folder. A kernel of CUDA C takes an array where
// it has a pointer, and is named as in C: "transpose<32,1>". A file .ptx holds PTX; a kernel has the
// name that it had in C++, and parameters param_0, param_1 and so on.
func LoadFile(path string, options ...LoadOption) (*Module, error) {
	scope, compiler := source.Module, source.Own
	for _, o := range options {
		if c, ok := compilers[o]; ok {
			compiler = c
		} else {
			scope = source.Alone
		}
	}
	switch {
	case source.IsCUDA(path):
		return module(source.LoadCUDA(path, source.CUDAOptions{Compiler: compiler}))
	case compiler != source.Own:
		return nil, fmt.Errorf("%s compiles CUDA C, and %s is no file .cu", compiler, path)
	}
	return module(source.LoadFile(path, scope))
}

// LoadText reads a text as LoadFile reads a file of that name: "stride.cu" holds CUDA C. It
// includes no files.
func LoadText(name, text string) (*Module, error) {
	return module(source.LoadText(name, []byte(text)))
}

// LoadProgram reads the PTX of a program. Its kernels run with the registers that ptxas gives them, where ptxas is
// installed.
func LoadProgram(name, text string) (*Module, error) {
	return module(source.LoadProgram(name, []byte(text)))
}

func module(u source.Unit, err error) (*Module, error) {
	if err != nil {
		return nil, err
	}
	return &Module{kernel.ModuleOf(u)}, nil
}

// Kernels lists the kernels of the module in source order.
func (m *Module) Kernels() []string { return m.source.Unit.Kernels() }

// Kernel compiles a kernel of the module. A generic one is named with its type
// arguments, "Copy[float32]". The error is diag.List.
func (m *Module) Kernel(name string) (*Kernel, error) {
	k, err := m.source.Kernel(name)
	if err != nil {
		return nil, err
	}
	return &Kernel{source: k}, nil
}

// Compile returns the kernel that Launch runs for a Go function or a *Kernel.
func Compile(function any) (*Kernel, error) {
	switch k := function.(type) {
	case *Kernel:
		if k != nil {
			return &Kernel{source: k.source}, nil
		}
	case *kernel.Kernel: // of the course's own commands
		return &Kernel{source: k}, nil
	}
	if v := reflect.ValueOf(function); v.Kind() != reflect.Func || v.IsNil() {
		return nil, diag.Called(diag.Diagnostic{
			Code:    diag.NotAKernel,
			Message: fmt.Sprintf("%s cannot be launched", describe(function)),
			Hint:    "pass the function itself, without calling it, or a kernel of a module",
		})
	}
	unit, name, err := source.LoadFunc(function)
	if err != nil {
		return nil, err
	}
	return (&Module{kernel.ModuleOf(unit)}).Kernel(name)
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
