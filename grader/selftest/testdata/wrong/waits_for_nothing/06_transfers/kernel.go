// The stream waits for an event before it is recorded.
package transfers

import "gpucourse/gpusim/plan"

const (
	in   = plan.Stream("in")
	work = plan.Stream("work")
)

var Engines = []plan.Call{ // want `work.Compute\(0\) begins after`
	work.Wait("in"), in.CopyIn(0), in.Record("in"), work.Compute(0), work.CopyOut(0),
	in.CopyIn(1), work.Compute(1), work.CopyOut(1),
	in.CopyIn(2), work.Compute(2), work.CopyOut(2),
	in.CopyIn(3), work.Compute(3), work.CopyOut(3),
}
