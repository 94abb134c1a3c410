// Package compile makes the code of a device from a kernel's source: a source.Unit lowers the
// kernel, and the passes of package pass optimise it and allocate its registers.
//
// A kernel is lowered once and specialised once per device. The functions that it calls are
// lowered with it (ir.Func); after the passes they are linked.
package compile

import (
	"errors"
	"fmt"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/limit"
	"gpucourse/gpusim/internal/pass"
	"gpucourse/gpusim/internal/source"
)

// Options say how to compile one kernel.
type Options struct {
	Passes  []pass.Pass // nil means those that a kernel needs
	Without pass.Set    // passes that are left out of those
	// Spec is the device whose registers are allocated. Without it the code keeps
	// virtual registers, and ir.Kernel.Usage is nil.
	Spec *arch.Spec
	// MaxRegisters is the most registers per thread; 0 means the limit of Spec and
	// //gpu:launchbounds.
	MaxRegisters int
	// Checked: the kernel was lowered for checkers. It may have more local memory than a device
	// gives, because checkers keep beside each variable what of it is set.
	Checked bool
	// After, when set, is called after lowering ("lower") and after each pass. The called
	// functions are not linked yet (ir.Func.Body).
	After func(pass string, k *ir.Kernel)
}

// passes returns the passes for a kernel: those of ptxas for PTX, all for the others.
func (o *Options) passes(k *ir.Kernel) []pass.Pass {
	switch {
	case o.Passes != nil:
		return o.Passes
	case k.Origin != nil:
		return o.Without.From(pass.OfPTX)
	}
	return o.Without.Rest()
}

// assemble asks ptxas for the resources of a kernel that another compiler made, if the kernel is compiled as ptxas would.
func (o *Options) assemble(u source.Unit, k *ir.Kernel) {
	real, ok := u.(source.Assembler)
	if ok && k.Origin != nil && o.Spec != nil && o.Passes == nil && o.Without == 0 && !o.Checked {
		k.Origin.Assembled = real.Assembled(k.Name, o.Spec, o.MaxRegisters)
	}
}

// assembled gives a kernel the registers of ptxas.
func assembled(k *ir.Kernel) {
	if k.Origin != nil && k.Origin.Assembled != nil {
		k.Usage.Own, k.Usage.Registers = k.Usage.Registers, k.Origin.Assembled.Registers
	}
}

// Lower lowers a kernel of a unit, as source.Unit.Lower does, for Specialize. A kernel whose
// local variables no thread can have is a mistake, too, unless it is lowered for checkers.
func Lower(u source.Unit, name string, checked bool) (*ir.Kernel, error) {
	k, err := u.Lower(name, checked)
	if err != nil || checked || k.LocalBytes < limit.LocalBytes/2 {
		return k, err
	}
	if _, err := Specialize(u, k, Options{}); err != nil { // passes may remove variables
		return nil, err
	}
	return k, nil
}

// Specialize compiles a kernel that a unit has lowered, which stays as it is. The error is a
// diag.List.
func Specialize(u source.Unit, lowered *ir.Kernel, opt Options) (*ir.Kernel, error) {
	return specialize(u, lowered.Clone(), opt)
}

// Kernel compiles one kernel of a unit. A generic kernel is named with its type arguments:
// "Copy[float32]". The error is a diag.List of all mistakes in the kernel and in the
// functions that it calls.
func Kernel(u source.Unit, name string, opt Options) (*ir.Kernel, error) {
	k, err := u.Lower(name, false)
	if err != nil {
		return nil, err
	}
	return specialize(u, k, opt)
}

// specialize compiles a lowered kernel in place.
func specialize(u source.Unit, k *ir.Kernel, opt Options) (*ir.Kernel, error) {
	if opt.After != nil {
		opt.After("lower", k)
	}
	opt.assemble(u, k)
	pass.Run(k, opt.passes(k), pass.Device{Spec: opt.Spec, MaxRegisters: opt.MaxRegisters}, opt.After)
	if err := localMemory(k, u); err != nil && !opt.Checked {
		return nil, err
	}
	k.Link()
	assembled(k)
	for i := range k.GlobalLoads {
		k.GlobalLoads[i].Why = u.Language().Words(k.GlobalLoads[i].Why)
	}
	return k, nil
}

// localMemory reports a kernel whose stack frame is larger than the local memory of a
// thread, at its largest variable.
func localMemory(k *ir.Kernel, u source.Unit) error {
	if k.LocalBytes <= limit.LocalBytes {
		return nil
	}
	largest := ir.Var{Name: k.Name, Pos: k.Pos}
	for _, v := range k.Vars {
		if v.Space == ir.Local && v.Bytes > largest.Bytes {
			largest = v
		}
	}
	return u.Language().Worded(diag.List{{
		Pos: largest.Pos, Code: diag.LocalMemory, Hint: limit.LocalHint, Source: u.Line(largest.Pos),
		Message: fmt.Sprintf("the local variables of kernel %s take %d bytes, %d of them %s: a thread has at most %d bytes of local memory",
			k.Name, k.LocalBytes, largest.Bytes, largest.Name, limit.LocalBytes),
	}})
}

// All compiles several kernels in parallel and returns them in the order of names.
// A kernel with a mistake is nil, and the error is a diag.List of all mistakes.
// opt.After is called from several goroutines.
func All(u source.Unit, names []string, opt Options) ([]*ir.Kernel, error) {
	kernels, errs := make([]*ir.Kernel, len(names)), make([]diag.List, len(names))
	var work errgroup.Group
	work.SetLimit(runtime.GOMAXPROCS(0))
	for i, name := range names {
		work.Go(func() error {
			k, err := Kernel(u, name, opt)
			kernels[i] = k
			errors.As(err, &errs[i])
			return nil
		})
	}
	work.Wait()
	return kernels, slices.Concat(errs...).Sort().Err()
}
