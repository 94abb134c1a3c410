package lower

// This file finds the variables of loops that need one place in memory for all iterations, and
// those that one place is not enough for.

import "golang.org/x/tools/go/ssa"

// loopVariable returns the variable of a loop's first iteration where v is the copy for
// the next one, and nothing keeps the address of the copy before. Package ssa makes such
// copies where a function literal uses the variable.
func loopVariable(v *ssa.Alloc) *ssa.Alloc {
	for _, r := range *v.Referrers() {
		now, ok := r.(*ssa.Phi)
		if !ok || len(now.Edges) != 2 || !copies(v, now) {
			continue
		}
		for _, e := range now.Edges {
			first, ok := e.(*ssa.Alloc)
			if ok && first != v && usedHere(first, now) && usedHere(now, nil) {
				return first
			}
		}
	}
	return nil
}

// copies reports whether v begins with the value of now.
func copies(v *ssa.Alloc, now *ssa.Phi) bool {
	for _, r := range *v.Referrers() {
		if s, ok := r.(*ssa.Store); ok && s.Addr == v {
			load, ok := s.Val.(*ssa.UnOp)
			return ok && load.X == now && s.Block() == v.Block()
		}
	}
	return false
}

// usedHere reports whether nothing keeps an address but the phi.
func usedHere(p ssa.Value, phi *ssa.Phi) bool {
	for _, r := range *p.Referrers() {
		switch r := r.(type) {
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.Store:
			if r.Val == p {
				return false
			}
		case *ssa.FieldAddr, *ssa.IndexAddr:
			if !usedHere(r.(ssa.Value), nil) {
				return false
			}
		case *ssa.MakeClosure:
			if !onlyCalled(r) || !capturedHere(p, r) {
				return false
			}
		default:
			if r != phi {
				return false
			}
		}
	}
	return true
}

// capturedHere reports whether a function literal does not keep an address that it captures.
func capturedHere(p ssa.Value, f *ssa.MakeClosure) bool {
	for i, b := range f.Bindings {
		if b == p && !usedHere(f.Fn.(*ssa.Function).FreeVars[i], nil) {
			return false
		}
	}
	return true
}

// onlyCalled reports whether a function literal is called where it stands.
func onlyCalled(f *ssa.MakeClosure) bool {
	for _, r := range *f.Referrers() {
		switch r := r.(type) {
		case *ssa.DebugRef:
		case *ssa.Call:
			for _, arg := range r.Call.Args {
				if arg == f {
					return false
				}
			}
		default:
			return false
		}
	}
	return true
}

// keptForNextTurn reports whether the address of a loop's variable is known in the next
// iteration, which has a new variable.
func keptForNextTurn(v *ssa.Alloc) bool {
	return inCycle(v.Block()) && kept(v, v, map[ssa.Value]bool{})
}

// kept follows an address within v to the phis at the heads of the loops around v.
func kept(address ssa.Value, v *ssa.Alloc, seen map[ssa.Value]bool) bool {
	if seen[address] {
		return false
	}
	seen[address] = true
	for _, r := range *address.Referrers() {
		switch r := r.(type) {
		case *ssa.Phi:
			if r.Block().Dominates(v.Block()) && reaches(v.Block(), r.Block()) {
				if !copies(v, r) {
					return true
				}
			} else if kept(r, v, seen) {
				return true
			}
		case *ssa.FieldAddr, *ssa.IndexAddr:
			if kept(r.(ssa.Value), v, seen) {
				return true
			}
		}
	}
	return false
}
