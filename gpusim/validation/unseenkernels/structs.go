package unseenkernels

// This file holds arrays of structs of 16 to 48 bytes, aligned to a word or more, read as a
// whole or in parts.

import "gpucourse/gpusim/gpu"

// Structs by their size; an A is aligned to 8 or 16 bytes.
type (
	S16  struct{ A, B, C, D float32 }
	S16A struct {
		_          gpu.Align16
		A, B, C, D float32
	}
	S20  struct{ A, B, C, D, E float32 }
	S24  struct{ A, B, C, D, E, F float32 }
	S24A struct {
		_                gpu.Align8
		A, B, C, D, E, F float32
	}
	S32  struct{ A, B, C, D, E, F, G, H float32 }
	S32A struct {
		_                      gpu.Align16
		A, B, C, D, E, F, G, H float32
	}
	S48  struct{ A, B, C, D, E, F, G, H, I, J, K, L float32 }
	S48A struct {
		_                                  gpu.Align16
		A, B, C, D, E, F, G, H, I, J, K, L float32
	}
	// Mixed has fields of four sizes, and padding.
	Mixed struct {
		A int8
		B float32
		C int16
		D float64
	}
)

func (p S16) sum() float32  { return p.A + p.B + p.C + p.D }
func (p S16A) sum() float32 { return p.A + p.B + p.C + p.D }
func (p S20) sum() float32  { return p.A + p.B + p.C + p.D + p.E }
func (p S24) sum() float32  { return p.A + p.B + p.C + p.D + p.E + p.F }
func (p S24A) sum() float32 { return p.A + p.B + p.C + p.D + p.E + p.F }
func (p S32) sum() float32  { return p.A + p.B + p.C + p.D + p.E + p.F + p.G + p.H }
func (p S32A) sum() float32 { return p.A + p.B + p.C + p.D + p.E + p.F + p.G + p.H }
func (p S48) sum() float32 {
	return p.A + p.B + p.C + p.D + p.E + p.F + p.G + p.H + p.I + p.J + p.K + p.L
}
func (p S48A) sum() float32 {
	return p.A + p.B + p.C + p.D + p.E + p.F + p.G + p.H + p.I + p.J + p.K + p.L
}
func (p Mixed) sum() float32 { return float32(p.A) + p.B + float32(p.C) + float32(p.D) }

// summed is a struct whose fields can be added up.
type summed interface {
	S16 | S16A | S20 | S24 | S24A | S32 | S32A | S48 | S48A | Mixed
	sum() float32
}

// StructSum reads whole structs.
func StructSum[T summed](in []T, out []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	p := in[i]
	out[i] = p.sum()
}

// StructCopy copies structs.
func StructCopy[T summed](out, in []T) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	out[i] = in[i]
}

// FieldS16A reads one field of each S16A.
func FieldS16A(in []S16A, out []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	out[i] = in[i].C
}

// FirstS16A copies each S16A and uses its first field.
func FirstS16A(in []S16A, out []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	p := in[i]
	out[i] = p.A
}

// First2S16A copies each S16A and uses two fields.
func First2S16A(in []S16A, out []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	p := in[i]
	out[i] = p.A + p.B
}

// MiddleS16A copies each S16A and uses the middle two of its first four fields.
func MiddleS16A(in []S16A, out []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	p := in[i]
	out[i] = p.B + p.C
}

// ThreeS16A copies each S16A and uses three fields.
func ThreeS16A(in []S16A, out []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	p := in[i]
	out[i] = p.A + p.B + p.C
}

// SetS16A writes one field of each S16A.
func SetS16A(out []S16A, v float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	out[i].B = v
}

// BumpS16A adds to two fields of each S16A.
func BumpS16A(p []S16A) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	p[i].A += 1
	p[i].D += 2
}

// FieldS20 reads one field of each S20.
func FieldS20(in []S20, out []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	out[i] = in[i].C
}

// FirstS20 copies each S20 and uses its first field.
func FirstS20(in []S20, out []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	p := in[i]
	out[i] = p.A
}

// First2S20 copies each S20 and uses two fields.
func First2S20(in []S20, out []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	p := in[i]
	out[i] = p.A + p.B
}

// MiddleS20 copies each S20 and uses the middle two of its first four fields.
func MiddleS20(in []S20, out []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	p := in[i]
	out[i] = p.B + p.C
}

// ThreeS20 copies each S20 and uses three fields.
func ThreeS20(in []S20, out []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	p := in[i]
	out[i] = p.A + p.B + p.C
}

// SetS20 writes one field of each S20.
func SetS20(out []S20, v float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	out[i].B = v
}

// BumpS20 adds to two fields of each S20.
func BumpS20(p []S20) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	p[i].A += 1
	p[i].D += 2
}

// FieldS24A reads one field of each S24A.
func FieldS24A(in []S24A, out []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	out[i] = in[i].C
}

// FirstS24A copies each S24A and uses its first field.
func FirstS24A(in []S24A, out []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	p := in[i]
	out[i] = p.A
}

// First2S24A copies each S24A and uses two fields.
func First2S24A(in []S24A, out []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	p := in[i]
	out[i] = p.A + p.B
}

// MiddleS24A copies each S24A and uses the middle two of its first four fields.
func MiddleS24A(in []S24A, out []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	p := in[i]
	out[i] = p.B + p.C
}

// ThreeS24A copies each S24A and uses three fields.
func ThreeS24A(in []S24A, out []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	p := in[i]
	out[i] = p.A + p.B + p.C
}

// SetS24A writes one field of each S24A.
func SetS24A(out []S24A, v float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	out[i].B = v
}

// BumpS24A adds to two fields of each S24A.
func BumpS24A(p []S24A) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	p[i].A += 1
	p[i].D += 2
}

// FieldS32A reads one field of each S32A.
func FieldS32A(in []S32A, out []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	out[i] = in[i].C
}

// FirstS32A copies each S32A and uses its first field.
func FirstS32A(in []S32A, out []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	p := in[i]
	out[i] = p.A
}

// First2S32A copies each S32A and uses two fields.
func First2S32A(in []S32A, out []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	p := in[i]
	out[i] = p.A + p.B
}

// MiddleS32A copies each S32A and uses the middle two of its first four fields.
func MiddleS32A(in []S32A, out []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	p := in[i]
	out[i] = p.B + p.C
}

// ThreeS32A copies each S32A and uses three fields.
func ThreeS32A(in []S32A, out []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	p := in[i]
	out[i] = p.A + p.B + p.C
}

// SetS32A writes one field of each S32A.
func SetS32A(out []S32A, v float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	out[i].B = v
}

// BumpS32A adds to two fields of each S32A.
func BumpS32A(p []S32A) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	p[i].A += 1
	p[i].D += 2
}

// SharedFieldS16 reads one field of each struct from shared memory.
func SharedFieldS16(out []float32, in []S16) {
	t := gpu.Shared[[64]S16]()
	i := gpu.ThreadIdx.X
	t[i] = in[i]
	gpu.SyncThreads()
	out[i] = t[63-i].B
}

// SharedFieldS16A reads one field of each struct from shared memory.
func SharedFieldS16A(out []float32, in []S16A) {
	t := gpu.Shared[[64]S16A]()
	i := gpu.ThreadIdx.X
	t[i] = in[i]
	gpu.SyncThreads()
	out[i] = t[63-i].B
}

// SharedFieldS20 reads one field of each struct from shared memory.
func SharedFieldS20(out []float32, in []S20) {
	t := gpu.Shared[[64]S20]()
	i := gpu.ThreadIdx.X
	t[i] = in[i]
	gpu.SyncThreads()
	out[i] = t[63-i].B
}

// SharedFieldS24 reads one field of each struct from shared memory.
func SharedFieldS24(out []float32, in []S24) {
	t := gpu.Shared[[64]S24]()
	i := gpu.ThreadIdx.X
	t[i] = in[i]
	gpu.SyncThreads()
	out[i] = t[63-i].B
}

// SharedFieldS24A reads one field of each struct from shared memory.
func SharedFieldS24A(out []float32, in []S24A) {
	t := gpu.Shared[[64]S24A]()
	i := gpu.ThreadIdx.X
	t[i] = in[i]
	gpu.SyncThreads()
	out[i] = t[63-i].B
}

// SharedFieldS32A reads one field of each struct from shared memory.
func SharedFieldS32A(out []float32, in []S32A) {
	t := gpu.Shared[[64]S32A]()
	i := gpu.ThreadIdx.X
	t[i] = in[i]
	gpu.SyncThreads()
	out[i] = t[63-i].B
}

// SharedStruct reads structs from shared memory, in reverse.
func SharedStruct[T summed](out []float32, in []T) {
	t := gpu.Shared[[64]T]()
	i := gpu.ThreadIdx.X
	t[i] = in[i]
	gpu.SyncThreads()
	p := t[63-i]
	out[i] = p.sum()
}
