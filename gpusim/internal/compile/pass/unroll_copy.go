package pass

// This file makes the copies of a loop that is unrolled. Copy 0 is the loop
// itself; the way back of each copy leads to the next, and the branch that
// counts becomes unconditional: it stays in every copy but the last.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
)

type unroller struct {
	k       *ir.Kernel
	loop    *ir.Loop
	counted counted
	latch   ir.BlockID
	copies  []iteration
}

// iteration maps what the loop defines to what stands for it in one copy.
type iteration struct {
	block map[ir.BlockID]*ir.Block // by the original's ID before anything moved
	reg   map[ir.Reg]ir.Operand
}

func (u *unroller) run() {
	u.latch = u.loop.Latches[0]
	u.copies = []iteration{u.original()}
	old := len(u.k.Blocks)
	for range u.counted.trips {
		u.copies = append(u.copies, u.next(u.copies[len(u.copies)-1]))
	}
	for _, it := range u.copies[1:] {
		u.fill(it)
	}
	for n, it := range u.copies {
		u.exits(n, it)
	}
	dropEdge(u.k.Blocks[u.loop.Header], u.latch)
	for n, it := range u.copies {
		u.link(n, it)
	}
	u.place(old)
	removeUnreachable(u.k)
	u.liveOut()
}

func (u *unroller) original() iteration {
	it := iteration{map[ir.BlockID]*ir.Block{}, map[ir.Reg]ir.Operand{}}
	for _, id := range u.loop.Blocks {
		it.block[id] = u.k.Blocks[id]
		for _, in := range u.k.Blocks[id].Instrs {
			for _, r := range in.Dst {
				it.reg[r] = ir.R(r)
			}
		}
	}
	return it
}

// next makes empty blocks and new registers for the iteration after it. The
// header's phis need no register: they are what the latch of it handed on.
func (u *unroller) next(it iteration) iteration {
	n := iteration{map[ir.BlockID]*ir.Block{}, map[ir.Reg]ir.Operand{}}
	for _, id := range u.loop.Blocks {
		b := u.k.Blocks[id]
		c := &ir.Block{ID: ir.BlockID(len(u.k.Blocks)), Label: b.Label}
		u.k.Blocks = append(u.k.Blocks, c)
		n.block[id] = c
		for _, in := range b.Instrs {
			if in.Op == ir.Phi && id == u.loop.Header {
				n.reg[in.Dst[0]] = it.operand(in.Src[slices.Index(in.Preds, u.latch)])
				continue
			}
			for _, r := range in.Dst {
				n.reg[r] = ir.R(u.k.NewReg(u.k.Regs[r].Type, u.k.Regs[r].Name))
			}
		}
	}
	return n
}

// operand maps an operand to what it is in this iteration.
func (it iteration) operand(o ir.Operand) ir.Operand {
	if o.IsReg {
		if to, ok := it.reg[o.Reg]; ok {
			return to
		}
	}
	return o
}

// fill copies the loop's instructions into the blocks of a copy.
func (u *unroller) fill(it iteration) {
	for _, id := range u.loop.Blocks {
		b, c := u.k.Blocks[id], it.block[id]
		for _, in := range b.Instrs {
			if in.Op != ir.Phi || id != u.loop.Header {
				c.Instrs = append(c.Instrs, it.clone(in))
			}
		}
	}
}

// clone copies one instruction. Targets outside of the loop stay.
func (it iteration) clone(in *ir.Instr) *ir.Instr {
	c := *in
	c.Dst = slices.Clone(in.Dst)
	for i, r := range c.Dst {
		c.Dst[i] = it.reg[r].Reg
	}
	c.Src = slices.Clone(in.Src)
	for i, o := range c.Src {
		c.Src[i] = it.operand(o)
	}
	if in.Guard != ir.NoReg {
		panic("BUG: unroll must run before guards are made")
	}
	c.Targets, c.Preds = it.blocks(in.Targets), it.blocks(in.Preds)
	return &c
}

func (it iteration) blocks(ids []ir.BlockID) []ir.BlockID {
	ids = slices.Clone(ids)
	for i, id := range ids {
		if to, ok := it.block[id]; ok {
			ids[i] = to.ID
		}
	}
	return ids
}

// exits gives the phis behind the loop an operand for each way out of copy n.
func (u *unroller) exits(n int, it iteration) {
	if n == 0 {
		return
	}
	for _, id := range u.loop.Blocks {
		for _, t := range u.k.Blocks[id].Succs() {
			if u.loop.Has(t) {
				continue
			}
			for _, phi := range u.k.Blocks[t].Phis() {
				phi.Src = append(phi.Src, it.operand(phi.Src[slices.Index(phi.Preds, id)]))
				phi.Preds = append(phi.Preds, it.block[id].ID)
			}
		}
	}
}

// link points the way back of copy n at the next one, and settles the branch
// that counts. The last copy's way back is never reached.
func (u *unroller) link(n int, it iteration) {
	last := n == len(u.copies)-1
	header, next := it.block[u.loop.Header].ID, u.loop.Header
	if !last {
		next = u.copies[n+1].block[u.loop.Header].ID
	}
	latch := it.block[u.latch].Term()
	latch.Targets[slices.Index(latch.Targets, header)] = next
	exiting := it.block[u.counted.exiting]
	t := exiting.Term()
	keep, drop := t.Targets[u.counted.stay], t.Targets[1-u.counted.stay]
	if last {
		keep, drop = drop, keep
	}
	jump(t, keep)
	if drop != u.loop.Header {
		dropEdge(u.k.Blocks[drop], exiting.ID)
	}
}

// liveOut repairs the uses behind the loop of what it defines: they take the
// value of the copy that control came from.
func (u *unroller) liveOut() {
	inside := map[*ir.Block]bool{}
	for _, it := range u.copies {
		for _, b := range it.block {
			inside[b] = true
		}
	}
	preds := u.k.Preds()
	vars := map[ir.Reg]*variable{}
	var order []*variable
	variableOf := func(r ir.Reg) *variable {
		if _, defined := u.copies[0].reg[r]; defined && vars[r] == nil {
			vars[r] = u.variable(r, preds)
			order = append(order, vars[r])
		}
		return vars[r]
	}
	rewriteUses(u.k, func(b *ir.Block) bool { return inside[b] }, variableOf)
	for _, v := range order {
		v.place()
	}
}

// variable gathers what stands for r at the end of each copy of its block.
func (u *unroller) variable(r ir.Reg, preds [][]ir.BlockID) *variable {
	v := newVariable(u.k, preds, u.k.Regs[r])
	for id, b := range u.copies[0].block {
		defines := slices.ContainsFunc(b.Instrs, func(in *ir.Instr) bool { return slices.Contains(in.Dst, r) })
		if !defines {
			continue
		}
		for _, it := range u.copies {
			if c := it.block[id]; u.k.Blocks[min(int(c.ID), len(u.k.Blocks)-1)] == c {
				v.define(c.ID, it.reg[r])
			}
		}
	}
	return v
}

// place puts the copies behind the loop in the order of the blocks.
func (u *unroller) place(old int) {
	var order, copies []ir.BlockID
	last := u.loop.Blocks[len(u.loop.Blocks)-1]
	for id := range u.k.Blocks {
		if id >= old {
			copies = append(copies, ir.BlockID(id))
		}
	}
	for id := range old {
		order = append(order, ir.BlockID(id))
		if ir.BlockID(id) == last {
			order = append(order, copies...)
		}
	}
	u.k.Permute(order)
}
