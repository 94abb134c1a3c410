package ptx

// This file lowers copies between global and shared memory that need no registers, barriers in shared memory (mbarrier)
// that wait for them, and what the blocks of a cluster do together.

import (
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/ptx/syntax"
)

// asyncForms are the forms of mbarrier, of copies and of clusters.
func asyncForms() (list []form) {
	const order, space = "ORDER? SCOPE? ", "S=shared|shared::cluster? b64"
	for name, mod := range map[string]ir.Mod{"arrive": ir.BarrierArrive, "arrive_drop": ir.BarrierDrop} {
		list = append(list,
			form{op: "mbarrier", mods: name + " noComplete? " + order + space, operands: "d=b64 addr a=u32?", build: arriving(mod, false)},
			form{op: "mbarrier", mods: name + " expect_tx " + order + space, operands: "d=b64 addr a=u32", build: arriving(mod, true)})
	}
	for _, wait := range []string{"test_wait", "try_wait"} {
		list = append(list,
			form{op: "mbarrier", mods: wait + " " + order + space, operands: "d=pred addr a=b64 a=u32?", build: waited},
			form{op: "mbarrier", mods: wait + " parity " + order + space, operands: "d=pred addr a=u32 a=u32?", build: waited})
	}
	const bulk, hint, counted = "async bulk ", " L2::cache_hint?", " mbarrier::complete_tx::bytes"
	return append(list,
		form{op: "mbarrier", mods: "init " + space, operands: "addr a=u32", build: initBarrier},
		form{op: "mbarrier", mods: "inval " + space, operands: "addr", build: nothing},
		form{op: "mbarrier", mods: "expect_tx relaxed? SCOPE? " + space, operands: "addr a=u32", build: counting(ir.BarrierExpect)},
		form{op: "mbarrier", mods: "complete_tx relaxed? SCOPE? " + space, operands: "addr a=u32", build: counting(ir.BarrierDone)},
		form{op: "mbarrier", mods: "pending_count b64", operands: "d=u32 a=b64", build: pendingCount},

		form{op: "cp", mods: "async ca|cg shared global L2::cache_hint? PREFETCH?", operands: "addr addr a=u32 a=u32?", build: copyAsync},
		form{op: "cp", mods: "async commit_group", build: copyGroup(ir.CopyCommit)},
		form{op: "cp", mods: "async wait_group", operands: "a=u32", build: copyGroup(ir.CopyWait)},
		form{op: "cp", mods: "async wait_all", build: waitAll},
		form{op: "cp", mods: "async mbarrier arrive noinc shared? b64", operands: "addr", build: copiesArrive(1)},
		form{op: "cp", mods: "async mbarrier arrive shared? b64", operands: "addr", build: copiesArrive(0)}, // one more and one less

		form{op: "cp", mods: bulk + "shared::cluster|shared global" + counted + hint, operands: "addr addr a=u32 addr a=b64?", build: bulkCopy(ir.BulkLoad)},
		form{op: "cp", mods: bulk + "shared::cluster global" + counted + " multicast::cluster" + hint, operands: "addr addr a=u32 addr a=u16 a=b64?", build: bulkCopy(ir.BulkLoad)},
		form{op: "cp", mods: bulk + "shared::cluster shared" + counted, operands: "addr addr a=u32 addr", build: shareCopy},
		form{op: "cp", mods: bulk + "global shared bulk_group" + hint, operands: "addr addr a=u32 a=b64?", build: bulkCopy(ir.BulkStore)},
		form{op: "cp", mods: bulk + "prefetch L2 global" + hint, operands: "addr a=u32 a=b64?", build: bulkPrefetch},
		form{op: "cp", mods: "reduce " + bulk + "global shared bulk_group O=add|min|max|and|or|xor|inc|dec noftz? T=NUMBER|HALF" + hint, operands: "addr addr a=u32 a=b64?", build: bulkReduce},
		form{op: "cp", mods: bulk + "commit_group", build: copyGroup(ir.BulkCommit)},
		form{op: "cp", mods: bulk + "wait_group", operands: "a=u32", build: copyGroup(ir.BulkWait)},
		form{op: "cp", mods: bulk + "wait_group read", operands: "a=u32", build: copyGroup(ir.BulkWaitRead)},

		form{op: "cp", mods: bulk + "tensor DIMENSIONS shared::cluster|shared global tile?" + counted + hint, operands: "addr addr addr a=b64?", build: boxLoad},
		form{op: "cp", mods: bulk + "tensor DIMENSIONS shared::cluster global tile?" + counted + " multicast::cluster" + hint, operands: "addr addr addr a=u16 a=b64?", build: boxLoad},
		form{op: "cp", mods: bulk + "tensor DIMENSIONS global shared tile? bulk_group" + hint, operands: "addr addr a=b64?", build: boxStore},
		form{op: "cp", mods: bulk + "prefetch tensor DIMENSIONS L2 global tile?" + hint, operands: "addr a=b64?", build: boxPrefetch},
		form{op: "cp", mods: "reduce " + bulk + "tensor DIMENSIONS global shared O=add|min|max|and|or|xor|inc|dec tile? bulk_group" + hint, operands: "addr addr a=b64?", build: refusedReduce},

		form{op: "fence", mods: "mbarrier_init release cluster", build: func(l *lowerer, _ *match) { l.blockFence() }},
		form{op: "fence", mods: "proxy async shared|global|shared::cluster?", build: func(l *lowerer, _ *match) { l.noResult(ir.Membar, ir.ScopeAsync) }},
		form{op: "setmaxnreg", mods: "inc|dec sync aligned u32", operands: "a=u32", build: nothing},

		form{op: "mapa", mods: "shared::cluster u32", operands: "d=u32 a=u32 a=u32", build: mapShared},
		form{op: "mapa", mods: "shared::cluster? u64", operands: "d=u64 a=u64 a=u32", build: mapGeneric},
		form{op: "getctarank", mods: "shared::cluster u32", operands: "d=u32 a=u32", build: rankOf},
		form{op: "getctarank", mods: "shared::cluster? u64", operands: "d=u32 a=u64", build: rankOf},
		form{op: "barrier", mods: "cluster arrive release? aligned?", build: clusterBarrier(ir.ClusterArrive)},
		form{op: "barrier", mods: "cluster arrive relaxed aligned?", build: clusterBarrier(ir.ClusterRelaxed)},
		form{op: "barrier", mods: "cluster wait acquire? aligned?", build: clusterBarrier(ir.ClusterWait)},
	)
}

// sharedAddress returns the address of an operand that names shared memory, its own or that of another block.
func (l *lowerer) sharedAddress(o syntax.Operand) ir.Operand {
	if o.Kind == syntax.Address && len(o.List) == 1 && o.List[0].Kind == syntax.Name {
		if _, symbol := l.at.scope.find(o.List[0].Name).(*symbol); !symbol {
			if r := l.registerOf(o.List[0].Name, l.at.scope); r.class.Bits() == ir.U32.Bits() {
				return l.plus(ir.U32, l.reinterpret(ir.U32, r.class, l.read(r)), o.Offset)
			}
		}
	}
	a := l.target(o, "shared")
	return l.plus(ir.U32, a.base, a.off)
}

// globalAddress returns the address of an operand that names global memory.
func (l *lowerer) globalAddress(o syntax.Operand) ir.Operand {
	a := l.target(o, "global")
	return l.plus(ir.U64, a.base, a.off)
}

// noResult emits an operation without results.
func (l *lowerer) noResult(op ir.Op, mod ir.Mod, src ...ir.Operand) {
	l.emit(ir.Instr{Op: op, Mod: mod, Src: src})
}

// blockFence emits a fence for the threads of the block.
func (l *lowerer) blockFence() { l.noResult(ir.Membar, ir.ScopeBlock) }

// changeBarrier emits a change of a barrier: some arrivals, and bytes. Its result is the state before.
func (l *lowerer) changeBarrier(mod ir.Mod, at, arrivals, bytes ir.Operand) ir.Operand {
	return l.opMod(ir.Barrier, mod, ir.U64, at, arrivals, bytes)
}

// initBarrier builds mbarrier.init.
func initBarrier(l *lowerer, m *match) {
	l.changeBarrier(ir.BarrierInit, l.sharedAddress(m.Operands[0]), l.use(1), ir.I(0))
}

// arriving builds an arrival of one thread, which may expect bytes, or of as many as the last operand says.
func arriving(mod ir.Mod, expects bool) func(*lowerer, *match) {
	return func(l *lowerer, m *match) {
		count, bytes := ir.I(1), ir.I(0)
		switch {
		case expects:
			bytes = l.use(2)
		case len(m.Operands) > 2:
			count = l.operand(m.Operands[2], types["u32"])
		}
		if !m.has("relaxed") {
			l.blockFence()
		}
		l.def(0, l.changeBarrier(mod, l.sharedAddress(m.Operands[1]), count, bytes))
	}
}

// counting builds expect_tx and complete_tx.
func counting(mod ir.Mod) func(*lowerer, *match) {
	return func(l *lowerer, m *match) { l.changeBarrier(mod, l.sharedAddress(m.Operands[0]), ir.I(0), l.use(1)) }
}

// phaseBit is the phase in the state of a barrier.
const phaseBit = 63

// waited builds test_wait and try_wait: whether the phase of a state, or the one of a parity, is over.
func waited(l *lowerer, m *match) {
	var phase ir.Operand
	if m.has("parity") {
		phase = l.operand(m.Operands[2], types["u32"])
	} else {
		phase = l.cvt(ir.U32, ir.U64, l.op(ir.Shr, ir.U64, l.inReg(ir.U64, l.operand(m.Operands[2], types["b64"])), ir.I(phaseBit)))
	}
	mod := ir.BarrierLook
	if m.has("try_wait") {
		mod = ir.BarrierTry
	}
	over := l.opMod(ir.BarrierTest, mod, ir.Pred, l.sharedAddress(m.Operands[1]), phase)
	if !m.has("relaxed") {
		l.blockFence()
	}
	l.def(0, over)
}

// pendingMask are the arrivals that a phase waits for in the state of a barrier.
const pendingMask = 1<<20 - 1

// pendingCount builds mbarrier.pending_count: the arrivals that a state's phase waited for.
func pendingCount(l *lowerer, _ *match) {
	l.def(0, l.op(ir.And, ir.U32, l.cvt(ir.U32, ir.U64, l.use(1)), ir.I(pendingMask)))
}

// copiesArrive builds the arrival of copies when they are done, which counts as some arrivals.
func copiesArrive(count uint64) func(*lowerer, *match) {
	return func(l *lowerer, m *match) {
		l.changeBarrier(ir.BarrierCopied, l.sharedAddress(m.Operands[0]), ir.I(count), ir.I(0))
	}
}

// copyGroup builds the end of a group of copies, or the wait for groups.
func copyGroup(mod ir.Mod) func(*lowerer, *match) {
	return func(l *lowerer, m *match) {
		n := ir.I(0)
		if len(m.Operands) > 0 {
			n = l.use(0)
		}
		l.noResult(ir.CopyGroup, mod, n)
	}
}

// waitAll builds cp.async.wait_all, which waits for copies of no group, too.
func waitAll(l *lowerer, _ *match) {
	l.noResult(ir.CopyGroup, ir.CopyCommit, ir.I(0))
	l.noResult(ir.CopyGroup, ir.CopyWait, ir.I(0))
}

// copyAsync builds cp.async. Where fewer bytes are read than written, the others are 0.
func copyAsync(l *lowerer, m *match) {
	size := m.Operands[2]
	if size.Kind != syntax.Int || size.Bits != 4 && size.Bits != 8 && size.Bits != 16 {
		l.fail("cp.async copies 4, 8 or 16 bytes")
		return
	}
	read := ir.I(size.Bits)
	if len(m.Operands) > 3 {
		read = l.operand(m.Operands[3], types["u32"])
	}
	way := ir.CopyNear
	if m.has("cg") {
		way = ir.CopyFar
	}
	l.noResult(ir.CopyAsync, way, l.sharedAddress(m.Operands[0]), l.globalAddress(m.Operands[1]), ir.I(size.Bits), read)
}

// receivers returns the operand that names the blocks which receive a copy; 0 for this block alone.
func (l *lowerer) receivers(m *match, at int) ir.Operand {
	if !m.has("multicast::cluster") {
		return ir.I(0)
	}
	return l.cvt(ir.U16, ir.U32, l.operand(m.Operands[at], types["u16"]))
}

// bulkCopy builds bulk copies between global and shared memory.
func bulkCopy(way ir.Mod) func(*lowerer, *match) {
	return func(l *lowerer, m *match) {
		if way == ir.BulkStore {
			l.noResult(ir.CopyBulk, way, l.sharedAddress(m.Operands[1]), l.globalAddress(m.Operands[0]), l.use(2), ir.I(0), ir.I(0))
			return
		}
		l.noResult(ir.CopyBulk, way, l.sharedAddress(m.Operands[0]), l.globalAddress(m.Operands[1]), l.use(2), l.sharedAddress(m.Operands[3]), l.receivers(m, 4))
	}
}

// shareCopy builds a bulk copy to shared memory of another block.
func shareCopy(l *lowerer, m *match) {
	from := l.cvt(ir.U64, ir.U32, l.sharedAddress(m.Operands[1]))
	l.noResult(ir.CopyBulk, ir.BulkShare, l.sharedAddress(m.Operands[0]), from, l.use(2), l.sharedAddress(m.Operands[3]), ir.I(0))
}

func bulkPrefetch(l *lowerer, m *match) {
	l.noResult(ir.CopyBulk, ir.BulkPrefetch, ir.I(0), l.globalAddress(m.Operands[0]), l.use(1), ir.I(0), ir.I(0))
}

// bulkReduce builds a reduction of shared memory into global memory.
func bulkReduce(l *lowerer, m *match) {
	t := m.t().ir
	if isHalf(m.t()) || isBfloat(m.t()) {
		t = ir.U16
	}
	l.emit(ir.Instr{Op: ir.CopyReduce, Mod: atomicOf(m), Type: t, Src: []ir.Operand{l.sharedAddress(m.Operands[1]), l.globalAddress(m.Operands[0]), l.use(2)}})
}

// box returns the operands of a tensor map and of coordinates: [map, {x, y}].
func (l *lowerer) box(m *match, at int) (tensor ir.Operand, coordinates []ir.Operand) {
	o := m.Operands[at]
	if len(o.List) != 2 {
		l.fail("a box is named by a tensor map and its coordinates: [map, {x, y}]")
		return ir.I(0), nil
	}
	for _, x := range vector(o.List[1]) {
		coordinates = append(coordinates, l.operand(x, types["s32"]))
	}
	return l.inReg(ir.U64, l.operand(o.List[0], types["u64"])), coordinates
}

func (l *lowerer) copyBox(m *match, way ir.Mod, at int, shared, barrier, blocks ir.Operand) {
	tensor, coordinates := l.box(m, at)
	l.noResult(ir.CopyBox, way, append([]ir.Operand{shared, tensor, barrier, blocks}, coordinates...)...)
}

func boxLoad(l *lowerer, m *match) {
	l.copyBox(m, ir.BulkLoad, 1, l.sharedAddress(m.Operands[0]), l.sharedAddress(m.Operands[2]), l.receivers(m, 3))
}

func boxStore(l *lowerer, m *match) {
	l.copyBox(m, ir.BulkStore, 0, l.sharedAddress(m.Operands[1]), ir.I(0), ir.I(0))
}

func boxPrefetch(l *lowerer, m *match) { l.copyBox(m, ir.BulkPrefetch, 0, ir.I(0), ir.I(0), ir.I(0)) }

// refusedReduce refuses the reduction of a box: the type of its elements is known at run time alone.
func refusedReduce(l *lowerer, _ *match) {
	l.fail("the reduction of a box of a tensor is not simulated")
}

func mapShared(l *lowerer, _ *match) { l.def(0, l.op(ir.MapShared, ir.U32, l.use(1), l.use(2))) }

// mapGeneric builds mapa of a generic address of shared memory, whose lower half is the address there.
func mapGeneric(l *lowerer, _ *match) {
	at := l.op(ir.MapShared, ir.U32, l.cvt(ir.U32, ir.U64, l.use(1)), l.use(2))
	l.windows[ir.Shared] = true
	l.def(0, l.op(ir.Or, ir.U64, l.cvt(ir.U64, ir.U32, at), ir.I(ir.FirstGeneric(ir.Shared))))
}

// rankOf builds getctarank: the rank of the block in whose shared memory an address lies.
func rankOf(l *lowerer, m *match) {
	at := l.use(1)
	if m.has("u64") {
		at = l.cvt(ir.U32, ir.U64, at)
	}
	high := l.op(ir.Shr, ir.U32, l.inReg(ir.U32, at), ir.I(ir.ClusterShift))
	own := l.opMod(ir.Setp, ir.EQ, ir.U32, high, ir.I(0))
	l.def(0, l.op(ir.Selp, ir.U32, l.opMod(ir.Special, ir.ClusterRank, ir.U32), l.op(ir.Sub, ir.U32, high, ir.I(1)), own))
}

// clusterBarrier builds a barrier of the blocks of a cluster.
func clusterBarrier(mod ir.Mod) func(*lowerer, *match) {
	return func(l *lowerer, _ *match) { l.noResult(ir.ClusterBar, mod) }
}
