package cudart

// This file is the other way to run a program: package hostc plays its main(), and its kernels come
// from the project's own compiler. The session is the same.

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"slices"
	"strings"

	"gpucourse/gpusim"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cfront"
	"gpucourse/gpusim/internal/hostc"
	"gpucourse/gpusim/internal/kernel"
	"gpucourse/gpusim/internal/source"
	"gpucourse/gpusim/report"
)

// played is a program that is played: the memory is that of package hostc.
type played struct {
	*hostc.Playing
	s      *session
	unit   source.Unit
	stdout io.Writer
	module *module
	sites  []diag.Pos // of calls
}

// Play runs a program from its source, without a process of its own. It writes to stdout what the
// program prints, and to Options.Stderr what it prints there. The error says what of the program is
// not read, or why it was ended.
func Play(unit source.Unit, args []string, stdout io.Writer, o Options) (r *report.Program, status int, err error) {
	devices, err := gpusim.OpenAll(o.Devices...)
	if err != nil {
		return nil, 0, err
	}
	cu, ok := unit.(source.HostCode)
	if !ok {
		return nil, 0, errors.New("a kernel in Go or PTX has no main() in CUDA C")
	}
	o.Memory = privateMemory{}
	o.Context = cmp.Or(o.Context, context.Background())
	o.Stderr = cmp.Or(o.Stderr, io.Discard)
	p := &played{unit: unit, stdout: stdout, module: &module{}}
	p.module.user = p.user
	o.Place = func(site int64) diag.Pos { return p.sites[site-1] }
	p.s = newSession(p, devices, o)
	p.s.threads[0] = &thread{}
	defer func() {
		switch ended := recover().(type) {
		case nil:
		case stop:
			r, err = p.s.finish(), ended.error
		default:
			panic(ended)
		}
	}()
	if err := p.wrongKernels(); err != nil {
		return nil, 0, err
	}
	status, err = hostc.Play(o.Context, cu.Host(), devices[0].Spec(), args, p)
	if err == nil {
		p.s.waited()
	}
	return p.s.finish(), status, err
}

// wrongKernels returns the mistakes in kernels that every compiler refuses, before main() runs. What
// this compiler alone refuses matters where it is launched.
func (p *played) wrongKernels() error {
	var list diag.List
	for _, name := range p.unit.Kernels() {
		if p.unit.Generic(name) {
			continue
		}
		_, err := kernel.ModuleOf(p.unit).Kernel(name)
		for _, d := range diag.ListOf(err) {
			if d.Code == diag.Syntax || d.Code == diag.Undefined || d.Code == diag.TypeError {
				list = append(list, d)
			}
		}
	}
	return list.Err()
}

// privateMemory stands for the file that a process would share.
type privateMemory struct{}

func (privateMemory) Map(bytes int) ([]byte, int, error) { return make([]byte, bytes), 0, nil }
func (privateMemory) Unmap([]byte) error                 { return nil }

// Begin implements hostc.Runtime.
func (p *played) Begin(of *hostc.Playing, symbols []hostc.Symbol) {
	p.Playing = of
	for _, v := range symbols {
		p.s.variables[v.At] = &variable{module: p.module, name: v.Name, bytes: v.Bytes, initial: v.Init, memory: map[*gpusim.Device]*piece{}}
	}
}

// asked are functions that need what is not played: functions of the program that the runtime
// calls, and launches whose arguments lie in memory.
var asked = []string{"cudaLaunchKernel", "cudaLaunchCooperativeKernel", "cudaLaunchKernelExC", "cudaStreamAddCallback", "cudaLaunchHostFunc", "cudaHostRegister"}

// site is a number for the place of a call.
func (p *played) site(at diag.Pos) int64 {
	p.sites = append(p.sites, at)
	return int64(len(p.sites))
}

func rowNamed(name string) *row {
	i := slices.IndexFunc(calls, func(r row) bool { return r.name == name })
	if i < 0 || strings.HasPrefix(name, "__") || slices.Contains(asked, name) {
		return nil
	}
	return &calls[i]
}

// Has implements hostc.Runtime.
func (p *played) Has(name string) bool { return rowNamed(name) != nil }

// Names implements hostc.Runtime.
func (p *played) Names() []string { return Functions() }

// Call implements hostc.Runtime.
func (p *played) Call(at diag.Pos, name string, words []uint64) uint64 {
	r := rowNamed(name)
	for len(words) < strings.Count(r.declared, ",")+1 {
		words = append(words, 0)
	}
	return uint64(p.s.serve(&call{row: r, site: p.site(at), words: words}))
}

// Constant implements hostc.Runtime.
func (p *played) Constant(name string) (int64, bool) {
	if i := slices.IndexFunc(failures, func(f failure) bool { return f.name == name }); i >= 0 {
		return int64(failures[i].code), true
	}
	n, ok := constants[name]
	return n, ok
}

// constants are names of CUDA's headers that programs pass to the runtime, beside those that package
// hostc knows.
var constants = map[string]int64{
	"cudaHostAllocDefault": 0, "cudaHostAllocPortable": 1, "cudaHostAllocMapped": 2, "cudaHostAllocWriteCombined": 4,
	"cudaStreamNonBlocking": 1, "cudaEventDefault": 0, "cudaEventBlockingSync": 1, "cudaEventDisableTiming": 2,
	"cudaMemoryTypeUnregistered": 0, "cudaMemoryTypeHost": 1, "cudaMemoryTypeDevice": 2, "cudaMemoryTypeManaged": 3,
	"cudaFuncAttributeMaxDynamicSharedMemorySize": attributeMaxShared, "cudaFuncAttributePreferredSharedMemoryCarveout": attributeCarveout,
	"cudaFuncCachePreferNone": 0, "cudaFuncCachePreferShared": 1, "cudaFuncCachePreferL1": 2, "cudaFuncCachePreferEqual": 3,
	"cudaDeviceMapHost": 8, "cudaMemAttachHost": 2, "cudaLimitStackSize": 0, "cudaLimitPrintfFifoSize": 1, "cudaLimitMallocHeapSize": 2, "cudaLimitPersistingL2CacheSize": 6,
}

// ErrorText implements hostc.Runtime.
func (p *played) ErrorText(code uint64) (name, text string) {
	i := slices.IndexFunc(failures, func(f failure) bool { return f.code == status(code) })
	if i < 0 {
		return "unrecognized error code", "unrecognized error code"
	}
	return failures[i].name, failures[i].text
}

// Print implements hostc.Runtime.
func (p *played) Print(text string, toError bool) {
	if toError {
		io.WriteString(p.s.o.Stderr, text)
		return
	}
	io.WriteString(p.stdout, text)
}

// Function implements hostc.Runtime: a kernel has one address. One that cannot be compiled ends
// the program.
func (p *played) Function(name string) uint64 {
	for address, f := range p.s.functions {
		if f.name == name {
			return address
		}
	}
	k, err := p.compiled(name)
	if err != nil {
		panic(stop{err})
	}
	address := p.s.handle()
	p.s.functions[address] = &function{module: p.module, name: name, kernel: k}
	return address
}

func (p *played) compiled(name string) (*gpusim.Kernel, error) {
	k, err := kernel.ModuleOf(p.unit).Kernel(name)
	if err != nil {
		return nil, err
	}
	return gpusim.Compile(k)
}

// Launch implements hostc.Runtime.
func (p *played) Launch(l *hostc.KernelCall, stream uint64) uint64 {
	address := p.Function(l.Kernel)
	named := gpusim.Named{}
	paths := p.paths(l.Kernel)
	for _, a := range l.Args {
		path := cmp.Or(paths[a.Path], a.Path)
		if a.Array {
			named[path] = gpusim.DevicePtr(a.Address)
		} else {
			named[path] = a.Value
		}
	}
	launch := &row{result: errorCode, name: "cudaLaunchKernel", run: func(s *session, c *call) status {
		return s.launch(c, request{kernel: address, named: named, stream: stream, grid: extent(l.Grid), block: extent(l.Block), shared: uint64(l.Shared)})
	}}
	return uint64(p.s.serve(&call{row: launch, site: p.site(l.Pos)}))
}

func extent(n [3]int) gpusim.Dim3 { return gpusim.Dim3{X: n[0], Y: n[1], Z: n[2]} }

// paths are the names of parameters and their parts as launches have them, by those of C.
func (p *played) paths(kernel string) map[string]string {
	params, err := p.unit.(source.HostCode).Params(kernel)
	if err != nil {
		return nil
	}
	return cfront.Paths(params)
}

// user returns a kernel that uses a variable of the device; nil for none.
func (p *played) user(variable string) (*gpusim.Kernel, error) {
	uses := func(k *gpusim.Kernel) bool {
		return slices.ContainsFunc(k.Symbols(), func(s report.Symbol) bool { return s.Name == variable })
	}
	for _, f := range p.s.functions {
		if uses(f.kernel) {
			return f.kernel, nil
		}
	}
	for _, name := range p.unit.Kernels() {
		if p.unit.Generic(name) {
			continue
		}
		if k, err := p.compiled(name); err != nil || uses(k) {
			return k, err
		}
	}
	if slices.ContainsFunc(p.unit.Kernels(), p.unit.Generic) {
		p.Refuse("variable " + variable + " is used before a template of a kernel that uses it is launched")
	}
	return nil, nil
}

func (p *played) read(address uint64, n int) []byte {
	to := make([]byte, n)
	p.Read(to, address)
	return to
}

func (p *played) readInto(to []byte, address uint64) { p.Read(to, address) }

func (p *played) write(address uint64, data []byte) {
	if address != 0 && len(data) > 0 {
		p.Write(address, data)
	}
}

func (p *played) writeWord(address, value uint64, bytes int) {
	p.write(address, binary.LittleEndian.AppendUint64(nil, value)[:bytes])
}

func (p *played) mapFile(address uint64, data []byte, _ int) bool {
	p.Share(address, data)
	return true
}

func (p *played) unmap(address uint64, _ int) { p.Unshare(address) }

func (p *played) fill(what int, address uint64, values map[string]uint64) {
	if address != 0 {
		p.Fill(structs[what].name, address, values)
	}
}

func (p *played) fields(what int, address uint64) (values []uint64) {
	for _, f := range structs[what].fields {
		values = append(values, p.Field(structs[what].name, address, f.name))
	}
	return values
}

func (p *played) print(text []byte) { p.stdout.Write(text) }

// What only the runtime of a process does.

func (p *played) text(uint64) string { panic("BUG: a played program registers nothing") }
func (p *played) gather(uint64, []int) [][]byte {
	panic("BUG: a played program passes its arguments by name")
}
func (p *played) later(uint64, uint64) { panic("BUG: a played program has no callbacks") }
func (p *played) callback(uint64, uint64, status, uint64) {
	panic("BUG: a played program has no callbacks")
}
