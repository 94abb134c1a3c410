package simt

// This file executes loads and stores. resolve.go finds the object and checks
// every lane before data moves.

import (
	"unsafe"

	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// memOp is the decoded part of a memory instruction.
type memOp struct {
	space  ir.Space
	kind   trace.Kind
	bytes  int // per lane, all elements of a vector
	elem   int // bytes of one element
	off    int64
	root   ir.VarID
	region int     // index into accessState.regions
	parts  []inst  // Ld: one result per element
	values []int32 // St, Atom: slots of the values

	readOnly, volatile bool
	hint               ir.Hint
	counted, whole     bool // as in trace.Access

	poll *pollLoop // nil: the loop does not wait for what the access reads
}

func (d *decoder) memOp(in *ir.Instr) *memOp {
	m := &memOp{
		space: in.Space, bytes: in.Natural(), elem: in.Type.Bytes(), off: in.Off, root: in.Root,
		region: regionIndex(d.p.Kernel, in), readOnly: in.ReadOnly, volatile: in.Volatile, hint: in.Hint,
	}
	switch in.Op {
	case ir.Ld:
		for _, r := range in.Dst {
			m.parts = append(m.parts, inst{dst: int32(r), masked: in.Keep || d.masked.needed(d.block, r)})
		}
	case ir.St:
		m.kind = trace.Store
	case ir.Atom:
		m.kind = trace.Atomic
	}
	for i := 1; i < len(in.Src); i++ {
		m.values = append(m.values, d.operand(in, i))
	}
	return m
}

// regionIndex returns the index in accessState.regions. Objects come first, then
// the spaces, for accesses whose object is not known.
func regionIndex(k *ir.Kernel, in *ir.Instr) int {
	if in.Root != 0 {
		return int(in.Root) - 1
	}
	return len(k.Vars) + int(in.Space)
}

// accessExec returns the load or store of an instruction's element type.
func accessExec(in *ir.Instr) exec {
	e := &elements[in.Type]
	if in.Op == ir.Ld {
		return func(w *warp, in *inst) { w.load(in, e) }
	}
	return func(w *warp, in *inst) { w.store(in, e) }
}

// accessing returns the lanes whose guard holds, with their addresses in w.mem. There are none
// if one of them faults.
func (w *warp) accessing(in *inst) trace.Mask {
	if active := w.guarded(in); active != 0 && w.resolve(in, active) {
		return active
	}
	return 0
}

// load executes a load for the lanes whose guard holds.
func (w *warp) load(in *inst, e *element) {
	active := w.accessing(in)
	if active == 0 {
		return
	}
	w.notifyPolled(in)
	if !in.ir.Keep {
		w.fetch(in, e)
		return
	}
	mask, converged := w.mask, w.converged
	w.mask, w.converged = active, converged && active == mask
	w.fetch(in, e)
	w.mask, w.converged = mask, converged
}

// fetch writes what the last access reads to the results of a load.
func (w *warp) fetch(in *inst, e *element) {
	m, t := in.mem, &w.mem.target
	if c := w.worker.staleL1; c != nil {
		if from := c.cacheFor(m, w.worker.index); from != nil {
			w.loadStale(in, e, from)
			return
		}
		w.updateStale(in)
	}
	for i := range m.parts {
		part, off := &m.parts[i], i*m.elem
		switch {
		case !t.affine:
			d := w.beginWrite(part)
			for _, g := range w.mem.groups {
				e.gather(d, unsafe.Add(g.p, off), &w.mem.offsets, g.mask)
			}
			w.endWrite(part)
		case t.dx|t.dy|int64(t.region.stride) == 0:
			w.setScalar(part, e.uniform(unsafe.Add(t.region.p, t.offset+int64(off))))
		default:
			e.readAffine(w.beginWrite(part), w.laneLayout(t, off), w.shape)
			w.endWrite(part)
		}
	}
}

// store executes a store for the lanes whose guard holds.
func (w *warp) store(in *inst, e *element) {
	active := w.accessing(in)
	if active == 0 {
		return
	}
	m, t := in.mem, &w.mem.target
	w.notifyChanging(m)
	for i, slot := range m.values {
		v, off := w.expand(&w.regs[slot]), i*m.elem
		w.notifyStore(m, v, w.regs[slot].wide, off)
		if t.affine {
			e.writeAffine(v, w.laneLayout(t, off), w.shape, active)
			continue
		}
		for _, g := range w.mem.groups {
			e.scatter(v, unsafe.Add(g.p, off), &w.mem.offsets, g.mask)
		}
	}
	w.changes(m)
	w.notifyChanged(m)
	w.updateStale(in)
}

// notifyChanged tells the observer that the last access has changed memory.
func (w *warp) notifyChanged(m *memOp) {
	if f := w.worker.observer.Changed; f != nil && m.space == ir.Global {
		f(trace.Change{Access: &w.mem.record, Before: &w.worker.replaced, Now: w.wordAt})
	}
}

// wordBytes is the most bytes that wordAt returns.
const wordBytes = 8

// notifyChanging keeps what the last access is going to change, if the observer asks for changes.
func (w *warp) notifyChanging(m *memOp) {
	if w.worker.observer.Changed == nil || m.space != ir.Global {
		return
	}
	for rest := w.mem.record.Active; rest != 0; rest &= rest - 1 {
		lane := rest.First()
		w.worker.replaced[lane] = w.wordAt(w.mem.record.Lane(lane), min(m.bytes, wordBytes))
	}
}

// wordAt returns up to wordBytes bytes at an address of global memory.
func (w *warp) wordAt(addr uint64, n int) uint64 {
	a := w.worker.launch.Memory.Find(addr)
	if a == nil || addr+uint64(n) > a.End() {
		return 0
	}
	w.worker.launch.Memory.fill(addr, uint64(n))
	return wordOf(a.Data[addr-a.Base:][:n])
}

// notifyStore passes the values of one element of a store to the observer.
func (w *warp) notifyStore(m *memOp, v *laneBits, wide bool, off int) {
	stored := w.worker.observer.Stored
	if stored == nil {
		return
	}
	if wide {
		stored(trace.Stored{Access: &w.mem.record, Offset: off, Bytes: m.elem, Values: (*trace.Lanes)(lanesOf[uint64](v))})
		return
	}
	values := &w.worker.stored
	for i, bits := range lanesOf[uint32](v) {
		values[i] = uint64(bits)
	}
	stored(trace.Stored{Access: &w.mem.record, Offset: off, Bytes: m.elem, Values: values})
}

// guarded returns the active lanes whose guard predicate holds, and counts the
// others as predicated off.
func (w *warp) guarded(in *inst) trace.Mask {
	if in.guard == 0 {
		return w.mask
	}
	p := w.pred(in.guard)
	if in.not {
		p = ^p
	}
	w.worker.predicatedOff[in.pc] += uint64((w.mask &^ p).Count())
	return w.mask & p
}

// laneLayout returns where the lanes of an affine access lie in memory, off bytes
// into each lane's share.
func (w *warp) laneLayout(t *target, off int) laneLayout {
	return laneLayout{
		p:  unsafe.Add(t.region.p, t.offset+int64(off)),
		dx: int(t.dx) + t.region.stride,
		dy: int(t.dy) + t.region.stride*w.shape.width,
	}
}
