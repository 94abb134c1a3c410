// The default stream holds all others back.
package transfers

import "gpucourse/gpusim/plan"

const (
	a = plan.Stream("a")
	b = plan.Stream("b")
	z = plan.Stream("default")
)

var Overlap = []plan.Call{ // want `goal missed: .* µs until all is done`
	a.CopyIn(0), z.Compute(0), a.CopyOut(0),
	b.CopyIn(1), z.Compute(1), b.CopyOut(1),
	a.CopyIn(2), z.Compute(2), a.CopyOut(2),
	b.CopyIn(3), z.Compute(3), b.CopyOut(3),
}
