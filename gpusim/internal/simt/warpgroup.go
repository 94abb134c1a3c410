package simt

// This file executes products of four warps (wgmma), whose factors lie in shared memory. Descriptors say where: see the
// PTX manual, "Matrix Descriptor Format". Each warp computes 16 of the 64 rows.

import (
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/tensormap"
	"gpucourse/gpusim/trace"
)

// groupWarps is how many warps compute together, lineBytes what a line of a factor has in one instruction.
const (
	groupWarps = 4
	lineBytes  = 32
)

// descriptor is where a factor lies in shared memory, in bytes.
type descriptor struct {
	start, leading, stride uint32
	swizzle                tensormap.Swizzle
	across                 bool // neighbours in memory lie across the lines: a row of them for each k
	bytes                  int  // of an element
}

// descriptorUnit is the unit of the fields of a descriptor.
const descriptorUnit = 16

func newDescriptor(bits uint64, across bool, element int) descriptor {
	field := func(shift uint) uint32 { return uint32(bits>>shift&(1<<14-1)) * descriptorUnit }
	swizzles := [...]tensormap.Swizzle{tensormap.NoSwizzle, tensormap.Swizzle128, tensormap.Swizzle64, tensormap.Swizzle32}
	return descriptor{start: field(0), leading: field(16), stride: field(32), swizzle: swizzles[bits>>62], across: across, bytes: element}
}

// place returns the address of an element: k of a line, which is a row of a or a column of b.
func (d *descriptor) place(line, k int) uint32 {
	const rows = matrixRows
	span := d.swizzle.Span()
	var at uint32
	switch {
	case !d.across && span == 0:
		b := k * d.bytes
		at = uint32(line/rows)*d.stride + uint32(b/rowBytes)*d.leading + uint32(line%rows*rowBytes+b%rowBytes)
	case !d.across:
		at = uint32(line/rows)*d.stride + uint32(line%rows*span+k*d.bytes)
	case span == 0:
		b := line * d.bytes
		at = uint32(b/rowBytes)*d.stride + uint32(k/rows)*d.leading + uint32(k%rows*rowBytes+b%rowBytes)
	default:
		b := line * d.bytes
		at = uint32(b/span)*d.leading + uint32(k/rows)*d.stride + uint32(k%rows*span+b%span)
	}
	return d.swizzle.Place(d.start + at)
}

func execGroupProduct(w *warp, in *inst) {
	if !w.wholeWarp(in) {
		return
	}
	kind := elementKinds[in.ir.Mod]
	sums, first := len(in.many.parts), len(in.many.args)-len(in.many.parts)
	columns := sums * 2
	if in.ir.Type == ir.U32 {
		columns = sums * quad
	}
	flags := w.words(in, 0)[0]
	k := lineBytes * 8 / kind.bits
	p := newProduct(kind, 2*matrixRows, columns, k)
	const inShared = 4 // operands before the sums, where a lies in shared memory
	if first == inShared {
		d := newDescriptor(w.longs(in, 3)[0], flags&ir.AcrossA != 0, max(1, kind.bits/8))
		if !w.readFactor(in, p, p.a, &d, w.index%groupWarps*2*matrixRows, 2*matrixRows) {
			return
		}
	} else {
		for r := range first - inShared + 1 {
			p.scatter(p.a, p.ofRows, r, w.words(in, inShared-1+r))
		}
	}
	d := newDescriptor(w.longs(in, 2)[0], flags&ir.AcrossB != 0, max(1, kind.bits/8))
	if !w.readFactor(in, p, p.b, &d, 0, columns) {
		return
	}
	p.decode(flags&ir.NegateA != 0, flags&ir.NegateB != 0)
	w.sums(in, p, first, true, w.pred(in.many.args[1]).Has(0))
}

// readFactor reads some lines of a factor. The first warp of a group tells the observer of what all read.
func (w *warp) readFactor(in *inst, p *product, to []uint32, d *descriptor, firstLine, lines int) bool {
	size := max(1, p.kind.bits/8)
	for line := range lines {
		for b := 0; b < lineBytes; b += size {
			at := d.place(firstLine+line, b/size)
			if int(at)+size > len(w.worker.shared) {
				w.fault(in.ir, diag.IndexOutOfRange, "let the descriptor say where the tile lies in shared memory", "byte %d of shared memory, which has %d bytes, by a matrix descriptor; %s", at, len(w.worker.shared), w.describeLane(0))
				return false
			}
			word := uint32(wordOf(w.worker.shared[at:][:size]))
			for bit := 0; bit < size*8; bit += p.kind.bits {
				to[line*p.k+(b*8+bit)/p.kind.bits] = word >> bit & uint32(1<<p.kind.bits-1)
			}
		}
	}
	if w.observe != nil && (lines == 2*matrixRows || w.index%groupWarps == 0) {
		w.tellFactor(in, d, firstLine, lines)
	}
	return true
}

// tellFactor tells the observer of the pieces of lines: eight lines of a piece after each other, as banks serve them.
func (w *warp) tellFactor(in *inst, d *descriptor, firstLine, lines int) {
	n := 0
	flush := func() {
		w.tellAccess(in, trace.Load, ir.Shared, rowBytes, trace.MaskOf(0, n))
		n = 0
	}
	perPiece := rowBytes / d.bytes
	for line := 0; line < lines; line += matrixRows {
		for piece := range lineBytes / rowBytes {
			for i := range matrixRows {
				w.mem.addrs[n] = uint64(d.place(firstLine+line+i, piece*perPiece) &^ (rowBytes - 1))
				if n++; n == arch.MaxLanes {
					flush()
				}
			}
		}
	}
	if n > 0 {
		flush()
	}
}
