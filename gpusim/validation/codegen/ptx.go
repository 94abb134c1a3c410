package main

// This file lists the loops of PTX.

import (
	"slices"
	"strings"

	"gpucourse/gpusim/internal/ir"
)

// loopsOf returns the loads and stores of the innermost loops of a kernel that has any, sorted by what they have. The
// kernel comes from PTX, before all passes. The numbers grow with the factor by which a loop is unrolled.
func loopsOf(k *ir.Kernel) []accesses {
	var list []accesses
	loops := k.Loops(k.Dominators())
	for _, l := range loops {
		if slices.ContainsFunc(loops, func(inner *ir.Loop) bool { return inner.Parent == l }) {
			continue
		}
		if x := accessesOf(k, l); len(x) > 0 {
			list = append(list, x)
		}
	}
	slices.SortFunc(list, func(a, b accesses) int { return strings.Compare(a.String(), b.String()) })
	return list
}

func accessesOf(k *ir.Kernel, l *ir.Loop) accesses {
	x := accesses{}
	for _, id := range l.Blocks {
		for _, in := range k.Blocks[id].Instrs {
			if (in.Op == ir.Ld || in.Op == ir.St) && in.Space != ir.Param {
				x[in.Access()]++
			}
		}
	}
	return x
}

// none is the text of a kernel without such loops.
const none = "none"

// textOf returns the loops of a kernel in one line.
func textOf(k *ir.Kernel) string {
	var list []string
	for _, l := range loopsOf(k) {
		list = append(list, l.String())
	}
	if list == nil {
		return none
	}
	return strings.Join(list, ", ")
}
