// Package compile turns a kernel written in Go into an ir.Kernel.
//
// The way of a kernel: its source is read and reduced to the declarations the
// kernel reaches, so that host code in the same file never matters; go/types
// checks what is left for a device whose int has 32 bits; check refuses what no
// kernel may do; go/ssa builds SSA form; lowering turns that into IR; the
// passes of package pass turn the IR into good code.
//
// A Unit is a file, a folder or a text. All kernels of a Unit share one
// type-check and one SSA build. A Unit is never changed by compiling and may be
// used by several goroutines.
//
// Lowering inlines calls and keeps the chain of call sites in the frames of the
// IR; functions that can come to call themselves, and those marked
// //gpu:noinline, are compiled once and called (ir.Func). A Go value becomes a tree whose leaves are registers: structs and
// arrays have no form of their own. A pointer is a space, an object, a base
// register and a constant offset; which object a pointer that went through a
// join or through memory points to is guessed from what is known so far, and
// lowering starts over when a guess was wrong (see facts).
// Variables that have an address become objects in local memory, which the
// passes promote to registers where every access is at a constant offset. Local
// memory reads as zero until it is written.
//
// Not modelled: pointers of one variable into several spaces, capacity of slices, the panics of Go (an index past the
// end is the executor's to report; a division by zero faults).
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
	"gpucourse/gpusim/internal/compile/pass"
	"gpucourse/gpusim/internal/compile/regalloc"
	"gpucourse/gpusim/internal/ir"
)

// Options say how to compile one kernel.
type Options struct {
	Passes []pass.Pass // nil means pass.Default
	// Spec is the device whose registers the kernel gets; without it values keep
	// registers of their own, and ir.Kernel.Usage stays nil.
	Spec *arch.Spec
	// MaxRegisters is the most a thread may have; 0: what Spec and
	// //gpu:launchbounds allow.
	MaxRegisters int
	// After, when set, is called with the kernel as lowered (pass "lower") and
	// after each pass, of which the allocation of registers ("registers") is the
	// last. Functions that are called are still apart then (ir.Func.Body).
	After func(pass string, k *ir.Kernel)
}

// Unit is source that holds kernels: a file, a folder or a text.
type Unit struct {
	src *sources

	mu     sync.Mutex
	builds map[string]*build // by kernel name, "" for all that Kernels lists

	kept     sync.Mutex
	products map[string]any // of Keep, by name
}

// Keep returns what make returned for this name before, or calls make. Products
// live as long as the unit; an error is not kept.
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

// Kernels lists the functions that look like kernels, in source order: those
// without result and receiver that use package gpu or its variables, directly or
// through a helper, and that no other of them calls. Of a file, it lists the file's own. Generic kernels are listed without
// type arguments. Any function can be compiled by name, listed or not.
func (u *Unit) Kernels() []string {
	u.mu.Lock()
	defer u.mu.Unlock()
	var names []string
	for _, d := range u.src.kernels() {
		names = append(names, d.name)
	}
	return names
}

// Generic reports whether the kernel needs type arguments.
func (u *Unit) Generic(name string) bool {
	d := u.src.function(name)
	return d != nil && isGeneric(d)
}

// Kernel compiles one kernel. A generic kernel is named with its type
// arguments: "Copy[float32]". The error is a diag.List with everything that is
// wrong with the kernel and the functions it calls.
func (u *Unit) Kernel(name string, opt Options) (*ir.Kernel, error) {
	k, errs := u.lower(name)
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
	if opt.Spec == nil {
		pass.Run(k, passes, opt.After)
	} else {
		allocate(k, passes, opt)
	}
	k.Link()
	return k, nil
}

// allocate runs the passes and gives the kernel, and each function it calls,
// registers of the device.
func allocate(k *ir.Kernel, passes []pass.Pass, opt Options) {
	t := regalloc.TargetOf(opt.Spec, k, opt.MaxRegisters)
	k.Registers, k.TrigLocal = t.Comfort(opt.Spec, k), trigLocal(opt.Spec)
	for _, f := range k.Funcs {
		f.Body.Registers, f.Body.TrigLocal = k.Registers, k.TrigLocal
	}
	pass.Run(k, passes, opt.After)
	regalloc.Run(k, t)
	for _, f := range k.Funcs {
		regalloc.Run(f.Body, t)
	}
	if opt.After != nil {
		opt.After("registers", k)
	}
}

// trigLocal says which functions reduce large arguments in local memory: those
// of both float types by the CUDA C++ Programming Guide, those of float64 alone
// in what nvcc 13 writes (gpusim/validation/h200/ops.txt).
func trigLocal(s *arch.Spec) int {
	const narrower = 13
	if s.CC.Toolkit() < narrower {
		return ir.F32.Bytes()
	}
	return ir.F64.Bytes()
}

// All compiles several kernels on all cores and returns them in the order of
// their names. The error is a diag.List with everything that is wrong with any
// of them; the kernels that have no mistake are compiled all the same, the
// others are nil. opt.After is called from several goroutines.
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

// lower builds what the kernel needs, if no earlier call did, and lowers it.
// Builds are never changed, so that kernels are lowered side by side.
func (u *Unit) lower(name string) (*ir.Kernel, diag.List) {
	b, d, errs := u.built(name)
	if len(errs) > 0 {
		return nil, errs
	}
	return newLowerer(b, name, d).kernel()
}

// built returns the build that holds the kernel, and its declaration there.
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

// buildFor returns the build that holds the kernel: the shared one when the
// kernel is listed, else one of its own.
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
