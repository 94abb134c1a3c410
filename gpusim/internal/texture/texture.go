// Package texture computes what a texture read returns.
//
// A Texture is texels in device memory with the rules for reading them: format,
// extent, memory layout, address mode and filter. A read has two steps. Texels
// turns coordinates into up to eight texels, each with its place in memory and its
// weight. Value combines them into the bits of the result. Between the steps the
// executor counts the memory that the texels occupy.
//
// Units: coordinates are texels, or widths and heights of the texture when
// Normalized; offsets are bytes from Base; weights are 1/256.
//
// The rules are those of the CUDA C++ Programming Guide, appendix "Texture
// Fetching". Point filtering reads the texel that contains the coordinates. Linear
// filtering mixes the two, four or eight texels whose centres surround them, with weights
// of 8 fractional bits. Where the guide is silent, for example on how a coordinate
// becomes a weight, the rules reproduce an H200:
// gpusim/validation/h200/texture/texture_values.csv.
//
// A layered texture is several textures of one size, of which a read names one. A cube is six
// squares, of which the coordinates, a direction, choose one.
//
// In three dimensions the hardware rounds the eight weights in another order, which is not known: a
// mean may differ by a 256th of the texels' difference.
//
// Not modelled: mipmaps, anisotropic filtering, filters across the edges of a cube, sRGB, texture
// gather, surface writes.
package texture

// MaxTexels is the most texels that one read uses.
const MaxTexels = 8

// MaxChannels is the most channels of a texel.
const MaxChannels = 4

// Kind is the type of a channel.
type Kind uint8

// The kinds of channel.
const (
	Float Kind = iota
	Signed
	Unsigned
)

// Format is the format of a texel.
type Format struct {
	Kind     Kind
	Bytes    int // per channel: 1, 2 or 4; floats have 2 or 4
	Channels int // 1, 2 or 4
}

// Size returns the bytes of a texel.
func (f Format) Size() int { return f.Bytes * f.Channels }

// Address is an address mode: what a read outside of the texture returns.
type Address uint8

// The address modes. CUDA: cudaAddressModeClamp …
const (
	Clamp  Address = iota // the texel at the edge
	Border                // the border colour
	Wrap                  // the texture repeated
	Mirror                // the texture repeated, every other time mirrored
)

// Filter is a filter mode: what a read between texel centres returns.
type Filter uint8

// The filters. CUDA: cudaFilterModePoint, cudaFilterModeLinear.
const (
	Point Filter = iota
	Linear
)

// Shape is the extent of a texture.
type Shape uint8

// The shapes.
const (
	Row Shape = iota
	Plane
	Volume
	Rows   // layers of one dimension
	Planes // layers of two
	Cube
	Cubes // layers of cubes
)

func (s Shape) String() string {
	return [...]string{"a texture of one dimension", "a texture of two dimensions", "a texture of three dimensions", "a layered texture of one dimension",
		"a layered texture of two dimensions", "a cube", "a layered cube"}[s]
}

// faces is how many squares a cube has.
const faces = 6

// Layered reports whether reads name a layer.
func (s Shape) Layered() bool { return s == Rows || s == Planes || s == Cubes }

// Coordinates returns how many coordinates a read has without the layer.
func (s Shape) Coordinates() int { return [...]int{1, 2, 3, 1, 2, 3, 3}[s] }

// Texture is texels in memory and the rules for reading them.
type Texture struct {
	Name   string
	Base   uint64 // device address of the first texel
	Data   []byte // device memory from Base on
	Format Format
	Shape  Shape
	Width  int
	Height int // 0: one dimension
	Depth  int // of a volume; of layers, their number, and of cubes, that of their faces
	// BlockLinear texels lie at BlockLinearOffset, others in rows of Pitch bytes. Planes, layers and faces
	// follow each other.
	BlockLinear bool
	Pitch       int
	// Plain is linear memory in one dimension, which only Fetch reads.
	Plain bool

	Address    [3]Address // by axis
	Filter     Filter
	Normalized bool // coordinates count widths and heights, not texels
	// ReadFloat returns integer channels as fractions of their largest value
	// (cudaReadModeNormalizedFloat).
	ReadFloat bool
	// Border is the border colour of reads that return floats. For other reads the
	// border is 0.
	Border [MaxChannels]float32
}

// Texel is one texel that a read uses.
type Texel struct {
	Offset int    // from Texture.Base; noTexel: the border colour
	Weight uint32 // the weights of a read add up to One
}

// noTexel is the offset of a texel outside of the texture.
const noTexel = -1

// Outside reports whether the read uses the border colour instead of a texel.
func (x Texel) Outside() bool { return x.Offset == noTexel }

// Result is the bits of the channels, as registers hold them.
type Result [MaxChannels]uint32

// Fetch returns texel i of a one-dimensional texture. Outside, the read returns 0.
func (t *Texture) Fetch(i int32, buf *[MaxTexels]Texel) []Texel {
	buf[0] = Texel{Offset: noTexel, Weight: One}
	if i >= 0 && int(i) < t.Width {
		buf[0].Offset = t.offset(int(i), 0, 0)
	}
	return buf[:1]
}

// offset returns the offset of the texel at (x, y) of plane z from Base.
func (t *Texture) offset(x, y, z int) int {
	if t.BlockLinear {
		return BlockLinearOffset(x*t.Format.Size(), y, t.Pitch)
	}
	return (z*max(t.Height, 1)+y)*t.Pitch + x*t.Format.Size()
}
