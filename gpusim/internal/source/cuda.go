package source

// This file makes Units of CUDA C. Package cfront makes a tree of Go of each kernel; the Unit of a
// CUDA file holds one Unit of Go per kernel.

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cfront"
	"gpucourse/gpusim/internal/cfront/lex"
	"gpucourse/gpusim/internal/cfront/syntax"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/limit"
	"gpucourse/gpusim/internal/wording"
)

// CUDA is a Unit of a file in CUDA C.
type CUDA struct {
	program *cfront.Program
	mu      sync.Mutex
	kernels map[cudaKey]*cudaKernel
}

// cudaKernel is a kernel in Go, or the mistakes because of which Go has no such kernel.
type cudaKernel struct {
	unit *Go
	code *cfront.Go
	errs diag.List
}

// cudaKey is the name of a kernel as asked for, and whether it is one for checkers.
type cudaKey struct {
	name    string
	checked bool
}

// LoadCUDA returns a Unit of a file in CUDA C, compiled with options.
func LoadCUDA(path string, o CUDAOptions) (Unit, error) {
	text, err := readSource(path)
	if err != nil {
		return nil, err
	}
	tool, err := o.Compiler.tool()
	if err != nil {
		return nil, err
	}
	if tool == nil {
		return loadCUDA(path, text, readText, o.Options)
	}
	return loadReal(path, text, o, tool)
}

// IsCUDA reports whether a file is CUDA C, by its name.
func IsCUDA(path string) bool {
	return slices.Contains([]string{".cu", ".cuh"}, strings.ToLower(filepath.Ext(path)))
}

// loadCUDA returns a Unit of a file in CUDA C.
func loadCUDA(path string, text []byte, open func(string) ([]byte, error), o cfront.Options) (Unit, error) {
	p := cfront.Load(path, text, open, o)
	if err := p.Err(); err != nil {
		return nil, err
	}
	return &CUDA{program: p, kernels: map[cudaKey]*cudaKernel{}}, nil
}

// Name returns the name of the file.
func (u *CUDA) Name() string { return u.program.Name() }

// Kernels implements Unit.
func (u *CUDA) Kernels() []string { return u.program.Kernels() }

// Generic implements Unit.
func (u *CUDA) Generic(kernel string) bool { return u.program.Template(kernel) }

// Example implements Unit.
func (u *CUDA) Example(kernel string) string { return u.program.Example(kernel) }

// Line implements Unit.
func (u *CUDA) Line(pos diag.Pos) string { return u.program.Line(pos.File, pos.Line) }

// Language implements Unit.
func (u *CUDA) Language() wording.Language { return wording.CUDA }

// Lower implements Unit.
func (u *CUDA) Lower(kernel string, checked bool) (*ir.Kernel, error) {
	c := u.kernel(kernel, checked)
	if len(c.errs) > 0 {
		return nil, c.errs
	}
	k, err := c.unit.Lower(c.code.Kernel, checked)
	if err != nil {
		return nil, wording.CUDA.Worded(err)
	}
	if u.program.FastMath() {
		fastMath(k)
	}
	k.Name, k.Unmasked, k.CFormats = c.code.Name, c.code.Unmasked, true
	for i := range k.Vars {
		v := &k.Vars[i]
		v.Initial = c.code.Initial[v.Symbol[strings.LastIndex(v.Symbol, ".")+1:]]
	}
	return k, nil
}

// kernel returns a kernel in Go.
func (u *CUDA) kernel(name string, checked bool) *cudaKernel {
	u.mu.Lock()
	defer u.mu.Unlock()
	if k := u.kernels[cudaKey{name, checked}]; k != nil {
		return k
	}
	k := u.translate(name, checked)
	u.kernels[cudaKey{name, checked}] = k
	if k.code != nil {
		u.kernels[cudaKey{k.code.Name, checked}] = k
	}
	return k
}

func (u *CUDA) translate(name string, checked bool) *cudaKernel {
	code, err := u.program.Translate(name, checked)
	if err != nil {
		return &cudaKernel{errs: err.(diag.List)}
	}
	f := &file{name: u.program.Name(), ast: code.File.AST, cells: map[diag.Pos]string{}}
	u.program.Lines(func(file string, line int, text string) { f.cells[diag.Pos{File: file, Line: line}] = text })
	src := newSources()
	src.fset, src.files, src.cuda, src.dynamic = code.File.Fset, []*file{f}, code, u.program.DynamicShared()
	src.index()
	return &cudaKernel{unit: &Go{src: src, builds: map[string]*build{}}, code: code}
}

// Host parses the source for its host code.
func (u *CUDA) Host() *syntax.File { return u.program.Host() }

// Params returns the parameters of a kernel. The error is a diag.List.
func (u *CUDA) Params(kernel string) ([]cfront.Param, error) { return u.program.Params(kernel) }

// DeviceText returns a kernel in CUDA C for a program that launches it: the headers that
// its source needs, the source without the code of its host, and the kernel's name and
// parameters. The error is a diag.List.
func (u *CUDA) DeviceText(kernel string) (headers []string, text, name string, params []cfront.Param, err error) {
	c := u.kernel(kernel, false)
	if len(c.errs) > 0 {
		return nil, "", "", nil, c.errs
	}
	params, err = u.program.Params(kernel)
	headers, text = u.program.DeviceText()
	return headers, text, c.code.Name, params, err
}

// readSource is readText of the file that was asked for, with its name in each error.
func readSource(path string) ([]byte, error) {
	text, err := readText(path)
	if errors.Is(err, lex.ErrNoText) {
		err = fmt.Errorf("%s is %w", path, err)
	}
	return text, err
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
