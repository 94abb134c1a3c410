package micro

// This file lists the rows that differ from the measured ones, with the reasons.

import (
	"regexp"
	"testing"
)

// deviation is a set of rows that differ for one reason.
type deviation struct {
	rows        *regexp.Regexp
	least, most float64 // range of simulated / measured
	reason      string
}

// deviations are tried in order: the first one that matches a row counts.
var deviations = []deviation{
	{rows("^op (iadd|shl) latency_cycles$"), 0.77, 0.85, "Additions execute on the ALU alone. The device moves some to the FMA unit, and a result takes a cycle more from one unit to the other."},
	{rows("^op (iadd|shl) throughput_lanes$"), 0.48, 0.56, "As above: on the device two units execute the chain, here one."},
	{rows("^op (idiv|irem) throughput_lanes$"), 0.83, 0.92, "As above, for the instructions of a division."},
	{rows("^global_l2hit blocks=132 stride32$"), 1.05, 1.15, "Few loads are simulated, and the first of a launch take longer."},
	{rows("^l1 bytes=4 "), 1.05, 1.11, "A loop of loads of one wavefront takes a tenth longer than its loads. The cause is not known."},
	{rows("^global_l1hit warps=[124] stride(4|8|16|32)$"), 0.8, 0.94, "Few warps have all loads in flight; their loads return later on the device."},
	{rows("^global_l1hit (warps=(8|16|32) stride[124]|float2)$"), 0.75, 0.96, "Loads that return delay other instructions of the scheduler on the device."},
	{rows("^latency_global .* ca_cycles$"), 0.92, 0.96, "The address is a product of 64 bits, whose operands the device reads for longer."},
	{rows("^wide "), 0.75, 0.96, "L2 replies with all lines of a load at the same time, the device with one line every 3.45 cycles."},
	{rows("^same_line_volatile blocks=1$"), 1, 1.15, "One SM alone asks one slice of L2; the loop takes a few cycles more."},
	{rows("^global_l2hit blocks=264 stride[12]$"), 0.82, 0.93, "Two blocks per SM ask for more than the device's fabric carries of such requests."},
	{rows("^chain (shared|shared_near|same)$"), 0.72, 0.92, "Warps that read one line at about the same time are joined into one request; on the device not all of them are."},
	{rows("^same blocks=1 "), 0.75, 1.6, "An SM merges a store with the lines that it stored to last: here 16, one for each set, on the device up to 28; a store to another line takes the device longer."},
	{rows("^same blocks=132 bytes=(128|512|2048) "), 0.24, 2.5, "As above, for the stores of all SMs: how many of them merge decides how many wait for the few slices that own the lines."},
	{rows("^same blocks=132 "), 0.45, 1.7, "As above, where SMs store to more lines than merge."},
	{rows("^partial "), 0.7, 0.92, "A slice of L2 takes as long for parts of a sector as for whole ones."},
	{rows("^store stride=2$"), 1.05, 1.15, "As partial."},
	{rows("^atomic_global spread=(1024|262144) "), 1.15, 1.65, "Slices of L2 return atomics' results through the same ports as data; on the device pairs of slices share slower ones."},
	{rows("^atomic spread=(1024|4096|16384|65536|262144) "), 0.55, 0.87, "As atomic_global, in the time of launches."},
	{rows("^dram_read warps_per_sm=8$"), 1.1, 1.2, "Memory that is nearly saturated replies later on the device."},
	{rows("^bandwidth_dram_copy$"), 1.08, 1.15, "Writes take as long as reads; on the device they take a little longer."},
}

func rows(pattern string) *regexp.Regexp { return regexp.MustCompile(pattern) }

// deviationOf returns the deviation that lists a row, or nil.
func deviationOf(name string) *deviation {
	for i := range deviations {
		if deviations[i].rows.MatchString(name) {
			return &deviations[i]
		}
	}
	return nil
}

// checkDeviations reports deviations whose rows are all near and need not be listed.
func checkDeviations(t *testing.T, rows []row) {
	t.Helper()
	for _, d := range deviations {
		listed, far := 0, 0
		for _, r := range rows {
			if !d.rows.MatchString(r.name) {
				continue
			}
			if listed++; !r.isNear() {
				far++
			}
		}
		if listed > 0 && far == 0 {
			t.Errorf("all rows of %v are near, but they are listed: %s", d.rows, d.reason)
		}
	}
}
