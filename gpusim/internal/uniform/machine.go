package uniform

// This file evaluates the steps of a kernel for values of its inputs.

import (
	"maps"
	"math"
	"slices"

	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/report"
)

// value is what is known of a register.
type value struct {
	bits  uint64
	known bool
}

// edges says which edges out of a block are possible. A block that is not reached has no such
// edge.
type edges uint8

const (
	firstEdge edges = 1 << iota
	secondEdge
	bothEdges = firstEdge | secondEdge
)

// machine holds the values of one activation of the kernel or of a function.
type machine struct {
	*finder
	*evaluation
	values []value
	edges  []edges // by block
	turns  []turn  // by loop
	active []int   // the regions whose activations have not ended, the own one last
}

// evaluation is what the activations of one evaluation share.
type evaluation struct {
	given  []report.Input
	sides  []report.Sides
	gaps   []float64 // by condition
	thread bool      // the evaluation is of one thread
	calls  int       // followed so far
	fuel   int       // instructions that may be evaluated again
	again  int       // of all evaluations
	stored map[place]value
}

// place is an address in an object.
type place struct {
	root  ir.VarID
	at    uint64
	bytes int
}

// Calls are followed so deep, and so many.
const (
	deepest   = 16
	mostCalls = 256
)

func newMachine(f *finder, e *evaluation) *machine {
	return &machine{finder: f, evaluation: e, values: make([]value, len(f.k.Regs)), edges: make([]edges, len(f.k.Blocks)), turns: make([]turn, len(f.loops))}
}

// decide evaluates the kernel.
func (m *machine) decide(inputs []report.Input, sides []report.Sides) {
	clear(sides)
	clear(m.edges)
	clear(m.stored)
	for i := range m.gaps {
		m.gaps[i] = math.NaN()
	}
	m.given, m.sides, m.calls, m.thread = inputs, sides, 0, false
	for i, in := range inputs {
		m.thread = m.thread || in.Known && m.ofThread&report.Need(i) != 0
	}
	m.fuel = min(mostAgain, m.again)
	m.again -= m.fuel
	m.active = []int{0}
	m.run(0, nil)
	m.again += max(0, m.fuel)
}

// run evaluates the kernel, region 0, or a function with its arguments. It returns what the
// function returns.
func (m *machine) run(region int, args []value) (results []value) {
	blocks := m.regions[region]
	for i := 0; i < len(blocks); i++ {
		b := blocks[i]
		if l := m.headers[b]; l != nil {
			m.enter(l)
		}
		if m.edges[b] = 0; i == 0 || m.reached(b) {
			m.edges[b] = bothEdges
			results = m.block(b, args, results)
		}
		for _, l := range m.ends[b] {
			if m.anotherRound(l, blocks) {
				i = l.first - 1
				break
			}
		}
	}
	return results
}

// block evaluates a block. It joins what the function returns there with what it returns at others.
func (m *machine) block(b ir.BlockID, args, results []value) []value {
	if m.headers[b] != nil {
		m.phis(b)
	}
	for j := range m.steps[b] {
		s := &m.steps[b][j]
		switch s.Op {
		case ir.Args:
			for d, r := range s.Dst {
				m.values[r] = args[d]
			}
		case ir.CBra:
			m.branch(b, m.operand(s.Src[0]))
			m.note(s, m.operand(s.Src[0]))
		case ir.Call:
			m.call(s)
		case ir.Ret:
			results = m.joined(results, s.Src)
		case ir.St:
			m.store(b, s)
		case ir.Phi:
			if m.headers[b] == nil {
				m.step(b, s)
			}
		default:
			m.step(b, s)
		}
	}
	return results
}

// phis evaluates the phis of a header at once: they may depend on each other.
func (m *machine) phis(b ir.BlockID) {
	var list []value
	for j := range m.steps[b] {
		if s := &m.steps[b][j]; s.Op == ir.Phi {
			list = append(list, m.result(b, s))
		}
	}
	for j := range m.steps[b] {
		if s := &m.steps[b][j]; s.Op == ir.Phi {
			m.values[s.Dst[0]], list = list[0], list[1:]
			m.note(s, m.values[s.Dst[0]])
		}
	}
}

// reached reports whether a possible edge leads to a block.
func (m *machine) reached(b ir.BlockID) bool {
	return slices.ContainsFunc(m.preds[b], func(p ir.BlockID) bool { return m.enters(p, b) })
}

// leads reports whether the edge from a block to another one is possible.
func (m *machine) leads(p, b ir.BlockID) bool {
	for i, to := range m.k.Blocks[p].Succs() {
		if to == b && m.edges[p]>>i&1 == 1 {
			return true
		}
	}
	return false
}

// branch sets the edges that are possible.
func (m *machine) branch(b ir.BlockID, condition value) {
	switch {
	case !condition.known:
	case condition.bits != 0:
		m.edges[b] = firstEdge
	default:
		m.edges[b] = secondEdge
	}
}

func (m *machine) operand(o ir.Operand) value {
	if !o.IsReg {
		return value{o.Imm, true}
	}
	return m.values[o.Reg]
}

// step evaluates an instruction.
func (m *machine) step(b ir.BlockID, s *step) {
	v := m.result(b, s)
	m.values[s.Dst[0]] = v
	if compares(s.Instr) {
		m.noteLess(s)
		return
	}
	m.note(s, v)
	if s.Op == ir.Setp && (s.Mod == ir.EQ || s.Mod == ir.NE) && s.condition >= 0 && v.known && m.thread && !s.Type.Float() && math.IsNaN(m.gaps[s.condition]) {
		left, right := s.Type.Extend(m.operand(s.Src[0]).bits), s.Type.Extend(m.operand(s.Src[1]).bits)
		m.gaps[s.condition] = float64(int64(left - right))
	}
}

// store notes what an object holds. What a loop stores is never known.
func (m *machine) store(b ir.BlockID, s *step) {
	address, v := m.operand(s.Src[0]), m.operand(s.Src[1])
	if !address.known || s.Vec > 1 || s.Guard != ir.NoReg {
		maps.DeleteFunc(m.stored, func(p place, _ value) bool { return p.root == s.Root })
		return
	}
	v.known = v.known && !m.isVague(b)
	m.stored[m.place(s, address)] = v
}

// load returns what an object holds at an address.
func (m *machine) load(s *step) value {
	address := m.operand(s.Src[0])
	if !address.known {
		return value{}
	}
	return m.stored[m.place(s, address)]
}

func (m *machine) place(s *step, address value) place {
	return place{s.Root, address.bits + uint64(s.Off), s.Type.Bytes()}
}

// noteLess notes which operand of a minimum or a maximum is the less one. Equal ones say nothing.
func (m *machine) noteLess(s *step) {
	a, b := m.operand(s.Src[0]), m.operand(s.Src[1])
	less := value{known: a.known && b.known && a.bits != b.bits}
	if v, known := ir.Fold(&ir.Instr{Op: ir.Min, Type: s.Type, Dst: s.Dst, Src: s.Src}, []uint64{a.bits, b.bits}); less.known && known && v == a.bits {
		less.bits = 1
	}
	m.note(s, less)
}

// note notes the side that a condition takes.
func (m *machine) note(s *step, v value) {
	switch {
	case s.condition < 0 || !v.known || m.thread && s.number:
	case v.bits == 0:
		m.sides[s.condition] |= report.False
	default:
		m.sides[s.condition] |= report.True
	}
}

func (m *machine) result(b ir.BlockID, s *step) value {
	switch {
	case s.base != 0:
		return value{s.base, true}
	case s.input >= 0:
		given := m.given[s.input]
		return value{given.Bits & s.Type.Reg().Mask(), given.Known}
	case s.Op == ir.Phi:
		return m.phi(b, s)
	case s.Op == ir.Selp:
		return m.selected(s)
	case passesOn(s.Op):
		return m.operand(s.Src[0])
	case s.Op == ir.Ld:
		return m.load(s)
	}
	var room [3]uint64
	args := room[:0]
	for _, o := range s.Src {
		v := m.operand(o)
		if v.known && s.Type == ir.Pred && (s.Op == ir.And && v.bits == 0 || s.Op == ir.Or && v.bits == 1) {
			return v // whatever the others are
		}
		if !v.known {
			args = nil
		}
		if args != nil {
			args = append(args, v.bits)
		}
	}
	if args == nil {
		return value{}
	}
	bits, known := ir.Fold(s.Instr, args)
	return value{bits, known}
}

// phi joins the values of the edges that are possible.
func (m *machine) phi(b ir.BlockID, s *step) (joined value) {
	if l := m.headers[b]; l != nil && m.turns[l.number].vague {
		return value{}
	}
	some := false
	for i, p := range s.Preds {
		if !m.enters(p, b) {
			continue
		}
		v := m.operand(s.Src[i])
		if !v.known || some && v != joined {
			return value{}
		}
		joined, some = v, true
	}
	return joined
}

// selected returns the operand that a select chooses, or both where they are equal.
func (m *machine) selected(s *step) value {
	a, b, p := m.operand(s.Src[0]), m.operand(s.Src[1]), m.operand(s.Src[2])
	switch {
	case p.known && p.bits != 0:
		return a
	case p.known:
		return b
	case a == b:
		return a
	}
	return value{}
}

// call follows a call. A function that calls itself evaluates its instructions again.
func (m *machine) call(s *step) {
	for _, d := range s.Dst {
		m.values[d] = value{}
	}
	recursive := slices.Contains(m.active, s.Func)
	if len(m.active) > deepest || m.calls == mostCalls || recursive && m.fuel <= 0 {
		return
	}
	if recursive {
		for _, b := range m.regions[s.Func] {
			m.fuel -= 1 + len(m.steps[b])
		}
	}
	m.calls++
	args := make([]value, len(s.Src))
	for i, o := range s.Src {
		args[i] = m.operand(o)
	}
	callee := newMachine(m.finder, m.evaluation)
	callee.active = append(slices.Clone(m.active), s.Func)
	results := callee.run(s.Func, args)
	for i, d := range s.Dst {
		if i < len(results)-1 {
			m.values[d] = results[i+1] // the first is the return address
		}
	}
}

// joined joins what a function returns at one place with what it returns at others.
func (m *machine) joined(results []value, here []ir.Operand) []value {
	first := results == nil
	if first {
		results = make([]value, len(here))
	}
	for i, o := range here {
		v := m.operand(o)
		if first {
			results[i] = v
		} else if results[i] != v {
			results[i] = value{}
		}
	}
	return results
}
