package nvcc

// This file decides about loops of one block whose trip count is known only at run time.
//
// nvcc unrolls twice. Its front end (NVVM) unrolls by four, or by two for a large body. Then
// ptxas unrolls a small result by four again and adds a stage of eight iterations.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// Body is the body of a loop of one block.
type Body struct {
	Asked   int    // as ir.Block.Unroll
	Instrs  int    // instructions, phis and the branch included
	Size    int    // instructions that NVVM counts
	Machine int    // machine instructions without the counter, its test and the branch
	Loads   []bool // in order, parameters aside: whether global memory is read
	Copies  int    // copies that an unrolled inner loop has left of one access

	Fence   bool // it holds a fence
	Atomic  bool // it holds an atomic that does not compare
	Barrier bool // it holds a barrier of the block
	Other   bool // it has an effect that is neither of these nor a store nor an exchange between lanes
}

// Stage is one unrolled copy of a loop's body. A loop is unrolled in several stages of
// falling factor.
type Stage struct {
	Factor        int  // iterations in the copy
	Loops         bool // the copy repeats while enough iterations are left; else it runs at most once
	Unconditional bool // enough iterations are known to be left, so no test precedes it
}

// UnrollsBody reports whether nvcc unrolls a loop around b at all. Atomics, fences, barriers
// and exchanges between lanes do not prevent it (gpusim/validation/h100: effects.txt). NVVM
// does not unroll a loop as well of which it has unrolled a long inner loop (inner.txt).
func (p *Profile) UnrollsBody(b Body) bool {
	return b.Asked != 1 && b.Asked != ir.UnrollAgain && !b.Other && (b.Asked > 1 || b.Copies <= p.unroll.inner)
}

// UnrollsMore reports whether further loops are unrolled in a kernel of a number of
// instructions.
func (p *Profile) UnrollsMore(kernel int) bool { return kernel <= p.unroll.kernel }

// Stages returns the stages of a loop around b, the largest factor first; none if the loop
// stays as it is. A factor that the source gives is the only one: NVVM tells ptxas not to
// unroll such a loop again.
func (p *Profile) Stages(b Body) []Stage {
	switch l := &p.unroll; {
	case p.AskedLoop(b.Asked, b.Instrs):
		return []Stage{{Factor: b.Asked, Loops: true}}
	case b.Size > l.byTwo:
		return nil
	case b.Size > l.byFour:
		return []Stage{{Factor: 2, Loops: true}}
	case b.Machine > p.unrolledAgain(b.Loads) || b.unrolledOnce():
		return []Stage{{Factor: 4, Loops: true}}
	}
	return []Stage{{Factor: 16, Loops: true}, {Factor: 8}, {Factor: 4, Loops: true}}
}

// unrolledAgain returns the machine instructions per iteration up to which ptxas unrolls
// again what NVVM has unrolled.
func (p *Profile) unrolledAgain(loads []bool) int {
	most := p.unroll.again
	for _, global := range loads {
		if global {
			most = max(most, p.unroll.againWithGlobal)
		} else {
			most += p.unroll.againPerLoad
		}
	}
	return most
}

// unrolledOnce reports whether ptxas does not unroll again, however small the body is: it
// holds a fence, an atomic, or global loads that a barrier keeps apart.
func (b Body) unrolledOnce() bool {
	return b.Fence || b.Atomic || b.Barrier && slices.Contains(b.Loads, true)
}

// RuntimeLoop is a loop of one block whose counter grows or falls by Step per iteration until
// it passes a bound.
type RuntimeLoop struct {
	Body
	Signed    bool // the counter
	Inclusive bool // an iteration may start at the bound
	Wide      bool // the counter has more than 32 bits
	Step      uint64

	Counted       bool // it counts its iterations, whose number a division gives
	Guarded       bool // a test precedes its first iteration too
	Nested        bool // another loop contains it
	Unequal       bool // it runs until its counter equals the bound
	StartsAtConst bool // an integer of the loop has a constant value in the first iteration
	Sum           bool // NVVM ends the unrolled loop by the sum of the counter and an invariant, which ptxas cannot count

	// The trip count of a guarded loop is congruent to Trips modulo Known, a power of two.
	Trips, Known uint64
}

// Remainder says what executes the iterations that the main stages leave over.
type Remainder uint8

// The ways to execute the remainder.
const (
	RemainderInLoop Remainder = iota // the loop itself, behind the main stages
	RemainderLast                    // straight-line stages behind the main stages
	RemainderFirst                   // stages before the main stages
	NoRemainder                      // the main stages execute all iterations
)

// UnrollPlan is the stages of an unrolled loop, in the order of execution.
type UnrollPlan struct {
	First, Main, Last []Stage
	Remainder         Remainder
}

// Least returns the smallest factor of the main stages, which is that of the last one.
func (u UnrollPlan) Least() int { return u.Main[len(u.Main)-1].Factor }

// Unroll plans the unrolling of a loop; false if it stays as it is.
func (p *Profile) Unroll(l RuntimeLoop) (UnrollPlan, bool) {
	// NVVM cannot compute the trip count of a loop whose unsigned counter, a pointer most
	// often, might wrap.
	mayWrap := l.mayWrap()
	if mayWrap {
		stages := p.wholeStages(l.Body)
		return UnrollPlan{Main: stages, Remainder: NoRemainder}, stages != nil && l.Guarded && l.Asked <= 1
	}
	stages := p.Stages(l.Body)
	if stages == nil {
		return UnrollPlan{}, false
	}
	if last := len(stages) - 1; l.Asked <= 1 && l.byFourOnly() {
		stages = stages[last:]
	}
	return p.withRemainder(l, stages), true
}

// UnrollAgain plans how ptxas alone unrolls a loop of PTX; false if it stays as it is. A loop
// that may end anywhere remains behind the stages (gpusim/validation/codegen).
func (p *Profile) UnrollAgain(l RuntimeLoop) (UnrollPlan, bool) {
	stages := p.wholeStages(l.Body)
	if stages == nil {
		return UnrollPlan{}, false
	}
	if l.Guarded && !l.Unequal {
		return UnrollPlan{Main: stages, Remainder: NoRemainder}, true
	}
	return UnrollPlan{Main: []Stage{{Factor: 4, Loops: true}, {Factor: 2}}}, true
}

// UnrollInFront plans what NVVM alone makes of a loop: one main stage, which ptxas unrolls again.
func (p *Profile) UnrollInFront(l RuntimeLoop) (UnrollPlan, bool) {
	stages := p.Stages(l.Body)
	if l.mayWrap() || stages == nil {
		return UnrollPlan{}, false
	}
	return p.withRemainder(l, stages[len(stages)-1:]), true
}

// mayWrap reports whether the counter might pass its bound without an end of the loop.
func (l RuntimeLoop) mayWrap() bool { return !l.Signed && (l.Step > 1 || l.Inclusive) }

// byFourOnly reports whether ptxas does not unroll again what NVVM has unrolled by four
// (gpusim/validation: h100/walks.txt, h200/compiler/steps.txt, codegen: indexing.cu).
func (l RuntimeLoop) byFourOnly() bool {
	return l.Sum || l.Wide && l.Step == 1 && l.StartsAtConst || l.Counted && !l.StartsAtConst
}

// wholeStages returns the stages of a loop that NVVM leaves alone. ptxas executes the first
// iteration by itself, then four at a time, and two and one for what is left
// (gpusim/validation/h100: walks.txt).
func (p *Profile) wholeStages(b Body) []Stage {
	most := p.unroll.whole
	if slices.Contains(b.Loads, true) {
		most = p.unroll.wholeWithGlobal
	}
	if b.Machine > most {
		return nil
	}
	return []Stage{{Factor: 1, Unconditional: true}, {Factor: 4, Loops: true}, {Factor: 2}, {Factor: 1}}
}

// TakesRemainderFirst reports whether the remainder runs before the unrolled iterations: unless an
// integer of the loop starts at a constant, which the first of these can use (isEpilogProfitable in
// LLVM's LoopUnrollRuntime.cpp; gpusim/validation/h100: starts.txt).
func TakesRemainderFirst(startsAtConst bool) bool { return !startsAtConst }

// withRemainder adds to the main stages what executes the remainder.
func (p *Profile) withRemainder(l RuntimeLoop, main []Stage) UnrollPlan {
	least := main[len(main)-1].Factor
	straight := p.unrollsRemainder(l, least)
	switch {
	case TakesRemainderFirst(l.StartsAtConst):
		return UnrollPlan{First: l.firstStages(least, straight), Main: l.afterFirst(main), Remainder: RemainderFirst}
	case l.Guarded && straight:
		return UnrollPlan{Main: main, Last: l.remainderStages(least), Remainder: RemainderLast}
	}
	return UnrollPlan{Main: main}
}

// unrollsRemainder reports whether straight-line stages execute the remainder. nvcc does so
// for one iteration, and for a nested loop, because each iteration of the outer loop executes
// the remainder, unless it is large (gpusim/validation/h100: starts.txt).
func (p *Profile) unrollsRemainder(l RuntimeLoop, least int) bool {
	return p.UnrollsRemainder(least, l.Instrs, l.Nested)
}

// UnrollsRemainder reports that of a loop of a number of instructions.
func (p *Profile) UnrollsRemainder(least, instrs int, nested bool) bool {
	return least == 2 || nested && (least-1)*instrs <= p.unroll.remainder
}

// firstStages returns the stages that execute the remainder before the main ones: none if
// nothing is known to be left over, else a loop or straight-line stages.
func (l RuntimeLoop) firstStages(least int, straight bool) []Stage {
	switch {
	case l.knownBy(least) && l.Trips%uint64(least) == 0:
		return nil
	case straight:
		return l.remainderStages(least)
	}
	return []Stage{{Factor: 1, Loops: true}}
}

// afterFirst returns the main stages behind the remainder. The smallest factor ends them.
// Where several count an unsigned number, ptxas also begins with the smallest.
func (l RuntimeLoop) afterFirst(main []Stage) []Stage {
	last := len(main) - 1
	if last == 0 {
		return main
	}
	main[last].Loops = false
	if !l.Signed {
		main = slices.Insert(main, 0, main[last])
	}
	return main
}

// remainderStages returns the straight-line stages of the remainder: one iteration per stage,
// as many as may remain. When the trip count is known to be odd, nvcc executes the first
// iteration without a test and the others together (gpusim/validation/h200/compiler/rest.txt).
func (l RuntimeLoop) remainderStages(least int) []Stage {
	const byFour = 4 // of which an odd trip count leaves over one or three
	left := l.Trips % uint64(least)
	switch {
	case l.knownBy(least) && left <= 1:
		return []Stage{{Factor: 1, Unconditional: true}}[:left]
	case l.knownBy(2) && left%2 == 1 && least == byFour:
		return []Stage{{Factor: 1, Unconditional: true}, {Factor: least - 2}}
	}
	return slices.Repeat([]Stage{{Factor: 1}}, least-1)
}

// knownBy reports whether it is known what a factor leaves over of the trip count. A loop
// without a guard executes its first iteration in any case, whatever start and bound are.
func (l RuntimeLoop) knownBy(factor int) bool { return l.Guarded && l.Known%uint64(factor) == 0 }
