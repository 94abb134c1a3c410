// One stream copies in, and each chunk has a stream for the rest.
package transfers

import "gpucourse/gpusim/plan"

const (
	a = plan.Stream("a")
	b = plan.Stream("b")
	c = plan.Stream("c")
	d = plan.Stream("d")
)

const in = plan.Stream("in")

var Halo = []plan.Call{
	in.CopyIn(0), in.CopyIn(1), in.Record("first"), in.CopyIn(2), in.Record("second"), in.CopyIn(3), in.Record("third"),
	a.Wait("first"), a.Compute(0),
	b.Wait("second"), b.Compute(1),
	c.Wait("third"), c.Compute(2),
	d.Wait("third"), d.Compute(3),
	a.CopyOut(0), b.CopyOut(1), c.CopyOut(2), d.CopyOut(3),
}
