// A kernel waits for its own chunk alone.
package transfers

import "gpucourse/gpusim/plan"

const (
	in   = plan.Stream("in")
	work = plan.Stream("work")
	out  = plan.Stream("out")
)

var Halo = []plan.Call{ // want anywhere `nothing makes work.Compute\(0\) wait for in.CopyIn\(1\)`
	in.CopyIn(0), in.Record("in 0"), work.Wait("in 0"), work.Compute(0), work.Record("done 0"), out.Wait("done 0"), out.CopyOut(0),
	in.CopyIn(1), in.Record("in 1"), work.Wait("in 1"), work.Compute(1), work.Record("done 1"), out.Wait("done 1"), out.CopyOut(1),
	in.CopyIn(2), in.Record("in 2"), work.Wait("in 2"), work.Compute(2), work.Record("done 2"), out.Wait("done 2"), out.CopyOut(2),
	in.CopyIn(3), in.Record("in 3"), work.Wait("in 3"), work.Compute(3), work.Record("done 3"), out.Wait("done 3"), out.CopyOut(3),
}
