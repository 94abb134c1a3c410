package nvcc

// This file says what the scheduler of ptxas assumes.

import "gpucourse/gpusim/internal/ir"

// latencies are the cycles from an instruction to one that uses its result. An access
// includes the addition that computes its address, unlike the times of arch.Clock.
type latencies struct {
	global, local, shared, constant int
	shuffle, reduce, compare, other int
}

// Latency returns the cycles that the scheduler assumes from an instruction to one that
// uses its result. It is the same on all devices.
func (p *Profile) Latency(in *ir.Instr) int {
	l := &p.latency
	switch {
	case in.Op == ir.Ld && in.Space == ir.Global, in.Op == ir.Atom:
		return l.global
	case in.Op == ir.Ld && in.Space == ir.Local:
		return l.local
	case in.Op == ir.Ld && in.Space == ir.Shared, in.Op == ir.LoadMatrix: // h100/modern: ptxas moves loads of attention's matrices before products
		return l.shared
	case in.Op == ir.Ld: // constants and parameters
		return l.constant
	case in.Op == ir.Shfl, in.Op == ir.Match:
		return l.shuffle
	case in.Op == ir.Redux:
		return l.reduce
	case in.Op == ir.Setp:
		return l.compare
	}
	return l.other
}

// Scarce reports whether the scheduler takes what frees registers first: those in use, with
// the widest vector of the piece, come close to the target.
func (p *Profile) Scarce(used, widest, target int) bool { return used+p.headroom+widest > target }
