package coalesce

// This file gives local memory its addresses in device memory.

import (
	"iter"

	"gpucourse/gpusim/internal/padding"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// localWords returns how many words of local memory each lane of an access uses.
func localWords(s *arch.Spec, a *trace.Access) int {
	return max(1, a.Bytes/s.Local.WordBytes)
}

// LocalWord returns the access to word p of each lane of a local access, with addresses as
// offsets in the warp's local memory. Word w of lane l lies at (w·WarpSize + l)·WordBytes, so
// that lanes that use the same word of their own memory use neighbouring words of the device's.
func LocalWord(s *arch.Spec, a *trace.Access, p int) (trace.Access, trace.Lanes) {
	var at trace.Lanes
	word := uint64(s.Local.WordBytes)
	for rest := a.Active; rest != 0; rest &= rest - 1 {
		i := rest.First()
		off := a.Lane(i) + uint64(p)*word
		at[i] = (off/word*uint64(s.WarpSize)+uint64(i))*word + off%word
	}
	w := *a
	w.Bytes, w.Addr = a.Bytes/localWords(s, a), nil
	return w, at
}

// coalesceLocal appends the transactions of a local access, word by word.
func coalesceLocal(s *arch.Spec, a *trace.Access, dst []trace.Transaction) []trace.Transaction {
	for p := range localWords(s, a) {
		w, at := LocalWord(s, a, p)
		w.Addr, w.Space = &at, ir.Local
		dst = coalesce(s, &w, dst)
	}
	return dst
}

// LocalBase is the device address at which the local memory of the resident warps begins:
// above all addresses of allocations.
const LocalBase = 1 << 44

// LocalLayout is where the local memory of each resident warp lies in device memory: SM by SM,
// block slot by block slot, warp by warp. It belongs to the slot, so that the next block there
// uses the same addresses. One goroutine uses a LocalLayout.
type LocalLayout struct {
	spec     *arch.Spec
	warps    int    // per block
	resident int    // blocks per SM
	bytes    uint64 // per warp
	access   trace.Access
	lanes    trace.Lanes
}

// NewLocalLayout returns the layout for blocks of some warps, with some bytes of local memory
// per thread, of which an SM holds some at the same time.
func NewLocalLayout(s *arch.Spec, warps, resident, threadBytes int) *LocalLayout {
	line := uint64(s.Global.LineBytes)
	bytes := uint64(threadBytes) * uint64(s.WarpSize)
	return &LocalLayout{spec: s, warps: warps, resident: resident, bytes: padding.Up(bytes, line)}
}

// Warp returns the device address of a resident warp's local memory.
func (m *LocalLayout) Warp(sm, slot, warp int) uint64 {
	return LocalBase + uint64((sm*m.resident+slot)*m.warps+warp)*m.bytes
}

// Accesses yields, for each word that a lane of a local access uses, the access to that word
// with device addresses. base is the address of the warp's local memory. An access is valid
// until the next one.
func (m *LocalLayout) Accesses(a *trace.Access, base uint64) iter.Seq[*trace.Access] {
	return func(yield func(*trace.Access) bool) {
		for p := range localWords(m.spec, a) {
			if !yield(m.place(a, base, p)) {
				return
			}
		}
	}
}

// place returns the access to word p of each lane with device addresses.
func (m *LocalLayout) place(a *trace.Access, base uint64, p int) *trace.Access {
	if !a.Uniform() {
		m.access, m.lanes = LocalWord(m.spec, a, p)
		for i := range m.lanes {
			m.lanes[i] += base
		}
		m.access.Addr = &m.lanes
		return &m.access
	}
	word := uint64(m.spec.Local.WordBytes)
	off := a.Base + uint64(p)*word
	m.access = *a
	m.access.Bytes = a.Bytes / localWords(m.spec, a)
	m.access.Base = base + off/word*word*uint64(m.spec.WarpSize) + off%word
	m.access.DX = int64(word)
	m.access.DY = int64(a.Width) * m.access.DX
	return &m.access
}
