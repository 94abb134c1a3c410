// Package compile compiles kernels written in Go to ir.Kernels.
//
// A kernel passes through these steps:
//
//   - loading reads the source and keeps only the declarations that the kernel
//     reaches, so that host code in the same file does not matter (source.go,
//     reach.go);
//   - go/types checks them for a device whose int has 32 bits (typecheck.go);
//   - refuse.go reports the parts of Go that kernels cannot use;
//   - go/ssa builds SSA form, and lowering translates it to IR (lower.go begins it;
//     function.go, expr.go, memory.go and others lower the parts);
//   - the passes of package pass optimize the IR, and package regalloc allocates
//     the registers of a device.
//
// A Unit is a file, a folder or a text. All kernels of a Unit share one type-check
// and one SSA build. Several goroutines may use a Unit.
//
// Lowering inlines calls and records the call sites in the frames of the IR. A
// recursive function, or one marked //gpu:noinline, is lowered once and called
// (ir.Func). A product that the source converts to its own type gets the modifier
// ir.RN, so that it is not fused (rounding.go). A Go value becomes a tree whose leaves are registers; structs and
// arrays have no registers of their own. A pointer is a space, an object, a base
// register and a constant offset. A points-to analysis finds the objects of
// pointers that join in a phi or pass through memory (pointsto.go). A local
// variable whose address is taken becomes an object in local memory. The passes
// promote it to registers where every access is at a constant offset. Local memory
// reads as zero until it is written.
//
// Not modelled: pointer variables that point into different spaces, capacities of
// slices, and panics of Go. Package simt reports an index out of range; an integer
// division by zero faults.
package compile

import (
	"errors"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/pass"
)

// Options say how to compile one kernel.
type Options struct {
	Passes []pass.Pass // nil means pass.Default
	// Spec is the device whose registers are allocated. Without it the code keeps
	// virtual registers, and ir.Kernel.Usage is nil.
	Spec *arch.Spec
	// MaxRegisters is the most registers per thread; 0 means the limit of Spec and
	// //gpu:launchbounds.
	MaxRegisters int
	// Checked adds what the kernel expects of its values (ir.Expect), for checkers. The kernel
	// computes the same, with other instructions.
	Checked bool
	// After, when set, is called after lowering ("lower") and after each pass. The called
	// functions are not linked yet (ir.Func.Body).
	After func(pass string, k *ir.Kernel)
}

// Unit is source that holds kernels: a file, a folder or a text.
type Unit struct {
	src  *sources
	cuda *cudaUnit // of a file in CUDA C, instead of src and builds

	mu     sync.Mutex
	builds map[string]*build // by kernel name, "" for all that Kernels lists

	kept     sync.Mutex
	products map[string]any // by name: see Keep
}

// Keep returns the product of a name, which the first call makes. A product lives as
// long as the Unit. An error is returned and not kept.
func (u *Unit) Keep(name string, make func() (any, error)) (any, error) {
	u.kept.Lock()
	defer u.kept.Unlock()
	if p, ok := u.products[name]; ok {
		return p, nil
	}
	p, err := make()
	if err != nil {
		return nil, err
	}
	if u.products == nil {
		u.products = map[string]any{}
	}
	u.products[name] = p
	return p, nil
}

// Kernels lists the functions that look like kernels, in source order. Such a
// function has no result and no receiver, uses package gpu or a variable of the
// device, directly or through a function, and is not called by another such
// function. A Unit of a file lists only the kernels in that file. Generic kernels
// are listed without type arguments. Kernel compiles any function, listed or not.
func (u *Unit) Kernels() []string {
	if u.cuda != nil {
		return u.cuda.program.Kernels()
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	var names []string
	for _, d := range u.src.kernels() {
		names = append(names, d.name)
	}
	return names
}

// Generic reports whether the kernel needs type arguments, or template arguments.
func (u *Unit) Generic(name string) bool {
	if u.cuda != nil {
		return u.cuda.program.Template(name)
	}
	d := u.src.function(name)
	return d != nil && isGeneric(d)
}

// Example returns the name of a generic kernel with arguments, "Copy[float32]" in Go and
// "copy<float,16>" in CUDA C.
func (u *Unit) Example(name string) string {
	if u.cuda != nil {
		return u.cuda.program.Example(name)
	}
	return name + "[float32]"
}

// Kernel compiles one kernel. A generic kernel is named with its type arguments:
// "Copy[float32]". The error is a diag.List of all mistakes in the kernel and in the
// functions that it calls.
func (u *Unit) Kernel(name string, opt Options) (*ir.Kernel, error) {
	if u.cuda != nil {
		c := u.cuda.kernel(name, opt.Checked)
		if len(c.errs) > 0 {
			return nil, c.errs
		}
		k, err := c.unit.Kernel(c.code.Kernel, opt)
		var errs diag.List
		if errors.As(err, &errs) {
			return nil, diag.InCUDA(errs)
		}
		k.Name, k.Unmasked = c.code.Name, c.code.Unmasked
		for i := range k.GlobalLoads {
			k.GlobalLoads[i].Why = diag.CUDAWords(k.GlobalLoads[i].Why)
		}
		return k, nil
	}
	k, errs := u.lower(name, opt.Checked)
	if len(errs) > 0 {
		return nil, errs.Sort()
	}
	if opt.After != nil {
		opt.After("lower", k)
	}
	passes := opt.Passes
	if passes == nil {
		passes = pass.Default
	}
	pass.Run(k, passes, pass.Device{Spec: opt.Spec, MaxRegisters: opt.MaxRegisters}, opt.After)
	if errs := u.src.localMemory(k); len(errs) > 0 {
		return nil, errs
	}
	k.Link()
	return k, nil
}

// All compiles several kernels in parallel and returns them in the order of names.
// A kernel with a mistake is nil, and the error is a diag.List of all mistakes.
// opt.After is called from several goroutines.
func (u *Unit) All(names []string, opt Options) ([]*ir.Kernel, error) {
	kernels, errs := make([]*ir.Kernel, len(names)), make([]diag.List, len(names))
	var work errgroup.Group
	work.SetLimit(runtime.GOMAXPROCS(0))
	for i, name := range names {
		work.Go(func() error {
			k, err := u.Kernel(name, opt)
			kernels[i] = k
			errors.As(err, &errs[i])
			return nil
		})
	}
	work.Wait()
	return kernels, slices.Concat(errs...).Sort().Err()
}

// lower lowers a kernel. Builds do not change, so that several kernels can be
// lowered at the same time.
func (u *Unit) lower(name string, checked bool) (*ir.Kernel, diag.List) {
	b, d, errs := u.built(name)
	if len(errs) > 0 {
		return nil, errs
	}
	return newLowerer(b, name, d, checked).kernel()
}

// built returns the build of a kernel, and the kernel's declaration.
func (u *Unit) built(name string) (*build, *decl, diag.List) {
	u.mu.Lock()
	defer u.mu.Unlock()
	base, _, generic := strings.Cut(name, "[")
	d := u.src.function(base)
	if d == nil {
		return nil, nil, diag.List{u.src.noKernel(base)}
	}
	if g := isGeneric(d); g != generic {
		return nil, nil, diag.List{u.src.wrongTypeArgs(d, g)}
	}
	b := u.buildFor(name, d)
	return b, d, b.diagnose(d)
}

// buildFor returns the build of a kernel: the shared one for a kernel that Kernels
// lists, otherwise one of its own.
func (u *Unit) buildFor(name string, d *decl) *build {
	key, roots, instance := name, []*decl{d}, name
	if listed := u.src.kernels(); slices.Contains(listed, d) && !isGeneric(d) {
		key, roots, instance = "", listed, ""
	}
	b := u.builds[key]
	if b == nil {
		b = newBuild(u.src, roots, instance)
		u.builds[key] = b
	}
	return b
}
