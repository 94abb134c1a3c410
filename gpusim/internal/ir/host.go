package ir

// This file describes kernels to the host that launches them.

// Argument is a parameter of a kernel as a launch passes it: all parts of a struct.
type Argument struct {
	Name   string
	Type   string            // as in the source: "[]float32"
	Slices map[string]Record // the elements of the slices in it, by path: "in", "a.Elements"
	// Offset and Bytes are where it lies in the parameter block. Only PTX fixes that.
	Offset, Bytes int
}

// Record is a value in memory.
type Record struct {
	Bytes   int
	Scalars []Scalar // in it, in order of their offsets
}

// Scalar is a number in a Record.
type Scalar struct {
	Offset int  // bytes
	Type   Type // bool is U8
}
