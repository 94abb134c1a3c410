// The last chunk never comes back.
package transfers

import "gpucourse/gpusim/plan"

const (
	a = plan.Stream("a")
	b = plan.Stream("b")
)

var Overlap = []plan.Call{ // want `CopyOut of chunk 3 is called 0 times`
	a.CopyIn(0), a.Compute(0), a.CopyOut(0),
	b.CopyIn(1), b.Compute(1), b.CopyOut(1),
	a.CopyIn(2), a.Compute(2), a.CopyOut(2),
	b.CopyIn(3), b.Compute(3),
}
