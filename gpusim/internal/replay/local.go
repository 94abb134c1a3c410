package replay

// This file gives local memory its device addresses.

import (
	"iter"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/coalesce"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// localBase is where the local memory of the resident warps begins: above all
// addresses that the executor gives to allocations.
const localBase = 1 << 44

// Locals lays the local memory of the resident warps out: SM after SM, slot
// after slot, warp after warp.
type Locals struct {
	spec     *arch.Spec
	warps    int    // a block
	resident int    // blocks
	bytes    uint64 // a warp's share
	access   trace.Access
	lanes    trace.Lanes
}

// NewLocals returns the layout for a launch.
func NewLocals(l Launch) *Locals {
	line := uint64(l.Spec.Global.LineBytes)
	bytes := uint64(l.LocalBytes) * uint64(l.Spec.WarpSize)
	return &Locals{spec: l.Spec, warps: l.Warps, resident: l.Resident, bytes: (bytes + line - 1) / line * line}
}

// Owns reports whether an access is to local memory.
func (m *Locals) Owns(a *trace.Access) bool { return a.Space == ir.Local }

// Share returns the device address of a resident warp's local memory.
func (m *Locals) Share(sm, slot, warp int) uint64 {
	return localBase + uint64((sm*m.resident+slot)*m.warps+warp)*m.bytes
}

// pieces returns how many words of local memory each lane of an access uses.
func (m *Locals) pieces(a *trace.Access) int { return max(1, a.Bytes/m.spec.Local.WordBytes) }

// Laid gives the accesses to each word of an access, as the device makes them. Each is
// valid until the next.
func (m *Locals) Laid(a *trace.Access, share uint64) iter.Seq[*trace.Access] {
	return func(yield func(*trace.Access) bool) {
		for p := range m.pieces(a) {
			if !yield(m.layOut(a, share, p)) {
				return
			}
		}
	}
}

// layOut returns the access to word p of each lane as the device makes it. It
// is valid until the next call.
func (m *Locals) layOut(a *trace.Access, share uint64, p int) *trace.Access {
	m.access = *a
	m.access.Shape = 0 // it is laid out anew
	m.access.Bytes = a.Bytes / m.pieces(a)
	if a.Uniform() {
		word := uint64(m.spec.Local.WordBytes)
		off := a.Base + uint64(p)*word
		m.access.Base = share + off/word*word*uint64(m.spec.WarpSize) + off%word
		m.access.DX = int64(word)
		m.access.DY = int64(a.Width) * m.access.DX
		return &m.access
	}
	_, m.lanes = coalesce.LocalWord(m.spec, a, p)
	for i := range m.lanes {
		m.lanes[i] += share
	}
	m.access.Addr = &m.lanes
	return &m.access
}
