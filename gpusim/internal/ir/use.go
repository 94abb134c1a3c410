package ir

// This file walks and rewrites the uses and definitions of registers.

// EachUse calls f for every register in reads: operands, the guard, then a result that
// it keeps in some lanes.
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
		f(in.Dst[0])
	}
}

// Guardable reports whether in may have a Guard: an access, a Printf, or what makes one
// value and has no effect.
func (in *Instr) Guardable() bool {
	return in.Op.Facts().Guarded || in.Op != Phi && in.Pure() && len(in.Dst) == 1
}

// Reads reports whether in reads r.
func (in *Instr) Reads(r Reg) bool {
	found := false
	in.EachUse(func(u Reg) { found = found || u == r })
	return found
}

// Pure reports whether in may be removed when its results are unused: it has
// no effect and is not a volatile access. A load is pure, though it may not be
// moved past a store; Div and Rem are, though they may not be moved past the
// branch that guards against a zero divisor.
func (in *Instr) Pure() bool { return !in.Op.Facts().Effect && !in.Volatile }

// MayFault reports whether executing in can stop the kernel.
func (in *Instr) MayFault() bool {
	if (in.Op == Div || in.Op == Rem) && !in.Type.Float() {
		d := in.Src[1]
		return d.IsReg || d.Imm&in.Type.Mask() == 0
	}
	return in.Op == Trap || in.Op.Facts().Memory && in.Space != Param && in.Op != AddrOf
}

// Defs is where the registers of a kernel in SSA form are defined and read.
type Defs struct {
	Def  []*Instr   // by Reg; nil when never defined
	Uses [][]*Instr // by Reg, in block order, once for each reading operand
}

// DefUse computes the definitions and uses of every register. When a register
// is defined more than once the last definition counts.
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
