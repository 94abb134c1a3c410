package gpusim

// This file finds out who wrote an element of an array.

import (
	"fmt"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// Writer is a thread that stored to an element, and where in the source.
type Writer struct {
	Block, Thread Dim3
	File          string
	Line          int
}

// Launched is a launch that LastWriter makes.
type Launched struct {
	Kernel any
	Config Config
	Args   []any
}

// LastWriter makes a launch and returns the last thread that stored to element
// index of an array, by a store or an atomic; nil when none did. Blocks run in
// the order of the grid.
func (d *Device) LastWriter(a *Array, index int, l Launched) (*Writer, error) {
	k, err := Compile(l.Kernel)
	if err != nil {
		return nil, err
	}
	if index < 0 || index >= a.length {
		panic(fmt.Sprintf("gpusim: element %d of an array of %d", index, a.length))
	}
	w := &sighting{addr: a.Address() + uint64(index*a.size)}
	l.Config.InOrder = true
	l.Config.Observe = func() trace.Observer { *w = sighting{addr: w.addr}; return w }
	if _, err := d.Launch(l.Kernel, l.Config, l.Args...); err != nil || !w.seen {
		return nil, err
	}
	if k, err = k.compiledFor(target{d.spec, l.Config.MaxRegisters, l.Config.Passes}); err != nil {
		return nil, err
	}
	return k.writer(w, d.spec, l.Config.Block, l.Config.Grid), nil
}

// sighting is an observer of one address.
type sighting struct {
	addr        uint64
	seen        bool
	pc          int32
	block, warp int
	lane        int
}

// Access remembers a warp's store to the address. When several lanes store
// there the highest counts, as it does in the executor.
func (w *sighting) Access(a *trace.Access) {
	if a.Kind == trace.Load || a.Space != ir.Global {
		return
	}
	for lane := range arch.MaxLanes {
		if !a.Active.Has(lane) {
			continue
		}
		if first := a.Lane(lane); first <= w.addr && w.addr < first+uint64(a.Bytes) {
			*w = sighting{addr: w.addr, seen: true, pc: a.PC, block: a.Block, warp: a.Warp, lane: lane}
		}
	}
}

// writer translates what an observer saw.
func (k *Kernel) writer(w *sighting, s *arch.Spec, block, grid Dim3) *Writer {
	in := k.program(s).Instrs[w.pc]
	pos := k.ir.Frame(in.Pos).Pos
	return &Writer{
		Block: place(w.block, grid), Thread: place(w.warp*s.WarpSize+w.lane, block),
		File: pos.File, Line: pos.Line,
	}
}

// place returns the coordinates of number i in an extent, X first.
func place(i int, in Dim3) Dim3 {
	return Dim3{X: i % in.X, Y: i / in.X % in.Y, Z: i / in.X / in.Y}
}
