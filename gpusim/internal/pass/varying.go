package pass

// This file finds out which registers may differ between the lanes of a warp,
// and why.

import "gpucourse/gpusim/internal/ir"

// varying is what is known of the registers of a kernel in SSA form whose
// branches know where their lanes meet. A register is uniform where all lanes
// that execute an instruction together find the same value in it.
//
// Values begin to vary at the thread's own number, in local memory, in atomics
// and in shuffles. A branch that lanes leave in two directions makes them vary
// as well: where the two ways join, and behind a loop whose rounds differ.
type varying struct {
	k        *ir.Kernel
	home     []ir.BlockID // by register: where it is defined
	defs     []*ir.Instr  // by register
	cause    []cause      // by register; the zero cause: uniform
	partings []*parting   // of branches whose predicate varies
	settled  map[*ir.Instr]bool
}

// cause is why a register varies: one of the three.
type cause struct {
	source  *ir.Instr // it makes values that differ
	reg     ir.Reg    // it is computed from this one
	parting *parting  // lanes came different ways, or left a loop in different rounds
}

// parting is what lies between a branch that lanes leave in two directions and
// the block where they meet.
type parting struct {
	branch *ir.Instr
	cause  cause // why its predicate varies
	from   ir.BlockID
	ways   []uint8 // by block: 1 when reached one way, 2 the other, 3 both
	loop   bool    // the branch itself is reached again
}

// threadNumbers are the special registers that differ between threads of a
// block, by their names in Go.
var threadNumbers = map[ir.Mod]string{
	ir.TidX: "gpu.ThreadIdx.X", ir.TidY: "gpu.ThreadIdx.Y", ir.TidZ: "gpu.ThreadIdx.Z",
	ir.LaneID: "gpu.LaneID()", ir.WarpID: "gpu.WarpID()",
}

// findVarying follows values through the kernel until nothing more varies.
func findVarying(k *ir.Kernel) *varying {
	v := &varying{
		k: k, home: make([]ir.BlockID, len(k.Regs)), defs: definitions(k),
		cause: make([]cause, len(k.Regs)), settled: map[*ir.Instr]bool{},
	}
	for _, b := range k.Blocks {
		for _, in := range b.Instrs {
			for _, r := range in.Dst {
				v.home[r] = b.ID
			}
		}
	}
	order := k.ReversePostOrder()
	for changed := true; changed; {
		changed = false
		for _, id := range order {
			for _, in := range k.Blocks[id].Instrs {
				changed = v.step(k.Blocks[id], in) || changed
			}
		}
	}
	return v
}

// step looks at one instruction and reports whether that changed anything.
func (v *varying) step(b *ir.Block, in *ir.Instr) bool {
	if v.settled[in] {
		return false
	}
	c := v.causeOf(b, in)
	if c == (cause{}) {
		return false
	}
	v.settled[in] = true
	if in.Op == ir.CBra {
		v.partings = append(v.partings, v.newParting(b, c))
		return true
	}
	for _, r := range in.Dst {
		v.cause[r] = c
	}
	return len(in.Dst) > 0
}

// causeOf is why the results of in vary, or its predicate; the zero cause when
// they do not.
func (v *varying) causeOf(b *ir.Block, in *ir.Instr) cause {
	switch {
	case in.Op.Facts().Lanes == ir.EachOwn, in.Op == ir.Ld && in.Space == ir.Local, in.Op == ir.Special && threadNumbers[in.Mod] != "":
		return cause{source: in}
	case in.Op.Facts().Lanes == ir.AllSame:
		return cause{}
	}
	var c cause
	in.EachUse(func(r ir.Reg) {
		if c == (cause{}) {
			c = v.at(r, b.ID)
		}
	})
	if c == (cause{}) && in.Op == ir.Phi {
		c.parting = v.joined(b.ID, in)
	}
	return c
}

// explain follows a cause to its source, and returns the first variable and the
// first branch on the way; both may be missing.
func (v *varying) explain(c cause) (source *ir.Instr, variable ir.Reg, s *parting) {
	for c.source == nil {
		switch {
		case c.reg != ir.NoReg:
			if variable == ir.NoReg && v.k.Regs[c.reg].Name != "" {
				variable = c.reg
			}
			c = v.cause[c.reg]
		default:
			if s == nil {
				s = c.parting
			}
			c = c.parting.cause
		}
	}
	return c.source, variable, s
}

// at is why a register varies for an instruction of a block.
func (v *varying) at(r ir.Reg, use ir.BlockID) cause {
	if v.cause[r] != (cause{}) {
		return cause{reg: r}
	}
	for _, s := range v.partings {
		if s.loop && s.ways[v.home[r]] != 0 && s.ways[use] == 0 {
			return cause{parting: s}
		}
	}
	return cause{}
}

// newParting walks both ways from the branch that ends b to where they meet.
func (v *varying) newParting(b *ir.Block, c cause) *parting {
	t := b.Term()
	s := &parting{branch: t, cause: c, from: b.ID, ways: make([]uint8, len(v.k.Blocks))}
	for i, target := range t.Targets {
		s.walk(v.k, target, 1<<i)
	}
	s.loop = s.ways[b.ID] != 0
	return s
}

func (s *parting) walk(k *ir.Kernel, id ir.BlockID, way uint8) {
	if s.branch.Reconv != ir.NoBlock && id == s.branch.Reconv || s.ways[id]&way != 0 {
		return
	}
	s.ways[id] |= way
	for _, next := range k.Blocks[id].Succs() {
		s.walk(k, next, way)
	}
}

// joined returns the parting whose ways bring different values to a phi, or nil.
func (v *varying) joined(id ir.BlockID, phi *ir.Instr) *parting {
	for _, s := range v.partings {
		if (s.ways[id] == 3 || id == s.branch.Reconv) && s.brings(phi) {
			return s
		}
	}
	return nil
}

// brings reports whether lanes of the parting come to a phi with different operands.
func (s *parting) brings(phi *ir.Instr) bool {
	first := -1
	for i, from := range phi.Preds {
		if from != s.from && s.ways[from] == 0 {
			continue
		}
		if first >= 0 && phi.Src[i] != phi.Src[first] {
			return true
		}
		first = i
	}
	return false
}
