package gpu

// This file holds CUDA's vector types. As in CUDA, a type of 2 or 4 elements is
// aligned to its size (at most 16 bytes) in device memory, so that the compiler
// may read it with one access; a type of 3 elements is aligned to its element.

// Align2 raises the alignment of a struct to 2 bytes. CUDA: __align__(2).
type Align2 struct{}

// Align4 raises the alignment of a struct to 4 bytes. CUDA: __align__(4).
type Align4 struct{}

// Align8 raises the alignment of a struct to 8 bytes. CUDA: __align__(8).
//
//	type Pair struct {
//		_    gpu.Align8
//		A, B float32
//	}
type Align8 struct{}

// Align16 raises the alignment of a struct to 16 bytes. CUDA: __align__(16).
type Align16 struct{}

// Align32 raises the alignment of a struct to 32 bytes. CUDA: __align__(32).
type Align32 struct{}

// Align64 raises the alignment of a struct to 64 bytes. CUDA: __align__(64).
type Align64 struct{}

// Align128 raises the alignment of a struct to 128 bytes, which a box in shared memory needs. CUDA: __align__(128).
type Align128 struct{}

// Align256 raises the alignment of a struct to 256 bytes. CUDA: __align__(256).
type Align256 struct{}

// Align512 raises the alignment of a struct to 512 bytes. CUDA: __align__(512).
type Align512 struct{}

// Align1024 raises the alignment of a struct to 1024 bytes, after which the pattern of a swizzle of 128 bytes
// begins again. CUDA: __align__(1024).
type Align1024 struct{}

// Vectors of 8-bit integers. CUDA: char2 … uchar4.
type (
	Char2  struct{ X, Y int8 }
	Char3  struct{ X, Y, Z int8 }
	Char4  struct{ X, Y, Z, W int8 }
	Uchar2 struct{ X, Y uint8 }
	Uchar3 struct{ X, Y, Z uint8 }
	Uchar4 struct{ X, Y, Z, W uint8 }
)

// Vectors of 16-bit integers. CUDA: short2 … ushort4.
type (
	Short2  struct{ X, Y int16 }
	Short3  struct{ X, Y, Z int16 }
	Short4  struct{ X, Y, Z, W int16 }
	Ushort2 struct{ X, Y uint16 }
	Ushort3 struct{ X, Y, Z uint16 }
	Ushort4 struct{ X, Y, Z, W uint16 }
)

// Vectors of 32-bit integers. CUDA: int2 … uint4.
type (
	Int2  struct{ X, Y int32 }
	Int3  struct{ X, Y, Z int32 }
	Int4  struct{ X, Y, Z, W int32 }
	Uint2 struct{ X, Y uint32 }
	Uint3 struct{ X, Y, Z uint32 }
	Uint4 struct{ X, Y, Z, W uint32 }
)

// Vectors of 64-bit integers. CUDA: longlong2, ulonglong2.
type (
	Longlong2  struct{ X, Y int64 }
	Ulonglong2 struct{ X, Y uint64 }
)

// Vectors of floats. CUDA: float2 … double4.
type (
	Float2  struct{ X, Y float32 }
	Float3  struct{ X, Y, Z float32 }
	Float4  struct{ X, Y, Z, W float32 }
	Double2 struct{ X, Y float64 }
	Double3 struct{ X, Y, Z float64 }
	Double4 struct{ X, Y, Z, W float64 }
)
