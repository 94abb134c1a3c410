package gpu

// This file holds numbers of half precision and products of small matrices, which the lanes of a
// warp compute together. Their registers have the layouts that the PTX manual gives for
// mma.m16n8k16: lane i holds elements 2·(i%4) and 2·(i%4)+1 of row i/4 of each matrix of 8 rows by 8
// columns, the first one in the lower half of the register.

import (
	"math"
	"unsafe"

	"gpucourse/gpusim/internal/native"
	"gpucourse/gpusim/internal/num"
	"gpucourse/gpusim/internal/num/tensor"
)

// Half is the 16 bits of a number of half precision. CUDA: half.
type Half uint16

// ToHalf returns the number of half precision nearest to x. CUDA: __float2half.
func ToHalf(x float32) Half { return Half(math.Float32bits(num.HalfBits(x))) }

// Float32 returns the value of h. CUDA: __half2float.
func (h Half) Float32() float32 { return num.HalfValue(math.Float32frombits(uint32(h))) }

// LoadMatrixX4 loads four matrices of 8 rows by 8 columns from shared memory. The address of lane i is that of row
// i%8 of matrix i/8: 8 elements in 16 bytes. Result r belongs to matrix r. It needs compute capability 7.5.
// CUDA: ldmatrix.sync.aligned.m8n8.x4.shared.b16 in PTX.
func LoadMatrixX4(row *Half) (m [4]uint32) { loadMatrices("LoadMatrixX4", row, false, m[:]); return m }

// LoadMatrixX4Trans is LoadMatrixX4 of transposed matrices: the addresses are those of their columns.
// CUDA: ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 in PTX.
func LoadMatrixX4Trans(row *Half) (m [4]uint32) {
	loadMatrices("LoadMatrixX4Trans", row, true, m[:])
	return m
}

// LoadMatrixX2 is LoadMatrixX4 of two matrices, whose rows lanes 0 to 15 name.
// CUDA: ldmatrix.sync.aligned.m8n8.x2.shared.b16 in PTX.
func LoadMatrixX2(row *Half) (m [2]uint32) { loadMatrices("LoadMatrixX2", row, false, m[:]); return m }

// LoadMatrixX2Trans is LoadMatrixX2 of transposed matrices.
// CUDA: ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 in PTX.
func LoadMatrixX2Trans(row *Half) (m [2]uint32) {
	loadMatrices("LoadMatrixX2Trans", row, true, m[:])
	return m
}

const (
	matrixRows = 8
	quad       = 4 // lanes that share a row of a matrix
)

// loadMatrices is the native run of LoadMatrixX4 and its like.
func loadMatrices(name string, row *Half, across bool, out []uint32) {
	t := native.Self("gpu." + name)
	rows := t.Exchange(name, FullMask, row)
	element := func(matrix, row, column int) uint32 {
		first := rows[matrix*matrixRows+row].(*Half)
		return uint32(elements(first)[column])
	}
	y, x := t.Lane()/quad, 2*(t.Lane()%quad)
	for i := range out {
		if across {
			out[i] = element(i, x, y) | element(i, x+1, y)<<16
		} else {
			out[i] = element(i, y, x) | element(i, y, x+1)<<16
		}
	}
}

// MmaM16N8K16 returns a·b + c of a matrix a of 16 rows by 16 columns, b of 16 rows by 8 columns, and c of 16
// rows by 8 columns. The four registers of a hold the quarters: left above, left below, right above, right below;
// those of b the upper and the lower half, by columns; those of c two rows of pairs, 8 rows apart.
// It needs compute capability 8.0. CUDA: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 in PTX.
func MmaM16N8K16(a [4]uint32, b [2]uint32, c [4]float32) [4]float32 {
	type factors struct {
		a [4]uint32
		b [2]uint32
	}
	t := native.Self("gpu.MmaM16N8K16")
	all := t.Exchange("MmaM16N8K16", FullMask, factors{a, b})
	y, x := t.Lane()/quad, 2*(t.Lane()%quad)
	for i := range c {
		var row, column []tensor.Number
		for k := range 2 * matrixRows {
			from, half, shift := k%matrixRows/2, k/matrixRows, 16*(k%2)
			row = append(row, tensor.Half.Decode(all[y*quad+from].(factors).a[2*half+i/2]>>shift&0xffff))
			column = append(column, tensor.Half.Decode(all[(x+i%2)*quad+from].(factors).b[half]>>shift&0xffff))
		}
		c[i] = tensor.Half.Dot(row, column, c[i])
	}
	return c
}

// elements returns the row at an address.
func elements(first *Half) []Half { return unsafe.Slice(first, matrixRows) }
