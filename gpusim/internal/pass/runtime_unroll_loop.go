package pass

// This file finds loops whose trip count is known only at run time, and what nvcc considers
// of them.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/nvcc"
)

// runtimeLoop is a loop of one block whose induction variable grows or falls by a constant and
// is compared with a loop-invariant bound.
type runtimeLoop struct {
	k         *ir.Kernel
	preheader *ir.Block // the one block that leads into the loop
	loop      *ir.Block // the first target of its branch is the loop
	exit      *ir.Block
	test      *ir.Instr // the comparison that ends it
	iv        ir.Reg    // its induction variable: a phi
	by        uint64    // what an iteration adds to iv
	down      bool      // or subtracts from it
	bound     ir.Operand
	nested    bool // an outer loop contains it
	counted   bool // it counts its iterations, of which there are some
	alone     bool // ptxas unrolls it, without NVVM
}

// findRuntimeLoop returns a loop to unroll among the given blocks, and the plan; nil if there
// is none.
func findRuntimeLoop(k *ir.Kernel, old map[*ir.Block]bool, plan planner, alone bool) *runtimeUnroller {
	g := graphOf(k)
	for _, l := range k.Loops(g.dom) {
		b := k.Blocks[l.Header]
		if len(l.Blocks) != 1 || !old[b] {
			continue
		}
		r := &runtimeLoop{k: k, loop: b, preheader: g.entrance(k, l), nested: l.Parent != nil, alone: alone}
		body := bodyFacts(b)
		if alone {
			body.Copies = 0 // the accesses of a line are what NVVM has left of it
		}
		if r.preheader == nil || !profile.UnrollsBody(body) {
			continue
		}
		if r.counts() || r.countStrides() {
			if p := r.planned(plan); p != nil {
				return p
			}
		}
		if r.counted { // which has changed the blocks, so that the other loops are found anew
			delete(old, b)
			return findRuntimeLoop(k, old, plan, alone)
		}
	}
	return nil
}

// maxStep bounds the growth per iteration and maxGrowth that in one stage, so that it cannot wrap.
const (
	maxStep   = 1 << 20
	maxGrowth = 16 * maxStep
)

// planned returns the loop with its plan; nil if it stays as it is.
func (l *runtimeLoop) planned(decide planner) *runtimeUnroller {
	preds := l.k.Preds()
	guarded := l.counted || l.entryGuarded(preds)
	plan, ok := decide(l.facts(guarded))
	if !ok {
		return nil
	}
	p := &runtimeUnroller{runtimeLoop: l, plan: plan, guarded: guarded, preds: preds, stages: slices.Concat(plan.First, plan.Main, plan.Last)}
	for _, s := range p.stages {
		if l.by*uint64(s.Factor) > maxGrowth {
			return nil
		}
	}
	return p
}

// facts returns what nvcc considers of the loop. guarded: a test precedes its first iteration.
func (l *runtimeLoop) facts(guarded bool) nvcc.RuntimeLoop {
	t := l.test.Type
	f := nvcc.RuntimeLoop{
		Body: bodyFacts(l.loop), Signed: t.Signed(), Wide: t.Bytes() > ir.U32.Bytes(), Step: l.by,
		Counted: l.counted, Guarded: guarded, Nested: l.nested, Unequal: l.test.Mod == ir.NE, Inclusive: l.inclusive(),
	}
	f.StartsAtConst = startsAtConst(l.loop, l.preheader)
	f.Trips, f.Known = l.trips()
	f.Sum = f.StartsAtConst && l.endsBySum()
	return f
}

// startsAtConst reports whether an integer of the loop with a header has a constant value where the
// block before leads into it.
func startsAtConst(header, before *ir.Block) bool {
	return slices.ContainsFunc(header.Phis(), func(phi *ir.Instr) bool {
		return !phi.Type.Float() && !phi.Src[slices.Index(phi.Preds, before.ID)].IsReg
	})
}

// counts finds the induction variable and its bound, and reports whether there are any.
func (l *runtimeLoop) counts() bool {
	t := l.loop.Term()
	if t.Op != ir.CBra {
		return false
	}
	stay := slices.Index(t.Targets, l.loop.ID)
	l.exit = l.k.Blocks[t.Targets[1-stay]]
	defs := definedIn(l.loop)
	l.test = defs[t.Src[0].Reg]
	if l.test == nil || l.test.Op != ir.Setp || l.test.Type.Float() || stay != 0 {
		return false
	}
	l.down = l.test.Type.Signed() && (l.test.Mod == ir.GT || l.test.Mod == ir.GE)
	met := l.test.Mod == ir.NE && l.test.Type.Signed()
	if l.test.Mod != ir.LT && l.test.Mod != ir.LE && !l.down && !met || !l.test.Src[0].IsReg {
		return false
	}
	l.bound = l.test.Src[1]
	raise := defs[l.test.Src[0].Reg]
	if l.bound.IsReg && defs[l.bound.Reg] != nil || raise == nil || raise.Op != ir.Add || raise.Src[1].IsReg || !raise.Src[0].IsReg {
		return false
	}
	l.iv, l.by = raise.Src[0].Reg, raise.Src[1].Imm
	l.down = l.down || met && l.alone && int64(l.test.Type.Extend(l.by)) < 0
	if l.down {
		l.by = -l.by & l.test.Type.Mask()
	}
	if l.by == 0 || l.by > maxStep {
		return false
	}
	phi := defs[l.iv]
	if phi == nil || phi.Op != ir.Phi || phi.Src[slices.Index(phi.Preds, l.loop.ID)] != ir.R(raise.Dst[0]) {
		return false
	}
	return !met || l.alone || l.meets()
}

// meets makes a comparison by != one by < where the counter meets the bound: LLVM knows the
// trip count of such a loop too. A bound that is not constant is not met for sure.
func (l *runtimeLoop) meets() bool {
	start := l.start()
	if start.IsReg || l.bound.IsReg {
		return false
	}
	t := l.test.Type.Reg()
	n := int64(t.Extend(l.bound.Imm)) - int64(t.Extend(start.Imm))
	if n <= 0 || n%int64(l.by) != 0 {
		return false
	}
	l.test.Mod = ir.LT
	return true
}

// start returns the induction variable's value in the first iteration.
func (l *runtimeLoop) start() ir.Operand {
	phis := l.loop.Phis()
	phi := phis[slices.IndexFunc(phis, func(phi *ir.Instr) bool { return phi.Dst[0] == l.iv })]
	return phi.Src[slices.Index(phi.Preds, l.preheader.ID)]
}

// inclusive reports whether an iteration may start at the bound.
func (l *runtimeLoop) inclusive() bool { return l.test.Mod == ir.LE || l.test.Mod == ir.GE }

// strictly is the comparison of iv with a limit.
func (l *runtimeLoop) strictly() ir.Mod {
	if l.down {
		return ir.GT
	}
	return ir.LT
}

// mirrored are the comparisons with operands exchanged.
var mirrored = map[ir.Mod]ir.Mod{ir.LT: ir.GT, ir.LE: ir.GE, ir.GT: ir.LT, ir.GE: ir.LE}

// entryGuarded reports whether the loop is entered only when its first iteration
// passes the test, as a loop that tests at its top does after rotation.
func (l *runtimeLoop) entryGuarded(preds [][]ir.BlockID) bool {
	start := l.start()
	if !start.IsReg && !l.bound.IsReg {
		v, ok := ir.Eval(&ir.Instr{Op: ir.Setp, Mod: l.test.Mod, Type: l.test.Type}, []uint64{start.Imm, l.bound.Imm})
		return ok && v == 1
	}
	def := definitions(l.k)
	to, from := l.loop.ID, l.preheader
	for {
		if t := from.Term(); t.Op == ir.CBra && t.Targets[0] == to && t.Src[0].IsReg {
			c := def[t.Src[0].Reg]
			return c != nil && c.Op == ir.Setp && c.Type == l.test.Type &&
				(c.Mod == l.test.Mod && c.Src[0] == start && c.Src[1] == l.bound ||
					c.Mod == mirrored[l.test.Mod] && c.Src[0] == l.bound && c.Src[1] == start)
		}
		if len(preds[from.ID]) != 1 || from.Term().Op != ir.Bra {
			return false
		}
		to, from = from.ID, l.k.Blocks[preds[from.ID][0]]
	}
}

// trips returns a number n and a power of two known: the trip count is congruent to
// n modulo known.
func (l *runtimeLoop) trips() (n, known uint64) {
	if l.by != 1 {
		return 0, 1
	}
	def, a := definitions(l.k), newAlignment(l.k)
	end, known := lowBits(def, a, l.bound)
	start, also := lowBits(def, a, l.start())
	if l.down {
		end, start = start, end
	}
	if l.inclusive() {
		end++
	}
	return end - start, min(known, also)
}

// lowBits returns a number v and a power of two known: o is congruent to v modulo
// known.
func lowBits(def []*ir.Instr, a *alignment, o ir.Operand) (v, known uint64) {
	const all = uint64(1) << 31
	if !o.IsReg {
		return o.Imm, all
	}
	if in := def[o.Reg]; in != nil && in.Op == ir.Add && !in.Src[1].IsReg {
		v, known = lowBits(def, a, in.Src[0])
		return v + in.Src[1].Imm, known
	}
	return 0, min(uint64(1)<<a.zeros[o.Reg], all)
}

// emit puts an instruction before b's branch and returns its result.
func (l *runtimeLoop) emit(b *ir.Block, op ir.Op, m ir.Mod, t ir.Type, src ...ir.Operand) ir.Operand {
	in := &ir.Instr{Op: op, Mod: m, Type: t, Src: src, Pos: l.test.Pos}
	r := l.k.NewReg(in.DstType(), "")
	in.Dst = []ir.Reg{r}
	b.Instrs = slices.Insert(b.Instrs, len(b.Instrs)-1, in)
	return ir.R(r)
}
