package chart

// This file draws accesses to local memory where the device keeps it: word w
// of a thread lies beside word w of its neighbours.

import (
	"fmt"

	"gpucourse/gpusim"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/report"
	"gpucourse/gpusim/trace"
)

// Locals draws how the first warp of a launch uses local memory, spilled values
// included: every access of the kernel, or only those to the named variables.
// Wider words than the device interleaves are drawn word by word.
func Locals(r *report.Report, variables ...string) *Picture {
	return pile(r, trace.Local, variables, func(s *report.Sample) *Picture { return drawLocal(r.Spec, s) })
}

func drawLocal(spec *arch.Spec, s *report.Sample) *Picture {
	words := max(1, s.Access.Bytes/spec.Local.WordBytes)
	var parts []*Picture
	for p := range words {
		parts = append(parts, localWord(spec, s, p, words).draw())
	}
	if words == 1 {
		return parts[0]
	}
	return Stack(fmt.Sprintf("%s %s, word by word", verb(s.Access.Kind), s.Var), parts...)
}

// localWord is one of the words that every lane of an access uses, at its place
// in the memory of the device.
func localWord(spec *arch.Spec, s *report.Sample, p, words int) *warp {
	var own trace.Lanes
	for lane := range spec.WarpSize {
		own[lane] = s.Access.Lane(lane) + uint64(p*spec.Local.WordBytes)
	}
	one := *s
	one.Access.Addr, one.Access.Bytes = &own, s.Access.Bytes/words
	cost := gpusim.Explain(spec, &one.Access)
	one.Transactions, one.Access = cost.Transactions, cost.Placed
	w := newWarp(spec, &one)
	w.traffic = cost.Traffic
	return w
}
