package rubric

// This file is the row of exercise 17.

import (
	"fmt"
	"slices"
)

// transpose is exercise 17. A solution has whole sectors on both sides and no bank
// conflicts; each kernel of the stub lacks at least one of the three.
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
			Goals:     turnGoals,
		},
		{
			Name:      "Split",
			Form:      Improve,
			Signature: "func(x, y, z, points []float32, n int)",
			SizeNames: []string{"n"},
			Sizes:     []Size{{127}, {128}, {129}, {1}, {1000}, {10240}},
			Spans:     []Span{{2, 1500, 1}},
			Less:      Size{128},
			Case:      split,
			Why:       func(_ *Case, i int) string { return fmt.Sprintf("that coordinate of point %d", i) },
			Goals: []Goal{
				loadSectors("the 3·128 words of a block's points are contiguous: let the lanes load them in order, and read the coordinates from shared memory").needing(splitSectors),
				splitSectors,
				conflicts("bank conflicts", func(s Size) int { return 3 * s[0] },
					"words 3 apart are in 32 different banks, words 4 apart are not: keep the points in their order", ConflictsLoad, ConflictsStore).needing(splitSectors),
			},
		},
	},
}

var splitSectors = sectorsMoved(func(s Size) int { return 6 * s[0] }, 1.1)

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
		out, in := Result("out", width*height, rng), given("in", rng.anything(width*height))
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

func split(s Size, rng *Random) *Case {
	n := s[0]
	points := given("points", rng.anything(3*n))
	args := []Arg{}
	for c, name := range []string{"x", "y", "z"} {
		plane := Result(name, n, rng)
		for i := range n {
			plane.Want[i] = points.Init[3*i+c]
		}
		args = append(args, plane)
	}
	return &Case{
		Grid:  Dim{blocks(n, 128), 1, 1},
		Block: Dim{128, 1, 1},
		Args:  append(args, points, Scalar{"n", n}),
	}
}
