package write

// This file writes copies between global and shared memory that no register takes part in.

import (
	"fmt"
	"strings"

	"gpucourse/gpusim/internal/ir"
)

// caches are the cache operators of asynchronous copies.
var caches = map[ir.Mod]string{ir.CopyNear: "ca", ir.CopyFar: "cg"}

func (w *writer) copyAsync() {
	w.emit("cp.async.%s.shared.global [%s], [%s], %s, %s", caches[w.in.Mod], w.register(0), w.register(1), w.src(2), w.src(3))
}

// clusterBarrier writes the arrival at the barrier of the cluster, and the wait there.
func (w *writer) clusterBarrier() {
	w.emit("%s", map[ir.Mod]string{ir.ClusterArrive: "barrier.cluster.arrive", ir.ClusterRelaxed: "barrier.cluster.arrive.relaxed", ir.ClusterWait: "barrier.cluster.wait"}[w.in.Mod])
}

// groups are the instructions that close groups of copies and wait for them.
var groups = map[ir.Mod]string{
	ir.CopyCommit: "cp.async.commit_group", ir.CopyWait: "cp.async.wait_group",
	ir.BulkCommit: "cp.async.bulk.commit_group", ir.BulkWait: "cp.async.bulk.wait_group", ir.BulkWaitRead: "cp.async.bulk.wait_group.read",
}

func (w *writer) copyGroup() {
	if w.in.Mod == ir.CopyCommit || w.in.Mod == ir.BulkCommit {
		w.emit("%s", groups[w.in.Mod])
		return
	}
	w.emit("%s %s", groups[w.in.Mod], w.src(0))
}

// copyBulk writes a copy that one thread begins for many.
func (w *writer) copyBulk() {
	shared, other := w.register(0), w.register(1)
	if w.in.Mod == ir.BulkStore {
		w.emit("cp.async.bulk.global.shared::cta.bulk_group [%s], [%s], %s", other, shared, w.register(2))
		return
	}
	if w.in.Mod == ir.BulkShare {
		from := w.temp(classOf(ir.U32))
		w.emit("cvt.u32.u64 %s, %s", from, other)
		w.emit("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%s], [%s], %s, [%s]", shared, from, w.register(2), w.register(3))
		return
	}
	many, blocks := w.receivers(4)
	w.emit("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes%s [%s], [%s], %s, [%s]%s", many, shared, other, w.register(2), w.register(3), blocks)
}

// receivers returns what says that several blocks get a copy: a modifier, and the operand with the blocks.
func (w *writer) receivers(i int) (modifier, operand string) {
	if in := w.in.Src[i]; !in.IsReg && in.Imm == 0 {
		return "", ""
	}
	r := w.temp(half)
	w.emit("cvt.u16.u32 %s, %s", r, w.register(i))
	return ".multicast::cluster", ", " + r
}

// copyReduce writes the addition of shared memory to global memory.
func (w *writer) copyReduce() {
	w.emit("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.%s [%s], [%s], %s", w.in.Type, w.register(1), w.register(0), w.register(2))
}

// copyBox writes the copy of a box. The map of its tensor is a parameter of the kernel, or lies in global memory.
func (w *writer) copyBox() {
	const first = 4 // operand of the first coordinate
	shared, tensor := w.register(0), w.mapAddress(w.in.Src[1])
	var at []string
	for i := first; i < len(w.in.Src); i++ {
		at = append(at, w.register(i))
	}
	box := fmt.Sprintf("[%s, {%s}]", tensor, strings.Join(at, ", "))
	if w.in.Mod == ir.BulkStore {
		w.emit("cp.async.bulk.tensor.%dd.global.shared::cta.tile.bulk_group %s, [%s]", len(at), box, shared)
		return
	}
	many, blocks := w.receivers(3)
	w.emit("cp.async.bulk.tensor.%dd.shared::cluster.global.tile.mbarrier::complete_tx::bytes%s [%s], %s, [%s]%s", len(at), many, shared, box, w.register(2), blocks)
}

// mapAddress returns a register with the generic address of a tensor map.
func (w *writer) mapAddress(o ir.Operand) string {
	at, ok := boxParameter(o)
	if !ok {
		return w.register(1)
	}
	r := w.temp(classOf(ir.U64))
	w.emit("mov.b64 %s, %s", r, w.m.parameterAt(at).name)
	w.emit("cvta.param.u64 %s, %s", r, r)
	return r
}

// boxParameter returns the offset of the parameter at a generic address.
func boxParameter(o ir.Operand) (at int, ok bool) {
	space, off := ir.SpaceOf(o.Imm)
	return int(off), !o.IsReg && space == ir.Param
}

// barrier writes a change of a barrier in shared memory.
func (w *writer) barrier() {
	at, in := w.register(0), w.in
	switch {
	case in.Mod == ir.BarrierInit:
		w.emit("mbarrier.init.shared.b64 [%s], %s", at, w.src(1))
	case in.Mod == ir.BarrierExpect:
		w.emit("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%s], %s", at, w.src(2))
	case in.Src[2].IsReg || in.Src[2].Imm != 0:
		w.emit("mbarrier.arrive.expect_tx.shared::cta.b64 %s, [%s], %s", w.dst(), at, w.src(2))
	default:
		w.emit("mbarrier.arrive.shared::cta.b64 %s, [%s], %s", w.dst(), at, w.src(1))
	}
}

// barrierTest writes the look whether a phase is over.
func (w *writer) barrierTest() {
	w.emit("mbarrier.try_wait.parity.shared::cta.b64 %s, [%s], %s", w.dst(), w.register(0), w.src(1))
}

// fence writes a fence, also one for bulk copies.
func (w *writer) fence() {
	if w.in.Mod == ir.ScopeAsync {
		w.emit("fence.proxy.async.shared::cta")
		return
	}
	w.emit("membar.%s", w.in.Mod)
}

// loadMatrix writes the load of one, two or four matrices.
func (w *writer) loadMatrix() {
	across := map[ir.Mod]string{ir.Columns: ".trans"}[w.in.Mod]
	w.emit("ldmatrix.sync.aligned.m8n8.x%d%s.shared.b16 {%s}, [%s]", len(w.in.Dst), across, strings.Join(w.results(), ", "), w.register(0))
}

// matrixProduct writes the product of gpu.MmaM16N8K16.
func (w *writer) matrixProduct() {
	const a, b = 4, 6 // the registers of the factors end there
	list := w.sources()
	part := func(list []string) string { return "{" + strings.Join(list, ", ") + "}" }
	w.emit("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 %s, %s, %s, %s", part(w.results()), part(list[:a]), part(list[a:b]), part(list[b:]))
}
