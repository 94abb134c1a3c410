// Package transfers is exercise 06. Its three plans are lists of calls that give
// streams work: an array in four chunks is copied to the device, computed there
// and copied back. See README.md.
package transfers

import "gpucourse/gpusim/plan"

// The streams.
const (
	a = plan.Stream("a")
	b = plan.Stream("b")
	c = plan.Stream("c")
	d = plan.Stream("d")
)

// Overlap is played on a Tesla K20c, which copies in, copies out and computes at a
// time.
//
// Task: one stream does everything in order, so that two of the three engines
// always wait. Share the chunks among streams.
var Overlap = []plan.Call{
	a.CopyIn(0), a.Compute(0), a.CopyOut(0),
	a.CopyIn(1), a.Compute(1), a.CopyOut(1),
	a.CopyIn(2), a.Compute(2), a.CopyOut(2),
	a.CopyIn(3), a.Compute(3), a.CopyOut(3),
}

// OneQueue is played on a Tesla C2050. Its streams share one hardware queue: work
// waits until all that was issued before it can begin, whatever its stream.
//
// Task: there are four streams, and yet copies hardly overlap. Find an order of
// the same calls in which they do.
var OneQueue = []plan.Call{
	a.CopyIn(0), a.Compute(0), a.CopyOut(0),
	b.CopyIn(1), b.Compute(1), b.CopyOut(1),
	c.CopyIn(2), c.Compute(2), c.CopyOut(2),
	d.CopyIn(3), d.Compute(3), d.CopyOut(3),
}

// The streams of Engines, one for each engine.
const (
	in   = plan.Stream("in")
	work = plan.Stream("work")
	out  = plan.Stream("out")
)

// Engines is played on a Tesla K20c. Each engine has a stream of its own.
//
// Task: nothing tells the kernels that their data has come, and the copies out
// that the kernels have ended. Let streams wait for events: in.Record("x") and
// work.Wait("x"), with a name for each event. Keep the overlap.
var Engines = []plan.Call{
	in.CopyIn(0), work.Compute(0), out.CopyOut(0),
	in.CopyIn(1), work.Compute(1), out.CopyOut(1),
	in.CopyIn(2), work.Compute(2), out.CopyOut(2),
	in.CopyIn(3), work.Compute(3), out.CopyOut(3),
}
