package ptx

// This file lowers barriers in shared memory (mbarrier) and asynchronous copies. A copy is done at once,
// which is one of the times at which it may be done; so waiting for copies is nothing.
//
// The word of a barrier, which is opaque to kernels: the arrivals that its phase waits for in the low
// half, those of a phase above, and the phase in the highest bit. Arrivals are atomic additions. The
// last one of a phase adds the arrivals of the next; others may be ahead of it, because sums commute.

import (
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/ptx/syntax"
)

const (
	phaseBit   = 63
	countShift = 32
	countMask  = 1<<(phaseBit-countShift) - 1
)

// asyncForms are the forms of mbarrier, of copies and of barriers of clusters, of which each is one block.
func asyncForms() (list []form) {
	const order, space = "ORDER? SCOPE? ", "S=shared? b64"
	arrivals := map[string]func(*lowerer, *match, ir.Operand) ir.Operand{"arrive": (*lowerer).arrive, "arrive_drop": (*lowerer).drop}
	for name, build := range arrivals {
		list = append(list, form{op: "mbarrier", mods: name + " noComplete? " + order + space, operands: "d=b64 addr a=u32?", build: arriving(build)})
	}
	for _, wait := range []string{"test_wait", "try_wait"} {
		list = append(list,
			form{op: "mbarrier", mods: wait + " " + order + space, operands: "d=pred addr a=b64 a=u32?", build: waited},
			form{op: "mbarrier", mods: wait + " parity " + order + space, operands: "d=pred addr a=u32 a=u32?", build: waited})
	}
	return append(list,
		form{op: "mbarrier", mods: "init " + space, operands: "addr a=u32", build: initBarrier},
		form{op: "mbarrier", mods: "inval " + space, operands: "addr", build: nothing},
		form{op: "mbarrier", mods: "pending_count b64", operands: "d=u32 a=b64", build: pendingCount},
		form{op: "cp", mods: "async ca|cg shared global L2::cache_hint? PREFETCH?", operands: "addr addr a=u32 a=u32?", build: copyAsync},
		form{op: "cp", mods: "async commit_group", build: nothing},
		form{op: "cp", mods: "async wait_group", operands: "a=u32", build: nothing},
		form{op: "cp", mods: "async wait_all", build: nothing},
		form{op: "cp", mods: "async mbarrier arrive noinc shared? b64", operands: "addr", build: copiesArrive},
		form{op: "cp", mods: "async mbarrier arrive shared? b64", operands: "addr", build: nothing}, // one more and one less
		form{op: "barrier", mods: "cluster arrive release|relaxed? aligned?", build: nothing},
		form{op: "barrier", mods: "cluster wait acquire? aligned?", build: func(l *lowerer, _ *match) { l.emit(ir.Instr{Op: ir.Bar}) }},
	)
}

// initBarrier builds mbarrier.init.
func initBarrier(l *lowerer, m *match) {
	a, count := l.target(m.Operands[0], m.named["S"]), l.cvt(ir.U64, ir.U32, l.use(1))
	word := l.op(ir.Or, ir.U64, count, l.op(ir.Shl, ir.U64, count, ir.I(countShift)))
	l.generic[l.emit(ir.Instr{Op: ir.St, Type: ir.U64, Space: a.space, Vec: 1, Src: []ir.Operand{a.base, word}, Off: a.off, Align: ir.U64.Bytes()})] = a.any
}

// arriving builds an arrival of one thread, or of as many as the last operand says.
func arriving(arrive func(*lowerer, *match, ir.Operand) ir.Operand) func(*lowerer, *match) {
	return func(l *lowerer, m *match) {
		count := ir.I(1)
		if len(m.Operands) > 2 {
			count = l.cvt(ir.U64, ir.U32, l.operand(m.Operands[2], types["u32"]))
		}
		l.emit(ir.Instr{Op: ir.Membar, Mod: ir.ScopeBlock})
		l.def(0, arrive(l, m, count))
	}
}

// addTo adds to the word of a barrier whose address is operand at, and returns what it was.
func (l *lowerer) addTo(m *match, at int, v ir.Operand) ir.Operand {
	a := l.target(m.Operands[at], m.named["S"])
	in := ir.Instr{Op: ir.Atom, Mod: ir.AtomAdd, Type: ir.U64, Space: a.space, Src: []ir.Operand{a.base, v}, Off: a.off, Dst: []ir.Reg{l.k.NewReg(ir.U64, "")}}
	l.generic[l.emit(in)] = a.any
	return ir.R(in.Dst[0])
}

func (l *lowerer) negative(v ir.Operand) ir.Operand { return l.op(ir.Sub, ir.U64, ir.I(0), v) }

// arrive arrives, and returns the word of before.
func (l *lowerer) arrive(m *match, count ir.Operand) ir.Operand {
	return l.arrival(m, 1, count, ir.I(0))
}

// drop arrives, and no later phase waits for it.
func (l *lowerer) drop(m *match, count ir.Operand) ir.Operand { return l.arrival(m, 1, count, count) }

// arrival takes count off what the phase waits for, and less off later phases. The last arrival begins
// the next phase.
func (l *lowerer) arrival(m *match, at int, count, less ir.Operand) ir.Operand {
	change := l.negative(count)
	if less != ir.I(0) {
		change = l.op(ir.Sub, ir.U64, change, l.op(ir.Shl, ir.U64, less, ir.I(countShift)))
	}
	old := l.addTo(m, at, change)
	if m.has("noComplete") {
		return old
	}
	waits := l.op(ir.And, ir.U64, old, ir.I(ir.U32.Mask()))
	last := l.opMod(ir.Setp, ir.EQ, ir.U64, waits, count)
	next := l.op(ir.Sub, ir.U64, l.op(ir.And, ir.U64, l.op(ir.Shr, ir.U64, old, ir.I(countShift)), ir.I(countMask)), less)
	next = l.op(ir.Add, ir.U64, next, ir.I(1<<phaseBit))
	l.addTo(m, at, l.op(ir.Selp, ir.U64, next, ir.I(0), last))
	return old
}

// waited builds test_wait and try_wait: whether the phase of a token, or the one of a parity, is over.
func waited(l *lowerer, m *match) {
	a := l.target(m.Operands[1], m.named["S"])
	in := ir.Instr{Op: ir.Ld, Type: ir.U64, Space: a.space, Vec: 1, Src: []ir.Operand{a.base}, Off: a.off, Align: ir.U64.Bytes(), Volatile: true, Dst: []ir.Reg{l.k.NewReg(ir.U64, "")}}
	l.generic[l.emit(in)] = a.any
	phase := ir.R(in.Dst[0])
	var then ir.Operand
	if m.has("parity") {
		then = l.op(ir.Shl, ir.U64, l.cvt(ir.U64, ir.U32, l.operand(m.Operands[2], types["u32"])), ir.I(phaseBit))
	} else {
		then = l.operand(m.Operands[2], types["b64"])
	}
	over := l.opMod(ir.Setp, ir.NE, ir.U64, l.op(ir.Shr, ir.U64, l.op(ir.Xor, ir.U64, phase, then), ir.I(phaseBit)), ir.I(0))
	l.emit(ir.Instr{Op: ir.Membar, Mod: ir.ScopeBlock})
	l.def(0, over)
}

// pendingCount builds mbarrier.pending_count: the arrivals that a token's phase waited for.
func pendingCount(l *lowerer, _ *match) { l.def(0, l.cvt(ir.U32, ir.U64, l.use(1))) }

// copiesArrive builds the arrival of copies that are done.
func copiesArrive(l *lowerer, m *match) { l.arrival(m, 0, ir.I(1), ir.I(0)) }

// copyAsync builds cp.async. Where fewer bytes are read than written, the others are 0.
func copyAsync(l *lowerer, m *match) {
	size, read := m.Operands[2], m.Operands[2]
	if len(m.Operands) > 3 {
		read = m.Operands[3]
	}
	if size.Kind != syntax.Int || read.Kind != syntax.Int || read.Bits&(read.Bits-1) != 0 || read.Bits == 1 || read.Bits == 2 {
		l.fail("a copy of a size that is known at run time, or is not 0, 4, 8 or 16, is not simulated")
		return
	}
	from, to := l.target(m.Operands[1], "global"), l.target(m.Operands[0], "shared")
	words := int(size.Bits) / ir.U32.Bytes()
	ld := ir.Instr{Op: ir.Ld, Type: ir.U32, Space: ir.Global, Vec: min(int(read.Bits), int(size.Bits)) / ir.U32.Bytes(), Src: []ir.Operand{from.base}, Off: from.off}
	ld.Align = ld.Vec * ir.U32.Bytes()
	st := ir.Instr{Op: ir.St, Type: ir.U32, Space: ir.Shared, Vec: words, Src: []ir.Operand{to.base}, Off: to.off, Align: words * ir.U32.Bytes()}
	for i := range words {
		if i >= ld.Vec {
			st.Src = append(st.Src, l.inReg(ir.U32, ir.I(0)))
			continue
		}
		ld.Dst = append(ld.Dst, l.k.NewReg(ir.U32, ""))
		st.Src = append(st.Src, ir.R(ld.Dst[i]))
	}
	if ld.Vec > 0 {
		l.emit(ld)
	}
	l.emit(st)
}
