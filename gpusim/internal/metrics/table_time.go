package metrics

// This file is the part of the table that speaks of time. Its rows are absent
// where a launch was not played cycle by cycle.

import (
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/report"
	"gpucourse/gpusim/trace"
)

// clocked is a formula over a launch that was played cycle by cycle.
func clocked(f func(*summed, *trace.Timing) ratio) func(*summed) ratio {
	return func(l *summed) ratio {
		if l.Timing == nil {
			return ratio{}
		}
		return f(l, l.Timing)
	}
}

// busyPart is the percentage of the launch in which a resource was busy.
func busyPart(r trace.Resource) func(*summed) ratio {
	return clocked(func(_ *summed, c *trace.Timing) ratio { return ratio{100 * c.Busy[r], float64(c.Cycles)} })
}

// timeMetrics are of the launch as a whole.
var timeMetrics = []formula{
	{Name: "sm__cycles_elapsed.max", Group: groupTime, Unit: "cycles",
		Meaning: "Cycles from the launch to its end, with what an empty launch takes.", launch: clocked(func(_ *summed, c *trace.Timing) ratio { return whole(c.Cycles) })},
	{Name: "sm__cycles_active.max", NVProf: []string{"active_cycles"}, Group: groupTime, Unit: "cycles",
		Meaning: "Cycles in which the busiest SM had a block.", launch: clocked(func(_ *summed, c *trace.Timing) ratio { return whole(c.Active) })},
	{Name: "gpu__time_duration.sum", Group: groupTime, Unit: "ns",
		Meaning: "The same time in nanoseconds, at the clock of the device's Spec.", launch: clocked(func(l *summed, c *trace.Timing) ratio {
			return ratio{float64(c.Cycles) * 1000, float64(l.Spec.ClockMHz)}
		})},
	{Name: "sm__inst_executed.avg.per_cycle_active", NVProf: []string{"ipc"}, Group: groupTime, Unit: "inst/cycle",
		Meaning: "Warp instructions an SM issued in a cycle, on average over the cycles in which it had a block.", launch: clocked(func(l *summed, c *trace.Timing) ratio {
			return ratio{float64(l.total.total.Time.Issued), float64(c.ActiveSum)}
		})},
	{Name: "sm__warps_active.avg.pct_of_peak_sustained_active", NVProf: []string{"achieved_occupancy"}, Group: groupTime, Unit: "%",
		Short: "achieved occupancy", Card: report.OnCard,
		Meaning: "Achieved occupancy: warps that were resident, out of all an SM can hold, on average over the cycles in which it had a block.", launch: clocked(func(l *summed, c *trace.Timing) ratio {
			return ratio{100 * float64(c.WarpCycles), float64(c.ActiveSum) * float64(l.Spec.Limits.WarpsPerSM)}
		})},
	{Name: "sm__inst_issued.avg.pct_of_peak_sustained_elapsed", NVProf: []string{"issue_slot_utilization"}, Group: groupTime, Unit: "%",
		Meaning: "Cycles in which schedulers issued, out of the launch.", launch: busyPart(trace.IssueSlots)},
	{Name: "l1tex__throughput.avg.pct_of_peak_sustained_elapsed", Group: groupTime, Unit: "%",
		Meaning: "Cycles in which the pipeline of L1 and shared memory was busy, out of the launch.", launch: busyPart(trace.LSUPipe)},
	{Name: "lts__throughput.avg.pct_of_peak_sustained_elapsed", Group: groupTime, Unit: "%", when: hasL2,
		Meaning: "Cycles in which a slice of L2 was busy, out of the launch.", launch: busyPart(trace.L2Slices)},
	{Name: "dram__throughput.avg.pct_of_peak_sustained_elapsed", NVProf: []string{"dram_utilization"}, Group: groupTime, Unit: "%",
		Meaning: "Cycles in which a channel of device memory was busy, out of the launch.", launch: busyPart(trace.DRAMChannels)},
	{Name: "dram__bytes.sum.per_second", NVProf: []string{"dram_throughput"}, Group: groupTime, Unit: "byte/s",
		Short: "to and from DRAM", Card: report.IfLargest,
		Meaning: "Bytes read from and written to device memory in a second of the launch.", launch: clocked(func(l *summed, c *trace.Timing) ratio {
			d := l.total.caches()
			bytes := float64(d.DRAMReads+d.DRAMWrites) * float64(l.Spec.Global.SectorBytes)
			return ratio{bytes * float64(l.Spec.ClockMHz) * 1e6, float64(c.Cycles)}
		})},
	{Name: "flop_count_sp", NVProf: []string{"flop_count_sp"}, Group: groupTime, Unit: "flop",
		Meaning: "Operations on 32-bit floats that threads executed: sums, products, and two for a product with a sum.", counts: func(t *Tally) ratio { return whole(t.flops[0]) }},
	{Name: "flop_count_dp", NVProf: []string{"flop_count_dp"}, Group: groupTime, Unit: "flop",
		Meaning: "The same of 64-bit floats.", counts: func(t *Tally) ratio { return whole(t.flops[1]) }},
	{Name: "flop_per_dram_byte", Group: groupTime, Unit: "flop/byte", when: hasL2,
		Meaning: "Arithmetic intensity: operations on floats for each byte read from or written to device memory.", launch: func(l *summed) ratio {
			d := l.total.caches()
			return ratio{float64(l.total.flops[0] + l.total.flops[1]), float64(d.DRAMReads+d.DRAMWrites) * float64(l.Spec.Global.SectorBytes)}
		}},
}

// stallMetrics are what warps waited for, by instruction: a row for each reason.
var stallMetrics = func() []formula {
	rows := []formula{{Name: "smsp__average_warp_latency_per_inst_issued.ratio", Group: groupStalls, Unit: "cycles",
		Meaning: "Cycles from a warp's instruction to its next, on average: its issue and all that it waited for.",
		counts: func(t *Tally) ratio {
			c := t.total.Time
			return ratio{float64(c.Issued + c.Stalled()), float64(c.Issued)}
		}}}
	for r := range trace.NumStallReasons {
		rows = append(rows, formula{
			Name:  "smsp__average_warps_issue_stalled_" + r.String() + "_per_issue_active.ratio",
			Group: groupStalls, Unit: "cycles",
			Short: "per instruction in " + r.String(), Card: report.IfLargest,
			Meaning: "Cycles that a warp waited before an instruction, on average, because " + r.Meaning() + ".",
			counts: func(t *Tally) ratio {
				c := t.total.Time
				return ratio{float64(c.Stalls[r]), float64(c.Issued)}
			},
		})
	}
	return rows
}()

// flopsOf is how many operations on floats an instruction is for each thread,
// and whether they are of 64 bits.
func flopsOf(in *ir.Instr) (n uint64, wide int) {
	switch {
	case !in.Type.Float():
		return 0, 0
	case in.Type == ir.F64:
		wide = 1
	}
	switch in.Op {
	case ir.Fma:
		return 2, wide
	case ir.Add, ir.Sub, ir.Mul, ir.Div:
		return 1, wide
	}
	return 0, wide
}
