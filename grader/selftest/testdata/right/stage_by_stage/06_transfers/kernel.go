// Stage by stage on four streams works on the K20c, too.
package transfers

import "gpucourse/gpusim/plan"

const (
	a = plan.Stream("a")
	b = plan.Stream("b")
	c = plan.Stream("c")
	d = plan.Stream("d")
)

var Overlap = []plan.Call{
	d.CopyIn(0), c.CopyIn(1), b.CopyIn(2), a.CopyIn(3),
	d.Compute(0), c.Compute(1), b.Compute(2), a.Compute(3),
	d.CopyOut(0), c.CopyOut(1), b.CopyOut(2), a.CopyOut(3),
}
