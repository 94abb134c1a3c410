// Kernels in a stream of their own wait for nothing.
package transfers

import "gpucourse/gpusim/plan"

const (
	a = plan.Stream("a")
	b = plan.Stream("b")
)

var OneQueue = []plan.Call{ // want `b.Compute\(3\) begins after`
	a.CopyIn(0), a.CopyIn(1), a.CopyIn(2), a.CopyIn(3),
	b.Compute(3), a.Compute(2), a.Compute(1), a.Compute(0),
	a.CopyOut(0), a.CopyOut(1), a.CopyOut(2), a.CopyOut(3),
}
