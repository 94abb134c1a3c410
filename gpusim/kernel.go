package gpusim

// This file asks a kernel what it is.

import (
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cudac"
	"gpucourse/gpusim/internal/inspect"
	"gpucourse/gpusim/internal/kernel"
	"gpucourse/gpusim/internal/uniform"
	"gpucourse/gpusim/report"
)

// Kernel is a compiled kernel, ready to be launched on any device.
type Kernel struct {
	source *kernelCode
	module *loadedModule // that the kernel belongs to; nil for none
}

// The kernel's source and what was compiled of it: parameters named kernel hide the package.
type (
	kernelCode = kernel.Kernel
	code       = kernel.Code
	target     = kernel.Target
)

// Name returns the kernel's name.
func (k *Kernel) Name() string { return k.source.Name() }

// Parameters lists what the kernel takes, in order. The names are those of Named.
func (k *Kernel) Parameters() []report.Parameter { return k.source.Parameters() }

// ParamInfo returns where the parameters of a kernel in PTX lie in a ParamBuffer, and how many
// bytes each has. CUDA: cuKernelGetParamInfo.
func (k *Kernel) ParamInfo() (offsets, sizes []int) {
	for _, a := range k.source.Lowered.Arguments {
		offsets, sizes = append(offsets, a.Offset), append(sizes, a.Bytes)
	}
	return offsets, sizes
}

// Symbols lists the variables that the kernel uses, in the order in which it
// mentions them.
func (k *Kernel) Symbols() []report.Symbol {
	out := make([]report.Symbol, len(k.source.Symbols))
	for i, s := range k.source.Symbols {
		out[i] = s.Symbol
	}
	return out
}

// CUDA returns the kernel as CUDA C, with all that it uses. The error says what CUDA C
// cannot express; a kernel that was written in CUDA C has no other text.
func (k *Kernel) CUDA() (string, error) {
	p, err := cudac.Write(k.source.Unit, k.Name())
	if err != nil {
		return "", err
	}
	return p.Standalone(), nil
}

// String returns the kernel's instructions.
func (k *Kernel) String() string { return k.source.Plain().IR.String() }

// Fingerprint returns the SHA-256 of the kernel's instructions, and how many there are.
// Two sources have the same fingerprint when the compiler makes the same instructions of
// both: names, comments, layout, helper functions and the order of what the compiler
// reorders do not count.
func (k *Kernel) Fingerprint() (sum string, instructions int) { return k.source.Fingerprint() }

// Conditions returns what the kernel decides by its scalars, the lengths of its slices, the shape of
// a launch and the place of a thread, whatever the data hold.
func (k *Kernel) Conditions() *report.Conditions {
	return uniform.Conditions(k.source.Unit, k.Name())
}

// Coarse returns the kernel with fewer bits in each float32 that follows from indices, lengths and scalar integers, and from which
// an integer or a comparison follows, and where that is, with its line. It returns nil where the kernel has none. A kernel that is wrong beyond
// 2²⁴ elements because of them is wrong beyond 2¹² elements when it is coarse.
func (k *Kernel) Coarse() (coarse *Kernel, pos diag.Pos, line string) {
	made, pos := k.source.Coarse()
	if made == nil {
		return nil, pos, ""
	}
	return &Kernel{made, k.module}, pos, k.source.Unit.Line(pos)
}

// ConstantBanks lists what a launch of the kernel finds in the constant banks of a
// device: the extents of block and grid, the parameters, and its gpu.Constant
// variables. A device of compute capability 1.x keeps the first two in shared
// memory; they are left out.
func (k *Kernel) ConstantBanks(s *arch.Spec) []report.BankEntry {
	return inspect.ConstantBanks(s, k.source.Lowered)
}

// GlobalLoads lists the kernel's loads of global memory by line, object and
// reason, in the order of the code.
func (k *Kernel) GlobalLoads() []report.GlobalLoad { return inspect.GlobalLoads(k.source.Plain().IR) }
