// Package transformer is project 3: the kernels of a small transformer block.
// README.md has the specification. Nothing is written yet but signatures.
package transformer

import (
	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/plan"
)

// Norm normalises each row of x, and multiplies column c by gain[c].
//
// Grid: a block for each 8 rows. Block: 256 threads.
func Norm(out, x, gain []float32, rows, width int) {}

// Product sets out, m × n, to the product of a, m × k, and b, k × n.
//
// Grid: a block for each 32 × 32 results. Block: 32 × 8 threads.
func Product(out, a, b []float32, m, n, k int) {}

// Attention sets out to the values, weighted for each query.
//
// Grid: a block for each 8 queries. Block: 256 threads.
func Attention(out, q, k, v []float32, tokens int) {}

// Mlp sets out to the activation of the product of a and b plus the bias of each column.
//
// Grid: a block for each 32 × 32 results. Block: 32 × 8 threads.
func Mlp(out, a, b, bias []float32, m, n, k int) {}

// report is the report of the last kernel.
var report = plan.ReportOf(Mlp)

// Explanation says what limits Mlp: a claim, and evidence from its report, the strongest first.
var Explanation = []plan.Call{
	report.LimitedBy("?"),
}

// Prediction is what a real H200 should count for Mlp.
var Prediction = []plan.Call{
	report.Counter("sm__cycles_elapsed.max", 0),
}

var _ = gpu.ThreadIdx // until the first kernel needs the package
