// Package solver is project 2: the parts of a solver for sparse systems of equations.
// README.md has the specification. Nothing is written yet but signatures.
package solver

import (
	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/plan"
)

// Product sets y to A·x. Row i of A has the elements k from rows[i] to rows[i+1]-1: values[k] in column columns[k].
//
// Grid: any number of blocks. Block: 256 threads.
func Product(y, values []float32, columns, rows []int32, x []float32, n int) {}

// Dot adds a[0]·b[0] + … + a[n-1]·b[n-1] to sum[0].
//
// Grid: any number of blocks. Block: 256 threads.
func Dot(sum, a, b []float32, n int) {}

// Step adds alpha·p to x, subtracts alpha·q from r, and adds the squares of the new r to rr[0].
//
// Grid: any number of blocks. Block: 256 threads.
func Step(x, r, rr, p, q []float32, alpha float32, n int) {}

// Jacobi sets next[i] to what solves equation i of A·x = b for x[i], with the other x as they are.
//
// Grid: any number of blocks. Block: 256 threads.
func Jacobi(next, values []float32, columns, rows []int32, b, x []float32, n int) {}

// Iterate sets q to A·p, and adds p[0]·q[0] + … + p[n-1]·q[n-1] to pq[0].
//
// Grid: any number of blocks. Block: 256 threads.
func Iterate(q, pq, values []float32, columns, rows []int32, p []float32, n int) {}

// report is the report of the last kernel.
var report = plan.ReportOf(Iterate)

// Explanation says what limits Iterate: a claim, and evidence from its report, the strongest first.
var Explanation = []plan.Call{
	report.LimitedBy("?"),
}

// Prediction is what a real H200 should count for Iterate.
var Prediction = []plan.Call{
	report.Counter("sm__cycles_elapsed.max", 0),
}

var _ = gpu.ThreadIdx // until the first kernel needs the package
