// Package front compares the passes of nvcc's front end with the real one, cicc: what PTX the own
// front end prints, and what PTX nvcc makes of the same kernels. The table front.txt keeps the facts of
// nvcc's PTX, so that comparing needs no tool.
//
// The facts are the loads and stores of each innermost loop, by space and width. Their numbers grow
// with the factor by which a loop is unrolled.
package front

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"gpucourse/gpusim/internal/ir"
)

// Loop has the loads and stores of an innermost loop by "ld.global.16": the operation, the space and
// the bytes per lane.
type Loop map[string]int

// String returns the accesses in the order of their names: "ld.global.4:4 st.global.4:4".
func (l Loop) String() string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(l)) {
		list = append(list, fmt.Sprintf("%s:%d", name, l[name]))
	}
	return strings.Join(list, " ")
}

// LoopsOf returns the innermost loops of a kernel that load or store, sorted by what they have. The
// kernel comes from PTX, before all passes.
func LoopsOf(k *ir.Kernel) []Loop {
	var list []Loop
	loops := k.Loops(k.Dominators())
	for _, l := range loops {
		if slices.ContainsFunc(loops, func(inner *ir.Loop) bool { return inner.Parent == l }) {
			continue
		}
		if x := loopOf(k, l); len(x) > 0 {
			list = append(list, x)
		}
	}
	slices.SortFunc(list, func(a, b Loop) int { return strings.Compare(a.String(), b.String()) })
	return list
}

func loopOf(k *ir.Kernel, l *ir.Loop) Loop {
	x := Loop{}
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

// Text returns the loops of a kernel in one line.
func Text(k *ir.Kernel) string {
	var list []string
	for _, l := range LoopsOf(k) {
		list = append(list, l.String())
	}
	if list == nil {
		return none
	}
	return strings.Join(list, ", ")
}
