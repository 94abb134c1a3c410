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

// calls checks the rules of calls: Args and Ret stand only in functions, and a call
// has as many arguments and results as the function.
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

// linked reports whether the current block may belong to a linked function. The
// blocks of linked functions follow those of the kernel.
func (v *verifier) linked() bool {
	return slices.ContainsFunc(v.k.Funcs, func(f *Func) bool { return f.Body == nil && f.Entry <= v.block.ID })
}

// entryOf returns the function whose entry is the current block, or nil.
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

// signature counts the arguments of a function, including the return address, and
// its results. A function that never returns has −1 results.
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

// saved returns the registers of the caller that the entry block of a function
// saves.
func (v *verifier) saved(b *Block) map[Reg]bool {
	saved := map[Reg]bool{}
	if v.entryOf() == nil {
		return saved
	}
	for _, in := range b.Instrs {
		if root := v.k.Var(in.Root); root != nil && root.Kind == SavedVar || in.Op == Selp {
			in.EachUse(func(r Reg) { saved[r] = true })
		}
	}
	return saved
}
