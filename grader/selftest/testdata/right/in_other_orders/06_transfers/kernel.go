// Streams by role, and chunks in other orders.
package transfers

import "gpucourse/gpusim/plan"

const (
	a = plan.Stream("a")
	b = plan.Stream("b")
	c = plan.Stream("c")
	d = plan.Stream("d")
)

var Overlap = []plan.Call{
	a.CopyIn(3), a.Compute(3), b.CopyIn(2), a.CopyOut(3),
	b.Compute(2), c.CopyIn(1), b.CopyOut(2),
	c.Compute(1), d.CopyIn(0), c.CopyOut(1),
	d.Compute(0), d.CopyOut(0),
}

var OneQueue = []plan.Call{
	d.CopyIn(3), c.CopyIn(2), b.CopyIn(1), a.CopyIn(0),
	d.Compute(3), c.Compute(2), b.Compute(1), a.Compute(0),
	d.CopyOut(3), c.CopyOut(2), b.CopyOut(1), a.CopyOut(0),
}

const (
	in   = plan.Stream("in")
	work = plan.Stream("work")
	out  = plan.Stream("out")
)

var Engines = []plan.Call{
	in.CopyIn(0), in.Record("in 0"),
	in.CopyIn(1), in.Record("in 1"),
	in.CopyIn(2), in.Record("in 2"),
	in.CopyIn(3), in.Record("in 3"),
	work.Wait("in 0"), work.Compute(0), work.Record("work 0"),
	work.Wait("in 1"), work.Compute(1), work.Record("work 1"),
	work.Wait("in 2"), work.Compute(2), work.Record("work 2"),
	work.Wait("in 3"), work.Compute(3), work.Record("work 3"),
	out.Wait("work 0"), out.CopyOut(0),
	out.Wait("work 1"), out.CopyOut(1),
	out.Wait("work 2"), out.CopyOut(2),
	out.Wait("work 3"), out.CopyOut(3),
}
