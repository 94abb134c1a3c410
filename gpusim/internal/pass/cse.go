package pass

// This file computes equal values once and loads unchanged memory once.

import (
	"math/bits"

	"gpucourse/gpusim/internal/hash"

	"gpucourse/gpusim/internal/ir"
)

// cse replaces an operation by an equal one on every way to it, and a load by
// an earlier one of the same address when nothing in between may have changed
// that memory: in its block, or in the blocks that alone lead to it.
func cse(k *ir.Kernel) {
	c := &merger{k: k, dom: k.Dominators(), preds: k.Preds(), subst: newSubst(k), scope: make(map[uint64]*ir.Instr, len(k.Regs)/2)}
	c.block(0, map[expr]ir.Operand{})
	c.subst.applyAll()
	dce(k)
}

// expr identifies a computation: two equal ones give equal results.
type expr struct {
	op       ir.Op
	mod      ir.Mod
	typ      ir.Type
	from     ir.Type
	space    ir.Space
	readOnly bool
	hint     ir.Hint
	regs     uint8 // bit i: operand i is a register
	n        uint8
	root     ir.VarID
	off      int64
	src      [4]uint64 // registers or bits
}

// operands fills in what the computation works on.
func (e *expr) operands(src []ir.Operand) {
	e.n = uint8(len(src))
	for i, o := range src {
		e.src[i] = o.Imm
		if o.IsReg {
			e.src[i], e.regs = uint64(o.Reg), e.regs|1<<i
		}
	}
}

type merger struct {
	k     *ir.Kernel
	dom   *ir.DomTree
	preds [][]ir.BlockID
	subst *subst
	scope map[uint64]*ir.Instr // by the hash of what they compute: in this block and its dominators

	changes []change // of the loads that the visited block and its dominators know
}

// change is what a block made of a load that it was given, to take it back. A copy of all loads
// per block would take memory with the square of the blocks.
type change struct {
	of    expr
	was   ir.Operand
	known bool // before
}

// set changes what a load gives; known is false to forget it.
func (c *merger) set(loads map[expr]ir.Operand, e expr, v ir.Operand, known bool) {
	was, before := loads[e]
	c.changes = append(c.changes, change{e, was, before})
	if known {
		loads[e] = v
	} else {
		delete(loads, e)
	}
}

// takeBack makes loads what they were when there were n changes.
func (c *merger) takeBack(loads map[expr]ir.Operand, n int) {
	for i := len(c.changes) - 1; i >= n; i-- {
		if ch := c.changes[i]; ch.known {
			loads[ch.of] = ch.was
		} else {
			delete(loads, ch.of)
		}
	}
	c.changes = c.changes[:n]
}

// lookup returns the instruction that has already computed e. Else in stands
// for it from now on, and lookup returns the hash to forget that by. Two
// different computations of one hash are rare, and the second is not remembered.
func (c *merger) lookup(e expr, in *ir.Instr) (have *ir.Instr, hash uint64) {
	hash = e.hash()
	if have = c.scope[hash]; have == nil {
		c.scope[hash] = in
		return nil, hash
	}
	if known, _ := c.key(have); known != e {
		return nil, 0
	}
	return have, 0
}

// hash mixes what expressions differ in; it is never 0.
func (e *expr) hash() uint64 {
	h := uint64(e.op) | uint64(e.mod)<<8 | uint64(e.typ)<<16 | uint64(e.from)<<24 | uint64(e.regs)<<32 | uint64(e.root)<<40
	for _, v := range [...]uint64{uint64(e.off), e.src[0], e.src[1], e.src[2], e.src[3]} {
		h = bits.RotateLeft64((h^v)*hash.Golden, 29)
	}
	return max(h, 1)
}

// block visits b and then the blocks it dominates, which know its values. Those
// that only b leads to know its loads too, as b knows those given.
func (c *merger) block(id ir.BlockID, loads map[expr]ir.Operand) {
	var added []uint64
	for _, in := range c.k.Blocks[id].Instrs {
		c.subst.apply(in)
		switch e, kind := c.key(in); kind {
		case arithmetic:
			if have, hash := c.lookup(e, in); have != nil {
				c.replace(in, ir.R(have.Dst[0]))
			} else {
				added = append(added, hash)
			}
		case loading:
			if v, ok := loads[e]; ok {
				c.replace(in, v)
			} else {
				c.set(loads, e, ir.R(in.Dst[0]), true)
			}
		default:
			c.forget(loads, in)
			if e, ok := c.stored(in); ok {
				c.set(loads, e, in.Src[1], true)
			}
		}
	}
	for _, child := range c.dom.Children(id) {
		given, n := loads, len(c.changes)
		if len(c.preds[child]) != 1 {
			given = map[expr]ir.Operand{}
		}
		c.block(child, given)
		c.takeBack(given, n)
	}
	for _, hash := range added {
		delete(c.scope, hash)
	}
}

func (c *merger) replace(in *ir.Instr, by ir.Operand) {
	c.subst.set(in.Dst[0], by)
	become(in, by)
}

type exprKind uint8

const (
	unique exprKind = iota
	arithmetic
	loading
)

// key returns what in computes, if an equal instruction could stand for it.
func (c *merger) key(in *ir.Instr) (expr, exprKind) {
	if !in.Pure() || in.Op == ir.Phi || in.Op == ir.Mov && !c.takesBits(in) || len(in.Dst) != 1 || len(in.Src) > 4 {
		return expr{}, unique
	}
	e := expr{op: in.Op, mod: in.Mod, typ: in.Type, from: in.From, space: in.Space, root: in.Root, off: in.Off, readOnly: in.ReadOnly, hint: in.Hint}
	e.operands(in.Src)
	if signless[in.Op] {
		e.typ = unsigned[in.Type]
	}
	if commutes[in.Op] && e.regs&3 == 3 && e.src[1] < e.src[0] {
		e.src[0], e.src[1] = e.src[1], e.src[0]
	}
	if in.Op == ir.Ld && in.Space != ir.Param {
		return e, loading
	}
	return e, arithmetic
}

// takesBits reports whether a copy takes the bits of an integer for a float or the other way.
func (c *merger) takesBits(in *ir.Instr) bool {
	o := in.Src[0]
	return o.IsReg && !ir.SameClass(c.k.Regs[o.Reg].Type, c.k.Regs[in.Dst[0]].Type)
}

// signless are the operations that do not care about the sign of integers;
// commutes are those whose operands may be exchanged.
var (
	signless = [256]bool{ir.Add: true, ir.Sub: true, ir.Mul: true, ir.Mad: true, ir.Neg: true, ir.And: true, ir.Or: true,
		ir.Xor: true, ir.Not: true, ir.Shl: true, ir.Selp: true}
	commutes = [256]bool{ir.Add: true, ir.Mul: true, ir.Mad: true, ir.And: true, ir.Or: true, ir.Xor: true}
	unsigned = [256]ir.Type{ir.Pred: ir.Pred, ir.S32: ir.U32, ir.U32: ir.U32, ir.S64: ir.U64, ir.U64: ir.U64, ir.F32: ir.F32, ir.F64: ir.F64}
)

// stored returns the load that would give back what in stores whole.
func (c *merger) stored(in *ir.Instr) (expr, bool) {
	if in.Op != ir.St || in.Volatile || in.Vec != 1 || in.Guard != ir.NoReg || in.Type.Reg() != in.Type {
		return expr{}, false
	}
	if v := in.Src[1]; v.IsReg && c.k.Regs[v.Reg].Type != in.Type {
		return expr{}, false
	}
	e := expr{op: ir.Ld, typ: in.Type, space: in.Space, root: in.Root, off: in.Off}
	e.operands(in.Src[:1])
	return e, true
}

// forget drops the loads that in may make stale: those of the space it writes;
// of all shared and global memory when other threads get their turn, and of local
// memory too when a function is called, which may have been given a pointer.
func (c *merger) forget(loads map[expr]ir.Operand, in *ir.Instr) {
	f := in.Op.Facts()
	if !f.Effect && !in.Volatile || f.Term {
		return
	}
	for e := range loads {
		local := e.space == ir.Local && in.Op != ir.Call || e.space == ir.Const || e.readOnly
		if f.Memory && c.mayChange(in, e) || !f.Memory && !local {
			c.set(loads, e, ir.Operand{}, false)
		}
	}
}

// mayChange reports whether an access may change what a load gives.
func (c *merger) mayChange(in *ir.Instr, e expr) bool {
	if in.Op != ir.St || in.Volatile {
		return oneMemory(in.Space, e.space) && !e.readOnly
	}
	return regionOf(c.k, in).meets(e.region(c.k)) != apart
}

// region returns the bytes that a load reads.
func (e expr) region(k *ir.Kernel) region {
	from := ir.I(e.src[0])
	if e.regs&1 == 1 {
		from = ir.R(ir.Reg(e.src[0]))
	}
	return regionOf(k, &ir.Instr{Type: e.typ, Space: e.space, Root: e.root, Off: e.off, ReadOnly: e.readOnly, Src: []ir.Operand{from}})
}
