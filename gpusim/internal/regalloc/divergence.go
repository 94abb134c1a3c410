package regalloc

// This file finds the code that the lanes of a warp execute in turns. ptxas computes no value there in
// uniform registers: in the machine code of gpusim/validation/codegen for cc 9.0 such code loads the number of
// threads of a block, and the base of shared memory, into registers of the thread.

import "gpucourse/gpusim/internal/ir"

// divergence is which values differ between the lanes of a warp, and in which blocks lanes are apart.
type divergence struct {
	k      *ir.Kernel
	writes []int  // by register
	differ []bool // by register
	apart  []bool // by block
}

// diverge follows values and branches until nothing more differs.
func diverge(k *ir.Kernel) *divergence {
	d := &divergence{k: k, writes: make([]int, len(k.Regs)), differ: make([]bool, len(k.Regs)), apart: make([]bool, len(k.Blocks))}
	k.EachInstr(func(in *ir.Instr) {
		for _, r := range in.Dst {
			d.writes[r]++
		}
	})
	for changed := true; changed; {
		changed = false
		for _, id := range k.ReversePostOrder() {
			for _, in := range k.Blocks[id].Instrs {
				changed = d.result(in, d.apart[id]) || changed
			}
			changed = d.branch(k.Blocks[id].Term()) || changed
		}
	}
	return d
}

// instrs returns the instructions of blocks in which lanes are apart.
func (d *divergence) instrs() map[*ir.Instr]bool {
	set := map[*ir.Instr]bool{}
	for _, b := range d.k.Blocks {
		if d.apart[b.ID] {
			for _, in := range b.Instrs {
				set[in] = true
			}
		}
	}
	return set
}

// result notes whether the results of in differ, and reports whether that is new. What lanes write in turns
// differs where they write it elsewhere too.
func (d *divergence) result(in *ir.Instr, apart bool) (changed bool) {
	differs := d.differs(in)
	for _, r := range in.Dst {
		if !d.differ[r] && (differs || apart && d.writes[r] > 1) {
			d.differ[r], changed = true, true
		}
	}
	return changed
}

// differs reports whether lanes may compute different results: what they load differs, what they compute
// from equal values does not.
func (d *divergence) differs(in *ir.Instr) bool {
	switch f := in.Op.Facts(); {
	case in.Op == ir.Special:
		return !in.Mod.OfBlock()
	case in.Op == ir.Ld && in.Space == ir.Param && !in.Src[0].IsReg:
		return false
	case f.Memory, f.Lanes == ir.EachOwn:
		return true
	case f.Lanes == ir.AllSame:
		return false
	}
	any := false
	in.EachUse(func(r ir.Reg) { any = any || d.differ[r] })
	return any
}

// branch notes the blocks between a branch that lanes leave both ways and the block where they meet, and
// reports whether that is new.
func (d *divergence) branch(in *ir.Instr) (changed bool) {
	if in.Op != ir.CBra || !d.differ[in.Src[0].Reg] || d.ends(in) {
		return false
	}
	seen := map[ir.BlockID]bool{in.Reconv: true}
	var walk func(ir.BlockID)
	walk = func(b ir.BlockID) {
		if seen[b] {
			return
		}
		seen[b] = true
		changed = changed || !d.apart[b]
		d.apart[b] = true
		for _, next := range d.k.Blocks[b].Succs() {
			walk(next)
		}
	}
	for _, to := range in.Targets {
		walk(to)
	}
	return changed
}

// ends reports whether the lanes that leave a branch one way end there: the others are not apart from them.
func (d *divergence) ends(in *ir.Instr) bool {
	for _, to := range in.Targets {
		if b := d.k.Blocks[to]; len(b.Instrs) == 1 && b.Term().Op == ir.Exit {
			return true
		}
	}
	return false
}
