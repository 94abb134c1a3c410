package gpusim

// This file explains single accesses, for pictures.

import (
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/coalesce"
	"gpucourse/gpusim/trace"
)

// Explain returns how a device serves one access of a warp, without caches.
func Explain(s *arch.Spec, a *trace.Access) trace.AccessCost {
	if a.Space == trace.Shared {
		return trace.AccessCost{Banks: coalesce.Banks(s, a)}
	}
	cost := trace.AccessCost{Transactions: coalesce.Coalesce(s, a, nil), Traffic: coalesce.Count(s, a)}
	if a.Space == trace.Local {
		placed, at := coalesce.LocalWord(s, a, 0)
		cost.Placed, cost.Placed.Addr, cost.Placed.Space = placed, &at, trace.Global
	}
	if a.Space == trace.Global && s.Global.Coalesce == arch.CoalesceSegment {
		cost.Turns = coalesce.Segments(s, a)
	}
	return cost
}
