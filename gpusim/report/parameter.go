package report

// This file is what a kernel takes: its parameters and its variables.

// Parameter is a scalar or a slice that a kernel takes: a parameter, or a part
// of a struct parameter.
type Parameter struct {
	Name    string // "n", "a.Elements"
	Type    string // "int", "[]float32"
	Slice   bool
	Elem    Element // of a slice
	Texture bool    // a gpu.Texture1D or gpu.Texture2D
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

// Symbol is a gpu.Constant or gpu.Global variable that a kernel uses.
type Symbol struct {
	Name string  // "Coef"
	Type string  // "[256]float32"
	Len  int     // innermost elements in all; 1 for a variable that is no array
	Elem Element // the innermost element
}
