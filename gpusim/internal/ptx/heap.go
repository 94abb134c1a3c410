package ptx

// This file lowers malloc and free. The heap is a variable in global memory: its first word counts
// the bytes that were given out. Memory that is freed is not given out again.

import (
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/ptx/syntax"
)

const (
	heapBytes = 8 << 20 // as cudaLimitMallocHeapSize is by default
	heapAlign = 16      // of an allocation
)

// heapSymbol returns the variable that is the heap.
func (l *lowerer) heapSymbol() *symbol {
	if l.heap == nil {
		l.heap = &symbol{v: &syntax.Var{Pos: l.f.Pos, Space: "global", Type: "b8", Vec: 1, Name: "heap", Align: heapAlign, Dims: []int{heapAlign + heapBytes}}}
	}
	return l.heap
}

// allocate lowers malloc: it returns 0 where the heap has no room, and takes back what it counted.
func (l *lowerer) allocate(x []*symbol) {
	heap, asked := l.address(l.heapSymbol(), 0), l.argument(x[0])
	count := func(bytes ir.Operand) ir.Operand {
		return l.result(ir.Instr{Op: ir.Atom, Mod: ir.AtomAdd, Type: ir.U64, Space: ir.Global, Src: []ir.Operand{heap, bytes}})
	}
	fits := l.inReg(ir.Pred, l.opMod(ir.Setp, ir.LE, ir.U64, asked, ir.I(heapBytes)))
	size := l.op(ir.And, ir.U64, l.plus(ir.U64, asked, heapAlign-1), ir.I(^uint64(heapAlign-1)))
	size = l.op(ir.Selp, ir.U64, size, ir.I(0), fits)
	old := count(size)
	room := l.opMod(ir.Setp, ir.LE, ir.U64, l.op(ir.Add, ir.U64, old, size), ir.I(heapBytes))
	count(l.op(ir.Selp, ir.U64, ir.I(0), l.op(ir.Neg, ir.S64, size), room))
	at := l.op(ir.Add, ir.U64, l.plus(ir.U64, heap, heapAlign), old)
	l.set(l.slot(x[1], 0, types["b64"]), ir.U64, l.op(ir.Selp, ir.U64, at, ir.I(0), l.op(ir.And, ir.Pred, room, fits)))
}
