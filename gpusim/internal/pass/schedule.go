package pass

// This file orders the instructions of each block: what others wait for comes
// early, as far as there are registers for it.

import (
	"slices"

	"gpucourse/gpusim/internal/padding"

	"gpucourse/gpusim/internal/ir"
)

// schedule reorders each block by list scheduling. Of the instructions whose
// operands are there it takes the one with the longest way of latencies behind
// it, so that loads come together and long before their uses. When Kernel.Registers
// are in use it takes what frees most instead.
// nvcc does the same up to the number with which an SM is full: that is why
// unrolled loops take 32 registers on devices of 2048 threads an SM, 40 on those
// of 1536 and 64 on those of 1024 (gpusim/validation/h200/compiler/ptxas.txt).
//
// Volatile accesses, atomics, barriers and stores that may meet stay in order. A
// variable of a loop changes after its last use, so that it needs no copy.
func schedule(k *ir.Kernel) {
	if k.Registers == 0 {
		return
	}
	live := k.Liveness()
	s := &scheduler{k: k, live: live, next: carried(k), costs: wordsOf(k)}
	for _, b := range k.Blocks {
		s.block(b)
	}
}

// carried tells, for each value that a phi takes over, the phi's register.
func carried(k *ir.Kernel) map[ir.Reg]ir.Reg {
	next := map[ir.Reg]ir.Reg{}
	for _, b := range k.Blocks {
		for _, phi := range b.Phis() {
			for _, o := range phi.Src {
				if o.IsReg {
					next[o.Reg] = phi.Dst[0]
				}
			}
		}
	}
	return next
}

// wordsOf returns the registers that each value takes: a predicate none, nor does a
// parameter, which is an operand from the constant bank. One that is going to be
// widened is counted as wide, or loads would fill the room that this needs.
func wordsOf(k *ir.Kernel) []int {
	words := make([]int, len(k.Regs))
	for r := range k.Regs {
		words[r] = k.Regs[r].Type.Bytes() / ir.U32.Bytes()
	}
	for _, b := range k.Blocks {
		for _, in := range b.Instrs {
			switch {
			case in.Op == ir.Ld && in.Space == ir.Param && !in.Src[0].IsReg:
				for _, r := range in.Dst {
					words[r] = 0
				}
			case in.Op == ir.Cvt && in.Type == ir.F64 && in.Src[0].IsReg:
				words[in.Src[0].Reg] = max(words[in.Src[0].Reg], in.Type.Bytes()/ir.U32.Bytes())
			}
		}
	}
	return words
}

// scheduler orders one block after the other.
type scheduler struct {
	k      *ir.Kernel
	live   *ir.Liveness
	next   map[ir.Reg]ir.Reg
	costs  []int // by register
	nodes  []*node
	uses   map[ir.Reg]int // uses in the piece that are still to come
	out    ir.RegSet      // live at the end of the piece
	words  int            // registers in use
	preds  int            // predicates of the piece in use
	own    ir.RegSet      // defined in the piece
	widest int            // registers of the piece's widest vector: what its alignment may cost
}

// node is an instruction and those that must come after it.
type node struct {
	in      *ir.Instr
	at      int // in the source
	after   []*node
	waits   int // instructions that must come before and have not
	way     int // cycles from here to the end of the block
	defines []ir.Reg
}

// maxPiece bounds the instructions that are ordered together: all pairs of accesses are
// compared, and all instructions that are ready.
const maxPiece = 4096

// block reorders what lies between the phis and the terminator of b.
func (s *scheduler) block(b *ir.Block) {
	phis, last := len(b.Phis()), len(b.Instrs)-1
	body := b.Instrs[phis:last]
	if len(body) < 2 {
		return
	}
	out := slices.Clone(b.Instrs[:phis])
	in := s.live.In[b.ID].Clone()
	for _, phi := range b.Phis() {
		in.Add(phi.Dst[0])
	}
	behind := s.behindPieces(b, body)
	for i, piece := range slices.Collect(slices.Chunk(body, maxPiece)) {
		s.start(piece, in, behind[i])
		in = behind[i]
		b.Term().EachUse(func(r ir.Reg) { s.uses[r]++ })
		out = append(out, s.piece()...)
	}
	b.Instrs = append(out, b.Term())
}

// behindPieces returns the registers live behind each piece of the body of b.
func (s *scheduler) behindPieces(b *ir.Block, body []*ir.Instr) []ir.RegSet {
	list := make([]ir.RegSet, padding.Units(len(body), maxPiece))
	list[len(list)-1] = s.live.Out[b.ID]
	if len(list) == 1 {
		return list
	}
	at := len(b.Instrs) - len(b.Phis())
	s.live.Backward(b, func(_ *ir.Instr, live ir.RegSet) {
		if at--; at >= 0 && (at+1)%maxPiece == 0 && at/maxPiece < len(list)-1 {
			list[at/maxPiece] = live.Clone()
		}
	})
	return list
}

// piece orders the instructions that start noted.
func (s *scheduler) piece() []*ir.Instr {
	s.depend()
	for _, n := range slices.Backward(s.nodes) {
		for _, m := range n.after {
			n.way = max(n.way, m.way)
		}
		n.way += profile.Latency(n.in)
	}
	return s.order()
}

// start counts the uses in a piece and the registers in use at its start.
func (s *scheduler) start(piece []*ir.Instr, in, out ir.RegSet) {
	s.nodes, s.uses, s.out, s.words, s.preds = nil, map[ir.Reg]int{}, out, 0, 0
	s.widest, s.own = 0, ir.NewRegSet(len(s.k.Regs))
	for i, in := range piece {
		if in.Vec > 1 {
			s.widest = max(s.widest, int(in.Vec)*in.Type.Reg().Bytes()/ir.U32.Bytes())
		}
		s.nodes = append(s.nodes, &node{in: in, at: i, defines: in.Dst})
		in.EachUse(func(r ir.Reg) { s.uses[r]++ })
		for _, r := range in.Dst {
			s.own.Add(r)
		}
	}
	in.Each(func(r ir.Reg) { s.words += s.cost(r) })
}

// cost is the registers a value takes.
func (s *scheduler) cost(r ir.Reg) int { return s.costs[r] }

// predicate is the predicates a value takes. ptxas computes one from outside the piece anew.
func (s *scheduler) predicate(r ir.Reg) int {
	if s.k.Regs[r].Type == ir.Pred && s.own.Has(r) {
		return 1
	}
	return 0
}

// depend finds which instructions must stay behind which.
func (s *scheduler) depend() {
	def := map[ir.Reg]*node{}
	readers := map[ir.Reg][]*node{}
	order := ordering{k: s.k}
	var call *node
	for i, n := range s.nodes {
		if call != nil {
			call.before(n)
		}
		if n.in.CallsDriver() { // ptxas moves nothing over it
			call = n
			for _, m := range s.nodes[:i] {
				m.before(n)
			}
		}
		n.in.EachUse(func(r ir.Reg) {
			if d := def[r]; d != nil {
				d.before(n)
			}
			readers[r] = append(readers[r], n)
		})
		for _, r := range n.in.Dst {
			def[r] = n
			for _, reader := range readers[s.next[r]] {
				reader.before(n)
			}
		}
		order.add(n)
	}
}

func (n *node) before(m *node) {
	if n != m && !slices.Contains(n.after, m) {
		n.after = append(n.after, m)
		m.waits++
	}
}

// ordering is what memory and effects ask for: instructions so far that a later
// one may have to stay behind.
type ordering struct {
	k        *ir.Kernel
	accesses []*node
	effects  []*node
}

// add puts n behind what it must not pass.
func (o *ordering) add(n *node) {
	in := n.in
	f := in.Op.Facts()
	access := (in.Op == ir.Ld && in.Space != ir.Param || in.Op == ir.St) && !in.Volatile
	effect := f.Effect && in.Op != ir.St || in.Volatile
	switch {
	case access:
		for _, m := range o.accesses {
			if o.mustOrder(m.in, in) {
				m.before(n)
			}
		}
		if len(o.effects) > 0 {
			o.effects[len(o.effects)-1].before(n)
		}
		o.accesses = append(o.accesses, n)
	case effect:
		for _, m := range o.accesses {
			m.before(n)
		}
		if len(o.effects) > 0 {
			o.effects[len(o.effects)-1].before(n)
		}
		o.accesses, o.effects = nil, append(o.effects, n)
	}
}

// mustOrder reports whether two accesses may not change places: one is a store
// and they may meet.
func (o *ordering) mustOrder(a, b *ir.Instr) bool {
	return (a.Op != ir.Ld || b.Op != ir.Ld) && mayOverlap(o.k, a, b)
}

// order takes one instruction after the other.
func (s *scheduler) order() []*ir.Instr {
	var ready []*node
	for _, n := range s.nodes {
		if n.waits == 0 {
			ready = append(ready, n)
		}
	}
	var out []*ir.Instr
	for len(ready) > 0 {
		i := s.choose(ready)
		n := ready[i]
		ready = slices.Delete(ready, i, i+1)
		s.take(n)
		out = append(out, n.in)
		for _, m := range n.after {
			if m.waits--; m.waits == 0 {
				ready = append(ready, m)
			}
		}
	}
	return out
}

// predicates is how many predicates a thread has (P0 to P6).
const predicates = 7

// choose returns the place of the best of the ready instructions: the longest
// way, or when registers run out what frees most, and if nothing does, what came
// first in the source, which brings old values to their end. When predicates run out
// it is what needs no more of them.
func (s *scheduler) choose(ready []*node) int {
	scarce := profile.Scarce(s.words, s.widest, s.k.Registers)
	best, bestGain := 0, 0
	for i, n := range ready {
		gain := 0
		switch {
		case scarce:
			gain = max(-s.growth(n, s.cost), 0)
		case s.preds >= predicates:
			gain = -s.growth(n, s.predicate)
		}
		better := n.way > ready[best].way
		if scarce {
			better = n.at < ready[best].at
		}
		if gain != bestGain {
			better = gain > bestGain
		}
		if i == 0 || better {
			best, bestGain = i, gain
		}
	}
	return best
}

// growth is by how much the registers, or predicates, in use change when n is taken.
func (s *scheduler) growth(n *node, cost func(ir.Reg) int) int {
	words := 0
	for _, r := range n.defines {
		words += cost(r)
	}
	seen := ir.NoReg
	n.in.EachUse(func(r ir.Reg) {
		if r != seen && s.dies(n.in, r) {
			words -= cost(r)
		}
		seen = r
	})
	return words
}

// dies reports whether in has all uses of r that are left.
func (s *scheduler) dies(in *ir.Instr, r ir.Reg) bool {
	if s.out.Has(r) {
		return false
	}
	n := 0
	in.EachUse(func(u ir.Reg) {
		if u == r {
			n++
		}
	})
	return s.uses[r] == n
}

func (s *scheduler) take(n *node) {
	s.words += s.growth(n, s.cost)
	s.preds += s.growth(n, s.predicate)
	n.in.EachUse(func(r ir.Reg) { s.uses[r]-- })
}
