package simt

// This file fills allocations when they are first used: large inputs cost only what a launch reads.

import (
	"io"
	"runtime"
	"sync/atomic"
	"unsafe"

	"gpucourse/gpusim/internal/padding"
)

// fillBytes is about how much is filled at a time: a page of the host, so that accesses far apart take little memory.
const fillBytes = 4 << 10

// Filler writes the contents of an allocation from byte at on. What it writes depends only on at and on the length.
// Calls may be concurrent.
type Filler func(at int, data []byte) error

// filling is the contents of an allocation that are not in memory before their first use.
type filling struct {
	data   []byte
	pieces *pieces
	fill   Filler
	failed atomic.Pointer[error] // an error of fill; nil for none
}

// FillWith fills the allocation: a small one now and in one piece, one of reservedBytes or more piece by piece, each when a
// byte of it is first read or written. Pieces begin at multiples of unit bytes. Nobody has used the memory before.
func (a *Allocation) FillWith(unit int, fill Filler) error {
	if len(a.Data) < reservedBytes {
		return fill(0, a.Data)
	}
	a.filling = &filling{data: a.Data, pieces: newPieces(len(a.Data), max(fillBytes/unit, 1)*unit), fill: fill}
	return nil
}

// need fills n bytes from byte at on, one at least.
func (f *filling) need(at, n uint64) { f.pieces.need(at, n, f.add) }

// add fills a piece.
func (f *filling) add(piece uint64) { f.generate(piece, f.piece(piece)) }

// piece returns the memory of a piece.
func (f *filling) piece(i uint64) []byte {
	lo, hi := f.pieces.span(i)
	return f.data[lo:hi]
}

// generate writes what a piece holds at first.
func (f *filling) generate(piece uint64, to []byte) {
	if err := f.fill(int(piece*f.pieces.bytes), to); err != nil {
		f.failed.Store(&err)
	}
}

// Unfilled returns the error of an allocation that FillWith could not fill, with its name.
func (m *Memory) Unfilled() (name string, err error) {
	for _, a := range m.allocs {
		if a.filling != nil && a.filling.failed.Load() != nil {
			return a.Name, *a.filling.failed.Load()
		}
	}
	return "", nil
}

// Filled returns the bytes of an allocation that FillWith has filled.
func (a *Allocation) Filled() int {
	if a.filling == nil {
		return len(a.Data)
	}
	n := 0
	for i := range padding.Units(uint64(len(a.Data)), a.filling.pieces.bytes) {
		if a.filling.pieces.has(i) {
			n += len(a.filling.piece(i))
		}
	}
	return n
}

// Bytes returns bytes lo to hi-1 of the memory itself, filled. They last as long as the caller keeps the allocation, unless
// it calls Share.
func (a *Allocation) Bytes(lo, hi int) []byte {
	b := a.Data[lo:hi]
	if a.filling != nil && lo < hi {
		a.filling.need(uint64(lo), uint64(hi-lo))
	}
	return b
}

// Set sets bytes lo to hi-1. All of a large allocation is set when it is used, as by FillWith.
func (a *Allocation) Set(lo, hi int, value byte) {
	if hi-lo < len(a.Data) || a.reserved == nil || a.reserved.shared.Load() {
		set(a.Bytes(lo, hi), value)
		return
	}
	a.filling = nil
	if zeros := a.reserved.clear(); !zeros || value != 0 {
		_ = a.FillWith(1, func(_ int, data []byte) error { set(data, value); return nil })
	}
}

// set sets bytes; it doubles what is set, which is faster than a loop over bytes.
func set(data []byte, value byte) {
	if len(data) == 0 {
		return
	}
	data[0] = value
	for done := 1; done < len(data); done *= 2 {
		copy(data[done:], data[:done])
	}
}

// ReadAt implements io.ReaderAt. It leaves what is not filled as it is: the memory of the host does not grow.
func (a *Allocation) ReadAt(p []byte, off int64) (n int, err error) {
	if off >= int64(len(a.Data)) {
		return 0, io.EOF
	}
	if a.filling == nil {
		n = copy(p, a.Data[off:])
	} else {
		n = a.filling.read(p, uint64(off))
	}
	runtime.KeepAlive(a)
	if n < len(p) {
		err = io.EOF
	}
	return n, err
}

// read copies the contents from byte at on, as many as there are and p takes.
func (f *filling) read(p []byte, at uint64) (n int) {
	var scratch []byte
	for n < len(p) && at < uint64(len(f.data)) {
		i := at / f.pieces.bytes
		from := f.piece(i)
		if !f.pieces.has(i) {
			if scratch == nil {
				scratch = make([]byte, f.pieces.bytes)
			}
			from = scratch[:len(from)]
			clear(from)
			f.generate(i, from)
		}
		k := copy(p[n:], from[at-i*f.pieces.bytes:])
		n, at = n+k, at+uint64(k)
	}
	return n
}

// fills reports whether some allocation is filled when it is used.
func (m *Memory) fills() bool {
	for _, a := range m.allocs {
		if a.filling != nil {
			return true
		}
	}
	return false
}

// fill fills the n bytes at an address that lie in one allocation.
func (m *Memory) fill(addr, n uint64) {
	if a := m.Find(addr); a != nil && a.filling != nil {
		a.filling.need(addr-a.Base, min(n, a.End()-addr))
	}
}

// fillTarget fills the memory of the access in w.mem.target.
func (w *warp) fillTarget(bytes uint64) {
	if t := &w.mem.target; t.affine {
		if t.region.filling != nil {
			w.fillRows(t.region, bytes)
		}
		return
	}
	for i := range w.mem.groups {
		g := &w.mem.groups[i]
		if g.filling == nil {
			continue
		}
		for rest := g.mask; rest != 0; rest &= rest - 1 {
			g.filling.need(g.filling.offset(unsafe.Add(g.p, w.mem.offsets[rest.First()])), bytes)
		}
	}
}

// fillRows is fillTarget of an affine access: each row at a time where its lanes are close together.
func (w *warp) fillRows(g *region, bytes uint64) {
	t, s := &w.mem.target, w.shape
	lanes := s.width
	if t.dx >= 0 && t.dx <= int64(g.filling.pieces.bytes)/int64(s.width) {
		lanes, bytes = 1, bytes+uint64(t.dx)*uint64(s.width-1)
	}
	first := g.filling.offset(g.p) + uint64(t.offset)
	for y := range s.rows {
		for x := range lanes {
			g.filling.need(first+uint64(int64(x)*t.dx+int64(y)*t.dy), bytes)
		}
	}
}

// offset returns which byte of the allocation p points to.
func (f *filling) offset(p unsafe.Pointer) uint64 {
	return uint64(uintptr(p) - uintptr(unsafe.Pointer(unsafe.SliceData(f.data))))
}
