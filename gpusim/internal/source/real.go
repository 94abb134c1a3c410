package source

// This file makes Units of CUDA C that a real compiler makes PTX of.

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cfront"
	"gpucourse/gpusim/internal/cfront/syntax"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/layout"
	"gpucourse/gpusim/internal/ptx"
	"gpucourse/gpusim/internal/toolchain"
	"gpucourse/gpusim/internal/wording"
)

// Compiler says what compiles CUDA C.
type Compiler uint8

// The compilers.
const (
	Own   Compiler = iota // package cfront, of a subset
	Any                   // package cfront where it accepts a kernel, else nvcc where it is installed
	NVCC                  // nvcc
	Clang                 // clang
)

var compilerNames = []string{Own: "own", Any: "any", NVCC: "nvcc", Clang: "clang"}

// String returns the name of the compiler on a command line.
func (c Compiler) String() string { return compilerNames[c] }

// ParseCompiler returns the compiler of a name.
func ParseCompiler(name string) (Compiler, error) {
	i := slices.Index(compilerNames, name)
	if i < 0 {
		last := len(compilerNames) - 1
		return 0, fmt.Errorf("%q is no compiler: there are %s and %s", name, strings.Join(compilerNames[:last], ", "), compilerNames[last])
	}
	return Compiler(i), nil
}

// CUDAOptions say how a file in CUDA C is compiled.
type CUDAOptions struct {
	cfront.Options
	Compiler Compiler
	Device   *arch.Spec // that real compilers compile for; nil: the H200
}

// theH200 is the device that code is for where none is named.
func theH200() *arch.Spec {
	s, err := arch.Find("H200")
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return s
}

// HostCode is a Unit with the code of a host.
type HostCode interface {
	Host() *syntax.File
	// Params returns the parameters of a kernel. The error is a diag.List.
	Params(kernel string) ([]cfront.Param, error)
}

// Assembler is a Unit whose kernels ptxas can assemble.
type Assembler interface {
	// Assembled returns what ptxas says of a kernel for a device; nil where it says nothing. most
	// is the most registers per thread; 0 for no limit.
	Assembled(kernel string, device *arch.Spec, most int) *ir.Assembled
}

// Real is a Unit of a file in CUDA C that a real compiler compiles.
type Real struct {
	program *cfront.Program // of which the host code and the declarations count, not the mistakes
	tool    *toolchain.Tool
	refused error // why package cfront did not read the file; nil where the compiler was asked for
	mu      sync.Mutex
	in      toolchain.Input
	made    *toolchain.PTX // nil before it is needed
	failed  error          // why the compiler made nothing of the file
	ptx     *PTX
	said    map[int]map[string]toolchain.Assembled // what ptxas says, by the most registers
}

// newReal returns a Unit of a program whose PTX is made when it is needed.
func newReal(p *cfront.Program, o CUDAOptions, tool *toolchain.Tool) *Real {
	device := o.Device
	if device == nil {
		device = theH200()
	}
	in := toolchain.Input{File: p.Name(), Folders: o.Preprocessor.Folders, FastMath: o.FastMath, Major: device.CC.Major, Minor: device.CC.Minor}
	if o.Compiler == Any {
		in.MostCPU = mostUnasked
	}
	for _, d := range o.Preprocessor.Defines {
		name, value, _ := strings.Cut(d, " ")
		in.Macros = append(in.Macros, name+"="+value)
	}
	return &Real{program: p, tool: tool, in: in, said: map[int]map[string]toolchain.Assembled{}}
}

// compiled returns the PTX, with some instances of templates beside those of the file.
func (u *Real) compiled(instances ...string) (*PTX, error) {
	if u.ptx != nil && len(instances) == 0 {
		return u.ptx, nil
	}
	if u.failed != nil {
		return nil, u.failed
	}
	in := u.in
	in.Instances = slices.Concat(in.Instances, instances)
	made, err := toolchain.Compile(context.Background(), u.tool, in)
	if err != nil {
		if err = u.quoted(err); len(instances) == 0 {
			u.failed = err
		}
		return nil, err
	}
	unit, err := loadPTX(u.in.File+" in PTX", made.Text)
	if err != nil {
		return nil, err
	}
	u.in, u.made, u.ptx = in, made, unit.(*PTX)
	clear(u.said)
	for i, path := range u.ptx.m.Sources {
		u.ptx.m.Sources[i] = in.Named(path)
	}
	return u.ptx, nil
}

// quoted adds the lines of the source to mistakes.
func (u *Real) quoted(err error) error {
	return diag.Quoted(err, func(at diag.Pos) string { return u.program.Line(at.File, at.Line) })
}

// tool returns the compiler's program; nil for package cfront alone. The error says how to install
// a program that is missing.
func (c Compiler) tool() (*toolchain.Tool, error) {
	switch c {
	case Own:
		return nil, nil
	case Any:
		if t := toolchain.Find(NVCC.String()); t.Found() {
			return t, nil
		}
		return nil, nil
	}
	t := toolchain.Find(c.String())
	switch {
	case t.Found():
		return t, nil
	case t.Old != "":
		return nil, fmt.Errorf("%s is too old for today's GPUs (gpusim toolchain install %s installs a newer one)", t.Old, c)
	}
	return nil, fmt.Errorf("%s is not installed (gpusim toolchain install %s installs it)", c, c)
}

// mostUnasked is the processor time of a compiler that nobody asked for by its name.
const mostUnasked = 20 * time.Second

// loadReal returns a Unit of a file that a real compiler compiles, or only what package cfront
// refuses.
func loadReal(path string, text []byte, o CUDAOptions, tool *toolchain.Tool) (Unit, error) {
	p := cfront.Load(path, text, readText, o.Options)
	real := newReal(p, o, tool)
	err := p.Err()
	switch {
	case o.Compiler != Any:
		return real, nil
	case errors.Is(err, diag.NestingDepth), errors.Is(err, diag.TooLarge):
		return nil, err // nvcc would take minutes
	case err != nil:
		real.refused = err
		return real, nil
	}
	return &Either{&CUDA{program: p, kernels: map[cudaKey]*cudaKernel{}}, real}, nil
}

// Kernels implements Unit: those of the source, templates without arguments, and those that only
// the compiler sees.
func (u *Real) Kernels() []string {
	u.mu.Lock()
	defer u.mu.Unlock()
	names := u.program.Kernels()
	made, err := u.compiled()
	if err != nil {
		return names
	}
	for _, k := range made.Kernels() {
		base, _, _ := strings.Cut(k, "<")
		if !slices.Contains(names, base[strings.LastIndex(base, ":")+1:]) {
			names = append(names, k)
		}
	}
	return names
}

// Generic implements Unit.
func (u *Real) Generic(kernel string) bool { return u.program.Template(kernel) }

// Example implements Unit: an instance of the file, if there is one.
func (u *Real) Example(kernel string) string {
	u.mu.Lock()
	defer u.mu.Unlock()
	if made, err := u.compiled(); err == nil {
		for _, k := range made.Kernels() {
			if strings.HasPrefix(k, kernel+"<") {
				return k
			}
		}
	}
	return u.program.Example(kernel)
}

// Line implements Unit.
func (u *Real) Line(pos diag.Pos) string {
	u.mu.Lock()
	defer u.mu.Unlock()
	text := u.program.Line(pos.File, pos.Line)
	if text == "" && u.ptx != nil {
		text = u.ptx.Line(pos)
	}
	return text
}

// Language implements Unit.
func (u *Real) Language() wording.Language { return wording.CUDA }

// Host implements HostCode.
func (u *Real) Host() *syntax.File { return u.program.Host() }

// Params implements HostCode.
func (u *Real) Params(kernel string) ([]cfront.Param, error) { return u.program.Params(kernel) }

// Lower implements Unit.
func (u *Real) Lower(kernel string, _ bool) (*ir.Kernel, error) {
	k, err := u.lower(kernel)
	if u.refused != nil {
		return because(u.refused, k, err)
	}
	return k, err
}

// because completes what a real compiler made of a kernel by why it was asked: what package cfront
// refused. Where both refuse, both are heard; of a mistake of the source only package cfront.
func because(refused error, k *ir.Kernel, err error) (*ir.Kernel, error) {
	switch {
	case errors.Is(err, diag.CompilerError) && !slices.ContainsFunc(limits, func(c diag.Code) bool { return errors.Is(refused, c) }):
		return nil, refused
	case err != nil:
		return nil, append(diag.ListOf(refused), diag.ListOf(err)...)
	}
	first := diag.ListOf(refused)[0]
	k.Origin.Because = first.Pos.Where() + ": " + first.Message
	return k, nil
}

// limits are the codes of what package cfront does not know, though a compiler may.
var limits = []diag.Code{diag.CUDAConstruct, diag.NoDeviceFunction, diag.Unsupported}

func (u *Real) lower(kernel string) (*ir.Kernel, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	made, inPTX, err := u.find(kernel)
	if err != nil {
		return nil, err
	}
	k, err := ptx.Lower(made.m, inPTX, declared(u.program, kernel))
	if err != nil {
		return nil, err
	}
	k.Name = kernel
	k.Origin = &ir.Origin{Compiler: u.made.Compiler, Target: u.made.Target}
	return k, nil
}

// find returns a kernel's name in PTX. It compiles an instance of a template that the file does
// not have.
func (u *Real) find(kernel string) (made *PTX, inPTX string, err error) {
	if made, err = u.compiled(); err != nil {
		return nil, "", err
	}
	if inPTX = made.named(kernel); inPTX == "" && strings.Contains(kernel, "<") {
		if made, err = u.compiled(kernel); err != nil {
			return nil, "", err
		}
		inPTX = made.named(kernel)
	}
	if inPTX == "" {
		return nil, "", diag.List{{Pos: diag.Pos{File: u.in.File}, Code: diag.NoKernel, Message: fmt.Sprintf("%s makes no kernel %s of the file", u.tool.Name, kernel),
			Hint: cmp.Or(strings.Join(made.Kernels(), ", "), "nothing") + " is there; a template is named with its arguments, as in C"}}
	}
	return made, inPTX, nil
}

// named returns the name in PTX of a kernel as the source names it, which may leave out
// namespaces; "" for none.
func (u *PTX) named(kernel string) string {
	kernel = strings.ReplaceAll(kernel, ", ", ",")
	if found := u.names[kernel]; found != "" {
		return found
	}
	match := ""
	for _, k := range u.list {
		if withoutSpaces(k) == withoutSpaces(kernel) || strings.HasSuffix(outer(k), "::"+kernel) || sameButEnumerators(k, kernel) {
			if match != "" {
				return "" // it is not clear which
			}
			match = u.names[k]
		}
	}
	return match
}

func withoutSpaces(name string) string { return strings.ReplaceAll(name, " ", "") }

// outer drops what stands in front of the name of a kernel, such as a result.
func outer(name string) string {
	base, _, _ := strings.Cut(name, "<")
	return name[strings.LastIndex(base, " ")+1:]
}

// sameButEnumerators reports whether two names differ only in that one has the name of an
// enumerator where the other has its type and value.
func sameButEnumerators(inPTX, kernel string) bool {
	a, b := strings.Split(inPTX, ","), strings.Split(kernel, ",")
	return slices.EqualFunc(a, b, func(x, y string) bool {
		base, _, cast := strings.Cut(x, "(")
		return x == y || cast && strings.HasPrefix(y, base) && strings.ContainsAny(y[len(base):], "ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz")
	})
}

// Assembled implements Assembler.
func (u *Real) Assembled(kernel string, device *arch.Spec, most int) *ir.Assembled {
	u.mu.Lock()
	defer u.mu.Unlock()
	made, inPTX, err := u.find(kernel)
	if err != nil || u.made.Target != toolchain.Target(device.CC.Major, device.CC.Minor) {
		return nil
	}
	if u.said[most] == nil {
		if u.said[most], err = toolchain.Assemble(context.Background(), u.made, most); err != nil {
			return nil
		}
	}
	a, ok := u.said[most][cmp.Or(made.names[inPTX], inPTX)]
	if !ok {
		return nil
	}
	said := ir.Assembled(a)
	return &said
}

// declared returns what the source says of a kernel.
func declared(p *cfront.Program, kernel string) (d ptx.Declared) {
	at, names, ok := p.Declared(kernel)
	if !ok {
		return d
	}
	d.Pos = at
	for _, name := range names {
		d.Params = append(d.Params, ptx.Param{Name: name})
	}
	params, err := p.Params(kernel)
	if err != nil {
		return d
	}
	for i := range params {
		d.Params[i].Name = params[i].Path
		for _, n := range params[i].Numbers() {
			d.Params[i].Pieces = append(d.Params[i].Pieces, piece(&n))
		}
	}
	return d
}

// piece is a number or a pointer in a parameter.
func piece(n *cfront.Param) ptx.Piece {
	p := ptx.Piece{Path: n.Path, Offset: n.Offset, Pointer: n.Array}
	numbers := n.Elems
	if !n.Array {
		numbers = []cfront.Param{{Number: n.Number}}
	}
	for _, x := range numbers {
		if t, ok := layout.Number(x.Number); ok {
			p.Type.Scalars = append(p.Type.Scalars, ir.Scalar{Offset: x.Offset, Type: t})
		}
	}
	p.Type.Bytes, p.Type.Align, p.Type.Name = n.Bytes, n.Align, n.Number
	if n.Array {
		p.Type.Name = n.Type
		if len(n.Elems) == 1 && n.Elems[0].Number != "" && n.Elems[0].Bytes == n.Bytes {
			p.Type.Name = n.Elems[0].Number
		}
	}
	return p
}

// Either is a Unit of CUDA C of which package cfront compiles the kernels that it accepts, and a
// real compiler the others.
type Either struct {
	*CUDA
	real *Real
}

// Lower implements Unit.
func (u *Either) Lower(kernel string, checked bool) (*ir.Kernel, error) {
	k, err := u.CUDA.Lower(kernel, checked)
	if err == nil || errors.Is(err, diag.NestingDepth) { // of which nvcc would take minutes
		return k, err
	}
	made, failed := u.real.Lower(kernel, checked)
	return because(err, made, failed)
}

// Assembled implements Assembler.
func (u *Either) Assembled(kernel string, device *arch.Spec, most int) *ir.Assembled {
	return u.real.Assembled(kernel, device, most)
}

// Line implements Unit.
func (u *Either) Line(pos diag.Pos) string { return cmp.Or(u.CUDA.Line(pos), u.real.Line(pos)) }
