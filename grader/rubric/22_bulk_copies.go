package rubric

// This file is the row of exercise 22.

import "fmt"

// bulkCopies is exercise 22, an open optimisation. The stub loads the numbers of the rows of a list that it loads as well.
// Par is a tenth above what the solution with the fewest changes takes: one thread orders the rows of known bags.
var bulkCopies = Exercise{
	Name:    "22_bulk_copies",
	Package: "bulkcopies",
	Device:  "H200",
	Kernels: []Kernel{{
		Name: "Bags",
		Form: Open,
		Record: &Record{Best: 10_500, Bytes: func(s Size) float64 {
			return float64(floatBytes * bagNumbers * (min(s[1], bagRows*s[0]) + s[0]))
		}},
		Signature: "func(out, table []float32, list []int32, bags int)",
		SizeNames: []string{"bags", "rows"},
		Sizes:     []Size{{1, 1}, {5, 3}, {9, 127}, {17, 2}, {20, 128}, {33, 129}, {36, 31}},
		Spans:     []Span{{1, 80, 1}, {1, 256, 1}},
		Most:      Size{bagsPerBlock * bagBlocks, 2048},
		Less:      Size{7, 5},
		TimedSize: Size{bagsPerBlock * bagBlocks, 2048},
		Case:      bags,
		Why: func(c *Case, i int) string {
			bag, column := i/bagNumbers, i%bagNumbers
			return fmt.Sprintf("the sum of column %d of the rows %s, %s, %s and %s of the table", column,
				c.At("list", bagRows*bag), c.At("list", bagRows*bag+1), c.At("list", bagRows*bag+2), c.At("list", bagRows*bag+3))
		},
		Where: func(_ *Case, i int) string { return fmt.Sprintf("bag %d, column %d", i/bagNumbers, i%bagNumbers) },
		Hints: map[Symptom]string{
			BadValue: "is the stage that this step reads the one that has the rows of this bag? which phase of its barrier says so?",
		},
		Goals: []Goal{
			{
				Name: "warp instructions", Metrics: []string{WarpInstructions},
				Limit: func(s Size) float64 { return float64(360*s[0] + 300*blocks(s[0], bagsPerBlock)) },
				Hint:  "all threads execute the loads and their addresses: a row is one piece of memory, and one thread can order it",
			},
			cycles(12_900, "how many bytes are under way while the block waits? and does the thread that orders a row wait for its number in the list first?"),
		},
	}},
}

const (
	bagNumbers   = 512 // of a row
	bagRows      = 4   // of a bag
	bagsPerBlock = 8
	bagBlocks    = 132
	bagThreads   = 128
)

// bags takes small whole numbers: sums are exact in any order.
func bags(s Size, rng *Random) *Case {
	n, rows := s[0], s[1]
	out := Result("out", bagNumbers*n, rng)
	table := given("table", convert[float32](rng.Numbers(bagNumbers*rows, -7, 7), 1))
	list := givenInts("list", convert[int32](rng.Numbers(bagRows*n, 0, rows-1), 1))
	for i := range bagNumbers * n {
		out.Want[i] = 0
		for _, row := range list.Init[bagRows*(i/bagNumbers):][:bagRows] {
			out.Want[i] += table.Init[bagNumbers*int(row)+i%bagNumbers]
		}
	}
	return &Case{
		Grid: Dim{blocks(n, bagsPerBlock), 1, 1}, Block: Dim{bagThreads, 1, 1},
		Args: []Arg{out, table, list, Scalar{"bags", n}},
	}
}
