package gpusim

// This file says what a kernel takes, in the words of ptxas -v, and why.

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/compile"
	"gpucourse/gpusim/internal/ir"
)

// Resources is what a kernel compiled for a device takes of it.
type Resources struct {
	Kernel      string           `json:"kernel"`
	Device      string           `json:"device"`
	Target      string           `json:"target"` // "sm_90"
	Registers   int              `json:"registers"`
	Limit       int              `json:"register_limit"`
	Predicates  int              `json:"predicates"`
	Uniform     int              `json:"uniform_registers"`
	Barriers    int              `json:"barriers"`
	StackFrame  int              `json:"stack_frame"`  // bytes of local memory a thread
	SpillStores int              `json:"spill_stores"` // bytes, each instruction once
	SpillLoads  int              `json:"spill_loads"`
	Shared      int              `json:"shared_static"`
	Constant    int              `json:"constant"`
	Parameters  int              `json:"parameters"`
	LaunchBank  int              `json:"launch_bank"` // bytes of constant bank 0, parameters among them; 0 where they lie in shared memory
	Global      int              `json:"global"`
	Locals      []LocalValue     `json:"locals"`
	Functions   []CalledFunction `json:"functions,omitempty"` // that are called, not inlined
	// Stack is the bytes of the stack frames together, on the deepest way of
	// calls; 0 where nobody can know it, because a function calls itself.
	Stack int `json:"stack"`
}

// CalledFunction is what a function takes that is called, not inlined.
type CalledFunction struct {
	Name        string `json:"name"`
	Recursive   bool   `json:"recursive"`
	StackFrame  int    `json:"stack_frame"`  // bytes, for each call under way
	SpillStores int    `json:"spill_stores"` // bytes, each instruction once, with the registers kept for the caller
	SpillLoads  int    `json:"spill_loads"`
}

// LocalValue is a variable or value that lies in local memory, and why.
type LocalValue struct {
	Name    string `json:"name"` // the learner's; "" for a value without one
	Type    string `json:"type"`
	Bytes   int    `json:"bytes"`
	Spilled bool   `json:"spilled"` // for want of registers
	File    string `json:"file"`
	Line    int    `json:"line"`
	Why     string `json:"why"`
}

// ResourcesOf reports on a kernel compiled for a device.
func ResourcesOf(s *arch.Spec, k *ir.Kernel) Resources {
	u := k.Usage
	r := Resources{
		Kernel: k.Name, Device: s.Name, Target: fmt.Sprintf("sm_%d%d", s.CC.Major, s.CC.Minor),
		Registers: u.Registers, Limit: u.Limit, Predicates: u.Predicates, Uniform: u.Uniform, Barriers: barriers(k),
		StackFrame: k.LocalBytes, SpillStores: u.SpillStores, SpillLoads: u.SpillLoads,
		Shared: k.SharedBytes, Constant: bytesOf(k, ir.ConstVar), Parameters: k.ParamBytes, Global: bytesOf(k, ir.GlobalVar),
		Locals: []LocalValue{},
	}
	if stack, known := k.Stack(); known {
		r.Stack = stack
	}
	if len(k.Funcs) > 0 {
		r.SpillStores, r.SpillLoads = k.Spilled(0)
	}
	for i, f := range k.Funcs {
		stores, loads := k.Spilled(i + 1)
		r.Functions = append(r.Functions, CalledFunction{f.Name, f.Recursive, f.FrameBytes, stores, loads})
	}
	if s.Bank != (arch.ConstantBank{}) {
		r.LaunchBank = s.Bank.Params + k.ParamBytes
	}
	for _, l := range compile.Locals(k) {
		why := l.Why
		if l.At != 0 {
			why = fmt.Sprintf("line %d: %s", k.Frame(l.At).Pos.Line, why)
		}
		r.Locals = append(r.Locals, LocalValue{
			Name: l.Var.Name, Type: l.Var.GoType, Bytes: l.Var.Bytes, File: l.Var.Pos.File, Line: l.Var.Pos.Line, Why: why,
		})
	}
	for i := range u.Spills {
		r.Locals = append(r.Locals, spilled(k, &u.Spills[i]))
	}
	return r
}

// spilled explains one value that registers did not hold.
func spilled(k *ir.Kernel, s *ir.Spill) LocalValue {
	pos := k.Frame(s.Pos).Pos
	v := LocalValue{Name: s.Name, Type: s.Type.String(), Bytes: s.Type.Bytes(), Spilled: true, File: pos.File, Line: pos.Line}
	v.Why = fmt.Sprintf("line %d needs %d registers, %d are allowed: %d stores, %d loads",
		k.Frame(s.At).Pos.Line, s.Live, k.Usage.Limit, s.Stores, s.Loads)
	if s.Rematerialized {
		v.Bytes = 0
		v.Why = fmt.Sprintf("line %d needs %d registers, %d are allowed: computed again %d times, not stored",
			k.Frame(s.At).Pos.Line, s.Live, k.Usage.Limit, s.Loads)
	}
	return v
}

// String returns the report as ptxas -v words it, with a line for each value in
// local memory.
func (r Resources) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "gpusim info    : %d bytes gmem, %d bytes cmem[3]\n", r.Global, r.Constant)
	fmt.Fprintf(&b, "gpusim info    : Compiling entry function '%s' for '%s'\n", r.Kernel, r.Target)
	own := CalledFunction{Name: r.Kernel, StackFrame: r.StackFrame, SpillStores: r.SpillStores, SpillLoads: r.SpillLoads}
	for _, f := range append([]CalledFunction{own}, r.Functions...) {
		fmt.Fprintf(&b, "gpusim info    : Function properties for %s\n", f.Name)
		fmt.Fprintf(&b, "    %d bytes stack frame, %d bytes spill stores, %d bytes spill loads\n", f.StackFrame, f.SpillStores, f.SpillLoads)
	}
	if r.unbounded() {
		fmt.Fprintf(&b, "gpusim warning : Stack size for entry function '%s' cannot be statically determined\n", r.Kernel)
	}
	fmt.Fprintf(&b, "gpusim info    : Used %d registers, used %d barriers", r.Registers, r.Barriers)
	if r.Stack > 0 {
		fmt.Fprintf(&b, ", %d bytes cumulative stack size", r.Stack)
	}
	fmt.Fprintf(&b, ", %d bytes smem", r.Shared)
	if r.LaunchBank > 0 {
		fmt.Fprintf(&b, ", %d bytes cmem[0]", r.LaunchBank)
	}
	b.WriteString("\n")
	for _, v := range r.Locals {
		fmt.Fprintf(&b, "    %s\n", v)
	}
	return b.String()
}

// unbounded reports whether a function can come to call itself.
func (r Resources) unbounded() bool {
	return slices.ContainsFunc(r.Functions, func(f CalledFunction) bool { return f.Recursive })
}

// String returns one line: what, where, why.
func (v LocalValue) String() string {
	name := v.Name
	if name == "" {
		name = "a value"
	}
	what := fmt.Sprintf("%d bytes of local memory", v.Bytes)
	if v.Spilled {
		what = "spilled"
	}
	return fmt.Sprintf("%s %s (%s:%d): %s; %s", name, v.Type, v.File, v.Line, what, v.Why)
}

// ResourcesJSON returns the reports as indented JSON, ended by a newline.
func ResourcesJSON(list []Resources) []byte {
	text, err := json.MarshalIndent(list, "", "  ")
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return append(text, '\n')
}

// CheckRegisters refuses a kernel, compiled for a device, whose instructions
// need more registers a thread than it may have, with all that can wait in local
// memory.
func CheckRegisters(k *ir.Kernel) error {
	u := k.Usage
	if u.Registers <= u.Limit {
		return nil
	}
	return diag.Diagnostic{
		Pos: k.Pos, Code: diag.RegisterLimit,
		Message: fmt.Sprintf("kernel %s needs %d registers a thread, at most %d are allowed", k.Name, u.Registers, u.Limit),
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
			if in.Op == ir.Bar {
				return 1
			}
		}
	}
	return 0
}
