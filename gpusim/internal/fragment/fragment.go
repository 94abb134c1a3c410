// Package fragment lowers matrices that a warp holds in its registers for products, as CUDA's nvcuda::wmma and PTX's
// wmma have them: a·b + c, where a has 16, 32 or 8 rows, b has 16, 8 or 32 columns, and both have a depth of 16.
//
// CUDA documents no layout. Here a fragment consists of the matrices of mma.m16n8k16, and a product is two of these. A
// product of 8 rows is computed as its transpose: b·a with rows and columns exchanged.
//
// Not modelled: fragments of integers, of doubles and of single bits, and other depths.
package fragment

import "gpucourse/gpusim/internal/ir"

const (
	depth     = 16
	half      = 8                // extent of a matrix in a fragment
	first     = 16               // lines of the first factor of a product
	quadLanes = 4                // lanes that share a row of a matrix
	words     = 8                // registers of a factor of half precision; what does not need them has its registers again
	upper     = 16               // bits of the lower number in a word
	quarters  = depth / half * 2 // registers of a block of the first factor
	halves    = depth / half     // of a block of the second factor
)

// Element is the type of a fragment's elements.
type Element uint8

const (
	Half Element = iota
	Bfloat
	Float
)

// types are the elements in memory, products the products of factors.
var (
	types    = [...]ir.Type{Half: ir.U16, Bfloat: ir.U16, Float: ir.F32}
	products = [...]ir.Mod{Half: ir.OfHalves, Bfloat: ir.OfBfloats}
)

// Register returns the type of the registers of sums: two sums of half precision share one.
func (e Element) Register() ir.Type {
	if e == Float {
		return ir.F32
	}
	return ir.U32
}

// SumRegisters returns how many registers sums take.
func SumRegisters(e Element) int {
	if e == Float {
		return words
	}
	return words / 2
}

// Shape is the rows of a and the columns of b.
type Shape struct{ M, N int }

// Shapes are the shapes that devices have.
var Shapes = []Shape{{16, 16}, {32, 8}, {8, 32}}

// across reports whether the product is computed as its transpose.
func (s Shape) across() bool { return s.M < first }

// lines returns the lines of the first and of the second factor.
func (s Shape) lines() (one, two int) {
	if s.across() {
		return s.N, s.M
	}
	return s.M, s.N
}

// Registers returns how many registers a factor takes.
func (s Shape) Registers(ofA bool, e Element) int {
	n := s.N
	if ofA {
		n = s.M
	}
	if e == Half {
		return words
	}
	return n / half * halves
}

// Builder is where instructions go.
type Builder struct {
	Kernel *ir.Kernel
	Emit   func(ir.Instr) *ir.Instr
	Marks  *Marks // of the kernel; nil: nobody asks for mixed fragments
	last   *ir.Instr
}

func (b *Builder) emit(in ir.Instr) { b.last = b.Emit(in) }

// Memory is a matrix in memory. Lines are its rows where ByRows says so, otherwise its columns.
type Memory struct {
	Space  ir.Space
	Base   ir.Operand
	Off    int64
	Stride ir.Operand // bytes between lines, of the width of addresses
	ByRows bool
	Shared bool // the program says that the matrix lies in shared memory
}

// place is a Memory of elements of some bytes, for a Builder.
type place struct {
	*Builder
	Memory
	bytes uint64
}

func (b *Builder) op(op ir.Op, m ir.Mod, t ir.Type, src ...ir.Operand) ir.Operand {
	in := ir.Instr{Op: op, Mod: m, Type: t, Src: src}
	in.Dst = []ir.Reg{b.Kernel.NewReg(in.DstType(), "")}
	b.emit(in)
	return ir.R(in.Dst[0])
}

// spread emits an instruction with several results.
func (b *Builder) spread(in ir.Instr, t ir.Type, n int) (values []ir.Operand) {
	for range n {
		in.Dst = append(in.Dst, b.Kernel.NewReg(t.Reg(), ""))
		values = append(values, ir.R(in.Dst[len(in.Dst)-1]))
	}
	b.emit(in)
	return values
}

// words32 emits an operation on words.
func (b *Builder) words32(op ir.Op, x, y ir.Operand) ir.Operand {
	return b.op(op, ir.NoMod, ir.U32, x, y)
}

func (b *Builder) plus(x ir.Operand, n int) ir.Operand {
	switch {
	case n == 0:
		return x
	case !x.IsReg:
		return ir.I(x.Imm + uint64(n))
	}
	return b.words32(ir.Add, x, ir.I(uint64(n)))
}

// lane returns the number of a lane, divided or what is left by a power of two.
func (b *Builder) lane(op ir.Op, by uint64) ir.Operand {
	lane := b.op(ir.Special, ir.LaneID, ir.U32)
	if op == ir.Div {
		return b.words32(ir.Div, lane, ir.I(by))
	}
	return b.words32(ir.And, lane, ir.I(by-1))
}

// pairInRow returns twice the place of a lane among those that share a row.
func (b *Builder) pairInRow() ir.Operand {
	return b.words32(ir.Shl, b.lane(ir.Rem, quadLanes), ir.I(1))
}

// wide extends a number to the width of addresses.
func (p *place) wide(v ir.Operand) ir.Operand {
	t := ir.AddrType(p.Space)
	switch {
	case t == ir.U32, !v.IsReg:
		return v
	}
	in := ir.Instr{Op: ir.Cvt, Type: t, From: ir.U32, Src: []ir.Operand{v}}
	return p.spread(in, t, 1)[0]
}

// at returns the address of an element: of a line, and at a distance in it.
func (p *place) at(line, off ir.Operand) ir.Operand {
	t := ir.AddrType(p.Space)
	v := p.op(ir.Mul, ir.NoMod, t, p.wide(line), p.Stride)
	v = p.op(ir.Add, ir.NoMod, t, v, p.op(ir.Mul, ir.NoMod, t, p.wide(off), ir.I(p.bytes)))
	base := p.Base
	if !base.IsReg {
		base = p.op(ir.Mov, ir.NoMod, t, base)
	}
	return p.op(ir.Add, ir.NoMod, t, v, base)
}

// load loads elements at an address.
func (p *place) load(t ir.Type, n int, at ir.Operand) []ir.Operand {
	in := ir.Instr{Op: ir.Ld, Type: t, Space: p.Space, Vec: n, Src: []ir.Operand{at}, Off: p.Off, Align: n * t.Bytes()}
	return p.spread(in, t, n)
}

func (p *place) store(as kind, t ir.Type, at ir.Operand, values ...ir.Operand) {
	p.emit(ir.Instr{Op: ir.St, Type: t, Space: p.Space, Vec: len(values), Src: append([]ir.Operand{at}, values...), Off: p.Off, Align: len(values) * t.Bytes()})
	p.Marks.uses(as, p.last, 1, 1+len(values))
}

// LoadFactor loads a or b: as ldmatrix where it lies in shared memory, else in pairs of elements. It returns the values of
// its registers.
func (b *Builder) LoadFactor(s Shape, ofA bool, e Element, m Memory) (values []ir.Operand) {
	p := &place{b, m, uint64(types[e].Bytes())}
	defer func() { b.Marks.sets(kind{useOf(ofA), s, e, m.ByRows}, values, b.last) }()
	along := m.ByRows == ofA // neighbours in memory follow each other along the depth
	one, two := s.lines()
	if isFirst := ofA != s.across(); isFirst {
		for line := 0; line < one; line += first {
			values = append(values, p.factor(along, quarters, func(r int) (int, int) { return line + r%2*half, r / 2 * half })...)
		}
	} else {
		step := min(two, depth) // lines that four matrices hold, or two of them
		for line := 0; line < two; line += step {
			values = append(values, p.factor(along, step/half*halves, func(r int) (int, int) { return line + r/2*half, r % 2 * half })...)
		}
	}
	n := len(values)
	for len(values) < s.Registers(ofA, e) {
		values = append(values, values[len(values)-n])
	}
	return values
}

// factor loads matrices of a factor. whereIs returns the first line and the first depth of matrix r.
func (p *place) factor(along bool, n int, whereIs func(r int) (line, depth int)) (values []ir.Operand) {
	if p.Shared {
		return p.matrices(along, n, whereIs)
	}
	for r := range n {
		values = append(values, p.pair(along, whereIs, r))
	}
	return values
}

// matrices loads matrices at once. Lane i names row i mod 8 of matrix i div 8.
func (p *place) matrices(along bool, n int, whereIs func(r int) (line, depth int)) []ir.Operand {
	row, number := p.lane(ir.Rem, half), p.lane(ir.Div, half)
	odd := p.words32(ir.Mul, p.words32(ir.And, number, ir.I(1)), ir.I(half))
	upper := p.words32(ir.Mul, p.words32(ir.Shr, number, ir.I(1)), ir.I(half))
	line, at := odd, upper
	if _, deep := whereIs(1); deep != 0 { // neighbours lie along the depth
		line, at = upper, odd
	}
	if from, _ := whereIs(0); from != 0 {
		line = p.plus(line, from)
	}
	mod := ir.Rows
	if !along {
		line, at, mod = at, line, ir.Columns
	}
	place := p.at(p.words32(ir.Add, line, row), at)
	if p.Off != 0 {
		place = p.words32(ir.Add, place, ir.I(uint64(p.Off)&ir.U32.Mask()))
	}
	return p.spread(ir.Instr{Op: ir.LoadMatrix, Mod: mod, Type: ir.U32, Src: []ir.Operand{place}}, ir.U32, n)
}

// pair loads two neighbours along the depth for register r.
func (p *place) pair(along bool, whereIs func(r int) (line, depth int), r int) ir.Operand {
	line, deep := whereIs(r)
	x := p.plus(p.lane(ir.Div, quadLanes), line)
	k := p.plus(p.pairInRow(), deep)
	if along {
		return p.load(ir.U32, 1, p.at(x, k))[0]
	}
	low := p.load(ir.U16, 1, p.at(k, x))[0]
	high := p.load(ir.U16, 1, p.at(p.plus(k, 1), x))[0]
	return p.join(low, high)
}

// join returns two numbers of 16 bits in one word.
func (p *place) join(low, high ir.Operand) ir.Operand {
	return p.words32(ir.Or, low, p.words32(ir.Shl, high, ir.I(upper)))
}

// Factors are the registers of a or of b, and whether the product takes them for a fragment that was loaded by rows.
type Factors struct {
	Registers []ir.Operand
	ByRows    bool
}

// Product multiplies factors and adds to sums. It returns the values of the registers of the sums.
func (b *Builder) Product(s Shape, factors, sum Element, fa, fb Factors, sums []ir.Operand) (values []ir.Operand) {
	x, y := fa.Registers, fb.Registers
	kindX, kindY, kindOfSums := kind{useA, s, factors, fa.ByRows}, kind{useB, s, factors, fb.ByRows}, kind{useSums, s, sum, false}
	if s.across() {
		x, y, kindX, kindY = y, x, kindY, kindX
	}
	one, two := s.lines()
	n := len(sums) * first * half / (one * two) // registers of the sums of a product
	for i := range one / first {
		for j := range two / half {
			in := ir.Instr{Op: ir.Product, Mod: products[factors], Type: sum.Register()}
			in.Src = append(append(append(in.Src, x[quarters*i:][:quarters]...), y[halves*j:][:halves]...), sums[:n]...)
			sums = sums[n:]
			made, last := b.spread(in, sum.Register(), n), len(in.Src)
			b.Marks.uses(kindX, b.last, 0, quarters)
			b.Marks.uses(kindY, b.last, quarters, quarters+halves)
			b.Marks.uses(kindOfSums, b.last, quarters+halves, last)
			values = append(values, made...)
		}
	}
	b.Marks.sets(kindOfSums, values, b.last)
	return values
}

// sumPlaces calls f for each pair of neighbouring sums that a lane holds, in the order of its registers: with their line
// along the first factor and along the second one.
func (p *place) sumPlaces(s Shape, f func(line, across ir.Operand)) {
	one, two := s.lines()
	for block := 0; block < one; block += first {
		for column := 0; column < two; column += half {
			for lower := 0; lower < first; lower += half {
				line := p.plus(p.lane(ir.Div, quadLanes), block+lower)
				f(line, p.plus(p.pairInRow(), column))
			}
		}
	}
}

// LoadSums loads c. It returns the values of its registers.
func (b *Builder) LoadSums(s Shape, e Element, m Memory) (values []ir.Operand) {
	t := types[e]
	p := &place{b, m, uint64(t.Bytes())}
	p.sumPlaces(s, func(line, across ir.Operand) {
		var pair []ir.Operand
		if m.ByRows != s.across() {
			pair = p.load(t, 2, p.at(line, across))
		} else {
			pair = append(p.load(t, 1, p.at(across, line)), p.load(t, 1, p.at(p.plus(across, 1), line))...)
		}
		if e == Half {
			pair = []ir.Operand{p.join(pair[0], pair[1])}
		}
		values = append(values, pair...)
	})
	b.Marks.sets(kind{useSums, s, e, false}, values, b.last)
	return values
}

// StoreSums stores the registers of d.
func (b *Builder) StoreSums(s Shape, e Element, m Memory, values []ir.Operand) {
	t := types[e]
	p := &place{b, m, uint64(t.Bytes())}
	p.sumPlaces(s, func(line, across ir.Operand) {
		var pair []ir.Operand
		if e == Half {
			pair, values = []ir.Operand{values[0], p.words32(ir.Shr, values[0], ir.I(upper))}, values[1:]
		} else {
			pair, values = values[:2], values[2:]
		}
		as := kind{useSums, s, e, false}
		if m.ByRows != s.across() {
			p.store(as, t, p.at(line, across), pair...)
			return
		}
		p.store(as, t, p.at(across, line), pair[0])
		p.store(as, t, p.at(p.plus(across, 1), line), pair[1])
	})
}
