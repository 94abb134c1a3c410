package gpusim

// This file compiles kernels: each is lowered once, and compiled once per device.

import (
	"strings"
	"sync"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/compile"
	"gpucourse/gpusim/internal/cudac"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/pass"
	"gpucourse/gpusim/internal/simt"
	"gpucourse/gpusim/internal/source"
	"gpucourse/gpusim/report"
)

// Kernel is a compiled kernel, ready to be launched on any device.
type Kernel struct {
	*kernelCode
	module   *loadedModule // that the kernel belongs to; nil for none
	unloaded *Kernel       // the same kernel without a module; nil for itself
}

// kernelCode is a kernel's source and what was compiled of it.
type kernelCode struct {
	unit    source.Unit
	lowered *ir.Kernel // before all passes: what no device changes
	symbols []symbol

	mu      sync.Mutex
	codes   map[target]*code
	checked *ir.Kernel // lowered for checkers; nil before the first of them
}

func (k *kernelCode) name() string { return k.lowered.Name }

// target is what code depends on beside its source.
type target struct {
	spec         *arch.Spec
	maxRegisters int
	without      Passes
	checked      bool // compiled for checkers
}

// code is a kernel compiled for a target. Its objects have other numbers than those of the
// lowered kernel.
type code struct {
	*kernelCode
	ir      *ir.Kernel
	program func() *simt.Program // made ready for the device, once
}

// Name returns the kernel's name.
func (k *Kernel) Name() string { return k.name() }

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
	for i := range k.lowered.Params {
		p := &k.lowered.Params[i]
		if v := k.lowered.Var(p.Var); v != nil && v.Kind == ir.GlobalVar {
			continue
		}
		if strings.HasSuffix(p.Name, ".len") && i > 0 && k.lowered.Params[i-1].Var != 0 {
			continue
		}
		param := report.Parameter{Name: p.Name, Type: wanted(k.lowered, p), Slice: p.Var != 0 && !isTexture(k.lowered, p), Texture: isTexture(k.lowered, p)}
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
func (k *Kernel) String() string { return k.plain().ir.String() }

// codeFor returns the kernel compiled for a target, which it compiles once.
func (k *kernelCode) codeFor(t target) (*code, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if made := k.codes[t]; made != nil {
		return made, nil
	}
	lowered, err := k.loweredFor(t)
	if err != nil {
		return nil, err
	}
	made, err := compile.Specialize(k.unit, lowered, compile.Options{Passes: pass.Set(t.without).Rest(), Spec: t.spec, MaxRegisters: t.maxRegisters})
	if err != nil {
		return nil, err
	}
	c := &code{k, made, sync.OnceValue(func() *simt.Program { return simt.Decode(made, t.spec) })}
	k.codes[t] = c
	return c, nil
}

// loweredFor returns what is compiled for a target.
func (k *kernelCode) loweredFor(t target) (lowered *ir.Kernel, err error) {
	if !t.checked {
		return k.lowered, nil
	}
	if k.checked == nil {
		k.checked, err = compile.Lower(k.unit, k.lowered.Name, true)
	}
	return k.checked, err
}

// plain returns the kernel compiled by all passes for no device.
func (k *kernelCode) plain() *code {
	c, err := k.codeFor(target{})
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return c
}
