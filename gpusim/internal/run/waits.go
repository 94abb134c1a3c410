package run

// This file says which lines of a kernel wait for which.

import (
	"fmt"
	"strings"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/isa"
	"gpucourse/gpusim/internal/simt"
	"gpucourse/gpusim/trace"
)

// mostWaits is how many waits a note names.
const mostWaits = 3

// waited says which lines waited for which, and how long; without a clock only that blocks waited.
func (r *running) waited(result *simt.Result, t *trace.Timing) diag.List {
	switch {
	case t != nil && len(t.Waited) > 0:
		return diag.List{r.diagnose(diag.BlocksWaited, "let each block do more before others wait for it, or launch a second kernel instead of waiting", fmt.Sprintf(
			"warps of %s waited for changes of memory by others: %s; the cycles contain the waiting, the counters of instructions only some turns of the loops that wait",
			r.Program.Kernel.Name, r.waitsOf(t.Waited)))}
	case t == nil && result.Suspended > 0:
		return diag.List{r.diagnose(diag.BlocksWaited, "take the time from a launch with NoTime off", fmt.Sprintf(
			"blocks of %s waited %d times for other blocks: the counters of instructions contain only some turns of the loops that wait",
			r.Program.Kernel.Name, result.Suspended))}
	}
	return nil
}

// untimed says which line is the first whose work has no time of its own and no counters: copies without registers,
// barriers in shared memory, clusters, products of matrices.
func (r *running) untimed(t *trace.Timing) diag.List {
	for pc, in := range r.Program.Instrs {
		if t != nil && r.lacksTime(in) {
			line := r.Program.Kernel.Frame(r.Program.Instrs[pc].Pos).Pos.Line
			return diag.List{r.diagnose(diag.Untimed, "take times and counters of this kernel from a device", fmt.Sprintf(
				"line %d of %s is executed, but its memory is not counted and it takes the time of one instruction: the cycles are too few", line, r.Program.Kernel.Name))}
		}
	}
	return nil
}

// lacksTime reports whether an instruction takes the time of one that does less. Products, bulk copies
// and barriers in shared memory have times where the device's are known.
func (r *running) lacksTime(in *ir.Instr) bool {
	c := &r.Spec.Clock
	switch in.Op {
	case ir.CopyGroup, ir.CopyBulk, ir.CopyBox, ir.CopyReduce, ir.Barrier, ir.BarrierTest:
		return c.Copy.Line == 0 && in.Mod != ir.CopyCommit && in.Mod != ir.CopyWait
	case ir.Product:
		return isa.ProductCycles(r.Spec, in) == 0
	case ir.GroupProduct:
		return c.Ops[arch.ClassGroupProduct].Latency == 0
	}
	clustered := in.Op == ir.ClusterBar || in.Op == ir.MapShared || in.Space == ir.Cluster
	return clustered && c.Cluster == arch.ClusterClock{}
}

// waitsOf lists the longest waits by line.
func (r *running) waitsOf(all []trace.Waited) string {
	line := func(pc int32) int { return r.Program.Kernel.Frame(r.Program.Instrs[pc].Pos).Pos.Line }
	var list []string
	for _, w := range all[:min(len(all), mostWaits)] {
		list = append(list, fmt.Sprintf("line %d for line %d, %d times, %d cycles in all and %d at most", line(w.Poll), line(w.Change), w.Times, w.Cycles, w.Longest))
	}
	if n := len(all) - len(list); n > 0 {
		list = append(list, fmt.Sprintf("and %d more pairs of lines", n))
	}
	return strings.Join(list, "; ")
}
