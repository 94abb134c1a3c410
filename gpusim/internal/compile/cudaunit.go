package compile

// This file makes Units of CUDA C. Package cfront writes each kernel as Go; the Unit of a
// CUDA file holds one Unit of Go per kernel.

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cfront"
	"gpucourse/gpusim/internal/cfront/lex"
	"gpucourse/gpusim/internal/launch"
	"gpucourse/gpusim/internal/limit"
)

// cudaUnit is a file in CUDA C.
type cudaUnit struct {
	program *cfront.Program
	mu      sync.Mutex
	kernels map[cudaKey]*cudaKernel
}

// cudaKernel is a kernel in Go, or why there is none.
type cudaKernel struct {
	unit *Unit
	code *cfront.Go
	errs diag.List
}

// cudaKey is the name of a kernel as asked for, and whether it is one for checkers.
type cudaKey struct {
	name    string
	checked bool
}

// isCUDA reports whether a file is CUDA C, by its name.
func isCUDA(path string) bool {
	return slices.Contains([]string{".cu", ".cuh"}, strings.ToLower(filepath.Ext(path)))
}

// plainName returns a name as the CUDA source has it: package cfront adds ʹ where Go
// needs another name.
func plainName(name string) string {
	plain, _, _ := strings.Cut(name, "ʹ")
	return plain
}

// loadCUDA returns a Unit of a file in CUDA C.
func loadCUDA(path string, text []byte, open func(string) ([]byte, error)) (*Unit, error) {
	p := cfront.Load(path, text, open)
	if err := p.Err(); err != nil {
		return nil, err
	}
	return &Unit{cuda: &cudaUnit{program: p, kernels: map[cudaKey]*cudaKernel{}}}, nil
}

// CUDA reports whether the Unit is a file in CUDA C.
func (u *Unit) CUDA() bool { return u.cuda != nil }

// Launch returns the configuration with which the source's host code launches a kernel.
// Only CUDA C has launches; ok is false where there is none of constants.
func (u *Unit) Launch(kernel string) (c launch.Shape, ok bool) {
	if u.cuda == nil {
		return c, false
	}
	return u.cuda.program.Launch(kernel)
}

// kernel returns a kernel in Go.
func (c *cudaUnit) kernel(name string, checked bool) *cudaKernel {
	c.mu.Lock()
	defer c.mu.Unlock()
	if k := c.kernels[cudaKey{name, checked}]; k != nil {
		return k
	}
	k := c.translate(name, checked)
	c.kernels[cudaKey{name, checked}] = k
	if k.code != nil {
		c.kernels[cudaKey{k.code.Name, checked}] = k
	}
	return k
}

func (c *cudaUnit) translate(name string, checked bool) *cudaKernel {
	code, err := c.program.Translate(name, checked)
	if err != nil {
		return &cudaKernel{errs: err.(diag.List)}
	}
	src := newSources()
	src.cuda, src.dynamic = true, c.program.DynamicShared()
	f := &file{name: c.program.Name(), text: []byte(code.Text), cells: map[diag.Pos]string{}}
	c.program.Lines(func(file string, line int, text string) { f.cells[diag.Pos{File: file, Line: line}] = text })
	if err := src.parse([]*file{f}, nil); err != nil {
		return &cudaKernel{errs: err.(diag.List)}
	}
	src.index()
	return &cudaKernel{unit: &Unit{src: src, builds: map[string]*build{}}, code: code}
}

// DeviceText returns a kernel in CUDA C for a program that launches it: the headers that
// its source needs, the source without the code of its host, and the kernel's name and
// parameters. The error is a diag.List; Go has no such text.
func (u *Unit) DeviceText(kernel string) (headers []string, text, name string, params []cfront.Param, err error) {
	c := u.cuda.kernel(kernel, false)
	if len(c.errs) > 0 {
		return nil, "", "", nil, c.errs
	}
	params, err = u.cuda.program.Params(kernel)
	headers, text = u.cuda.program.DeviceText()
	return headers, text, c.code.Name, params, err
}

// readText reads a source, or a file that one includes. The error wraps lex.ErrNoText where reading
// would wait for a device, or take more memory than a source may.
func readText(path string) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case info.IsDir():
		return os.ReadFile(path) // its error says so
	case info.Mode().IsRegular() && info.Size() == 0: // a file of /proc may wait
		return nil, nil
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%w: it is no regular file", lex.ErrNoText)
	case info.Size() > limit.FileBytes:
		return nil, fmt.Errorf("%w: it has %d bytes, and a source has at most %d", lex.ErrNoText, info.Size(), limit.FileBytes)
	}
	return os.ReadFile(path)
}
