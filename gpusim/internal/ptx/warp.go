package ptx

// This file builds atomics, fences, barriers and operations of warps, and the ends of blocks.

import (
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/ptx/syntax"
)

var atomics = map[string]ir.Mod{
	"add": ir.AtomAdd, "min": ir.AtomMin, "max": ir.AtomMax, "and": ir.AtomAnd, "or": ir.AtomOr, "xor": ir.AtomXor,
	"exch": ir.AtomExch, "cas": ir.AtomCas, "inc": ir.AtomInc, "dec": ir.AtomDec,
}

// atomicOf is the operation of an atomic; sums of numbers of 16 bits have their own.
func atomicOf(m *match) ir.Mod {
	switch t := m.t(); {
	case isBfloat(t):
		return ir.AtomAddBfloat
	case isHalf(t):
		return ir.AtomAddHalf
	}
	return atomics[m.named["O"]]
}

func atomic(l *lowerer, m *match) {
	old := l.atomically(m, 1)
	for i, o := range vector(m.Operands[0]) {
		l.defOperand(o, m.t(), old[i])
	}
}

// reduction builds an atomic without a result.
func reduction(l *lowerer, m *match) { l.atomically(m, 0) }

// atomically emits an atomic whose address is operand at, one for each element of a vector, and
// returns the old values.
func (l *lowerer) atomically(m *match, at int) (old []ir.Operand) {
	if m.has("release") || m.has("acq_rel") {
		l.emit(ir.Instr{Op: ir.Membar, Mod: scopeOf(m)})
	}
	a, t := l.target(m.Operands[at], m.named["S"]), m.t()
	for i, o := range vector(m.Operands[at+1]) {
		in := ir.Instr{Op: ir.Atom, Mod: atomicOf(m), Type: t.ir, Space: a.space, Src: []ir.Operand{a.base}, Off: a.off + int64(i*t.ir.Bytes())}
		in.Src = append(in.Src, l.operand(o, t))
		if in.Mod == ir.AtomCas {
			in.Src = append(in.Src, l.use(at+2))
		}
		in.Dst = []ir.Reg{l.k.NewReg(in.DstType(), "")}
		l.generic[l.emit(in)] = a.any
		old = append(old, ir.R(in.Dst[0]))
	}
	if m.has("acquire") || m.has("acq_rel") {
		l.emit(ir.Instr{Op: ir.Membar, Mod: scopeOf(m)})
	}
	return old
}

func fence(l *lowerer, m *match) { l.emit(ir.Instr{Op: ir.Membar, Mod: scopeOf(m)}) }

// barrier builds a barrier at which threads of the block wait.
func barrier(l *lowerer, _ *match) { l.emit(ir.Instr{Op: ir.Bar, Src: l.meeting(0)}) }

// arrival builds bar.arrive.
func arrival(l *lowerer, _ *match) { l.emit(ir.Instr{Op: ir.BarArrive, Src: l.meeting(0)}) }

// meeting returns the number of a barrier and of its threads, from operand i on; nothing for barrier
// 0 of the whole block.
func (l *lowerer) meeting(i int) []ir.Operand {
	number, threads := l.use(i), ir.I(0)
	if i+1 < len(l.at.Operands) && l.at.form.kinds[i+1] == threadsKind {
		threads = l.use(i + 1)
	}
	if number == ir.I(0) && threads == ir.I(0) {
		return nil
	}
	return []ir.Operand{number, threads}
}

// threadsKind is the operand of a barrier that counts its threads.
const threadsKind = "n=u32"

// barrierOf builds bar.red: a barrier that combines a predicate of its threads.
func barrierOf(mod ir.Mod, t ir.Type) func(*lowerer, *match) {
	return func(l *lowerer, m *match) {
		p := l.inReg(ir.Pred, l.use(len(m.Operands)-1))
		l.def(0, l.opMod(ir.BarRed, mod, t, append([]ir.Operand{p}, l.meeting(1)...)...))
	}
}

func warpBarrier(l *lowerer, _ *match) { l.emit(ir.Instr{Op: ir.BarWarp, Src: []ir.Operand{l.use(0)}}) }

var shuffles = map[string]ir.Mod{"up": ir.ShflUp, "down": ir.ShflDown, "bfly": ir.ShflXor, "idx": ir.ShflIdx}

// The parts of shuffle's operand c: the largest lane of a segment, and the mask of the bits that
// number segments.
const (
	lanes        = 0x1f
	segmentShift = 8
)

// shuffle builds shfl. A second result says whether the lane that is read lies in the segment.
func shuffle(l *lowerer, m *match) {
	v, by, c, mode := l.use(1), l.use(2), l.use(3), shuffles[m.named["M"]]
	segments := l.op(ir.And, ir.U32, l.op(ir.Shr, ir.U32, c, ir.I(segmentShift)), ir.I(lanes))
	got := l.opMod(ir.Shfl, mode, ir.U32, v, by, l.use(4), l.op(ir.Sub, ir.U32, ir.I(lanes+1), segments))
	first := m.Operands[0]
	if first.Kind == syntax.Pair {
		l.defOperand(first.List[1], types["pred"], l.inSegment(mode, by, c, segments))
		first = first.List[0]
	}
	l.defOperand(first, types["b32"], got)
}

// inSegment returns whether the lane that a shuffle reads lies in the segment of this lane. c is
// the operand of the instruction, whose low bits are the largest lane.
func (l *lowerer) inSegment(mode ir.Mod, by, c, segments ir.Operand) ir.Operand {
	lane := l.opMod(ir.Special, ir.LaneID, ir.U32)
	by = l.op(ir.And, ir.U32, by, ir.I(lanes))
	others := l.op(ir.And, ir.U32, l.op(ir.Not, ir.U32, segments), ir.I(lanes))
	start := l.op(ir.And, ir.U32, lane, segments)
	last := l.op(ir.Or, ir.U32, start, l.op(ir.And, ir.U32, c, others))
	cc, from := ir.LE, ir.Operand{}
	switch mode {
	case ir.ShflUp:
		cc, from = ir.GE, l.op(ir.Sub, ir.U32, lane, by)
	case ir.ShflDown:
		from = l.op(ir.Add, ir.U32, lane, by)
	case ir.ShflXor:
		from = l.op(ir.Xor, ir.U32, lane, by)
	default:
		from = l.op(ir.Or, ir.U32, start, l.op(ir.And, ir.U32, by, others))
	}
	return l.opMod(ir.Setp, cc, ir.S32, from, last)
}

func vote(mod ir.Mod, t ir.Type) func(*lowerer, *match) {
	return func(l *lowerer, _ *match) { l.def(0, l.opMod(ir.Vote, mod, t, l.use(1), l.use(2))) }
}

// matching builds match. A second result says whether all lanes have the same value.
func matching(mod ir.Mod) func(*lowerer, *match) {
	return func(l *lowerer, m *match) {
		v := l.opMod(ir.Match, mod, m.t().ir, l.use(1), l.use(2))
		l.def(0, v)
		if first := m.Operands[0]; first.Kind == syntax.Pair {
			l.defOperand(first.List[1], types["pred"], l.opMod(ir.Setp, ir.NE, ir.U32, v, ir.I(0)))
		}
	}
}

// agreement builds vote.uni: whether all lanes have the same predicate.
func agreement(l *lowerer, _ *match) {
	p, mask := l.inReg(ir.Pred, l.use(1)), l.use(2)
	all := l.opMod(ir.Vote, ir.VoteAll, ir.Pred, p, mask)
	any := l.opMod(ir.Vote, ir.VoteAny, ir.Pred, p, mask)
	l.def(0, l.op(ir.Or, ir.Pred, all, l.op(ir.Not, ir.Pred, any)))
}

// elect builds elect.sync: the lowest lane of a mask, and whether this lane is it.
func elect(l *lowerer, m *match) {
	mask := l.use(1)
	l.emit(ir.Instr{Op: ir.BarWarp, Src: []ir.Operand{mask}})
	lowest := l.op(ir.Clz, ir.U32, l.op(ir.Brev, ir.U32, mask))
	l.def(0, lowest)
	if first := m.Operands[0]; first.Kind == syntax.Pair {
		l.defOperand(first.List[1], types["pred"], l.opMod(ir.Setp, ir.EQ, ir.U32, l.opMod(ir.Special, ir.LaneID, ir.U32), lowest))
	}
}

// nothing builds what changes no result: hints to caches, pauses and marks for profilers.
func nothing(*lowerer, *match) {}

var reduxes = map[string]ir.Mod{"add": ir.ReduxAdd, "min": ir.ReduxMin, "max": ir.ReduxMax, "and": ir.ReduxAnd, "or": ir.ReduxOr, "xor": ir.ReduxXor}

func redux(l *lowerer, m *match) {
	l.def(0, l.opMod(ir.Redux, reduxes[m.named["O"]], m.t().ir, l.use(1), l.use(2)))
}

func activeMask(l *lowerer, _ *match) { l.def(0, l.op(ir.ActiveMask, ir.U32)) }

// chain emits the jump of brx: comparisons one after the other, as a switch has them.
func (l *lowerer) chain(b *block) {
	index := l.inReg(ir.U32, l.use(0))
	for i, to := range b.targets[:len(b.targets)-1] {
		next := &ir.Block{ID: ir.BlockID(len(l.k.Blocks)), Label: "case"}
		l.k.Blocks = append(l.k.Blocks, next)
		p := l.opMod(ir.Setp, ir.EQ, ir.U32, index, ir.I(uint64(i)))
		l.emit(ir.Instr{Op: ir.CBra, Src: []ir.Operand{p}, Targets: []ir.BlockID{to.ir.ID, next.ID}})
		l.cur = &block{ir: next, values: map[*register]ir.Operand{}, entering: map[*register]ir.Reg{}}
	}
	l.emit(ir.Instr{Op: ir.Bra, Targets: []ir.BlockID{b.targets[len(b.targets)-1].ir.ID}})
}
