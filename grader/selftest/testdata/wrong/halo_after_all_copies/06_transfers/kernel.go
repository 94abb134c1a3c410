// All kernels wait for the last copy.
package transfers

import "gpucourse/gpusim/plan"

const (
	in   = plan.Stream("in")
	work = plan.Stream("work")
	out  = plan.Stream("out")
)

var Halo = []plan.Call{ // want anywhere `µs until all is done, limit`
	in.CopyIn(0), in.CopyIn(1), in.CopyIn(2), in.CopyIn(3), in.Record("all"),
	work.Wait("all"), work.Compute(0), work.Compute(1), work.Compute(2), work.Compute(3), work.Record("done"),
	out.Wait("done"), out.CopyOut(0), out.CopyOut(1), out.CopyOut(2), out.CopyOut(3),
}
