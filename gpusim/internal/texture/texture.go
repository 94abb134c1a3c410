// Package texture says what a read of a texture gives: which texels it looks
// at and what it makes of them.
//
// A Texture is texels in device memory with the rules for reading them: a
// format, an extent, how the texels lie in memory, what stands outside, and
// whether neighbours are mixed. A read has two steps. Look turns coordinates
// into taps: up to four texels, each with its place in memory and its weight.
// Value turns taps into the bits of the result. Between the two the executor
// counts which memory the taps lie in.
//
// Units: coordinates in texels, or in widths and heights of the texture when
// Normalized; offsets in bytes from Base; weights in 1/256.
//
// The rules are those of the CUDA C++ Programming Guide, appendix "Texture
// Fetching": without a filter the texel that the coordinates lie in; with a
// linear filter the two (or four) texels whose centres surround them, mixed
// with weights of 8 fractional bits. What the guide leaves open, such as how a
// coordinate becomes such a weight, is as measured on an H200:
// gpusim/validation/h200/texture_values.csv.
//
// Not modelled: mipmaps, anisotropy, three dimensions, cube maps, layers,
// sRGB, 16-bit floats, gathering, writing through surfaces.
package texture

// MaxTaps is the most texels that one read looks at.
const MaxTaps = 4

// MaxChannels is the most numbers that a texel holds.
const MaxChannels = 4

// Kind is the type of number that texels hold.
type Kind uint8

// The kinds of number.
const (
	Float Kind = iota
	Signed
	Unsigned
)

// Format is what a texel holds: Channels numbers of Bytes bytes.
type Format struct {
	Kind     Kind
	Bytes    int // of a channel: 1, 2 or 4; floats have 4
	Channels int // 1, 2 or 4
}

// Size returns the bytes of a texel.
func (f Format) Size() int { return f.Bytes * f.Channels }

// Address says what a read outside of the texture gives.
type Address uint8

// The address modes. CUDA: cudaAddressModeClamp …
const (
	Clamp  Address = iota // the texel at the edge
	Border                // a colour
	Wrap                  // the texture over and over
	Mirror                // the texture forwards and backwards
)

// Filter says what a read between texels gives.
type Filter uint8

// The filters. CUDA: cudaFilterModePoint, cudaFilterModeLinear.
const (
	Point Filter = iota
	Linear
)

// Texture is texels and how they are read.
type Texture struct {
	Name   string
	Base   uint64 // device address of the first texel
	Data   []byte // device memory from Base on
	Format Format
	Width  int
	Height int // 0: one dimension
	// Tiled texels lie as Tile says, others in rows of Pitch bytes.
	Tiled bool
	Pitch int
	// Plain memory in one dimension is read by Fetch alone.
	Plain bool

	Address    Address
	Filter     Filter
	Normalized bool // coordinates count widths and heights, not texels
	// ReadFloat reads integers as fractions of their largest value.
	ReadFloat bool
	// Border is the colour outside, where reads give floats; whole numbers are
	// 0 there.
	Border [MaxChannels]float32
}

// Tap is one texel that a read looks at.
type Tap struct {
	Offset int    // of the texel, from Base; outside: the border colour
	Weight uint32 // of all the taps of a read together: One
}

// outside stands for a texel that there is not.
const outside = -1

// Outside reports whether the tap is the border colour and no texel.
func (t Tap) Outside() bool { return t.Offset == outside }

// Result is the bits of the channels, as registers hold them.
type Result [MaxChannels]uint32

// Dims returns 1 or 2.
func (t *Texture) Dims() int {
	if t.Height == 0 {
		return 1
	}
	return 2
}

// Fetch looks at texel i of plain memory or of a row; outside there is 0.
func (t *Texture) Fetch(i int32, taps *[MaxTaps]Tap) []Tap {
	taps[0] = Tap{Offset: outside, Weight: One}
	if i >= 0 && int(i) < t.Width {
		taps[0].Offset = t.offset(int(i), 0)
	}
	return taps[:1]
}

// offset returns where the texel at (x, y) lies.
func (t *Texture) offset(x, y int) int {
	if t.Tiled {
		return Tile(x*t.Format.Size(), y, t.Pitch)
	}
	return y*t.Pitch + x*t.Format.Size()
}
