// The kernel waits for the chunk before its own.
package transfers

import "gpucourse/gpusim/plan"

const (
	a = plan.Stream("a")
	b = plan.Stream("b")
	c = plan.Stream("c")
	d = plan.Stream("d")
)

var Halo = []plan.Call{ // want anywhere `wait for b.CopyIn\(1\)`
	a.CopyIn(0), a.Record("0"), a.Compute(0), a.CopyOut(0),
	b.CopyIn(1), b.Record("1"), b.Wait("0"), b.Compute(1), b.CopyOut(1),
	c.CopyIn(2), c.Record("2"), c.Wait("1"), c.Compute(2), c.CopyOut(2),
	d.CopyIn(3), d.Record("3"), d.Wait("2"), d.Compute(3), d.CopyOut(3),
}
