// Two chunks at a time: the third waits for the first two.
package transfers

import "gpucourse/gpusim/plan"

const (
	a = plan.Stream("a")
	b = plan.Stream("b")
)

var OneQueue = []plan.Call{ // want `goal missed: .* µs until all is done`
	a.CopyIn(0), b.CopyIn(1), a.Compute(0), b.Compute(1), a.CopyOut(0), b.CopyOut(1),
	a.CopyIn(2), b.CopyIn(3), a.Compute(2), b.Compute(3), a.CopyOut(2), b.CopyOut(3),
}
