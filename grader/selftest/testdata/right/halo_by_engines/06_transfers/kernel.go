// A stream for each engine.
package transfers

import "gpucourse/gpusim/plan"

const (
	in   = plan.Stream("in")
	work = plan.Stream("work")
	out  = plan.Stream("out")
)

var Halo = []plan.Call{
	in.CopyIn(0),
	in.CopyIn(1), in.Record("1"), work.Wait("1"), work.Compute(0), work.Record("0 done"), out.Wait("0 done"), out.CopyOut(0),
	in.CopyIn(2), in.Record("2"), work.Wait("2"), work.Compute(1), work.Record("1 done"), out.Wait("1 done"), out.CopyOut(1),
	in.CopyIn(3), in.Record("3"), work.Wait("3"), work.Compute(2), work.Record("2 done"), out.Wait("2 done"), out.CopyOut(2),
	work.Compute(3), work.Record("3 done"), out.Wait("3 done"), out.CopyOut(3),
}
