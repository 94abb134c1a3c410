package replay

// This file gives local memory its device addresses.

import (
	"gpucourse/gpusim/internal/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/memsys"
	"gpucourse/gpusim/internal/trace"
)

// localBase is where the local memory of the resident warps begins: above all
// addresses that the executor gives to allocations.
const localBase = 1 << 44

// locals lays the local memory of the resident warps out: SM after SM, slot
// after slot, warp after warp.
type locals struct {
	spec     *arch.Spec
	warps    int    // a block
	resident int    // blocks
	bytes    uint64 // a warp's share
	access   trace.Access
	lanes    trace.Lanes
}

func newLocals(l Launch) *locals {
	line := uint64(l.Spec.Global.LineBytes)
	bytes := uint64(l.LocalBytes) * uint64(l.Spec.WarpSize)
	return &locals{spec: l.Spec, warps: l.Warps, resident: l.Resident, bytes: (bytes + line - 1) / line * line}
}

// owns reports whether an access is to local memory.
func (m *locals) owns(a *trace.Access) bool { return a.Space == ir.Local }

// share returns the device address of a resident warp's local memory.
func (m *locals) share(sm, slot, warp int) uint64 {
	return localBase + uint64((sm*m.resident+slot)*m.warps+warp)*m.bytes
}

// pieces returns how many words of local memory each lane of an access uses.
func (m *locals) pieces(a *trace.Access) int { return max(1, a.Bytes/m.spec.Local.WordBytes) }

// layOut returns the access to word p of each lane as the device makes it. It
// is valid until the next call.
func (m *locals) layOut(a *trace.Access, share uint64, p int) *trace.Access {
	m.access = *a
	m.access.Bytes = a.Bytes / m.pieces(a)
	if a.Uniform() {
		word := uint64(m.spec.Local.WordBytes)
		off := a.Base + uint64(p)*word
		m.access.Base = share + off/word*word*uint64(m.spec.WarpSize) + off%word
		m.access.DX = int64(word)
		m.access.DY = int64(a.Width) * m.access.DX
		return &m.access
	}
	_, m.lanes = memsys.LocalWord(m.spec, a, p)
	for i := range m.lanes {
		m.lanes[i] += share
	}
	m.access.Addr = &m.lanes
	return &m.access
}
