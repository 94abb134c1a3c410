package chart

// This file gives the figures of a picture as numbers, for tables.

import (
	"gpucourse/gpusim/report"
	"gpucourse/gpusim/trace"
)

// Traffic is what the first warp's access costs.
type Traffic struct {
	Requests     int
	Transactions int // sectors, segments or lines, whatever the device moves
	Moved        int // bytes
	Asked        int // distinct bytes that lanes asked for
}

// TrafficOf returns the traffic of the first warp's first access to a variable
// in global memory; all zero when there was none.
func TrafficOf(r *report.Report, variable string) Traffic {
	list := samples(r, trace.Global, []string{variable})
	if len(list) == 0 {
		return Traffic{}
	}
	w := newWarp(r.Spec, list[0])
	moved, asked := w.sums()
	return Traffic{w.traffic.Requests, len(w.pieces), moved, asked}
}
