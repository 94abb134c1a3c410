package pass

// This file turns small branches into straight code: conditions joined by &&
// and ||, choices between values, and short runs of stores.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// ifconvert removes the innermost small branches until none is left. Both arms
// are then executed by every lane, so an arm may hold nothing that can fault
// or takes long; its stores get the condition as their guard.
func ifconvert(k *ir.Kernel) {
	for convertAll(k) {
		removeUnreachable(k)
		for mergeBlocks(k) {
		}
	}
}

// convertAll visits each block once, those inside of branches before those around
// them, and reports whether it converted a branch. A conversion can make another one
// possible only for the branches around it, except along the way back of a loop.
func convertAll(k *ir.Kernel) bool {
	changed := false
	c := &converter{k: k, preds: k.Preds()}
	for _, id := range slices.Backward(k.ReversePostOrder()) {
		c.b = k.Blocks[id]
		for c.b.Term().Op == ir.CBra && c.convert() {
			c.absorbNext()
			changed = true
		}
	}
	return changed
}

func (c *converter) convert() bool { return c.joinConditions() || c.sinkCode() || c.flatten() }

// absorbNext appends to b the block that only b leads to, so that b may be an arm.
// A block that is too long for an arm waits for mergeBlocks: copying it again at each
// branch before it would take quadratic time.
func (c *converter) absorbNext() {
	for c.b.Term().Op == ir.Bra {
		s := c.k.Blocks[c.b.Term().Targets[0]]
		if len(c.preds[s.ID]) != 1 || s == c.b || !profile.ShortArm(len(s.Instrs)-1) {
			return
		}
		absorb(c.k, c.b, s, c.preds)
		c.leave(s)
	}
}

// leave makes x a block that no other leads to. removeUnreachable removes it.
func (c *converter) leave(x *ir.Block) {
	x.Instrs = []*ir.Instr{{Op: ir.Exit}}
	c.preds[x.ID] = nil
}

// replace lets the block to be reached from b instead of from some blocks.
func (c *converter) replace(to ir.BlockID, from ...ir.BlockID) {
	gone := func(p ir.BlockID) bool { return p == c.b.ID || slices.Contains(from, p) }
	c.preds[to] = append(slices.DeleteFunc(c.preds[to], gone), c.b.ID)
}

// converter looks at one conditional branch, which ends b.
type converter struct {
	k     *ir.Kernel
	preds [][]ir.BlockID
	b     *ir.Block
	// guards: the arm's instructions get the condition as their guard, not its stores alone.
	guards bool
}

// arm reports whether b alone leads to the block and its instructions, the
// terminator aside, may be executed by all lanes.
func (c *converter) arm(id ir.BlockID, stores bool) bool {
	x := c.k.Blocks[id]
	if x == c.b || len(c.preds[id]) != 1 || !profile.ShortArm(len(x.Instrs)-1) {
		return false
	}
	for _, in := range x.Instrs[:len(x.Instrs)-1] {
		guarded := in.Op == ir.St && stores || in.Op == ir.Ld && in.Space == ir.Shared && c.guards
		if !speculable(in) && (!guarded || in.Volatile) {
			return false
		}
	}
	return true
}

// speculable reports whether all lanes may execute in, needed or not: it
// cannot fault, touches no memory and takes about as long as an addition.
func speculable(in *ir.Instr) bool {
	switch in.Op {
	case ir.Div, ir.Rem, ir.Math, ir.Tex:
		return false
	}
	return in.Pure() && !in.MayFault()
}

// joinConditions merges a condition that decides alone into the branch before
// it: "p && q" and "p || q" become one predicate.
func (c *converter) joinConditions() bool {
	t := c.b.Term()
	for side, id := range t.Targets {
		shared := t.Targets[1-side]
		x := c.k.Blocks[id]
		q := x.Term()
		if q.Op != ir.CBra || !c.arm(id, false) || !slices.Contains(q.Targets, shared) {
			continue
		}
		c.join(t, side, x)
		return true
	}
	return false
}

// join lets b decide for x as well, which it reaches on the given side. When x
// is the side where p holds, control goes on to x's other target if both
// conditions say so; when x is the other side, to the shared target if one does.
func (c *converter) join(t *ir.Instr, side int, x *ir.Block) {
	q := x.Term()
	p, shared := t.Src[0], t.Targets[1-side]
	away := 1 - slices.Index(q.Targets, shared)
	other := q.Targets[away]
	c.absorb(x)
	if side == 0 {
		t.Src = []ir.Operand{c.emit(ir.And, ir.Pred, p, c.holds(q.Src[0], away == 0))}
		t.Targets = []ir.BlockID{other, shared}
		c.choose(c.k.Blocks[shared], x.ID, c.b.ID, p)
	} else {
		t.Src = []ir.Operand{c.emit(ir.Or, ir.Pred, p, c.holds(q.Src[0], away == 1))}
		t.Targets = []ir.BlockID{shared, other}
		c.choose(c.k.Blocks[shared], c.b.ID, x.ID, p)
	}
	renamePred(c.k.Blocks[other], x.ID, c.b.ID)
	c.replace(other, x.ID)
	c.replace(shared, x.ID)
	c.leave(x)
}

// holds returns p, or its opposite.
func (c *converter) holds(p ir.Operand, as bool) ir.Operand {
	if as {
		return p
	}
	return c.emit(ir.Not, ir.Pred, p)
}

// emit appends an instruction to b, before its terminator.
func (c *converter) emit(op ir.Op, typ ir.Type, src ...ir.Operand) ir.Operand {
	r := c.k.NewReg(typ, "")
	c.insert(&ir.Instr{Op: op, Type: typ, Dst: []ir.Reg{r}, Src: src, Pos: c.b.Term().Pos})
	return ir.R(r)
}

// insert puts in before the terminator of b. A phi comes from a block that
// only b leads to, so it has one operand.
func (c *converter) insert(in *ir.Instr) {
	if in.Op == ir.Phi {
		become(in, in.Src[0])
	}
	c.b.Instrs = slices.Insert(c.b.Instrs, len(c.b.Instrs)-1, in)
}

// absorb moves the instructions of x to b.
func (c *converter) absorb(x *ir.Block) {
	for _, in := range x.Instrs[:len(x.Instrs)-1] {
		c.insert(in)
	}
}

// choose makes the phis of j, which control reached from yes when p held and
// from no when not, take one value from b.
func (c *converter) choose(j *ir.Block, yes, no ir.BlockID, p ir.Operand) {
	for _, phi := range j.Phis() {
		y := phi.Src[slices.Index(phi.Preds, yes)]
		n := phi.Src[slices.Index(phi.Preds, no)]
		v := y
		if y != n {
			v = c.emit(ir.Selp, phi.Type, y, n, p)
			c.k.Regs[v.Reg].Type = c.k.Regs[phi.Dst[0]].Type
		}
		spread(phi, yes, nil)
		spread(phi, no, nil)
		phi.Src, phi.Preds = append(phi.Src, v), append(phi.Preds, c.b.ID)
	}
}

// flatten executes the arms of a triangle or diamond one after the other.
func (c *converter) flatten() bool {
	t := c.b.Term()
	yes, no := t.Targets[0], t.Targets[1]
	ways := [][]ir.BlockID{{yes, no}, {yes}, {no}}
	for _, arms := range ways {
		if j, ok := c.meet(arms, yes, no); ok {
			c.flattenArms(t, arms, yes, no, j)
			return true
		}
	}
	return false
}

// meet returns the block in which the arms and the ways that are not arms end.
func (c *converter) meet(arms []ir.BlockID, yes, no ir.BlockID) (ir.BlockID, bool) {
	j := ir.NoBlock
	for _, id := range []ir.BlockID{yes, no} {
		to := id
		if slices.Contains(arms, id) {
			x := c.k.Blocks[id]
			if x.Term().Op != ir.Bra || !c.arm(id, true) {
				return 0, false
			}
			to = x.Term().Targets[0]
		}
		if j != ir.NoBlock && to != j {
			return 0, false
		}
		j = to
	}
	return j, j != c.b.ID
}

func (c *converter) flattenArms(t *ir.Instr, arms []ir.BlockID, yes, no, j ir.BlockID) {
	p := t.Src[0]
	for _, id := range arms {
		x := c.k.Blocks[id]
		for _, in := range x.Instrs[:len(x.Instrs)-1] {
			if in.Op == ir.St || c.guards && in.Guardable() {
				c.guard(in, p, id == no)
			}
			c.insert(in)
		}
	}
	from := func(id ir.BlockID) ir.BlockID {
		if slices.Contains(arms, id) {
			return id
		}
		return c.b.ID
	}
	c.choose(c.k.Blocks[j], from(yes), from(no), p)
	c.replace(j, arms...)
	for _, id := range arms {
		c.leave(c.k.Blocks[id])
	}
	jump(t, j)
}

// guard lets only the lanes execute a store for which p holds, or does not,
// besides the guard that it has.
func (c *converter) guard(in *ir.Instr, p ir.Operand, not bool) {
	if in.Guard != ir.NoReg {
		p, not = c.emit(ir.And, ir.Pred, c.holds(p, !not), c.holds(ir.R(in.Guard), !in.GuardNot)), false
	}
	in.Guard, in.GuardNot = p.Reg, not
}
