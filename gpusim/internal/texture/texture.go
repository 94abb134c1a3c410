// Package texture computes what a texture read returns.
//
// A Texture is texels in device memory with the rules for reading them: format,
// extent, memory layout, address mode and filter. A read has two steps. Texels
// turns coordinates into up to four texels, each with its place in memory and its
// weight. Value combines them into the bits of the result. Between the steps the
// executor counts the memory that the texels occupy.
//
// Units: coordinates are texels, or widths and heights of the texture when
// Normalized; offsets are bytes from Base; weights are 1/256.
//
// The rules are those of the CUDA C++ Programming Guide, appendix "Texture
// Fetching". Point filtering reads the texel that contains the coordinates. Linear
// filtering mixes the two or four texels whose centres surround them, with weights
// of 8 fractional bits. Where the guide is silent, for example on how a coordinate
// becomes a weight, the rules reproduce an H200:
// gpusim/validation/h200/texture/texture_values.csv.
//
// Not modelled: mipmaps, anisotropic filtering, 3D, cube and layered textures,
// sRGB, 16-bit floats, texture gather, surface writes.
package texture

// MaxTexels is the most texels that one read uses.
const MaxTexels = 4

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
	Bytes    int // per channel: 1, 2 or 4; floats have 4
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

// Texture is texels in memory and the rules for reading them.
type Texture struct {
	Name   string
	Base   uint64 // device address of the first texel
	Data   []byte // device memory from Base on
	Format Format
	Width  int
	Height int // 0: one dimension
	// BlockLinear texels lie at BlockLinearOffset, others in rows of Pitch bytes.
	BlockLinear bool
	Pitch       int
	// Plain is linear memory in one dimension, which only Fetch reads.
	Plain bool

	Address    Address
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

// Dims returns the number of dimensions: 1 or 2.
func (t *Texture) Dims() int {
	if t.Height == 0 {
		return 1
	}
	return 2
}

// Fetch returns texel i of a one-dimensional texture. Outside, the read returns 0.
func (t *Texture) Fetch(i int32, buf *[MaxTexels]Texel) []Texel {
	buf[0] = Texel{Offset: noTexel, Weight: One}
	if i >= 0 && int(i) < t.Width {
		buf[0].Offset = t.offset(int(i), 0)
	}
	return buf[:1]
}

// offset returns the offset of the texel at (x, y) from Base.
func (t *Texture) offset(x, y int) int {
	if t.BlockLinear {
		return BlockLinearOffset(x*t.Format.Size(), y, t.Pitch)
	}
	return y*t.Pitch + x*t.Format.Size()
}
