package simt

// This file executes copies between global and shared memory that no register takes part in. A copy is done when it is
// issued, which is one of the times at which it may be done: who does not wait for it reads what it brings all the same.

import (
	"fmt"
	"slices"
	"unsafe"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/padding"
	"gpucourse/gpusim/internal/tensormap"
	"gpucourse/gpusim/trace"
)

// sharedBytes returns n bytes of shared memory at an address, of this block or of another one of its cluster. It faults
// where they do not lie in it, or where the address is no multiple of align.
func (w *warp) sharedBytes(in *inst, lane int, address uint32, n, align int) []byte {
	wk, at := w.worker, int(address&ir.ClusterMask)
	if rank := int(address >> ir.ClusterShift); rank > 0 {
		if wk = wk.peer(rank - 1); wk == nil {
			w.fault(in.ir, diag.WildAddress, "mapa takes a rank below the size of the cluster", "shared memory of block rank %d, which the cluster does not have; %s", rank-1, w.describeLane(lane))
			return nil
		}
	}
	switch {
	case at+n > len(wk.shared):
		w.fault(in.ir, diag.IndexOutOfRange, "give the launch more dynamic shared memory, or copy less",
			"%d bytes at byte %d of shared memory, which has %d bytes; %s", n, at, len(wk.shared), w.describeLane(lane))
		return nil
	case at%align != 0:
		w.fault(in.ir, diag.Misaligned, fmt.Sprintf("put the array into a struct with a field of type gpu.Align%d", align), "shared address %d is no multiple of %d; %s", at, align, w.describeLane(lane))
		return nil
	}
	return wk.shared[at:][:n:n]
}

// globalBytes returns n bytes of global memory at an address, or faults as sharedBytes.
func (w *warp) globalBytes(in *inst, lane int, address uint64, n, align int) []byte {
	g := w.findAllocation(address)
	switch {
	case g == nil:
		w.fault(in.ir, diag.WildAddress, "check the index that the pointer was made with", "a copy at address %#x, where no memory is allocated; %s", address, w.describeLane(lane))
		return nil
	case address-g.lo+uint64(n) > g.size:
		w.fault(in.ir, diag.IndexOutOfRange, "copy no more than the array has", "a copy of %d bytes at byte %d of an allocation, which has %d bytes; %s", n, address-g.lo, g.size, w.describeLane(lane))
		return nil
	case address%uint64(align) != 0:
		w.fault(in.ir, diag.Misaligned, "copy from and to addresses of this alignment", "a copy at address %#x, which is no multiple of %d; %s", address, align, w.describeLane(lane))
		return nil
	}
	if g.filling != nil && n > 0 {
		g.filling.need(address-g.lo, uint64(n))
	}
	return unsafe.Slice((*byte)(unsafe.Add(g.p, address-g.lo)), n)
}

// execCopyAsync copies a few bytes for each lane. What is not read becomes zero.
func execCopyAsync(w *warp, in *inst) {
	to, from, sizes, reads := w.words(in, 0), w.longs(in, 1), w.words(in, 2), w.words(in, 3)
	n, reading := int(sizes[w.mask.First()&(arch.MaxLanes-1)]), trace.Mask(0)
	for rest := w.mask; rest != 0; rest &= rest - 1 {
		i := rest.First()
		d := w.sharedBytes(in, i, to[i], n, n)
		if d == nil {
			return
		}
		read := min(int(reads[i]), n)
		if clear(d[read:]); read == 0 {
			continue
		}
		s := w.globalBytes(in, i, from[i], read, n)
		if s == nil {
			return
		}
		copy(d, s)
		reading |= 1 << i
	}
	w.tellCopy(in, n, reading, from, to)
	w.tellCopies(in, to, n)
	w.tellWritten(in, n, to)
	w.worker.writes++
}

// tellCopy tells the observer what a copy of a few bytes for each lane reads.
func (w *warp) tellCopy(in *inst, bytes int, active trace.Mask, from *lanes[uint64], to *lanes[uint32]) {
	if w.observe == nil || active == 0 {
		return
	}
	w.mem.addrs = trace.Lanes(*from)
	for i, address := range to {
		w.mem.into[i] = uint64(address)
	}
	w.tellAs(in, trace.Access{Kind: trace.Load, Space: ir.Global, Bytes: bytes, Active: active, Addr: &w.mem.addrs, Into: &w.mem.into, Past: in.ir.Mod == ir.CopyFar})
}

// tellWritten tells the observer what it writes.
func (w *warp) tellWritten(in *inst, bytes int, to *lanes[uint32]) {
	if w.observe == nil {
		return
	}
	for i, address := range to {
		w.mem.addrs[i] = uint64(address)
	}
	w.tellAs(in, trace.Access{Kind: trace.Store, Space: ir.Shared, Bytes: bytes, Active: w.mask, Addr: &w.mem.addrs, Copied: true})
}

// execCopyBulk copies many bytes for each active lane, which is one as a rule.
func execCopyBulk(w *warp, in *inst) {
	shared, other, sizes, barriers, blocks := w.words(in, 0), w.longs(in, 1), w.words(in, 2), w.words(in, 3), w.words(in, 4)
	for rest := w.mask; rest != 0; rest &= rest - 1 {
		i := rest.First()
		n := int(sizes[i])
		if n%pieceBytes != 0 {
			w.fault(in.ir, diag.Misaligned, "copy whole pieces of 16 bytes in bulk, and the rest with cp.async or a load", "a bulk copy of %d bytes, which is no multiple of %d; %s", n, pieceBytes, w.describeLane(i))
			return
		}
		switch in.ir.Mod {
		case ir.BulkPrefetch:
			if w.globalBytes(in, i, other[i], n, pieceBytes) == nil {
				return
			}
			w.tellPieces(in, trace.Load, ir.Global, other[i], n)
		case ir.BulkLoad:
			s := w.globalBytes(in, i, other[i], n, pieceBytes)
			if s == nil {
				return
			}
			w.tellReceivers(in, barriers[i], blocks[i], n)
			w.tellPieces(in, trace.Load, ir.Global, other[i], n)
			w.receive(in, i, shared[i], barriers[i], blocks[i], n, func(d []byte) { copy(d, s) })
		case ir.BulkShare:
			s := w.sharedBytes(in, i, uint32(other[i]), n, pieceBytes)
			if s == nil {
				return
			}
			w.tellCounted(in, i, uint32(other[i]), barriers[i], n, false)
			w.tellReceivers(in, barriers[i], 0, n)
			w.tellPieces(in, trace.Load, ir.Shared, other[i], n)
			w.receive(in, i, shared[i], barriers[i], 0, n, func(d []byte) { copy(d, s) })
		default:
			d, s := w.globalBytes(in, i, other[i], n, pieceBytes), w.sharedBytes(in, i, shared[i], n, pieceBytes)
			if d == nil || s == nil {
				return
			}
			copy(d, s)
			w.tellBulk(in, i, shared[i], n)
			w.tellPieces(in, trace.Load, ir.Shared, uint64(shared[i]), n)
			w.tellPieces(in, trace.Store, ir.Global, other[i], n)
		}
		if w.state == failed {
			return
		}
	}
	w.worker.writes++
}

// receivers returns which blocks of the cluster get a copy, as they stand in addresses of shared memory: those of a set,
// or the block itself where the set is empty.
func receivers(blocks uint32) (ranks []uint32) {
	if blocks == 0 {
		return []uint32{0}
	}
	for r := range uint32(arch.MaxLanes) {
		if blocks>>r&1 != 0 {
			ranks = append(ranks, (r+1)<<ir.ClusterShift)
		}
	}
	return ranks
}

// tellReceivers tells the observer which barriers count the n bytes of a copy.
func (w *warp) tellReceivers(in *inst, barrier, blocks uint32, n int) {
	for _, r := range receivers(blocks) {
		at := barrier
		if r != 0 {
			at = at&ir.ClusterMask | r
		}
		w.tellPhase(in, trace.Phase{Address: uint64(at), Bytes: int64(n)})
	}
}

// receive lets fill write n bytes of shared memory, of this block or of each of some blocks of the cluster, and counts
// them at the barriers there.
func (w *warp) receive(in *inst, lane int, address, barrier, blocks uint32, n int, fill func(d []byte)) {
	for _, r := range receivers(blocks) {
		to, at := address, barrier
		if r != 0 {
			to, at = to&ir.ClusterMask|r, at&ir.ClusterMask|r
		}
		d := w.sharedBytes(in, lane, to, n, pieceBytes)
		if d == nil {
			return
		}
		fill(d)
		w.tellCounted(in, lane, to, at, n, true)
		w.tellPieces(in, trace.Store, ir.Shared, uint64(to), n)
		if !w.changeBarrier(in, lane, at, func(s *barrierState) { s.bytes -= int64(n) }) {
			return
		}
	}
}

// execCopyReduce combines shared memory with global memory, element by element.
func execCopyReduce(w *warp, in *inst) {
	shared, other, sizes := w.words(in, 0), w.longs(in, 1), w.words(in, 2)
	for rest := w.mask; rest != 0; rest &= rest - 1 {
		i := rest.First()
		n := int(sizes[i])
		d, s := w.globalBytes(in, i, other[i], n, pieceBytes), w.sharedBytes(in, i, shared[i], n, pieceBytes)
		if d == nil || s == nil {
			return
		}
		combine(in.ir, d, s)
		w.tellBulk(in, i, shared[i], n)
		w.tellPieces(in, trace.Load, ir.Shared, uint64(shared[i]), n)
		w.tellPieces(in, trace.Atomic, ir.Global, other[i], n)
	}
	w.worker.writes++
}

// combine replaces the elements of d by what an atomic makes of them and of those of s.
func combine(in *ir.Instr, d, s []byte) {
	size := in.Type.Bytes()
	for at := 0; at < len(d); at += size {
		old, v := wordOf(d[at:][:size]), wordOf(s[at:][:size])
		putWord(d[at:][:size], ir.EvalAtomic(in.Mod, in.Type, old, v))
	}
}

// wordOf reads up to 8 bytes, the lowest first; putWord writes them.
func wordOf(b []byte) (v uint64) {
	for i := range b {
		v |= uint64(b[i]) << (8 * i)
	}
	return v
}

func putWord(b []byte, v uint64) {
	for i := range b {
		b[i] = byte(v >> (8 * i))
	}
}

// execCopyBox copies a box of a tensor for each active lane.
func execCopyBox(w *warp, in *inst) {
	shared, maps, barriers, blocks := w.words(in, 0), w.longs(in, 1), w.words(in, 2), w.words(in, 3)
	for rest := w.mask; rest != 0; rest &= rest - 1 {
		i := rest.First()
		m, at, ok := w.box(in, i, maps[i])
		if !ok {
			return
		}
		switch n := m.BoxBytes(); in.ir.Mod {
		case ir.BulkLoad:
			w.tellReceivers(in, barriers[i], blocks[i], n)
			w.receive(in, i, shared[i], barriers[i], blocks[i], n, func(d []byte) { w.readBox(in, i, m, at, shared[i], d) })
		case ir.BulkPrefetch:
			w.boxRows(in, i, m, at, trace.Load, func(tensormap.Row, []byte) {})
		default:
			s := w.sharedBytes(in, i, shared[i], n, tensormap.SharedAlign)
			if s == nil {
				return
			}
			w.tellBulk(in, i, shared[i], n)
			w.tellPieces(in, trace.Load, ir.Shared, uint64(shared[i]), n)
			w.boxRows(in, i, m, at, trace.Store, func(r tensormap.Row, row []byte) {
				m.EachElement(r, shared[i], func(box, memory int) { copy(row[memory:][:m.Element.Bytes()], s[box:]) })
			})
		}
		if w.state == failed {
			return
		}
	}
	w.worker.writes++
}

// box returns the tensor map at a generic address, and the coordinates of a lane's box.
func (w *warp) box(in *inst, lane int, address uint64) (m *tensormap.Map, at []int32, ok bool) {
	const first = 4 // the operand of the first coordinate
	var data []byte
	switch space, off := ir.SpaceOf(address); space {
	case ir.Param:
		data = w.worker.launch.Params[min(off, uint64(len(w.worker.launch.Params))):]
	case ir.Const:
		data = w.worker.launch.Const[min(off, uint64(len(w.worker.launch.Const))):]
	case ir.Global:
		if data = w.globalBytes(in, lane, address, tensormap.Bytes, tensormap.Align); data == nil {
			return nil, nil, false
		}
	}
	decoded, ok := tensormap.Decode(data)
	if !ok || len(decoded.Dims) != len(in.many.args)-first {
		w.fault(in.ir, diag.WildAddress, "make it with gpusim.NewTensorMap and pass it as a parameter of type gpu.TensorMap",
			"address %#x holds no tensor map of %d dimensions; %s", address, len(in.many.args)-first, w.describeLane(lane))
		return nil, nil, false
	}
	for i := first; i < len(in.many.args); i++ {
		at = append(at, int32(w.words(in, i)[lane]))
	}
	return &decoded, at, true
}

// boxRows calls f for each row of a box that has elements in the tensor, with the bytes of global memory from its first
// element on, and tells the observer of the access.
func (w *warp) boxRows(in *inst, lane int, m *tensormap.Map, at []int32, kind trace.Kind, f func(r tensormap.Row, row []byte)) {
	if int(at[0])*m.Element.Bytes()%pieceBytes != 0 {
		w.fault(in.ir, diag.Misaligned, "let the first coordinate of a box be a multiple of 16 bytes", "a box at coordinates %v of elements of %d bytes: where a row does not begin at a multiple of %d bytes, hardware stops with an illegal instruction; %s", at, m.Element.Bytes(), pieceBytes, w.describeLane(lane))
		return
	}
	if kind != trace.Load && slices.ContainsFunc(at, func(x int32) bool { return x < 0 }) {
		w.fault(in.ir, diag.IndexOutOfRange, "begin the box inside the tensor, and let it go beyond the other end", "a box is stored at coordinates %v: below 0 hardware stops with an illegal instruction; %s", at, w.describeLane(lane))
		return
	}
	m.Rows(at, kind != trace.Load, func(r tensormap.Row) {
		if r.Inside == 0 || w.state == failed {
			return
		}
		row := w.globalBytes(in, lane, r.Memory, m.MemoryBytes(r), m.Element.Bytes())
		if row == nil {
			return
		}
		f(r, row)
		first := r.Memory &^ (pieceBytes - 1)
		w.tellPieces(in, kind, ir.Global, first, int(padding.Up(r.Memory+uint64(len(row)), pieceBytes)-first))
	})
}

// readBox fills shared memory at an address with a box.
func (w *warp) readBox(in *inst, lane int, m *tensormap.Map, at []int32, address uint32, d []byte) {
	if m.NaN {
		m.FillNaN(d)
	} else {
		clear(d)
	}
	w.boxRows(in, lane, m, at, trace.Load, func(r tensormap.Row, row []byte) {
		m.EachElement(r, address, func(box, memory int) { copy(d[box:][:m.Element.Bytes()], row[memory:]) })
	})
}
