// Package transfers is the solution of exercise 06: a stream for each chunk, work
// issued stage by stage, and events from engine to engine.
package transfers

import "gpucourse/gpusim/plan"

// The streams.
const (
	a = plan.Stream("a")
	b = plan.Stream("b")
	c = plan.Stream("c")
	d = plan.Stream("d")
)

// Overlap gives each chunk a stream.
var Overlap = []plan.Call{
	a.CopyIn(0), a.Compute(0), a.CopyOut(0),
	b.CopyIn(1), b.Compute(1), b.CopyOut(1),
	c.CopyIn(2), c.Compute(2), c.CopyOut(2),
	d.CopyIn(3), d.Compute(3), d.CopyOut(3),
}

// OneQueue issues what can begin before what must wait.
var OneQueue = []plan.Call{
	a.CopyIn(0), b.CopyIn(1), c.CopyIn(2), d.CopyIn(3),
	a.Compute(0), b.Compute(1), c.Compute(2), d.Compute(3),
	a.CopyOut(0), b.CopyOut(1), c.CopyOut(2), d.CopyOut(3),
}

// The streams of Engines, one for each engine.
const (
	in   = plan.Stream("in")
	work = plan.Stream("work")
	out  = plan.Stream("out")
)

// Engines hands each chunk from stream to stream.
var Engines = []plan.Call{
	in.CopyIn(0), in.Record("in 0"), work.Wait("in 0"), work.Compute(0), work.Record("done 0"), out.Wait("done 0"), out.CopyOut(0),
	in.CopyIn(1), in.Record("in 1"), work.Wait("in 1"), work.Compute(1), work.Record("done 1"), out.Wait("done 1"), out.CopyOut(1),
	in.CopyIn(2), in.Record("in 2"), work.Wait("in 2"), work.Compute(2), work.Record("done 2"), out.Wait("done 2"), out.CopyOut(2),
	in.CopyIn(3), in.Record("in 3"), work.Wait("in 3"), work.Compute(3), work.Record("done 3"), out.Wait("done 3"), out.CopyOut(3),
}

// Halo has a stream for each chunk. A kernel waits for the copy of the chunk behind its own.
var Halo = []plan.Call{
	a.CopyIn(0),
	b.CopyIn(1), b.Record("in 1"),
	a.Wait("in 1"), a.Compute(0), a.CopyOut(0),
	c.CopyIn(2), c.Record("in 2"),
	b.Wait("in 2"), b.Compute(1), b.CopyOut(1),
	d.CopyIn(3), d.Record("in 3"),
	c.Wait("in 3"), c.Compute(2), c.CopyOut(2),
	d.Compute(3), d.CopyOut(3),
}
