package ir

// This file finds the uses and the definitions of registers.

import (
	"strings"

	"gpucourse/gpusim/diag"
)

// EachUse calls f for every register that in reads: the operands, the guard, and
// with Keep the destinations.
func (in *Instr) EachUse(f func(Reg)) {
	for _, o := range in.Src {
		if o.IsReg {
			f(o.Reg)
		}
	}
	if in.Guard != NoReg {
		f(in.Guard)
	}
	if in.Keep {
		for _, d := range in.Dst {
			f(d)
		}
	}
}

// Guardable reports whether in may have a Guard: an access, a Printf, or an
// operation with one result and no effect.
func (in *Instr) Guardable() bool {
	return in.Op.Facts().Guarded || in.Op != Phi && in.Pure() && len(in.Dst) == 1
}

// Reads reports whether in reads r.
func (in *Instr) Reads(r Reg) bool {
	found := false
	in.EachUse(func(u Reg) { found = found || u == r })
	return found
}

// Pure reports whether in may be removed when its results are unused: it has no
// effect and is no volatile access. Pure does not mean movable: a load must stay
// behind earlier stores, and Div and Rem must stay behind the branch that checks
// for a zero divisor.
func (in *Instr) Pure() bool { return !in.Op.Facts().Effect && !in.Volatile }

// TrapCode returns the code of the fault with which a Trap ends the kernel.
func (in *Instr) TrapCode() diag.Code {
	if strings.HasPrefix(in.Text, diag.Assertion) {
		return diag.AssertFailed
	}
	return diag.KernelPanic
}

// CallsDriver reports whether in is a call of a function of the driver, which the assembler
// does not see: printf calls vprintf, and an assertion that does not hold calls __assertfail.
func (in *Instr) CallsDriver() bool {
	return in.Op == Printf || in.Op == Trap && in.TrapCode() == diag.AssertFailed
}

// MayFault reports whether executing in can end the kernel with an error.
func (in *Instr) MayFault() bool {
	if (in.Op == Div || in.Op == Rem) && !in.Type.Float() {
		d := in.Src[1]
		return d.IsReg || d.Imm&in.Type.Mask() == 0
	}
	return in.Op == Trap || in.Op.Facts().Memory && in.Space != Param && in.Op != AddrOf
}

// Defs is the definition and the uses of each register of a kernel in SSA form.
type Defs struct {
	Def  []*Instr   // by Reg; nil when never defined
	Uses [][]*Instr // by Reg, in block order, once per operand that reads it
}

// DefUse finds the definition and the uses of every register. Outside SSA form Def
// is the last definition.
func (k *Kernel) DefUse() *Defs {
	d := &Defs{Def: make([]*Instr, len(k.Regs)), Uses: make([][]*Instr, len(k.Regs))}
	count := make([]int, len(k.Regs))
	total := 0
	for _, b := range k.Blocks {
		for _, in := range b.Instrs {
			in.EachUse(func(r Reg) { count[r]++; total++ })
		}
	}
	all := make([]*Instr, total)
	for r, n := range count {
		d.Uses[r], all = all[:0:n], all[n:]
	}
	for _, b := range k.Blocks {
		for _, in := range b.Instrs {
			for _, r := range in.Dst {
				d.Def[r] = in
			}
			in.EachUse(func(r Reg) { d.Uses[r] = append(d.Uses[r], in) })
		}
	}
	return d
}
