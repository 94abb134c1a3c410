package pass

// This file marks uniform loads: global loads with one address for the warp,
// of memory that the kernel only reads.

import (
	"fmt"
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// uniform marks global loads whose address does not depend on the thread and
// that read what is read-only in this kernel: the rule by which the compiler
// chooses LDU on devices of compute capability 2.x (CUDA C Programming Guide
// 4.2, G.4.4, constant memory). It notes of every load why it is not one.
func uniform(k *ir.Kernel) {
	u := &uniformer{k: k, varying: findVarying(k)}
	u.findStores()
	k.GlobalLoads = nil
	for _, b := range k.Blocks {
		for _, in := range b.Instrs {
			if in.Op == ir.Ld && in.Space == ir.Global {
				u.load(b, in)
			}
		}
	}
}

type uniformer struct {
	k       *ir.Kernel
	varying *varying
	stores  []*ir.Instr // the first store or atomic to each global object; those of unknown objects too
}

func (u *uniformer) findStores() {
	for _, b := range u.k.Blocks {
		for _, in := range b.Instrs {
			if in.Space == ir.Global && (in.Op == ir.St || in.Op == ir.Atom) &&
				!slices.ContainsFunc(u.stores, func(st *ir.Instr) bool { return st.Root == in.Root }) {
				u.stores = append(u.stores, in)
			}
		}
	}
}

// load decides about one load and notes it, once for each line, object and reason.
func (u *uniformer) load(b *ir.Block, in *ir.Instr) {
	why := u.address(b, in)
	if why == "" {
		why = u.written(in)
	}
	in.Uniform = why == ""
	note := ir.GlobalLoad{Pos: in.Pos, Var: in.Root, Uniform: in.Uniform, Why: why}
	if !slices.ContainsFunc(u.k.GlobalLoads, func(n ir.GlobalLoad) bool {
		return u.line(n.Pos) == u.line(in.Pos) && n.Var == note.Var && n.Why == why
	}) {
		u.k.GlobalLoads = append(u.k.GlobalLoads, note)
	}
}

func (u *uniformer) line(p ir.PosID) int { return u.k.Frame(p).Pos.Line }

// place names the line of an instruction for a text about another one.
func (u *uniformer) place(in, about *ir.Instr) string {
	return u.k.Frame(in.Pos).Pos.From(u.k.Frame(about.Pos).Pos)
}

// address says why the lanes' addresses may differ; "" when they do not.
func (u *uniformer) address(b *ir.Block, in *ir.Instr) string {
	if !in.Src[0].IsReg {
		return ""
	}
	c := u.varying.at(in.Src[0].Reg, b.ID)
	if c == (cause{}) {
		return ""
	}
	source, variable, s := u.varying.explain(c)
	why := "its address depends on " + sourceName(source)
	if variable != ir.NoReg {
		why += " through " + u.k.Regs[variable].Name
		if def := u.varying.defs[variable]; def.Op != ir.Phi { // a join has no line of its own
			why += " (" + u.place(def, in) + ")"
		}
	}
	if s != nil {
		why += ", by way of the branch on " + u.place(s.branch, in)
	}
	return why
}

// sourceName says in the learner's words where a value that differs comes from.
func sourceName(in *ir.Instr) string {
	switch in.Op {
	case ir.Special:
		return threadNumbers[in.Mod]
	case ir.Ld:
		return "local memory"
	case ir.Atom:
		return "the result of an atomic"
	case ir.Call:
		return "the result of a call"
	case ir.Args:
		return "an argument of the function"
	}
	return "the result of a shuffle"
}

// written says why what is read may change while the kernel runs; "" when it
// cannot. As in CUDA, two pointers may lie in the same memory unless the
// learner says otherwise, and two variables may not.
func (u *uniformer) written(in *ir.Instr) string {
	if in.Volatile {
		return "it is volatile"
	}
	if in.ReadOnly {
		return ""
	}
	v := u.k.Var(in.Root)
	for _, st := range u.stores {
		w := u.k.Var(st.Root)
		switch {
		case v == nil || w == nil:
			return fmt.Sprintf("the store on %s may change what it reads", u.place(st, in))
		case v == w:
			return fmt.Sprintf("%s is stored to on %s", v.Name, u.place(st, in))
		case v.Kind == ir.ParamSlice:
			return fmt.Sprintf("%s, stored to on %s, may lie in the same memory; declare %s gpu.ReadOnly[%s]", w.Name, u.place(st, in), v.Name, v.Elem.GoType)
		case w.Kind == ir.ParamSlice:
			return fmt.Sprintf("%s, stored to on %s, may point into %s; make %s a gpu.Constant", w.Name, u.place(st, in), v.Name, v.Name)
		}
	}
	return ""
}

// UniformAddresses returns the accesses whose lanes use one address wherever
// they execute together. k is as the pass uniform finds it.
func UniformAddresses(k *ir.Kernel) map[*ir.Instr]bool {
	v, found := findVarying(k), map[*ir.Instr]bool{}
	for _, b := range k.Blocks {
		for _, in := range b.Instrs {
			if f := in.Op.Facts(); f.Memory && len(in.Src) > 0 && (!in.Src[0].IsReg || v.at(in.Src[0].Reg, b.ID) == (cause{})) {
				found[in] = true
			}
		}
	}
	return found
}
