// Package transfers is exercise 06. Its plans are lists of calls that give streams
// work: an array in four chunks is copied to the device, computed there and copied
// back. The fourth plan is yours; see README.md.
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
// Task: all is done within the time of README.md.
var Overlap = []plan.Call{
	a.CopyIn(0), a.Compute(0), a.CopyOut(0),
	a.CopyIn(1), a.Compute(1), a.CopyOut(1),
	a.CopyIn(2), a.Compute(2), a.CopyOut(2),
	a.CopyIn(3), a.Compute(3), a.CopyOut(3),
}

// OneQueue is played on a Tesla C2050. Its streams share one hardware queue: work
// waits until all that was issued before it can begin, whatever its stream.
//
// Task: all is done within the time of README.md, with the same calls.
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
// Task: each step of a chunk waits for the step before it, and all is done within the time of README.md. Streams wait for
// events: in.Record("x") and work.Wait("x"), with a name for each event.
var Engines = []plan.Call{
	in.CopyIn(0), work.Compute(0), out.CopyOut(0),
	in.CopyIn(1), work.Compute(1), out.CopyOut(1),
	in.CopyIn(2), work.Compute(2), out.CopyOut(2),
	in.CopyIn(3), work.Compute(3), out.CopyOut(3),
}

// Halo is played on a Tesla K20c. The kernel of a chunk reads the first elements of the next chunk, too: Compute(0) needs
// chunks 0 and 1 on the device, Compute(1) chunks 1 and 2, Compute(2) chunks 2 and 3, and Compute(3) chunk 3 alone. CopyOut of a
// chunk needs its Compute. Each chunk is copied in, computed and copied out once.
var Halo = []plan.Call{}
