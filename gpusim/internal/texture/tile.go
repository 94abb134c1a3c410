package texture

// This file is the place of texels in an array: CUDA's cudaArray, whose layout
// is opaque to programs.

// What is public of it comes from the Tegra X1 Technical Reference Manual
// ("Pixel memory formats", block linear) and from Linux's nouveau driver: a GOB
// is a piece of tileWidth bytes by tileHeight rows, of 512 bytes; in it the bits
// of the column x and the row y alternate, so that a sector of 32 bytes holds
// 16 bytes of two rows and a line of 128 bytes 32 bytes of four.
const (
	tileWidth  = 64
	tileHeight = 8
	tileBytes  = tileWidth * tileHeight
)

// Tile returns the offset of byte x of row y in an array whose rows take pitch
// bytes, a multiple of tileWidth. GOBs follow each other along the rows.
func Tile(x, y, pitch int) int {
	gob := y/tileHeight*(pitch/tileWidth) + x/tileWidth
	x, y = x%tileWidth, y%tileHeight
	return gob*tileBytes + x/32*256 + y/2*64 + x%32/16*32 + y%2*16 + x%16
}

// TiledSize returns the pitch and the bytes of an array of height rows, each of
// width bytes; height 0 is one row.
func TiledSize(width, height int) (pitch, bytes int) {
	pitch = roundUp(width, tileWidth)
	return pitch, pitch * roundUp(max(height, 1), tileHeight)
}

func roundUp(n, unit int) int { return (n + unit - 1) / unit * unit }
