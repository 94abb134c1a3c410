package report

// This file is what a kernel takes: its parameters and its variables.

import (
	"encoding/binary"
	"math"
	"strconv"
)

// Parameter is a scalar or a slice that a kernel takes: a parameter, or a part
// of a struct parameter.
type Parameter struct {
	Name    string // "n", "a.Elements"
	Type    string // "int", "[]float32"
	Slice   bool
	Elem    Element // of a slice
	Texture bool    // a gpu.Texture1D or gpu.Texture2D
	Fetched bool    // a texture of plain memory: it is read by whole numbers
	Unread  bool    // no access of the kernel, in PTX, names it, or it is a blank field: a launch may leave it out
}

// Element is how an element of a slice parameter or of a variable lies in memory.
type Element struct {
	Bytes   int
	Scalars []Scalar // in order of their offsets
}

// Scalar is a number or bool inside an element.
type Scalar struct {
	Offset, Bytes int
	Float         bool // a floating-point number
	Signed        bool // a signed integer
}

// Read returns the scalar of an element in memory as a number and as text. digits is for the text
// of a float; -1 takes as many as tell it from its neighbours.
func (s Scalar) Read(element []byte, digits int) (float64, string) {
	var word [8]byte
	copy(word[:], element[s.Offset:][:s.Bytes])
	bits := binary.LittleEndian.Uint64(word[:])
	unused := 8 * (len(word) - s.Bytes)
	switch {
	case s.Float && unused == 0:
		v := math.Float64frombits(bits)
		return v, strconv.FormatFloat(v, 'g', digits, 64)
	case s.Float:
		v := float64(math.Float32frombits(uint32(bits)))
		return v, strconv.FormatFloat(v, 'g', digits, 32)
	case s.Signed:
		v := int64(bits<<unused) >> unused
		return float64(v), strconv.FormatInt(v, 10)
	}
	return float64(bits), strconv.FormatUint(bits, 10)
}

// Symbol is a gpu.Constant or gpu.Global variable that a kernel uses.
type Symbol struct {
	Name string  // "Coef"
	Type string  // "[256]float32"
	Len  int     // innermost elements in all; 1 for a variable that is no array
	Elem Element // the innermost element
}
