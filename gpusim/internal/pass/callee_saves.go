package pass

// This file keeps values over calls. Caller and function share the registers of
// the thread, so a function stores those in its stack frame that it needs for
// values of its own over its own calls, and loads them before it goes back. One
// that calls nothing is taken to find registers that its callers do not need.

import (
	"slices"

	"gpucourse/gpusim/internal/padding"

	"gpucourse/gpusim/internal/ir"
)

// calleeSaves writes the stores and loads of one function. A kernel has no
// caller, and needs none.
func calleeSaves(k *ir.Kernel) {
	entry := k.Blocks[0]
	i := slices.IndexFunc(entry.Instrs, func(in *ir.Instr) bool { return in.Op == ir.Args })
	if i < 0 {
		return
	}
	c := &calleeSaver{k: k, args: entry.Instrs[i], across: acrossCalls(k)}
	if c.across == nil {
		return
	}
	c.enter(entry, i)
	for _, b := range k.Blocks {
		if b.Term().Op == ir.Ret {
			c.leave(b)
		}
	}
}

// acrossCalls returns the registers alive over a call; nil when nothing is
// called.
func acrossCalls(k *ir.Kernel) ir.RegSet {
	var across ir.RegSet
	live := k.Liveness()
	for _, b := range k.Blocks {
		live.Backward(b, func(in *ir.Instr, after ir.RegSet) {
			if in.Op != ir.Call {
				return
			}
			if across == nil {
				across = ir.NewRegSet(len(k.Regs))
			}
			after.Each(func(r ir.Reg) {
				if !slices.Contains(in.Dst, r) {
					across.Add(r)
				}
			})
		})
	}
	return across
}

// calleeSaver rewrites one function.
type calleeSaver struct {
	k      *ir.Kernel
	args   *ir.Instr
	across ir.RegSet
	slots  []slot
	saved  ir.VarID
	back   slot // of the address to return to
}

// slot is the place of one register in the stack frame.
type slot struct {
	reg ir.Reg
	typ ir.Type // as it is stored
	off int
}

// enter stores what is kept, right behind the arguments. An argument that is
// needed over a call comes in another register, and is copied once its own is
// free.
func (c *calleeSaver) enter(entry *ir.Block, at int) {
	c.place()
	list := []*ir.Instr{c.store(c.back, ir.R(c.args.Dst[0]))}
	for _, s := range c.slots {
		v := ir.R(s.reg)
		if c.k.Regs[s.reg].Type == ir.Pred {
			v = c.emit(&list, ir.Instr{Op: ir.Selp, Type: ir.U32, Src: []ir.Operand{ir.I(1), ir.I(0), v}})
		}
		list = append(list, c.store(s, v))
	}
	for i, r := range c.args.Dst[1:] {
		if c.across.Has(r) {
			in := c.k.NewReg(c.k.Regs[r].Type, c.k.Regs[r].Name)
			c.args.Dst[i+1] = in
			list = append(list, &ir.Instr{Op: ir.Mov, Type: c.k.Regs[r].Type, Dst: []ir.Reg{r}, Src: []ir.Operand{ir.R(in)}, Pos: c.args.Pos})
		}
	}
	rest := slices.Delete(entry.Instrs, at, at+1)
	entry.Instrs = slices.Concat([]*ir.Instr{c.args}, list, rest)
}

// place lays out the saved registers: the widest first, so that nothing is lost.
func (c *calleeSaver) place() {
	if back := c.args.Dst[0]; c.across.Has(back) {
		c.across.Remove(back)
	}
	end := ir.U64.Bytes()
	c.back = slot{typ: ir.U64}
	for _, bytes := range []int{ir.U64.Bytes(), ir.U32.Bytes()} {
		c.across.Each(func(r ir.Reg) {
			t := c.k.Regs[r].Type
			if t == ir.Pred {
				t = ir.U32
			}
			if t.Bytes() == bytes {
				c.slots = append(c.slots, slot{r, t, end})
				end += bytes
			}
		})
	}
	c.k.LocalBytes = padding.Up(c.k.LocalBytes, ir.FrameAlign)
	c.k.Vars = append(c.k.Vars, ir.Var{
		Name: "saved." + c.k.Name, Kind: ir.SavedVar, Space: ir.Local, Offset: c.k.LocalBytes, Align: ir.FrameAlign, Bytes: end,
	})
	c.saved = ir.VarID(len(c.k.Vars))
	c.k.LocalBytes += padding.Up(end, ir.FrameAlign)
}

// leave loads what was kept before b returns. A result that lies in one of these
// registers is copied out of it first.
func (c *calleeSaver) leave(b *ir.Block) {
	ret := b.Term()
	var list []*ir.Instr
	for i, o := range ret.Src[1:] {
		if c.across.Has(o.Reg) {
			t := c.k.Regs[o.Reg].Type
			ret.Src[i+1] = c.emit(&list, ir.Instr{Op: ir.Mov, Type: t, Src: []ir.Operand{o}})
		}
	}
	for _, s := range c.slots {
		load := c.access(ir.Ld, s)
		if c.k.Regs[s.reg].Type == ir.Pred {
			load.Dst = []ir.Reg{c.k.NewReg(ir.U32, "")}
			list = append(list, load, &ir.Instr{
				Op: ir.Setp, Mod: ir.NE, Type: ir.U32, Dst: []ir.Reg{s.reg}, Src: []ir.Operand{ir.R(load.Dst[0]), {}}, Pos: c.args.Pos,
			})
			continue
		}
		load.Dst = []ir.Reg{s.reg}
		list = append(list, load)
	}
	back := c.access(ir.Ld, c.back)
	back.Dst = []ir.Reg{c.k.NewReg(ir.U64, c.k.Regs[c.args.Dst[0]].Name)}
	ret.Src[0] = ir.R(back.Dst[0])
	list = append(list, back)
	last := len(b.Instrs) - 1
	b.Instrs = slices.Concat(b.Instrs[:last], list, b.Instrs[last:])
}

// emit appends an instruction with one result to list.
func (c *calleeSaver) emit(list *[]*ir.Instr, in ir.Instr) ir.Operand {
	in.Dst, in.Pos = []ir.Reg{c.k.NewReg(in.Type, "")}, c.args.Pos
	*list = append(*list, &in)
	return ir.R(in.Dst[0])
}

func (c *calleeSaver) store(s slot, v ir.Operand) *ir.Instr {
	in := c.access(ir.St, s)
	in.Src = append(in.Src, v)
	return in
}

func (c *calleeSaver) access(op ir.Op, s slot) *ir.Instr {
	return &ir.Instr{
		Op: op, Type: s.typ, Space: ir.Local, Vec: 1, Root: c.saved, Off: int64(s.off), Src: []ir.Operand{{}}, Align: s.typ.Bytes(), Pos: c.args.Pos,
	}
}
