package run

// This file gives memory back what blocks have written over.

import (
	"io"

	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/simt"
	"gpucourse/gpusim/trace"
)

// pageBytes is how much memory is kept at a time.
const pageBytes = 1 << 12

// undo is the former contents of the memory that blocks write, a page at a time. Pages begin at multiples of pageBytes
// from the start of an allocation.
type undo struct {
	memory *simt.Memory
	pages  map[page][]byte
	last   page // the one that was kept last
}

type page struct {
	of *simt.Allocation
	at int
}

func newUndo(m *simt.Memory) *undo { return &undo{memory: m, pages: map[page][]byte{}} }

// access keeps the memory that an access is going to write.
func (u *undo) access(a *trace.Access) {
	if a.Kind == trace.Load || a.Space != ir.Global {
		return
	}
	eachRange(a, func(lo, hi uint64) {
		of := u.last.of
		if of == nil || lo < of.Base || lo >= of.End() {
			if of = u.memory.Find(lo); of == nil {
				return
			}
		}
		for at := int(lo-of.Base) / pageBytes * pageBytes; at < min(int(hi-of.Base), len(of.Data)); at += pageBytes {
			u.keep(page{of, at})
		}
	})
}

func (u *undo) keep(p page) {
	if p == u.last {
		return
	}
	u.last = p
	if _, kept := u.pages[p]; !kept {
		former := make([]byte, min(pageBytes, len(p.of.Data)-p.at))
		if _, err := p.of.ReadAt(former, int64(p.at)); err != nil && err != io.EOF {
			panic("BUG: " + err.Error())
		}
		u.pages[p] = former
	}
}

// restore gives all memory its former contents.
func (u *undo) restore() {
	for p, data := range u.pages {
		copy(p.of.Data[p.at:], data)
	}
	clear(u.pages)
	u.last = page{}
}
