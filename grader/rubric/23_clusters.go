package rubric

// This file is the row of exercise 23.

import "fmt"

// clusters is exercise 23, an open optimisation. The stub meets the cluster twice per step. Par is a tenth above what a
// halo of sixteen cells in shared memory takes.
var clusters = Exercise{
	Name:    "23_clusters",
	Package: "clusters",
	Device:  "H200",
	Kernels: []Kernel{{
		Name:      "Diffuse",
		Form:      Open,
		Record:    &Record{Best: 13_700},
		Signature: "func(out, in []int32, steps int)",
		SizeNames: []string{"rings", "steps"},
		Sizes:     []Size{{1, 1}, {2, 0}, {1, 9}, {2, 17}, {1, 34}},
		Spans:     []Span{{1, 2, 1}, {0, 20, 1}},
		Most:      Size{16, 64},
		Less:      Size{0, 3},
		TimedSize: Size{1, 64},
		Case:      diffuse,
		Why: func(c *Case, i int) string {
			return fmt.Sprintf("cell %d of ring %d after %d steps", i%ringCells, i/ringCells, c.Size[1])
		},
		Where: func(_ *Case, i int) string {
			return fmt.Sprintf("cell %d of ring %d, rank %d", i%ringCells, i/ringCells, i%ringCells/256)
		},
		Hints: map[Symptom]string{
			BadValue: "which cells of the neighbours does a block need for one step, and which for several? cell 0 and cell 2047 are neighbours",
		},
		Goals: []Goal{
			cycles(30_000, "how much of a step is the barrier of the cluster? a block that gets more cells of its neighbours can compute several steps before it meets them again"),
		},
	}},
}

// ringCells is the cells of a ring.
const ringCells = 2048

// diffuse takes heats up to 2²⁰, of both signs: sums of four fit into 32 bits.
func diffuse(s Size, rng *Random) *Case {
	rings, steps := s[0], s[1]
	out, in := ResultInts("out", ringCells*rings, rng), InputInts("in", ringCells*rings, 1<<20, rng)
	now, next := make([]int32, ringCells*rings), make([]int32, ringCells*rings)
	copy(now, in.Init)
	for range steps {
		for i := range now {
			first, cell := i/ringCells*ringCells, i%ringCells
			next[i] = (now[first+(cell+ringCells-1)%ringCells] + 2*now[i] + now[first+(cell+1)%ringCells]) >> 2
		}
		now, next = next, now
	}
	copy(out.Want, now)
	return &Case{
		Grid: Dim{8 * rings, 1, 1}, Block: Dim{256, 1, 1},
		Args: []Arg{out, in, Scalar{"steps", steps}},
	}
}
