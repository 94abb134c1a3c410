package lower

// This file finds arrays that need no zeros, because a loop sets every element first.

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// filledByLoop reports whether a loop stores to each element of v, one after the other, and
// what else uses v comes later.
func filledByLoop(v *ssa.Alloc) bool {
	array, ok := deref(v.Type()).Underlying().(*types.Array)
	if !ok {
		return false
	}
	for _, r := range *v.Referrers() {
		if element, ok := r.(*ssa.IndexAddr); ok && fills(element, array.Len()) {
			return true
		}
	}
	return false
}

// fills reports whether element is stored to in every turn of a loop from 0 to n-1, whose end
// precedes the other uses of the array.
func fills(element *ssa.IndexAddr, n int64) bool {
	loop := loopThatCounts(element.Index)
	if loop == nil {
		return false
	}
	test := loop.test(n)
	store := storeTo(element)
	if test == nil || store == nil || !store.Block().Dominates(loop.last) {
		return false
	}
	end := test.Block().Succs[1]
	return onlyEnd(end, test) && usedBelow(end, element)
}

// countedLoop is a loop with a counter that begins at 0 and grows by 1.
type countedLoop struct {
	phi     *ssa.Phi
	last    *ssa.BasicBlock // from which the loop goes round
	counter ssa.Value
	next    ssa.Value // the counter of the next turn, where it is computed at the end of a turn
}

// loopThatCounts returns the loop of a counter: the phi itself or, of a range, what is 1 more.
func loopThatCounts(i ssa.Value) *countedLoop {
	phi, ok := i.(*ssa.Phi)
	first := int64(0)
	if sum, isSum := i.(*ssa.BinOp); isSum {
		phi, ok = sum.X.(*ssa.Phi)
		first = -1
	}
	if !ok || len(phi.Edges) != 2 {
		return nil
	}
	for k, e := range phi.Edges {
		sum, ok := e.(*ssa.BinOp)
		if !ok || sum.Op != token.ADD || sum.X != phi || !isInt(sum.Y, 1) || !isInt(phi.Edges[1-k], first) {
			continue
		}
		if first == 0 || e == i {
			return &countedLoop{phi, phi.Block().Preds[k], i, sum}
		}
	}
	return nil
}

// test returns the branch that ends the loop after n turns: at its head, or at its end.
func (l *countedLoop) test(n int64) *ssa.If {
	for _, at := range []struct {
		block *ssa.BasicBlock
		value ssa.Value
	}{{l.phi.Block(), l.counter}, {l.last, l.next}} {
		branch, ok := at.block.Instrs[len(at.block.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		less, ok := branch.Cond.(*ssa.BinOp)
		if ok && less.Op == token.LSS && less.X == at.value && isInt(less.Y, n) {
			return branch
		}
	}
	return nil
}

func isInt(v ssa.Value, n int64) bool {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.Int {
		return false
	}
	got, exact := constant.Int64Val(c.Value)
	return exact && got == n
}

func storeTo(address *ssa.IndexAddr) *ssa.Store {
	for _, r := range *address.Referrers() {
		if s, ok := r.(*ssa.Store); ok && s.Addr == address {
			return s
		}
	}
	return nil
}

// onlyEnd reports whether a block is reached from a loop's test alone. A loop over a constant
// number of turns has a second test before it, of two constants.
func onlyEnd(end *ssa.BasicBlock, test *ssa.If) bool {
	for _, p := range end.Preds {
		branch, ok := p.Instrs[len(p.Instrs)-1].(*ssa.If)
		if !ok {
			return false
		}
		cond, ok := branch.Cond.(*ssa.BinOp)
		if branch != test && !(ok && isInt(cond.X, 0) && cond.Op == token.LSS && isConst(cond.Y)) {
			return false
		}
	}
	return true
}

func isConst(v ssa.Value) bool {
	_, ok := v.(*ssa.Const)
	return ok
}

// usedBelow reports whether all uses of an array but one lie below a block.
func usedBelow(end *ssa.BasicBlock, but *ssa.IndexAddr) bool {
	for _, r := range *but.X.Referrers() {
		load, ok := r.(*ssa.UnOp)
		unread := ok && len(*load.Referrers()) == 0 // a range loads the array
		if _, debug := r.(*ssa.DebugRef); r != but && !debug && !unread && !end.Dominates(r.Block()) {
			return false
		}
	}
	return true
}
