package gpu

// This file holds textures: memory that is read by coordinates, through a cache
// that is made for neighbours in two dimensions.

import "gpucourse/gpusim/internal/texture"

// Texel is what a read of a texture gives: one, two or four numbers. Floats are
// also what a texture of small integers gives that was made with
// TextureConfig.ReadFloat.
type Texel interface {
	int8 | uint8 | int16 | uint16 | int32 | uint32 | float32 |
		Char2 | Uchar2 | Short2 | Ushort2 | Int2 | Uint2 | Float2 |
		Char4 | Uchar4 | Short4 | Ushort4 | Int4 | Uint4 | Float4
}

// Texture1D is a kernel parameter through which a row of texels is read; the
// host makes one with gpusim.NewTexture1D. CUDA: cudaTextureObject_t.
type Texture1D[T Texel] struct{ object *texture.Texture }

// Texture2D is a kernel parameter through which an image is read; the host
// makes one with gpusim.NewTexture2D. CUDA: cudaTextureObject_t.
type Texture2D[T Texel] struct{ object *texture.Texture }

// Texture1DOf returns the parameter for a texture object; gpusim.NewTexture1D calls it.
func Texture1DOf[T Texel](object any) Texture1D[T] { return Texture1D[T]{object.(*texture.Texture)} }

// Texture2DOf returns the parameter for a texture object; gpusim.NewTexture2D calls it.
func Texture2DOf[T Texel](object any) Texture2D[T] { return Texture2D[T]{object.(*texture.Texture)} }

// Object returns what a launch passes to the kernel. Kernels cannot call it.
func (t Texture1D[T]) Object() any { return t.object }

// Object returns what a launch passes to the kernel. Kernels cannot call it.
func (t Texture2D[T]) Object() any { return t.object }

// Fetch returns texel i of plain memory, without a filter; outside of the
// texture it returns 0. CUDA: tex1Dfetch(t, i).
func (t Texture1D[T]) Fetch(i int) T {
	var buf [texture.MaxTexels]texture.Texel
	return texelOf[T](t.object, t.object.Fetch(int32(i), &buf))
}

// At returns the texture at x: texel i covers i to i+1. CUDA: tex1D<T>(t, x).
func (t Texture1D[T]) At(x float32) T {
	var buf [texture.MaxTexels]texture.Texel
	return texelOf[T](t.object, t.object.Texels(x, 0, &buf))
}

// At returns the texture at column x and row y: texel (i, j) covers i to i+1
// and j to j+1, so that its middle is at (i+0.5, j+0.5). CUDA: tex2D<T>(t, x, y).
func (t Texture2D[T]) At(x, y float32) T {
	var buf [texture.MaxTexels]texture.Texel
	return texelOf[T](t.object, t.object.Texels(x, y, &buf))
}

// texelOf returns the result of a read as a T.
func texelOf[T Texel](t *texture.Texture, texels []texture.Texel) (v T) {
	texture.Put(&v, t.Value(texels), t.Format.Channels)
	return v
}
