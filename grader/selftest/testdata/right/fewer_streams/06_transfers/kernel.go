// Two streams take turns, and events are few.
package transfers

import "gpucourse/gpusim/plan"

const (
	a = plan.Stream("a")
	b = plan.Stream("b")
	c = plan.Stream("c")
	d = plan.Stream("d")
)

var OneQueue = []plan.Call{
	a.CopyIn(0), b.CopyIn(1), a.Compute(0), c.CopyIn(2), b.Compute(1), d.CopyIn(3), c.Compute(2),
	a.CopyOut(0), d.Compute(3), b.CopyOut(1), c.CopyOut(2), d.CopyOut(3),
}

const (
	in   = plan.Stream("in")
	work = plan.Stream("work")
	out  = plan.Stream("out")
)

var Engines = []plan.Call{
	in.CopyIn(2), in.Record("in 2"), work.Wait("in 2"), work.Compute(2), work.Record("done 2"), out.Wait("done 2"), out.CopyOut(2),
	in.CopyIn(3), in.Record("in 3"), work.Wait("in 3"), work.Compute(3), work.Record("done 3"), out.Wait("done 3"), out.CopyOut(3),
	in.CopyIn(0), in.Record("in 0"), work.Wait("in 0"), work.Compute(0), work.Record("done 0"), out.Wait("done 0"), out.CopyOut(0),
	in.CopyIn(1), in.Record("in 1"), work.Wait("in 1"), work.Compute(1), work.Record("done 1"), out.Wait("done 1"), out.CopyOut(1),
}
