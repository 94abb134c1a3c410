package pass

// This file removes loads whose value some ways to them have already loaded.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// loadPRE removes a load from a block where ways meet if all ways but one at most have loaded
// the same. On that one way it puts the load, as NVVM does (gpusim/validation/h200/blind:
// merge_path). Ways that stored the element do not count: NVVM unrolls the loops that set an
// array only later.
func loadPRE(k *ir.Kernel) {
	p := &partial{k: k, merger: merger{k: k}, preds: k.Preds(), defs: definitions(k), numbers: map[ir.Reg]ir.Reg{}, first: map[expr]ir.Reg{}}
	dom, old := k.Dominators(), len(k.Blocks)
	for _, id := range k.ReversePostOrder() {
		header := func(pred ir.BlockID) bool { return dom.Dominates(id, pred) }
		if len(p.preds[id]) > 1 && !slices.ContainsFunc(p.preds[id], header) {
			p.block(k.Blocks[id])
		}
	}
	placeNew(k, old)
}

// partial numbers values: registers of one number hold the same.
type partial struct {
	k       *ir.Kernel
	merger  merger
	preds   [][]ir.BlockID
	defs    []*ir.Instr // by register
	numbers map[ir.Reg]ir.Reg
	first   map[expr]ir.Reg // by computation: the register that stands for it
}

// number returns the register that stands for a value.
func (p *partial) number(r ir.Reg) ir.Reg {
	if n, known := p.numbers[r]; known {
		return n
	}
	if int(r) >= len(p.defs) || p.defs[r] == nil {
		return r
	}
	n := r
	if e, kind := p.merger.key(p.defs[r]); kind == arithmetic {
		e = p.numbered(e)
		if have, ok := p.first[e]; ok {
			n = have
		} else {
			p.first[e] = r
		}
	}
	p.numbers[r] = n
	return n
}

// numbered returns a computation whose operands are numbers.
func (p *partial) numbered(e expr) expr {
	for i := range e.n {
		if e.regs>>i&1 == 1 {
			e.src[i] = uint64(p.number(ir.Reg(e.src[i])))
		}
	}
	if commutes[e.op] && e.regs&3 == 3 && e.src[1] < e.src[0] {
		e.src[0], e.src[1] = e.src[1], e.src[0]
	}
	return e
}

// block looks at the loads of a block that nothing before them in it can change.
func (p *partial) block(b *ir.Block) {
	var before []*ir.Instr
	for _, in := range slices.Clone(b.Instrs) {
		if e, kind := p.merger.key(in); kind == loading {
			if e = p.numbered(e); !slices.ContainsFunc(before, func(w *ir.Instr) bool { return p.merger.mayReplace(w, e) }) {
				p.load(b, in, e)
			}
		} else if in.Op.Facts().Effect || in.Volatile {
			before = append(before, in)
		}
	}
}

// mayReplace reports whether an instruction may change what a load gives.
func (c *merger) mayReplace(in *ir.Instr, e expr) bool {
	loads := map[expr]ir.Operand{e: {}}
	c.forget(loads, in)
	return len(loads) == 0
}

// load replaces a load by a phi, if one way at most does not have its value.
func (p *partial) load(b *ir.Block, in *ir.Instr, e expr) {
	phi := &ir.Instr{Op: ir.Phi, Type: in.DstType(), Pos: in.Pos}
	missing := ir.BlockID(-1)
	for _, pred := range p.preds[b.ID] {
		v, ok := p.atEnd(pred, e)
		if !ok && missing >= 0 {
			return
		}
		if !ok {
			missing = pred
		}
		phi.Preds, phi.Src = append(phi.Preds, pred), append(phi.Src, v)
	}
	if missing >= 0 {
		list, v, ok := p.copied(b, in)
		if !ok {
			return
		}
		i := slices.Index(phi.Preds, missing)
		phi.Preds[i], phi.Src[i] = p.insert(p.k.Blocks[missing], b, list), v
	}
	phi.Dst = []ir.Reg{p.k.NewReg(p.k.Regs[in.Dst[0]].Type, p.k.Regs[in.Dst[0]].Name)}
	b.Instrs = slices.Insert(b.Instrs, len(b.Phis()), phi)
	become(in, ir.R(phi.Dst[0]))
}

// atEnd returns what a load gives at the end of a block, if the block or those that alone lead
// to it have loaded that.
func (p *partial) atEnd(id ir.BlockID, e expr) (ir.Operand, bool) {
	for {
		for _, in := range slices.Backward(p.k.Blocks[id].Instrs) {
			if have, kind := p.merger.key(in); kind == loading && p.numbered(have) == e {
				return ir.R(in.Dst[0]), true
			}
			if (in.Op.Facts().Effect || in.Volatile) && p.merger.mayReplace(in, e) {
				return ir.Operand{}, false
			}
		}
		if len(p.preds[id]) != 1 {
			return ir.Operand{}, false
		}
		id = p.preds[id][0]
	}
}

// copied returns copies of a load and of what its block computes for its address.
func (p *partial) copied(b *ir.Block, load *ir.Instr) (list []*ir.Instr, value ir.Operand, ok bool) {
	copies := map[ir.Reg]ir.Reg{}
	needed := map[ir.Reg]bool{}
	load.EachUse(func(r ir.Reg) { needed[r] = true })
	at := slices.Index(b.Instrs, load)
	for _, in := range slices.Backward(b.Instrs[:at]) {
		if !slices.ContainsFunc(in.Dst, func(r ir.Reg) bool { return needed[r] }) {
			continue
		}
		if !in.Pure() || in.Op == ir.Phi || in.Op.Facts().Memory {
			return nil, value, false
		}
		in.EachUse(func(r ir.Reg) { needed[r] = true })
		list = append(list, in)
	}
	slices.Reverse(list)
	list = append(list, load)
	for i, in := range list {
		list[i] = p.copy(in, copies)
	}
	return list, ir.R(copies[load.Dst[0]]), true
}

// copy returns a copy of an instruction with a result of its own.
func (p *partial) copy(in *ir.Instr, copies map[ir.Reg]ir.Reg) *ir.Instr {
	c := *in
	c.Src, c.Dst = slices.Clone(in.Src), nil
	for i, o := range c.Src {
		if to, ok := copies[o.Reg]; ok && o.IsReg {
			c.Src[i] = ir.R(to)
		}
	}
	for _, r := range in.Dst {
		copies[r] = p.k.NewReg(p.k.Regs[r].Type, p.k.Regs[r].Name)
		c.Dst = append(c.Dst, copies[r])
	}
	return &c
}

// insert puts instructions on the way from one block to another, and returns the block that
// they are in.
func (p *partial) insert(from, to *ir.Block, list []*ir.Instr) ir.BlockID {
	if from.Term().Op != ir.Bra {
		split := splitEdge(p.k, from, to, to.Label)
		renamePred(to, from.ID, split.ID)
		p.preds = p.k.Preds()
		from = split
	}
	from.Instrs = slices.Insert(from.Instrs, len(from.Instrs)-1, list...)
	return from.ID
}
