// Chunk 2 is copied out when two other copies have ended: by then its kernel has ended, too.
package transfers

import "gpucourse/gpusim/plan"

const (
	in   = plan.Stream("in")
	work = plan.Stream("work")
	out  = plan.Stream("out")
)

var Engines = []plan.Call{ // want `nothing makes out.CopyOut\(2\) wait for work.Compute\(2\)`
	in.CopyIn(0), in.Record("in 0"), work.Wait("in 0"), work.Compute(0),
	in.CopyIn(1), in.Record("in 1"), work.Wait("in 1"), work.Compute(1), work.Record("done 1"),
	in.CopyIn(2), in.Record("in 2"), work.Wait("in 2"), work.Compute(2),
	in.CopyIn(3), in.Record("in 3"), work.Wait("in 3"), work.Compute(3), work.Record("done 3"),
	out.Wait("done 1"), out.CopyOut(0), out.CopyOut(1), out.CopyOut(2), out.Wait("done 3"), out.CopyOut(3),
}
