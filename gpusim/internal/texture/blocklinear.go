package texture

import "gpucourse/gpusim/internal/padding"

// This file is the block-linear layout of CUDA arrays (cudaArray), which is opaque
// to programs.

// A GOB (group of bytes) holds 64 bytes of each of 8 rows. In it the bits of the
// column x and of the row y alternate: a sector of 32 bytes holds 16 bytes of two
// rows, a line of 128 bytes holds 32 bytes of four rows. Sources: Tegra X1
// Technical Reference Manual, "Pixel memory formats"; Linux, nouveau driver.
const (
	gobWidth  = 64
	gobHeight = 8
	gobBytes  = gobWidth * gobHeight
)

// BlockLinearOffset returns the offset of byte x of row y in an array whose rows
// take pitch bytes, a multiple of gobWidth. GOBs follow each other along the rows.
func BlockLinearOffset(x, y, pitch int) int {
	gob := y/gobHeight*(pitch/gobWidth) + x/gobWidth
	x, y = x%gobWidth, y%gobHeight
	return gob*gobBytes + x/32*256 + y/2*64 + x%32/16*32 + y%2*16 + x%16
}

// BlockLinearSize returns the pitch and the size in bytes of an array of height
// rows of width bytes. Height 0 is one row.
func BlockLinearSize(width, height int) (pitch, bytes int) {
	pitch = padding.Up(width, gobWidth)
	return pitch, pitch * padding.Up(max(height, 1), gobHeight)
}
