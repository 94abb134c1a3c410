package simt

// This file decodes operations with many operands: copies without registers, barriers in shared
// memory, and matrices that lie in the registers of a warp.

import (
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// manyOp holds the slots of all operands, and a part for each result.
type manyOp struct {
	args  []int32
	parts []inst
}

func (d *decoder) manyOp(in *ir.Instr) *manyOp {
	m := &manyOp{}
	for i := range in.Src {
		m.args = append(m.args, d.operand(in, i))
	}
	for _, r := range in.Dst {
		m.parts = append(m.parts, inst{dst: int32(r), masked: d.masked.needed(d.block, r)})
	}
	return m
}

// words returns operand i, of 32 bits, by lane.
func (w *warp) words(in *inst, i int) *lanes[uint32] {
	return lanesOf[uint32](w.expand(&w.regs[in.many.args[i]]))
}

// longs returns operand i, of 64 bits, by lane.
func (w *warp) longs(in *inst, i int) *lanes[uint64] {
	return lanesOf[uint64](w.expand(&w.regs[in.many.args[i]]))
}

// tellAccess tells the observer of an access at w.mem.addrs that no address operand of the instruction describes.
func (w *warp) tellAccess(in *inst, kind trace.Kind, space ir.Space, bytes int, active trace.Mask) {
	if w.observe == nil || active == 0 {
		return
	}
	w.tellAs(in, trace.Access{Kind: kind, Space: space, Bytes: bytes, Active: active, Addr: &w.mem.addrs})
}

// tellAs tells the observer of an access that no address operand of the instruction describes.
func (w *warp) tellAs(in *inst, told trace.Access) {
	a := &w.mem.record
	told.PC, told.Width, told.Block, told.Warp = in.pc, a.Width, a.Block, a.Warp
	*a = told
	w.worker.since.observed(a)
	w.observe(a)
	a.Past, a.Copied, a.Into = false, false, nil // the next access is no copy
}

// tellShared is tellAccess for shared memory at an address for each lane.
func (w *warp) tellShared(in *inst, kind trace.Kind, bytes int, active trace.Mask, at *lanes[uint32]) {
	for i, address := range at {
		w.mem.addrs[i] = uint64(address)
	}
	w.tellAccess(in, kind, ir.Shared, bytes, active)
}

// tellPhase tells the observer what the warp does at a barrier in shared memory.
func (w *warp) tellPhase(in *inst, p trace.Phase) {
	if f := w.worker.observer.Phase; f != nil {
		p.PC, p.Block, p.Warp = in.pc, w.worker.index, w.index
		f(&p)
	}
}

// tellPieces tells the observer of an access of one lane to many neighbouring bytes: as lanes that access pieceBytes
// each, one after another.
func (w *warp) tellPieces(in *inst, kind trace.Kind, space ir.Space, address uint64, bytes int) {
	if w.observe == nil {
		return
	}
	for most := w.worker.p.spec.WarpSize; bytes > 0; {
		n := min(bytes/pieceBytes, most)
		w.tellAs(in, trace.Access{
			Kind: kind, Space: space, Bytes: pieceBytes, Active: trace.MaskOf(0, n), Past: space == ir.Global, Copied: space == ir.Shared,
			Base: address, DX: pieceBytes, DY: int64(w.mem.record.Width * pieceBytes),
		})
		address, bytes = address+uint64(n*pieceBytes), bytes-n*pieceBytes
	}
}

// pieceBytes is the unit of bulk copies.
const pieceBytes = 16
