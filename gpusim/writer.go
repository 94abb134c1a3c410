package gpusim

// This file finds out who wrote an element of an array.

import (
	"fmt"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/pass"
	"gpucourse/gpusim/report"
	"gpucourse/gpusim/trace"
)

// LastWriter makes a launch and returns the last thread that stored to element
// index of an array, by a store or an atomic; nil when none did. Blocks run in
// the order of the grid.
func (d *Device) LastWriter(a *Array, index int, kernel any, c Config, args ...any) (*report.Writer, error) {
	k, err := Compile(kernel)
	if err != nil {
		return nil, err
	}
	if index < 0 || index >= a.length {
		panic(fmt.Sprintf("gpusim: element %d of an array of %d", index, a.length))
	}
	w := &sighting{addr: a.Address() + uint64(index*a.size)}
	c.InOrder = true
	c.Observe = func() trace.Observer { *w = sighting{addr: w.addr}; return trace.Observer{Access: w.access} }
	if _, err := d.Launch(kernel, c, args...); err != nil || !w.seen {
		return nil, err
	}
	code, err := k.source.For(target{Spec: d.spec, MaxRegisters: c.MaxRegisters, Without: pass.Set(c.Without)})
	if err != nil {
		return nil, err
	}
	return writerOf(code, w, d.spec, c.Block, c.Grid), nil
}

// sighting is the last store to an address.
type sighting struct {
	addr        uint64
	seen        bool
	pc          int32
	block, warp int
	lane        int
}

// access remembers a warp's store to the address. When several lanes store
// there the highest counts, as it does in the executor.
func (w *sighting) access(a *trace.Access) {
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

// writerOf translates what an observer saw.
func writerOf(k *code, w *sighting, s *arch.Spec, block, grid Dim3) *report.Writer {
	in := k.Program().Instrs[w.pc]
	pos := k.IR.Frame(in.Pos).Pos
	return &report.Writer{
		Block: place(w.block, grid), Thread: place(w.warp*s.WarpSize+w.lane, block),
		File: pos.File, Line: pos.Line, Source: k.Unit.Line(pos),
	}
}

// place returns the coordinates of number i in an extent, X first.
func place(i int, in Dim3) Dim3 {
	return Dim3{X: i % in.X, Y: i / in.X % in.Y, Z: i / in.X / in.Y}
}
