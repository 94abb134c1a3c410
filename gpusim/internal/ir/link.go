package ir

// This file links the functions that a kernel calls into the kernel.

import (
	"slices"

	"gpucourse/gpusim/internal/padding"
)

// Link appends the blocks and registers of the called functions to the kernel. A
// local object of a function keeps its offset in the function's frame (Var.Func).
// Any other object that a function accesses is the kernel's object of that name.
func (k *Kernel) Link() {
	for i, f := range k.Funcs {
		b := f.Body
		f.Body, f.Entry, f.FrameBytes = nil, BlockID(len(k.Blocks)), b.LocalBytes
		l := linker{k: k, blocks: f.Entry, regs: Reg(len(k.Regs) - 1), vars: make([]VarID, len(b.Vars)+1)}
		for j := range b.Vars {
			l.vars[j+1] = k.linkVar(b.Vars[j], i+1)
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

// alignFrames rounds all frames up to one alignment, so that frames may follow each
// other on the stack. It is the alignment of the widest access when a function has
// local variables, otherwise the alignment of saved registers.
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
	k.LocalBytes = padding.Up(k.LocalBytes, align)
	for _, f := range k.Funcs {
		f.FrameBytes = padding.Up(f.FrameBytes, align)
	}
}

// FrameAlign is the alignment of a stack frame and of its parts, in bytes: that of the widest
// value.
const FrameAlign = 8

// linkVar returns the kernel's variable for a variable of function f. It adds the
// variable when the kernel has none.
func (k *Kernel) linkVar(v Var, f int) VarID {
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

// linker renumbers the blocks, registers and variables of one function.
type linker struct {
	k      *Kernel
	blocks BlockID // added to each BlockID
	regs   Reg     // added to each Reg
	vars   []VarID // the kernel's, by the function's
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
		for i := range in.Preds {
			in.Preds[i] += l.blocks
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

// add adds the usage of a called function. Its registers are those of its callers,
// so that the larger number counts.
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
