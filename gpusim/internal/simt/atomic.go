package simt

// This file holds the atomic operations. Lanes update memory in ascending order, so
// sums of floats are the same in every run.

import (
	"math"
	"unsafe"

	"gpucourse/gpusim/internal/ir"
)

// atomics holds the atomic operations, by type and Mod.
var atomics = buildAtomics()

func buildAtomics() map[opKey]exec {
	t := map[opKey]exec{}
	atomicInts[uint32](t, ir.U32)
	atomicInts[int32](t, ir.S32)
	atomicInts[uint64](t, ir.U64)
	atomicInts[int64](t, ir.S64)
	atomicNumbers[float32](t, ir.F32)
	atomicNumbers[float64](t, ir.F64)
	t[opKey{ir.Atom, ir.U32, ir.AtomInc}] = atomically(func(old, limit, _ uint32) uint32 {
		if old >= limit {
			return 0
		}
		return old + 1
	})
	t[opKey{ir.Atom, ir.U32, ir.AtomDec}] = atomically(func(old, limit, _ uint32) uint32 {
		if old == 0 || old > limit {
			return limit
		}
		return old - 1
	})
	for _, mod := range []ir.Mod{ir.AtomAddHalf, ir.AtomAddBfloat} {
		sum := func(old, v, _ uint32) uint32 { return mod.PairSum()(old, v) }
		t[opKey{ir.Atom, ir.U32, mod}] = atomically(sum)
		t[opKey{ir.Atom, ir.U16, mod}] = atomicallyIn[uint16](sum)
	}
	t[opKey{ir.Atom, ir.U16, ir.AtomCas}] = atomicallyIn[uint16](func(old, compare, v uint32) uint32 {
		if old == compare&math.MaxUint16 {
			return v
		}
		return old
	})
	return t
}

func atomicInts[T integer](t map[opKey]exec, typ ir.Type) {
	atomicNumbers[T](t, typ)
	t[opKey{ir.Atom, typ, ir.AtomAnd}] = atomically(func(old, v, _ T) T { return old & v })
	t[opKey{ir.Atom, typ, ir.AtomOr}] = atomically(func(old, v, _ T) T { return old | v })
	t[opKey{ir.Atom, typ, ir.AtomXor}] = atomically(func(old, v, _ T) T { return old ^ v })
}

func atomicNumbers[T number](t map[opKey]exec, typ ir.Type) {
	t[opKey{ir.Atom, typ, ir.AtomAdd}] = atomically(func(old, v, _ T) T { return old + v })
	t[opKey{ir.Atom, typ, ir.AtomSub}] = atomically(func(old, v, _ T) T { return old - v })
	t[opKey{ir.Atom, typ, ir.AtomMin}] = atomically(func(old, v, _ T) T { return min(old, v) })
	t[opKey{ir.Atom, typ, ir.AtomMax}] = atomically(func(old, v, _ T) T { return max(old, v) })
	t[opKey{ir.Atom, typ, ir.AtomExch}] = atomically(func(_, v, _ T) T { return v })
	t[opKey{ir.Atom, typ, ir.AtomCas}] = atomically(func(old, compare, v T) T {
		if bitsOf(old) == bitsOf(compare) {
			return v
		}
		return old
	})
}

// atomically returns the operation that replaces memory by f(old, b, c) and returns
// the old value.
func atomically[T number](f func(old, b, c T) T) exec { return atomicallyIn[T](f) }

// atomicallyIn is atomically on numbers that memory holds as type M, and registers as type T.
func atomicallyIn[M number | uint16, T number](f func(old, b, c T) T) exec {
	return func(w *warp, in *inst) {
		m := in.mem
		w.mem.target.active, w.mem.target.affine = w.mask, false
		if !w.resolveLanes(in, &w.regs[in.a], w.mask) {
			return
		}
		if w.worker.fills {
			w.fillTarget(uint64(m.bytes))
		}
		w.notifyAccess(in)
		w.notifyPolled(in)
		w.notifyChanging(m)
		b := lanesOf[T](w.expand(&w.regs[m.values[0]]))
		c := lanesOf[T](w.expand(&w.regs[m.values[len(m.values)-1]]))
		var old lanes[T]
		changed := false
		for _, g := range w.mem.groups {
			for i := range old {
				if g.mask.Has(i) {
					p := (*M)(unsafe.Add(g.p, w.mem.offsets[i]))
					before := *p
					old[i] = T(before)
					*p = M(f(old[i], b[i], c[i]))
					changed = changed || bitsOf(T(*p)) != bitsOf(old[i])
				}
			}
		}
		if changed {
			w.changes(m)
			w.notifyChanged(m)
		}
		w.updateStale(in)
		if in.dst != 0 {
			*lanesOf[T](w.beginWrite(in)) = old
			w.endWrite(in)
		}
	}
}
