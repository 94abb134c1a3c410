package ir

// This file checks calls, and the functions that are called.

import "slices"

// function checks the body of a function.
func (v *verifier) function(f *Func) {
	inner := &verifier{k: f.Body, funcs: v.funcs, inner: f}
	inner.declarations()
	inner.blocks()
	if len(inner.errs) == 0 {
		inner.flow()
	}
	v.errs = append(v.errs, inner.errs...)
}

// calls checks what belongs to calls: Args first and only in functions, Ret
// only there, arguments and results as many as the function has.
func (v *verifier) calls() {
	in := v.in
	switch {
	case in.Op == Args && v.entryOf() == nil:
		v.errorf("arguments outside of the first block of a function")
	case in.Op == Ret && v.inner == nil && !v.linked():
		v.errorf("a return outside of a function")
	case in.Op == Exit && v.inner != nil:
		v.errorf("an exit inside of a function")
	case in.Op == Call && (in.Func <= 0 || in.Func > len(v.funcs)):
		v.errorf("no function %d", in.Func)
	case in.Op == Call:
		f := v.funcs[in.Func-1]
		args, rets := v.signature(f)
		if args != len(in.Src) || rets >= 0 && rets != len(in.Dst) {
			v.errorf("%d arguments and %d results, want %d and %d", len(in.Src), len(in.Dst), args, rets)
		}
	}
}

// linked reports whether the block at hand may belong to a linked function:
// their blocks follow the kernel's.
func (v *verifier) linked() bool {
	return slices.ContainsFunc(v.k.Funcs, func(f *Func) bool { return f.Body == nil && f.Entry <= v.block.ID })
}

// entryOf returns the function that begins with the block at hand, or nil.
func (v *verifier) entryOf() *Func {
	if v.inner != nil && v.block.ID == 0 {
		return v.inner
	}
	for _, f := range v.k.Funcs {
		if f.Body == nil && f.Entry == v.block.ID {
			return f
		}
	}
	return nil
}

// signature counts the arguments and results of a function, the address to
// return to among the arguments; no results (−1) when it never returns.
func (v *verifier) signature(f *Func) (args, rets int) {
	k, entry := f.Body, BlockID(0)
	if k == nil {
		k, entry = v.k, f.Entry
	}
	rets = -1
	for _, id := range postOrder(len(k.Blocks), int(entry), func(b int) []BlockID { return k.Blocks[b].Succs() }) {
		for _, in := range k.Blocks[id].Instrs {
			switch in.Op {
			case Args:
				args = len(in.Dst)
			case Ret:
				rets = len(in.Src) - 1
			}
		}
	}
	return args, rets
}

// kept returns the registers of its caller that a function's first block stores
// before it uses them itself.
func (v *verifier) kept(b *Block) map[Reg]bool {
	kept := map[Reg]bool{}
	if v.entryOf() == nil {
		return kept
	}
	for _, in := range b.Instrs {
		if root := v.k.Var(in.Root); root != nil && root.Kind == SavedVar || in.Op == Selp {
			in.EachUse(func(r Reg) { kept[r] = true })
		}
	}
	return kept
}
