package validation

// This file tests the random kernels with views: compilers that ignore the widths of accesses
// must give wrong results for some of them.

import (
	"slices"
	"testing"

	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/pass"
	"gpucourse/gpusim/validation/fuzz/views"
)

// blindToWidth are wrong passes that ignore how many bytes an access touches. Each runs before
// the pass of a name.
var blindToWidth = []struct {
	name   string
	before string
	edit   func(*ir.Kernel)
}{
	{"keeps all views that begin at one byte of a local variable in one register", "promote", joinLocalViews},
	{"removes a store that a narrower one follows", "divide", blockwise(removeWiderStores)},
	{"moves a load before a store to another of its bytes", "divide", blockwise(moveLoadsUp)},
}

func TestViewsNotice(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles each kernel many times")
	}
	for _, s := range blindToWidth {
		at := slices.IndexFunc(pass.Default, func(p pass.Pass) bool { return p.Name == s.before })
		v := variant{passes: slices.Insert(slices.Clone(pass.Default), at, pass.Pass{Name: "sabotage", Run: s.edit})}
		if seed := firstNoticed(t, v); seed < 0 {
			t.Errorf("a compiler that %s: noticed by none of %d kernels", s.name, someViews)
		} else {
			t.Logf("a compiler that %s: noticed by kernel %d of %d", s.name, seed+1, someViews)
		}
	}
}

// firstNoticed returns the first seed whose kernel differs from that of the right compiler, or −1.
func firstNoticed(t *testing.T, v variant) int {
	for seed := range someViews {
		k := views.Generate(uint64(seed), *withUnions)
		u := loadViews(t, k)
		right, err := simulateViews(u, k, everyPass)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if viewsDiffer(u, k, v, right) != "" {
			return seed
		}
	}
	return -1
}

// joinLocalViews gives accesses of one register class to one byte of a local variable the type
// of the first of them.
func joinLocalViews(k *ir.Kernel) {
	type place struct {
		root ir.VarID
		off  int64
	}
	first := map[place]ir.Type{}
	for _, b := range k.Blocks {
		for _, in := range b.Instrs {
			if in.Space != ir.Local || in.Op != ir.Ld && in.Op != ir.St || in.Src[0].IsReg {
				continue
			}
			at := place{in.Root, in.Off}
			if typ, seen := first[at]; !seen {
				first[at] = in.Type
			} else if ir.SameClass(typ.Reg(), in.Type.Reg()) {
				in.Type = typ
			}
		}
	}
}

// blockwise applies an edit to the instructions of each block.
func blockwise(edit func([]*ir.Instr) []*ir.Instr) func(*ir.Kernel) {
	return func(k *ir.Kernel) {
		for _, b := range k.Blocks {
			b.Instrs = edit(b.Instrs)
		}
	}
}

func sameBase(x, y *ir.Instr) bool {
	return x.Space == y.Space && x.Root == y.Root && x.Src[0] == y.Src[0] && !x.Volatile && !y.Volatile
}

// removeWiderStores removes a store if the next access is a narrower store to its address.
func removeWiderStores(list []*ir.Instr) (out []*ir.Instr) {
	for i, in := range list {
		next := slices.IndexFunc(list[i+1:], func(x *ir.Instr) bool { return x.Op.Facts().Memory || x.Op.Facts().Effect })
		if in.Op == ir.St && next >= 0 {
			if st := list[i+1+next]; st.Op == ir.St && sameBase(in, st) && in.Off == st.Off && st.Type.Bytes() < in.Type.Bytes() {
				continue
			}
		}
		out = append(out, in)
	}
	return out
}

// moveLoadsUp moves a load before the stores to other offsets right before it.
func moveLoadsUp(list []*ir.Instr) []*ir.Instr {
	for i, in := range list {
		for ; in.Op == ir.Ld && i > 0 && list[i-1].Op == ir.St && sameBase(list[i-1], in) && list[i-1].Off != in.Off; i-- {
			list[i-1], list[i] = list[i], list[i-1]
		}
	}
	return list
}
