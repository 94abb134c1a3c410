package ir

// This file makes the functions that a kernel calls part of it.

import "slices"

// Link makes the functions' blocks and registers part of the kernel's. A local
// object of a function keeps its place in the function's frame (Var.Func); what
// else a function accesses is the kernel's own object of that name.
func (k *Kernel) Link() {
	for i, f := range k.Funcs {
		b := f.Body
		f.Body, f.Entry, f.Frame = nil, BlockID(len(k.Blocks)), b.LocalBytes
		l := linker{k: k, blocks: f.Entry, regs: Reg(len(k.Regs) - 1), vars: make([]VarID, len(b.Vars)+1)}
		for j := range b.Vars {
			l.vars[j+1] = k.adopt(b.Vars[j], i+1)
		}
		k.Regs = append(k.Regs, b.Regs[1:]...)
		for _, x := range b.Blocks {
			l.block(x)
		}
		k.GlobalLoads = append(k.GlobalLoads, l.loads(b.GlobalLoads)...)
		k.Usage.add(b.Usage)
	}
	k.alignFrames()
}

// alignFrames makes frames follow each other at the alignment that accesses to
// them count on: that of the widest access where a function has variables of its
// own, that of saved registers else.
func (k *Kernel) alignFrames() {
	align := 1
	for _, v := range k.Vars {
		switch {
		case v.Func == 0:
		case v.Kind == SavedVar:
			align = max(align, v.Align)
		default:
			align = maxVecBytes
		}
	}
	k.LocalBytes = alignUp(k.LocalBytes, align)
	for _, f := range k.Funcs {
		f.Frame = alignUp(f.Frame, align)
	}
}

// adopt returns the kernel's variable for one of function f's.
func (k *Kernel) adopt(v Var, f int) VarID {
	i := slices.IndexFunc(k.Vars, func(w Var) bool { return w.Name == v.Name })
	switch {
	case v.Space != Local && i >= 0:
		return VarID(i + 1)
	case i >= 0:
		v.Name += "." + k.Funcs[f-1].Name
	}
	if v.Space == Local {
		v.Func = f
	}
	k.Vars = append(k.Vars, v)
	return VarID(len(k.Vars))
}

// linker renames what one function's instructions name.
type linker struct {
	k      *Kernel
	blocks BlockID // added to blocks
	regs   Reg     // added to registers
	vars   []VarID // by the function's own
}

func (l *linker) block(b *Block) {
	b.ID = BlockID(len(l.k.Blocks))
	for _, in := range b.Instrs {
		for i := range in.Dst {
			in.Dst[i] += l.regs
		}
		for i := range in.Src {
			if in.Src[i].IsReg {
				in.Src[i].Reg += l.regs
			}
		}
		if in.Guard != NoReg {
			in.Guard += l.regs
		}
		for i := range in.Targets {
			in.Targets[i] += l.blocks
		}
		if in.Reconv != NoBlock {
			in.Reconv += l.blocks
		}
		in.Root = l.vars[in.Root]
	}
	l.k.Blocks = append(l.k.Blocks, b)
}

func (l *linker) loads(list []GlobalLoad) []GlobalLoad {
	for i := range list {
		list[i].Var = l.vars[list[i].Var]
	}
	return list
}

// add counts what a function takes beside its callers: registers are shared.
func (u *Usage) add(f *Usage) {
	if u == nil || f == nil {
		return
	}
	u.Registers, u.Predicates, u.Uniform = max(u.Registers, f.Registers), max(u.Predicates, f.Predicates), max(u.Uniform, f.Uniform)
	u.SpillBytes += f.SpillBytes
	u.SpillStores += f.SpillStores
	u.SpillLoads += f.SpillLoads
	u.Spills = append(u.Spills, f.Spills...)
}
