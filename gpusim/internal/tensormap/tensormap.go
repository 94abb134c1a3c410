// Package tensormap describes tensors in global memory for copies of boxes: what CUDA calls a tensor
// map, CUtensorMap.
//
// A Map says where a tensor lies, how long it is in each dimension, and which box of it one copy moves.
// Dimension 0 is the one in which elements are neighbours. A box lies in shared memory row after row; Swizzle
// says how the 16-byte pieces of its rows are exchanged there, so that columns use all banks.
//
// The 128 bytes that programs hold are opaque to them. Encode and Decode have a layout of this simulator.
//
// Units: bytes, and elements of 1 to 8 bytes. Not modelled: interleaved tensors, boxes that are gathered as
// for a convolution (im2col), packed elements of less than a byte.
package tensormap

import (
	"encoding/binary"
	"fmt"

	"gpucourse/gpusim/internal/padding"
)

// Bytes is the size of an encoded Map, MaxRank the most dimensions.
const (
	Bytes   = 128
	MaxRank = 5
)

// Swizzle is how pieces of 16 bytes are exchanged in shared memory, as CUtensorMapSwizzle numbers it.
type Swizzle uint8

// The swizzles: in rows of 32, 64 or 128 bytes.
const (
	NoSwizzle Swizzle = iota
	Swizzle32
	Swizzle64
	Swizzle128
)

// Pieces of 16 bytes are numbered from bit 4 of an address on, rows of 128 bytes from bit 7 on.
const (
	pieceBytes = 16
	rowShift   = 7 - 4
)

// Place returns where a byte of shared memory lies under a swizzle: the number of its piece is changed by
// the lowest bits of the number of its row of 128 bytes.
func (s Swizzle) Place(address uint32) uint32 {
	return address ^ address>>rowShift&((1<<s-1)*pieceBytes)
}

// Span returns the longest row of a box under a swizzle, in bytes; 0 for no limit.
func (s Swizzle) Span() int {
	if s == NoSwizzle {
		return 0
	}
	return pieceBytes << s
}

// Element is the type of a tensor's elements, as CUtensorMapDataType numbers it.
type Element uint8

// elementBytes is the size of an element by its type.
var elementBytes = [...]int{1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4}

// Bytes returns the size of an element; 0 for a type that is not modelled.
func (e Element) Bytes() int {
	if int(e) >= len(elementBytes) {
		return 0
	}
	return elementBytes[e]
}

// Map is a tensor and its box. Lists have as many entries as it has dimensions; Strides one less.
type Map struct {
	Element Element
	Swizzle Swizzle
	NaN     bool // what lies outside of the tensor is read as NaN instead of zero
	Address uint64
	Dims    []uint64 // elements
	Strides []uint64 // bytes from one element to the next, in dimensions from 1 on
	Box     []uint32 // elements
	Steps   []uint32 // of the tensor that one step in the box takes
}

// The limits of cuTensorMapEncodeTiled, in bytes and elements.
const (
	addressAlign = 16
	maxDim       = 1 << 32
	maxStride    = 1 << 40
	maxBox       = 256
	maxStep      = 8
)

// Check returns why a map is refused, or nil.
func (m *Map) Check() error {
	switch rank := len(m.Dims); {
	case m.Element.Bytes() == 0:
		return fmt.Errorf("elements of type %d are not simulated", m.Element)
	case m.Swizzle > Swizzle128:
		return fmt.Errorf("swizzle %d is not simulated", m.Swizzle)
	case rank == 0 || rank > MaxRank:
		return fmt.Errorf("a tensor has 1 to %d dimensions, not %d", MaxRank, rank)
	case m.Address == 0 || m.Address%addressAlign != 0:
		return fmt.Errorf("a tensor lies at a multiple of %d bytes, not at %#x", addressAlign, m.Address)
	}
	for i, n := range m.Dims {
		switch {
		case n == 0 || n > maxDim:
			return fmt.Errorf("dimension %d has %d elements, not 1 to %d", i, n, uint64(maxDim))
		case m.Box[i] == 0 || m.Box[i] > maxBox:
			return fmt.Errorf("the box has %d elements in dimension %d, not 1 to %d", m.Box[i], i, maxBox)
		case m.Steps[i] == 0 || m.Steps[i] > maxStep:
			return fmt.Errorf("the step in dimension %d is %d, not 1 to %d", i, m.Steps[i], maxStep)
		case i > 0 && (m.Strides[i-1]%addressAlign != 0 || m.Strides[i-1] >= maxStride):
			return fmt.Errorf("the stride of dimension %d is %d bytes: it must be a multiple of %d, below %d", i, m.Strides[i-1], addressAlign, uint64(maxStride))
		}
	}
	switch row, span := m.RowBytes(), m.Swizzle.Span(); {
	case row%pieceBytes != 0:
		return fmt.Errorf("a row of the box has %d bytes: it must have a multiple of %d", row, pieceBytes)
	case span > 0 && row > span:
		return fmt.Errorf("a row of the box has %d bytes, more than the %d of its swizzle", row, span)
	}
	return nil
}

// RowBytes returns the bytes of a row of the box.
func (m *Map) RowBytes() int { return int(m.Box[0]) * m.Element.Bytes() }

// BoxBytes returns the bytes of the box.
func (m *Map) BoxBytes() int {
	n := m.Element.Bytes()
	for _, b := range m.Box {
		n *= int(b)
	}
	return n
}

// TensorBytes returns the bytes from the first to the last element of the tensor.
func (m *Map) TensorBytes() uint64 {
	n := m.Dims[0] * uint64(m.Element.Bytes())
	for i, stride := range m.Strides {
		n += (m.Dims[i+1] - 1) * stride
	}
	return n
}

// Row is one row of a box.
type Row struct {
	Box    int    // bytes from the begin of the box
	Memory uint64 // address of element First
	First  int    // the first element inside the tensor
	Inside int    // how many are
}

// Rows calls yield for each row of the box whose first element has some coordinates, which may lie outside of
// the tensor. Elements of a row lie Steps[0] elements apart. A store writes whole pieces of 16 bytes, also where the last
// one of a row of the tensor goes beyond its end, as an H100 does.
func (m *Map) Rows(at []int32, store bool, yield func(Row)) {
	rows := 1
	for _, b := range m.Box[1:] {
		rows *= int(b)
	}
	first, inside := m.insideRow(at[0], store)
	for i := range rows {
		r := Row{Box: i * m.RowBytes(), First: first, Inside: inside}
		address, rest := int64(m.Address)+(int64(at[0])+int64(first)*int64(m.Steps[0]))*int64(m.Element.Bytes()), i
		for d := 1; d < len(m.Dims); d++ {
			x := int64(at[d]) + int64(rest%int(m.Box[d]))*int64(m.Steps[d])
			rest /= int(m.Box[d])
			if x < 0 || uint64(x) >= m.Dims[d] {
				r.Inside = 0
			}
			address += x * int64(m.Strides[d-1])
		}
		r.Memory = uint64(address)
		yield(r)
	}
}

// insideRow returns the first element of a row that lies inside the tensor, and how many do.
func (m *Map) insideRow(at int32, store bool) (first, inside int) {
	end := m.Dims[0]
	if store {
		end = padding.Up(end, uint64(pieceBytes/m.Element.Bytes()))
	}
	for i := range int(m.Box[0]) {
		x := int64(at) + int64(i)*int64(m.Steps[0])
		if x < 0 || uint64(x) >= end {
			continue
		}
		if inside == 0 {
			first = i
		}
		inside++
	}
	return first, inside
}

// magic begins an encoded map.
const magic = 0x70616d74

// Encode returns the bytes of a map.
func (m *Map) Encode() []byte {
	nan := uint8(0)
	if m.NaN {
		nan = 1
	}
	b := binary.LittleEndian.AppendUint32(make([]byte, 0, Bytes), magic)
	b = append(b, uint8(m.Element), uint8(len(m.Dims)), uint8(m.Swizzle), nan)
	b = binary.LittleEndian.AppendUint64(b, m.Address)
	for i := range m.Dims {
		b = binary.LittleEndian.AppendUint32(b, uint32(m.Dims[i]-1))
		b = binary.LittleEndian.AppendUint16(b, uint16(m.Box[i]))
		b = append(b, uint8(m.Steps[i]))
		if i > 0 {
			b = binary.LittleEndian.AppendUint64(b, m.Strides[i-1])
		}
	}
	return append(b, make([]byte, Bytes-len(b))...)
}

// Decode reads the bytes of a map. ok is false for others.
func Decode(b []byte) (m Map, ok bool) {
	if len(b) < Bytes || binary.LittleEndian.Uint32(b) != magic || b[5] == 0 || b[5] > MaxRank {
		return m, false
	}
	m = Map{Element: Element(b[4]), Swizzle: Swizzle(b[6]), NaN: b[7] != 0, Address: binary.LittleEndian.Uint64(b[8:])}
	rank := int(b[5])
	b = b[16:]
	for i := range rank {
		m.Dims = append(m.Dims, uint64(binary.LittleEndian.Uint32(b))+1)
		m.Box = append(m.Box, uint32(binary.LittleEndian.Uint16(b[4:])))
		m.Steps = append(m.Steps, uint32(b[6]))
		b = b[7:]
		if i > 0 {
			m.Strides = append(m.Strides, binary.LittleEndian.Uint64(b))
			b = b[8:]
		}
	}
	return m, m.Check() == nil
}

// Align is the alignment of an encoded map, SharedAlign that of a box in shared memory.
const (
	Align       = 64
	SharedAlign = 128
)

// MemoryBytes returns the bytes of global memory from the first to the last element of a row inside the tensor.
func (m *Map) MemoryBytes(r Row) int {
	return ((r.Inside-1)*int(m.Steps[0]) + 1) * m.Element.Bytes()
}

// EachElement calls f for each element of a row inside the tensor, with its distances in bytes from the begin of the
// box in shared memory, which lies at an address, and from the row's first element in global memory.
func (m *Map) EachElement(r Row, address uint32, f func(box, memory int)) {
	size := m.Element.Bytes()
	for i := range r.Inside {
		at := address + uint32(r.Box+(r.First+i)*size)
		f(int(m.Swizzle.Place(at)-address), i*int(m.Steps[0])*size)
	}
}

// FillNaN fills a box with NaN.
func (m *Map) FillNaN(d []byte) {
	for i := range d {
		d[i] = 0xff // of every float type, with the sign set
	}
}
