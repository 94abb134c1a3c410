// Package kernel takes a kernel from its source to code: it is lowered once, and compiled once per
// target.
package kernel

import (
	"fmt"
	"strings"
	"sync"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/compile"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/pass"
	"gpucourse/gpusim/internal/simt"
	"gpucourse/gpusim/internal/source"
)

// Kernel is a kernel's source and what was compiled of it.
type Kernel struct {
	Unit    source.Unit
	Lowered *ir.Kernel // before all passes: what no device changes
	Symbols []Symbol

	mu      sync.Mutex
	codes   map[Target]*Code
	checked *ir.Kernel // lowered for checkers; nil before the first of them
}

// Target is what code depends on beside its source.
type Target struct {
	Spec         *arch.Spec
	MaxRegisters int
	Without      pass.Set
	Checked      bool // compiled for checkers
}

// Code is a kernel compiled for a target. Its objects have other numbers than those of the
// lowered kernel.
type Code struct {
	*Kernel
	IR      *ir.Kernel
	Program func() *simt.Program // made ready for the device, once
}

// New lowers a kernel of a unit. The error is a diag.List.
func New(u source.Unit, name string) (*Kernel, error) {
	lowered, err := compile.Lower(u, name, false)
	if err != nil {
		return nil, err
	}
	return &Kernel{Unit: u, Lowered: lowered, Symbols: symbolsOf(lowered), codes: map[Target]*Code{}}, nil
}

// Name returns the kernel's name.
func (k *Kernel) Name() string { return k.Lowered.Name }

// For returns the kernel compiled for a target, which it compiles once.
func (k *Kernel) For(t Target) (*Code, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if made := k.codes[t]; made != nil {
		return made, nil
	}
	lowered, err := k.loweredFor(t)
	if err != nil {
		return nil, err
	}
	made, err := compile.Specialize(k.Unit, lowered, compile.Options{Without: t.Without, Spec: t.Spec, MaxRegisters: t.MaxRegisters, Checked: t.Checked})
	if err != nil {
		return nil, err
	}
	c := &Code{k, made, sync.OnceValue(func() *simt.Program { return simt.Decode(made, t.Spec) })}
	k.codes[t] = c
	return c, nil
}

// loweredFor returns what is compiled for a target.
func (k *Kernel) loweredFor(t Target) (lowered *ir.Kernel, err error) {
	if !t.Checked {
		return k.Lowered, nil
	}
	if k.checked == nil {
		k.checked, err = compile.Lower(k.Unit, k.Lowered.Name, true)
	}
	return k.checked, err
}

// Plain returns the kernel compiled by all passes for no device.
func (k *Kernel) Plain() *Code {
	c, err := k.For(Target{})
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return c
}

// Diagnose makes a Diagnostic placed at the kernel's declaration.
func (k *Kernel) Diagnose(code diag.Code, hint, format string, args ...any) diag.Diagnostic {
	return diag.Diagnostic{Pos: k.Lowered.Pos, Code: code, Message: fmt.Sprintf(format, args...), Hint: hint, Source: k.Unit.Line(k.Lowered.Pos)}
}

// Usage is the kernel's signature: "Transpose takes (out []float32, n int)".
func (k *Kernel) Usage() string {
	parts := make([]string, len(k.Lowered.Arguments))
	for i, p := range k.Lowered.Arguments {
		parts[i] = p.Name + " " + p.Type
	}
	return fmt.Sprintf("%s takes (%s)", k.Name(), strings.Join(parts, ", "))
}

// Refused is what a check of the code found, with the lines of the source.
func (k *Kernel) Refused(err error) diag.List {
	return diag.ListOf(diag.Quoted(err, k.Unit.Line))
}
