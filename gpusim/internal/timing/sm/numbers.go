package sm

// This file gives the registers of a kernel few numbers: what a warp's scoreboard
// takes of the processor's cache decides how fast thousands of them are played.

import (
	"math"

	"gpucourse/gpusim/internal/ir"
)

// life is where instructions name a register.
type life struct {
	first, last int  // instructions
	written     bool // the first writes it
	read        bool // the last reads it
	apart       bool // they do not lie in one basic block
}

// short reports whether a register's value is written and read in one basic block
// and nowhere else: then its number is free for others in between, and who writes it
// anew need not wait for what it was.
func (l *life) short() bool { return l.written && l.read && !l.apart }

// lives returns the lives of registers. A call ends a basic block, for what it calls
// may come back here.
func lives(instrs []*ir.Instr) map[ir.Reg]*life {
	all, begins := map[ir.Reg]*life{}, 0
	name := func(r ir.Reg, pc int) *life {
		l := all[r]
		if l == nil {
			l = &life{first: pc}
			all[r] = l
		}
		l.last, l.apart = pc, l.apart || l.first < begins
		return l
	}
	for pc, in := range instrs {
		in.EachUse(func(r ir.Reg) { name(r, pc).read = true })
		for _, d := range in.Dst {
			l := name(d, pc)
			l.written = l.written || l.first == pc && !l.read
			l.read = false
		}
		if in.Op.Facts().Term || in.Op == ir.Call {
			begins = pc + 1
		}
	}
	return all
}

// numbering hands out numbers.
type numbering struct {
	lives  map[ir.Reg]*life
	number map[ir.Reg]int32
	free   []int32
	used   int32
}

// renumber gives registers numbers in the order in which instructions name them, so that
// those used together lie together, and returns how many there are.
func renumber(ops []op, instrs []*ir.Instr) int {
	n := numbering{lives: lives(instrs), number: map[ir.Reg]int32{}}
	for pc, in := range instrs {
		n.rename(&ops[pc], in, pc)
	}
	return int(n.used)
}

func (n *numbering) rename(o *op, in *ir.Instr, pc int) {
	o.reads = o.reads[:0]
	in.EachUse(func(r ir.Reg) { o.reads = append(o.reads, n.of(r)) })
	in.EachUse(func(r ir.Reg) { n.leave(r, pc) })
	for i, d := range in.Dst {
		at := n.of(d)
		if l := n.lives[d]; !l.short() || l.first != pc {
			o.reads = append(o.reads, at)
		}
		if len(o.writes) > 0 {
			o.writes[i] = at
		}
	}
}

// of returns the number of a register.
func (n *numbering) of(r ir.Reg) int32 {
	if at, named := n.number[r]; named {
		return at
	}
	at := n.used
	if k := len(n.free); k > 0 && n.lives[r].short() {
		at, n.free = n.free[0], n.free[1:]
	} else {
		n.used++
	}
	n.number[r] = at
	return at
}

// leave frees the number of a register whose life ends with an instruction.
func (n *numbering) leave(r ir.Reg, pc int) {
	if l := n.lives[r]; l.short() && l.last == pc {
		n.free = append(n.free, n.number[r])
		l.last = math.MaxInt // of several uses
	}
}
