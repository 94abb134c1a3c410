// Package inspect says what the compiler made of a kernel: the resources it takes,
// its instructions beside the source, the registers in use, its constant banks, and
// whether a device can run it.
//
// All functions take a kernel as the compiler left it, for one device, and change
// nothing.
package inspect

// This file says what resources a kernel takes and why.

import (
	"fmt"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/report"
)

// Resources returns the resources of a kernel compiled for a device.
func Resources(s *arch.Spec, k *ir.Kernel) report.Compiled {
	u := k.Usage
	r := report.Compiled{
		Kernel: k.Name, Device: s.Name, Target: "sm_" + s.CC.Digits(),
		Registers: u.Registers, Limit: u.Limit, Predicates: u.Predicates, Uniform: u.Uniform, Barriers: barriers(k),
		StackFrame: k.LocalBytes, SpillStores: u.SpillStores, SpillLoads: u.SpillLoads,
		Shared: k.SharedBytes, Constant: bytesOf(k, ir.ConstVar), Parameters: k.ParamBytes, Global: bytesOf(k, ir.GlobalVar),
		Locals: []report.LocalValue{},
	}
	if stack, known := k.Stack(); known {
		r.Stack = stack
	}
	if len(k.Funcs) > 0 {
		r.SpillStores, r.SpillLoads = k.Spilled(0)
	}
	for i, f := range k.Funcs {
		stores, loads := k.Spilled(i + 1)
		r.Functions = append(r.Functions, report.CalledFunction{Name: f.Name, Recursive: f.Recursive, StackFrame: f.FrameBytes, SpillStores: stores, SpillLoads: loads})
	}
	if s.Bank != (arch.ConstantBank{}) {
		r.LaunchBank = s.Bank.Params + k.ParamBytes
	}
	for _, l := range localReasons(k) {
		why := l.why
		if l.at != 0 {
			why = k.Frame(l.at).Pos.From(l.of.Pos) + ": " + why
		}
		r.Locals = append(r.Locals, report.LocalValue{
			Name: l.of.Name, Type: l.of.GoType, Bytes: l.of.Bytes, File: l.of.Pos.File, Line: l.of.Pos.Line, Why: why,
		})
	}
	for i := range u.Spills {
		r.Locals = append(r.Locals, spilled(k, &u.Spills[i]))
	}
	if r.Compiler = Compiler(k); r.Compiler != nil && r.Compiler.Own != nil {
		a := k.Origin.Assembled
		r.StackFrame, r.SpillStores, r.SpillLoads, r.Stack = a.Stack, a.SpillStores, a.SpillLoads, 0
	}
	return r
}

// Compiler says which real compiler made a kernel; nil for none.
func Compiler(k *ir.Kernel) *report.Compiler {
	o := k.Origin
	if o == nil || o.Compiler == "" {
		return nil
	}
	c := &report.Compiler{Name: o.Compiler, Target: o.Target, Because: o.Because}
	if o.Assembled != nil {
		stack, _ := k.Stack()
		c.Own = &report.Allocation{Registers: k.Usage.Own, Local: stack, SpillStores: k.Usage.SpillStores, SpillLoads: k.Usage.SpillLoads}
	}
	return c
}

// spilled explains one value that registers did not hold.
func spilled(k *ir.Kernel, s *ir.Spill) report.LocalValue {
	pos := k.Frame(s.Pos).Pos
	at := k.Frame(s.At).Pos.From(pos)
	v := report.LocalValue{Name: s.Name, Type: s.Type.String(), Bytes: s.Type.Bytes(), Spilled: true, File: pos.File, Line: pos.Line}
	v.Why = fmt.Sprintf("%s needs %d registers, %d are allowed: %d stores, %d loads",
		at, s.Live, k.Usage.Limit, s.Stores, s.Loads)
	if s.Rematerialized {
		v.Bytes = 0
		v.Why = fmt.Sprintf("%s needs %d registers, %d are allowed: computed again %d times, not stored",
			at, s.Live, k.Usage.Limit, s.Loads)
	}
	return v
}

// CheckRegisters refuses a kernel, compiled for a device, whose instructions
// need more registers per thread than it may have, with all that can wait in local
// memory.
func CheckRegisters(k *ir.Kernel) error {
	u := k.Usage
	if u.Registers <= u.Limit {
		return nil
	}
	return diag.Diagnostic{
		Pos: k.Pos, Code: diag.RegisterLimit,
		Message: fmt.Sprintf("kernel %s needs %d registers per thread, at most %d are allowed", k.Name, u.Registers, u.Limit),
		Hint:    fmt.Sprintf("one of its instructions needs them, everything else is in local memory already; allow %d", u.Registers),
	}
}

func bytesOf(k *ir.Kernel, kind ir.VarKind) int {
	n := 0
	for i := range k.Vars {
		if k.Vars[i].Kind == kind {
			n += k.Vars[i].Bytes
		}
	}
	return n
}

// barriers is 1 when the kernel waits for its block anywhere.
func barriers(k *ir.Kernel) int {
	for _, b := range k.Blocks {
		for _, in := range b.Instrs {
			if in.Op.Facts().Block {
				return 1
			}
		}
	}
	return 0
}
