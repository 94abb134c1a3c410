package rubric

// This file is the row of exercise 21.

import "fmt"

// asyncCopies is exercise 21, an open optimisation. The stub has one tile under way per SM. Par is a tenth above what
// a ring of eight tiles takes.
var asyncCopies = Exercise{
	Name:    "21_async_copies",
	Package: "asynccopies",
	Device:  "H200",
	Kernels: []Kernel{{
		Name:      "Echo",
		Form:      Open,
		Record:    &Record{Best: 11_000, Bytes: func(s Size) float64 { return floatBytes * float64((echoNumbers+echoThreads)*s[0]) }},
		Signature: "func(out, in []float32, lag, records int)",
		SizeNames: []string{"records", "lag"},
		Sizes:     []Size{{1, 1}, {5, 1023}, {9, 0}, {17, 127}, {20, 128}, {33, 129}, {36, 257}},
		Spans:     []Span{{1, 80, 1}, {0, echoNumbers - 1, 1}},
		Most:      Size{echoRecords * echoBlocks, echoNumbers - 1},
		Less:      Size{7, 0},
		TimedSize: Size{echoRecords * echoBlocks, 100},
		Case:      echo,
		Why: func(c *Case, i int) string {
			first, t := i/echoThreads*echoNumbers, i%echoThreads
			return fmt.Sprintf("in[%d]·in[%d] + the products of the three numbers 256, 512 and 768 further on", first+t, first+(t+c.Size[1])%echoNumbers)
		},
		Where: func(_ *Case, i int) string { return fmt.Sprintf("record %d, thread %d", i/echoThreads, i%echoThreads) },
		Hints: map[Symptom]string{
			BadValue: "is the record that this step reads the one that its copies have brought, for all threads? which stage of the ring has it?",
		},
		Goals: []Goal{
			{
				Name: "sectors requested from L2", Metrics: []string{l2Reads},
				Limit: func(s Size) float64 { return 1.1 * sectorsOf(echoNumbers*s[0]) },
				Hint:  "each number is needed by two threads: bring it to shared memory once",
			},
			cycles(12_200, "how many bytes are under way while the block waits, and how many does an SM need? order more records before you wait for the first of them"),
		},
	}},
}

const (
	echoNumbers = 1024 // of a record
	echoThreads = 256
	echoRecords = 16 // per block
	echoBlocks  = 132
)

// echo takes small whole numbers: sums are exact in any order.
func echo(s Size, rng *Random) *Case {
	records, lag := s[0], s[1]
	out := Result("out", echoThreads*records, rng)
	in := given("in", convert[float32](rng.Numbers(echoNumbers*records, -7, 7), 1))
	for i := range echoThreads * records {
		out.Want[i] = 0
	}
	for i := range echoNumbers * records {
		r, k := i/echoNumbers, i%echoNumbers
		out.Want[echoThreads*r+k%echoThreads] += in.Init[i] * in.Init[echoNumbers*r+(k+lag)%echoNumbers]
	}
	return &Case{
		Grid: Dim{blocks(records, echoRecords), 1, 1}, Block: Dim{echoThreads, 1, 1},
		Args: []Arg{out, in, Scalar{"lag", lag}, Scalar{"records", records}},
	}
}
