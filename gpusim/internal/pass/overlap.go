package pass

// This file is the one place that says which bytes an access touches, and whether two
// accesses touch the same ones. Every pass that moves, removes or forwards an access asks it.

import "gpucourse/gpusim/internal/ir"

// region is the bytes that an access touches.
type region struct {
	space      ir.Space
	root       ir.VarID // 0: any object of the space
	dynamic    bool     // the object is dynamic shared memory, where all such objects begin at one place
	base       ir.Operand
	off, bytes int64
	readOnly   bool // no store changes the bytes while the kernel runs
}

func regionOf(k *ir.Kernel, in *ir.Instr) region {
	r := region{space: in.Space, root: in.Root, base: in.Src[0], off: in.Off, bytes: int64(in.Natural()), readOnly: in.ReadOnly}
	r.dynamic = r.root != 0 && k.Var(r.root).Kind == ir.DynamicShared
	return r
}

// overlap is what two regions have in common.
type overlap uint8

const (
	apart       overlap = iota // no byte
	possible                   // unknown
	overlapping                // some bytes, and not all bytes of both
	equal                      // all bytes
)

// meets compares two regions. Slices may share memory, other objects do not.
func (r region) meets(s region) overlap {
	switch {
	case !oneMemory(r.space, s.space) || r.readOnly || s.readOnly:
		return apart
	case r.space != s.space:
		return possible
	case r.root != s.root:
		if r.space == ir.Global || r.root == 0 || s.root == 0 || r.dynamic && s.dynamic {
			return possible
		}
		return apart
	case r.base != s.base:
		return possible
	case r.off+r.bytes <= s.off || s.off+s.bytes <= r.off:
		return apart
	case r.off == s.off && r.bytes == s.bytes:
		return equal
	}
	return overlapping
}

// oneMemory reports whether accesses to two spaces may touch the same bytes. An address of the cluster may lie in the
// block's own shared memory.
func oneMemory(s, t ir.Space) bool {
	return s == t || s == ir.Shared && t == ir.Cluster || s == ir.Cluster && t == ir.Shared
}

// anyOffset returns the region of accesses at all offsets from the same address.
func (r region) anyOffset() region {
	const far = 1 << 61
	r.off, r.bytes = -far, 2*far-1
	return r
}

// mayOverlap reports whether two accesses may touch the same bytes.
func mayOverlap(k *ir.Kernel, x, y *ir.Instr) bool {
	return regionOf(k, x).meets(regionOf(k, y)) != apart
}
