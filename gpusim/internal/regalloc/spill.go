package regalloc

// This file chooses the values to spill, and writes the spill stores and loads.

import (
	"cmp"
	"slices"

	"gpucourse/gpusim/internal/padding"

	"gpucourse/gpusim/internal/ir"
)

// victim is a value to spill, and the instruction at which registers were too few.
type victim struct {
	reg  ir.Reg
	at   ir.PosID
	need int // registers needed there
}

// cost is what spilling a value would cost.
type cost struct {
	uses, defs float64
	span       int       // instructions at which it is live
	only       *ir.Instr // its last definition
	several    bool      // it has more than one definition
}

// victims returns the values to spill so that at most room registers are live at each
// instruction. It starts at the highest pressure, and takes the value with the fewest
// accesses per register and instruction that it frees.
func (a *analysis) victims(room int, s *spiller) []victim {
	costs := a.costs()
	points := a.crowded(room)
	chosen := map[ir.Reg]bool{}
	var list []victim
	for _, p := range points {
		over := p.words - room
		for _, r := range p.through {
			if chosen[r] {
				over -= wordsOf(a.k.Regs[r].Type)
			}
		}
		for over > 0 {
			r := a.cheapest(p, costs, chosen, s)
			if r == ir.NoReg {
				break
			}
			chosen[r] = true
			over -= wordsOf(a.k.Regs[r].Type)
			list = append(list, victim{r, p.in.Pos, p.words + a.reserved() + a.t.Regs.Hidden})
		}
	}
	return list
}

// point is an instruction of high register pressure.
type point struct {
	in      *ir.Instr
	words   int
	through []ir.Reg // live across it and not named by it
}

// crowded returns the points with more than room words live, the highest first.
func (a *analysis) crowded(room int) []point {
	var points []point
	for _, id := range a.k.ReversePostOrder() {
		a.live.Backward(a.k.Blocks[id], func(in *ir.Instr, live ir.RegSet) {
			if words := a.pressure(in, live); words > room {
				points = append(points, point{in, words, a.through(in, live)})
			}
		})
	}
	slices.SortStableFunc(points, func(x, y point) int { return cmp.Compare(y.words, x.words) })
	return points
}

// pressure returns the registers live before or after in, whichever are more.
func (a *analysis) pressure(in *ir.Instr, live ir.RegSet) int {
	after, before := 0, a.scratch(in)+a.fetchWords(in)
	count := func(r ir.Reg) int {
		if a.class[r] != general {
			return 0
		}
		return wordsOf(a.k.Regs[r].Type)
	}
	live.Each(func(r ir.Reg) {
		after += count(r)
		if !slices.Contains(in.Dst, r) || in.Reads(r) {
			before += count(r)
		}
	})
	for _, d := range in.Dst {
		if !live.Has(d) {
			after += count(d)
		}
	}
	seen := map[ir.Reg]bool{}
	in.EachUse(func(r ir.Reg) {
		if !live.Has(r) && !seen[r] {
			seen[r] = true
			before += count(r)
		}
	})
	return max(before, after)
}

func (a *analysis) through(in *ir.Instr, live ir.RegSet) []ir.Reg {
	var list []ir.Reg
	live.Each(func(r ir.Reg) {
		if a.class[r] == general && !slices.Contains(in.Dst, r) && !in.Reads(r) {
			list = append(list, r)
		}
	})
	return list
}

// costs returns the weighted accesses of every register.
func (a *analysis) costs() []cost {
	costs := make([]cost, len(a.k.Regs))
	depth := a.k.LoopDepths()
	for _, b := range a.k.Blocks {
		weight := 1.0
		for range depth[b.ID] {
			weight *= profile.LoopTrips()
		}
		a.live.Backward(b, func(in *ir.Instr, live ir.RegSet) {
			live.Each(func(r ir.Reg) { costs[r].span++ })
			in.EachUse(func(r ir.Reg) { costs[r].uses += weight })
			for _, d := range in.Dst {
				c := &costs[d]
				c.defs += weight
				c.several = c.only != nil
				c.only = in
			}
		})
	}
	return costs
}

// cheapest returns the value to spill at p, or NoReg.
func (a *analysis) cheapest(p point, costs []cost, chosen map[ir.Reg]bool, s *spiller) ir.Reg {
	best, least := ir.NoReg, 0.0
	for _, r := range p.through {
		if chosen[r] || s.made[r] || costs[r].only == nil {
			continue
		}
		c := &costs[r]
		price := c.uses
		if !rematerializable(c) {
			price += c.defs
		}
		price /= float64(c.span * wordsOf(a.k.Regs[r].Type))
		if best == ir.NoReg || price < least {
			best, least = r, price
		}
	}
	return best
}

// again reports whether a value is computed again rather than stored: it is
// written once, from nothing.
func rematerializable(c *cost) bool {
	if c.several || c.only == nil {
		return false
	}
	switch c.only.Op {
	case ir.Mov:
		return !c.only.Src[0].IsReg
	case ir.Special, ir.AddrOf:
		return true
	}
	return false
}

// spiller writes the spill code of a kernel.
type spiller struct {
	k    *ir.Kernel
	made map[ir.Reg]bool // registers of spill code, which are never spilled
	id   ir.VarID        // the variable that holds spilled values; 0 before the first
}

// moved is a value that is moved to local memory, or computed again by def.
type moved struct {
	reg  ir.Reg
	def  *ir.Instr
	slot int // its offset in the spill variable
	sp   *ir.Spill
}

// spill moves the victims to local memory. It reads and writes the code once for all
// of them.
func (s *spiller) spill(victims []victim) {
	defs, writes, named := s.k.DefUse(), s.writes(), s.named(victims)
	s.k.Usage.Spills = slices.Grow(s.k.Usage.Spills, len(victims)) // moved points into it
	code := spillCode{before: map[*ir.Instr][]*ir.Instr{}, behind: map[*ir.Instr][]*ir.Instr{}, gone: map[*ir.Instr]bool{}}
	for i, v := range victims {
		c := cost{only: defs.Def[v.reg], several: writes[v.reg] > 1}
		s.k.Usage.Spills = append(s.k.Usage.Spills, ir.Spill{
			Name: s.k.Regs[v.reg].Name, Type: s.k.Regs[v.reg].Type, At: v.at, Live: v.need, Pos: defs.Def[v.reg].Pos, Rematerialized: rematerializable(&c),
		})
		m := &moved{reg: v.reg, def: defs.Def[v.reg], sp: &s.k.Usage.Spills[len(s.k.Usage.Spills)-1]}
		if !m.sp.Rematerialized {
			m.slot = s.slot(m.sp.Type.Bytes())
		}
		for _, in := range named[i] {
			s.move(m, in, &code)
		}
	}
	for _, b := range s.k.Blocks {
		b.Instrs = code.insert(b.Instrs)
	}
}

// named returns the instructions that name each victim, in the order of the code.
func (s *spiller) named(victims []victim) [][]*ir.Instr {
	number := make([]int, len(s.k.Regs)) // from 1; 0: not a victim
	for i, v := range victims {
		number[v.reg] = i + 1
	}
	list := make([][]*ir.Instr, len(victims))
	s.k.EachInstr(func(in *ir.Instr) {
		add := func(r ir.Reg) {
			if i := number[r] - 1; i >= 0 && (len(list[i]) == 0 || list[i][len(list[i])-1] != in) {
				list[i] = append(list[i], in)
			}
		}
		in.EachUse(add)
		for _, d := range in.Dst {
			add(d)
		}
	})
	return list
}

// writes counts the instructions that write each register.
func (s *spiller) writes() []int {
	n := make([]int, len(s.k.Regs))
	s.k.EachInstr(func(in *ir.Instr) {
		for _, d := range in.Dst {
			n[d]++
		}
	})
	return n
}

// slot returns the offset of a new value in the spill variable.
func (s *spiller) slot(bytes int) int {
	if s.id == 0 {
		s.k.Vars = append(s.k.Vars, ir.Var{
			Name: s.k.FreeName("spill"), Kind: ir.SpillVar, Space: ir.Local, Offset: padding.Up(s.k.LocalBytes, ir.FrameAlign), Align: ir.FrameAlign,
		})
		s.id = ir.VarID(len(s.k.Vars))
	}
	v := s.k.Var(s.id)
	at := padding.Up(v.Bytes, bytes)
	v.Bytes = at + bytes
	s.k.LocalBytes = v.Offset + v.Bytes
	return at
}

// spillCode is what changes around the instructions that name spilled values.
type spillCode struct {
	before, behind map[*ir.Instr][]*ir.Instr
	gone           map[*ir.Instr]bool
}

// insert returns the instructions with the changes.
func (c *spillCode) insert(list []*ir.Instr) []*ir.Instr {
	out := make([]*ir.Instr, 0, len(list))
	for _, in := range list {
		if !c.gone[in] {
			out = append(append(append(out, c.before[in]...), in), c.behind[in]...)
		}
	}
	return out
}

// move lets in take v from local memory, or compute it again, and put it there.
func (s *spiller) move(v *moved, in *ir.Instr, code *spillCode) {
	if code.gone[in] || s.drops(v, in) {
		code.gone[in] = true
		return
	}
	t := ir.NoReg
	if in.Reads(v.reg) {
		t = s.newReg(v.reg)
		code.before[in] = append(code.before[in], s.fetch(v, t, in.Pos))
		replace(in.Src, v.reg, t)
	}
	if at := slices.Index(in.Dst, v.reg); at >= 0 {
		if !in.Keep {
			t = s.newReg(v.reg)
		}
		in.Dst[at] = t
		code.behind[in] = slices.Insert(code.behind[in], 0, s.store(v, t, in.Pos))
	}
}

// drops reports whether in is not needed when v is spilled. It computes v, which is
// computed again at each use, or saves or restores v for the caller of a function.
func (s *spiller) drops(v *moved, in *ir.Instr) bool {
	root := s.k.Var(in.Root)
	return v.sp.Rematerialized && in == v.def || root != nil && root.Kind == ir.SavedVar
}

func replace(src []ir.Operand, r, by ir.Reg) {
	for i := range src {
		if src[i] == ir.R(r) {
			src[i] = ir.R(by)
		}
	}
}

func (s *spiller) newReg(r ir.Reg) ir.Reg {
	t := s.k.NewReg(s.k.Regs[r].Type, s.k.Regs[r].Name)
	if s.made == nil {
		s.made = map[ir.Reg]bool{}
	}
	s.made[t] = true
	return t
}

// fetch loads the value into r, or computes it again as its definition did.
func (s *spiller) fetch(v *moved, r ir.Reg, pos ir.PosID) *ir.Instr {
	v.sp.Loads++
	if v.sp.Rematerialized {
		again := *v.def
		again.Dst = []ir.Reg{r}
		return &again
	}
	s.k.Usage.SpillLoads += v.sp.Type.Bytes()
	in := s.access(ir.Ld, v, pos)
	in.Dst = []ir.Reg{r}
	return in
}

func (s *spiller) store(v *moved, r ir.Reg, pos ir.PosID) *ir.Instr {
	v.sp.Stores++
	s.k.Usage.SpillStores += v.sp.Type.Bytes()
	in := s.access(ir.St, v, pos)
	in.Src = append(in.Src, ir.R(r))
	return in
}

func (s *spiller) access(op ir.Op, v *moved, pos ir.PosID) *ir.Instr {
	return &ir.Instr{
		Op: op, Type: v.sp.Type, Space: ir.Local, Vec: 1, Root: s.id, Off: int64(v.slot),
		Src: []ir.Operand{{}}, Align: v.sp.Type.Bytes(), Pos: pos,
	}
}

// finish rounds up the size of the stack frame.
func (s *spiller) finish() {
	s.k.LocalBytes = padding.Up(s.k.LocalBytes, ir.FrameAlign)
	if s.id != 0 {
		s.k.Usage.SpillBytes = s.k.Var(s.id).Bytes
	}
}
