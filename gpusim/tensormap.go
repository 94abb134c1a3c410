package gpusim

// This file makes maps of tensors, for copies of boxes.

import (
	"encoding/binary"
	"fmt"
	"reflect"
	"strings"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/tensormap"
)

// Swizzle says how pieces of 16 bytes of a box are exchanged in shared memory: the number of a piece is changed by the
// lowest bits of the number of its row of 128 bytes. CUDA: CUtensorMapSwizzle.
type Swizzle uint8

// The swizzles. A row of the box has at most as many bytes as its swizzle. CUDA: CU_TENSOR_MAP_SWIZZLE_NONE to …_128B.
const (
	NoSwizzle  = Swizzle(tensormap.NoSwizzle)
	Swizzle32  = Swizzle(tensormap.Swizzle32)
	Swizzle64  = Swizzle(tensormap.Swizzle64)
	Swizzle128 = Swizzle(tensormap.Swizzle128)
)

// TensorConfig describes a tensor and the box of it that one copy moves. Lists begin with the dimension in which elements
// are neighbours: columns before rows.
type TensorConfig struct {
	Dims    []int // elements in each dimension
	Box     []int // elements of the box in each dimension, at most 256
	Strides []int // elements from one row to the next, in dimensions from the second on; nil: rows lie one after another
	Steps   []int // of the tensor that one step in the box takes, at most 8; nil: 1
	Swizzle Swizzle
	NaN     bool // elements outside of the tensor are read as NaN instead of 0
}

// elementOf are the types of elements, as CUDA's CUtensorMapDataType numbers them.
var elementOf = map[reflect.Kind]tensormap.Element{
	reflect.Uint8: 0, reflect.Uint16: 1, reflect.Uint32: 2, reflect.Int32: 3, reflect.Uint64: 4, reflect.Int64: 5, reflect.Float32: 7, reflect.Float64: 8,
}

// halfElement is the type of gpu.Half.
const halfElement = 6

// NewTensorMap makes the map of a tensor whose first element is that of a buffer. Kernels take it as a parameter of type
// gpu.TensorMap, or in CUDA C as const __grid_constant__ CUtensorMap. CUDA: cuTensorMapEncodeTiled.
func NewTensorMap[T any](b *Buffer[T], c TensorConfig) (gpu.TensorMap, error) {
	element, ok := elementOf[reflect.TypeFor[T]().Kind()]
	if reflect.TypeFor[T]() == reflect.TypeFor[gpu.Half]() {
		element = halfElement
	}
	if !ok {
		return gpu.TensorMap{}, badTensor("use numbers of C", "elements of type %s have no tensor map", reflect.TypeFor[T]())
	}
	m, err := c.of(element)
	if err != nil {
		return gpu.TensorMap{}, err
	}
	m.Address = b.Address()
	if err := m.Check(); err != nil {
		return gpu.TensorMap{}, badTensor("see the CUDA Driver API, cuTensorMapEncodeTiled", "%v", err)
	}
	if bytes := uint64(b.Len() * element.Bytes()); m.TensorBytes() > bytes {
		return gpu.TensorMap{}, badTensor("give a larger buffer, or smaller dimensions", "the tensor takes %d bytes, and the buffer has %d", m.TensorBytes(), bytes)
	}
	return gpu.TensorMapOf(m, b.array.Bytes()), nil
}

func badTensor(hint, format string, args ...any) error {
	return diag.Called(diag.Diagnostic{Code: diag.BadTensor, Message: "NewTensorMap: " + fmt.Sprintf(format, args...), Hint: hint})
}

// of returns the map without an address.
func (c *TensorConfig) of(element tensormap.Element) (m tensormap.Map, err error) {
	m = tensormap.Map{Element: element, Swizzle: tensormap.Swizzle(c.Swizzle), NaN: c.NaN}
	n := len(c.Dims)
	if len(c.Box) != n || c.Strides != nil && len(c.Strides) != n-1 || c.Steps != nil && len(c.Steps) != n {
		return m, badTensor("give a number for each dimension, and a stride for each but the first", "%d dimensions, a box of %d, %d strides and %d steps", n, len(c.Box), len(c.Strides), len(c.Steps))
	}
	row := element.Bytes()
	for i, d := range c.Dims {
		step := 1
		if c.Steps != nil {
			step = c.Steps[i]
		}
		m.Dims, m.Box, m.Steps = append(m.Dims, uint64(max(d, 0))), append(m.Box, uint32(max(c.Box[i], 0))), append(m.Steps, uint32(max(step, 0)))
		if i == 0 {
			row *= d
			continue
		}
		stride := row
		if c.Strides != nil {
			stride = c.Strides[i-1] * element.Bytes()
		}
		m.Strides = append(m.Strides, uint64(stride))
		row = stride * d
	}
	return m, nil
}

// addTensorMap takes a map of a tensor: its bytes are the parts of a parameter.
func (f *flattener) addTensorMap(l leaf, m gpu.TensorMap, p ir.Argument) {
	data, first, bytes := m.Encode(), -1, 0
	for i := range f.kernel.Lowered.Params {
		part := &f.kernel.Lowered.Params[i]
		rest, of := strings.CutPrefix(part.Name, l.path)
		if !of || rest != "" && rest[0] != '.' && rest[0] != '[' {
			continue
		}
		if first < 0 {
			first = part.Offset
		}
		n, at := part.Type.Bytes(), part.Offset-first
		if bytes += n; at+n > len(data) {
			break
		}
		var word [8]byte
		copy(word[:], data[at:at+n])
		f.leaves[part.Name] = leaf{path: part.Name, which: l.which, value: reflect.ValueOf(binary.LittleEndian.Uint64(word[:])), loose: true}
	}
	if bytes != len(data) {
		f.fail(diag.ArgumentType, f.kernel.Usage(), "%s is a gpu.TensorMap, kernel %s wants %s", l.which, f.kernel.Name(), p.Type)
	}
}
