package rubric

// This file is the row of exercise 24.

import (
	"fmt"

	"gpucourse/gpusim/gpu"
)

// tensorCores is exercise 24, an open optimisation. The stub multiplies with FMA units. Par is a tenth above what
// a ring of four tiles without bank conflicts takes, with eight sums per warp.
var tensorCores = Exercise{
	Name:    "24_tensor_cores",
	Package: "tensorcores",
	Device:  "H200",
	Kernels: []Kernel{{
		Name:      "Best",
		Form:      Open,
		Record:    &Record{Best: 12_200, Bytes: func(s Size) float64 { return halfBytes * keyNumbers * float64(s[0]+s[1]) }},
		Signature: "func(out []float32, q, k []gpu.Half, queries, keys int)",
		SizeNames: []string{"queries", "keys"},
		Sizes:     []Size{{1, 64}, {127, 64}, {128, 128}, {129, 64}, {64, 192}, {190, 320}},
		Spans:     []Span{{1, 256, 1}, {64, 384, 64}},
		Most:      Size{1024, 512},
		Less:      Size{3, 0},
		TimedSize: Size{1024, 512},
		Case:      highestScores,
		Why: func(_ *Case, i int) string {
			return fmt.Sprintf("the highest score of query %d: the largest inner product of q[%d] to q[%d] with a key", i, keyNumbers*i, keyNumbers*i+keyNumbers-1)
		},
		Where: func(_ *Case, i int) string { return fmt.Sprintf("query %d", i) },
		Hints: map[Symptom]string{
			BadValue: "which sums does a lane hold, and whose are they? a row of scores lies in four neighbouring lanes",
		},
		Goals: []Goal{
			{
				Name: "sectors requested by copies and loads", Metrics: []string{"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"},
				Limit: func(s Size) float64 {
					return 1.05 * float64(blocks(s[0], queriesOfBlock)*(queriesOfBlock+s[1])*keyNumbers*halfBytes/sectorBytes)
				},
				Hint: "a block needs its queries and all keys, each number once: bring tiles to shared memory, and keep each sector whole",
			},
			cycles(13_400, "do the products run on tensor cores, are the loads of matrices free of conflicts, and does the block wait for each tile?"),
		},
	}},
}

const (
	keyNumbers     = 64 // of a query or a key
	queriesOfBlock = 64
	halfBytes      = 2
)

// highestScores takes small whole numbers: scores are exact in any order.
func highestScores(s Size, rng *Random) *Case {
	queries, keys := s[0], s[1]
	out := Result("out", queries, rng)
	q, k := rng.Numbers(keyNumbers*queries, -7, 7), rng.Numbers(keyNumbers*keys, -7, 7)
	for i := range queries {
		for j := range keys {
			score := 0
			for d := range keyNumbers {
				score += q[keyNumbers*i+d] * k[keyNumbers*j+d]
			}
			if j == 0 || float32(score) > out.Want[i] {
				out.Want[i] = float32(score)
			}
		}
	}
	return &Case{
		Grid: Dim{blocks(queries, queriesOfBlock), 1, 1}, Block: Dim{2 * queriesOfBlock, 1, 1},
		Args: []Arg{out, givenHalves("q", q), givenHalves("k", k), Scalar{"queries", queries}, Scalar{"keys", keys}},
	}
}

// givenHalves is given for whole numbers of half precision.
func givenHalves(name string, numbers []int) *Array[gpu.Half] {
	data := make([]gpu.Half, len(numbers), len(numbers)+guard)
	for i, v := range numbers {
		data[i] = gpu.ToHalf(float32(v))
	}
	return readOnlyArray(name, data, gpu.Half(halfNaN))
}

const halfNaN = 0x7e00
