package task

// This file holds the tasks of chapter 24.

import (
	"fmt"

	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
	"gpucourse/grader/rubric"
)

const (
	matrixProducts   = "sm__inst_executed_pipe_tensor_op_hmma.sum"
	matrixLoads      = "sm__sass_inst_executed_op_ldsm.sum"
	matrixWavefronts = "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ldsm.sum"
)

var tensorTasks = []Task{
	{
		ID: "24.1", Title: "How many products", Form: Predict, After: "explain-product",
		Text: "A kernel multiplies a matrix of 64 × 128 halves with one of 128 × 96, by `gpu.MmaM16N8K16` alone. How many products do its warps execute?",
		Ask: Number{
			Unit:    "products",
			Answer:  Computed(64 / 16 * 96 / 8 * 128 / 16),
			Because: "the result has 4 · 12 parts of 16 × 8, and each adds up 8 products",
			Misread: []Misread{
				{Computed(64 / 16 * 96 / 8), "those are the parts of the result: how deep is a product, and how deep are the matrices?"},
				{Computed(64 / 16 * 96 / 16 * 128 / 16), "a product has 16 rows and 8 columns of the result, not 16"},
				{Computed(64 * 96 * 128 / 32), "that is what FMA instructions need, 32 multiply-adds each"},
				{Computed(64 * 96 * 128), "those are the multiply-adds: how many of them does one call do?"},
			},
			Nudge: "how many multiply-adds does the whole product have, and how many does one call do?",
		},
		Hints: Hints{
			Question: "How many parts of 16 × 8 does the result have? How many products does each part add up?",
			Look:     "Section 1: one call multiplies 16 × 16 with 16 × 8.",
			Hole:     `products := 64 / 16 * 96 / ___ * 128 / ___`,
			Solution: "4 · 12 parts of the result with 128 ÷ 16 = 8 products each: 384.",
		},
	},
	{
		ID: "24.2", Title: "Whose sum is it", Form: Predict, After: "explain-fragments",
		Text: "A warp has multiplied once. Which lane holds the sum in row 13 and column 6 of the 16 × 8 sums?",
		Ask: Number{
			Unit:    "th lane",
			Answer:  Computed(4*(13%8) + 6/2),
			Because: "row 13 is row 5 of the lower half, whose lanes are 20 to 23; the last of them has columns 6 and 7",
			Misread: []Misread{
				{Computed(4*13 + 6/2), "a warp has 32 lanes: rows that lie 8 apart belong to the same lanes"},
				{Computed(4*(13%8) + 6), "four lanes share a row of 8 columns: how many columns does each have?"},
				{Computed(6/2*8 + 13%8), "the lanes go along the rows, not down the columns"},
				{Computed(13*8 + 6), "that is the place of the sum in the matrix, counted by rows"},
			},
			Nudge: "which four lanes share the row, and which of them has the column?",
		},
		Hints: Hints{
			Question: "Which four lanes share row 13? How many columns does each of them have?",
			Look:     "The sentence about the sums, above, and `keep` in section 1.",
			Hole:     `lane := 4*(13%___) + 6/___`,
			Solution: "Row 13 mod 8 is 5, so lanes 20 to 23; column 6 ÷ 2 is 3: lane 23.",
		},
	},
	{
		ID: "24.3", Title: "Quarters in the wrong place", Form: Mend, After: "explain-fragments",
		Text: "`Small` multiplies matrices of 16 × 16 with matrices of 16 × 8, one of each per block, and most of its results are wrong. Run it, and mend it.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "Small", Signature: "func(c, a, b []float32)",
				SizeNames: []string{"blocks"}, Sizes: []rubric.Size{{1}, {3}},
				Case: smallProducts(16),
				Why:  placeOfProduct,
				Hints: map[rubric.Symptom]string{
					rubric.BadValue: "register 1 of the first factor holds its quarter left below, register 2 that right above: which lanes give the addresses of these quarters?",
				},
			},
			Wrong: []Wrong{{"trans", "which lanes give the addresses"}, {"columns", "which lanes give the addresses"}},
		},
		Hints: Hints{
			Question: "Lanes 8 to 15 give the addresses of the second matrix that is loaded. Which quarter of a must that be?",
			Look:     "`Owners`, above, loads a matrix of 16 × 16 in the right order.",
			Hole:     "x := gpu.LoadMatrixX4(&ta[lane%___][lane/___*8])",
		},
	},
	{
		ID: "24.4", Title: "A long chain", Form: Predict, After: "explain-rates",
		Text: "A block has 4 warps, one per scheduler. Each warp does 60 products that all add to the same sum. A sum is there 24 cycles after its product began, and a tensor core begins a product every 6 cycles. How many cycles do the products take at least?",
		Ask: Number{
			Unit:    "cycles",
			Answer:  Computed(60 * 24),
			Because: "each product of a warp waits for the one before, and the four warps run at the same time",
			Misread: []Misread{
				{Computed(60 * 6), "that would be so if the products did not wait for each other"},
				{Computed(4 * 60 * 24), "the four warps have a scheduler and a tensor core each"},
				{Computed(60*6 + 24), "only the last product would wait: does any other need a sum?"},
			},
			Nudge: "when may a warp begin its next product, and what do the other warps do meanwhile?",
		},
		Hints: Hints{
			Question: "What does the second product of a warp wait for?",
			Look:     "The rows with one sum per warp in the table of section 3.",
			Hole:     `cycles := 60 * ___`,
			Solution: "60 products that wait for each other: 60 · 24 = 1440 cycles.",
		},
	},
	{
		ID: "24.5", Title: "Rows of 96 bytes", Form: Predict, After: "explain-loads",
		Text: "A tile has rows of 48 halves, 96 bytes, without padding. How many wavefronts does one `gpu.LoadMatrixX4` from it take?",
		Ask: Number{
			Unit:    "wavefronts",
			Answer:  Counted(matrixWavefronts, Device, matrixRows, line(1, 32), zeroed(32), 48),
			Because: "96 bytes are 6 pieces, twice an odd number: the rows use four of eight places, two rows each",
			Misread: []Misread{
				{Computed(4), "that is with no two rows in the same banks: is 6 an odd number of pieces?"},
				{Computed(16), "that is with two places for eight rows: 6 is twice 3, not four times an odd number"},
				{Computed(32), "that is with all rows in the same place, as with 128 bytes"},
				{Computed(2), "that is one of the four matrices"},
			},
			Nudge: "how many of the eight places of 16 bytes do eight rows use, if they lie 6 pieces apart?",
		},
		Hints: Hints{
			Question: "How many pieces of 16 bytes lie between two rows? At which places do the first four rows begin, counted around 128 bytes?",
			Look:     "The table of section 4: 160 bytes are 10 pieces.",
			Hole:     `wavefronts := 4 * (rowsOfMatrix / ___)`,
			Solution: "The rows begin at places 0, 6, 4, 2, 0, 6, 4, 2: two rows share a place, so two wavefronts per matrix and 8 per load.",
		},
	},
	{
		ID: "24.6", Title: "Read the report", Form: Explain, After: "explain-layouts",
		Text: "Another kernel copies a tile of 64 rows to shared memory. A row has 64 halves, 128 bytes. Two warps load all of it as matrices, with 16 loads. Run the cell, look at its counters, and choose the sentence that explains them. The tile has 256 sectors.",
		Ask: Choice{
			Turn:     2,
			Report:   matricesOf(80, 0),
			Counters: []string{matrixLoads, matrixWavefronts, sectorsCopied},
			Because:  "8 wavefronts per load are two per matrix, as with rows an even number of pieces apart; and each sector came once, because 160 is a multiple of 32",
			Options: []Option{
				{
					Text:  "The rows lie 160 bytes apart in shared memory.",
					Holds: func(r *gpusim.Report) bool { return perMatrixLoad(r) == 8 && counter(r, sectorsCopied) == 256 },
				},
				{
					Text:   "The rows lie 144 bytes apart in shared memory.",
					Holds:  func(r *gpusim.Report) bool { return counter(r, sectorsCopied) == 384 },
					Report: matricesOf(72, 0),
					Says:   "then every other row would bring its sectors twice",
				},
				{
					Text:   "The rows lie 128 bytes apart, each with its pieces in order.",
					Holds:  func(r *gpusim.Report) bool { return perMatrixLoad(r) == 32 },
					Report: matricesOf(64, 0),
					Says:   "then all rows of a matrix would use the same banks",
				},
				{
					Text:   "The rows lie 128 bytes apart, each with its pieces in another order.",
					Holds:  func(r *gpusim.Report) bool { return perMatrixLoad(r) == 4 && counter(r, sectorsCopied) == 256 },
					Report: matricesOf(64, 7),
					Says:   "then no wavefront would be a conflict",
				},
			},
		},
		Hints: Hints{
			Question: "How many wavefronts does a load take here, and how many would it take without conflicts? Did any sector come twice?",
			Look:     "The tables of sections 4 and 5.",
			Hole:     `tile := gpu.Shared[[64][64 + ___]gpu.Half]()`,
			Solution: "8 wavefronts per load: two rows share a place. Rows of 144 bytes would have no conflict, and rows of 128 bytes 32 wavefronts.",
		},
	},
	{
		ID: "24.7", Title: "All banks for a matrix", Form: Match, After: "explain-layouts",
		Text: "`Deep` multiplies matrices of 16 × 64 with matrices of 64 × 8, one of each per block, and its loads queue for the banks. Choose other places for the pieces in shared memory, so that the loads of a block take exactly 24 wavefronts and its tiles still take exactly 3072 bytes.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "Deep", Signature: "func(c, a, b []float32)",
				SizeNames: []string{"blocks"}, Sizes: []rubric.Size{{1}, {3}},
				Case: smallProducts(64),
				Why:  placeOfProduct,
				Hints: map[rubric.Symptom]string{
					rubric.BadValue: "is each piece read from the place to which it was stored?",
				},
				Goals: []rubric.Goal{
					{
						Name: "wavefronts of matrix loads", Metrics: []string{matrixWavefronts}, Exactly: true,
						Limit: func(s rubric.Size) float64 { return 24 * float64(s[0]) },
						Hint:  "eight rows of a matrix need eight places for their pieces: do they use all eight?",
					},
					rubric.Exactly("bytes of shared memory", "launch__shared_mem_per_block_static", 3072, "let the pieces change places within their row, without padding"),
				},
			},
			Wrong: []Wrong{{"padding", "3456 bytes of shared memory, exactly 3072"}, {"half", "144 wavefronts of matrix loads, exactly 72"}, {"reader", "is each piece read from the place to which it was stored?"}},
		},
		Hints: Hints{
			Question: "In which place of row r should piece p stand, so that piece p of eight neighbouring rows is in eight places?",
			Look:     "`Swizzled`, in section 5.",
			Hole:     "ta[r][8*(p^r%___)+i%8] = gpu.ToHalf(a[1024*gpu.BlockIdx.X+i])\n// and where row lane%16 is loaded:\nx := gpu.LoadMatrixX4(&ta[lane%16][8*((2*e+lane/16)^lane%___)])",
		},
	},
	{
		ID: "24.8", Title: "Each with each", Form: Write, After: "explain-precision",
		Text: "Write `Gram`. Block b has 16 rows of 16 numbers, from `x[256*b]` on, and writes the inner product of each row with each row: `out[256*b + 16*i + j]` is that of rows i and j. A block has 32 threads. All numbers are small and whole, so halves hold them exactly. Goal: exactly 2 products on tensor cores per block.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "Gram", Signature: "func(out, x []float32)",
				SizeNames: []string{"blocks"}, Sizes: []rubric.Size{{1}, {4}},
				Case: gramOf,
				Why: func(_ *rubric.Case, i int) string {
					return fmt.Sprintf("the inner product of rows %d and %d of block %d", i%256/16, i%16, i/256)
				},
				Hints: map[rubric.Symptom]string{
					rubric.BadValue: "column j of the second factor is row j of x: do the lanes give the addresses of rows, and are they loaded without turning them?",
				},
				Goals: []rubric.Goal{
					{
						Name: "products on tensor cores", Metrics: []string{matrixProducts}, Exactly: true,
						Limit: func(s rubric.Size) float64 { return 2 * float64(s[0]) },
						Hint:  "16 × 16 results are two times 16 × 8: gpu.MmaM16N8K16 makes each in one call",
					},
				},
			},
			Wrong: []Wrong{{"trans", "loaded without turning them"}, {"one", "no products on tensor cores, exactly 8"}},
		},
		Hints: Hints{
			Question: "The first factor holds all 16 rows. Which rows of x are the columns of the second factor, for the left half of the result? For the right half?",
			Look:     "`Owners` loads a matrix of 16 × 16, and `keep` stores the sums.",
			Hole:     "a := gpu.LoadMatrixX4(&tile[lane%16][lane/16*8])\nfor half := range 2 {\n\tb := gpu.LoadMatrixX2(&tile[___][lane/8%2*8])\n\tsum := gpu.MmaM16N8K16(a, b, [4]float32{})\n\tfor q := range 4 {\n\t\tout[256*gpu.BlockIdx.X+16*(lane/4+q/2*8)+8*half+___] = sum[q]\n\t}\n}",
		},
	},
}

// smallProducts makes the case of kernels that multiply a matrix of 16 rows with one of 8 columns, which are stored one
// after the other. A block has one of each.
func smallProducts(depth int) caseMaker {
	return func(s rubric.Size, rng *rubric.Random) *rubric.Case {
		blocks := s[0]
		c := rubric.Result("c", 128*blocks, rng)
		a, b := smallWhole("a", 16*depth*blocks, rng), smallWhole("b", 8*depth*blocks, rng)
		for i := range 128 * blocks {
			block, row, column := i/128, i%128/8, i%8
			c.Want[i] = inner(a.Init[(16*block+row)*depth:], b.Init[(8*block+column)*depth:], depth)
		}
		return &rubric.Case{
			Grid: rubric.Dim{X: blocks, Y: 1, Z: 1}, Block: rubric.Dim{X: 32, Y: 1, Z: 1}, Args: []rubric.Arg{c, a, b},
		}
	}
}

// placeOfProduct names a result of smallProducts.
func placeOfProduct(_ *rubric.Case, i int) string {
	return fmt.Sprintf("row %d of a times column %d of b, in block %d", i%128/8, i%8, i/128)
}

// smallWhole returns an array of whole numbers from −7 to 7 that the kernel only reads.
func smallWhole(name string, n int, rng *rubric.Random) *rubric.Array[float32] {
	x := rubric.Input(name, n, rng)
	for i, v := range rng.Numbers(n, -7, 7) {
		x.Init[i] = float32(v)
	}
	return x
}

// inner is the inner product of n numbers.
func inner(a, b []float32, n int) float32 {
	sum := float32(0)
	for k := range n {
		sum += a[k] * b[k]
	}
	return sum
}

// gramOf is the case of Gram.
func gramOf(s rubric.Size, rng *rubric.Random) *rubric.Case {
	blocks := s[0]
	out, x := rubric.Result("out", 256*blocks, rng), smallWhole("x", 256*blocks, rng)
	for i := range 256 * blocks {
		block := i / 256 * 256
		out.Want[i] = inner(x.Init[block+i%256/16*16:], x.Init[block+i%16*16:], 16)
	}
	return &rubric.Case{
		Grid: rubric.Dim{X: blocks, Y: 1, Z: 1}, Block: rubric.Dim{X: 32, Y: 1, Z: 1}, Args: []rubric.Arg{out, x},
	}
}

// matricesOf launches matrixTile on a tile of 64 rows.
func matricesOf(stride, mask int) func() *gpusim.Report {
	return Launched(Device, matrixTile, line(1, 64), zeroed(64), make([]gpu.Half, 4096), stride, mask)
}

// perMatrixLoad is the wavefronts of a load of matrices.
func perMatrixLoad(r *gpusim.Report) float64 {
	return counter(r, matrixWavefronts) / counter(r, matrixLoads)
}

// matrixTile copies 64 rows of 64 halves to shared memory, where they lie stride halves apart, and loads them as matrices.
// Piece p of row r is in place p^r&mask. A block has 64 threads.
func matrixTile(out []float32, in []gpu.Half, stride, mask int) {
	tile := gpu.Shared[[64 * 80]gpu.Half]()
	t := gpu.ThreadIdx.X
	for i := t; i < 512; i += 64 {
		row, piece := i/8, i%8
		gpu.CopyAsync(&tile[row*stride+8*(piece^row&mask)], &in[8*i], 8)
	}
	gpu.CommitCopies()
	gpu.WaitCopies(0)
	gpu.SyncThreads()
	sum := float32(0)
	for row := t/32*32 + t%8; row < t/32*32+32; row += 8 {
		for piece := t % 32 / 8; piece < 8; piece += 4 {
			m := gpu.LoadMatrixX4(&tile[row*stride+8*(piece^row&mask)])
			sum += gpu.Half(m[0]).Float32()
		}
	}
	out[t] = sum
}

// matrixRows loads four pieces of 8 rows that lie stride halves apart, with one warp.
func matrixRows(out []float32, stride int) {
	tile := gpu.Shared[[8 * 64]gpu.Half]()
	t := gpu.ThreadIdx.X
	for i := t; i < 8*64; i += 32 {
		tile[i] = 0
	}
	gpu.SyncThreads()
	m := gpu.LoadMatrixX4(&tile[t%8*stride+t/8*8])
	out[t] = gpu.Half(m[0]).Float32()
}
