package rubric

// This file is the row of exercise 17.

import (
	"fmt"
	"slices"
)

// transpose is exercise 17. A solution has whole sectors on both sides and no bank
// conflicts; each kernel of the stub lacks at least one of the three. Par of Axes is a tenth above what
// a tile without conflicts takes.
var transpose = Exercise{
	Name:    "17_transpose",
	Package: "transpose",
	Device:  "H200",
	Kernels: []Kernel{
		{
			Name:      "Transpose",
			Form:      Improve,
			Signature: "func(out, in []float32, width, height int)",
			SizeNames: []string{"width", "height"},
			Sizes:     turnedSizes,
			Spans:     []Span{{2, 200, 1}, {2, 200, 1}},
			Less:      Size{32, 0},
			TimedSize: Size{1536, 256},
			Case:      turned(func(x, y, _ int) (int, int) { return y, x }),
			Why:       func(c *Case, i int) string { return c.pixel(i/c.Size[1], i%c.Size[1]) },
			Where:     turnedWhere,
			Goals: append(slices.Clone(turnGoals),
				cycles(9_400, "requests with many sectors and bank conflicts take time: access both matrices along rows, and use a tile whose columns lie in different banks")),
		},
		{
			Name:      "Rotate",
			Form:      Improve,
			Signature: "func(out, in []float32, width, height int)",
			SizeNames: []string{"width", "height"},
			Sizes:     turnedSizes,
			Spans:     []Span{{2, 200, 1}, {2, 200, 1}},
			Less:      Size{32, 0},
			Case:      turned(func(x, y, height int) (int, int) { return height - 1 - y, x }),
			Why:       func(c *Case, i int) string { return c.pixel(i/c.Size[1], c.Size[1]-1-i%c.Size[1]) },
			Where:     turnedWhere,
			Hints: map[Symptom]string{
				BadValue:   "row y of in becomes a column of out: which one, counted from 0? Does the tile go to the same end of out?",
				NotWritten: "some thread should have stored this element: row y of in becomes a column of out, which one, counted from 0?",
			},
			Goals: turnGoals,
		},
		{
			Name:      "Axes",
			Form:      Open,
			Record:    &Record{Best: 24_200, Bytes: func(s Size) float64 { return 2 * floatBytes * float64(s.Extents()) }},
			Signature: "func(out, in []float32, width, height, depth int)",
			SizeNames: []string{"width", "height", "depth"},
			Sizes:     []Size{{127, 2, 33}, {32, 3, 128}, {33, 1, 127}, {1, 1, 1}, {5, 9, 3}, {31, 4, 129}, {70, 2, 1}, {100, 12, 96}},
			Spans:     []Span{{1, 70, 1}, {1, 6, 1}, {1, 70, 1}},
			Less:      Size{4, 0, 0},
			TimedSize: Size{128, 64, 128},
			RoofSize:  Size{160, 128, 256},
			Case:      axes,
			Why: func(c *Case, i int) string {
				height, depth := c.Size[1], c.Size[2]
				return fmt.Sprintf("the number of plane %d, row %d, column %d of in", i%depth, i/depth%height, i/depth/height)
			},
			Where: func(c *Case, i int) string {
				height, depth := c.Size[1], c.Size[2]
				return fmt.Sprintf("plane %d, row %d, column %d of out", i/depth/height, i/depth%height, i%depth)
			},
			Hints: map[Symptom]string{
				BadValue: "which two of the three numbers change places, and what are the lengths of a row and of a plane in out?",
			},
			Goals: []Goal{
				sectorsMoved(func(s Size) int { return 2 * s.Extents() }, 1.5),
				cycles(34_500, "look at the line that warps spend most time on: does each request use whole sectors, and each access of shared memory all banks? are there loads under way while a warp waits?"),
			},
		},
	},
}

// turnedSizes are the widths and heights of the matrices.
var turnedSizes = []Size{{127, 128}, {128, 127}, {129, 33}, {1, 1}, {33, 200}, {1000, 96}}

// turnGoals are the goals of Transpose and Rotate.
var turnGoals = []Goal{
	loadSectors(turnHint).needing(loaded(pixels, 1.5, turnHint)),
	storeSectors(turnHint).needing(stored(pixels, 1.5)),
	conflicts("bank conflicts", pixels,
		"all lanes that read a column of the tile use one bank: give every row of the tile one element more than it needs", ConflictsLoad, ConflictsStore).needing(
		sectorsMoved(func(s Size) int { return 2 * pixels(s) }, 1.5)),
}

const turnHint = "let gpu.ThreadIdx.X run along a row of in when loading into the tile, and along a row of out when storing from it: between the two, the tile's indices change places"

// turned builds the cases of a kernel that moves element (x, y) of a matrix of
// width×height to a column and a row of out, whose rows have height elements.
func turned(to func(x, y, height int) (column, row int)) func(Size, *Random) *Case {
	return func(s Size, rng *Random) *Case {
		width, height := s[0], s[1]
		out, in := Result("out", width*height, rng), given("in", rng.copied(width*height))
		for y := range height {
			for x := range width {
				column, row := to(x, y, height)
				out.Want[row*height+column] = in.Init[y*width+x]
			}
		}
		return &Case{
			Grid:  Dim{blocks(width, 32), blocks(height, 32), 1},
			Block: Dim{32, 8, 1},
			Args:  []Arg{out, in, Scalar{"width", width}, Scalar{"height", height}},
		}
	}
}

func turnedWhere(c *Case, i int) string {
	return fmt.Sprintf("row %d, column %d of out", i/c.Size[1], i%c.Size[1])
}

// pixel names the element of in at (x, y).
func (c *Case) pixel(x, y int) string {
	return fmt.Sprintf("in[%d], row %d, column %d", y*c.Size[0]+x, y, x)
}

// axes makes a box of height×width numbers in depth planes, and its axes in reverse order.
func axes(s Size, rng *Random) *Case {
	width, height, depth := s[0], s[1], s[2]
	out, in := Result("out", s.Extents(), rng), given("in", rng.copied(s.Extents()))
	for z := range depth {
		for y := range height {
			for x := range width {
				out.Want[(x*height+y)*depth+z] = in.Init[(z*height+y)*width+x]
			}
		}
	}
	const side = 32
	return &Case{
		Grid:  Dim{blocks(width, side), blocks(depth, side), height},
		Block: Dim{side, 8, 1},
		Args:  []Arg{out, in, Scalar{"width", width}, Scalar{"height", height}, Scalar{"depth", depth}},
	}
}
