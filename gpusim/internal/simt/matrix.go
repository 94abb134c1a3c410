package simt

// This file executes products of small matrices that lie in the registers of a warp, and moves such matrices between
// registers and shared memory. Layouts are those of the PTX manual, "Warp-Level Matrix Instructions".

import (
	"math"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/num"
	"gpucourse/gpusim/internal/num/tensor"
	"gpucourse/gpusim/trace"
)

// The layout of matrices over the lanes of a warp: a lane holds neighbouring elements of row or column lane div
// quad, from place lane mod quad on.
const (
	quad       = 4
	matrixRows = 8
	rowBytes   = 16 // of a matrix in shared memory
)

// wholeWarp faults where lanes are missing from an operation of all lanes.
func (w *warp) wholeWarp(in *inst) bool {
	if missing := w.threads &^ w.mask; missing != 0 || w.threads != w.lanes {
		w.fault(in.ir, diag.WarpMask, "let all lanes of the warp execute it together", "a matrix operation of a warp is executed by the lanes %#08x alone; %s", uint32(w.mask), w.describeLane(w.mask.First()))
		return false
	}
	return true
}

// matrixCount returns how many matrices a ldmatrix or stmatrix moves.
func matrixCount(in *inst) int { return max(len(in.many.parts), len(in.many.args)-1) }

// matrix returns the rows of matrix m: 16 bytes of shared memory each, at the addresses that lanes from 8m on bring.
// ok is false after a fault.
func (w *warp) matrix(in *inst, at *lanes[uint32], m int) (rows [matrixRows][]byte, ok bool) {
	for row := range rows {
		lane := m*matrixRows + row
		if rows[row] = w.sharedBytes(in, lane, at[lane], rowBytes, rowBytes); rows[row] == nil {
			return rows, false
		}
	}
	return rows, true
}

// tellMatrices tells the observer of the rows that the lanes name.
func (w *warp) tellMatrices(in *inst, kind trace.Kind, at *lanes[uint32]) {
	w.tellShared(in, kind, rowBytes, trace.MaskOf(0, matrixCount(in)*matrixRows), at)
}

// matrixPlace returns the row of a lane's pair of 16-bit elements, and the byte of the row where element i of it lies.
func matrixPlace(in *inst, lane, i int) (row, at int) {
	const element = 2
	row, at = lane/quad, (lane%quad*2+i)*element
	if in.ir.Mod == ir.Columns {
		row, at = lane%quad*2+i, lane/quad*element
	}
	return row, at
}

func execLoadMatrix(w *warp, in *inst) {
	if !w.wholeWarp(in) {
		return
	}
	at := *w.words(in, 0)
	for m := range in.many.parts {
		rows, ok := w.matrix(in, &at, m)
		if !ok {
			return
		}
		part := &in.many.parts[m]
		d := lanesOf[uint32](w.beginWrite(part))
		for lane := range d {
			low, lowAt := matrixPlace(in, lane, 0)
			high, highAt := matrixPlace(in, lane, 1)
			d[lane] = uint32(wordOf(rows[low][lowAt:][:2]) | wordOf(rows[high][highAt:][:2])<<16)
		}
		w.endWrite(part)
	}
	w.tellMatrices(in, trace.Load, &at)
}

func execStoreMatrix(w *warp, in *inst) {
	if !w.wholeWarp(in) {
		return
	}
	at := *w.words(in, 0)
	for m := range len(in.many.args) - 1 {
		rows, ok := w.matrix(in, &at, m)
		if !ok {
			return
		}
		for lane, v := range w.words(in, m+1) {
			for i := range 2 {
				row, byteAt := matrixPlace(in, lane, i)
				putWord(rows[row][byteAt:][:2], uint64(v>>(16*i)))
			}
		}
	}
	w.worker.writes++
	w.tellMatrices(in, trace.Store, &at)
}

// elementKind is what the elements of a product's factors are.
type elementKind struct {
	bits   int
	a, b   *tensor.Format          // floats
	ia, ib func(bits uint32) int64 // integers
}

func s8Value(bits uint32) int64 { return int64(int8(bits)) }
func u8Value(bits uint32) int64 { return int64(uint8(bits)) }

var elementKinds = map[ir.Mod]elementKind{
	ir.OfHalves:   {bits: 16, a: &tensor.Half, b: &tensor.Half},
	ir.OfBfloats:  {bits: 16, a: &tensor.Bfloat, b: &tensor.Bfloat},
	ir.OfTensor32: {bits: 32, a: &tensor.Tensor32, b: &tensor.Tensor32},
	ir.OfE4M3:     {bits: 8, a: &tensor.E4M3, b: &tensor.E4M3},
	ir.OfE5M2:     {bits: 8, a: &tensor.E5M2, b: &tensor.E5M2},
	ir.OfE4M3E5M2: {bits: 8, a: &tensor.E4M3, b: &tensor.E5M2},
	ir.OfE5M2E4M3: {bits: 8, a: &tensor.E5M2, b: &tensor.E4M3},
	ir.OfS8:       {bits: 8, ia: s8Value, ib: s8Value},
	ir.OfU8:       {bits: 8, ia: u8Value, ib: u8Value},
	ir.OfS8U8:     {bits: 8, ia: s8Value, ib: u8Value},
	ir.OfU8S8:     {bits: 8, ia: u8Value, ib: s8Value},
}

// product is a matrix product under way: rows of a and columns of b, taken apart into elements.
type product struct {
	kind   elementKind
	k      int
	a, b   []uint32        // elements as bits, row by row and column by column
	na, nb []tensor.Number // the same, of floats
}

func newProduct(kind elementKind, rows, columns, k int) *product {
	return &product{kind: kind, k: k, a: make([]uint32, rows*k), b: make([]uint32, columns*k)}
}

// decode reads the elements of floats.
func (p *product) decode(negateA, negateB bool) {
	if p.kind.a == nil {
		return
	}
	p.na, p.nb = numbers(p.kind.a, p.a, negateA), numbers(p.kind.b, p.b, negateB)
}

func numbers(f *tensor.Format, words []uint32, negate bool) []tensor.Number {
	list := make([]tensor.Number, len(words))
	for i, w := range words {
		list[i] = f.Decode(w)
		if negate {
			list[i].M, list[i].Others = -list[i].M, -list[i].Others
		}
	}
	return list
}

// value returns an element of the result as bits of a type: what was before plus the products.
func (p *product) value(row, column int, t ir.Type, before uint32, group bool) uint32 {
	r, c := row*p.k, column*p.k
	switch {
	case p.kind.a == nil:
		s := int64(int32(before))
		for i := range p.k {
			s += p.kind.ia(p.a[r+i]) * p.kind.ib(p.b[c+i])
		}
		return uint32(s)
	case t == ir.U32:
		return p.kind.a.HalfDot(p.na[r:][:p.k], p.nb[c:][:p.k], num.HalfValue(math.Float32frombits(before)))
	case p.kind.bits == 8 && !group:
		return math.Float32bits(tensor.Bytes(p.kind.a, p.kind.b, p.na[r:][:p.k], p.nb[c:][:p.k], math.Float32frombits(before)))
	}
	return math.Float32bits(p.kind.a.Dot(p.na[r:][:p.k], p.nb[c:][:p.k], math.Float32frombits(before)))
}

// scatter takes registers of the lanes apart: each holds neighbours of a row of a or column of b.
func (p *product) scatter(to []uint32, at func(lane, r, j int) (line, k int), r int, v *lanes[uint32]) {
	per := ir.U32.Bits() / p.kind.bits
	for lane := range v {
		for j := range per {
			line, k := at(lane, r, j)
			to[line*p.k+k] = v[lane] >> (j * p.kind.bits) & uint32(1<<p.kind.bits-1)
		}
	}
}

// ofRows returns where element j of register r of a lane lies in matrix a: rows matrixRows apart alternate.
func (p *product) ofRows(lane, r, j int) (row, k int) {
	per := ir.U32.Bits() / p.kind.bits
	return lane/quad + r%2*matrixRows, lane%quad*per + r/2*quad*per + j
}

func (p *product) ofColumns(lane, r, j int) (column, k int) {
	per := ir.U32.Bits() / p.kind.bits
	return lane / quad, lane%quad*per + r*quad*per + j
}

func execProduct(w *warp, in *inst) {
	if !w.wholeWarp(in) {
		return
	}
	if in.ir.Mod == ir.OfDoubles {
		w.doubleProduct(in)
		return
	}
	kind := elementKinds[in.ir.Mod]
	nb := (len(in.many.args) - len(in.many.parts)) / 3
	p := newProduct(kind, 2*matrixRows, matrixRows, nb*quad*ir.U32.Bits()/kind.bits)
	for r := range 2 * nb {
		p.scatter(p.a, p.ofRows, r, w.words(in, r))
	}
	for r := range nb {
		p.scatter(p.b, p.ofColumns, r, w.words(in, 2*nb+r))
	}
	p.decode(false, false)
	w.sums(in, p, 3*nb, false, true)
}

// sums computes the results of a product. The sums before are the operands from first on, or 0.
func (w *warp) sums(in *inst, p *product, first int, group, keep bool) {
	pairs := in.ir.Type == ir.U32
	for r := range in.many.parts {
		part := &in.many.parts[r]
		before := *w.words(in, first+r)
		if !keep {
			before = lanes[uint32]{}
		}
		d := lanesOf[uint32](w.beginWrite(part))
		for lane := range d {
			row, column := lane/quad, lane%quad*2
			if pairs {
				row, column = row+r%2*matrixRows, column+r/2*matrixRows
				low := p.value(row, column, in.ir.Type, before[lane]&math.MaxUint16, group)
				d[lane] = low | p.value(row, column+1, in.ir.Type, before[lane]>>16, group)<<16
				continue
			}
			row, column = row+r/2%2*matrixRows, column+r%2+r/4*matrixRows
			d[lane] = p.value(row, column, in.ir.Type, before[lane], group)
		}
		w.endWrite(part)
	}
}

// doubleProduct is a product of float64, each in one register.
func (w *warp) doubleProduct(in *inst) {
	sums := len(in.many.parts)
	rows, factors := matrixRows, len(in.many.args)-sums
	na := factors / 2
	if sums > 2 {
		rows, na = 2*matrixRows, factors*2/3
	}
	k := na * w.worker.p.spec.WarpSize / rows
	a, b := make([]float64, rows*k), make([]float64, matrixRows*k)
	for r := range na {
		for lane, v := range w.longs(in, r) {
			row, at := lane/quad, lane%quad+r*quad
			if rows > matrixRows {
				row, at = row+r%2*matrixRows, lane%quad+r/2*quad
			}
			a[row*k+at] = math.Float64frombits(v)
		}
	}
	for r := range factors - na {
		for lane, v := range w.longs(in, na+r) {
			b[lane/quad*k+lane%quad+r*quad] = math.Float64frombits(v)
		}
	}
	for r := range in.many.parts {
		part := &in.many.parts[r]
		before := *w.longs(in, factors+r)
		d := lanesOf[uint64](w.beginWrite(part))
		for lane := range d {
			row, column := lane/quad+r/2*matrixRows, lane%quad*2+r%2
			s := math.Float64frombits(before[lane])
			for i := range k {
				s = math.FMA(a[row*k+i], b[column*k+i], s)
			}
			d[lane] = math.Float64bits(s)
		}
		w.endWrite(part)
	}
}
