// Package image is project 1: from a colour picture to a histogram of its edges.
// README.md has the specification. Nothing is written yet but signatures.
package image

import (
	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/plan"
)

// Grey sets grey[i] to the grey level of picture[i], for n pixels.
//
// Grid: a block for each 1024 pixels. Block: 256 threads.
func Grey(grey []float32, picture []uint32, n int) {}

// Blur sets out to the blurred picture.
//
// Grid: a block for each 32 × 32 pixels. Block: 32 × 8 threads.
func Blur(out, in []float32, width, height int) {}

// Gradient sets edges to the strength of the edge at each pixel.
//
// Grid: a block for each 32 × 32 pixels. Block: 32 × 8 threads.
func Gradient(edges, in []float32, width, height int) {}

// Histogram adds to bins[b] the number of the first n edges whose whole part is b.
//
// Grid: any number of blocks. Block: 256 threads.
func Histogram(bins []int32, edges []float32, n int) {}

// Edges does it all in one launch: it adds the histogram of the picture's edges to bins.
//
// Grid: a block for each 32 × 32 pixels. Block: 32 × 8 threads.
func Edges(bins []int32, picture []uint32, width, height int) {}

// report is the report of the last kernel.
var report = plan.ReportOf(Edges)

// Explanation says what limits Edges: a claim, and evidence from its report, the strongest first.
var Explanation = []plan.Call{
	report.LimitedBy("?"),
}

// Prediction is what a real H200 should count for Edges.
var Prediction = []plan.Call{
	report.Counter("sm__cycles_elapsed.max", 0),
}

var _ = gpu.ThreadIdx // until the first kernel needs the package
